"""tilth ops: what operators look at."""

from collections.abc import AsyncIterator

import click
from rich.table import Table
from rich.text import Text

from tilth_cli.commands.operations import ops, player_of
from tilth_cli.connection import Server
from tilth_cli.desk import DeskShow, snapshots
from tilth_cli.desk_tables import calls_table, summary
from tilth_cli.errand import Errand, command
from tilth_cli.plain import as_plain
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import AuditEntry, GetStatusRequest, ListCallsRequest, ReadAuditRequest


@command(ops, "top")
@click.option(
    "--interval",
    type=click.FloatRange(0.2, 3600),
    default=1.0,
    metavar="SECONDS",
    help=say("option.interval"),
)
@click.option("--count", type=click.IntRange(min=1), metavar="N", help=say("option.count"))
@click.option("--plain", is_flag=True, help=say("option.top_plain"))
async def top(errand: Errand, interval: float, count: int | None, plain: bool) -> None:
    out = errand.out
    async with errand.server() as server:
        if out.is_terminal and not plain and not out.as_json:
            await DeskShow(out, server, interval).run()
            return
        told = 0
        async for snapshot in snapshots(server, interval):
            if not snapshot.since:
                continue  # the first: nothing has been counted yet
            if out.as_json:
                out.line(snapshot)
            else:
                out.console.print(summary(snapshot), soft_wrap=True)
            told += 1
            if told == count:
                return


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


@command(ops, "calls")
@click.argument("named", required=False, default="", metavar="[PLAYER]")
async def calls(errand: Errand, named: str) -> None:
    async with errand.server() as server:
        wanted = await player_of(server, named) if named else ""
        request = ListCallsRequest(player_id=wanted)
        found = (await server.ask(server.operations.list_calls, request)).calls
    if errand.out.as_json:
        errand.out.document(found)
    else:
        errand.out.show(calls_table(found))


@command(ops, "audit")
@click.option("--follow", is_flag=True, help=say("option.follow"))
@click.option(
    "--from", "start", type=click.IntRange(min=0), default=0, metavar="N", help=say("option.audit_from")
)
async def audit(errand: Errand, follow: bool, start: int) -> None:
    out = errand.out
    async with errand.server() as server:
        async for entry in _entries(server, start, follow):
            if out.as_json:
                out.line(entry)
            else:
                out.console.print(_audit_line(entry), soft_wrap=True)


async def _entries(server: Server, start: int, follow: bool) -> AsyncIterator[AuditEntry]:
    request = ReadAuditRequest(from_record=start, once=not follow)
    async for reply in server.each(server.operations.read_audit, request):
        for entry in reply.entries:
            yield entry


def _audit_line(entry: AuditEntry) -> Text:
    record = entry.record
    assert record is not None, "an entry has one"
    at = "" if record.at is None else record.at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    line = Text.assemble((f"{entry.number:>5}  {at}  ", "dim"), record.operator_name)
    line.append(f"  {record.action}", style="bold")
    if record.subject:
        line.append(f"  {record.subject}")
    for name, value in sorted(record.details.items()):
        line.append(f"  {name}={value}")
    if record.reason:
        line.append(f"  {record.reason!r}")
    return line.append(f"  {record.peer}", style="dim")
