"""Shapes of one to five squares, as bits on a grid 16 wide.

Bit 16 * row + column is a cell. A sheet uses 15 columns at most, so a shape that is shifted over the right edge always
covers the empty last column, and one shift tries every place of a shape.
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
    """Return these cells as one number with a bit for each."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def around(bits: int) -> int:
    """Return, as bits, the cells that share a side with these. Some of these may be among them, and cells off the grid
    fall into the empty column."""
    return bits << 1 | bits >> 1 | bits << WIDTH | bits >> WIDTH


def cells_of(bits: int) -> Cells:
    """Return the cells that these bits stand for, in order."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return tuple(found)


def is_connected(cells: Iterable[int]) -> bool:
    """Return whether the cells (16 * row + column) form one piece, connected along their sides; no cells do."""
    whole = mask(cells)
    reached = whole & -whole
    while (more := (reached | around(reached)) & whole) != reached:
        reached = more
    return reached == whole


def upright(picture: Iterable[str]) -> Cells:
    """Return the cells (16 * row + column) of the `#` in a picture of `#` and `.`, neither turned, mirrored nor
    shifted."""
    return tuple(
        WIDTH * r + c for r, line in enumerate(picture) for c, mark in enumerate(line) if mark == "#"
    )


def orientations(picture: Iterable[str]) -> tuple[Cells, ...]:
    """Return the orientations of a picture of `#` and `.`, turned and mirrored, each once, shifted into the top left
    corner."""
    squares = [(r, c) for r, line in enumerate(picture) for c, mark in enumerate(line) if mark == "#"]
    found = set()
    for _ in range(4):
        squares = [(c, -r) for r, c in squares]
        for turned in (squares, [(r, -c) for r, c in squares]):
            top, left = min(r for r, _ in turned), min(c for _, c in turned)
            found.add(tuple(sorted(WIDTH * (r - top) + c - left for r, c in turned)))
    return tuple(sorted(found))


def _all_fixed() -> tuple[Cells, ...]:
    """Return every polyomino of one to five squares in every orientation, smaller ones first."""
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
        # The squares are sorted, so the first is the leftmost one at the top.
        grown = {tuple((r - squares[0][0], c - squares[0][1]) for r, c in squares) for squares in grown}
    return tuple(found)


def _shifted(squares: Squares) -> Cells:
    """Return the cells (16 * row + column) of these (row, column) squares in order, shifted sideways so that the
    leftmost is in column 0; rows stay."""
    left = min(c for _, c in squares)
    return tuple(sorted(WIDTH * r + c - left for r, c in squares))


FIXED: Final = _all_fixed()
"""The 91 shapes. The numbers of options depend on their order, so it never changes."""

NUMBER_OF: Final = {cells: number for number, cells in enumerate(FIXED)}


def shape_option(shape: int, corner: int) -> int:
    """Return the option that stands for a shape of FIXED with the top left of its box on cell `corner`."""
    return shape << 8 | corner


def cells_of_option(option: int) -> Cells:
    """Return the cells that the shape of an option covers, in order."""
    known = _NUMBERED.get(option)
    if known is None:
        corner = option & 255
        known = _NUMBERED[option] = tuple(cell + corner for cell in FIXED[option >> 8])
    return known


def shape_of(cells: Cells) -> int:
    """Return the number in FIXED of the shape that these cells, given in order, form anywhere on the grid; KeyError if
    they form none."""
    left = min(cell % WIDTH for cell in cells)
    top = WIDTH * (cells[0] // WIDTH)
    return NUMBER_OF[tuple(cell - top - left for cell in cells)]


_NUMBERED: dict[int, Cells] = {}
