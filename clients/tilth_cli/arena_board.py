"""The standings and the progress of a running arena."""

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tilth_cli.messages import tr
from tilth_cli.tournament_tables import standings_duel, standings_table
from tilth_dataclasses.tilth.v1 import GetStandingsResponse

if TYPE_CHECKING:
    from tilth_arena import Progress

BAR_COLUMNS = 40


def read_standings(progress: "Progress") -> GetStandingsResponse:
    """Return the SDK's message of the standings as this client's own message type."""
    return GetStandingsResponse.parse(progress.standings.SerializeToString())


def standings_parts(progress: "Progress", found: GetStandingsResponse) -> list[RenderableType]:
    """Return the standings table and, for two bots that are compared, their duel with its test if there is one."""
    parts: list[RenderableType] = [standings_table(found)]
    names = {entrant.number: entrant.player_name for entrant in progress.tournament.entrants}
    if (duel := standings_duel(found, names)) is not None:
        parts.append(duel)
    return parts


def board(progress: "Progress") -> RenderableType:
    """Return the drawing of an arena run: the standings and a progress bar."""
    return Group(*standings_parts(progress, read_standings(progress)), _bar(progress))


def how_far(progress: "Progress") -> str:
    """Return a line with the finished games and their total, the answers per second and, if known, the time left."""
    done, of = progress.tournament.finished_pairings, progress.tournament.pairing_count
    line = tr("arena-progress", done=done, of=of or "?", rate=f"{progress.answers_per_second:,.0f}")
    if progress.seconds_left is not None:
        line += " · " + tr("arena-left", left=duration(progress.seconds_left))
    return line


def duration(seconds: float) -> str:
    """Return a time as text: `1:02:03`, `4:05`."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def _bar(progress: "Progress") -> RenderableType:
    """Return a progress bar with the counts beside it."""
    done, of = progress.tournament.finished_pairings, progress.tournament.pairing_count
    line = Table.grid(padding=(0, 2, 0, 0))
    line.add_row(ProgressBar(total=max(of, 1), completed=done, width=BAR_COLUMNS), Text(how_far(progress)))
    return line
