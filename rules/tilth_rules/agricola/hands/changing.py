"""The exchange of a hand for a new one, smaller by a card each time."""

from collections.abc import Sequence

from tilth_rules.agricola.events.cards import CardDiscarded
from tilth_rules.agricola.hands.drawing import deal
from tilth_rules.agricola.moves.numbers import AGREE, OPTIONS
from tilth_rules.agricola.state import State, in_hand
from tilth_rules.kernel import Ask, Choose, Table, TextFacts


class ChangeHand(Ask, tag=179):
    """The question to a seat whether it puts all its cards of one kind away for new ones, one fewer. On a yes they are
    discarded, new ones dealt, and it is asked again. Not asked if it has at most one. The text shows the cards and the
    number of new ones."""

    seat: int
    occupation: bool

    def ask(self, state: State) -> Choose | None:
        if len(in_hand(state.seats[self.seat], self.occupation)) <= 1:
            return None
        if self.occupation:
            return Choose(self.seat, "change-occupations", (AGREE.number,), min_picks=0)
        return Choose(self.seat, "change-minors", (AGREE.number,), min_picks=0)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        own = in_hand(state.seats[seat], self.occupation)
        return {"cards": tuple(own), "fewer": len(own) - 1}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if not picks:
            return
        own = in_hand(table.state.seats[self.seat], self.occupation)
        for card in own:
            table.emit(CardDiscarded(self.seat, self.occupation, card))
        deal(table, self.seat, self.occupation, len(own) - 1)
        table.then(ChangeHand(self.seat, self.occupation))

    numbers = OPTIONS
