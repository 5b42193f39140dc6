"""tilth ops: what operators do, with the operator's token. What they look at is in desk.py."""

from datetime import datetime
from typing import Any

import click
from rich.text import Text

from tilth_cli.commands.root import tilth
from tilth_cli.connection import Server
from tilth_cli.errand import Errand, command
from tilth_cli.settings import common
from tilth_cli.shapes import moment
from tilth_cli.tournaments import player_ids
from tilth_cli.troubles import Trouble
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import (
    BanPlayerRequest,
    CancelMatchRequest,
    CreateInvitationRequest,
    DrainRequest,
    GetPlayerRequest,
    KickPlayerRequest,
    PauseMatchRequest,
    ResumeMatchRequest,
    RevokePlayerRequest,
    UnbanPlayerRequest,
)


@tilth.group("ops", help=say("help.ops"), invoke_without_command=True)
@common
@click.pass_context
def ops(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        context.invoke(ops.commands["top"])


reason_option = click.option("--reason", default="", help=say("option.reason"))


async def player_of(server: Server, named: str) -> str:
    """The id of whoever is meant, by id or by name. An id comes first: a name could look like somebody's id."""
    try:
        await server.ask(server.players.get_player, GetPlayerRequest(player_id=named))
    except Trouble as trouble:
        if trouble.reason != "no_player":
            raise
        return (await player_ids(server, [named]))[0]
    return named


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
@reason_option
async def cancel(errand: Errand, match_id: str, reason: str) -> None:
    async with errand.server() as server:
        await server.ask(server.operations.cancel_match, CancelMatchRequest(match_id=match_id, reason=reason))
    _done(errand, {"match_id": match_id, "cancelled": True}, "cancel.done", match=match_id)


@command(ops, "pause")
@click.argument("match_id", metavar="MATCH")
@reason_option
async def pause(errand: Errand, match_id: str, reason: str) -> None:
    async with errand.server() as server:
        await server.ask(server.operations.pause_match, PauseMatchRequest(match_id=match_id, reason=reason))
    _done(errand, {"match_id": match_id, "paused": True}, "pause.done", match=match_id)


@command(ops, "resume")
@click.argument("match_id", metavar="MATCH")
async def resume(errand: Errand, match_id: str) -> None:
    async with errand.server() as server:
        await server.ask(server.operations.resume_match, ResumeMatchRequest(match_id=match_id))
    _done(errand, {"match_id": match_id, "paused": False}, "resume.done", match=match_id)


@command(ops, "revoke")
@click.argument("named", metavar="PLAYER")
@reason_option
async def revoke(errand: Errand, named: str, reason: str) -> None:
    async with errand.server() as server:
        player_id = await player_of(server, named)
        request = RevokePlayerRequest(player_id=player_id, reason=reason)
        await server.ask(server.operations.revoke_player, request)
    _done(errand, {"player_id": player_id, "revoked": True}, "revoke.done", player=named)


@command(ops, "kick")
@click.argument("named", metavar="PLAYER")
@reason_option
async def kick(errand: Errand, named: str, reason: str) -> None:
    async with errand.server() as server:
        player_id = await player_of(server, named)
        request = KickPlayerRequest(player_id=player_id, reason=reason)
        reply = await server.ask(server.operations.kick_player, request)
    document = {"player_id": player_id, "streams": reply.streams}
    _done(errand, document, "kick.done", player=named, streams=reply.streams)


def _moment(context: click.Context, parameter: click.Parameter, value: str | None) -> datetime | None:
    return None if value is None else moment(value)


@command(ops, "ban")
@click.argument("named", metavar="PLAYER")
@click.option("--until", callback=_moment, metavar="WHEN", help=say("option.ban_until"))
@click.option("--resign", is_flag=True, help=say("option.resign"))
@reason_option
async def ban(errand: Errand, named: str, until: datetime | None, resign: bool, reason: str) -> None:
    async with errand.server() as server:
        player_id = await player_of(server, named)
        request = BanPlayerRequest(player_id=player_id, reason=reason, until=until, resign=resign)
        await server.ask(server.operations.ban_player, request)
    document: dict[str, Any] = {"player_id": player_id, "banned": True}
    if until is None:
        _done(errand, document, "ban.done", player=named)
    else:
        document["until"] = until.isoformat()
        _done(errand, document, "ban.until", player=named, until=until.strftime("%Y-%m-%d %H:%M:%S"))


@command(ops, "unban")
@click.argument("named", metavar="PLAYER")
@reason_option
async def unban(errand: Errand, named: str, reason: str) -> None:
    async with errand.server() as server:
        player_id = await player_of(server, named)
        request = UnbanPlayerRequest(player_id=player_id, reason=reason)
        await server.ask(server.operations.unban_player, request)
    _done(errand, {"player_id": player_id, "banned": False}, "unban.done", player=named)


@command(ops, "drain")
@click.option("--undo", is_flag=True, help=say("option.undrain"))
async def drain(errand: Errand, undo: bool) -> None:
    async with errand.server() as server:
        reply = await server.ask(server.operations.drain, DrainRequest(undo=undo))
    _done(errand, {"draining": reply.draining}, "drain.on" if reply.draining else "drain.off")


def _done(errand: Errand, document: dict[str, Any], key: str, **given: object) -> None:
    if errand.out.as_json:
        errand.out.document(document)
    else:
        errand.out.say(key, **given)
