"""tilth watch: a match while it is played."""

from functools import partial

import click

from tilth_cli.commands.root import tilth
from tilth_cli.errand import Errand, command
from tilth_cli.following import watch as follow
from tilth_cli.matches import get_match, learn_words, with_names
from tilth_cli.output import Output
from tilth_cli.replaying import look_up
from tilth_cli.scene import Line, Scene
from tilth_cli.showing import LiveShow, as_json, as_lines
from tilth_cli.words import say, spoken
from tilth_dataclasses.tilth.v1 import MatchState, Open

RECENT = 30
"""Records before the present that are told to whoever comes in later."""


@command(tilth, "watch")
@click.argument("match_id", metavar="MATCH")
@click.option("--seat", type=click.IntRange(0, 99), help=say("option.seat_eyes"))
@click.option("--live/--plain", "live", default=None, help=say("option.live"))
@click.option("--pace", type=click.FloatRange(0, 60), default=0.0, metavar="SECONDS", help=say("option.pace"))
@click.option("--from", "from_record", type=click.IntRange(min=0), metavar="RECORD", help=say("option.from"))
async def watch(
    errand: Errand, match_id: str, seat: int | None, live: bool | None, pace: float, from_record: int | None
) -> None:
    out = errand.out
    drawn = out.is_terminal and live is not False and not out.as_json
    async with errand.server() as server:
        match = await get_match(server, match_id)
        scene = Scene.of(match, seat)
        if drawn:
            await learn_words(server, scene)
        late = from_record is not None
        if from_record is None and (drawn or match.state is MatchState.OPEN):
            from_record = max(0, match.record_count - RECENT)
        opening = Open(
            match_id=match_id,
            seat=seat,
            from_record=from_record,
            views=drawn or out.as_json,
            texts=True,
            language=spoken(),
        )
        told = follow(server, opening, partial(_lost, out, scene, server.address, drawn))
        frames = with_names(server, scene, told)
        if out.as_json:
            await as_json(out, scene, frames)
        elif drawn:
            from_the_past = partial(look_up, server) if late else None
            show = LiveShow(out, scene, frames, pace, from_the_past)
            if await show.run():
                show.finish()
        else:
            await as_lines(out, scene, frames)


def _lost(out: Output, scene: Scene, address: str, drawn: bool) -> None:
    """On a drawn screen the story has room for it; a line on stderr would go right across."""
    if drawn:
        scene.story.append(Line(scene.record, say("lost", address=address)))
    else:
        out.note("lost", address=address)
