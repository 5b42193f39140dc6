"""tilth ops top, status, calls and audit: the state of a server for its operators."""

from collections.abc import AsyncIterator

import click
from rich.table import Table
from rich.text import Text

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.operations import ops, player_of
from tilth_cli.connection import Server
from tilth_cli.messages import tr
from tilth_cli.plain import as_plain
from tilth_cli.roles import WORDS
from tilth_cli.silent_nodes import note_silent
from tilth_cli.top_screen import TopScreen, snapshots
from tilth_cli.top_tables import calls_table, summary
from tilth_dataclasses.tilth.v1 import (
    AuditEntry,
    GetStatusRequest,
    ListCallsRequest,
    OperatorRole,
    ReadAuditRequest,
)


@command(ops, "top")
@click.option(
    "--interval",
    type=click.FloatRange(0.2, 3600),
    default=1.0,
    metavar="SECONDS",
    help=tr("option-interval"),
)
@click.option("--count", type=click.IntRange(min=1), metavar="N", help=tr("option-count"))
@click.option("--plain", is_flag=True, help=tr("option-top_plain"))
async def top(context: CommandContext, interval: float, count: int | None, plain: bool) -> None:
    """Show what the server does, as a live screen on a terminal, otherwise as a line for each snapshot until `count`
    lines are printed."""
    out = context.out
    async with context.server() as server:
        if out.is_terminal and not plain and not out.as_json:
            await TopScreen(out, server, interval).run()
            return
        shown = 0
        async for snapshot in snapshots(server, interval):
            if not snapshot.since:
                continue  # the first: nothing has been counted yet
            if out.as_json:
                out.line(snapshot)
            else:
                out.console.print(summary(snapshot), soft_wrap=True)
            shown += 1
            if shown == count:
                return


@command(ops, "status")
async def status(context: CommandContext) -> None:
    """Show the state of the server in numbers, such as its matches, players and streams."""
    async with context.server() as server:
        found = await server.ask(server.operations.get_status, GetStatusRequest())
    if context.out.as_json:
        context.out.document(found)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    plain = as_plain(found)
    for name, value in plain.items():
        if name in ("nodes", "silent_nodes"):
            continue
        table.add_row(Text(tr(f"status-{name}"), style="dim"), str(value))
    context.out.show(table)
    for node in found.nodes:
        context.out.print_message(
            "status-node",
            node=node.node,
            version=node.version,
            draining=int(node.draining),
            loaded=node.loaded_matches,
            streams=node.streams,
            channels=node.channels,
        )
    note_silent(context, found.silent_nodes)


@command(ops, "calls")
@click.argument("named", required=False, default="", metavar="[PLAYER]")
async def calls(context: CommandContext, named: str) -> None:
    """List the calls that are running on the server, of all players or of one."""
    async with context.server() as server:
        wanted = await player_of(server, named) if named else ""
        request = ListCallsRequest(player_id=wanted)
        found = await server.ask(server.operations.list_calls, request)
    if context.out.as_json:
        context.out.document(found.calls)
    else:
        context.out.show(calls_table(found.calls))
    note_silent(context, found.silent_nodes)


@command(ops, "audit")
@click.option("--follow", is_flag=True, help=tr("option-follow"))
@click.option(
    "--from", "start", type=click.IntRange(min=0), default=0, metavar="N", help=tr("option-audit_from")
)
@click.option("--player", "named", default="", metavar="PLAYER", help=tr("option-audit_player"))
@click.option("--address", default="", metavar="ADDRESS", help=tr("option-audit_address"))
async def audit(context: CommandContext, follow: bool, start: int, named: str, address: str) -> None:
    """Print the actions of operators that the server has recorded, from a record on, if wanted of one player or
    address; with `follow`, also new ones as they come."""
    out = context.out
    async with context.server() as server:
        player_id = await player_of(server, named) if named else ""
        request = ReadAuditRequest(from_record=start, once=not follow, player_id=player_id, address=address)
        async for entry in _entries(server, request):
            if out.as_json:
                out.line(entry)
            else:
                out.console.print(_audit_line(entry), soft_wrap=True)


async def _entries(server: Server, request: ReadAuditRequest) -> AsyncIterator[AuditEntry]:
    """Yield the entries of the audit that the request asks for, one by one, out of the server's stream of replies."""
    async for reply in server.stream(server.operations.read_audit, request):
        for entry in reply.entries:
            yield entry


def _audit_line(entry: AuditEntry) -> Text:
    """Return an audit entry as one line: number, local time, operator, role if it is a smaller one, action, subject,
    details sorted by name, reason and address; empty ones are left out."""
    record = entry.record
    assert record is not None, "an entry has one"
    at = "" if record.at is None else record.at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    line = Text.assemble((f"{entry.number:>5}  {at}  ", "dim"), entry.operator_name or record.operator_name)
    if record.role not in (OperatorRole.UNSPECIFIED, OperatorRole.OPERATOR):
        line.append(f" ({tr(f'role-{WORDS[record.role]}')})", style="dim")
    line.append(f"  {record.action}", style="bold")
    if record.subject:
        line.append(f"  {record.subject}")
    for name, value in sorted(record.details.items()):
        line.append(f"  {name}={value}")
    address = entry.address or record.peer
    if record.reason:
        line.append(f"  {record.reason!r}")
    return line.append(f"  {address}", style="dim") if address else line
