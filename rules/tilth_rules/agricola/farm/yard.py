"""The farmyard: fifteen cells in three rows of five, and the thirty-eight edges between and around them.

Cells are numbered row by row (`row * 5 + column`), edges likewise: first the twenty that lie above and below cells
(`row * 5 + column`, rows 0 to 3), then the eighteen left and right of them (`20 + row * 6 + column`, columns 0 to 5).
Sets of cells and sets of edges are bit masks: bit `n` stands for the cell or edge of that number.
"""

from functools import lru_cache
from typing import Final

import msgspec

from tilth_rules.common.clone import Cloned

ROWS: Final = 3
COLUMNS: Final = 5
CELLS: Final = ROWS * COLUMNS
ACROSS: Final = 20
"""The number of edges above and below cells, and so the number of the first edge left or right of one."""
EDGES: Final = 38
FENCES: Final = 15
STABLES: Final = 4

EMPTY: Final = 0
ROOM: Final = 1
FIELD: Final = 2

NO_CROP: Final = 0
GRAIN: Final = 1
VEGETABLE: Final = 2

WOOD: Final = 0
CLAY: Final = 1
STONE: Final = 2

FIRST_ROOMS: Final = (5, 10)
ALL: Final = (1 << CELLS) - 1
_ROW: Final = (1 << COLUMNS) - 1
_TOP: Final = _ROW
_BOTTOM: Final = _ROW << COLUMNS * (ROWS - 1)
_LEFT: Final = 1 | 1 << COLUMNS | 1 << 2 * COLUMNS
_RIGHT: Final = _LEFT << COLUMNS - 1


def edges_of(cell: int) -> tuple[int, int, int, int]:
    """Return the numbers of the edges above, left of, right of and below a cell."""
    row, column = divmod(cell, COLUMNS)
    left = ACROSS + row * (COLUMNS + 1) + column
    return cell, left, left + 1, cell + COLUMNS


AROUND: Final = tuple(sum(1 << edge for edge in edges_of(cell)) for cell in range(CELLS))
"""The four edges of each cell."""


@lru_cache(maxsize=1 << 15)
def cells_of(mask: int) -> tuple[int, ...]:
    """Return the numbers of the cells in a mask."""
    return tuple(cell for cell in range(CELLS) if mask >> cell & 1)


@lru_cache(maxsize=1 << 15)
def beside(mask: int) -> int:
    """Return, as bits, the cells that share a side with one of these; some of these may be among them."""
    along = (mask & ~_RIGHT) << 1 | (mask & ~_LEFT) >> 1
    return (along | mask << COLUMNS | mask >> COLUMNS) & ALL


@lru_cache(maxsize=1 << 15)
def ring(mask: int) -> int:
    """Return, as bits, the edges around a set of cells. An edge between two of them belongs to both and so falls
    out."""
    edges = 0
    while mask:
        lowest = mask & -mask
        edges ^= AROUND[lowest.bit_length() - 1]
        mask ^= lowest
    return edges


@lru_cache(maxsize=1 << 14)
def pastures(fences: int) -> tuple[int, ...]:
    """Return the areas, as bits, that fences close on every side, by their first cells. The edge of the yard is no
    fence."""
    above, below = fences & ALL, fences >> COLUMNS & ALL
    upright = fences >> ACROSS
    left, right = _by_cell(upright), _by_cell(upright >> 1)
    open_cells = _TOP & ~above | _BOTTOM & ~below | _LEFT & ~left | _RIGHT & ~right
    walls = (~(right | _RIGHT), ~(left | _LEFT), ~below, ~above)
    rest = ALL & ~_flood(open_cells, walls)
    found = []
    while rest:
        area = _flood(rest & -rest, walls)
        found.append(area)
        rest &= ~area
    return tuple(found)


def _by_cell(upright: int) -> int:
    """Return upright edges, six a row, as one bit a cell: the last edge of each row is left out."""
    return upright & _ROW | (upright >> 1) & _ROW << COLUMNS | (upright >> 2) & _ROW << 2 * COLUMNS


def _flood(area: int, walls: tuple[int, int, int, int]) -> int:
    """Return all cells that can be reached from an area, where `walls` masks the steps right, left, down and up."""
    right, left, down, up = walls
    before = 0
    while area != before:
        before = area
        area |= (area & right) << 1 | (area & left) >> 1 | (area & down) << COLUMNS | (area & up) >> COLUMNS
        area &= ALL
    return area


@lru_cache(maxsize=1 << 14)
def fenced(fences: int) -> int:
    """Return, as bits, the cells of all pastures that these fences close."""
    return sum(pastures(fences))


class Yard(Cloned, gc=False):
    """A seat's farmyard. Results are computed on demand and cached by its masks."""

    rooms: int = sum(1 << cell for cell in FIRST_ROOMS)
    """The cells with a room."""
    fields: int = 0
    """The cells with a field."""
    crops: list[int] = msgspec.field(default_factory=lambda: [NO_CROP] * CELLS)
    stacks: list[int] = msgspec.field(default_factory=lambda: [0] * CELLS)
    """The crop that is left on each field."""
    stables: int = 0
    """The cells with a stable."""
    fences: int = 0
    """The edges with a fence."""
    house: int = WOOD

    def use(self, cell: int) -> int:
        """Return ROOM, FIELD or EMPTY for a cell. Stables and fences are no uses: both may stand on an empty cell."""
        return ROOM if self.rooms >> cell & 1 else FIELD if self.fields >> cell & 1 else EMPTY

    def bare(self) -> int:
        """Return the cells without room and field, with or without fences and stables."""
        return ALL & ~(self.rooms | self.fields)

    def unused(self) -> int:
        """Return the cells without room, field or stable, and outside of every pasture."""
        return ALL & ~(self.rooms | self.fields | self.stables | fenced(self.fences))

    def pastures(self) -> tuple[int, ...]:
        """Return the pastures that the fences enclose, each as a mask of cells."""
        return pastures(self.fences)

    def fenced_stables(self) -> int:
        """Return, as a mask of cells, the stables that stand in a pasture."""
        return self.stables & fenced(self.fences)

    def loose_stables(self) -> int:
        """Return, as a mask of cells, the stables that stand outside of every pasture."""
        return self.stables & ~fenced(self.fences)

    def room_cells(self) -> int:
        """Return the cells where one more room may be built: unused ones beside a room."""
        near = beside(self.rooms) & ~(self.rooms | self.fields | self.stables)
        return near & ~fenced(self.fences) if self.fences else near

    def field_cells(self) -> int:
        """Return the cells where one more field may be ploughed: unused ones, beside a field if there is one."""
        free = (beside(self.fields) if self.fields else ALL) & ~(self.rooms | self.fields | self.stables)
        return free & ~fenced(self.fences) if self.fences else free

    def stable_cells(self) -> int:
        """Return the cells where one more stable may be built: without room, field or stable, in a pasture or not."""
        if self.stables.bit_count() >= STABLES:
            return 0
        return ALL & ~(self.rooms | self.fields | self.stables)

    def fields_to_sow(self) -> int:
        """Return, as a mask of cells, the fields on which nothing grows."""
        stacks = self.stacks
        found = 0
        for cell in cells_of(self.fields):
            if not stacks[cell]:
                found |= 1 << cell
        return found

    def has_fields_to_sow(self) -> bool:
        """Return whether there is an empty field: there are more fields than stacks of crops."""
        return self.fields.bit_count() > CELLS - self.stacks.count(0)
