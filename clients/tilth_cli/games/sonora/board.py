"""Sonora's board, to scale: zones, hole, bonus circles, raised corners, and the discs on it.

It lies still, the ruins always in the upper left, and the seats go round it: so a place that one player names is the
same place for all. Each corner shows whose it is in this round.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from tilth_cli.draw_context import DrawContext, seat_mark, seat_style
from tilth_cli.games.lines import LABEL
from tilth_cli.games.sonora.aim import Aim, aim_of
from tilth_cli.games.sonora.canvas import Canvas
from tilth_cli.games.sonora.names import (
    COLOURS,
    FAINT,
    SECTIONS,
    circle_letter,
    colour_of,
    disc_name,
    labels,
    section_name,
    section_style,
)
from tilth_dataclasses.tilth.games.sonora.v1 import (
    CountFor,
    Disc,
    Place,
    Printed,
    Section,
    SinkInto,
    SwapDiscs,
    View,
)

MIN_ROWS: Final = 13
"""The fewest rows of a board: with fewer a disc would be lower than a character."""
MAX_ROWS: Final = 44
CORNERS: Final = {
    Section.RUINS: (-1, 1),
    Section.CANYON: (1, 1),
    Section.MUD: (1, -1),
    Section.RIVER: (-1, -1),
}
"""The direction of a section's zone and corner from the middle, x and y."""
HOLE: Final = "grey3"
RAISED: Final = "grey27"
RIM: Final = "grey70"


@dataclass(frozen=True)
class Scale:
    """The scale that turns places on the board (y to the north) into places in a picture of `rows` rows (y
    downwards)."""

    half_side: int
    rows: int

    @property
    def columns(self) -> int:
        """The number of columns of the drawing."""
        return 2 * self.rows

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the column and row of a point of the board."""
        share = 2 * self.half_side
        return self.columns * (x + self.half_side) / share, self.rows * (self.half_side - y) / share

    def length(self, on_board: float) -> float:
        """Return a length on the board in characters from left to right."""
        return self.columns * on_board / (2 * self.half_side)


def board(view: View, context: DrawContext, rows: int) -> list[Text]:
    """Return the board in `rows` lines, at least MIN_ROWS and at most MAX_ROWS, each of twice as many characters. Empty
    if the view lacks the board's measures."""
    printed = view.printed
    if printed is None:
        return []
    scale = Scale(printed.half_side, max(MIN_ROWS, min(MAX_ROWS, rows)))
    canvas = Canvas(scale.columns, scale.rows)
    _ground(canvas, scale, printed)
    _lines(canvas, scale, printed)
    _corners(canvas, scale, view, context)
    aim = aim_of(view, context)
    aimed = next((disc for disc in view.discs if aim is not None and disc.disc == aim.disc), None)
    if aim is not None and aimed is not None:
        _aim_line(canvas, scale, printed, aim, colour_of(aimed.colour))
    swapped = labels(context, SwapDiscs, "disc", "other")
    lying = [disc for disc in view.discs if disc.where == Place.ON_BOARD]
    for disc in lying:
        canvas.disc(*scale.at(disc.x, disc.y), scale.length(printed.disc_radius), colour_of(disc.colour))
    if aim is not None and aimed is not None:
        canvas.disc(*scale.at(aim.x, aim.y), scale.length(printed.disc_radius), colour_of(aimed.colour))
    _names(canvas, context)
    for disc in lying:
        _name_disc(canvas, scale, disc, underlined=disc.disc in swapped or disc.left > 0)
    if aim is not None and aimed is not None:
        x, y = scale.at(aim.x, aim.y)
        canvas.write(x, int(y), disc_name(aimed), "bold black")
    return canvas.lines()


def _ground(canvas: Canvas, scale: Scale, printed: Printed) -> None:
    """Set the background of each character: the colour of its zone, or of a raised corner. The place under the
    character's middle decides."""
    for row in range(canvas.rows):
        for column in range(canvas.columns):
            x, y = _place(scale, column, row)
            canvas.ground(column, row, RAISED if abs(x) + abs(y) > printed.corner_cut else zone_colour(x, y))


