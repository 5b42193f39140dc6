"""The longest paths over the cards of a field: from card to card, none entered twice.

A field is at most 4 by 4, so cells are the bits of a 16-bit number. The search is exact. Two things keep it
short. It remembers the longest path from a cell over the cells that can still be reached. And steps lead from
one half of the cells to the other (as on a chessboard), so a path has at most one cell more of one half than
of the other, and the search ends when it has found a path of that length.
"""

from functools import lru_cache
from typing import Final

SIDE: Final = 4
CELLS: Final = SIDE * SIDE

ORTHOGONAL: Final = 0
DIAGONAL: Final = 1


def _near(cell: int, steps: tuple[tuple[int, int], ...]) -> int:
    """Return, as bits, the cells that these steps (rows down, columns right) lead to from a cell."""
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
"""The cells of one half of the chessboard, by kind of step."""


@lru_cache(maxsize=4096)
def longest(cells: int, steps: int) -> int:
    """Return the number of cells on the longest path over these cells (bits of a 4 by 4 grid), none entered twice;
    `steps` is ORTHOGONAL or DIAGONAL, for all steps of the path."""
    best = 0
    left = cells
    while left:
        first = (left & -left).bit_length() - 1
        island = _reached(first, left & ~(1 << first), steps) | 1 << first
        left &= ~island
        best = max(best, _longest_on(island, best, steps))
    return best


def _longest_on(island: int, best: int, steps: int) -> int:
    """Return the length of the longest path within one group of connected cells (bits), or `best` if that is no
    shorter."""
    halves = island & HALF[steps], island & ~HALF[steps]
    some, others = sorted(halves, key=int.bit_count, reverse=True)
    bound = _bound(island, steps)
    for cell in _bits(some):
        if best >= bound:
            return best
        best = max(best, 1 + _onward(cell, island & ~(1 << cell), steps))
    # The paths left to try have both ends in the smaller half, because those with an end in the larger one
    # are tried.
    bound = 2 * others.bit_count() - 1
    for cell in _bits(others):
        if best >= bound:
            return best
        best = max(best, 1 + _onward(cell, island & ~(1 << cell), steps))
    return best


@lru_cache(maxsize=4096)
def longest_through(cells: int, cell: int, steps: int) -> int:
    """Return the length of the longest path that goes through this cell; 0 if the cell is not among `cells`."""
    if not cells >> cell & 1:
        return 0
    island = _reached(cell, cells & ~(1 << cell), steps) | 1 << cell
    bound = _bound(island, steps)
    best = 0
    # Grow one arm of the path cell by cell, each time with the longest other arm over the cells it leaves
    # free.
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
    """Return how many more cells the longest path from this cell can take. All free cells can be reached from it."""
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
    """Return an upper bound of the cells that a path from this cell can take: each step leads to the other half of the
    chessboard."""
    mine = HALF[steps] if HALF[steps] >> cell & 1 else ~HALF[steps]
    back = (free & mine).bit_count()
    return min(2 * back + 1, 2 * (free.bit_count() - back))


def _bound(cells: int, steps: int) -> int:
    """Return an upper bound of the length of a path over these cells, by their numbers on both halves of the
    chessboard."""
    one = (cells & HALF[steps]).bit_count()
    other = cells.bit_count() - one
    return 2 * min(one, other) + (one != other)


def _reached(cell: int, free: int, steps: int) -> int:
    """Return, as bits, the cells of `free` that can be reached from this cell by steps of one kind over free cells
    only; the cell itself is left out if it is not free."""
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
    """Return the numbers of the bits that are set."""
    bits = []
    while cells:
        low = cells & -cells
        bits.append(low.bit_length() - 1)
        cells ^= low
    return bits
