"""tilth tournament, to create and run tournaments: create, list, show, enter, withdraw, start, pause, resume, cancel,
adjudicate."""

import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click
import grpc.aio

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.root import tilth
from tilth_cli.connection import Server
from tilth_cli.matches import own_id
from tilth_cli.messages import tr
from tilth_cli.tournament_settings import OrderedOptions, settings_from, settings_options
from tilth_cli.tournament_tables import TOURNAMENT, games_table, list_table, tournament_text
from tilth_cli.tournaments import PAGE, get_tournament, player_ids, require_tournament
from tilth_dataclasses.tilth.v1 import (
    AdjudicatePairingRequest,
    CancelTournamentRequest,
    CreateTournamentRequest,
    EnterTournamentRequest,
    ListTournamentsRequest,
    Pairing,
    PauseTournamentRequest,
    ReplayPairingRequest,
    ResumeTournamentRequest,
    StartTournamentRequest,
    Tournament,
    TournamentState,
    VoidPairingRequest,
    WithdrawFromTournamentRequest,
    WithdrawnResults,
)

STATES = {
    str(state.name).lower(): state for state in TournamentState if state is not TournamentState.UNSPECIFIED
}
RESULTS = {"stand": WithdrawnResults.STAND, "annul": WithdrawnResults.ANNULLED}
LIMIT = 50


class GameRequest(Protocol):
    """A request about one pairing of a tournament."""

    tournament_id: str


class GameReply(Protocol):
    """The game as it is after a change."""

    pairing: Pairing | None


Q = TypeVar("Q", bound=GameRequest)
R = TypeVar("R", bound=GameReply)


@tilth.group("tournament", help=tr("help-tournament"))
def tournament_group() -> None:
    pass


by_id: Callable[[Any], Any] = click.argument("tournament_id", metavar="TOURNAMENT")
of_game: Callable[[Any], Any] = click.argument("game", type=click.IntRange(min=1))
reasoned: Callable[[Any], Any] = click.option("--reason", default="", help=tr("option-reason"))
of_players: Callable[[Any], Any] = click.option(
    "--player", "players", multiple=True, metavar="PLAYER", help=tr("option-entrant")
)


@command(tournament_group, "create", cls=OrderedOptions)
@click.option("--file", type=click.Path(path_type=Path, dir_okay=False), help=tr("option-settings_file"))
@settings_options
async def create(context: CommandContext, /, file: Path | None, **given: Any) -> None:
    """Create a tournament with the settings of a file and the given options, which come before the file's, and show
    it."""
    settings = settings_from(file, given)
    async with context.server() as server:
        settings.invited_player_ids = await player_ids(server, settings.invited_player_ids)
        request = CreateTournamentRequest(request_id=uuid.uuid4().hex, settings=settings)
        made = require_tournament(
            (await server.ask(server.tournaments.create_tournament, request)).tournament
        )
    _show(context, made, "tournament-created")


@command(tournament_group, "list")
@click.option("--state", type=click.Choice(list(STATES)), help=tr("option-tournament_state"))
@click.option("--player", default="", metavar="PLAYER", help=tr("option-tournament_player"))
@click.option("--mine", is_flag=True, help=tr("option-tournament_mine"))
@click.option(
    "--limit", type=click.IntRange(min=1), default=LIMIT, show_default=True, help=tr("option-limit")
)
@click.option("--csv", "as_csv", is_flag=True, help=tr("option-csv"))
async def list_tournaments(
    context: CommandContext, state: str | None, player: str, mine: bool, limit: int, as_csv: bool
) -> None:
    """List tournaments, up to a limit, as a table, CSV or JSON; if wanted only those in a state or with a player."""
    if as_csv and context.out.as_json:
        raise click.UsageError(tr("usage-csv_or_json"))
    found: list[Tournament] = []
    async with context.server() as server:
        player_id = (
            await own_id(server) if mine else "".join(await player_ids(server, [player] if player else []))
        )
        request = ListTournamentsRequest(
            player_id=player_id, state=STATES.get(state or "", TournamentState(0))
        )
        more = True
        while more and len(found) < limit:
            request.page_size = min(limit - len(found), PAGE)
            page = await server.ask(server.tournaments.list_tournaments, request)
            found += page.tournaments
            request.page_token = page.next_page_token
            more = bool(page.next_page_token)
    if context.out.as_json:
        context.out.document(found)
        return
    if as_csv:
        context.out.rows(TOURNAMENT, found)
        return
    if not found:
        context.out.note("tournament-none")
        return
    context.out.show(list_table(found))
    if more:
        context.out.note("list-more", limit=limit)


@command(tournament_group, "show")
@by_id
async def show(context: CommandContext, tournament_id: str) -> None:
    """Show one tournament."""
    async with context.server() as server:
        found = await get_tournament(server, tournament_id)
    _show(context, found, "")


@command(tournament_group, "enter")
@by_id
@of_players
@click.option(
    "--max-running", type=click.IntRange(min=1), default=None, help=tr("option-entrant_max_running")
)
@click.option("--version", default="", metavar="TEXT", help=tr("option-entrant_version"))
async def enter(
    context: CommandContext,
    tournament_id: str,
    players: tuple[str, ...],
    max_running: int | None,
    version: str,
) -> None:
    """Enter the named players in a tournament, or the own player if none is named, and show it."""
    async with context.server() as server:
        replies = [
            await server.ask(
                server.tournaments.enter_tournament,
                EnterTournamentRequest(
                    tournament_id=tournament_id,
                    player_id=player_id,
                    max_running_pairings=max_running or 0,
                    version=version,
                ),
            )
            for player_id in await player_ids(server, players) or [""]
        ]
    _show(context, require_tournament(replies[-1].tournament), "tournament-entered")


