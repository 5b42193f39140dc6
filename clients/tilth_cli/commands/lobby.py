"""tilth new, join, leave, start, list and show: creating and finding matches."""

import uuid

import click
from rich.padding import Padding

from tilth_cli import argument_types
from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.root import tilth
from tilth_cli.filters import filter_of, with_filters
from tilth_cli.known_names import seat_name
from tilth_cli.matches import MATCH, get_match, idle_end, list_table, match_text, own_seat, require_match
from tilth_cli.messages import tr
from tilth_cli.plain import as_plain
from tilth_cli.score_sheet import rows_of, score_table, with_rows
from tilth_cli.terminal_table import local_time
from tilth_dataclasses.tilth.v1 import (
    ClockSettings,
    CreateMatchRequest,
    GetMatchRequest,
    LeaveSeatRequest,
    Match,
    MatchOrder,
    MatchState,
    StartMatchRequest,
    TakeSeatRequest,
    TimeoutRule,
)

STATES = {
    "open": MatchState.OPEN,
    "running": MatchState.RUNNING,
    "finished": MatchState.FINISHED,
    "cancelled": MatchState.CANCELLED,
}
ORDERS = {
    "created": MatchOrder.UNSPECIFIED,
    "ended": MatchOrder.ENDED,
    "margin": MatchOrder.MARGIN,
    "records": MatchOrder.RECORDS,
    "duration": MatchOrder.DURATION,
    "forfeit": MatchOrder.FORFEIT_CAUSE,
    "surprise": MatchOrder.RATING_SURPRISE,
    "last-record": MatchOrder.LAST_RECORD,
}
TIMEOUTS = {"default": TimeoutRule.DEFAULT_ANSWER, "resign": TimeoutRule.RESIGN}
PAGE = 50
MAX_PAGE_SIZE = 500


@command(tilth, "new")
@click.argument("game")
@click.argument("settings", nargs=-1, type=argument_types.setting)
@click.option(
    "--option",
    "more",
    multiple=True,
    type=argument_types.setting,
    metavar="NAME=VALUE",
    help=tr("option-set"),
)
@click.option("--seats", type=click.IntRange(1, 100), required=True, help=tr("option-seats"))
@click.option("--take", type=click.IntRange(0, 99), multiple=True, help=tr("option-take"))
@click.option(
    "--bot",
    "bots",
    multiple=True,
    type=argument_types.seat_bot,
    metavar="SEAT=NAME",
    help=tr("option-bot_seat"),
)
@click.option("--title", default="", help=tr("option-title"))
@click.option("--start-when-full", is_flag=True, help=tr("option-start_when_full"))
@click.option("--invite", multiple=True, metavar="PLAYER_ID", help=tr("option-invite"))
@click.option("--per-decision", type=argument_types.duration, default="0", help=tr("option-per_decision"))
@click.option("--bank", type=argument_types.duration, default="0", help=tr("option-bank"))
@click.option("--increment", type=argument_types.duration, default="0", help=tr("option-increment"))
@click.option(
    "--on-timeout", type=click.Choice(list(TIMEOUTS)), default="default", help=tr("option-on_timeout")
)
@click.option("--seed", type=argument_types.seed, default="", help=tr("option-seed"))
async def new(  # noqa: PLR0913 - one parameter an option of the command
    context: CommandContext,
    game: str,
    settings: tuple[tuple[str, str], ...],
    more: tuple[tuple[str, str], ...],
    seats: int,
    take: tuple[int, ...],
    bots: tuple[tuple[int, str], ...],
    title: str,
    start_when_full: bool,
    invite: tuple[str, ...],
    per_decision: int,
    bank: int,
    increment: int,
    on_timeout: str,
    seed: bytes,
) -> None:
    """Create a match of a game on the server, with the seats, options and clock that are given, and show it."""
    clock = None
    if per_decision or bank:
        rule = TIMEOUTS[on_timeout]
        clock = ClockSettings(decision_ms=per_decision, bank_ms=bank, increment_ms=increment, on_timeout=rule)
    request = CreateMatchRequest(
        request_id=uuid.uuid4().hex,
        game=game,
        settings=dict((*settings, *more)),
        seat_count=seats,
        title=title,
        clock=clock,
        start_when_full=start_when_full,
        take_seats=list(take),
        bots=dict(bots),
        invited_player_ids=list(invite),
        seed=seed,
    )
    async with context.server() as server:
        match = require_match((await server.ask(server.lobby.create_match, request)).match)
    show_match(context, match, "new-done")