def _place(scale: Scale, column: int, row: int) -> tuple[float, float]:
    """Return the place on the board under the middle of a character."""
    side = 2 * scale.half_side
    return (
        side * (column + 0.5) / scale.columns - scale.half_side,
        scale.half_side - side * (row + 0.5) / scale.rows,
    )


def zone_colour(x: float, y: float) -> str:
    """Return the background colour of the quarter of the board that a point lies in."""
    section = next(zone for zone, (east, north) in CORNERS.items() if east * x >= 0 and north * y >= 0)
    return SECTIONS[section][2]


def _lines(canvas: Canvas, scale: Scale, printed: Printed) -> None:
    """Draw the printed lines of the board: the borders of the zones, the hole, the rim with its cut corners, and the
    circles with their letters."""
    half, cut, near = printed.half_side, printed.corner_cut, printed.half_side - 1
    draw = _liner(canvas, scale)
    for x, y in ((0, near), (near, 0), (0, -near), (-near, 0)):
        draw(0, 0, x, y, FAINT, 2)
    canvas.pit(*scale.at(0, 0), scale.length(printed.hole_radius), HOLE)
    for east, north in CORNERS.values():
        draw(east * near, north * (cut - half), east * (cut - half), north * near, RIM, 1)
    for x, y, to_x, to_y in ((-near, near, near, near), (-near, -near, near, -near)):
        draw(x, y, to_x, to_y, RIM, 1)
        draw(y, x, to_y, to_x, RIM, 1)
    for section, x, y in zip(printed.circle_sections, printed.circle_xs, printed.circle_ys, strict=True):
        across, down = scale.at(x, y)
        canvas.ring(across, down, scale.length(printed.circle_radius), section_style(section))
        canvas.write(across, int(down), circle_letter(section), f"bold {section_style(section)}")


def _liner(canvas: Canvas, scale: Scale) -> Callable[[float, float, float, float, str, int], None]:
    """Return a function that draws a line between two places of the board, in the board's measures."""

    def draw(x: float, y: float, to_x: float, to_y: float, style: str, gap: int) -> None:
        canvas.line(*scale.at(x, y), *scale.at(to_x, to_y), style, gap)

    return draw


def _names(canvas: Canvas, context: DrawContext) -> None:
    """Write the names of the sections on the rim at their zones, with the labels of moves that would put a disc
    there."""
    picked = labels(context, CountFor, "section") | labels(context, SinkInto, "section")
    for section, (east, north) in CORNERS.items():
        row = 0 if north > 0 else canvas.rows - 1
        name = section_name(section)
        x = canvas.columns * (0.5 + 0.2 * east)
        room = canvas.columns // 4
        canvas.write(x, row, f" {name[:room]} ", section_style(section))
        if section in picked:
            below = row + (1 if north > 0 else -1)
            canvas.write(x, below, f"[{','.join(picked[section])}]", LABEL)


def _corners(canvas: Canvas, scale: Scale, view: View, context: DrawContext) -> None:
    """Write into each corner the mark of its seat and, unless there is only one player, the letter of the seat's
    colour."""
    legs = 2 * scale.half_side - (view.printed.corner_cut if view.printed else 0)
    for player in view.players:
        east, north = CORNERS.get(player.corner, (0, 0))
        if not east:
            continue
        into = scale.half_side - 0.3 * legs
        x, y = scale.at(east * into, north * into)
        letter = "" if len(view.players) == 1 else COLOURS[player.seat]
        canvas.write(x, int(y), f"{seat_mark(player.seat)}{letter}", seat_style(player.seat))


def _name_disc(canvas: Canvas, scale: Scale, disc: Disc, underlined: bool) -> None:
    """Write a disc's name at its place on the canvas."""
    x, y = scale.at(disc.x, disc.y)
    canvas.write(x, int(y), disc_name(disc), "bold underline black" if underlined else "bold black")


def _aim_line(canvas: Canvas, scale: Scale, printed: Printed, aim: Aim, colour: str) -> None:
    """Draw the straight line of the flick being aimed, and a ring where the disc would stop or meet an edge."""
    style = f"bold {colour}"
    canvas.line(*scale.at(aim.x, aim.y), *scale.at(aim.to_x, aim.to_y), style, gap=2)
    canvas.ring(*scale.at(aim.to_x, aim.to_y), scale.length(printed.disc_radius), style)