@command(tournament_group, "withdraw")
@by_id
@of_players
@click.option("--results", type=click.Choice(list(RESULTS)), help=tr("option-withdrawn_results"))
async def withdraw(
    context: CommandContext, tournament_id: str, players: tuple[str, ...], results: str | None
) -> None:
    """Withdraw the named players from a tournament, or the own player if none is named, and show it."""
    async with context.server() as server:
        replies = [
            await server.ask(
                server.tournaments.withdraw_from_tournament,
                WithdrawFromTournamentRequest(
                    tournament_id=tournament_id,
                    player_id=player_id,
                    results=RESULTS.get(results or "", WithdrawnResults(0)),
                ),
            )
            for player_id in await player_ids(server, players) or [""]
        ]
    _show(context, require_tournament(replies[-1].tournament), "tournament-withdrawn")


@command(tournament_group, "start")
@by_id
async def start(context: CommandContext, tournament_id: str) -> None:
    """Close the entry of a tournament and start it."""
    request = StartTournamentRequest(tournament_id=tournament_id)
    async with context.server() as server:
        reply = await server.ask(server.tournaments.start_tournament, request)
    _show(context, require_tournament(reply.tournament), "tournament-started")


@command(tournament_group, "pause")
@by_id
@reasoned
async def pause(context: CommandContext, tournament_id: str, reason: str) -> None:
    """Pause a tournament for the given reason."""
    request = PauseTournamentRequest(tournament_id=tournament_id, reason=reason)
    async with context.server() as server:
        reply = await server.ask(server.tournaments.pause_tournament, request)
    _show(context, require_tournament(reply.tournament), "tournament-paused")


@command(tournament_group, "resume")
@by_id
async def resume(context: CommandContext, tournament_id: str) -> None:
    """Resume a paused tournament."""
    request = ResumeTournamentRequest(tournament_id=tournament_id)
    async with context.server() as server:
        reply = await server.ask(server.tournaments.resume_tournament, request)
    _show(context, require_tournament(reply.tournament), "tournament-resumed")


@command(tournament_group, "cancel")
@by_id
@reasoned
async def cancel(context: CommandContext, tournament_id: str, reason: str) -> None:
    """Cancel a tournament for the given reason."""
    request = CancelTournamentRequest(tournament_id=tournament_id, reason=reason)
    async with context.server() as server:
        reply = await server.ask(server.tournaments.cancel_tournament, request)
    _show(context, require_tournament(reply.tournament), "tournament-ended")


@command(tournament_group, "adjudicate")
@by_id
@of_game
@click.argument("places", type=click.IntRange(1, 100), nargs=-1, required=True, metavar="PLACE...")
@reasoned
async def adjudicate(
    context: CommandContext, tournament_id: str, game: int, places: tuple[int, ...], reason: str
) -> None:
    """Give a pairing of a tournament the places that its organiser has decided on."""
    request = AdjudicatePairingRequest(
        tournament_id=tournament_id, pairing=game, places=list(places), reason=reason
    )
    await _correct(
        context, request, lambda server: server.tournaments.adjudicate_pairing, "tournament-adjudicated"
    )


@command(tournament_group, "void")
@by_id
@of_game
@click.option("--reason", required=True, help=tr("option-reason"))
async def void(context: CommandContext, tournament_id: str, game: int, reason: str) -> None:
    """Make a pairing of a tournament void, so that it does not count."""
    request = VoidPairingRequest(tournament_id=tournament_id, pairing=game, reason=reason)
    await _correct(context, request, lambda server: server.tournaments.void_pairing, "tournament-voided")


@command(tournament_group, "replay")
@by_id
@of_game
@click.option("--reason", required=True, help=tr("option-reason"))
async def replay(context: CommandContext, tournament_id: str, game: int, reason: str) -> None:
    """Let the server play a pairing of a tournament again."""
    request = ReplayPairingRequest(
        request_id=uuid.uuid4().hex, tournament_id=tournament_id, pairing=game, reason=reason
    )
    await _correct(context, request, lambda server: server.tournaments.replay_pairing, "tournament-replayed")


async def _correct(
    context: CommandContext,
    request: Q,
    method: Callable[[Server], grpc.aio.UnaryUnaryMultiCallable[Q, R]],
    key: str,
) -> None:
    """Send a request that changes one game's result, and show the game as it is then, under the message `key`."""
    async with context.server() as server:
        pairing = (await server.ask(method(server), request)).pairing
        found = await get_tournament(server, request.tournament_id)
    if context.out.as_json:
        context.out.document(pairing)
        return
    if pairing is not None:
        context.out.print_message(key, game=pairing.number)
    context.out.show(games_table([pairing] if pairing else [], found))


def _show(context: CommandContext, found: Tournament, key: str) -> None:
    """Print a tournament, after the message `key` (none if it is empty); with JSON output, only the tournament as a
    document."""
    if context.out.as_json:
        context.out.document(found)
        return
    if key:
        context.out.print_message(key, tournament=found.id)
    context.out.show(tournament_text(found))
