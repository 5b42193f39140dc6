"""Three cards from the hand for a new one, where the options allow it."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.choices import DISCARD_AT, DRAW_MINOR, DRAW_OCCUPATION, move_of
from tilth_rules.agricola.content.cards import FIRST_OCCUPATION
from tilth_rules.agricola.events.cards import CardDiscarded
from tilth_rules.agricola.hands.drawing import deal
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Ask, Choose, Move, Step, Table

GIVEN: Final = 3


def offers(state: State, seat: int) -> list[int]:
    """Whoever holds three cards, as all can see, may change them, as long as there is something to draw."""
    if len(state.seats[seat].hand) < GIVEN:
        return []
    options = []
    for occupation, offer in ((True, DRAW_OCCUPATION), (False, DRAW_MINOR)):
        if state.decks[occupation] or state.discards[occupation]:
            options.append(offer)
    return options


def take_offer(seat: int, offer: int) -> Step:
    return ThreeForOne(seat, offer == DRAW_OCCUPATION)


class ThreeForOne(Ask, tag=140):
    """Three cards of whatever kinds are put away, face down, and one of one kind is drawn."""

    seat: int
    occupation: bool
    """Which is drawn."""

    @property
    def owed(self) -> bool:
        """One exchange at a time."""
        return True

    def ask(self, state: State) -> Choose:
        own = [DISCARD_AT + card for card in state.seats[self.seat].hand]
        return Choose(self.seat, "three-for-one", own, GIVEN, GIVEN)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        for option in picks:
            card = option - DISCARD_AT
            table.emit(CardDiscarded(self.seat, card >= FIRST_OCCUPATION, card))
        deal(table, self.seat, self.occupation)

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)