@command(tilth, "join")
@click.argument("match_id", metavar="MATCH")
@click.option("--seat", type=click.IntRange(0, 99), help=tr("option-seat_any"))
async def join(context: CommandContext, match_id: str, seat: int | None) -> None:
    """Take a seat of an open match, any free one if none is named, and show the match."""
    request = TakeSeatRequest(request_id=uuid.uuid4().hex, match_id=match_id, seat=seat)
    async with context.server() as server:
        reply = await server.ask(server.lobby.take_seat, request)
    if context.out.as_json:
        context.out.document(reply)
        return
    context.out.print_message("join-done", seat=reply.seat, match=match_id)
    context.out.show(match_text(require_match(reply.match)))


@command(tilth, "leave")
@click.argument("match_id", metavar="MATCH")
@click.option("--seat", type=click.IntRange(0, 99), help=tr("option-seat_own"))
async def leave(context: CommandContext, match_id: str, seat: int | None) -> None:
    """Leave the player's seat of an open match, and show the match."""
    async with context.server() as server:
        leaving = await own_seat(server, await get_match(server, match_id), seat)
        request = LeaveSeatRequest(request_id=uuid.uuid4().hex, match_id=match_id, seat=leaving)
        match = require_match((await server.ask(server.lobby.leave_seat, request)).match)
    show_match(context, match, "leave-done")


@command(tilth, "start")
@click.argument("match_id", metavar="MATCH")
async def start(context: CommandContext, match_id: str) -> None:
    """Start an open match, and show it."""
    request = StartMatchRequest(request_id=uuid.uuid4().hex, match_id=match_id)
    async with context.server() as server:
        match = require_match((await server.ask(server.lobby.start_match, request)).match)
    show_match(context, match, "start-done")


@command(tilth, "list")
@with_filters
@click.option("--state", type=click.Choice(list(STATES)), help=tr("option-state"))
@click.option("--order", type=click.Choice(list(ORDERS)), default="created", help=tr("option-order"))
@click.option("--limit", type=click.IntRange(min=1), default=PAGE, show_default=True, help=tr("option-limit"))
@click.option("--csv", "as_csv", is_flag=True, help=tr("option-csv"))
async def list_matches(
    context: CommandContext, state: str | None, order: str, limit: int, as_csv: bool, **given: object
) -> None:
    """List the matches that fit the filter, page by page up to a limit, as a table, CSV or JSON."""
    found: list[Match] = []
    async with context.server() as server:
        request = await filter_of(server, given)
        request.state = STATES.get(state or "", MatchState(0))
        request.order = ORDERS[order]
        more = True
        is_incomplete = False
        while more and len(found) < limit:
            request.page_size = min(limit - len(found), MAX_PAGE_SIZE)
            page = await server.ask(server.lobby.list_matches, request)
            found += page.matches
            request.page_token = page.next_page_token
            more = bool(page.next_page_token)
            is_incomplete = is_incomplete or page.incomplete
    if is_incomplete:
        context.out.note("list-incomplete", address=context.settings.address)
    if context.out.as_json:
        context.out.document(found)
    elif as_csv:
        context.out.rows(MATCH, found)
    elif found:
        context.out.show(list_table(found))
        if more:
            context.out.note("list-more", limit=limit)
    else:
        context.out.note("list-none")


@command(tilth, "show")
@click.argument("match_id", metavar="MATCH")
async def show(context: CommandContext, match_id: str) -> None:
    """Show one match, with the rows of its score sheet if it has a result."""
    async with context.server() as server:
        reply = await server.ask(server.lobby.get_match, GetMatchRequest(match_id=match_id))
        match = require_match(reply.match)
        rows = await rows_of(server, match)
        ends_at = None if context.out.as_json else await idle_end(server, match)
    if context.out.as_json:
        owner = {"node": reply.node} if reply.node else {}
        context.out.document(with_rows(as_plain(match), rows) | owner)
        return
    show_match(context, match, "")
    if reply.node:
        context.out.print_message("show-node", node=reply.node)
    if ends_at is not None:
        context.out.print_message("show-idle_end", at=local_time(ends_at))
    if rows and match.result is not None:
        names = [seat_name(seat) or tr("seat", seat=at) for at, seat in enumerate(match.seats)]
        context.out.show(Padding(score_table(rows, names, match.result), (1, 0, 0, 2)))


def show_match(context: CommandContext, match: Match, key: str) -> None:
    """Print a match, after the message `key` (none if it is empty); with JSON output, only the match as a document."""
    if context.out.as_json:
        context.out.document(match)
        return
    if key:
        context.out.print_message(key, match=match.id)
    context.out.show(match_text(match))
