"""The draft: packs of cards go round, and each player keeps one card of each pack."""

from collections.abc import Sequence

from tilth_rules.agricola.events.draft import CardDrafted, DraftEnded, PackDealt, PacksPassed
from tilth_rules.agricola.hands.drawing import PURPOSES
from tilth_rules.agricola.moves.numbers import KEEP_CARD, OPTIONS
from tilth_rules.agricola.state import State
from tilth_rules.common.draft import passed
from tilth_rules.common.seats import ask_at_once
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts


class DealPacks(Act, tag=173):
    """Deal each seat a pack of `size` cards of one kind by chance; then the draft of this kind begins."""

    occupation: bool
    size: int

    def act(self, table: Table) -> None:
        state: State = table.state
        for seat in range(len(state.seats)):
            deck = state.decks[self.occupation]
            pack = table.draw(PURPOSES[self.occupation]).shuffled(deck)[: self.size]
            table.emit(PackDealt(seat, self.occupation, len(pack), tuple(sorted(pack))))
        table.then(DraftOn(self.occupation))


class DraftOn(Act, tag=174):
    """Each player keeps one card of the pack before it, at the same time. Then the packs move to the left, until they
    are empty."""

    occupation: bool

    def act(self, table: Table) -> None:
        """Ask each seat for a card to keep, and then pass the packs. When they are empty, end the draft."""
        state: State = table.state
        if not any(state.packs):
            table.emit(DraftEnded(self.occupation))
            return
        seats = range(len(state.seats))
        ask_at_once(table, seats, lambda seat: KeepOne(seat, self.occupation), sealed=True)
        table.then(HandOn(), DraftOn(self.occupation))


class KeepOne(Ask, tag=175):
    """The question to a seat in a draft which card of the pack before it it keeps. The others are passed on."""

    seat: int
    occupation: bool

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "draft", [KEEP_CARD.option(card) for card in sorted(state.packs[self.seat])])

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"occupation": self.occupation}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CardDrafted(self.seat, KEEP_CARD.part(picks[0])))

    numbers = OPTIONS


class HandOn(Act, tag=176):
    """In the draft the packs move to the left, and each player looks at the next one."""

    def act(self, table: Table) -> None:
        """Move the packs to the left, where the next seats look at them."""
        state: State = table.state
        for seat, pack in enumerate(passed([tuple(sorted(pack)) for pack in state.packs])):
            table.emit(PacksPassed(seat, len(pack), pack))
