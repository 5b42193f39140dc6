"""tilth.v1.TournamentsService."""

from collections.abc import AsyncIterator, Sequence
from itertools import accumulate
from typing import Final, TypeVar

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.api.pages import key_of, size_of, token_for
from tilth_server.api.reasons import MALFORMED
from tilth_server.api.service import Call, Caller
from tilth_server.api.tournament_messages import (
    broken_message,
    duel_message,
    game_state,
    pairing_message,
    rating_message,
    tournament_message,
)
from tilth_server.players import Register
from tilth_server.refusal import Refusal
from tilth_server.tables.reasons import BAD_PAGE_TOKEN
from tilth_server.tournaments.chronicle import Actor
from tilth_server.tournaments.contest import Game, GameState, State
from tilth_server.tournaments.following import follow
from tilth_server.tournaments.hall import Filter, Hall
from tilth_server.tournaments.ratings.book import Rated
from tilth_server.tournaments.tournament import Tournament

S = TypeVar("S", State, GameState)

PAGES = "tournaments"
GAMES = "games"
RATINGS = "ratings"
MOST_SCANNED = 5000
"""Games looked at for one page; a page may end early because of it, and the next one goes on."""

MOST_POINTS = 10_000
"""In all the histories of one page; it may end early because of it."""


class TournamentsService:
    """The hall does it, this says it in messages."""

    BY_OPERATORS_TOO: Final = (
        "CreateTournament",
        "EnterTournament",
        "WithdrawFromTournament",
        "StartTournament",
        "PauseTournament",
        "ResumeTournament",
        "CancelTournament",
        "AdjudicateGame",
    )

    def __init__(self, hall: Hall, register: Register) -> None:
        self._hall = hall
        self._register = register

    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, caller: Caller, call: Call
    ) -> pb.CreateTournamentResponse:
        made = await self._hall.create(_actor(caller), request.settings, request.request_id)
        return pb.CreateTournamentResponse(tournament=self._message(made))

    async def GetTournament(
        self, request: pb.GetTournamentRequest, caller: Caller, call: Call
    ) -> pb.GetTournamentResponse:
        return pb.GetTournamentResponse(tournament=self._message(self._hall.find(request.tournament_id)))

    async def ListTournaments(
        self, request: pb.ListTournamentsRequest, caller: Caller, call: Call
    ) -> pb.ListTournamentsResponse:
        wanted = Filter(_state(State, request.state), request.player_id)
        key = key_of(PAGES, request.page_token)
        found, last = self._hall.page(wanted, size_of(request.page_size), key)
        reply = pb.ListTournamentsResponse(next_page_token=token_for(PAGES, last))
        reply.tournaments.extend(tournament_message(each, None) for each in found)
        if not last and wanted == Filter():
            # They come at the end: when they were made isn't known.
            reply.tournaments.extend(broken_message(*each) for each in sorted(self._hall.broken().items()))
        return reply

    async def EnterTournament(
        self, request: pb.EnterTournamentRequest, caller: Caller, call: Call
    ) -> pb.EnterTournamentResponse:
        tournament = self._hall.find(request.tournament_id)
        await tournament.enter(_actor(caller), request.player_id or caller.player_id)
        return pb.EnterTournamentResponse(tournament=self._message(tournament))

    async def WithdrawFromTournament(
        self, request: pb.WithdrawFromTournamentRequest, caller: Caller, call: Call
    ) -> pb.WithdrawFromTournamentResponse:
        tournament = self._hall.find(request.tournament_id)
        await tournament.withdraw(_actor(caller), request.player_id or caller.player_id)
        return pb.WithdrawFromTournamentResponse(tournament=self._message(tournament))

    async def StartTournament(
        self, request: pb.StartTournamentRequest, caller: Caller, call: Call
    ) -> pb.StartTournamentResponse:
        tournament = self._hall.find(request.tournament_id)
        await tournament.start(_actor(caller))
        return pb.StartTournamentResponse(tournament=self._message(tournament))

    async def PauseTournament(
        self, request: pb.PauseTournamentRequest, caller: Caller, call: Call
    ) -> pb.PauseTournamentResponse:
        tournament = self._hall.find(request.tournament_id)
        await tournament.pause(_actor(caller), request.reason)
        return pb.PauseTournamentResponse(tournament=self._message(tournament))

    async def ResumeTournament(
        self, request: pb.ResumeTournamentRequest, caller: Caller, call: Call
    ) -> pb.ResumeTournamentResponse:
        tournament = self._hall.find(request.tournament_id)
        await tournament.resume(_actor(caller))
        return pb.ResumeTournamentResponse(tournament=self._message(tournament))

    async def CancelTournament(
        self, request: pb.CancelTournamentRequest, caller: Caller, call: Call
    ) -> pb.CancelTournamentResponse:
        tournament = self._hall.find(request.tournament_id)
        await tournament.cancel(_actor(caller), request.reason)
        return pb.CancelTournamentResponse(tournament=self._message(tournament))

    async def AdjudicateGame(
        self, request: pb.AdjudicateGameRequest, caller: Caller, call: Call
    ) -> pb.AdjudicateGameResponse:
        tournament = self._hall.find(request.tournament_id)
        game = await tournament.adjudicate(_actor(caller), request.game, request.places, request.reason)
        return pb.AdjudicateGameResponse(pairing=pairing_message(tournament, game))

    async def GetStandings(self, request: pb.GetStandingsRequest, caller: Caller, call: Call) -> bytes:
        return await self._hall.find(request.tournament_id).standings()

    async def ListTournamentGames(
        self, request: pb.ListTournamentGamesRequest, caller: Caller, call: Call
    ) -> pb.ListTournamentGamesResponse:
        tournament = self._hall.find(request.tournament_id)
        games = tournament.contest.games
        wanted = _GameFilter(tournament, request)
        at = _number(key_of(GAMES, request.page_token))
        last = min(len(games), at + MOST_SCANNED)
        size = size_of(request.page_size)
        found: list[Game] = []
        while at < last and len(found) < size:
            if wanted.holds(games[at]):
                found.append(games[at])
            at += 1
        return pb.ListTournamentGamesResponse(
            games=[pairing_message(tournament, game) for game in found],
            next_page_token=token_for(GAMES, str(at) if at < len(games) else ""),
        )

    async def FollowTournament(
        self, request: pb.FollowTournamentRequest, caller: Caller, call: Call
    ) -> AsyncIterator[pb.FollowTournamentResponse]:
        contest = self._hall.find(request.tournament_id).contest
        async for piece in follow(self._hall.store, contest, request.from_record, request.once):
            yield piece

    async def ListRatings(
        self, request: pb.ListRatingsRequest, caller: Caller, call: Call
    ) -> pb.ListRatingsResponse:
        if request.tournament_id:
            self._hall.find(request.tournament_id)
        table = await self._hall.ratings(request.game, request.tournament_id)
        first = _number(key_of(RATINGS, request.page_token))
        page = table[first : first + size_of(request.page_size)]
        if request.history:
            page = page[: _told_at_once(page)]
        last = first + len(page)
        return pb.ListRatingsResponse(
            ratings=[rating_message(each, self._register, request.history) for each in page],
            next_page_token=token_for(RATINGS, str(last) if last < len(table) else ""),
        )

    async def CompareRatings(
        self, request: pb.CompareRatingsRequest, caller: Caller, call: Call
    ) -> pb.CompareRatingsResponse:
        for player_id in (request.player_id, request.other_player_id):
            self._register.get(player_id)
        duel = self._hall.duel(request.player_id, request.other_player_id, request.game)
        return pb.CompareRatingsResponse(duel=duel_message(duel))

    def _message(self, tournament: Tournament) -> pb.Tournament:
        return tournament_message(tournament, self._register)


