"""tilth ops operators and role: the players who look after the server, and what they may do."""

import click
from rich.table import Table

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.operations import done, ops, player_of, reason_option
from tilth_cli.messages import tr
from tilth_cli.roles import ROLES, role_word
from tilth_dataclasses.tilth.v1 import ListOperatorsRequest, SetRoleRequest


@command(ops, "operators")
async def operators(context: CommandContext) -> None:
    """List the players who have a role, a row each: the name, the role and the id."""
    async with context.server() as server:
        found = (await server.ask(server.operations.list_operators, ListOperatorsRequest())).players
    if context.out.as_json:
        context.out.document(found)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("name", "role", "id"):
        table.add_column(tr(f"players-{column}"), no_wrap=True)
    for player in found:
        table.add_row(player.name, tr(f"role-{role_word(player)}"), player.id)
    context.out.show(table)


@command(ops, "role")
@click.argument("named", metavar="PLAYER")
@click.argument("role", type=click.Choice(list(ROLES)), metavar="|".join(ROLES))
@reason_option
async def role(context: CommandContext, named: str, role: str, reason: str) -> None:
    """Give a player a role in place of the one before, or take it."""
    async with context.server() as server:
        player_id = await player_of(server, named)
        request = SetRoleRequest(player_id=player_id, role=ROLES[role], reason=reason)
        await server.ask(server.operations.set_role, request)
    document = {"player_id": player_id, "role": role}
    done(context, document, "role-done", player=named, role=role, named=tr(f"role-{role}"))
