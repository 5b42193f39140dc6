"""tilth tournament standings, crosstable, bracket, pairings, ratings, compare, watch and report."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.tournaments import by_id, tournament_group
from tilth_cli.connection import Server
from tilth_cli.errors import UserError
from tilth_cli.files import open_output
from tilth_cli.messages import language, tr
from tilth_cli.score_sheet import score_sheets
from tilth_cli.tournament_bracket import SEATED, bracket_text, seated
from tilth_cli.tournament_csv import (
    MEETING,
    PairingSeat,
    meetings,
    pairing_seat_columns,
    standings_columns,
)
from tilth_cli.tournament_records import as_json, as_lines, records
from tilth_cli.tournament_screen import TournamentScreen
from tilth_cli.tournament_tables import (
    conduct_table,
    crosstables,
    duel_text,
    games_table,
    seats_text,
    standings_duel,
    standings_table,
    under_lines,
)
from tilth_cli.tournaments import get_standings, get_tournament, list_games, list_ratings, player_ids
from tilth_dataclasses.tilth.v1 import (
    CompareRatingsRequest,
    GetPlayerRequest,
    GetStandingsResponse,
    ListPairingsRequest,
    ListRatingsRequest,
    PairingState,
    Tournament,
)

STATES = {str(state.name).lower(): state for state in PairingState if state is not PairingState.UNSPECIFIED}

with_csv: Callable[[Any], Any] = click.option("--csv", "as_csv", is_flag=True, help=tr("option-csv"))


def check_one_form(context: CommandContext, as_csv: bool) -> None:
    """Raise UsageError if CSV and JSON are both wanted."""
    if as_csv and context.out.as_json:
        raise click.UsageError(tr("usage-csv_or_json"))


@command(tournament_group, "standings")
@by_id
@with_csv
async def standings(context: CommandContext, tournament_id: str, as_csv: bool) -> None:
    """Show the standings of a tournament as a table, CSV or JSON."""
    check_one_form(context, as_csv)
    async with context.server() as server:
        found = await get_standings(server, tournament_id)
        tournament = await get_tournament(server, tournament_id)
    if context.out.as_json:
        context.out.document(found)
    elif as_csv:
        context.out.rows(standings_columns(found), found.standings)
    elif not found.standings:
        context.out.note("tournament-nobody")
    else:
        _show_standings(context, found, tournament)


def _show_standings(context: CommandContext, found: GetStandingsResponse, tournament: Tournament) -> None:
    """Print the standings of a tournament, the head-to-head result of two entrants if there is one with games, how the
    entrants played, the wins by seat, and under which builds and rules the matches were played."""
    context.out.show(standings_table(found))
    names = {entrant.number: entrant.player_name for entrant in tournament.entrants}
    if (duel := standings_duel(found, names)) is not None:
        context.out.show(duel)
    conduct = conduct_table(found)
    if conduct is not None:
        context.out.show(conduct)
    context.out.show(seats_text(found))
    if found.played_under:
        context.out.show(under_lines(found))


@command(tournament_group, "crosstable")
@by_id
@with_csv
async def crosstable(context: CommandContext, tournament_id: str, as_csv: bool) -> None:
    """Show the crosstable of a tournament, the results of each pair of entrants, as a table, CSV or JSON."""
    check_one_form(context, as_csv)
    async with context.server() as server:
        found = await get_standings(server, tournament_id)
    if context.out.as_json:
        context.out.document(found.crosstable)
    elif as_csv:
        context.out.rows(MEETING, meetings(found))
    elif not found.crosstable:
        context.out.note("tournament-no_crosstable" if found.standings else "tournament-nobody")
    else:
        context.out.show(*crosstables(found, context.out.console.width))


@command(tournament_group, "bracket")
@by_id
@with_csv
async def bracket(context: CommandContext, tournament_id: str, as_csv: bool) -> None:
    """Show the bracket of a knockout as text, CSV or JSON."""
    check_one_form(context, as_csv)
    async with context.server() as server:
        found = await get_standings(server, tournament_id)
    if context.out.as_json:
        context.out.document(found.bracket)
    elif as_csv:
        context.out.rows(SEATED, seated(found))
    elif not found.bracket:
        context.out.note("tournament-no_bracket")
    else:
        context.out.show(bracket_text(found, {each.entrant: each.player_name for each in found.standings}))


@command(tournament_group, "pairings")
@by_id
@click.option("--round", "round_", type=click.IntRange(min=1), help=tr("option-tournament_round"))
@click.option("--player", default="", metavar="PLAYER", help=tr("option-games_player"))
@click.option("--state", type=click.Choice(list(STATES)), help=tr("option-games_state"))
@with_csv
async def pairings(
    context: CommandContext,
    tournament_id: str,
    round_: int | None,
    player: str,
    state: str | None,
    as_csv: bool,
) -> None:
    """List the pairings of a tournament as a table, CSV or JSON, if wanted of one round, player or state."""
    check_one_form(context, as_csv)
    async with context.server() as server:
        tournament = await get_tournament(server, tournament_id)
        request = ListPairingsRequest(
            tournament_id=tournament_id,
            round=round_ or 0,
            player_id="".join(await player_ids(server, [player] if player else [])),
            state=STATES.get(state or "", PairingState(0)),
        )
        with context.out.progress("tournament-reading", tournament=tournament_id) as bar:
            found = await list_games(server, request, bar)
    if context.out.as_json:
        context.out.document(found)
    elif as_csv:
        seats = (PairingSeat(game, seat) for game in found for seat in range(len(game.seats)))
        context.out.rows(pairing_seat_columns(tournament), seats)
    elif not found:
        context.out.note("tournament-no_games")
    else:
        context.out.show(games_table(found, tournament))


@command(tournament_group, "compare")
@click.argument("one", metavar="PLAYER")
@click.argument("other", metavar="PLAYER")
@click.option("--game", default="", help=tr("option-ratings_game"))
async def compare(context: CommandContext, one: str, other: str, game: str) -> None:
    """Show the head-to-head result of two players in a game, or a note if they have never met."""
    async with context.server() as server:
        first, second = await player_ids(server, (one, other))
        request = CompareRatingsRequest(player_id=first, other_player_id=second, game=game)
        reply = await server.ask(server.tournaments.compare_ratings, request)
        names = [await _name(server, player_id) for player_id in (first, second)]
    if context.out.as_json:
        context.out.document(reply)
    elif reply.head_to_head is None or not reply.head_to_head.games:
        context.out.note("tournament-never_met")
    else:
        context.out.show(duel_text(reply.head_to_head, *names))


async def _name(server: Server, player_id: str) -> str:
    """Ask the server for the name of a player and return it; if the reply holds no player, return the id."""
    found = (await server.ask(server.players.get_player, GetPlayerRequest(player_id=player_id))).player
    return found.name if found else player_id


@command(tournament_group, "watch")
@by_id
@click.option("--live/--plain", "drawn", default=None, help=tr("option-follow_live"))
@click.option("--from", "from_record", type=click.IntRange(min=0), metavar="RECORD", help=tr("option-from"))
@click.option("--once", is_flag=True, help=tr("option-once"))
async def watch(
    context: CommandContext, tournament_id: str, drawn: bool | None, from_record: int | None, once: bool
) -> None:
    """Show a running tournament: as a screen on a terminal, otherwise its records one by one as lines."""
    out = context.out
    async with context.server() as server:
        tournament = await get_tournament(server, tournament_id)
        draws = out.is_terminal and drawn is not False and not out.as_json and not once
        begin = tournament.record_count if from_record is None and not once else from_record or 0
        if draws:
            if await TournamentScreen(out, server, tournament).run():
                _show_standings(context, await get_standings(server, tournament_id), tournament)
            return
        if from_record is None and tournament.ended_at is not None:
            begin = 0
        entries = records(
            server, tournament_id, begin, once, lambda: out.note("lost", address=server.node_address)
        )
        await (as_json(out, entries) if out.as_json else as_lines(out, server, tournament, entries))


@command(tournament_group, "report")
@by_id
@click.option(
    *("--output", "-o", "output"),
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help=tr("option-report_output"),
)
async def report(context: CommandContext, tournament_id: str, output: Path | None) -> None:
    """Write a report on a tournament as an HTML file, with plots and tables. It needs the packages of the report
    extra."""
    try:
        # Only now: it takes a second, and is there only with its extra.
        from tilth_report.page import page
        from tilth_report.tournament_data import TournamentData
    except ModuleNotFoundError as error:
        raise UserError(tr("error-no_matplotlib", missing=error.name), "MODULE_MISSING") from error
    async with context.server() as server:
        tournament = await get_tournament(server, tournament_id)
        found = await get_standings(server, tournament_id)
        rated, _ = await list_ratings(server, ListRatingsRequest(tournament_id=tournament_id, history=True))
        with context.out.progress("tournament-reading", tournament=tournament_id) as bar:
            request = ListPairingsRequest(tournament_id=tournament_id)
            played = await list_games(server, request, bar, tournament.pairing_count)
        sheets = await score_sheets(server, [game.match_id for game in played if game.result is not None])
    path = output or Path(f"{tournament_id}.html")
    data = page(TournamentData(tournament, found, played, rated, sheets), language()).encode()
    if str(path) == "-":
        sys.stdout.buffer.write(data)
        return
    with open_output(path) as file:
        file.write(data)
    if context.out.as_json:
        context.out.document({"tournament_id": tournament_id, "file": str(path), "bytes": len(data)})
    else:
        context.out.print_message("tournament-reported", tournament=tournament_id, path=path, size=len(data))
