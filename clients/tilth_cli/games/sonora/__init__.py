"""Sonora's table: the board while discs are flicked, sheets while they are marked, both where there is room.

The pages that a person turns: all that fits, the board alone, then everybody's sheet, one's own first.
"""

from typing import Final

from betterproto2 import Message
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tilth_cli.draw_context import DrawContext
from tilth_cli.games.base import GameDrawing
from tilth_cli.games.sonora.aim import DIALS
from tilth_cli.games.sonora.board import MAX_ROWS, MIN_ROWS, board
from tilth_cli.games.sonora.canyon import picture
from tilth_cli.games.sonora.names import FAINT
from tilth_cli.games.sonora.players import discs, players
from tilth_cli.games.sonora.sheets import sheet
from tilth_cli.games.sonora.slide import animation
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.sonora.v1 import (
    BotDrawsShape,
    BotLaysPath,
    BotTakes,
    ChooseColour,
    CountFor,
    DrawShape,
    Phase,
    Player,
    SwapDiscs,
    View,
)

PHASES: Final = {
    Phase.SET_UP: "set_up",
    Phase.FLICKING: "flicking",
    Phase.MARKING: "marking",
    Phase.OVER: "over",
}
ON_THE_BOARD: Final = (SwapDiscs, CountFor, BotTakes, ChooseColour)
"""Moves of the marking phase for which the board is shown."""
ROWS_WORTH_IT: Final = 3
"""The number of lines by which a board must be larger to be preferred to words beside it."""
MIN_BESIDE: Final = 18
"""The fewest lines of a board that is worth its place beside a sheet."""
WITHOUT_END: Final = 1000
"""A number of lines that is enough for everything."""
BESIDE: Final = 50
"""The width that the players' lines need beside the board."""
PANEL: Final = 2
"""The width between the board and the text beside it."""


def draw(view: Message, context: DrawContext) -> RenderableType:
    """Draw the status line and one page: page 0 shows board or sheet as the phase and the question need, page 1 the
    board alone, and each further page a player's sheet."""
    assert isinstance(view, View)
    pages = 2 + len(view.players)
    page = context.page % pages
    room = context.room - 1
    if page == 1:
        shown: RenderableType = Group(*board(view, context, min(room, context.width // 2)))
    elif page > 1:
        shown = Group(*sheet(view, _player(view, context, page - 2), context, context.width, room))
    elif _wants_board(view, context):
        shown = _with_board(view, context, room)
    else:
        shown = _with_sheet(view, context, room)
    return Group(_status(view, context, page, pages), shown)


def _wants_board(view: View, context: DrawContext) -> bool:
    """Return whether the first page shows the board rather than a sheet: before the marking phase, or if an offered
    move is about discs on the board."""
    marking = view.phase in (Phase.MARKING, Phase.OVER)
    return not marking or any(isinstance(move, ON_THE_BOARD) for move in context.moves.values())


def _player(view: View, context: DrawContext, after: int) -> Player:
    """Return the player whose sheet comes `after` others: the viewer's (or the first player's) is the first, then
    around the table."""
    first = context.seat if context.seat is not None else 0
    return view.players[(first + after) % len(view.players)]


def _status(view: View, context: DrawContext, page: int, pages: int) -> Text:
    """Return the line on top: round, phase and page."""
    text = Text()
    if view.round:
        text.append(f"{tr('sonora-round', round=view.round, rounds=view.rounds)}  ", style="bold")
    text.append(tr(f"sonora-phase-{PHASES.get(view.phase, 'set_up')}"))
    text.append(f"   {tr('sonora-page', page=page + 1, pages=pages)}", style=FAINT)
    text.truncate(context.width, overflow="ellipsis")
    return text


def _with_board(view: View, context: DrawContext, room: int) -> RenderableType:
    """Draw the board with the players' lines and the discs beside it, and the viewer's sheet if it fits below them. In
    a narrow terminal they are below the board, without the sheet."""
    beside = min(room, MAX_ROWS, (context.width - PANEL - BESIDE) // 2)
    lines = _lines(view, context)
    below = min(MAX_ROWS, room - lines, context.width // 2)
    if beside < MIN_ROWS or below > beside + ROWS_WORTH_IT:
        return Group(
            *board(view, context, below), players(view, context, context.width), *discs(view, context)
        )
    drawn = board(view, context, beside)
    left = len(drawn) * 2 + PANEL
    width = context.width - left
    rest = max(room, len(drawn)) - lines - _wrapped(view, context, width)
    panel: list[RenderableType] = [players(view, context, width), *discs(view, context), Text("")]
    own = sheet(view, _player(view, context, 0), context, width, rest)
    if len(own) <= rest and max(line.cell_len for line in own) <= width:
        panel += own
    return _beside(Group(*drawn), left, Group(*panel), width)


def _with_sheet(view: View, context: DrawContext, room: int) -> RenderableType:
    """Draw the viewer's sheet with the players' lines and the discs below it, and the board at the right if there is
    room. If there is no room for the lines, draw the sheet alone."""
    player, lines = _player(view, context, 0), _lines(view, context)
    width = context.width - PANEL - 2 * MIN_BESIDE
    whole = sheet(view, player, context, context.width, WITHOUT_END)
    own = sheet(view, player, context, width, WITHOUT_END)
    wide = max(line.cell_len for line in own)
    if wide > width or len(own) + 1 + lines > room:
        own = (
            whole if len(whole) + lines <= room else sheet(view, player, context, context.width, room - lines)
        )
        if len(own) + lines > room:
            return Group(*own)
        gap = [Text("")] if len(own) + lines < room else []
        return Group(*own, *gap, players(view, context, context.width), *discs(view, context))
    wide = max(wide, MIN_BESIDE * 2)
    left = Group(*own, Text(""), players(view, context, wide), *discs(view, context))
    rows = min((context.width - wide - PANEL) // 2, room, MAX_ROWS)
    return _beside(left, wide + PANEL, Group(*board(view, context, rows)), 2 * rows)


def _beside(left: RenderableType, left_width: int, right: RenderableType, right_width: int) -> Table:
    """Draw two parts side by side, each in a column of the given width."""
    table = Table.grid(padding=0)
    table.add_column(width=left_width, no_wrap=False)
    table.add_column(width=right_width, no_wrap=False)
    table.add_row(left, right)
    return table


def _lines(view: View, context: DrawContext) -> int:
    """Return the number of lines that the players and the discs take: the head, a line for each player, and one for
    each colour of discs."""
    return 1 + len(view.players) + len({disc.colour for disc in view.discs})


def _wrapped(view: View, context: DrawContext, width: int) -> int:
    """Return the number of lines by which the discs' lines are longer if broken at this width, and one for the empty
    line below them."""
    return sum(max(0, line.cell_len - 1) // max(1, width) for line in discs(view, context)) + 1


def hint(move: Message, view: Message | None, context: DrawContext) -> str:
    """Return a small picture of the shape that a move draws, because the move's text only names the cells; "" for other
    moves."""
    match move:
        case DrawShape(squares=squares) | BotDrawsShape(squares=squares):
            return picture(squares)
        case _:
            return ""


def kind(move: Message) -> str:
    """Return the kind of a move: the picture of a drawn shape, or the cell from which a path of the bot starts; "" for
    other moves."""
    match move:
        case DrawShape(squares=squares) | BotDrawsShape(squares=squares):
            return picture(squares)
        case BotLaysPath(cell=cell):
            return tr("sonora-hint-path_from", cell=cell)
        case _:
            return ""


DRAWN: Final = GameDrawing(draw, hint, "sonora-help", DIALS, animation, kind, paged=True)
