"""tilth play: a person at a seat."""

import click

from tilth_cli.commands.root import tilth
from tilth_cli.commands.watch import RECENT
from tilth_cli.errand import Errand, command
from tilth_cli.matches import get_match, learn_words, own_seat
from tilth_cli.scene import Scene
from tilth_cli.sitting import sit
from tilth_cli.words import say, spoken
from tilth_dataclasses.tilth.v1 import MatchState, Open


@command(tilth, "play")
@click.argument("match_id", metavar="MATCH")
@click.option("--seat", type=click.IntRange(0, 99), help=say("option.seat_own"))
async def play(errand: Errand, match_id: str, seat: int | None) -> None:
    out = errand.out
    async with errand.server() as server:
        match = await get_match(server, match_id)
        seat = await own_seat(server, match, seat)
        scene = Scene.of(match, seat)
        if not out.as_json:
            await learn_words(server, scene)
        if match.state is MatchState.OPEN:
            out.note("play.not_started", match=match_id)
        opening = Open(
            match_id=match_id,
            seat=seat,
            from_record=max(0, match.record_count - RECENT),
            views=True,
            texts=True,
            language=spoken(),
        )
        if not await sit(out, server, scene, opening) and not out.as_json:
            out.note("play.left", match=match_id, seat=seat)
