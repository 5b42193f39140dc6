"""Drawing from the deck, composting unseen from it, and shuffling the discards when it runs dry."""

from typing import Final

from tilth_rules.common import piles
from tilth_rules.earth.codes import CARD, DECK_COMPOST
from tilth_rules.earth.events.cards import (
    CardsDrawn,
    CardsLookedAt,
    DeckComposted,
    DeckShuffled,
    PilesJoined,
    all_discards,
)
from tilth_rules.earth.events.teams import CardsShared, DeckShared
from tilth_rules.earth.hands.piles import cards_left, lane_of
from tilth_rules.earth.state import State, mate_of
from tilth_rules.kernel import AwaitLanes, Table

LOOK: Final = 8
"""Cards to look at, of which one will be kept; a number beside the goods CARD and DECK_COMPOST."""
SHARED_CARDS: Final = 9
SHARED_COMPOST: Final = 10
"""Compost that goes into the team's shared area."""


def draw_cards(table: Table, seat: int, count: int, into: int, source: int) -> bool:
    """Draw `count` cards off the deck to `into` (the hand, the compost ...). Return True if some are still owed, so
    that the lane waits until the others have drawn."""
    state: State = table.state

    def take(most: int) -> int:
        now = min(cards_left(state, seat), most)
        if now:
            _take(table, seat, now, into, source)
        return now

    owed = piles.draw(count, take, lambda: not state.stripes and reshuffle(table))
    if owed and state.stripes:
        table.then(Owed(seat, owed, into, source))
        return True
    return False


def reshuffle(table: Table) -> bool:
    """Shuffle the discards into a new deck. Return False if there are none, so that no card can be drawn.

    Composts are not mixed in.
    """
    discards = all_discards(table.state)
    if not discards:
        return False
    cards = table.draw("earth-deck").shuffled(discards)
    table.emit(DeckShuffled(len(cards), tuple(cards), again=True))
    return True


class Owed(AwaitLanes, tag=1):
    """A seat is owed cards: its part of the deck is dry while others still draw from theirs.

    When every other lane has ended or is dry, too, the rest of the deck is one pile, and the seats that are owed
    cards take from it in turn order.
    """

    seat: int
    count: int
    into: int
    source: int

    def act(self, table: Table) -> None:
        """Join the stripes of the deck into one pile, and draw the cards that the seat is owed."""
        if table.state.stripes:
            table.emit(PilesJoined())
        draw_cards(table, self.seat, self.count, self.into, self.source)


def top_cards(state: State, seat: int, count: int) -> tuple[int, ...]:
    """Return the next `count` cards that the seat would take off the deck, or off its stripe while lanes are open;
    fewer if the deck has fewer."""
    if not state.stripes:
        return tuple(state.deck[:count])
    lane = lane_of(state, seat)
    first = lane + state.stripes * state.taken[lane]
    return tuple(state.deck[first : first + state.stripes * count : state.stripes])


def _take(table: Table, seat: int, count: int, into: int, source: int) -> None:
    """Take `count` cards off the deck, or the seat's stripe, and emit the event that puts them `into` the hand (CARD),
    the compost (DECK_COMPOST), the cards looked at (LOOK) or the shared area (SHARED_CARDS, SHARED_COMPOST). `source`
    is noted for the hand only."""
    cards = top_cards(table.state, seat, count)
    if into == CARD:
        table.emit(CardsDrawn(seat, count, cards, source))
    elif into == DECK_COMPOST:
        table.emit(DeckComposted(seat, count, cards))
    elif into == LOOK:
        table.emit(CardsLookedAt(seat, count, cards))
    elif into == SHARED_CARDS:
        table.emit(CardsShared(seat, mate_of(seat), count, cards))
    else:
        table.emit(DeckShared(seat, count, cards))
