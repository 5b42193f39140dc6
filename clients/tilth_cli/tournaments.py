"""A tournament: fetched, with all that belongs to it."""

from collections.abc import Sequence

from tilth_cli.connection import Server
from tilth_cli.output import Bar
from tilth_cli.troubles import Trouble
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import (
    GetStandingsRequest,
    GetStandingsResponse,
    GetTournamentRequest,
    ListPlayersRequest,
    ListRatingsRequest,
    ListTournamentGamesRequest,
    Pairing,
    Player,
    Rating,
    Tournament,
)

PAGE = 200


async def get_tournament(server: Server, tournament_id: str) -> Tournament:
    request = GetTournamentRequest(tournament_id=tournament_id)
    return present((await server.ask(server.tournaments.get_tournament, request)).tournament)


async def get_standings(server: Server, tournament_id: str) -> GetStandingsResponse:
    return await server.ask(
        server.tournaments.get_standings, GetStandingsRequest(tournament_id=tournament_id)
    )


def present(tournament: Tournament | None) -> Tournament:
    """A reply about a tournament holds one."""
    if tournament is None:
        raise Trouble(say("trouble.no_tournament"), "protocol")
    return tournament


async def list_games(
    server: Server, request: ListTournamentGamesRequest, bar: Bar | None = None, expected: int = 0
) -> list[Pairing]:
    """All of them that the request is for, page by page."""
    found: list[Pairing] = []
    request.page_size = PAGE
    while True:
        page = await server.ask(server.tournaments.list_tournament_games, request)
        found += page.games
        if bar is not None:
            bar.at(len(found), expected)
        if not page.next_page_token:
            return found
        request.page_token = page.next_page_token


async def list_ratings(
    server: Server, request: ListRatingsRequest, most: int = 0
) -> tuple[list[Rating], bool]:
    """So many of the best (0: all), and whether there are more."""
    found: list[Rating] = []
    while True:
        request.page_size = min(PAGE, most - len(found)) if most else PAGE
        page = await server.ask(server.tournaments.list_ratings, request)
        found += page.ratings
        request.page_token = page.next_page_token
        if not page.next_page_token or 0 < most <= len(found):
            return found, bool(page.next_page_token)


async def player_ids(server: Server, players: Sequence[str]) -> list[str]:
    """Who is meant, by id or by name. An id comes first: a name could be made to look like somebody's id."""
    if not players:
        return []
    known = await _all_players(server)
    ids = {player.id for player in known}
    by_name = {player.name: player.id for player in known}
    for player in players:
        if player not in ids and player not in by_name:
            raise Trouble(say("trouble.unknown_player", player=player), "no_such_player")
    return [player if player in ids else by_name[player] for player in players]


async def _all_players(server: Server) -> list[Player]:
    found: list[Player] = []
    request = ListPlayersRequest(page_size=PAGE)
    while True:
        page = await server.ask(server.players.list_players, request)
        found += page.players
        if not page.next_page_token:
            return found
        request.page_token = page.next_page_token
