"""Finding and making matches: games, new, join, leave, start, list, show."""

import sys
import uuid

import click
from rich.table import Table
from rich.text import Text

from tilth_cli import shapes
from tilth_cli.commands.root import tilth
from tilth_cli.errand import Errand, command
from tilth_cli.filters import filter_of, filtered
from tilth_cli.matches import get_match, list_table, match_text, own_seat, present, write_csv
from tilth_cli.words import say, spoken
from tilth_dataclasses.tilth.v1 import (
    ClockSettings,
    CreateMatchRequest,
    Game,
    LeaveSeatRequest,
    ListGamesRequest,
    Match,
    MatchState,
    StartMatchRequest,
    TakeSeatRequest,
    TimeoutRule,
)

STATES = {
    "open": MatchState.OPEN,
    "running": MatchState.RUNNING,
    "over": MatchState.OVER,
    "cancelled": MatchState.CANCELLED,
}
TIMEOUTS = {"default": TimeoutRule.DEFAULT_ANSWER, "resign": TimeoutRule.RESIGN}
PAGE = 50
MOST_IN_A_PAGE = 500


@command(tilth, "games")
@click.argument("name", required=False)
async def games(errand: Errand, name: str | None) -> None:
    async with errand.server() as server:
        found = (await server.ask(server.lobby.list_games, ListGamesRequest(language=spoken()))).games
    shown = [game for game in found if name in (None, game.name)]
    if name and not shown:
        raise click.UsageError(say("games.unknown", name=name, known=", ".join(game.name for game in found)))
    if errand.out.as_json:
        errand.out.document(shown)
        return
    for game in shown:
        errand.out.show(*_game_text(game))


def _game_text(game: Game) -> list[Text | Table]:
    seats = ", ".join(map(str, game.seat_counts))
    title = Text.assemble((game.title or game.name, "bold"), f"  {game.name}  ")
    title.append(say("games.seats", seats=seats), style="dim")
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for option in game.options:
        values = "|".join(option.choices) or option.kind
        table.add_row(f"  {option.name}={option.default or '...'}", Text(values, style="dim"), option.text)
    return [title, table]


@command(tilth, "new")
@click.argument("game")
@click.argument("settings", nargs=-1, type=shapes.setting)
@click.option("--seats", type=click.IntRange(1, 100), required=True, help=say("option.seats"))
@click.option("--take", type=click.IntRange(0, 99), multiple=True, help=say("option.take"))
@click.option("--title", default="", help=say("option.title"))
@click.option("--start-when-full", is_flag=True, help=say("option.start_when_full"))
@click.option("--invite", multiple=True, metavar="PLAYER_ID", help=say("option.invite"))
@click.option("--per-decision", type=shapes.duration, default="0", help=say("option.per_decision"))
@click.option("--bank", type=shapes.duration, default="0", help=say("option.bank"))
@click.option("--increment", type=shapes.duration, default="0", help=say("option.increment"))
@click.option(
    "--on-timeout", type=click.Choice(list(TIMEOUTS)), default="default", help=say("option.on_timeout")
)
@click.option("--seed", type=shapes.seed, default="", help=say("option.seed"))
async def new(  # noqa: PLR0913 - one parameter an option of the command
    errand: Errand,
    game: str,
    settings: tuple[tuple[str, str], ...],
    seats: int,
    take: tuple[int, ...],
    title: str,
    start_when_full: bool,
    invite: tuple[str, ...],
    per_decision: int,
    bank: int,
    increment: int,
    on_timeout: str,
    seed: bytes,
) -> None:
    clock = None
    if per_decision or bank:
        rule = TIMEOUTS[on_timeout]
        clock = ClockSettings(decision_ms=per_decision, bank_ms=bank, increment_ms=increment, on_timeout=rule)
    request = CreateMatchRequest(
        request_id=uuid.uuid4().hex,
        game=game,
        settings=dict(settings),
        seat_count=seats,
        title=title,
        clock=clock,
        start_when_full=start_when_full,
        take_seats=list(take),
        invited_ids=list(invite),
        seed=seed,
    )
    async with errand.server() as server:
        match = present((await server.ask(server.lobby.create_match, request)).match)
    show_match(errand, match, "new.done")


@command(tilth, "join")
@click.argument("match_id", metavar="MATCH")
@click.option("--seat", type=click.IntRange(0, 99), help=say("option.seat_any"))
async def join(errand: Errand, match_id: str, seat: int | None) -> None:
    request = TakeSeatRequest(request_id=uuid.uuid4().hex, match_id=match_id, seat=seat)
    async with errand.server() as server:
        reply = await server.ask(server.lobby.take_seat, request)
    if errand.out.as_json:
        errand.out.document(reply)
        return
    errand.out.say("join.done", seat=reply.seat, match=match_id)
    errand.out.show(match_text(present(reply.match)))


@command(tilth, "leave")
@click.argument("match_id", metavar="MATCH")
@click.option("--seat", type=click.IntRange(0, 99), help=say("option.seat_own"))
async def leave(errand: Errand, match_id: str, seat: int | None) -> None:
    async with errand.server() as server:
        leaving = await own_seat(server, await get_match(server, match_id), seat)
        request = LeaveSeatRequest(request_id=uuid.uuid4().hex, match_id=match_id, seat=leaving)
        match = present((await server.ask(server.lobby.leave_seat, request)).match)
    show_match(errand, match, "leave.done")


@command(tilth, "start")
@click.argument("match_id", metavar="MATCH")
async def start(errand: Errand, match_id: str) -> None:
    request = StartMatchRequest(request_id=uuid.uuid4().hex, match_id=match_id)
    async with errand.server() as server:
        match = present((await server.ask(server.lobby.start_match, request)).match)
    show_match(errand, match, "start.done")


@command(tilth, "list")
@filtered
@click.option("--state", type=click.Choice(list(STATES)), help=say("option.state"))
@click.option(
    "--limit", type=click.IntRange(min=1), default=PAGE, show_default=True, help=say("option.limit")
)
@click.option("--csv", "as_csv", is_flag=True, help=say("option.csv"))
async def list_matches(errand: Errand, state: str | None, limit: int, as_csv: bool, **given: object) -> None:
    found: list[Match] = []
    async with errand.server() as server:
        request = await filter_of(server, given)
        request.state = STATES.get(state or "", MatchState(0))
        more = True
        while more and len(found) < limit:
            request.page_size = min(limit - len(found), MOST_IN_A_PAGE)
            page = await server.ask(server.lobby.list_matches, request)
            found += page.matches
            request.page_token = page.next_page_token
            more = bool(page.next_page_token)
    if errand.out.as_json:
        errand.out.document(found)
    elif as_csv:
        write_csv(sys.stdout, found)
    elif found:
        errand.out.show(list_table(found))
        if more:
            errand.out.note("list.more", limit=limit)
    else:
        errand.out.note("list.none")


@command(tilth, "show")
@click.argument("match_id", metavar="MATCH")
async def show(errand: Errand, match_id: str) -> None:
    async with errand.server() as server:
        show_match(errand, await get_match(server, match_id), "")


def show_match(errand: Errand, match: Match, key: str) -> None:
    if errand.out.as_json:
        errand.out.document(match)
        return
    if key:
        errand.out.say(key, match=match.id)
    errand.out.show(match_text(match))
