"""Tournaments: make them, take part, run them, and read their results.

docs/guides/run-a-tournament.md shows how; docs/reference/tournament-settings.md describes the settings.
"""

import secrets
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Sequence
from datetime import datetime
from typing import Final

import grpc.aio

from tilth.v1 import (
    ratings_pb2,
    ratings_pb2_grpc,
    record_pb2,
    tournament_archive_pb2,
    tournament_archive_pb2_grpc,
    tournaments_pb2,
    tournaments_pb2_grpc,
)
from tilth_client.archive import each_of
from tilth_client.connection import Connection

Format = (
    tournaments_pb2.RoundRobin
    | tournaments_pb2.Swiss
    | tournaments_pb2.Knockout
    | tournaments_pb2.Groups
    | tournaments_pb2.Ladder
    | tournaments_pb2.Series
    | tournaments_pb2.Gauntlet
    | tournaments_pb2.Benchmark
)

FIELDS: Final[dict[type, str]] = {
    tournaments_pb2.RoundRobin: "round_robin",
    tournaments_pb2.Swiss: "swiss",
    tournaments_pb2.Knockout: "knockout",
    tournaments_pb2.Groups: "groups",
    tournaments_pb2.Ladder: "ladder",
    tournaments_pb2.Series: "series",
    tournaments_pb2.Gauntlet: "gauntlet",
    tournaments_pb2.Benchmark: "benchmark",
}


