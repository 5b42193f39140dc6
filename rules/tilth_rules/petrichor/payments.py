"""What cards can pay for what action: one fixed table, and its answers by hand."""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

from tilth_rules.petrichor.words import WEATHERS


def _as_one_card(action: int) -> list[tuple[int, ...]]:
    """The card itself, or any two other cards."""
    others = [kind for kind in WEATHERS if kind != action]
    return [(action,), *combinations_with_replacement(others, 2)]


def _as_two_cards(action: int) -> list[tuple[int, ...]]:
    """Two of the card; one and two others; any four others."""
    others = [kind for kind in WEATHERS if kind != action]
    one_and_pair = [(action, *pair) for pair in combinations_with_replacement(others, 2)]
    return [(action, action), *one_and_pair, *combinations_with_replacement(others, 4)]


PAYMENTS: Final[tuple[tuple[int, ...], ...]] = tuple(
    cards for action in WEATHERS for cards in (*_as_one_card(action), *_as_two_cards(action))
)
"""Every way to pay for one action of a turn: seven for the first, twenty-two for the second, Frost before Sun."""

_FIRST: Final = 7
_EACH: Final = len(PAYMENTS) // 4


@lru_cache(maxsize=1 << 14)
def payments(action: int, second: bool, hand: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of the payments that a hand, counted by kind, can make."""
    start = (action - 1) * _EACH
    numbers = range(start + _FIRST, start + _EACH) if second else range(start, start + _FIRST)
    return tuple(
        number
        for number in numbers
        if all(PAYMENTS[number].count(kind) <= hand[kind - 1] for kind in WEATHERS)
    )


@lru_cache(maxsize=1 << 12)
def playable(second: bool, hand: tuple[int, ...]) -> tuple[int, ...]:
    """The actions that a hand can pay for."""
    return tuple(action for action in WEATHERS if payments(action, second, hand))
