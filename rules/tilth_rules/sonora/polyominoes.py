"""Shapes of one to five squares, as bits on a grid 16 wide.

Bit 16 * row + column is a cell. A sheet uses 15 columns at most, so that a shape shifted over the right edge always
covers the empty last column, and every place of a shape can be tried with one shift.
"""

from collections.abc import Iterable
from typing import Final

WIDTH: Final = 16
ROWS: Final = 16
COLUMNS: Final = 15
LARGEST: Final = 5

Cells = tuple[int, ...]
Squares = tuple[tuple[int, int], ...]


def mask(cells: Iterable[int]) -> int:
    """The cells as bits."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def around(bits: int) -> int:
    """The cells that share a side with these, and may be among them; those off the grid fall into the empty column."""
    return bits << 1 | bits >> 1 | bits << WIDTH | bits >> WIDTH


def cells_of(bits: int) -> Cells:
    """The cells of these bits, in order."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return tuple(found)


def is_connected(cells: Iterable[int]) -> bool:
    whole = mask(cells)
    reached = whole & -whole
    while (more := (reached | around(reached)) & whole) != reached:
        reached = more
    return reached == whole


def upright(picture: Iterable[str]) -> Cells:
    """A picture of `#` and `.` as it is drawn."""
    return tuple(
        WIDTH * r + c for r, line in enumerate(picture) for c, mark in enumerate(line) if mark == "#"
    )


def orientations(picture: Iterable[str]) -> tuple[Cells, ...]:
    """A picture of `#` and `.` turned and mirrored every way, each once, shifted into the top left corner."""
    squares = [(r, c) for r, line in enumerate(picture) for c, mark in enumerate(line) if mark == "#"]
    found = set()
    for _ in range(4):
        squares = [(c, -r) for r, c in squares]
        for turned in (squares, [(r, -c) for r, c in squares]):
            top, left = min(r for r, _ in turned), min(c for _, c in turned)
            found.add(tuple(sorted(WIDTH * (r - top) + c - left for r, c in turned)))
    return tuple(sorted(found))


def _all_fixed() -> tuple[Cells, ...]:
    """Every shape of up to five squares in every orientation, the smaller first."""
    found: list[Cells] = []
    grown: set[Squares] = {((0, 0),)}
    for _ in range(LARGEST):
        normal = {_shifted(squares) for squares in grown}
        found += sorted(normal)
        grown = {
            tuple(sorted({*squares, (r + dr, c + dc)}))
            for squares in grown
            for r, c in squares
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (r + dr, c + dc) not in squares
        }
        grown = {
            tuple(sorted((r - min(squares)[0], c - min(squares)[1]) for r, c in squares)) for squares in grown
        }
    return tuple(found)


def _shifted(squares: Squares) -> Cells:
    left = min(c for _, c in squares)
    return tuple(sorted(WIDTH * r + c - left for r, c in squares))


FIXED: Final = _all_fixed()
"""All 91 of them. The order is part of what options are numbered by, and never changes."""

NUMBER_OF: Final = {cells: number for number, cells in enumerate(FIXED)}


def number_of(shape: int, corner: int) -> int:
    """An option's number for a shape of FIXED with the top left of its box on a cell."""
    return shape << 8 | corner


def cells_numbered(option: int) -> Cells:
    """The cells that an option's number means, in order."""
    known = _NUMBERED.get(option)
    if known is None:
        corner = option & 255
        known = _NUMBERED[option] = tuple(cell + corner for cell in FIXED[option >> 8])
    return known


def shape_of(cells: Cells) -> int:
    """The number in FIXED of the shape that these cells are."""
    left = min(cell % WIDTH for cell in cells)
    top = WIDTH * (cells[0] // WIDTH)
    return NUMBER_OF[tuple(cell - top - left for cell in cells)]


_NUMBERED: dict[int, Cells] = {}
