"""A picture made of characters: filled shapes in quarters of a character, lines in eighths of one, words on top.

A character is twice as high as wide, so a quarter is half as wide as high, and an eighth (a braille dot) is square.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from math import hypot

from rich.style import Style
from rich.text import Text

QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Characters by the sum of their filled quarters: upper left 1, upper right 2, lower left 4, lower right 8."""
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
BRAILLE = 0x2800
HALF_OF_NINE = 4


@dataclass
class Cell:
    """One character of the canvas: its background (`ground`), the colours of its quarters (`fills`), a line of Braille
    dots with its colour (`dots` and `line`), and a written character with its style. Filled quarters hide lines, and
    written text hides both."""

    ground: str = ""
    fills: tuple[str, str, str, str] = ("", "", "", "")
    """The colour of each quarter: upper left, upper right, lower left, lower right."""
    dots: int = 0
    line: str = ""
    written: str = ""
    style: str = ""


class Canvas:
    """A picture of `rows` lines of `columns` characters. Places are given in characters from the upper left corner, as
    fractions."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self._cells = [[Cell() for _ in range(columns)] for _ in range(rows)]

    def cell(self, column: int, row: int) -> Cell | None:
        """Return the cell at a column and row, or None outside of the picture."""
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return self._cells[row][column] if inside else None

    def ground(self, column: int, row: int, colour: str) -> None:
        """Set the background colour of a cell."""
        self._cells[row][column].ground = colour

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        """Fill a circle and remove the text written there. The radius is in characters from left to right; a character
        is twice as high as wide."""
        for row in range(int(y - radius / 2) - 1, int(y + radius / 2) + 2):
            for column in range(int(x - radius) - 1, int(x + radius) + 2):
                cell = self.cell(column, row)
                if cell is None:
                    continue
                fills = list(cell.fills)
                before = cell.fills
                for at, (right, down) in enumerate(((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75))):
                    if _mostly_within(column + right - x, row + down - y, radius):
                        fills[at] = colour
                cell.fills = (fills[0], fills[1], fills[2], fills[3])
                if cell.fills != before:
                    cell.written = ""

    def pit(self, x: float, y: float, radius: float, colour: str) -> None:
        """Fill a circle with a background colour: lines drawn later stay visible on it, and lines drawn before are
        removed."""
        self.disc(x, y, radius, colour)
        for cell in (cell for row in self._cells for cell in row):
            if set(cell.fills) == {colour}:
                cell.fills, cell.ground, cell.dots = ("", "", "", ""), colour, 0

    def ring(self, x: float, y: float, radius: float, style: str) -> None:
        """Draw the outline of a circle."""
        for row, column, across, down in self._dots_around(x, y, radius + 1):
            if abs(hypot(across - x, 2 * (down - y)) - radius) <= 0.26:
                self._dot(column, row, style, across, down)

    def line(self, x: float, y: float, to_x: float, to_y: float, style: str, gap: int = 1) -> None:
        """Draw a straight line, with a dot in every `gap`-th of its places."""
        steps = max(1, round(2 * max(abs(to_x - x), 2 * abs(to_y - y))))
        for step in range(0, steps + 1, gap):
            across, down = x + (to_x - x) * step / steps, y + (to_y - y) * step / steps
            self._dot(int(across), int(down), style, across, down)

    def write(self, x: float, y: int, text: str, style: str) -> None:
        """Write words in a row, centred on x. Words that don't fit into the picture are moved into it."""
        start = max(0, min(round(x - len(text) / 2), self.columns - len(text)))
        for at, character in enumerate(text):
            cell = self.cell(start + at, y)
            if cell is not None:
                cell.written, cell.style = character, style

    def filled(self, column: int, row: int) -> bool:
        """Return whether a part of the cell is filled with a colour; False outside of the canvas."""
        cell = self.cell(column, row)
        return cell is not None and any(cell.fills)

    def lines(self) -> list[Text]:
        """Return the picture as lines of text."""
        return [_line(row) for row in self._cells]

    def _dots_around(self, x: float, y: float, reach: float) -> Iterator[tuple[int, int, float, float]]:
        """Yield each dot of the cells near a place: its cell's row and column, and its middle across and down. A cell
        has two by four dots."""
        for row in range(int(y - reach / 2) - 1, int(y + reach / 2) + 2):
            for column in range(int(x - reach) - 1, int(x + reach) + 2):
                for down in range(4):
                    for across in range(2):
                        yield row, column, column + (across + 0.5) / 2, row + (down + 0.5) / 4

    def _dot(self, column: int, row: int, style: str, across: float, down: float) -> None:
        """Set the dot at a place of a cell, and the colour of the cell's dots."""
        cell = self.cell(column, row)
        if cell is not None:
            cell.dots |= DOTS[int(4 * (down % 1))][int(2 * (across % 1))]
            cell.line = style


def _mostly_within(x: float, y: float, radius: float) -> bool:
    """Return whether the larger part of the quarter around x, y is within the circle, which is centred on 0, 0."""
    spots = ((x + across / 6, 2 * y + down / 3) for across in (-1, 0, 1) for down in (-1, 0, 1))
    return sum(hypot(*spot) <= radius for spot in spots) > HALF_OF_NINE


def _drawn(cell: Cell) -> tuple[str, str, str, str]:
    """Return the character that shows a cell, its style, its colour and the colour behind it. A character shows at most
    two fills, so the most frequent one and another are chosen."""
    colours = [colour for colour in cell.fills if colour]
    if cell.written:
        return cell.written, cell.style, "", max(colours, key=colours.count) if colours else cell.ground
    if colours:
        front = max(colours, key=colours.count)
        shown = sum(1 << at for at, colour in enumerate(cell.fills) if colour == front)
        behind = next((colour for colour in colours if colour != front), cell.ground)
        return QUARTERS[shown], "", front, behind
    if cell.dots:
        return chr(BRAILLE + cell.dots), cell.line, "", cell.ground
    return " ", "", "", cell.ground


def _line(cells: Sequence[Cell]) -> Text:
    """Return a row of cells as text; neighbouring cells of the same style and colours become one piece of text."""
    line = Text()
    for style, run in groupby(map(_drawn, cells), key=lambda drawn: drawn[1:]):
        line.append("".join(character for character, *_ in run), style=_style(*style))
    return line


@cache
def _style(style: str, colour: str, behind: str) -> Style:
    """Return a style with a colour and a background; an empty text leaves it unset."""
    return Style.parse(style) + Style(color=colour or None, bgcolor=behind or None)
