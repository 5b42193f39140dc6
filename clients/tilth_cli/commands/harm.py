"""tilth ops bans, load and reports: who does harm, and what is done about it."""

from datetime import datetime
from typing import Any

import click
from rich.table import Table

from tilth_cli.argument_types import moment_option
from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.operations import done, ops, player_of, reason_option
from tilth_cli.messages import tr
from tilth_cli.paging import pages
from tilth_cli.silent_nodes import note_silent
from tilth_cli.terminal_table import local_time
from tilth_dataclasses.tilth.v1 import (
    BanAddressRequest,
    BanInvitationRequest,
    ClientLoad,
    LiftBanRequest,
    ListBansRequest,
    ListLoadRequest,
    ListReportsRequest,
    Report,
    ReportState,
    ResolveReportRequest,
)


def _table(*columns: str) -> Table:
    """Return a table with these columns, given by the keys of their heads."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(tr(column))
    return table


@command(ops, "ban-address")
@click.argument("network", metavar="ADDRESS")
@click.option("--until", callback=moment_option, metavar="WHEN", help=tr("option-ban_until"))
@reason_option
async def ban_address(context: CommandContext, network: str, until: datetime | None, reason: str) -> None:
    """Refuse all calls from an address or a network, and print the ban's id."""
    async with context.server() as server:
        request = BanAddressRequest(network=network, reason=reason, until=until)
        ban = (await server.ask(server.moderation.ban_address, request)).ban
    assert ban is not None, "the reply has the ban"
    done(context, {"ban_id": ban.id, "network": network}, "ban-address_done", network=network, ban=ban.id)


@command(ops, "ban-invitation")
@click.argument("invitation_id", metavar="INVITATION")
@click.option("--until", callback=moment_option, metavar="WHEN", help=tr("option-ban_until"))
@click.option("--resign", is_flag=True, help=tr("option-resign"))
@reason_option
async def ban_invitation(
    context: CommandContext, invitation_id: str, until: datetime | None, resign: bool, reason: str
) -> None:
    """Refuse all calls of the players who came by an invitation or by its tree, and print their number."""
    async with context.server() as server:
        request = BanInvitationRequest(invitation_id=invitation_id, reason=reason, until=until, resign=resign)
        reply = await server.ask(server.moderation.ban_invitation, request)
    document = {"invitation_id": invitation_id, "players": reply.players}
    done(context, document, "ban-invitation_done", invitation=invitation_id, players=reply.players)


@command(ops, "lift-ban")
@click.argument("ban_id", metavar="BAN")
@reason_option
async def lift_ban(context: CommandContext, ban_id: str, reason: str) -> None:
    """Lift a ban of any kind, named by its id."""
    async with context.server() as server:
        await server.ask(server.moderation.lift_ban, LiftBanRequest(ban_id=ban_id, reason=reason))
    done(context, {"ban_id": ban_id, "lifted": True}, "lift-ban_done", ban=ban_id)


@command(ops, "bans")
async def bans(context: CommandContext) -> None:
    """List the bans that hold now, the newest first."""
    async with context.server() as server:
        found = [
            ban
            async for page in pages(server, server.moderation.list_bans, ListBansRequest())
            for ban in page.bans
        ]
    if context.out.as_json:
        context.out.document(found)
        return
    table = _table("invitation-id", "ban-target", "invitation-creator", "invitation-until", "ban-reason")
    for ban in found:
        target = ban.network or ban.name or ban.id
        table.add_row(ban.id, target, ban.creator_name, local_time(ban.until), ban.reason)
    context.out.show(table)


@command(ops, "load")
@click.option("--by-address", is_flag=True, help=tr("option-by_address"))
@click.option("--by-refusals", is_flag=True, help=tr("option-by_refusals"))
async def load(context: CommandContext, by_address: bool, by_refusals: bool) -> None:
    """List the players or addresses that caused most work or refusals in the last hour."""
    async with context.server() as server:
        request = ListLoadRequest(by_address=by_address, by_refusals=by_refusals)
        reply = await server.ask(server.moderation.list_load, request)
    if context.out.as_json:
        context.out.document(reply)
        return
    table = _table("top-column-name", "top-column-peer", "load-calls", "load-work", "load-refusals")
    for one in reply.clients:
        table.add_row(
            one.player_name,
            _written(one.address),
            str(one.calls),
            f"{_seconds(one.work):.2f}",
            _refusals(one),
        )
    context.out.show(table)
    note_silent(context, reply.silent_nodes)


def _written(address: str) -> str:
    """Return an address as people write it, and as `ban-address` takes it: calls name it "ipv4:192.0.2.7"."""
    kind, _, rest = address.partition(":")
    return rest if kind in ("ipv4", "ipv6") else address


def _seconds(duration: Any) -> float:
    """Return a duration in seconds; 0 if it is missing."""
    return 0.0 if duration is None else float(getattr(duration, "total_seconds", lambda: duration)())


def _refusals(one: ClientLoad) -> str:
    """Return the number of refusals, with their reasons, the most frequent first; "" for none."""
    if not one.refusals:
        return ""
    reasons = sorted(one.refusals_by_reason.items(), key=lambda pair: -pair[1])
    return f"{one.refusals}: " + ", ".join(f"{reason} {count}" for reason, count in reasons)


@command(ops, "reports")
@click.option("--all", "everything", is_flag=True, help=tr("option-all_reports"))
@click.option("--player", "named", default="", metavar="PLAYER", help=tr("option-reports_player"))
async def reports(context: CommandContext, everything: bool, named: str) -> None:
    """List the reports of players that nobody has resolved, the oldest first; or all."""
    async with context.server() as server:
        player_id = await player_of(server, named) if named else ""
        request = ListReportsRequest(resolved_too=everything, player_id=player_id)
        found = [
            one
            async for page in pages(server, server.moderation.list_reports, request)
            for one in page.reports
        ]
    if context.out.as_json:
        context.out.document(found)
        return
    table = _table("report-number", "report-at", "report-by", "report-about", "report-text", "report-state")
    for one in found:
        state = tr(f"report-{one.state.name.lower()}") if one.state else ""
        text = _about(one)
        table.add_row(str(one.number), local_time(one.reported_at), one.reporter_name, text, one.text, state)
    context.out.show(table)


def _about(one: Report) -> str:
    """Return what is reported: its kind, the name or title as it was, and the id."""
    target = one.player_id or one.match_id or one.tournament_id
    return f"{tr(f'report-kind_{one.kind.name.lower()}')} {one.reported_name} {target}".replace("  ", " ")


@command(ops, "resolve")
@click.argument("number", type=click.IntRange(min=1), metavar="REPORT")
@click.argument("outcome", type=click.Choice(("upheld", "dismissed")), metavar="upheld|dismissed")
@reason_option
async def resolve(context: CommandContext, number: int, outcome: str, reason: str) -> None:
    """Take a report off the queue."""
    state = ReportState.UPHELD if outcome == "upheld" else ReportState.DISMISSED
    async with context.server() as server:
        request = ResolveReportRequest(report_number=number, state=state, reason=reason)
        await server.ask(server.moderation.resolve_report, request)
    done(context, {"report_number": number, "state": outcome}, "resolve-done", number=number)
