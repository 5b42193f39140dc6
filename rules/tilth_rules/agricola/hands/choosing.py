"""Ten cards of each kind are dealt, and everybody chooses seven of them."""

from collections.abc import Sequence

from tilth_rules.agricola.choices import DISCARD_AT, move_of
from tilth_rules.agricola.events.cards import CardDiscarded
from tilth_rules.agricola.options import HAND, TEN
from tilth_rules.agricola.state import State, in_hand
from tilth_rules.kernel import Act, Ask, Choose, Move, Table


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
        own = in_hand(state.seats[self.seat], self.occupation)
        many = TEN - HAND
        return Choose(self.seat, "put-away", [DISCARD_AT + card for card in own], many, many)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        for option in picks:
            table.emit(CardDiscarded(self.seat, self.occupation, option - DISCARD_AT))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)
