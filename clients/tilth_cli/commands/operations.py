"""tilth ops: for operators, with the operator's token."""

import click
from rich.table import Table
from rich.text import Text

from tilth_cli.commands.root import tilth
from tilth_cli.errand import Errand, command
from tilth_cli.plain import as_plain
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import (
    CancelMatchRequest,
    CreateInvitationRequest,
    DrainRequest,
    GetStatusRequest,
    RevokePlayerRequest,
)


@tilth.group("ops", help=say("help.ops"))
def ops() -> None:
    pass


@command(ops, "status")
async def status(errand: Errand) -> None:
    async with errand.server() as server:
        found = await server.ask(server.operations.get_status, GetStatusRequest())
    if errand.out.as_json:
        errand.out.document(found)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    plain = as_plain(found)
    for name, value in plain.items():
        table.add_row(Text(say(f"status.{name}"), style="dim"), str(value))
    errand.out.show(table)


@command(ops, "invite")
async def invite(errand: Errand) -> None:
    async with errand.server() as server:
        reply = await server.ask(server.operations.create_invitation, CreateInvitationRequest())
    if errand.out.as_json:
        errand.out.document(reply)
        return
    errand.out.show(Text(reply.invitation))
    errand.out.note("invite.done", address=errand.settings.address, invitation=reply.invitation)


@command(ops, "cancel")
@click.argument("match_id", metavar="MATCH")
@click.option("--reason", default="", help=say("option.reason"))
async def cancel(errand: Errand, match_id: str, reason: str) -> None:
    async with errand.server() as server:
        await server.ask(server.operations.cancel_match, CancelMatchRequest(match_id=match_id, reason=reason))
    _done(errand, {"match_id": match_id, "cancelled": True}, "cancel.done", match=match_id)


@command(ops, "revoke")
@click.argument("player_id", metavar="PLAYER_ID")
@click.option("--reason", default="", help=say("option.reason"))
async def revoke(errand: Errand, player_id: str, reason: str) -> None:
    async with errand.server() as server:
        await server.ask(
            server.operations.revoke_player, RevokePlayerRequest(player_id=player_id, reason=reason)
        )
    _done(errand, {"player_id": player_id, "revoked": True}, "revoke.done", player=player_id)


@command(ops, "drain")
@click.option("--undo", is_flag=True, help=say("option.undrain"))
async def drain(errand: Errand, undo: bool) -> None:
    async with errand.server() as server:
        reply = await server.ask(server.operations.drain, DrainRequest(undo=undo))
    _done(errand, {"draining": reply.draining}, "drain.on" if reply.draining else "drain.off")


def _done(errand: Errand, document: dict[str, object], key: str, **given: object) -> None:
    if errand.out.as_json:
        errand.out.document(document)
    else:
        errand.out.say(key, **given)
