"""The exchange of three cards from the hand for a new one, if the options allow it."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.content.cards import IS_OCCUPATION
from tilth_rules.agricola.events.cards import CardDiscarded
from tilth_rules.agricola.hands.drawing import deal
from tilth_rules.agricola.moves.numbers import DISCARD_CARD, DRAW_MINOR, DRAW_OCCUPATION, OPTIONS
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Ask, Choose, Step, Table, TextFacts

GIVEN: Final = 3


def offers(state: State, seat: int) -> list[int]:
    """Return the seat's standing offers to exchange three cards for one, as everybody can see: a seat needs three
    cards, and a deck needs a card."""
    if len(state.seats[seat].hand) < GIVEN:
        return []
    options = []
    for occupation, offer in ((True, DRAW_OCCUPATION.number), (False, DRAW_MINOR.number)):
        if state.decks[occupation] or state.discards[occupation]:
            options.append(offer)
    return options


def take_offer(seat: int, offer: int) -> Step:
    """Return the step that carries out an offer to exchange three cards for one."""
    return ThreeForOne(seat, offer == DRAW_OCCUPATION.number)


class ThreeForOne(Ask, tag=140):
    """The question to a seat which three cards of its hand, of any kinds, it puts away face down. It then draws one
    card, an occupation or a minor improvement."""

    seat: int
    occupation: bool
    """True if an occupation is drawn, False for a minor improvement."""

    @property
    def owed(self) -> bool:
        """True: no second exchange is offered during the first."""
        return True

    def ask(self, state: State) -> Choose:
        own = [DISCARD_CARD.option(card) for card in state.seats[self.seat].hand]
        return Choose(self.seat, "three-for-one", own, GIVEN, GIVEN)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"occupation": self.occupation}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        for option in picks:
            card = DISCARD_CARD.part(option)
            table.emit(CardDiscarded(self.seat, IS_OCCUPATION[card], card))
        deal(table, self.seat, self.occupation)

    numbers = OPTIONS
