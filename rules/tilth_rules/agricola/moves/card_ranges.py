"""Options for cards. The small numbers have room for 480 cards; later cards have numbers of their own, far above."""

from collections.abc import Callable
from typing import Final

from tilth_rules.common.option_numbers import Grid, Span
from tilth_rules.kernel import Move

FIRST_FAR_CARD: Final = 480
"""Cards from here on have their options in the far ranges."""
MAX_CARDS: Final = 4096


class CardSpan:
    """The numbers of options that stand for cards, one for each card."""

    __slots__ = ("_far", "first", "ranges")

    def __init__(self, near: int, far: int, meaning: Callable[[int], Move], *, holds: int) -> None:
        self.ranges: Final = (
            Span(near, 512, meaning, holds=FIRST_FAR_CARD),
            Span(far, MAX_CARDS, meaning, holds=holds),
        )
        self.first: Final = near
        self._far: Final = far

    def __contains__(self, option: int) -> bool:
        return any(option in one for one in self.ranges)

    def option(self, card: int) -> int:
        """Return the option for a card."""
        return (self.first if card < FIRST_FAR_CARD else self._far) + card

    def part(self, option: int) -> int:
        """Return the card that an option stands for."""
        return self.ranges[option in self.ranges[1]].part(option)


class CardGrid:
    """The numbers of options that stand for a card and one of its ways."""

    __slots__ = ("first", "ranges")

    def __init__(
        self, near: range, far: int, ways: int, meaning: Callable[[int, int], Move], *, holds: int
    ) -> None:
        self.ranges: Final = (
            Grid(near.start, len(near) // ways, ways, meaning, holds=(FIRST_FAR_CARD, 0)),
            Grid(far, MAX_CARDS, ways, meaning, holds=(holds, 0)),
        )
        self.first: Final = near.start

    def __contains__(self, option: int) -> bool:
        return any(option in one for one in self.ranges)

    def option(self, card: int, way: int = 0) -> int:
        """Return the option for a way of a card."""
        return self.ranges[card >= FIRST_FAR_CARD].option(card, way)

    def parts(self, option: int) -> tuple[int, int]:
        """Return the card and the way that an option stands for."""
        return self.ranges[option in self.ranges[1]].parts(option)
