"""The deck: drawing, composting unseen, and what happens when it runs dry."""

from typing import Final

from tilth_rules.earth.card_events import (
    CardsDrawn,
    CardsLookedAt,
    DeckComposted,
    DeckShuffled,
    PilesJoined,
    discarded,
)
from tilth_rules.earth.piles import cards_left, lane_of
from tilth_rules.earth.state import State, mate_of
from tilth_rules.earth.team_events import CardsShared, DeckShared
from tilth_rules.earth.words import CARD, DECK_COMPOST
from tilth_rules.kernel import Rest, Table

LOOK: Final = 8
"""Beside the goods CARD and DECK_COMPOST: cards to look at, of which one will be kept."""
SHARED_CARDS: Final = 9
SHARED_COMPOST: Final = 10
"""Teams: into the shared area."""


def draw(table: Table, seat: int, count: int, into: int, source: int) -> bool:
    """Take cards off the deck. Whether some are owed still: then the lane rests until the others are through."""
    state: State = table.state
    while count:
        now = min(cards_left(state, seat), count)
        if now:
            _take(table, seat, now, into, source)
            count -= now
        elif state.stripes:
            table.then(Owed(seat, count, into, source))
            return True
        elif not reshuffle(table):
            return False
    return False


def reshuffle(table: Table) -> bool:
    """If the deck runs out, the discards are shuffled to be the new one. No compost is mixed in. Without any discards
    nothing more can be drawn."""
    discards = discarded(table.state)
    if not discards:
        return False
    cards = table.draw("earth-deck").shuffled(discards)
    table.emit(DeckShuffled(len(cards), tuple(cards), again=True))
    return True


class Owed(Rest, tag=1):
    """The seat's part of the deck is dry while others still draw from theirs. What is left is one pile when all others
    are through or dry, too, and those who are owed cards take from it in turn order."""

    seat: int
    count: int
    into: int
    source: int

    def act(self, table: Table) -> None:
        if table.state.stripes:
            table.emit(PilesJoined())
        draw(table, self.seat, self.count, self.into, self.source)


def top(state: State, seat: int, count: int) -> tuple[int, ...]:
    """The cards that the seat would take next."""
    if not state.stripes:
        return tuple(state.deck[:count])
    lane = lane_of(state, seat)
    first = lane + state.stripes * state.taken[lane]
    return tuple(state.deck[first : first + state.stripes * count : state.stripes])


def _take(table: Table, seat: int, count: int, into: int, source: int) -> None:
    cards = top(table.state, seat, count)
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
