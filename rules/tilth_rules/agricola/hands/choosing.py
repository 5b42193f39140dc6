"""The choice of seven cards of each kind out of ten."""

from collections.abc import Sequence

from tilth_rules.agricola.events.cards import CardDiscarded
from tilth_rules.agricola.moves.numbers import DISCARD_CARD, OPTIONS
from tilth_rules.agricola.options import HAND, TEN
from tilth_rules.agricola.state import State, in_hand
from tilth_rules.common.seats import ask_at_once
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts


class PutThreeAway(Act, tag=177):
    """Ask all seats at the same time, sealed, which three of their ten cards of one kind they put away."""

    occupation: bool

    def act(self, table: Table) -> None:
        seats = range(len(table.state.seats))
        ask_at_once(table, seats, lambda seat: PutAway(seat, self.occupation), sealed=True)


class PutAway(Ask, tag=178):
    """The question to a seat that was dealt ten cards of a kind which three of them it puts away. They go onto the
    discards."""

    seat: int
    occupation: bool

    def ask(self, state: State) -> Choose:
        own = in_hand(state.seats[self.seat], self.occupation)
        many = TEN - HAND
        return Choose(self.seat, "put-away", [DISCARD_CARD.option(card) for card in own], many, many)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"occupation": self.occupation}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        for option in picks:
            table.emit(CardDiscarded(self.seat, self.occupation, DISCARD_CARD.part(option)))

    numbers = OPTIONS
