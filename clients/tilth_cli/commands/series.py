"""tilth next: the next game of a series of solo matches."""

import uuid

import click

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.lobby import show_match
from tilth_cli.commands.root import tilth
from tilth_cli.matches import get_match, require_match
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.v1 import CreateMatchRequest, GetNextInSeriesRequest


@command(tilth, "next")
@click.argument("match_id", metavar="MATCH")
@click.option("--keep", default="", metavar="CARD", help=tr("option-keep"))
async def next_in_series(context: CommandContext, match_id: str, keep: str) -> None:
    """Create the next match of a solo series after a finished one, with the options that the server works out, and show
    it. `keep` is passed on as the card to keep."""
    async with context.server() as server:
        before = await get_match(server, match_id)
        choices = {"keep": keep} if keep else {}
        request = GetNextInSeriesRequest(match_id=match_id, choices=choices)
        following = await server.ask(server.lobby.get_next_in_series, request)
        creation = CreateMatchRequest(
            request_id=uuid.uuid4().hex,
            game=following.game,
            options=following.options,
            seat_count=following.seat_count,
            title=before.title,
            clock=before.clock,
            start_when_full=True,
            take_seats=[0],
        )
        match = require_match((await server.ask(server.lobby.create_match, creation)).match)
    show_match(context, match, "start-done")
