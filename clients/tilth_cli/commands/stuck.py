"""tilth ops idle, resign, adjudicate: matches that wait for somebody, and what an operator does about them."""

from datetime import UTC, datetime, timedelta

import click
from rich.table import Table

from tilth_cli.argument_types import duration
from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.operations import ops, player_of, reason_option
from tilth_cli.known_names import seat_name
from tilth_cli.messages import tr
from tilth_cli.silent_nodes import note_silent
from tilth_cli.terminal_table import local_time
from tilth_dataclasses.tilth.v1 import (
    AdjudicateMatchRequest,
    IdleMatch,
    ListIdleMatchesRequest,
    ListIdleMatchesResponse,
    ResignSeatRequest,
)

MAX_ROWS = 200


@command(ops, "idle")
@click.option("--for", "since", type=duration, default="0", metavar="DURATION", help=tr("option-idle_for"))
@click.option("--player", default="", help=tr("option-idle_player"))
@click.option("--limit", type=click.IntRange(1, MAX_ROWS), default=50, help=tr("option-limit"))
async def idle(context: CommandContext, since: int, player: str, limit: int) -> None:
    """List matches that have not ended, the one without a record for the longest time first."""
    request = ListIdleMatchesRequest(idle=timedelta(milliseconds=since), max_rows=limit)
    async with context.server() as server:
        if player:
            request.player_id = await player_of(server, player)
        found = await server.ask(server.operations.list_idle_matches, request)
    if context.out.as_json:
        context.out.document(found)
    elif found.matches:
        context.out.show(_table(found))
        if found.match_count > len(found.matches):
            context.out.note("idle-more", more=found.match_count - len(found.matches))
    else:
        context.out.print_message("idle-none")
    note_silent(context, found.silent_nodes)


def _table(found: ListIdleMatchesResponse) -> Table:
    """Return a table of idle matches: since when, the players they wait for, and when the server cancels them."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("list-match", "list-game", "list-state", "idle-since", "idle-awaits", "idle-ends"):
        table.add_column(tr(heading), no_wrap=heading != "idle-awaits")
    for row in found.matches:
        match = row.match
        assert match is not None, "the server sets it"
        table.add_row(
            match.id,
            match.game,
            tr(f"state-{(match.state.name or 'unspecified').lower()}"),
            _ago(row.last_record_at),
            _waiting_for(row),
            local_time(row.ends_at),
        )
    return table


def _waiting_for(row: IdleMatch) -> str:
    """Return the players that a match waits for: those who are asked, or any for its free seats."""
    if row.unreadable or row.match is None:
        return tr("idle-unreadable")
    seats = row.match.seats
    if row.match.pause_reason is not None:
        return tr("idle-paused")
    if row.pending_seats:
        return ", ".join(f"{seat_name(seats[seat])} ({seat})" for seat in row.pending_seats)
    return tr("idle-free", seats=sum(not seat.player_id for seat in seats))


def _ago(at: datetime | None) -> str:
    """Return the time since a moment in its greatest unit: `3 d`."""
    seconds = 0 if at is None else max(0, int((datetime.now(UTC) - at).total_seconds()))
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{seconds // size} {tr(f'idle-unit-{unit}')}"
    return f"{seconds} {tr('idle-unit-s')}"


@command(ops, "resign")
@click.argument("match_id", metavar="MATCH")
@click.argument("seat", type=click.IntRange(0, 99))
@reason_option
async def resign(context: CommandContext, match_id: str, seat: int, reason: str) -> None:
    """Resign a seat for its player; the server gives its default answers from then on."""
    request = ResignSeatRequest(match_id=match_id, seat=seat, reason=reason)
    async with context.server() as server:
        await server.ask(server.operations.resign_seat, request)
    if context.out.as_json:
        context.out.document({"match_id": match_id, "seat": seat, "resigned": True})
    else:
        context.out.print_message("ops-resign-done", match=match_id, seat=seat)


@command(ops, "adjudicate")
@click.argument("match_id", metavar="MATCH")
@click.argument("places", type=click.IntRange(1, 100), nargs=-1, required=True, metavar="PLACE...")
@reason_option
async def adjudicate(context: CommandContext, match_id: str, places: tuple[int, ...], reason: str) -> None:
    """End a running match with the places that the operator has decided on."""
    request = AdjudicateMatchRequest(match_id=match_id, places=list(places), reason=reason)
    async with context.server() as server:
        await server.ask(server.operations.adjudicate_match, request)
    if context.out.as_json:
        context.out.document({"match_id": match_id, "places": list(places)})
    else:
        context.out.print_message("ops-adjudicate-done", match=match_id)
