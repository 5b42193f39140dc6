"""The numbers of options, and the moves they stand for.

One line declares both: `ROOM = Span(128, 16, BuildRoom)` gives the option of place 3 (`ROOM.option(3)` is 131), the
place of an option (`ROOM.part(131)`), and its move. `OptionNumbers` joins the ranges of one decision or of a whole game
and refuses ranges that overlap. If a game may get more of the things that a range is for, `holds` is their
present number; a range that is too small is refused when the module is imported.
"""

from bisect import bisect_right
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from tilth_rules.kernel import Move


class OptionRange:
    """A range of option numbers: `size` numbers, from `first` on."""

    __slots__ = ("first", "size")

    def __init__(self, first: int, size: int) -> None:
        self.first: Final = first
        self.size: Final = size

    def __contains__(self, option: int) -> bool:
        return 0 <= option - self.first < self.size

    def move(self, option: int) -> Move:
        """Return the move that an option of the range stands for."""
        raise NotImplementedError


class Single(OptionRange):
    """One option, which always stands for the same move."""

    __slots__ = ("_meaning", "number")

    def __init__(self, number: int, meaning: Move) -> None:
        super().__init__(number, 1)
        self.number: Final = number
        self._meaning: Final = meaning

    def move(self, option: int) -> Move:
        return self._meaning


class Span(OptionRange):
    """Options for numbered things: the option for a thing is `base` + its number, from `low` to `size` - 1."""

    __slots__ = ("_meaning", "base", "option", "part")

    option: Callable[[int], int]
    """Returns the option for a thing. It is called for every option that is offered, so it is only an addition."""
    part: Callable[[int], int]
    """Returns the thing of an option."""

    def __init__(
        self, base: int, size: int, meaning: Callable[[int], Move], *, low: int = 0, holds: int = 0
    ) -> None:
        super().__init__(base + low, size - low)
        self.base: Final = base
        self.option = base.__add__
        self.part = (-base).__add__
        self._meaning: Final = meaning
        _check_capacity(base, size, holds)

    def move(self, option: int) -> Move:
        return self._meaning(option - self.base)


class Grid(OptionRange):
    """Options for pairs of numbers: the option for (one, other) is `first` + `columns` * one + other."""

    __slots__ = ("_meaning", "columns")

    def __init__(
        self,
        first: int,
        rows: int,
        columns: int,
        meaning: Callable[[int, int], Move],
        *,
        holds: tuple[int, int] = (0, 0),
    ) -> None:
        super().__init__(first, rows * columns)
        self.columns: Final = columns
        self._meaning: Final = meaning
        _check_capacity(first, rows, holds[0])
        _check_capacity(first, columns, holds[1])

    def option(self, one: int, other: int) -> int:
        """Return the option for a pair of numbers."""
        return self.first + self.columns * one + other

    def parts(self, option: int) -> tuple[int, int]:
        """Return the pair of numbers that an option stands for."""
        return divmod(option - self.first, self.columns)

    def move(self, option: int) -> Move:
        return self._meaning(*divmod(option - self.first, self.columns))


class Cells(OptionRange):
    """Options for sets of cells: the option for a set is `first` + a bit for each of its cells."""

    __slots__ = ("_meaning", "cells")

    def __init__(self, first: int, cells: int, meaning: Callable[[tuple[int, ...]], Move]) -> None:
        super().__init__(first, 1 << cells)
        self.cells: Final = cells
        self._meaning: Final = meaning

    def option(self, mask: int) -> int:
        """Return the option for a set of cells, given as bits."""
        return self.first + mask

    def mask(self, option: int) -> int:
        """Return the set of cells that an option stands for, as bits."""
        return option - self.first

    def move(self, option: int) -> Move:
        mask = option - self.first
        return self._meaning(tuple(cell for cell in range(self.cells) if mask >> cell & 1))


class OptionNumbers:
    """The ranges of options of a decision or of a game. Ranges that overlap are refused."""

    __slots__ = ("_firsts", "_ranges")

    def __init__(self, *ranges: OptionRange) -> None:
        ordered = sorted(ranges, key=lambda one: one.first)
        for one, after in pairwise(ordered):
            if one.first + one.size > after.first:
                raise ValueError(f"the options from {one.first} on overlap those from {after.first} on")
        self._ranges: Final = tuple(ordered)
        self._firsts: Final = [one.first for one in ordered]

    def move(self, option: int) -> Move:
        """Return the move that an option stands for. Raises ValueError for a number in no range."""
        at = bisect_right(self._firsts, option) - 1
        if at < 0 or option not in self._ranges[at]:
            raise ValueError(f"no option has the number {option}")
        return self._ranges[at].move(option)


def _check_capacity(first: int, size: int, holds: int) -> None:
    """Raise ValueError if a range is too small for the things there are."""
    if holds > size:
        raise ValueError(f"the options from {first} on have room for {size} things, but there are {holds}")
