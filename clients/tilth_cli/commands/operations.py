"""tilth ops: the actions of operators, for which they need the operator's token."""

import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, Final, Protocol, TypeVar

import click
import grpc.aio
from rich.text import Text

from tilth_cli.argument_types import moment_option
from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.root import tilth
from tilth_cli.connection import Server
from tilth_cli.errors import UserError
from tilth_cli.messages import tr
from tilth_cli.settings import common
from tilth_cli.silent_nodes import note_silent
from tilth_cli.tournaments import player_ids
from tilth_dataclasses.tilth.v1 import (
    AnnounceRequest,
    BanPlayerRequest,
    CancelMatchRequest,
    DrainRequest,
    ErasePlayerRequest,
    GetPlayerRequest,
    IssueTokenRequest,
    KickPlayerRequest,
    PauseMatchRequest,
    RenamePlayerRequest,
    ResumeMatchRequest,
    RetitleMatchRequest,
    RetitleTournamentRequest,
    RevokePlayerRequest,
    UnbanPlayerRequest,
)


class PlayerRequest(Protocol):
    """A request about one player."""

    player_id: str


Q = TypeVar("Q", bound=PlayerRequest)
R = TypeVar("R")


@tilth.group("ops", help=tr("help-ops"), invoke_without_command=True)
@common
@click.pass_context
def ops(context: click.Context) -> None:
    """Show the operator's live screen (`tilth ops top`) if no subcommand is named."""
    if context.invoked_subcommand is None:
        context.invoke(ops.commands["top"])


ID: Final = re.compile("p[0-9a-f]{16}")
"""Players' ids as servers make them."""

reason_option = click.option("--reason", default="", help=tr("option-reason"))


async def player_of(server: Server, named: str) -> str:
    """Return the id of a player, given by id or by name. An id has priority, because a name could look like another
    player's id; raise UserError if there is no such player."""
    try:
        await server.ask(server.players.get_player, GetPlayerRequest(player_id=named))
    except UserError as error:
        if error.reason != "PLAYER_NOT_FOUND":
            raise
        return (await player_ids(server, [named]))[0]
    return named


async def _send(
    context: CommandContext,
    named: str,
    request: Q,
    method: Callable[[Server], grpc.aio.UnaryUnaryMultiCallable[Q, R]],
    find: Callable[[Server, str], Awaitable[str]] = player_of,
) -> R:
    """Put the id of the player `named` (found by `find`) into the request, call the `method` of the server with it,
    and return the reply."""
    async with context.server() as server:
        request.player_id = await find(server, named)
        return await server.ask(method(server), request)


@command(ops, "cancel")
@click.argument("match_id", metavar="MATCH")
@reason_option
async def cancel(context: CommandContext, match_id: str, reason: str) -> None:
    """Cancel a match; the reason is stored with it."""
    async with context.server() as server:
        await server.ask(server.operations.cancel_match, CancelMatchRequest(match_id=match_id, reason=reason))
    done(context, {"match_id": match_id, "cancelled": True}, "cancel-done", match=match_id)


@command(ops, "pause")
@click.argument("match_id", metavar="MATCH")
@reason_option
async def pause(context: CommandContext, match_id: str, reason: str) -> None:
    """Stop the clocks of a running match, which takes no answers until it is resumed."""
    async with context.server() as server:
        await server.ask(server.operations.pause_match, PauseMatchRequest(match_id=match_id, reason=reason))
    done(context, {"match_id": match_id, "paused": True}, "pause-done", match=match_id)


@command(ops, "resume")
@click.argument("match_id", metavar="MATCH")
async def resume(context: CommandContext, match_id: str) -> None:
    """Resume a paused match."""
    async with context.server() as server:
        await server.ask(server.operations.resume_match, ResumeMatchRequest(match_id=match_id))
    done(context, {"match_id": match_id, "paused": False}, "resume-done", match=match_id)


@command(ops, "revoke")
@click.argument("named", metavar="PLAYER")
@reason_option
async def revoke(context: CommandContext, named: str, reason: str) -> None:
    """Take a player's access away for good: the token, and the seats at running matches, which resign."""
    request = RevokePlayerRequest(reason=reason)
    await _send(context, named, request, lambda server: server.operations.revoke_player)
    done(context, {"player_id": request.player_id, "revoked": True}, "revoke-done", player=named)


@command(ops, "erase")
@click.argument("named", metavar="PLAYER")
@reason_option
async def erase(context: CommandContext, named: str, reason: str) -> None:
    """Revoke a player, erase the name for good, and print the records that still hold it. A player of another server
    can be named by id."""
    request = ErasePlayerRequest(reason=reason)
    reply = await _send(context, named, request, lambda server: server.operations.erase_player, _anybody_of)
    remaining = reply.remaining_records
    document = {"player_id": request.player_id, "erased": True, "remaining_records": remaining}
    done(context, document, "erase-done", player=request.player_id)
    if remaining and not context.out.as_json:
        context.out.print_message("erase-remaining", records=", ".join(remaining))


async def _anybody_of(server: Server, named: str) -> str:
    """Return the id of a player of this server, by id or by name, or of another server, by id.

    Other text is not sent: it may be a name, and the audit would keep it for good.
    """
    try:
        return await player_of(server, named)
    except UserError as error:
        if error.reason != "PLAYER_NOT_FOUND" or ID.fullmatch(named) is None:
            raise
        return named