class Tournaments:
    """The calls about tournaments, as `tilth.tournaments`.

    For example, a tournament over five rounds, in which each deal is played twice:

        tournament = await tilth.tournaments.create(Swiss(rounds=5), "petrichor", duplicate=True)
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def _stub(self) -> "tournaments_pb2_grpc.TournamentsServiceAsyncStub":
        """The stub of the tournaments service."""
        return tournaments_pb2_grpc.TournamentsServiceStub(self._connection.channel)

    # Making and running ------------------------------------------------------------------------------------------

    async def create(  # noqa: PLR0913  # the settings of a tournament are given by name
        self,
        form: Format | None = None,
        games: str | tournaments_pb2.GameSetup | Sequence[str | tournaments_pb2.GameSetup] = (),
        *,
        title: str = "",
        seats: int = 2,
        rotate: bool | None = None,
        duplicate: bool = False,
        sets: int = 1,
        clock: record_pb2.ClockSettings | None = None,
        invited: Iterable[str] | None = None,
        entry_closes_at: datetime | None = None,
        min_entrants: int = 0,
        max_entrants: int = 0,
        tie_breaks: Iterable[tournaments_pb2.TieBreak.ValueType] = (),
        max_running: int = 0,
        per_entrant: int = 0,
        absence_timeout_ms: int = 0,
        seed: bytes = b"",
        settings: tournaments_pb2.TournamentSettings | None = None,
        request_id: str = "",
    ) -> tournaments_pb2.Tournament:
        """Create a tournament, of which this player becomes the organiser.

        Alternatively, give all `settings` in one message, without the parameters before it. With `invited` (player ids,
        which may be empty), only those players may enter, and players that the organiser enters. A call that is
        repeated with the same `request_id` creates no second tournament.
        """
        if settings is None:
            if form is None:
                raise ValueError("a tournament needs its format, or its settings")
            kinds = [games] if isinstance(games, str | tournaments_pb2.GameSetup) else games
            settings = tournaments_pb2.TournamentSettings(
                title=title,
                game_setups=[_game(kind) for kind in kinds],
                clock=clock,
                table_seats=1 if isinstance(form, tournaments_pb2.Benchmark) else seats,
                rotate=rotate,
                duplicate=duplicate,
                sets=sets,
                entry=_entry_rule(invited),
                invited_player_ids=invited or (),
                min_entrants=min_entrants,
                max_entrants=max_entrants,
                tie_breaks=tie_breaks,
                max_running_pairings=max_running,
                games_per_entrant=per_entrant,
                absence_timeout_ms=absence_timeout_ms,
                seed=seed,
            )
            getattr(settings, FIELDS[type(form)]).CopyFrom(form)
            if entry_closes_at is not None:
                settings.entry_closes_at.FromDatetime(entry_closes_at)
        request = tournaments_pb2.CreateTournamentRequest(
            request_id=request_id or secrets.token_urlsafe(9), settings=settings
        )
        return (await self._connection.unary(self._stub.CreateTournament, request)).tournament

    async def enter(
        self, tournament_id: str, player_id: str = "", *, max_running: int = 0, version: str = ""
    ) -> tournaments_pb2.Tournament:
        """Enter the tournament; the organiser enters other players by their id. At most `max_running` matches of the
        entrant run at a time. `version` is the version of the program that plays. Entering again changes both."""
        request = tournaments_pb2.EnterTournamentRequest(
            tournament_id=tournament_id,
            player_id=player_id,
            max_running_pairings=max_running,
            version=version,
        )
        return (await self._connection.unary(self._stub.EnterTournament, request)).tournament

    async def withdraw(
        self,
        tournament_id: str,
        player_id: str = "",
        *,
        results: tournaments_pb2.WithdrawnResults.ValueType = tournaments_pb2.WITHDRAWN_RESULTS_UNSPECIFIED,
    ) -> tournaments_pb2.Tournament:
        """Withdraw an entrant: running games are resigned, and later ones count as lost.

        `results` decides, in a round robin, whether earlier results stand. By default they do if at least half are
        played.
        """
        request = tournaments_pb2.WithdrawFromTournamentRequest(
            tournament_id=tournament_id, player_id=player_id, results=results
        )
        return (await self._connection.unary(self._stub.WithdrawFromTournament, request)).tournament

    async def start(self, tournament_id: str) -> tournaments_pb2.Tournament:
        """Close the entry and start the tournament."""
        request = tournaments_pb2.StartTournamentRequest(tournament_id=tournament_id)
        return (await self._connection.unary(self._stub.StartTournament, request)).tournament

    async def pause(self, tournament_id: str, reason: str = "") -> tournaments_pb2.Tournament:
        """Pause the tournament: no new games start, and running ones continue."""
        request = tournaments_pb2.PauseTournamentRequest(tournament_id=tournament_id, reason=reason)
        return (await self._connection.unary(self._stub.PauseTournament, request)).tournament

    async def resume(self, tournament_id: str) -> tournaments_pb2.Tournament:
        """Resume a paused tournament."""
        request = tournaments_pb2.ResumeTournamentRequest(tournament_id=tournament_id)
        return (await self._connection.unary(self._stub.ResumeTournament, request)).tournament

    async def cancel(self, tournament_id: str, reason: str) -> tournaments_pb2.Tournament:
        """Cancel the tournament and its running games. Games that have ended count."""
        request = tournaments_pb2.CancelTournamentRequest(tournament_id=tournament_id, reason=reason)
        return (await self._connection.unary(self._stub.CancelTournament, request)).tournament

    async def adjudicate(
        self, tournament_id: str, pairing: int, places: Iterable[int], reason: str = ""
    ) -> tournaments_pb2.Pairing:
        """Set the result of a game by seat: `(1, 1)` is a draw. A match that is being played is cancelled.

        A game that has its result needs a reason.
        """
        request = tournaments_pb2.AdjudicatePairingRequest(
            tournament_id=tournament_id, pairing=pairing, places=places, reason=reason
        )
        return (await self._connection.unary(self._stub.AdjudicatePairing, request)).pairing

    async def void(self, tournament_id: str, pairing: int, reason: str) -> tournaments_pb2.Pairing:
        """Make a game count for nobody. It may have its result already."""
        request = tournaments_pb2.VoidPairingRequest(
            tournament_id=tournament_id, pairing=pairing, reason=reason
        )
        return (await self._connection.unary(self._stub.VoidPairing, request)).pairing

    async def replay(self, tournament_id: str, pairing: int, reason: str) -> tournaments_pb2.Pairing:
        """Have a game played again, with another deal, or in a benchmark with the same one. An earlier result no
        longer counts."""
        request = tournaments_pb2.ReplayPairingRequest(
            request_id=secrets.token_urlsafe(9), tournament_id=tournament_id, pairing=pairing, reason=reason
        )
        return (await self._connection.unary(self._stub.ReplayPairing, request)).pairing

    # Reading -----------------------------------------------------------------------------------------------------

    async def get(self, tournament_id: str) -> tournaments_pb2.Tournament:
        """Return a tournament by id: its settings, state and entrants."""
        request = tournaments_pb2.GetTournamentRequest(tournament_id=tournament_id)
        return (await self._connection.unary(self._stub.GetTournament, request)).tournament

    async def list(
        self,
        *,
        state: tournaments_pb2.TournamentState.ValueType = tournaments_pb2.TOURNAMENT_STATE_UNSPECIFIED,
        player_id: str = "",
    ) -> AsyncIterator[tournaments_pb2.Tournament]:
        """Yield all tournaments that fit, the newest first, without their entrants; the next page is fetched when it is
        needed."""
        request = tournaments_pb2.ListTournamentsRequest(state=state, player_id=player_id)
        while True:
            page = await self._connection.unary(self._stub.ListTournaments, request)
            for tournament in page.tournaments:
                yield tournament
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def standings(self, tournament_id: str) -> tournaments_pb2.GetStandingsResponse:
        """Return the standings, the crosstable, the results by seat, and for two entrants their head-to-head."""
        request = tournaments_pb2.GetStandingsRequest(tournament_id=tournament_id)
        return await self._connection.unary(self._stub.GetStandings, request)

    async def pairings(
        self,
        tournament_id: str,
        *,
        in_round: int = 0,
        player_id: str = "",
        state: tournaments_pb2.PairingState.ValueType = tournaments_pb2.PAIRING_STATE_UNSPECIFIED,
    ) -> AsyncIterator[tournaments_pb2.Pairing]:
        """Yield all pairings that fit, by number."""
        request = tournaments_pb2.ListPairingsRequest(
            tournament_id=tournament_id, round=in_round, player_id=player_id, state=state, page_size=500
        )
        while True:
            page = await self._connection.unary(self._stub.ListPairings, request)
            for game in page.pairings:
                yield game
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def watch(
        self, tournament_id: str, from_record: int = 0, *, once: bool = False
    ) -> AsyncIterator[tournaments_pb2.TournamentLogEntry]:
        """Yield the records of a tournament, from `from_record` to its end; with `once`, to the present last one."""
        request = tournaments_pb2.WatchTournamentRequest(
            tournament_id=tournament_id, from_record=from_record, once=once
        )
        async for page in self._connection.stream(self._stub.WatchTournament, request, retry=True):
            for entry in page.entries:
                request.from_record = entry.number + 1
                yield entry

    async def ratings(
        self, game: str = "", *, tournament_id: str = "", history: bool = False
    ) -> AsyncIterator[tournaments_pb2.Rating]:
        """Yield all ratings, the best first: over all tournaments, of one game, or of one tournament."""
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

    async def pools(self, season: str = "") -> Sequence[ratings_pb2.RatingPool]:
        """Return the pools in which tournament games were rated, in a season or at any time, the largest first."""
        request = ratings_pb2.ListRatingPoolsRequest(season=season)
        return (await self._connection.unary(self._ratings.ListRatingPools, request)).pools

    async def pool_ratings(
        self, pool: str, *, season: str = "", history: bool = False
    ) -> AsyncIterator[tournaments_pb2.Rating]:
        """Yield the ratings in one pool, in a season or over all time, the best first."""
        request = ratings_pb2.ListPoolRatingsRequest(pool=pool, season=season, history=history, page_size=500)
        while True:
            page = await self._connection.unary(self._ratings.ListPoolRatings, request)
            for rating in page.ratings:
                yield rating
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def seasons(self) -> Sequence[ratings_pb2.Season]:
        """Return the seasons, the latest first."""
        return (
            await self._connection.unary(self._ratings.ListSeasons, ratings_pb2.ListSeasonsRequest())
        ).seasons

    async def set_season(self, name: str, start: datetime, end: datetime | None = None) -> ratings_pb2.Season:
        """Name a season, or change its times, as an operator. Without an end it has none yet."""
        request = ratings_pb2.SetSeasonRequest(season=ratings_pb2.Season(name=name))
        request.season.start.FromDatetime(start)
        if end is not None:
            request.season.end.FromDatetime(end)
        return (await self._connection.unary(self._ratings.SetSeason, request)).season

    @property
    def _ratings(self) -> "ratings_pb2_grpc.RatingsServiceAsyncStub":
        """The stub of the ratings service."""
        return ratings_pb2_grpc.RatingsServiceStub(self._connection.channel)

    async def compare(self, player_id: str, other_id: str, game: str = "") -> tournaments_pb2.HeadToHead:
        """Return the results of one player against another, over all tournament games in which both sat."""
        request = tournaments_pb2.CompareRatingsRequest(
            player_id=player_id, other_player_id=other_id, game=game
        )
        return (await self._connection.unary(self._stub.CompareRatings, request)).head_to_head

    # Moving and checking -----------------------------------------------------------------------------------------

    @property
    def _archive(self) -> "tournament_archive_pb2_grpc.TournamentArchiveServiceAsyncStub":
        """The stub of the service that moves and checks tournaments."""
        return tournament_archive_pb2_grpc.TournamentArchiveServiceStub(self._connection.channel)

    async def export(
        self,
        tournament_id: str,
        progress: Callable[[tournament_archive_pb2.ExportTournamentResponse], object] | None = None,
    ) -> AsyncIterator[bytes]:
        """Yield an ended tournament with its records and matches, as the chunks of one file.

        `progress` is called with every message of the server; the messages name damaged matches, which are skipped.
        """
        request = tournament_archive_pb2.ExportTournamentRequest(tournament_id=tournament_id)
        async for response in self._connection.stream(self._archive.ExportTournament, request):
            if progress is not None:
                progress(response)
            yield response.chunk

    async def import_file(
        self, chunks: Iterable[bytes] | AsyncIterable[bytes]
    ) -> AsyncIterator[tournament_archive_pb2.ImportTournamentResponse]:
        """Import the chunks of a file that `export` has written, as an operator. Yield the progress from time to time;
        the last message names the tournament. An import that was interrupted may be repeated."""

        async def requests() -> AsyncIterator[tournament_archive_pb2.ImportTournamentRequest]:
            async for chunk in each_of(chunks):
                yield tournament_archive_pb2.ImportTournamentRequest(chunk=chunk)

        try:
            async for response in self._archive.ImportTournament(
                requests(), metadata=self._connection.metadata
            ):
                yield response
        except grpc.aio.AioRpcError as error:
            raise self._connection.exception_for(error) from None

    async def verify(self, tournament_id: str) -> tournament_archive_pb2.VerifyTournamentResponse:
        """Check an ended tournament against its matches; `archive.verify_matches` checks the matches themselves."""
        request = tournament_archive_pb2.VerifyTournamentRequest(tournament_id=tournament_id)
        return await self._connection.unary(self._archive.VerifyTournament, request)


def _game(kind: str | tournaments_pb2.GameSetup) -> tournaments_pb2.GameSetup:
    """Return a game setup; a name stands for the game with default options."""
    return tournaments_pb2.GameSetup(game=kind) if isinstance(kind, str) else kind


def _entry_rule(invited: Iterable[str] | None) -> tournaments_pb2.EntryRule.ValueType:
    """Return the entry rule: open to all players, or only to invited ones."""
    return tournaments_pb2.ENTRY_RULE_OPEN if invited is None else tournaments_pb2.ENTRY_RULE_INVITATION
