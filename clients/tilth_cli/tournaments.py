"""Calls that fetch tournaments and everything that belongs to them."""

from collections.abc import Sequence

from tilth_cli.connection import Server
from tilth_cli.errors import UserError
from tilth_cli.messages import tr
from tilth_cli.output import Bar
from tilth_dataclasses.tilth.v1 import (
    GetStandingsRequest,
    GetStandingsResponse,
    GetTournamentRequest,
    ListPairingsRequest,
    ListPlayersRequest,
    ListPoolRatingsRequest,
    ListRatingsRequest,
    Pairing,
    Player,
    Rating,
    Tournament,
)

PAGE = 200


async def get_tournament(server: Server, tournament_id: str) -> Tournament:
    """Fetch a tournament."""
    request = GetTournamentRequest(tournament_id=tournament_id)
    return require_tournament((await server.ask(server.tournaments.get_tournament, request)).tournament)


async def get_standings(server: Server, tournament_id: str) -> GetStandingsResponse:
    """Fetch the standings of a tournament."""
    return await server.ask(
        server.tournaments.get_standings, GetStandingsRequest(tournament_id=tournament_id)
    )


def require_tournament(tournament: Tournament | None) -> Tournament:
    """Return the tournament; raise UserError if a server's reply holds none."""
    if tournament is None:
        raise UserError(tr("error-no_tournament"), "REPLY_INCOMPLETE")
    return tournament


async def list_games(
    server: Server, request: ListPairingsRequest, bar: Bar | None = None, expected: int = 0
) -> list[Pairing]:
    """Return all pairings that match the request, fetched page by page."""
    found: list[Pairing] = []
    request.page_size = PAGE
    while True:
        page = await server.ask(server.tournaments.list_pairings, request)
        found += page.pairings
        if bar is not None:
            bar.move_to(len(found), expected)
        if not page.next_page_token:
            return found
        request.page_token = page.next_page_token


async def list_ratings(
    server: Server, request: ListRatingsRequest, limit: int = 0
) -> tuple[list[Rating], bool]:
    """Return the `most` best ratings (0: all), and whether there are more."""
    found: list[Rating] = []
    while True:
        request.page_size = min(PAGE, limit - len(found)) if limit else PAGE
        page = await server.ask(server.tournaments.list_ratings, request)
        found += page.ratings
        request.page_token = page.next_page_token
        if not page.next_page_token or 0 < limit <= len(found):
            return found, bool(page.next_page_token)


async def list_pool_ratings(
    server: Server, request: ListPoolRatingsRequest, limit: int = 0
) -> tuple[list[Rating], bool]:
    """Return the `limit` best ratings of a pool (0: all), and whether there are more."""
    found: list[Rating] = []
    while True:
        request.page_size = min(PAGE, limit - len(found)) if limit else PAGE
        page = await server.ask(server.ratings.list_pool_ratings, request)
        found += page.ratings
        request.page_token = page.next_page_token
        if not page.next_page_token or 0 < limit <= len(found):
            return found, bool(page.next_page_token)


async def player_ids(server: Server, players: Sequence[str]) -> list[str]:
    """Return the ids of players given by id or by name. An id has priority: a name could imitate another player's
    id."""
    if not players:
        return []
    known = await _all_players(server)
    ids = {player.id for player in known}
    by_name = {player.name: player.id for player in known}
    for player in players:
        if player not in ids and player not in by_name:
            raise UserError(tr("error-unknown_player", player=player), "PLAYER_NOT_FOUND")
    return [player if player in ids else by_name[player] for player in players]


async def _all_players(server: Server) -> list[Player]:
    """Fetch all players of the server."""
    found: list[Player] = []
    request = ListPlayersRequest(page_size=PAGE)
    while True:
        page = await server.ask(server.players.list_players, request)
        found += page.players
        if not page.next_page_token:
            return found
        request.page_token = page.next_page_token