@command(ops, "rename")
@click.argument("named", metavar="PLAYER")
@click.argument("new_name", metavar="NAME")
@reason_option
async def rename(context: CommandContext, named: str, new_name: str, reason: str) -> None:
    """Give a player another name."""
    request = RenamePlayerRequest(new_name=new_name, reason=reason)
    reply = await _send(context, named, request, lambda server: server.operations.rename_player)
    document = {"player_id": request.player_id, "name": reply.name}
    done(context, document, "rename-done", player=named, name=reply.name)


@command(ops, "issue-token")
@click.argument("named", metavar="PLAYER")
@reason_option
async def issue_token(context: CommandContext, named: str, reason: str) -> None:
    """Let the server make a new token for a player who has lost the old one, and print it."""
    request = IssueTokenRequest(reason=reason)
    reply = await _send(context, named, request, lambda server: server.operations.issue_token)
    if context.out.as_json:
        context.out.document({"player_id": request.player_id, "token": reply.token})
        return
    context.out.show(Text(reply.token))
    context.out.note("issue-token_done", player=named, address=context.settings.address)


@command(ops, "retitle")
@click.argument("match_id", metavar="MATCH")
@click.argument("title", metavar="TITLE")
@reason_option
async def retitle(context: CommandContext, match_id: str, title: str, reason: str) -> None:
    """Give a match another title; an empty one removes it."""
    async with context.server() as server:
        request = RetitleMatchRequest(match_id=match_id, new_title=title, reason=reason)
        await server.ask(server.operations.retitle_match, request)
    key = "retitle-done" if title else "retitle-removed"
    done(context, {"match_id": match_id, "title": title}, key, match=match_id, title=title)


@command(ops, "retitle-tournament")
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.argument("title", metavar="TITLE")
@reason_option
async def retitle_tournament(context: CommandContext, tournament_id: str, title: str, reason: str) -> None:
    """Give a tournament and its matches another title."""
    async with context.server() as server:
        request = RetitleTournamentRequest(tournament_id=tournament_id, new_title=title, reason=reason)
        reply = await server.ask(server.operations.retitle_tournament, request)
    document = {"tournament_id": tournament_id, "title": title, "matches": reply.matches}
    done(
        context,
        document,
        "retitle-tournament_done",
        tournament=tournament_id,
        title=title,
        matches=reply.matches,
    )


@command(ops, "kick")
@click.argument("named", metavar="PLAYER")
@reason_option
async def kick(context: CommandContext, named: str, reason: str) -> None:
    """End all streams of a player, who may connect again, and print their number."""
    request = KickPlayerRequest(reason=reason)
    reply = await _send(context, named, request, lambda server: server.operations.kick_player)
    document = {"player_id": request.player_id, "streams": reply.streams}
    done(context, document, "kick-done", player=named, streams=reply.streams)
    note_silent(context, reply.silent_nodes, "nodes-silent_repeat")


@command(ops, "ban")
@click.argument("named", metavar="PLAYER")
@click.option("--until", callback=moment_option, metavar="WHEN", help=tr("option-ban_until"))
@click.option("--resign", is_flag=True, help=tr("option-resign"))
@reason_option
async def ban(context: CommandContext, named: str, until: datetime | None, resign: bool, reason: str) -> None:
    """Refuse all calls of a player, until a time or until the ban is lifted; with --resign, the seats at running
    matches resign."""
    request = BanPlayerRequest(reason=reason, until=until, resign=resign)
    await _send(context, named, request, lambda server: server.operations.ban_player)
    document: dict[str, Any] = {"player_id": request.player_id, "banned": True}
    if until is None:
        done(context, document, "ban-done", player=named)
    else:
        document["until"] = until.isoformat()
        done(context, document, "ban-until", player=named, until=until.strftime("%Y-%m-%d %H:%M:%S"))


@command(ops, "unban")
@click.argument("named", metavar="PLAYER")
@reason_option
async def unban(context: CommandContext, named: str, reason: str) -> None:
    """Lift the ban of a player."""
    request = UnbanPlayerRequest(reason=reason)
    await _send(context, named, request, lambda server: server.operations.unban_player)
    done(context, {"player_id": request.player_id, "banned": False}, "unban-done", player=named)


@command(ops, "drain")
@click.option("--stop", is_flag=True, help=tr("option-stop_draining"))
@click.option("--at", "stops_at", callback=moment_option, metavar="WHEN", help=tr("option-stops_at"))
@reason_option
async def drain(context: CommandContext, stop: bool, stops_at: datetime | None, reason: str) -> None:
    """Let the server take no new matches and seats while running matches continue; with --at, tell everybody when it
    is going to stop; with --stop, let it take them again."""
    async with context.server() as server:
        request = DrainRequest(stop=stop, stops_at=stops_at, reason=reason)
        reply = await server.ask(server.operations.drain, request)
    done(context, {"draining": reply.draining}, "drain-on" if reply.draining else "drain-off")
    note_silent(context, reply.silent_nodes, "nodes-silent_repeat")


@command(ops, "announce")
@click.argument("text", metavar="TEXT")
@click.option("--until", callback=moment_option, metavar="WHEN", help=tr("option-announce_until"))
async def announce(context: CommandContext, text: str, until: datetime | None) -> None:
    """Tell everybody something; an empty text ends the announcement."""
    async with context.server() as server:
        await server.ask(server.operations.announce, AnnounceRequest(text=text, ends_at=until))
    done(context, {"announcement": text}, "announce-done" if text else "announce-ended")


def done(context: CommandContext, document: dict[str, Any], key: str, **given: object) -> None:
    """Print the outcome of an action: the document as JSON, or the message `key`."""
    if context.out.as_json:
        context.out.document(document)
    else:
        context.out.print_message(key, **given)
