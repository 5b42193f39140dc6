"""tilth replay: a match again, step by step, at any moment, or in the tempo it was played."""

from collections.abc import AsyncIterator

import click
from rich.console import RenderableType

from tilth_cli.commands.root import tilth
from tilth_cli.connection import Server
from tilth_cli.drawing import board, decision, header, result, story_line
from tilth_cli.errand import Errand, command
from tilth_cli.matches import get_match, learn_words
from tilth_cli.plain import as_plain
from tilth_cli.replaying import Reel, frames, viewer_of
from tilth_cli.scene import Scene
from tilth_cli.showing import LiveShow, as_json, as_lines
from tilth_cli.stepping import Stepper
from tilth_cli.troubles import Trouble
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import Match, Told


@command(tilth, "replay")
@click.argument("match_id", metavar="MATCH")
@click.option("--at", type=click.IntRange(min=0), metavar="RECORD", help=say("option.at"))
@click.option("--round", "round_number", type=click.IntRange(min=0), metavar="N", help=say("option.round"))
@click.option("--score-change", type=int, metavar="N", help=say("option.score_change"))
@click.option("--score-of", type=click.IntRange(0, 99), metavar="SEAT", help=say("option.score_of"))
@click.option("--seat", type=click.IntRange(0, 99), help=say("option.seat_eyes"))
@click.option("--spectator", is_flag=True, help=say("option.spectator"))
@click.option("--plain", is_flag=True, help=say("option.plain"))
@click.option("--pace", type=click.FloatRange(0.01, 60), metavar="SECONDS", help=say("option.replay_pace"))
@click.option("--speed", type=click.IntRange(1, 10_000), metavar="PERCENT", help=say("option.speed"))
async def replay(  # noqa: PLR0913 - one parameter an option of the command
    errand: Errand,
    match_id: str,
    at: int | None,
    round_number: int | None,
    score_change: int | None,
    score_of: int | None,
    seat: int | None,
    spectator: bool,
    plain: bool,
    pace: float | None,
    speed: int | None,
) -> None:
    out = errand.out
    drawn = out.is_terminal and not plain and not out.as_json
    viewer = viewer_of(seat, spectator)
    async with errand.server() as server:
        match = await get_match(server, match_id)
        if speed is not None:
            told = frames(server, match_id, viewer, drawn, speed=speed)
            await _in_tempo(errand, server, match, told, drawn)
            return
        scene = Scene.of(match, seat)
        if not out.as_json:
            await learn_words(server, scene)
        reel = Reel(server, scene, viewer)
        await reel.load(out)
        if not reel.records:
            raise Trouble(say("replay.empty", match=match_id), "empty")
        index = reel.index_of(reel.started_at if at is None else at)
        if round_number is not None:
            index = await reel.round_start(round_number)
        if score_change is not None or score_of is not None:
            index = await _score_change(reel, 1 if score_change is None else score_change, score_of)
        if drawn:
            await Stepper(out, reel, len(match.seats), index, pace).run()
        elif any(given is not None for given in (at, round_number, score_change, score_of)):
            await _moment(errand, reel, index)
        else:
            _tell_all(errand, reel)


async def _score_change(reel: Reel, number: int, seat: int | None) -> int:
    """The place of the change of that number, from 1; of a negative one from the end."""
    changes = await reel.score_changes(seat)
    at = number - 1 if number > 0 else number
    if number == 0 or not -len(changes) <= at < len(changes):
        raise Trouble(say("replay.no_score_change", number=number, count=len(changes)), "empty")
    return changes[at]


async def _in_tempo(
    errand: Errand, server: Server, match: Match, told: AsyncIterator[Told], drawn: bool
) -> None:
    """As it was played, the server setting the pace."""
    scene = Scene.of(match)
    if drawn:
        await learn_words(server, scene)
    if errand.out.as_json:
        await as_json(errand.out, scene, told)
    elif drawn:
        show = LiveShow(errand.out, scene, told, 0)
        if await show.run():
            show.finish()
    else:
        await as_lines(errand.out, scene, told)


async def _moment(errand: Errand, reel: Reel, index: int) -> None:
    """One moment of the match, looked at."""
    scene = await reel.scene_at(index)
    if errand.out.as_json:
        seen = await reel.view(scene.record)
        errand.out.document({"record": scene.record, **as_plain(seen, scene.types)})
        return
    shown: list[RenderableType] = [header(scene), board(scene, errand.out.console.width)]
    if scene.asked is not None:
        shown.append(decision(scene, errand.out.console.width))
    if scene.ended is not None:
        shown.append(result(scene))
    errand.out.show(*shown)


def _tell_all(errand: Errand, reel: Reel) -> None:
    """The whole story, line by line."""
    if errand.out.as_json:
        for told in reel.told:
            errand.out.line(told, reel.scene.types)
        return
    for line in reel.lines:
        errand.out.show(story_line(reel.scene, line))
    if reel.scene.ended is not None:
        errand.out.show(result(reel.scene))
