"""Sonora's table: the board while discs are flicked, sheets while they are marked, both where there is room.

The pages that a person turns: all that fits, the board alone, then everybody's sheet, one's own first.
"""

from typing import Final

from betterproto2 import Message
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tilth_cli.games.base import Drawn
from tilth_cli.games.sonora.aim import DIALS
from tilth_cli.games.sonora.board import LEAST_ROWS, MOST_ROWS, board
from tilth_cli.games.sonora.canyon import picture
from tilth_cli.games.sonora.names import FAINT
from tilth_cli.games.sonora.players import discs, players
from tilth_cli.games.sonora.sheets import sheet
from tilth_cli.games.sonora.slide import film
from tilth_cli.looks import Look
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.sonora.v1 import (
    BotDraws,
    BotLays,
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
"""Moves of the marking phase that one sees the board for."""
ROWS_WORTH_IT: Final = 3
"""So much larger a board is better than words beside it."""
LEAST_BESIDE: Final = 18
"""Lines of a board that is worth its place beside a sheet."""
WITHOUT_END: Final = 1000
"""Lines enough for everything."""
BESIDE: Final = 50
"""What the players' lines want beside the board."""
PANEL: Final = 2
"""Between the board and what stands beside it."""


def draw(view: Message, look: Look) -> RenderableType:
    assert isinstance(view, View)
    pages = 2 + len(view.players)
    page = look.page % pages
    room = look.room - 1
    if page == 1:
        shown: RenderableType = Group(*board(view, look, min(room, look.width // 2)))
    elif page > 1:
        shown = Group(*sheet(view, _player(view, look, page - 2), look, look.width, room))
    elif _wants_board(view, look):
        shown = _with_board(view, look, room)
    else:
        shown = _with_sheet(view, look, room)
    return Group(_status(view, look, page, pages), shown)


def _wants_board(view: View, look: Look) -> bool:
    marking = view.phase in (Phase.MARKING, Phase.OVER)
    return not marking or any(isinstance(move, ON_THE_BOARD) for move in look.moves.values())


def _player(view: View, look: Look, after: int) -> Player:
    """Somebody's sheet: one's own, or the first player's, and then the others' around the table."""
    first = look.seat if look.seat is not None else 0
    return view.players[(first + after) % len(view.players)]


def _status(view: View, look: Look, page: int, pages: int) -> Text:
    text = Text(say("sonora.round", round=view.round, rounds=view.rounds), style="bold")
    phase = PHASES.get(view.phase, "set_up")
    text.append(f"  {say(f'sonora.phase.{phase}')}", style="")
    text.append(f"   {say('sonora.page', page=page + 1, pages=pages)}", style=FAINT)
    text.truncate(look.width, overflow="ellipsis")
    return text


def _with_board(view: View, look: Look, room: int) -> RenderableType:
    """The board, and beside it what there is room for; in a narrow terminal the players' lines below."""
    beside = min(room, MOST_ROWS, (look.width - PANEL - BESIDE) // 2)
    lines = _lines(view, look)
    below = min(MOST_ROWS, room - lines, look.width // 2)
    if beside < LEAST_ROWS or below > beside + ROWS_WORTH_IT:
        return Group(*board(view, look, below), players(view, look, look.width), *discs(view, look))
    drawn = board(view, look, beside)
    left = len(drawn) * 2 + PANEL
    width = look.width - left
    rest = max(room, len(drawn)) - lines - _wrapped(view, look, width)
    panel: list[RenderableType] = [players(view, look, width), *discs(view, look), Text("")]
    own = sheet(view, _player(view, look, 0), look, width, rest)
    if len(own) <= rest and max(line.cell_len for line in own) <= width:
        panel += own
    return _beside(Group(*drawn), left, Group(*panel), width)


def _with_sheet(view: View, look: Look, room: int) -> RenderableType:
    """One's sheet and the players below; the board beside them where it fits without crowding anything out."""
    player, lines = _player(view, look, 0), _lines(view, look)
    width = look.width - PANEL - 2 * LEAST_BESIDE
    whole = sheet(view, player, look, look.width, WITHOUT_END)
    own = sheet(view, player, look, width, WITHOUT_END)
    wide = max(line.cell_len for line in own)
    if wide > width or len(own) + 1 + lines > room:
        own = whole if len(whole) + lines <= room else sheet(view, player, look, look.width, room - lines)
        if len(own) + lines > room:
            return Group(*own)
        gap = [Text("")] if len(own) + lines < room else []
        return Group(*own, *gap, players(view, look, look.width), *discs(view, look))
    wide = max(wide, LEAST_BESIDE * 2)
    left = Group(*own, Text(""), players(view, look, wide), *discs(view, look))
    rows = min((look.width - wide - PANEL) // 2, room, MOST_ROWS)
    return _beside(left, wide + PANEL, Group(*board(view, look, rows)), 2 * rows)


def _beside(left: RenderableType, left_width: int, right: RenderableType, right_width: int) -> Table:
    table = Table.grid(padding=0)
    table.add_column(width=left_width, no_wrap=False)
    table.add_column(width=right_width, no_wrap=False)
    table.add_row(left, right)
    return table


def _lines(view: View, look: Look) -> int:
    """What the players' lines take: the table with its head, and a line for each colour."""
    return 1 + len(view.players) + len({disc.colour for disc in view.discs})


def _wrapped(view: View, look: Look, width: int) -> int:
    """Lines more that the discs take in a narrow place."""
    return sum(max(0, line.cell_len - 1) // max(1, width) for line in discs(view, look)) + 1


def hint(move: Message, view: Message | None, look: Look) -> str:
    """A small picture of a shape: its text only names the cells."""
    match move:
        case DrawShape(squares=squares) | BotDraws(squares=squares):
            return picture(squares)
        case _:
            return ""


def kind(move: Message) -> str:
    """Shapes that lie alike are of one kind, and the bot's paths from one cell."""
    match move:
        case DrawShape(squares=squares) | BotDraws(squares=squares):
            return picture(squares)
        case BotLays(cell=cell):
            return say("sonora.hint.path_from", cell=cell)
        case _:
            return ""


DRAWN: Final = Drawn(draw, hint, "sonora.help", DIALS, film, kind, paged=True)
