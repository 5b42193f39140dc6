"""tilth report: tell the moderators of a player, a name or a title."""

import click

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.operations import player_of
from tilth_cli.commands.root import tilth
from tilth_dataclasses.tilth.v1 import ReportKind, ReportRequest

KINDS = {
    "player": (ReportKind.PLAYER, "player_id"),
    "name": (ReportKind.NAME, "player_id"),
    "match": (ReportKind.TITLE, "match_id"),
    "tournament": (ReportKind.TITLE, "tournament_id"),
}
"""The kinds of report by the word of the command, each with the field for its id."""


@command(tilth, "report")
@click.argument("kind_word", type=click.Choice(list(KINDS)), metavar="|".join(KINDS))
@click.argument("named", metavar="PLAYER|ID")
@click.argument("text", default="")
async def report(context: CommandContext, kind_word: str, named: str, text: str) -> None:
    """Report what a player does, a player's name, or the title of a match or a tournament."""
    kind, field = KINDS[kind_word]
    async with context.server() as server:
        target = await player_of(server, named) if field == "player_id" else named
        request = ReportRequest(kind=kind, text=text)
        setattr(request, field, target)
        await server.ask(server.players.report, request)
    if context.out.as_json:
        context.out.document({"reported": target})
    else:
        context.out.print_message("report-done")
