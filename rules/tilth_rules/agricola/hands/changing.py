"""A hand may be changed for a new one, smaller by a card each time."""

from collections.abc import Sequence

from tilth_rules.agricola.choices import YES, move_of
from tilth_rules.agricola.events.cards import CardDiscarded
from tilth_rules.agricola.hands.drawing import deal
from tilth_rules.agricola.state import State, in_hand
from tilth_rules.kernel import Ask, Choose, Move, Table


class ChangeHand(Ask, tag=179):
    """All cards of one kind may be put away for new ones, one fewer each time."""

    seat: int
    occupation: bool

    def ask(self, state: State) -> Choose | None:
        if len(in_hand(state.seats[self.seat], self.occupation)) <= 1:
            return None
        if self.occupation:
            return Choose(self.seat, "change-occupations", (YES,), least=0)
        return Choose(self.seat, "change-minors", (YES,), least=0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if not picks:
            return
        own = in_hand(table.state.seats[self.seat], self.occupation)
        for card in own:
            table.emit(CardDiscarded(self.seat, self.occupation, card))
        deal(table, self.seat, self.occupation, len(own) - 1)
        table.then(ChangeHand(self.seat, self.occupation))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)
