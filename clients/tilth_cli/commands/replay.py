"""tilth replay: a match again, record by record, at any record, or at its original speed."""

from collections.abc import AsyncIterator

import click
from rich.console import RenderableType

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.root import tilth
from tilth_cli.connection import Server
from tilth_cli.drawing import board, header, question, result, story_line
from tilth_cli.errors import UserError
from tilth_cli.matches import fetch_labels, get_match
from tilth_cli.messages import tr
from tilth_cli.plain import as_plain
from tilth_cli.replay_frames import ReplayFrames, replayed_frames, viewer_of
from tilth_cli.replay_screen import ReplayScreen
from tilth_cli.scene import Scene
from tilth_cli.score_sheet import frame_document, with_rows, with_score_rows
from tilth_cli.watch_screen import WatchScreen, as_json, as_lines
from tilth_dataclasses.tilth.v1 import Frame, Match


@command(tilth, "replay")
@click.argument("match_id", metavar="MATCH")
@click.option("--at", type=click.IntRange(min=0), metavar="RECORD", help=tr("option-at"))
@click.option("--round", "round_number", type=click.IntRange(min=0), metavar="N", help=tr("option-round"))
@click.option("--score-change", type=int, metavar="N", help=tr("option-score_change"))
@click.option("--score-seat", type=click.IntRange(0, 99), metavar="SEAT", help=tr("option-score_seat"))
@click.option("--seat", type=click.IntRange(0, 99), help=tr("option-seat_viewer"))
@click.option("--spectator", is_flag=True, help=tr("option-spectator"))
@click.option("--plain", is_flag=True, help=tr("option-plain"))
@click.option("--pace", type=click.FloatRange(0.01, 60), metavar="SECONDS", help=tr("option-replay_pace"))
@click.option("--speed", type=click.IntRange(1, 10_000), metavar="PERCENT", help=tr("option-speed"))
async def replay(  # noqa: PLR0913 - one parameter an option of the command
    context: CommandContext,
    match_id: str,
    at: int | None,
    round_number: int | None,
    score_change: int | None,
    score_seat: int | None,
    seat: int | None,
    spectator: bool,
    plain: bool,
    pace: float | None,
    speed: int | None,
) -> None:
    """Show the replay of a match: its screen on a terminal, one moment of it if one is named, or the whole story line
    by line."""
    out = context.out
    drawn = out.is_terminal and not plain and not out.as_json
    viewer = viewer_of(seat, spectator)
    async with context.server() as server:
        match = await get_match(server, match_id)
        if speed is not None:
            frames = replayed_frames(server, match_id, viewer, drawn, speed=speed)
            await _replay_at_speed(context, server, match, frames, drawn)
            return
        scene = Scene.of(match, seat)
        if not out.as_json:
            await fetch_labels(server, scene)
        recording = ReplayFrames(server, scene, viewer)
        await recording.load(out)
        if not recording.records:
            raise UserError(tr("replay-empty", match=match_id), "NOTHING_TO_SHOW")
        index = recording.index_of(recording.started_at if at is None else at)
        if round_number is not None:
            index = await recording.round_start(round_number)
        if score_change is not None or score_seat is not None:
            index = await _score_change(recording, 1 if score_change is None else score_change, score_seat)
        if drawn:
            await ReplayScreen(out, recording, len(match.seats), index, pace).run()
        elif any(given is not None for given in (at, round_number, score_change, score_seat)):
            await _show_moment(context, recording, index)
        else:
            _print_all(context, recording)


async def _score_change(recording: ReplayFrames, number: int, seat: int | None) -> int:
    """Return the index of the `number`-th change of the score of `seat` (None: of any seat), counted from 1, or from
    the end if negative. Raise UserError if there is no such change."""
    changes = await recording.score_changes(seat)
    at = number - 1 if number > 0 else number
    if number == 0 or not -len(changes) <= at < len(changes):
        raise UserError(tr("replay-no_score_change", number=number, count=len(changes)), "NOTHING_TO_SHOW")
    return changes[at]


async def _replay_at_speed(
    context: CommandContext, server: Server, match: Match, frames: AsyncIterator[Frame], drawn: bool
) -> None:
    """Show a match as the server sends its frames, until they end: as JSON, on a screen if `drawn`, else line by
    line."""
    scene = Scene.of(match)
    frames = with_score_rows(server, scene, frames)
    if drawn:
        await fetch_labels(server, scene)
    if context.out.as_json:
        await as_json(context.out, scene, frames)
    elif drawn:
        show = WatchScreen(context.out, scene, frames, 0)
        if await show.run():
            show.finish()
    else:
        await as_lines(context.out, scene, frames)


async def _show_moment(context: CommandContext, recording: ReplayFrames, index: int) -> None:
    """Print the match as it was at this index of the recording: the board, the open question, and the result if it had
    ended; with JSON output, the record's number and the view as one document."""
    scene = await recording.scene_at(index)
    if context.out.as_json:
        seen = await recording.view(scene.record)
        document = {"record": scene.record, **as_plain(seen, scene.types)}
        context.out.document(with_rows(document, scene.score_rows if scene.ended is not None else ()))
        return
    shown: list[RenderableType] = [header(scene), board(scene, context.out.console.width)]
    if scene.decision is not None:
        shown.append(question(scene, context.out.console.width))
    if scene.ended is not None:
        shown.append(result(scene))
    context.out.show(*shown)


def _print_all(context: CommandContext, recording: ReplayFrames) -> None:
    """Print the whole story of a loaded recording line by line, then the result if the match has ended; with JSON
    output, a line for each frame and no result."""
    if context.out.as_json:
        for frames in recording.frames:
            context.out.line(frame_document(frames, recording.scene))
        return
    for line in recording.lines:
        context.out.show(story_line(recording.scene, line))
    if recording.scene.ended is not None:
        context.out.show(result(recording.scene))
