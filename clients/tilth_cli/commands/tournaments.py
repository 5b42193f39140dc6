"""tilth tournament: making and running them: create, list, show, enter, withdraw, start, pause, resume, cancel,
adjudicate."""

import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tilth_cli.commands.root import tilth
from tilth_cli.errand import Errand, command
from tilth_cli.matches import own_id
from tilth_cli.tournament_settings import InOrder, settings_from, settings_options
from tilth_cli.tournament_tables import games_table, list_table, tournament_text
from tilth_cli.tournaments import PAGE, get_tournament, player_ids, present
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import (
    AdjudicateGameRequest,
    CancelTournamentRequest,
    CreateTournamentRequest,
    EnterTournamentRequest,
    ListTournamentsRequest,
    PauseTournamentRequest,
    ResumeTournamentRequest,
    StartTournamentRequest,
    Tournament,
    TournamentState,
    WithdrawFromTournamentRequest,
)

STATES = {
    str(state.name).lower(): state for state in TournamentState if state is not TournamentState.UNSPECIFIED
}
LIMIT = 50


@tilth.group("tournament", help=say("help.tournament"))
def tournament() -> None:
    pass


by_id: Callable[[Any], Any] = click.argument("tournament_id", metavar="TOURNAMENT")
reasoned: Callable[[Any], Any] = click.option("--reason", default="", help=say("option.reason"))
of_players: Callable[[Any], Any] = click.option(
    "--player", "players", multiple=True, metavar="PLAYER", help=say("option.entrant")
)


@command(tournament, "create", cls=InOrder)
@click.option("--file", type=click.Path(path_type=Path, dir_okay=False), help=say("option.settings_file"))
@settings_options
async def create(errand: Errand, /, file: Path | None, **given: Any) -> None:
    settings = settings_from(file, given)
    async with errand.server() as server:
        settings.invited_ids = await player_ids(server, settings.invited_ids)
        request = CreateTournamentRequest(request_id=uuid.uuid4().hex, settings=settings)
        made = present((await server.ask(server.tournaments.create_tournament, request)).tournament)
    _show(errand, made, "tournament.created")


@command(tournament, "list")
@click.option("--state", type=click.Choice(list(STATES)), help=say("option.tournament_state"))
@click.option("--player", default="", metavar="PLAYER", help=say("option.tournament_player"))
@click.option("--mine", is_flag=True, help=say("option.tournament_mine"))
@click.option(
    "--limit", type=click.IntRange(min=1), default=LIMIT, show_default=True, help=say("option.limit")
)
async def list_tournaments(errand: Errand, state: str | None, player: str, mine: bool, limit: int) -> None:
    found: list[Tournament] = []
    async with errand.server() as server:
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
    if errand.out.as_json:
        errand.out.document(found)
        return
    if not found:
        errand.out.note("tournament.none")
        return
    errand.out.show(list_table(found))
    if more:
        errand.out.note("list.more", limit=limit)


@command(tournament, "show")
@by_id
async def show(errand: Errand, tournament_id: str) -> None:
    async with errand.server() as server:
        found = await get_tournament(server, tournament_id)
    _show(errand, found, "")


@command(tournament, "enter")
@by_id
@of_players
async def enter(errand: Errand, tournament_id: str, players: tuple[str, ...]) -> None:
    async with errand.server() as server:
        replies = [
            await server.ask(
                server.tournaments.enter_tournament,
                EnterTournamentRequest(tournament_id=tournament_id, player_id=player_id),
            )
            for player_id in await player_ids(server, players) or [""]
        ]
    _show(errand, present(replies[-1].tournament), "tournament.entered")


@command(tournament, "withdraw")
@by_id
@of_players
async def withdraw(errand: Errand, tournament_id: str, players: tuple[str, ...]) -> None:
    async with errand.server() as server:
        replies = [
            await server.ask(
                server.tournaments.withdraw_from_tournament,
                WithdrawFromTournamentRequest(tournament_id=tournament_id, player_id=player_id),
            )
            for player_id in await player_ids(server, players) or [""]
        ]
    _show(errand, present(replies[-1].tournament), "tournament.withdrawn")


@command(tournament, "start")
@by_id
async def start(errand: Errand, tournament_id: str) -> None:
    request = StartTournamentRequest(tournament_id=tournament_id)
    async with errand.server() as server:
        reply = await server.ask(server.tournaments.start_tournament, request)
    _show(errand, present(reply.tournament), "tournament.started")


@command(tournament, "pause")
@by_id
@reasoned
async def pause(errand: Errand, tournament_id: str, reason: str) -> None:
    request = PauseTournamentRequest(tournament_id=tournament_id, reason=reason)
    async with errand.server() as server:
        reply = await server.ask(server.tournaments.pause_tournament, request)
    _show(errand, present(reply.tournament), "tournament.paused")


@command(tournament, "resume")
@by_id
async def resume(errand: Errand, tournament_id: str) -> None:
    request = ResumeTournamentRequest(tournament_id=tournament_id)
    async with errand.server() as server:
        reply = await server.ask(server.tournaments.resume_tournament, request)
    _show(errand, present(reply.tournament), "tournament.resumed")


@command(tournament, "cancel")
@by_id
@reasoned
async def cancel(errand: Errand, tournament_id: str, reason: str) -> None:
    request = CancelTournamentRequest(tournament_id=tournament_id, reason=reason)
    async with errand.server() as server:
        reply = await server.ask(server.tournaments.cancel_tournament, request)
    _show(errand, present(reply.tournament), "tournament.ended")


@command(tournament, "adjudicate")
@by_id
@click.argument("game", type=click.IntRange(min=1))
@click.argument("places", type=click.IntRange(1, 100), nargs=-1, required=True, metavar="PLACE...")
@reasoned
async def adjudicate(
    errand: Errand, tournament_id: str, game: int, places: tuple[int, ...], reason: str
) -> None:
    request = AdjudicateGameRequest(
        tournament_id=tournament_id, game=game, places=list(places), reason=reason
    )
    async with errand.server() as server:
        pairing = (await server.ask(server.tournaments.adjudicate_game, request)).pairing
        found = await get_tournament(server, tournament_id)
    if errand.out.as_json:
        errand.out.document(pairing)
        return
    errand.out.say("tournament.adjudicated", game=game)
    errand.out.show(games_table([pairing] if pairing else [], found))


def _show(errand: Errand, found: Tournament, key: str) -> None:
    if errand.out.as_json:
        errand.out.document(found)
        return
    if key:
        errand.out.say(key, tournament=found.id)
    errand.out.show(tournament_text(found))
