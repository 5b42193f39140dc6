"""Tournaments: make them, take part, run them, and read how they stand. docs/tournaments.md tells what there is."""

import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import datetime
from typing import Final

from tilth.v1 import record_pb2, tournaments_pb2, tournaments_pb2_grpc
from tilth_client.connection import Connection

Format = (
    tournaments_pb2.RoundRobin
    | tournaments_pb2.Swiss
    | tournaments_pb2.Knockout
    | tournaments_pb2.Groups
    | tournaments_pb2.Ladder
    | tournaments_pb2.Series
)

FIELDS: Final[dict[type, str]] = {
    tournaments_pb2.RoundRobin: "round_robin",
    tournaments_pb2.Swiss: "swiss",
    tournaments_pb2.Knockout: "knockout",
    tournaments_pb2.Groups: "groups",
    tournaments_pb2.Ladder: "ladder",
    tournaments_pb2.Series: "series",
}


class Tournaments:
    """`tilth.tournaments`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def _stub(self) -> "tournaments_pb2_grpc.TournamentsServiceAsyncStub":
        return tournaments_pb2_grpc.TournamentsServiceStub(self._connection.channel)

    # Making and running ------------------------------------------------------------------------------------------

    async def create(  # noqa: PLR0913  # what a tournament can be set up with, by name
        self,
        form: Format | None = None,
        games: str | tournaments_pb2.TournamentGame | Sequence[str | tournaments_pb2.TournamentGame] = (),
        *,
        title: str = "",
        seats: int = 2,
        rotate: bool | None = None,
        duplicate: bool = False,
        sets: int = 1,
        clock: record_pb2.ClockSettings | None = None,
        invited: Iterable[str] | None = None,
        closes: datetime | None = None,
        least: int = 0,
        most: int = 0,
        tie_breaks: Iterable[tournaments_pb2.TieBreak.ValueType] = (),
        at_once: int = 0,
        absence_ms: int = 0,
        seed: bytes = b"",
        settings: tournaments_pb2.TournamentSettings | None = None,
        request_id: str = "",
    ) -> tournaments_pb2.Tournament:
        """Make a tournament: `create(Swiss(rounds=5), "petrichor", duplicate=True)`. Its maker organises it.

        Or with all `settings` in one message, instead of any of the other words. With `invited` (players' ids, maybe
        none yet) only those enter, and whom the organiser enters. The same `request_id` makes one tournament.
        """
        if settings is None:
            if form is None:
                raise ValueError("a tournament needs its format, or its settings")
            kinds = [games] if isinstance(games, str | tournaments_pb2.TournamentGame) else games
            settings = tournaments_pb2.TournamentSettings(
                title=title,
                games=[_game(kind) for kind in kinds],
                clock=clock,
                table_seats=seats,
                rotate=rotate,
                duplicate=duplicate,
                sets=sets,
                entry=_entry_rule(invited),
                invited_ids=invited or (),
                least_entrants=least,
                most_entrants=most,
                tie_breaks=tie_breaks,
                games_at_once=at_once,
                absence_ms=absence_ms,
                seed=seed,
            )
            getattr(settings, FIELDS[type(form)]).CopyFrom(form)
            if closes is not None:
                settings.entry_closes_at.FromDatetime(closes)
        request = tournaments_pb2.CreateTournamentRequest(
            request_id=request_id or secrets.token_urlsafe(9), settings=settings
        )
        return (await self._connection.unary(self._stub.CreateTournament, request)).tournament

    async def enter(self, tournament_id: str, player_id: str = "") -> tournaments_pb2.Tournament:
        """Take part. (The organiser enters others by their id.)"""
        request = tournaments_pb2.EnterTournamentRequest(tournament_id=tournament_id, player_id=player_id)
        return (await self._connection.unary(self._stub.EnterTournament, request)).tournament

    async def withdraw(self, tournament_id: str, player_id: str = "") -> tournaments_pb2.Tournament:
        """Take part no more: running games are resigned, later ones lost."""
        request = tournaments_pb2.WithdrawFromTournamentRequest(
            tournament_id=tournament_id, player_id=player_id
        )
        return (await self._connection.unary(self._stub.WithdrawFromTournament, request)).tournament

    async def start(self, tournament_id: str) -> tournaments_pb2.Tournament:
        """End the entry and begin to play."""
        request = tournaments_pb2.StartTournamentRequest(tournament_id=tournament_id)
        return (await self._connection.unary(self._stub.StartTournament, request)).tournament

    async def pause(self, tournament_id: str, reason: str = "") -> tournaments_pb2.Tournament:
        """Have no new games made; those that are being played go on."""
        request = tournaments_pb2.PauseTournamentRequest(tournament_id=tournament_id, reason=reason)
        return (await self._connection.unary(self._stub.PauseTournament, request)).tournament

    async def resume(self, tournament_id: str) -> tournaments_pb2.Tournament:
        request = tournaments_pb2.ResumeTournamentRequest(tournament_id=tournament_id)
        return (await self._connection.unary(self._stub.ResumeTournament, request)).tournament

    async def cancel(self, tournament_id: str, reason: str) -> tournaments_pb2.Tournament:
        """End it, and the games that are being played; those that are over have counted."""
        request = tournaments_pb2.CancelTournamentRequest(tournament_id=tournament_id, reason=reason)
        return (await self._connection.unary(self._stub.CancelTournament, request)).tournament

    async def adjudicate(
        self, tournament_id: str, game: int, places: Iterable[int], reason: str = ""
    ) -> tournaments_pb2.Pairing:
        """Set the result of a game that has none, by seat: `(1, 1)` is a draw. Its match is cancelled."""
        request = tournaments_pb2.AdjudicateGameRequest(
            tournament_id=tournament_id, game=game, places=places, reason=reason
        )
        return (await self._connection.unary(self._stub.AdjudicateGame, request)).pairing

    # Reading -----------------------------------------------------------------------------------------------------

    async def get(self, tournament_id: str) -> tournaments_pb2.Tournament:
        request = tournaments_pb2.GetTournamentRequest(tournament_id=tournament_id)
        return (await self._connection.unary(self._stub.GetTournament, request)).tournament

    async def list(
        self,
        *,
        state: tournaments_pb2.TournamentState.ValueType = tournaments_pb2.TOURNAMENT_STATE_UNSPECIFIED,
        player_id: str = "",
    ) -> AsyncIterator[tournaments_pb2.Tournament]:
        """All that fit, the newest first, without their entrants; a page after the other as they are read."""
        request = tournaments_pb2.ListTournamentsRequest(state=state, player_id=player_id)
        while True:
            page = await self._connection.unary(self._stub.ListTournaments, request)
            for tournament in page.tournaments:
                yield tournament
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def standings(self, tournament_id: str) -> tournaments_pb2.GetStandingsResponse:
        """The table, the crosstable, how the seats did, and for two entrants their duel."""
        request = tournaments_pb2.GetStandingsRequest(tournament_id=tournament_id)
        return await self._connection.unary(self._stub.GetStandings, request)

    async def games(
        self,
        tournament_id: str,
        *,
        in_round: int = 0,
        player_id: str = "",
        state: tournaments_pb2.PairingState.ValueType = tournaments_pb2.PAIRING_STATE_UNSPECIFIED,
    ) -> AsyncIterator[tournaments_pb2.Pairing]:
        """All that fit, by number."""
        request = tournaments_pb2.ListTournamentGamesRequest(
            tournament_id=tournament_id, round=in_round, player_id=player_id, state=state, page_size=500
        )
        while True:
            page = await self._connection.unary(self._stub.ListTournamentGames, request)
            for game in page.games:
                yield game
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def follow(
        self, tournament_id: str, from_record: int = 0, *, once: bool = False
    ) -> AsyncIterator[tournaments_pb2.TournamentEntry]:
        """Everything that happens at a tournament, from its first record to its last (`once`: to the last by now)."""
        request = tournaments_pb2.FollowTournamentRequest(
            tournament_id=tournament_id, from_record=from_record, once=once
        )
        async for page in self._connection.stream(self._stub.FollowTournament, request, again=True):
            for entry in page.entries:
                request.from_record = entry.number + 1
                yield entry

    async def ratings(
        self, game: str = "", *, tournament_id: str = "", history: bool = False
    ) -> AsyncIterator[tournaments_pb2.Rating]:
        """Everybody rated, the best first: over all tournaments, of one game, or of one tournament alone."""
        request = tournaments_pb2.ListRatingsRequest(
            game=game, tournament_id=tournament_id, history=history, page_size=500
        )
        while True:
            page = await self._connection.unary(self._stub.ListRatings, request)
            for rating in page.ratings:
                yield rating
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def compare(self, player_id: str, other_id: str, game: str = "") -> tournaments_pb2.Duel:
        """The first player against the second, over all games of tournaments in which both sat."""
        request = tournaments_pb2.CompareRatingsRequest(
            player_id=player_id, other_player_id=other_id, game=game
        )
        return (await self._connection.unary(self._stub.CompareRatings, request)).duel


def _game(kind: str | tournaments_pb2.TournamentGame) -> tournaments_pb2.TournamentGame:
    return tournaments_pb2.TournamentGame(game=kind) if isinstance(kind, str) else kind


def _entry_rule(invited: Iterable[str] | None) -> tournaments_pb2.EntryRule.ValueType:
    return tournaments_pb2.ENTRY_RULE_OPEN if invited is None else tournaments_pb2.ENTRY_RULE_INVITATION
