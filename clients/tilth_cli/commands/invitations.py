"""tilth ops invite, invitations and player: who may come, who came, and by which invitation."""

from datetime import datetime

import click
from rich.table import Table
from rich.text import Text

from tilth_cli.argument_types import moment_option
from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.operations import done, ops, player_of, reason_option
from tilth_cli.messages import tr
from tilth_cli.paging import pages
from tilth_cli.roles import role_word
from tilth_cli.terminal_table import local_time
from tilth_dataclasses.tilth.v1 import (
    CreateInvitationRequest,
    GetPlayerDetailsRequest,
    GetPlayerDetailsResponse,
    Invitation,
    ListInvitationsRequest,
    ListInvitedPlayersRequest,
    Player,
    RevokeInvitationRequest,
)


@command(ops, "invite")
@click.option("--label", default="", help=tr("option-label"))
@click.option("--uses", type=click.IntRange(min=1), default=1, metavar="N", help=tr("option-uses"))
@click.option("--until", callback=moment_option, metavar="WHEN", help=tr("option-invite_until"))
async def invite(context: CommandContext, label: str, uses: int, until: datetime | None) -> None:
    """Let the server create an invitation, with which players can register, and print it."""
    async with context.server() as server:
        request = CreateInvitationRequest(label=label, uses=uses, expires_at=until)
        reply = await server.ask(server.operations.create_invitation, request)
    if context.out.as_json:
        context.out.document(reply)
        return
    context.out.show(Text(reply.invitation))
    context.out.note("invite-done", uses=uses, address=context.settings.address, invitation=reply.invitation)


@command(ops, "invitations")
@click.option("--all", "everything", is_flag=True, help=tr("option-all_invitations"))
async def invitations(context: CommandContext, everything: bool) -> None:
    """List the invitations, the newest first: with which somebody can register, or all."""
    found: list[Invitation] = []
    async with context.server() as server:
        request = ListInvitationsRequest(valid_only=not everything)
        async for page in pages(server, server.moderation.list_invitations, request):
            found += page.invitations
    if context.out.as_json:
        context.out.document(found)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("id", "used", "label", "creator", "created", "until"):
        table.add_column(tr(f"invitation-{column}"), no_wrap=column != "label")
    for one in found:
        until = tr("invitation-revoked") if one.revoked else local_time(one.expires_at)
        created = local_time(one.created_at)
        table.add_row(one.id, f"{one.used}/{one.uses}", one.label, one.creator_name, created, until)
    context.out.show(table)


@command(ops, "revoke-invitation")
@click.argument("invitation_id", metavar="INVITATION")
@reason_option
async def revoke_invitation(context: CommandContext, invitation_id: str, reason: str) -> None:
    """Let nobody register with an invitation from now on."""
    async with context.server() as server:
        request = RevokeInvitationRequest(invitation_id=invitation_id, reason=reason)
        await server.ask(server.moderation.revoke_invitation, request)
    document = {"invitation_id": invitation_id, "revoked": True}
    done(context, document, "revoke-invitation_done", invitation=invitation_id)


@command(ops, "invited")
@click.argument("invitation_id", metavar="INVITATION")
@click.option("--tree", is_flag=True, help=tr("option-tree"))
async def invited(context: CommandContext, invitation_id: str, tree: bool) -> None:
    """List the players who came by an invitation; with --tree also those who came by invitations of theirs."""
    found: list[Player] = []
    async with context.server() as server:
        request = ListInvitedPlayersRequest(invitation_id=invitation_id, tree=tree)
        async for page in pages(server, server.moderation.list_invited_players, request):
            found += page.players
    if context.out.as_json:
        context.out.document(found)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("name", "id", "registered"):
        table.add_column(tr(f"players-{column}"), no_wrap=True)
    for player in found:
        table.add_row(player.name, player.id, local_time(player.registered_at))
    context.out.show(table)


@command(ops, "player")
@click.argument("named", metavar="PLAYER")
async def player(context: CommandContext, named: str) -> None:
    """Show what operators see of a player: role, tokens, and the invitation the player came by."""
    async with context.server() as server:
        request = GetPlayerDetailsRequest(player_id=await player_of(server, named))
        details = await server.ask(server.moderation.get_player_details, request)
    if context.out.as_json:
        context.out.document(details)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for key, value in _rows(details):
        table.add_row(Text(tr(key), style="dim"), value)
    context.out.show(table)


def _rows(details: GetPlayerDetailsResponse) -> list[tuple[str, str]]:
    """Return what is known of the player, each as the key of its label and its text; what is empty is left out."""
    player, invitation = details.player, details.invitation
    assert player is not None, "details are of a player"
    role = role_word(player)
    rows = [
        ("players-name", player.name),
        ("players-id", player.id),
        ("players-registered", local_time(player.registered_at)),
        ("players-role", tr(f"role-{role}") if role else ""),
        ("player-tokens", str(details.tokens)),
        ("player-revoked", tr("player-yes") if details.revoked else ""),
    ]
    if details.ban is not None:
        rows.append(
            (
                "player-banned",
                f"{local_time(details.ban.until)} {details.ban.reason}".strip() or tr("player-yes"),
            )
        )
    if invitation is not None:
        rows.append(("player-invitation", f"{invitation.id}  {invitation.label}".rstrip()))
        rows.append(("invitation-creator", invitation.creator_name))
    return [(key, value) for key, value in rows if value]
