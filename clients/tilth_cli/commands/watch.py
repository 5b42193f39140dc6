"""tilth watch: a match while it is played."""

from functools import partial

import click

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.root import tilth
from tilth_cli.connection import Server
from tilth_cli.match_stream import match_frames as follow
from tilth_cli.matches import fetch_labels, get_match, with_names
from tilth_cli.messages import language, tr
from tilth_cli.output import Output
from tilth_cli.replay_frames import fetch_view
from tilth_cli.scene import Line, Scene
from tilth_cli.score_sheet import with_score_rows
from tilth_cli.watch_screen import WatchScreen, as_json, as_lines
from tilth_dataclasses.tilth.v1 import MatchState, OpenChannel

RECENT = 30
"""The number of records before the present that a late viewer is shown."""


@command(tilth, "watch")
@click.argument("match_id", metavar="MATCH")
@click.option("--seat", type=click.IntRange(0, 99), help=tr("option-seat_viewer"))
@click.option("--live/--plain", "live", default=None, help=tr("option-live"))
@click.option("--pace", type=click.FloatRange(0, 60), default=0.0, metavar="SECONDS", help=tr("option-pace"))
@click.option("--from", "from_record", type=click.IntRange(min=0), metavar="RECORD", help=tr("option-from"))
async def watch(
    context: CommandContext,
    match_id: str,
    seat: int | None,
    live: bool | None,
    pace: float,
    from_record: int | None,
) -> None:
    """Show a match while it is played, as a spectator or from a seat: as a screen on a terminal, otherwise as lines or
    JSON."""
    out = context.out
    drawn = out.is_terminal and live is not False and not out.as_json
    async with context.server() as server:
        match = await get_match(server, match_id)
        scene = Scene.of(match, seat)
        if drawn:
            await fetch_labels(server, scene)
        late = from_record is not None
        if from_record is None and (drawn or match.state is MatchState.OPEN):
            from_record = max(0, match.record_count - RECENT)
        opening = OpenChannel(
            match_id=match_id,
            seat=seat,
            from_record=from_record,
            views=drawn or out.as_json,
            texts=True,
            language=language(),
        )
        from_server = follow(server, opening, partial(_lost, out, scene, server, drawn))
        frames = with_score_rows(server, scene, with_names(server, scene, from_server))
        if out.as_json:
            await as_json(out, scene, frames)
        elif drawn:
            from_the_past = partial(fetch_view, server) if late else None
            show = WatchScreen(out, scene, frames, pace, from_the_past)
            if await show.run():
                show.finish()
        else:
            await as_lines(out, scene, frames)


def _lost(out: Output, scene: Scene, server: Server, drawn: bool) -> None:
    """Tell the viewer that the connection is lost: in the story of a drawn screen, else on stderr."""
    if drawn:
        scene.story.append(Line(scene.record, tr("lost", address=server.node_address)))
    else:
        out.note("lost", address=server.node_address)
