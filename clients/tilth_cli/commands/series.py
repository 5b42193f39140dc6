"""The next game of a series that somebody plays alone: next."""

import uuid

import click

from tilth_cli.commands.lobby import show_match
from tilth_cli.commands.root import tilth
from tilth_cli.errand import Errand, command
from tilth_cli.games import drawn
from tilth_cli.matches import get_match, present
from tilth_cli.troubles import Trouble
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import CreateMatchRequest, GetViewRequest, MatchState


@command(tilth, "next")
@click.argument("match_id", metavar="MATCH")
@click.option("--keep", default="", metavar="CARD", help=say("option.keep"))
async def following(errand: Errand, match_id: str, keep: str) -> None:
    async with errand.server() as server:
        before = await get_match(server, match_id)
        series = drawn(before.game).following
        if series is None:
            raise Trouble(say("next.no_series"), "no_series")
        if before.state != MatchState.OVER or before.result is None:
            raise Trouble(say("next.not_over", match=match_id), "not_over")
        seen = await server.ask(server.play.get_view, GetViewRequest(match_id=match_id))
        request = CreateMatchRequest(
            request_id=uuid.uuid4().hex,
            game=before.game,
            settings=series(before.settings, seen.view, before.result.scores[0], keep),
            seat_count=1,
            title=before.title,
            clock=before.clock,
            start_when_full=True,
            take_seats=[0],
        )
        match = present((await server.ask(server.lobby.create_match, request)).match)
    show_match(errand, match, "start.done")
