"""The ground of a farmyard: its cells and edges by the schema's numbers, pastures, and how many animals they hold.

Sets of cells and of edges are bit masks: bit `n` stands for the cell or the edge of that number.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

COLUMNS: Final = 5
CELLS: Final = 15
ACROSS: Final = 20
"""How many edges lie above and below cells: the number of the first edge left or right of one."""
FENCES: Final = 15
STABLES: Final = 4

ROOM_CELLS: Final = (5, 10, 0, 11, 6, 1, 12)
FIELD_CELLS: Final = (2, 7, 12, 1, 6, 11, 0)
STABLE_CELLS: Final = (4, 9, 14, 13, 8, 3)
"""Where rooms, fields and stables go, the first places first: rooms to the left, fields in the middle, animals to the
right."""


def mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def edges_of(cell: int) -> tuple[int, int, int, int]:
    """The edges above, left of, right of and below a cell."""
    row, column = divmod(cell, COLUMNS)
    left = ACROSS + row * (COLUMNS + 1) + column
    return cell, left, left + 1, cell + COLUMNS


AROUND: Final = tuple(mask(edges_of(cell)) for cell in range(CELLS))
STEPS: Final = (-COLUMNS, -1, 1, COLUMNS)
"""To the next cell over each of the four edges."""
STRIP_MASKS: Final = (mask((3, 4)), mask((8, 9)), mask((13, 14)))
"""What is fenced in, one pasture after the other."""


def bits(cells: int) -> list[int]:
    return [at for at in range(cells.bit_length()) if cells >> at & 1]


@lru_cache(maxsize=1 << 12)
def ring(cells: int) -> int:
    """The edges around a set of cells; those between two of them fall out."""
    edges = 0
    for cell in bits(cells):
        edges ^= AROUND[cell]
    return edges


@lru_cache(maxsize=1 << 12)
def pastures(fences: int) -> tuple[int, ...]:
    """The areas that fences close on every side."""
    found, seen = [], 0
    for cell in range(CELLS):
        if not seen >> cell & 1:
            area, closed = _area(cell, fences)
            seen |= area
            if closed:
                found.append(area)
    return tuple(found)


def _area(start: int, fences: int) -> tuple[int, bool]:
    """All that can be reached from a cell, and whether it is closed: the edge of the yard is no fence."""
    area, closed, waiting = 1 << start, True, [start]
    while waiting:
        cell = waiting.pop()
        row, column = divmod(cell, COLUMNS)
        outside = (row == 0, column == 0, column == COLUMNS - 1, row == CELLS // COLUMNS - 1)
        for edge, step, out in zip(edges_of(cell), STEPS, outside, strict=True):
            if fences >> edge & 1:
                continue
            if out:
                closed = False
            elif not area >> cell + step & 1:
                area |= 1 << cell + step
                waiting.append(cell + step)
    return area, closed


@lru_cache(maxsize=1 << 12)
def stalls(fences: int, stables: int) -> tuple[tuple[int, ...], int]:
    """How many animals of one kind each pasture holds, and how many find a place by themselves: one in the house, and
    one in each stable outside."""
    areas = pastures(fences)
    held = [2 * area.bit_count() << (area & stables).bit_count() for area in areas]
    return tuple(sorted(held, reverse=True)), 1 + (stables & ~sum(areas)).bit_count()


@lru_cache(maxsize=1 << 15)
def fits(held: tuple[int, ...], singles: int, animals: tuple[int, int, int]) -> bool:
    """Whether all these animals find a place, each pasture with one kind of them."""
    if sum(animals) <= singles:
        return True
    if not held:
        return False
    sheep, boar, cattle = animals
    most, rest = held[0], held[1:]
    return (
        (sheep > 0 and fits(rest, singles, (max(0, sheep - most), boar, cattle)))
        or (boar > 0 and fits(rest, singles, (sheep, max(0, boar - most), cattle)))
        or (cattle > 0 and fits(rest, singles, (sheep, boar, max(0, cattle - most))))
    )


@lru_cache(maxsize=1 << 10)
def fencings(fences: int, taken: int, wood: int) -> tuple[tuple[int, int], ...]:
    """What could be fenced with so much wood, a strip more each time, and with one strip cut in two: (the fences then,
    the wood that they cost). Taken are the cells with rooms and fields."""
    found = []
    now = fences
    for strip in STRIP_MASKS:
        bare = strip & ~taken & ~sum(pastures(now))
        for area in (bare, bare & -bare):
            after = now | ring(area)
            cost = (after & ~fences).bit_count()
            if area and cost <= wood and after.bit_count() <= FENCES:
                found.append((after, cost))
                now = after
                break
    for base in (fences, *(after for after, _ in found)):
        after = base | _cut(base)
        cost = (after & ~fences).bit_count()
        if after != base and cost <= wood and after.bit_count() <= FENCES:
            found.append((after, cost))
    return tuple(found)


def _cut(fences: int) -> int:
    """The fence that makes two pastures of a strip."""
    for strip in STRIP_MASKS:
        if strip in pastures(fences):
            return ring(strip & -strip) & ring(strip & strip - 1)
    return 0
