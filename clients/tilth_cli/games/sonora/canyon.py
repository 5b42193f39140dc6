"""The canyon on a sheet: columns are small letters, rows numbers, as the texts of the game name its cells.

  a b c d e      · a free cell, a b c cacti, letters of bonuses
1   · a 3 3      3 a cell of a shape of yours, by its number
2 · S S 3        S the start, ▒ a shape of the bot's, ▫ a square of the bot's
3 ·°W°▒          ° may be drawn on now
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.text import Text

from tilth_cli.draw_context import DrawContext
from tilth_cli.games.sonora.names import BONUS, FAINT, bonus_letter, labels, section_style
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.sonora.v1 import (
    Bonus,
    BotDrawsShape,
    DrawShape,
    Player,
    Printed,
    Section,
    View,
)

STRIDE: Final = 16
"""A cell is 16 * row + column."""
NONE, START, FREE = "#", "S", "."
BONUS_CODES: Final[Mapping[str, int]] = {
    "R": Bonus.REFLICK,
    "W": Bonus.SWAP,
    "F": Bonus.FOX,
    "O": Bonus.OWL,
    "K": Bonus.RABBIT,
    "D": Bonus.DISCOVERY,
}
CACTI: Final = "abc"
WHITE: Final = "on grey19"
SHADES: Final = ("indian_red", "dark_goldenrod", "rosy_brown", "light_salmon3")
"""The colours of shapes, used in turn so that neighbouring shapes differ."""
BRAILLE_ROWS: Final = 4
DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def canyon(view: View, player: Player, context: DrawContext) -> list[Text]:
    """Return the lines of a player's canyon sheet: the grid, the cacti and, except in a low terminal, the points for
    cacti and the printed shapes. For the viewer, cells that an offered shape would cover are marked."""
    printed = view.printed or Printed()
    offered: set[int] = set()
    if player.seat == context.seat:
        offered = {*labels(context, DrawShape, "squares"), *labels(context, BotDrawsShape, "squares")}
    drawn = _drawn(player)
    columns = max(map(len, printed.canyon_rows), default=0)
    lines = [Text("   " + "".join(f"{chr(97 + at)} " for at in range(columns)), style=FAINT)]
    bot_squares = set(printed.canyon_bot_squares) if len(view.players) == 1 else set()
    for row, codes in enumerate(printed.canyon_rows):
        line = Text(f"{row + 1:>2} ", style=FAINT)
        for column, code in enumerate(codes):
            cell = STRIDE * row + column
            line.append(_cell(code, drawn.get(cell), cell in offered, cell in bot_squares))
        lines.append(line)
    return [*lines, _cacti(player), *([] if context.short else [_table(player, printed), _shapes(printed)])]


def _drawn(player: Player) -> dict[int, tuple[str, str]]:
    """Return the sign and the style of each covered cell, by cell: the number of the player's shape, or the bot's
    sign."""
    found = {}
    for at, shape in enumerate(player.shapes):
        style = f"bold black on {SHADES[at % len(SHADES)]}"
        found.update(dict.fromkeys(shape.squares, (str(shape.number), style)))
    for shape in player.bot_shapes:
        found.update(dict.fromkeys(shape.squares, ("▒", "grey70 on grey30")))
    return found


def _cell(code: str, covered: tuple[str, str] | None, offered: bool, bot_square: bool) -> Text:
    """Return the two characters of a canyon cell: the shape that covers it, or its print, with a mark if an offered
    shape would cover it."""
    if covered is not None:
        sign, style = covered
        return Text(f"{sign} ", style=style)
    if code == NONE:
        return Text("  ")
    mark = "°" if offered else " "
    ground = "on dark_cyan" if offered else WHITE
    if code == START:
        return Text("S ", style="bold black on grey70")
    if code in BONUS_CODES:
        sign, style = bonus_letter(BONUS_CODES[code]), BONUS
    elif code in CACTI:
        sign, style = code, "bold bright_green"
    else:
        sign, style = "·", FAINT
    if bot_square:
        sign, style = ("▫" if code == FREE else sign), f"{style} underline"
    return Text.assemble((sign, f"{style} {ground}"), (mark, f"bold {ground}"))


def _cacti(player: Player) -> Text:
    """Return a line with the player's number of cacti of each kind."""
    line = Text(f"{tr('sonora-cacti')} ", style=FAINT)
    for kind, count in zip(CACTI, player.cacti, strict=False):
        line.append(f"{kind} {count}  ", style="bold bright_green" if count else FAINT)
    return line


def _table(player: Player, printed: Printed) -> Text:
    """Return a line with the points for one, two ... cacti of a kind, and the points for each further one. The numbers
    that a kind has reached are bold."""
    line = Text()
    for count, points in enumerate(printed.cactus_rows, 1):
        reached = any(cacti >= count for cacti in player.cacti)
        line.append(f"{points} ", style="bold" if reached else FAINT)
    return line.append(f"+{printed.cactus_beyond}", style=FAINT)


def _shapes(printed: Printed) -> Text:
    """Return a line with each printed shape behind its number."""
    line = Text()
    for shape in printed.shapes:
        line.append(str(shape.number), style=f"bold {section_style(Section.CANYON)}")
        line.append(f" {picture(shape.squares)}  ")
    return line


def picture(squares: Sequence[int]) -> str:
    """Return a shape as a picture of braille dots, turned if it is higher than four dots; "" for a shape without
    squares."""
    places = [divmod(square, STRIDE) for square in squares]
    if not places:
        return ""
    top, left = min(row for row, _ in places), min(column for _, column in places)
    places = [(row - top, column - left) for row, column in places]
    if max(row for row, _ in places) >= BRAILLE_ROWS:
        places = [(column, row) for row, column in places]
    return _braille(places)


def _braille(places: Iterable[tuple[int, int]]) -> str:
    """Return braille characters with dots at these places."""
    columns: dict[int, int] = {}
    for row, column in places:
        columns[column // 2] = columns.get(column // 2, 0) | DOTS[row][column % 2]
    return "".join(chr(0x2800 + columns.get(at, 0)) for at in range(max(columns) + 1))
