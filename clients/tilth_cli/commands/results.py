"""tilth tournament: what came of it: standings, crosstable, games, ratings, compare, follow, report."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from betterproto2 import Message

from tilth_cli.commands.tournaments import by_id, tournament
from tilth_cli.connection import Server
from tilth_cli.errand import Errand, command
from tilth_cli.files import written
from tilth_cli.plain import field_names
from tilth_cli.tournament_live import LiveTable
from tilth_cli.tournament_records import as_json, as_lines, records
from tilth_cli.tournament_tables import (
    crosstables,
    duel_text,
    games_table,
    ratings_table,
    seats_text,
    standings_table,
)
from tilth_cli.tournaments import get_standings, get_tournament, list_games, list_ratings, player_ids
from tilth_cli.troubles import Trouble
from tilth_cli.words import say, spoken
from tilth_dataclasses.tilth.v1 import (
    CompareRatingsRequest,
    GetPlayerRequest,
    GetStandingsResponse,
    ListRatingsRequest,
    ListTournamentGamesRequest,
    Pairing,
    PairingState,
    Rating,
    Standing,
    TieBreak,
    Tournament,
)

LIMIT = 50
STATES = {str(state.name).lower(): state for state in PairingState if state is not PairingState.UNSPECIFIED}

with_csv: Callable[[Any], Any] = click.option("--csv", "as_csv", is_flag=True, help=say("option.csv"))


def _one_form(errand: Errand, as_csv: bool) -> None:
    if as_csv and errand.out.as_json:
        raise click.UsageError(say("usage.csv_or_json"))


@command(tournament, "standings")
@by_id
@with_csv
async def standings(errand: Errand, tournament_id: str, as_csv: bool) -> None:
    _one_form(errand, as_csv)
    async with errand.server() as server:
        found = await get_standings(server, tournament_id)
        told = await get_tournament(server, tournament_id)
    if errand.out.as_json:
        errand.out.document(found)
    elif as_csv:
        errand.out.rows(*_standings_rows(found))
    elif not found.standings:
        errand.out.note("tournament.nobody")
    else:
        _show_standings(errand, found, told)


def _show_standings(errand: Errand, found: GetStandingsResponse, told: Tournament) -> None:
    errand.out.show(standings_table(found))
    names = {entrant.number: entrant.player_name for entrant in told.entrants}
    if found.duel is not None and found.duel.games:
        errand.out.show(duel_text(found.duel, names.get(0, ""), names.get(1, "")))
    errand.out.show(seats_text(found))


def _standings_rows(found: GetStandingsResponse) -> tuple[list[str], Iterator[list[Any]]]:
    """Tie-breaks and seats have a column each."""
    plain = [name for name in field_names(Standing()) if name not in ("tie_breaks", "seats")]
    tie_breaks = [(TieBreak(each).name or str(each)).lower() for each in found.tie_breaks]
    seats = max((len(standing.seats) for standing in found.standings), default=0)
    columns = [*plain, *tie_breaks, *(f"seat_{seat}" for seat in range(seats))]
    rows = (
        [
            *(getattr(standing, name) for name in plain),
            *standing.tie_breaks,
            *(standing.seats[seat] if seat < len(standing.seats) else 0 for seat in range(seats)),
        ]
        for standing in found.standings
    )
    return columns, rows


@command(tournament, "crosstable")
@by_id
@with_csv
async def crosstable(errand: Errand, tournament_id: str, as_csv: bool) -> None:
    _one_form(errand, as_csv)
    async with errand.server() as server:
        found = await get_standings(server, tournament_id)
    if errand.out.as_json:
        errand.out.document(found.crosstable)
    elif as_csv:
        errand.out.rows(*_crosstable_rows(found))
    elif not found.crosstable:
        errand.out.note("tournament.no_crosstable" if found.standings else "tournament.nobody")
    else:
        errand.out.show(*crosstables(found, errand.out.console.width))


def _crosstable_rows(found: GetStandingsResponse) -> tuple[list[str], Iterator[list[Any]]]:
    """One row for each two that met, which is what other programs read most easily."""
    by_entrant = {standing.entrant: standing for standing in found.standings}
    order = [by_entrant[row.entrant] for row in found.crosstable]
    columns = ["player_id", "player_name", "other_player_id", "other_player_name", "points", "games"]
    rows = (
        [one.player_id, one.player_name, other.player_id, other.player_name, cell.points, cell.games]
        for one, row in zip(order, found.crosstable, strict=True)
        for other, cell in zip(order, row.cells, strict=True)
        if cell.games
    )
    return columns, rows


@command(tournament, "games")
@by_id
@click.option("--round", "round_", type=click.IntRange(min=1), help=say("option.tournament_round"))
@click.option("--player", default="", metavar="PLAYER", help=say("option.games_player"))
@click.option("--state", type=click.Choice(list(STATES)), help=say("option.games_state"))
@with_csv
async def games(
    errand: Errand, tournament_id: str, round_: int | None, player: str, state: str | None, as_csv: bool
) -> None:
    _one_form(errand, as_csv)
    async with errand.server() as server:
        told = await get_tournament(server, tournament_id)
        request = ListTournamentGamesRequest(
            tournament_id=tournament_id,
            round=round_ or 0,
            player_id="".join(await player_ids(server, [player] if player else [])),
            state=STATES.get(state or "", PairingState(0)),
        )
        with errand.out.progress("tournament.reading", tournament=tournament_id) as bar:
            found = await list_games(server, request, bar)
    if errand.out.as_json:
        errand.out.document(found)
    elif as_csv:
        errand.out.rows(*_game_rows(found, told))
    elif not found:
        errand.out.note("tournament.no_games")
    else:
        errand.out.show(games_table(found, told))


def _game_rows(found: Sequence[Pairing], told: Tournament) -> tuple[list[str], Iterator[list[Any]]]:
    """One row for each seat of each game."""
    entrants = {entrant.number: entrant for entrant in told.entrants}
    plain = [
        "number",
        "round",
        "table",
        "game",
        "match_id",
        "state",
        "started_at",
        "ended_at",
        "record_count",
    ]
    columns = [*plain, "reason", "seat", "player_id", "player_name", "place", "score", "points", "forfeit"]

    def rows() -> Iterator[list[Any]]:
        for game in found:
            of_game = [_or_empty(getattr(game, name)) for name in [*plain, "reason"]]
            for seat, number in enumerate(game.seats):
                entrant = entrants.get(number)
                yield [
                    *of_game,
                    seat,
                    entrant.player_id if entrant else "",
                    entrant.player_name if entrant else "",
                    _at(game.result.places if game.result else [], seat),
                    _at(game.result.scores if game.result else [], seat),
                    _at(game.points, seat),
                    seat in game.forfeits,
                ]

    return columns, rows()


def _at(values: Sequence[Any], seat: int) -> Any:
    return values[seat] if seat < len(values) else ""


def _or_empty(value: Any) -> Any:
    return "" if value is None else value


@command(tournament, "ratings")
@click.option("--game", default="", help=say("option.ratings_game"))
@click.option(
    "--tournament", "tournament_id", default="", metavar="TOURNAMENT", help=say("option.ratings_of")
)
@click.option("--history", is_flag=True, help=say("option.history"))
@click.option(
    "--limit", type=click.IntRange(min=1), default=LIMIT, show_default=True, help=say("option.limit")
)
@with_csv
async def ratings(
    errand: Errand, game: str, tournament_id: str, history: bool, limit: int, as_csv: bool
) -> None:
    _one_form(errand, as_csv)
    request = ListRatingsRequest(game=game, tournament_id=tournament_id, history=history)
    async with errand.server() as server:
        found, more = await list_ratings(server, request, limit)
    if errand.out.as_json:
        errand.out.document(found)
    elif as_csv:
        errand.out.rows(*(_history_rows(found) if history else _rating_rows(found)))
    elif not found:
        errand.out.note("tournament.no_ratings")
    else:
        errand.out.show(ratings_table(found, history))
    if more and not errand.out.as_json:
        errand.out.note("list.more", limit=limit)


def _rating_rows(found: Sequence[Rating]) -> tuple[list[str], Iterator[list[Any]]]:
    return _rows_of(found, Rating(), without="history")


def _history_rows(found: Sequence[Rating]) -> tuple[list[str], Iterator[list[Any]]]:
    """One row for each time a rating moved."""
    columns = ["player_id", "player_name", "at", "mu", "sigma", "match_id"]
    rows = (
        [rating.player_id, rating.player_name, _or_empty(point.at), point.mu, point.sigma, point.match_id]
        for rating in found
        for point in rating.history
    )
    return columns, rows


def _rows_of(found: Sequence[Message], kind: Message, without: str) -> tuple[list[str], Iterator[list[Any]]]:
    columns = [name for name in field_names(kind) if name != without]
    return columns, ([getattr(each, name) for name in columns] for each in found)


@command(tournament, "compare")
@click.argument("one", metavar="PLAYER")
@click.argument("other", metavar="PLAYER")
@click.option("--game", default="", help=say("option.ratings_game"))
async def compare(errand: Errand, one: str, other: str, game: str) -> None:
    async with errand.server() as server:
        first, second = await player_ids(server, (one, other))
        request = CompareRatingsRequest(player_id=first, other_player_id=second, game=game)
        reply = await server.ask(server.tournaments.compare_ratings, request)
        names = [await _name(server, player_id) for player_id in (first, second)]
    if errand.out.as_json:
        errand.out.document(reply)
    elif reply.duel is None or not reply.duel.games:
        errand.out.note("tournament.never_met")
    else:
        errand.out.show(duel_text(reply.duel, *names))


async def _name(server: Server, player_id: str) -> str:
    found = (await server.ask(server.players.get_player, GetPlayerRequest(player_id=player_id))).player
    return found.name if found else player_id


@command(tournament, "follow")
@by_id
@click.option("--live/--plain", "drawn", default=None, help=say("option.follow_live"))
@click.option("--from", "from_record", type=click.IntRange(min=0), metavar="RECORD", help=say("option.from"))
@click.option("--once", is_flag=True, help=say("option.once"))
async def follow(
    errand: Errand, tournament_id: str, drawn: bool | None, from_record: int | None, once: bool
) -> None:
    out = errand.out
    async with errand.server() as server:
        told = await get_tournament(server, tournament_id)
        draws = out.is_terminal and drawn is not False and not out.as_json and not once
        begin = told.record_count if from_record is None and not once else from_record or 0
        if draws:
            if await LiveTable(out, server, told).run():
                _show_standings(errand, await get_standings(server, tournament_id), told)
            return
        if from_record is None and told.ended_at is not None:
            begin = 0
        entries = records(
            server, tournament_id, begin, once, lambda: out.note("lost", address=server.address)
        )
        await (as_json(out, entries) if out.as_json else as_lines(out, server, told, entries))


@command(tournament, "report")
@by_id
@click.option(
    *("--out", "-o", "output"),
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help=say("option.report_output"),
)
async def report(errand: Errand, tournament_id: str, output: Path | None) -> None:
    try:
        # Only now: it takes a second, and is there only with its extra.
        from tilth_report.contest import Contest
        from tilth_report.page import page
    except ModuleNotFoundError as error:
        raise Trouble(say("trouble.no_matplotlib", missing=error.name), "missing") from error
    async with errand.server() as server:
        told = await get_tournament(server, tournament_id)
        found = await get_standings(server, tournament_id)
        rated, _ = await list_ratings(server, ListRatingsRequest(tournament_id=tournament_id, history=True))
        with errand.out.progress("tournament.reading", tournament=tournament_id) as bar:
            request = ListTournamentGamesRequest(tournament_id=tournament_id)
            played = await list_games(server, request, bar, told.game_count)
    path = output or Path(f"{tournament_id}.html")
    data = page(Contest(told, found, played, rated), spoken()).encode()
    if str(path) == "-":
        sys.stdout.buffer.write(data)
        return
    with written(path) as file:
        file.write(data)
    if errand.out.as_json:
        errand.out.document({"tournament_id": tournament_id, "file": str(path), "bytes": len(data)})
    else:
        errand.out.say("tournament.reported", tournament=tournament_id, path=path, size=len(data))
