"""An arena while it runs: its standings, and how far it is."""

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tilth_cli.tournament_tables import duel_text, standings_table
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import GetStandingsResponse

if TYPE_CHECKING:
    from tilth_arena import Progress

BAR_COLUMNS = 40


def read_standings(progress: "Progress") -> GetStandingsResponse:
    """The SDK's message as this client reads messages."""
    return GetStandingsResponse.parse(progress.standings.SerializeToString())


def standings_parts(progress: "Progress", found: GetStandingsResponse) -> list[RenderableType]:
    """The table; and for two bots their duel, with its test where there is one."""
    parts: list[RenderableType] = [standings_table(found)]
    if found.duel is not None and found.duel.games:
        first, second, *_ = (entrant.player_name for entrant in progress.tournament.entrants)
        parts.append(duel_text(found.duel, first, second))
    return parts


def board(progress: "Progress") -> RenderableType:
    """All that is drawn."""
    return Group(*standings_parts(progress, read_standings(progress)), _bar(progress))


def how_far(progress: "Progress") -> str:
    """Games, answers a second, and the time left where it is known."""
    done, of = progress.tournament.games_over, progress.tournament.game_count
    said = say("arena.progress", done=done, of=of or "?", rate=f"{progress.answers_per_second:,.0f}")
    if progress.seconds_left is not None:
        said += " · " + say("arena.left", left=duration(progress.seconds_left))
    return said


def duration(seconds: float) -> str:
    """`1:02:03`, `4:05`."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def _bar(progress: "Progress") -> RenderableType:
    done, of = progress.tournament.games_over, progress.tournament.game_count
    line = Table.grid(padding=(0, 2, 0, 0))
    line.add_row(ProgressBar(total=max(of, 1), completed=done, width=BAR_COLUMNS), Text(how_far(progress)))
    return line
