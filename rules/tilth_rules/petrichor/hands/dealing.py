"""Dealing cards. Nobody has seen the order of a face-down deck, so it is drawn when cards are dealt."""

from collections.abc import Iterable
from typing import Final

from tilth_rules.common.piles import draw, listed
from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Table
from tilth_rules.petrichor.codes import WEATHERS
from tilth_rules.petrichor.events.cards import CardsDealt, DeckReshuffled, PackDealt
from tilth_rules.petrichor.state import State

DEALT: Final = {1: 8, 2: 7, 3: 7, 4: 6}
"""The number of cards that a seat is dealt each round, by number of seats."""

KEPT: Final = {2: (1, 2, 2), 3: (1, 2, 2), 4: (1, 2)}
"""In a draft: the number of cards kept from each pack in turn, by number of seats. Of the last pack a seat keeps all
cards that are left."""


def deal(table: Table, shares: Iterable[int], dealt: type[CardsDealt] | type[PackDealt]) -> None:
    """Deal each seat its number of cards, clockwise from the First Player, as hand cards or draft packs (`dealt`). If
    the deck runs out, the discards are shuffled into a new one, and dealing continues."""
    state: State = table.state
    pile = _shuffled(table)

    def renew() -> bool:
        table.emit(DeckReshuffled())
        pile[:] = _shuffled(table)
        return bool(pile)

    for seat, share in zip(clockwise(state.seats, state.first), shares, strict=False):

        def take(count: int, seat: int = seat) -> int:
            drawn, pile[:] = pile[:count], pile[count:]
            if drawn:
                table.emit(dealt(seat, len(drawn), tuple(sorted(drawn))))
            return len(drawn)

        draw(share, take, renew)


def _shuffled(table: Table) -> list[int]:
    """Return the cards of the deck in a random order."""
    return table.draw("deal").shuffled(list(listed(table.state.deck, WEATHERS)))