def _told_at_once(page: Sequence[Rated]) -> int:
    """How many of them come with their histories, at least one."""
    points = accumulate(each.games for each in page)
    return max(1, sum(each <= MOST_POINTS for each in points))


class _GameFilter:
    """Which games a list is of; empty fields hold for all."""

    def __init__(self, tournament: Tournament, request: pb.ListTournamentGamesRequest) -> None:
        self._tournament = tournament
        self._round = request.round
        self._state = _state(GameState, request.state)
        self._entrant: int | None = None
        if request.player_id:
            self._entrant = tournament.contest.numbers.get(request.player_id, -1)

    def holds(self, game: Game) -> bool:
        return (
            (not self._round or game.round == self._round)
            and (self._entrant is None or self._entrant in game.seats)
            and (self._state is None or game_state(self._tournament, game) is self._state)
        )


def _actor(caller: Caller) -> Actor:
    return Actor(caller.player_id, caller.operator)


def _state(states: type[S], number: int) -> S | None:
    if number == 0:
        return None
    try:
        return states(number)
    except ValueError:
        raise Refusal(MALFORMED, f"there is no state {number}", field="state") from None


def _number(key: str) -> int:
    if not key:
        return 0
    if not (key.isdecimal() and len(key) <= 9):
        raise Refusal(BAD_PAGE_TOKEN, "this is no page token of this list", field="page_token")
    return int(key)
