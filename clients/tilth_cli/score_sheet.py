"""The score sheet of a finished match: what the points of each seat are made of."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from tilth_cli.connection import Server
from tilth_cli.draw_context import seat_text
from tilth_cli.errors import UserError
from tilth_cli.messages import language, tr
from tilth_cli.plain import GameTypes, as_plain
from tilth_cli.scene import Scene
from tilth_cli.solo import opponent_name
from tilth_cli.tasks import task_group
from tilth_dataclasses.tilth.v1 import Frame, GetScoreBreakdownRequest, Match, Result, ScoreRow

MAX_SHEETS = 500
"""Matches whose sheets are asked for at most: the server reads each one's log for it."""
SHEETS_AT_ONCE = 4
"""Calls under way at once; a server lets further ones wait."""


async def score_rows(server: Server, match_id: str) -> list[ScoreRow]:
    """Return the rows of a finished match's score sheet; empty if the server does not know the call, or no longer has
    the match's game."""
    request = GetScoreBreakdownRequest(match_id=match_id, language=language())
    try:
        return (await server.ask(server.archive.get_score_breakdown, request)).rows
    except UserError as error:
        if error.reason not in ("UNIMPLEMENTED", "GAME_NOT_FOUND"):
            raise
        return []


async def rows_of(server: Server, match: Match) -> list[ScoreRow]:
    """Return the rows of a match's score sheet; empty while the match has no result."""
    return await score_rows(server, match.id) if match.result is not None else []


async def score_sheets(server: Server, match_ids: Sequence[str]) -> dict[str, list[ScoreRow]]:
    """Return the rows of the score sheets of finished matches, by match; only of the last MAX_SHEETS matches."""
    found: dict[str, list[ScoreRow]] = {}
    wanted = match_ids[-MAX_SHEETS:]
    for at in range(0, len(wanted), SHEETS_AT_ONCE):
        some = wanted[at : at + SHEETS_AT_ONCE]
        async with task_group() as tasks:
            calls = {match: tasks.create_task(score_rows(server, match)) for match in some}
        found |= {match: call.result() for match, call in calls.items()}
    return found


async def with_score_rows(server: Server, scene: Scene, frames: AsyncIterator[Frame]) -> AsyncIterator[Frame]:
    """Yield the same frames; at the end of the match the scene gets the rows of its score sheet."""
    async for frame in frames:
        if frame.ended is not None and frame.ended.result is not None:
            scene.score_rows = await score_rows(server, scene.match_id)
        yield frame


def score_table(rows: Sequence[ScoreRow], names: Sequence[str], result: Result) -> Table:
    """Return a table with a row for each kind of points, a column for each seat (and a solo match's opponent), and the
    sums in the last row."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(tr("result-rows"))
    for seat, name in enumerate(names):
        table.add_column(seat_text(seat, name), justify="right")
    alone = result.solo is not None and any(row.opponent is not None for row in rows)
    if alone and result.solo is not None:
        table.add_column(opponent_name(result.solo), justify="right")
    for row in rows:
        theirs = [] if not alone or row.opponent is None else [row.opponent]
        table.add_row(row.text, *map(str, (*row.points, *theirs)))
    theirs = [sum(row.opponent or 0 for row in rows)] if alone else []
    table.add_row(Text(tr("result-sum"), style="bold"), *map(_bold, (*result.scores, *theirs)))
    return table


def _bold(points: int) -> Text:
    """Return points as bold text."""
    return Text(str(points), style="bold")


def with_rows(document: dict[str, Any], rows: Sequence[ScoreRow]) -> dict[str, Any]:
    """Return the JSON document with the rows of the score sheet under `score_rows`; unchanged if there are no rows."""
    return {**document, "score_rows": [as_plain(row) for row in rows]} if rows else document


def frame_document(frame: Frame, scene: Scene) -> dict[str, Any]:
    """Return a frame as plain values for JSON; the frame of the end has the rows of the score sheet added."""
    types: GameTypes = scene.types
    return with_rows(as_plain(frame, types), scene.score_rows if frame.ended is not None else ())
