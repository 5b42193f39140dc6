"""The cards that pay for each action: one fixed table, and the answers by hand."""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

from tilth_rules.petrichor.codes import WEATHERS


def _as_one_card(action: int) -> list[tuple[int, ...]]:
    """Return the ways to pay for a first action: one card of its kind, or any two other cards."""
    others = [kind for kind in WEATHERS if kind != action]
    return [(action,), *combinations_with_replacement(others, 2)]


def _as_two_cards(action: int) -> list[tuple[int, ...]]:
    """Return the ways to pay for a second action: two cards of its kind, one of it and two others, or any four
    others."""
    others = [kind for kind in WEATHERS if kind != action]
    one_and_pair = [(action, *pair) for pair in combinations_with_replacement(others, 2)]
    return [(action, action), *one_and_pair, *combinations_with_replacement(others, 4)]


PAYMENTS: Final[tuple[tuple[int, ...], ...]] = tuple(
    cards for action in WEATHERS for cards in (*_as_one_card(action), *_as_two_cards(action))
)
"""The ways to pay for one action of a turn: seven for the first action and twenty-two for the second, Frost before
Sun."""

_FIRST: Final = 7
_EACH: Final = len(PAYMENTS) // 4
_NEEDS: Final = tuple(
    (number, *(cards.count(kind) for kind in WEATHERS)) for number, cards in enumerate(PAYMENTS)
)
"""Per payment its number, and the number of cards of each kind."""


@lru_cache(maxsize=1 << 14)
def payments(action: int, second: bool, hand: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers (in PAYMENTS) of the payments that a hand can make for a first or second action. `hand` counts
    the cards by kind."""
    start = (action - 1) * _EACH
    needs = _NEEDS[start + _FIRST : start + _EACH] if second else _NEEDS[start : start + _FIRST]
    frosts, suns, winds, rains = hand
    return tuple(
        [
            number
            for number, frost, sun, wind, rain in needs
            if frost <= frosts and sun <= suns and wind <= winds and rain <= rains
        ]
    )


@lru_cache(maxsize=1 << 12)
def playable(second: bool, hand: tuple[int, ...]) -> tuple[int, ...]:
    """Return the actions that a hand can pay for, as a first or second action of a turn."""
    return tuple(action for action in WEATHERS if payments(action, second, hand))
