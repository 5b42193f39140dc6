"""The longest paths over the cards of a field: from card to card, none entered twice.

A field is at most 4 by 4, so cells are the bits of a 16-bit number. The search is exact. What keeps it short: it is
remembered how far one gets from a cell over the cells that can still be reached from it, and steps lead from one half
of the cells to the other (as on a chessboard), so that a path has at most one cell more of one half than of the other
and the search ends when it has found one that long.
"""

from functools import lru_cache
from typing import Final

SIDE: Final = 4
CELLS: Final = SIDE * SIDE

ORTHOGONAL: Final = 0
DIAGONAL: Final = 1


def _near(cell: int, steps: tuple[tuple[int, int], ...]) -> int:
    row, column = divmod(cell, SIDE)
    return sum(
        1 << SIDE * (row + down) + column + right
        for down, right in steps
        if 0 <= row + down < SIDE and 0 <= column + right < SIDE
    )


NEAR: Final = tuple(
    tuple(_near(cell, steps) for cell in range(CELLS))
    for steps in (((-1, 0), (0, -1), (0, 1), (1, 0)), ((-1, -1), (-1, 1), (1, -1), (1, 1)))
)
"""The cells a step away, by kind of step and cell."""
NOT_FIRST: Final = 0b1110_1110_1110_1110
NOT_LAST: Final = 0b0111_0111_0111_0111
"""Columns of cells, so that a step to the side doesn't end in another row."""
HALF: Final = (0b1010_0101_1010_0101, 0b0000_1111_0000_1111)
"""By kind of step, the cells that steps leave for the others."""


@lru_cache(maxsize=4096)
def longest(cells: int, steps: int) -> int:
    """How many cells the longest path over these cells has."""
    best = 0
    left = cells
    while left:
        first = (left & -left).bit_length() - 1
        island = _reached(first, left & ~(1 << first), steps) | 1 << first
        left &= ~island
        best = max(best, _longest_on(island, best, steps))
    return best


def _longest_on(island: int, best: int, steps: int) -> int:
    """The longest path over cells that hang together, or the best one so far, if that is no shorter."""
    halves = island & HALF[steps], island & ~HALF[steps]
    some, others = sorted(halves, key=int.bit_count, reverse=True)
    bound = _bound(island, steps)
    for cell in _bits(some):
        if best >= bound:
            return best
        best = max(best, 1 + _onward(cell, island & ~(1 << cell), steps))
    # What is left are paths with both ends in the smaller half: those with an end in the larger one are known.
    bound = 2 * others.bit_count() - 1
    for cell in _bits(others):
        if best >= bound:
            return best
        best = max(best, 1 + _onward(cell, island & ~(1 << cell), steps))
    return best


@lru_cache(maxsize=4096)
def longest_through(cells: int, cell: int, steps: int) -> int:
    """The same for paths that have this cell on them; none where the cell isn't one of these."""
    if not cells >> cell & 1:
        return 0
    island = _reached(cell, cells & ~(1 << cell), steps) | 1 << cell
    bound = _bound(island, steps)
    best = 0
    # One arm of the path is tried cell by cell, each time with the longest other arm over what it leaves.
    arms = [(cell, island & ~(1 << cell))]
    while arms and best < bound:
        end, free = arms.pop()
        arm = island & ~free
        other = _reached(cell, free, steps)
        if _bound(arm | other | _reached(end, free, steps), steps) <= best:
            continue
        best = max(best, arm.bit_count() + _onward(cell, other, steps))
        arms.extend((after, free & ~(1 << after)) for after in _bits(NEAR[steps][end] & free))
    return best


@lru_cache(maxsize=1 << 16)
def _onward(cell: int, free: int, steps: int) -> int:
    """How many cells a path can still take from here, where all the free ones can be reached."""
    bound = _room(cell, free, steps)
    best = 0
    for after in _bits(NEAR[steps][cell] & free):
        left = _reached(after, free & ~(1 << after), steps)
        if 1 + _room(after, left, steps) > best:
            best = max(best, 1 + _onward(after, left, steps))
            if best >= bound:
                break
    return best


def _room(cell: int, free: int, steps: int) -> int:
    """No path from here over these cells takes more of them: steps lead to the other half and back."""
    mine = HALF[steps] if HALF[steps] >> cell & 1 else ~HALF[steps]
    back = (free & mine).bit_count()
    return min(2 * back + 1, 2 * (free.bit_count() - back))


def _bound(cells: int, steps: int) -> int:
    """No path over these cells is longer."""
    one = (cells & HALF[steps]).bit_count()
    other = cells.bit_count() - one
    return 2 * min(one, other) + (one != other)


def _reached(cell: int, free: int, steps: int) -> int:
    """The free cells that can be reached from here."""
    reached, edge = 0, NEAR[steps][cell] & free
    while edge:
        reached |= edge
        right, left = edge << 1 & NOT_FIRST, edge >> 1 & NOT_LAST
        if steps == ORTHOGONAL:
            beyond = right | left | edge << SIDE | edge >> SIDE
        else:
            aside = right | left
            beyond = aside << SIDE | aside >> SIDE
        edge = beyond & free & ~reached
    return reached


def _bits(cells: int) -> list[int]:
    bits = []
    while cells:
        low = cells & -cells
        bits.append(low.bit_length() - 1)
        cells ^= low
    return bits
