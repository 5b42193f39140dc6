"""Hands: seven occupations and seven minor improvements for each seat, dealt, drafted, chosen out of ten, or dealt
anew."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.improvements import acts_at_once
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.choices import DISCARD_AT, KEEP_AT, YES, move_of
from tilth_rules.agricola.content.cards import CARDS, INDEX, minors, occupations
from tilth_rules.agricola.events.cards import CardDiscarded, CardLaidOut, DecksMade
from tilth_rules.agricola.events.draft import CardDrafted, DraftEnded, PackDealt, PacksPassed
from tilth_rules.agricola.hands.dealing import deal
from tilth_rules.agricola.options import HAND, TEN, decks_of
from tilth_rules.agricola.state import State, clockwise
from tilth_rules.kernel import Act, Ask, Choose, Move, Table

KINDS: Final = ("minor", "occupation")


class DealHands(Act, tag=170):
    """Everybody gets seven occupations, then seven minor improvements. Permanent occupations lie on the table."""

    def act(self, table: Table) -> None:
        state: State = table.state
        options = state.options
        chosen = decks_of(options)
        permanent = [INDEX[name] for name in options.permanent]
        dealt = [card for card in occupations(chosen, len(state.seats)) if card not in permanent]
        table.emit(DecksMade(minors(chosen), tuple(dealt)))
        for card in permanent:
            table.emit(CardLaidOut(0, card))
        hand = TEN if options.ten_keep_seven else HAND
        for occupation in (True, False):
            size = hand - len(permanent) if occupation else hand
            if options.draft:
                table.then(DealPacks(occupation, size))
            else:
                table.then(Deal(occupation, size))
        if options.ten_keep_seven:
            table.then(PutThreeAway(True), PutThreeAway(False))
        if options.mulligan:
            for seat in clockwise(state, state.first):
                table.then(ChangeHand(seat, True), ChangeHand(seat, False))
        table.then(*(LayOut(card) for card in permanent))


class Deal(Act, tag=171):
    """Cards of one kind for everybody."""

    occupation: bool
    size: int

    def act(self, table: Table) -> None:
        for seat in range(len(table.state.seats)):
            deal(table, seat, self.occupation, self.size)


class LayOut(Act, tag=172):
    """A permanent occupation, which lies on the table already, does what it does when it is played."""

    card: int

    def act(self, table: Table) -> None:
        table.then(*acts_at_once(table.state, 0, self.card, Facts(0, card=self.card)))


# Draft -------------------------------------------------------------------------------------------


class DealPacks(Act, tag=173):
    """Everybody is dealt a pack of one kind of cards."""

    occupation: bool
    size: int

    def act(self, table: Table) -> None:
        state: State = table.state
        purpose = "occupation" if self.occupation else "minor improvement"
        for seat in range(len(state.seats)):
            deck = state.decks[self.occupation]
            pack = table.draw(purpose).shuffled(deck)[: self.size]
            table.emit(PackDealt(seat, self.occupation, len(pack), tuple(sorted(pack))))
        table.then(DraftOn(self.occupation))


class DraftOn(Act, tag=174):
    """All keep a card at the same time, then the packs go on to the left, till nothing is left of them."""

    occupation: bool

    def act(self, table: Table) -> None:
        state: State = table.state
        if not any(state.packs):
            table.emit(DraftEnded(self.occupation))
            return
        seats = range(len(state.seats))
        table.fork(*(((seat,), (KeepOne(seat, self.occupation),)) for seat in seats), sealed=True)
        table.then(HandOn(), DraftOn(self.occupation))


class KeepOne(Ask, tag=175):
    """One card of the pack is kept."""

    seat: int
    occupation: bool

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "draft", [KEEP_AT + card for card in sorted(state.packs[self.seat])])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CardDrafted(self.seat, picks[0] - KEEP_AT))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


class HandOn(Act, tag=176):
    """The packs go on, and everybody looks at the next one."""

    def act(self, table: Table) -> None:
        state: State = table.state
        packs = state.packs
        before = [tuple(sorted(packs[seat - 1])) for seat in range(len(packs))]
        for seat, pack in enumerate(before):
            table.emit(PacksPassed(seat, len(pack), pack))


# Ten, of which seven are kept --------------------------------------------------------------------


class PutThreeAway(Act, tag=177):
    """Everybody puts three cards of one kind away, all at the same time."""

    occupation: bool

    def act(self, table: Table) -> None:
        seats = range(len(table.state.seats))
        table.fork(*(((seat,), (PutAway(seat, self.occupation),)) for seat in seats), sealed=True)


class PutAway(Ask, tag=178):
    """Three of ten cards are put away."""

    seat: int
    occupation: bool

    def ask(self, state: State) -> Choose:
        own = of_kind(state, self.seat, self.occupation)
        many = TEN - HAND
        return Choose(self.seat, "put-away", [DISCARD_AT + card for card in own], many, many)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        for option in picks:
            table.emit(CardDiscarded(self.seat, self.occupation, option - DISCARD_AT))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


def of_kind(state: State, seat: int, occupation: bool) -> list[int]:
    """The cards of one kind in a hand."""
    kind = KINDS[occupation]
    return [card for card in state.seats[seat].hand if CARDS[card].kind == kind]


class ChangeHand(Ask, tag=179):
    """All cards of one kind may be put away for new ones, one fewer each time."""

    seat: int
    occupation: bool

    def ask(self, state: State) -> Choose | None:
        if len(of_kind(state, self.seat, self.occupation)) <= 1:
            return None
        if self.occupation:
            return Choose(self.seat, "change-occupations", (YES,), least=0)
        return Choose(self.seat, "change-minors", (YES,), least=0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if not picks:
            return
        own = of_kind(table.state, self.seat, self.occupation)
        for card in own:
            table.emit(CardDiscarded(self.seat, self.occupation, card))
        deal(table, self.seat, self.occupation, len(own) - 1)
        table.then(ChangeHand(self.seat, self.occupation))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)
