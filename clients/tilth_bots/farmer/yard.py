"""The geometry of a farmyard: its cells and edges by the schema's numbers, pastures, and the animals that they hold.

Sets of cells and of edges are bit masks: bit `n` stands for the cell or the edge of that number.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

COLUMNS: Final = 5
CELLS: Final = 15
ACROSS: Final = 20
"""Number of edges above and below cells, which is also the number of the first edge left or right of a cell."""
FENCES: Final = 15
STABLES: Final = 4

ROOM_CELLS: Final = (5, 10, 0, 11, 6, 1, 12)
FIELD_CELLS: Final = (2, 7, 12, 1, 6, 11, 0)
STABLE_CELLS: Final = (4, 9, 14, 13, 8, 3)
"""Cells for rooms, fields and stables in the order in which the bot uses them: rooms to the left, fields in the
middle, animals to the right."""


def mask(cells: Iterable[int]) -> int:
    """Return the bit mask of some cells or edges, given by their numbers without repetition."""
    return sum(1 << cell for cell in cells)


def edges_of(cell: int) -> tuple[int, int, int, int]:
    """Return the numbers of the edges above, left of, right of and below the cell of this number."""
    row, column = divmod(cell, COLUMNS)
    left = ACROSS + row * (COLUMNS + 1) + column
    return cell, left, left + 1, cell + COLUMNS


AROUND: Final = tuple(mask(edges_of(cell)) for cell in range(CELLS))
STEPS: Final = (-COLUMNS, -1, 1, COLUMNS)
"""Steps from a cell's number to its neighbour over each of the four edges, in the order of `edges_of`."""
STRIP_MASKS: Final = (mask((3, 4)), mask((8, 9)), mask((13, 14)))
"""Cells of the pastures that the bot fences in, in this order."""


def bits(cells: int) -> list[int]:
    """Return the numbers of the cells in a bit mask, in rising order."""
    return [at for at in range(cells.bit_length()) if cells >> at & 1]


@lru_cache(maxsize=1 << 12)
def ring(cells: int) -> int:
    """Return, as a bit mask, the edges around a set of cells (a bit mask), without the edges between two of them."""
    edges = 0
    for cell in bits(cells):
        edges ^= AROUND[cell]
    return edges


@lru_cache(maxsize=1 << 12)
def pastures(fences: int) -> tuple[int, ...]:
    """Return the areas that fences (a bit mask of edges) close on every side, each as a bit mask of cells. The edge of
    the yard is no fence."""
    found, seen = [], 0
    for cell in range(CELLS):
        if not seen >> cell & 1:
            area, closed = _area(cell, fences)
            seen |= area
            if closed:
                found.append(area)
    return tuple(found)


def _area(start: int, fences: int) -> tuple[int, bool]:
    """Return the cells that can be reached from the cell of number `start` without crossing a fence, as a bit mask, and
    whether fences close them on every side. `fences` is a bit mask of edges. The edge of the yard is no fence."""
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
    """Return the number of animals of one kind that each pasture holds, the largest number first, and the number of
    single places: one in the house, and one in each stable outside of pastures. `fences` is a bit mask of edges,
    `stables` one of cells. A pasture holds two animals per cell, doubled for each stable in it."""
    areas = pastures(fences)
    held = [2 * area.bit_count() << (area & stables).bit_count() for area in areas]
    return tuple(sorted(held, reverse=True)), 1 + (stables & ~sum(areas)).bit_count()


@lru_cache(maxsize=1 << 15)
def fits(held: tuple[int, ...], singles: int, animals: tuple[int, int, int]) -> bool:
    """Return whether all animals find a place. `held` is the number that each pasture holds of one kind, `singles` the
    number of places for one animal of any kind, `animals` the number of sheep, boars and cattle."""
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
    """Return the ways to build fences with this number of wood, as pairs: the fences afterwards, and the wood that they
    cost.

    The first ways enclose one, two and three further strips of STRIP_MASKS, or of a strip only its first free cell if
    that is all the wood or the fences are enough for. The others cut a strip in two, in the present fences or after one
    of these ways. `fences` is a bit mask of edges, `taken` one of the cells with rooms and fields.
    """
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
    """Return, as a bit mask, the edge that cuts the first strip that is a pasture by itself into two; 0 if no strip is.
    `fences` is a bit mask of edges."""
    for strip in STRIP_MASKS:
        if strip in pastures(fences):
            return ring(strip & -strip) & ring(strip & strip - 1)
    return 0
