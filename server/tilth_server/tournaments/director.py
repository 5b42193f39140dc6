"""The director of one tournament: pairs, has the matches made, and takes their ends.

Nothing about a game but its pairing and its end is in the tournament's stream. Pairings are durable before any match of
them is made; a match is made by its number, and so once however often it is asked for; a game's end is written once, by
whoever has the turn. So a director may be killed between any two steps: `open` finds where it was.
"""

import asyncio
from bisect import insort
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import structlog

from tilth.v1 import tournaments_pb2 as pb
from tilth_rules.kernel import OptionsRefused
from tilth_server.refusal import Refusal
from tilth_server.store import StoreClosed, StoreError
from tilth_server.tables import reasons as tables
from tilth_server.tables.alarms import Handle
from tilth_server.tables.matches import MatchInfo
from tilth_server.tables.matches import State as MatchState
from tilth_server.tournaments import endings, setup
from tilth_server.tournaments.chronicle import Venue, voided
from tilth_server.tournaments.contest import Contest, Game, State
from tilth_server.tournaments.formats import Finished, Tables, Wait, format_of
from tilth_server.tournaments.matches import Matches
from tilth_server.tournaments.seating import paired
from tilth_server.tournaments.standings import ranking
from tilth_server.tournaments.tally import games_a_table

log = structlog.get_logger()

T = TypeVar("T")

MANY_ENTRANTS = 64
MANY_GAMES = 1000
MANY_AT_ONCE = 100
"""From so many on, pairing and ranking take a thread of their own, so that the matches go on meanwhile."""
LATER = frozenset({tables.DRAINING, tables.CLOSING, tables.STORE_FAILED})
"""Why a match can't be made just now."""


