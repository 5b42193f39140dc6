"""The draft: packs of cards go round, and everybody keeps one card of each."""

from collections.abc import Sequence

from tilth_rules.agricola.choices import KEEP_AT, move_of
from tilth_rules.agricola.events.draft import CardDrafted, DraftEnded, PackDealt, PacksPassed
from tilth_rules.agricola.hands.drawing import PURPOSES
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Act, Ask, Choose, Move, Table


class DealPacks(Act, tag=173):
    """Everybody is dealt a pack of one kind of cards."""

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
