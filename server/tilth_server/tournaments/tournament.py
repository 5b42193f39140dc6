"""What people do to a tournament: enter and leave it, start, stop and judge it. What returns, is durable."""

from collections.abc import Awaitable, Callable, Sequence

import structlog

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.players import reasons as players
from tilth_server.refusal import Refusal
from tilth_server.tables import reasons as tables
from tilth_server.tables.lobby import LONGEST_REASON
from tilth_server.tournaments import endings, reasons, setup
from tilth_server.tournaments.chronicle import SERVER, Actor, Venue
from tilth_server.tournaments.contest import Contest, Game, GameState, State
from tilth_server.tournaments.director import Director
from tilth_server.tournaments.formats import of as formats
from tilth_server.tournaments.standings import Standings

log = structlog.get_logger()

Act = Callable[[], Awaitable[None]]


class Tournament(Director):
    """One of the hall's. Every call once more changes nothing more."""

    def __init__(self, venue: Venue, contest: Contest) -> None:
        super().__init__(venue, contest)
        self._standings = Standings(contest, self.format)
        self.capacity = setup.capacity(contest.settings)
        """So many may take part."""
        self._outlook = (-1, 0, 0)
        """What `to_come` said, and at how many records."""

    async def enter(self, by: Actor, player_id: str) -> None:
        """Take part from now on; who had withdrawn takes part again."""

        async def act() -> None:
            entrant = self.contest.numbers.get(player_id)
            if entrant is not None and not self.contest.entrants[entrant].withdrawn:
                return
            self._check_may_enter(by, player_id)
            entered = pb.TournamentEntered(player_id=player_id, by_id=by.player_id)
            await self.write(pb.TournamentRecord(entered=entered))

        await self._done(act)

    async def withdraw(self, by: Actor, player_id: str) -> None:
        """Take part no more: running games are resigned, later ones lost."""

        async def act() -> None:
            contest = self.contest
            if player_id != by.player_id:
                self.check_organiser(by)
            number = contest.numbers.get(player_id)
            if number is None:
                raise Refusal(reasons.NOT_ENTRANT, "this player doesn't take part", field="player_id")
            if contest.entrants[number].withdrawn:
                return
            if contest.state.is_over:
                raise Refusal(reasons.NOT_RUNNING_TOURNAMENT, f"tournament {contest.id} is over")
            withdrawn = pb.TournamentWithdrawn(player_id=player_id, by_id=by.player_id)
            await self.write(pb.TournamentRecord(withdrawn=withdrawn))
            self._untidy = True

        await self._done(act)

    async def start(self, by: Actor) -> None:
        """End the entry and begin to play."""

        async def act() -> None:
            contest = self.contest
            self.check_organiser(by)
            if contest.state in (State.RUNNING, State.PAUSED):
                return
            self._check_not_over()
            least, there = self._least(), len(contest.active())
            if there < least:
                what = f"{there} have entered, and {least} have to"
                raise Refusal(reasons.TOO_FEW_ENTRANTS, what)
            started = pb.TournamentStarted(by_id=by.player_id)
            await self.write(pb.TournamentRecord(started=started))
            log.info("tournament", id=contest.id, state="RUNNING", entrants=there)

        await self._done(act)

    async def pause(self, by: Actor, reason: str) -> None:
        """Have no new games made; those that are being played go on."""

        async def act() -> None:
            self._check_begun(by)
            if self.contest.state is State.RUNNING:
                paused = pb.TournamentPaused(by_id=by.player_id, reason=reason[:LONGEST_REASON])
                await self.write(pb.TournamentRecord(paused=paused))

        await self._done(act)

    async def resume(self, by: Actor) -> None:
        """Go on."""

        async def act() -> None:
            self._check_begun(by)
            if self.contest.state is State.PAUSED:
                resumed = pb.TournamentResumed(by_id=by.player_id)
                await self.write(pb.TournamentRecord(resumed=resumed))

        await self._done(act)

    async def cancel(self, by: Actor, reason: str) -> None:
        """End it; the games that are being played end with it, and those that are over have counted."""

        async def act() -> None:
            contest = self.contest
            self.check_organiser(by)
            if contest.state is State.CANCELLED:
                return
            self._check_not_over()
            await self.take_ends()
            cancelled = pb.TournamentCancelled(by_id=by.player_id, reason=reason[:LONGEST_REASON])
            await self.write(pb.TournamentRecord(cancelled=cancelled))
            log.info("tournament", id=contest.id, state="CANCELLED")
            self.due.clear()
            await self._tidy_now()

        await self._done(act)

    async def adjudicate(self, by: Actor, number: int, given: Sequence[int], reason: str) -> Game:
        """Set the result of a game that has none; a match that is being played for it is cancelled."""

        async def act() -> None:
            game = self._game(number)
            self._check_begun(by)
            self._check_places(game, given)
            places = tuple(1 + sum(other < place for other in given) for place in given)
            if game.state is GameState.ADJUDICATED and game.places == places:
                return
            await self.take_ends()
            if game.state.is_over:
                raise Refusal(reasons.GAME_OVER, f"game {number} has its result", field="game")
            record = endings.adjudicated(
                game, self.match_of(game), places, reason[:LONGEST_REASON], by.player_id
            )
            record.game_ended.ended_at.FromMilliseconds(self.now_ms())
            await self.write(record)
            self.running.pop(number, None)
            if number in self.due:
                self.due.remove(number)
            await self._tidy_now()

        await self._done(act)
        return self._game(number)

    async def keep_time(self) -> None:
        """Start when it is time to; with too few it can't be played."""
        closes_at = self.contest.settings.entry_closes_at
        if (
            self.contest.state is State.ENTRY
            and self.contest.settings.HasField("entry_closes_at")
            and closes_at.ToMilliseconds() <= self.now_ms()
        ):
            try:
                await self.start(SERVER)
            except Refusal as refusal:
                if refusal.reason != reasons.TOO_FEW_ENTRANTS:
                    raise
                await self.cancel(SERVER, f"too few entrants: {refusal.what}")

    async def standings(self) -> bytes:
        """How everybody stands, as a GetStandingsResponse."""

        def made() -> bytes:
            return self._standings.now(self.venue.register.name).SerializeToString()

        return await self.in_turn(lambda: self.worked_out(made)) if self.has_many else made()

    def to_come(self) -> tuple[int, int]:
        """How many rounds there will be, and how many games aren't paired yet; 0 where that isn't known."""
        contest = self.contest
        pairing = self.has_many and self._turn.locked()
        if self._outlook[0] != contest.record_count and not pairing:
            games = 0 if contest.state.is_over else self.format.games_to_come(contest)
            self._outlook = contest.record_count, self.format.rounds(contest), games
        return self._outlook[1:]

    # Checks -----------------------------------------------------------------------------------------------------

    def _check_may_enter(self, by: Actor, player_id: str) -> None:
        contest = self.contest
        player = self.venue.register.get(player_id)
        if player.revoked:
            raise Refusal(players.REVOKED, f"{player.name} has been revoked", field="player_id")
        if player_id != by.player_id:
            self.check_organiser(by)
        elif not self._is_invited(by):
            raise Refusal(tables.NOT_INVITED, "this tournament is for those who were invited")
        begun = contest.state is not State.ENTRY
        if contest.state.is_over or (begun and not self.format.takes_late_entries):
            raise Refusal(reasons.ENTRY_CLOSED, "it has begun, or is over: nobody enters any more")
        known = player_id in contest.numbers
        if len(contest.active()) >= self.capacity or (
            not known and len(contest.entrants) >= setup.MOST_ENTRANTS
        ):
            raise Refusal(reasons.ENTRY_CLOSED, "it is full")

    def _is_invited(self, by: Actor) -> bool:
        settings = self.contest.settings
        return (
            settings.entry != pb.ENTRY_RULE_INVITATION
            or by.player_id in settings.invited_ids
            or by.player_id == self.contest.organiser_id
            or by.operator
        )

    def _check_begun(self, by: Actor) -> None:
        self.check_organiser(by)
        if self.contest.state not in (State.RUNNING, State.PAUSED):
            raise Refusal(
                reasons.NOT_RUNNING_TOURNAMENT, f"tournament {self.contest.id} hasn't begun, or is over"
            )

    def _check_not_over(self) -> None:
        if self.contest.state.is_over:
            raise Refusal(reasons.NOT_RUNNING_TOURNAMENT, f"tournament {self.contest.id} is over")

    def _check_places(self, game: Game, places: Sequence[int]) -> None:
        if len(places) != len(game.seats):
            what = f"a place for each of its {len(game.seats)} seats, please"
            raise Refusal(reasons.BAD_TOURNAMENT, what, field="places")

    def _game(self, number: int) -> Game:
        if not 0 < number <= len(self.contest.games):
            what = f"there is no game {number}: {len(self.contest.games)} are paired"
            raise Refusal(reasons.NO_TOURNAMENT_GAME, what, field="game")
        return self.contest.games[number - 1]

    def _least(self) -> int:
        return max(2, formats.least_entrants(self.contest.settings))

    async def _done(self, act: Act) -> None:
        await self.in_turn(act)
        self.wake()

    async def _tidy_now(self) -> None:
        """What follows for matches; if that fails, it is done later."""
        try:
            await self.tidy()
        except Exception as error:  # noqa: BLE001 - what was asked for is done and durable
            self._troubled = True
            log.warning("not tidied yet", tournament=self.contest.id, what=str(error))