class Director(Matches):
    """One tournament, going on. `wake` it whenever something may have changed."""

    def __init__(self, venue: Venue, contest: Contest) -> None:
        super().__init__(venue, contest)
        self.format = format_of(contest.settings)
        self.due: list[int] = []
        """Games whose matches are still to be made."""
        self.held_up = ""
        """Why no games are made although it is running."""
        self._closing = False
        self._opened = False
        self._ended: dict[int, MatchInfo] = {}
        """Matches that are over, and whose games' ends aren't written yet."""
        self._troubled = False
        """Something failed that may succeed later."""
        self._woken = False
        self._work: asyncio.Task[None] | None = None
        self._alarm: Handle | None = None

    def open(self) -> None:
        """Find out where every game stands, and go on. Nothing is done before."""
        self._opened = True
        for game in self.contest.games:
            if game.state.is_over:
                continue
            info = self.match_of(game)
            if info is None:
                self.due.append(game.number)
                continue
            self.running[game.number] = info.id
            if info.damage is not None:
                self._lost[game.number] = info.damage
            elif info.state in (MatchState.OVER, MatchState.CANCELLED):
                self._ended[game.number] = info
        self._untidy = bool(self.contest.games)
        if self._untidy or not self.contest.state.is_over:
            self.wake()

    def match_ended(self, info: MatchInfo) -> None:
        """A match of this tournament is over, or cancelled."""
        number = info.tournament_game
        if 0 < number <= len(self.contest.games) and not self.contest.games[number - 1].state.is_over:
            self._ended[number] = info
            self.wake()

    def wake(self) -> None:
        self._woken = True
        if not self._opened or self._closing:
            return
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._go_on())

    def look_again(self) -> None:
        """Try once more what was held up, and give up what is lost."""
        if self.held_up or self._troubled or self._lost:
            self.wake()

    async def close(self) -> None:
        """Finish the step that is under way, and take no other."""
        self._closing = True
        if self._alarm is not None:
            self._alarm.cancel()
        if self._work is not None:
            await asyncio.wait([self._work])

    # One step after the other -----------------------------------------------------------------------------------

    async def _go_on(self) -> None:
        while self._woken and not self._closing:
            self._woken = self._troubled = False
            try:
                async with self._turn:
                    await self._step()
            except StoreClosed:
                return
            except Refusal as refusal:
                self._troubled = True
                self.held_up = refusal.what
            except StoreError as error:
                self._troubled = True
                self.held_up = "the server can't store anything just now"
                log.error("tournament", id=self.contest.id, what=str(error))
            except Exception:
                self._troubled = True
                self.held_up = "a fault of the server; its log tells more"
                log.exception("a tournament can't be gone on with", tournament=self.contest.id)

    async def _step(self) -> None:
        await self.take_ends()
        if self.contest.state is State.RUNNING:
            await self._pair()
        if self.contest.state is State.RUNNING:
            await self._fill()
        else:
            self.held_up = ""
        if self._untidy:
            await self.tidy()

    async def take_ends(self) -> None:
        """Write the ends of the games whose matches are over, all that there are at once."""
        ended, self._ended = self._ended, {}
        lost, self._lost = self._lost, {}
        games = self.contest.games
        store = self.venue.house.streams
        try:
            if not self.contest.state.is_over:
                ends = [
                    endings.of_match(info, store)
                    for number, info in sorted(ended.items())
                    if not games[number - 1].state.is_over
                ]
                ends += [
                    voided(number, f"its match is damaged: {broken}", self.running.get(number, ""))
                    for number, broken in sorted(lost.items())
                    if number not in ended and not games[number - 1].state.is_over
                ]
                if ends:
                    await self.write(*ends)
        except BaseException:
            self._ended = ended | self._ended
            self._lost = lost | self._lost
            raise
        for number in (*ended, *lost):
            self.running.pop(number, None)

    async def _pair(self) -> None:
        """Ask the format, until it has nothing more for now, or enough is due: some could go on for ever."""
        contest = self.contest
        while len(self.due) + len(self.running) < setup.games_at_once(contest.settings):
            # Tables of more than two have a schedule to be made first, which takes long.
            said = await self.worked_out(
                partial(self.format.next, contest, self.now_ms()), many=contest.settings.table_seats > 2
            )
            if isinstance(said, Tables):
                many = len(said.tables) * games_a_table(contest) >= MANY_AT_ONCE
                record = await self.worked_out(partial(paired, contest, said), many=many)
                await self.write(pb.TournamentRecord(paired=record))
                self.due += [game.number for game in record.games]
            elif isinstance(said, Wait):
                self._wake_at(said.until_ms)
                return
            else:
                assert isinstance(said, Finished)
                await self._finish()
                return

    async def _finish(self) -> None:
        """No game will come any more. What is still being played (a test has decided) counts for nobody."""
        order = await self.worked_out(partial(ranking, self.contest, self.format))
        left = [game for game in self.contest.games if not game.state.is_over]
        what = "the tournament is decided"
        ends = [voided(game.number, what, self.running.get(game.number, "")) for game in left]
        await self.write(*ends, pb.TournamentRecord(finished=pb.TournamentFinished(ranking=order)))
        self._untidy |= bool(left)
        self.running.clear()
        self.due.clear()
        log.info("tournament", id=self.contest.id, state="FINISHED", games=len(self.contest.games))

    async def worked_out(self, work: Callable[[], T], *, many: bool = False) -> T:
        """Work it out, while nobody changes the contest: the caller has the turn."""
        return await asyncio.to_thread(work) if many or self.has_many else work()

    @property
    def has_many(self) -> bool:
        contest = self.contest
        return len(contest.entrants) >= MANY_ENTRANTS or len(contest.games) >= MANY_GAMES

    def _wake_at(self, until_ms: int) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if until_ms:
            time = self.venue.house.time
            seconds = max(0, until_ms - time.wall_ms()) / 1000
            self._alarm = time.call_at(time.now() + seconds + 0.001, self.wake)

    # Making matches ---------------------------------------------------------------------------------------------

    async def _fill(self) -> None:
        """Have as many games played as may be at once."""
        room = min(setup.games_at_once(self.contest.settings) - len(self.running), setup.AT_ONCE)
        self.held_up = self._obstacle()
        if self.held_up or room <= 0 or not self.due:
            return
        numbers, self.due = self.due[:room], self.due[room:]
        made = await asyncio.gather(*map(self._begin, numbers), return_exceptions=True)
        ends = [end for end in made if isinstance(end, pb.TournamentRecord)]
        late = {
            number for number, error in zip(numbers, made, strict=True) if isinstance(error, BaseException)
        }
        try:
            if ends:
                await self.write(*ends)
        except BaseException:
            late |= {end.game_ended.number for end in ends}
            raise
        finally:
            for number in late:
                insort(self.due, number)
        for error in made:
            if isinstance(error, BaseException):
                raise error
        # As many more as may be at once, after whoever else is waiting for the loop.
        self._woken |= bool(ends or self.due)

    def _obstacle(self) -> str:
        """Why no match can be made at all, or played."""
        house = self.venue.house
        for game in self.contest.settings.games:
            if game.game not in house.wires:
                return f"this server has no game {game.game!r}"
        return "the server takes no new matches for now" if self.due and house.draining else ""

    async def _begin(self, number: int) -> pb.TournamentRecord | None:
        """Have the game's match made; or the game's end, where there is nothing to play."""
        contest = self.contest
        game = contest.games[number - 1]
        present = [not contest.entrants[entrant].withdrawn for entrant in game.seats]
        if sum(present) <= 1:
            return endings.walkover(game, present, self.now_ms())
        new = setup.new_match(contest, game)
        try:
            info = await self.venue.house.seat_match(new, self.players_of(game))
        except StoreError:
            raise
        except Exception as error:
            if isinstance(error, Refusal) and error.reason in LATER:
                raise
            return self._never(game, error)
        if not self.is_played_by(info, game):
            return voided(number, f"match {info.id} claims to be its match, and isn't", info.id)
        if number not in self._ended:
            self.running[number] = info.id
        self._untidy |= not all(present)
        return None

    def _never(self, game: Game, error: Exception) -> pb.TournamentRecord:
        """Its match can't be made, and never will be."""
        if not isinstance(error, Refusal | OptionsRefused):
            log.error("no match", tournament=self.contest.id, game=game.number, exc_info=error)
        what = error.what if isinstance(error, Refusal) else str(error)
        return voided(game.number, f"its match could not be made: {what}")
