"""Dealing cards. The order of a face-down deck is chance nobody has looked at, so it is drawn when cards are."""

from collections.abc import Iterable
from typing import Final

from tilth_rules.kernel import Table
from tilth_rules.petrichor.card_events import CardsDealt, DeckReshuffled, PackDealt
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.words import WEATHERS

DEALT: Final = {1: 8, 2: 7, 3: 7, 4: 6}
"""Cards a seat is dealt each round, by number of seats."""

KEPT: Final = {2: (1, 2, 2), 3: (1, 2, 2), 4: (1, 2)}
"""In a draft: cards kept from each pack in turn, by number of seats; of the last pack all that is left."""


def deal(table: Table, shares: Iterable[int], dealt: type[CardsDealt] | type[PackDealt]) -> None:
    """Clockwise from the First Player, to each seat its share. When the deck runs out, the discards are shuffled into
    a new one, and dealing goes on."""
    state: State = table.state
    pile = _shuffled(table)
    for turn, share in enumerate(shares):
        seat = (state.first + turn) % state.seats
        drawn, pile = pile[:share], pile[share:]
        if drawn:
            table.emit(dealt(seat, len(drawn), tuple(sorted(drawn))))
        missing = share - len(drawn)
        if missing:
            table.emit(DeckReshuffled())
            pile = _shuffled(table)
            drawn, pile = pile[:missing], pile[missing:]
            table.emit(dealt(seat, missing, tuple(sorted(drawn))))


def _shuffled(table: Table) -> list[int]:
    state: State = table.state
    return table.draw("deal").shuffled([kind for kind in WEATHERS for _ in range(state.deck[kind])])
