"""The hall: every tournament on this server, and the one way in to each of them."""

import asyncio
import secrets
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import structlog

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.metrics import Metrics
from tilth_server.players import Register
from tilth_server.refusal import Refusal, over_limit
from tilth_server.settings import Limits
from tilth_server.store import BrokenChain, Streams
from tilth_server.tables.house import House
from tilth_server.tables.matches import TOURNAMENTS, MatchInfo
from tilth_server.tables.playing import check_request_id
from tilth_server.tables.reasons import BAD_PAGE_TOKEN
from tilth_server.tournaments import setup
from tilth_server.tournaments.chronicle import SERVER, Actor, Venue, first, folded, shielded
from tilth_server.tournaments.contest import Contest, Game, State
from tilth_server.tournaments.ratings.book import Duel, Rated, RatedGame, Ratings, rated
from tilth_server.tournaments.reasons import NO_TOURNAMENT
from tilth_server.tournaments.tournament import Tournament
from tilth_server.wire import GameWire

log = structlog.get_logger()

TICK_SECONDS = 1.0
"""How often absence, entries' ends and what was held up are looked at."""
NAMES_AT_ONCE = 1000
MOST_SCANNED = 5000
"""Tournaments looked at for one page."""


class Filter(msgspec.Struct, frozen=True):
    """Which tournaments a list is of; empty fields hold for all."""

    state: State | None = None
    player_id: str = ""

    def holds(self, contest: Contest) -> bool:
        return (self.state is None or contest.state is self.state) and (
            not self.player_id or self.player_id in contest.numbers
        )


class Hall:
    """All tournaments. `open` it when the house is open, `close` it before the store."""

    def __init__(
        self,
        store: Streams,
        house: House,
        register: Register,
        wires: Mapping[str, GameWire],
        limits: Limits,
        metrics: Metrics,
    ) -> None:
        self.store = store
        self.house = house
        self.register = register
        self._ratings = Ratings()
        self._rating = asyncio.Lock()
        self._unrated: list[RatedGame] = []
        """Games that ended while ratings were being worked out."""
        self._wires = wires
        self._limits = limits
        self._venue = Venue(store, house, register, self._game_over)
        self._tournaments: dict[str, Tournament] = {}
        self._order: list[tuple[int, str]] = []
        self._broken: dict[str, BrokenChain] = {}
        self._requests: dict[tuple[str, str], str] = {}
        """Tournaments by organiser and request id, so that to ask twice makes one."""
        self._making = asyncio.Lock()
        self._ticking: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[None]] = set()
        house.on_end(self._match_ended)
        register.on_token_lost(self._token_lost)
        metrics.tournaments = self.counts
        metrics.tournament_games = lambda: sum(len(each.running) for each in self._tournaments.values())

    async def open(self) -> None:
        """Fold every tournament, and go on with those that are not over."""
        after = ""
        while names := await self.store.names(TOURNAMENTS, after, NAMES_AT_ONCE):
            for name, _ in names:
                await self._read(name.removeprefix(TOURNAMENTS))
            after = names[-1][0]
        self._rate_all()
        for tournament in self._tournaments.values():
            tournament.open()
            for entrant in tournament.contest.active():
                player_id = entrant.player_id
                if self.register.knows(player_id):
                    self._token_lost(player_id)
        self._ticking = asyncio.create_task(self._tick())

    async def close(self) -> None:
        """Make no new games; what is being written is written."""
        if self._ticking is not None:
            self._ticking.cancel()
            await asyncio.gather(self._ticking, return_exceptions=True)
        await asyncio.gather(*(each.close() for each in self._tournaments.values()))

    # Asking ----------------------------------------------------------------------------------------------------

    def find(self, tournament_id: str) -> Tournament:
        """Raises Refusal(NO_TOURNAMENT), or BrokenChain for one whose stream is damaged."""
        tournament = self._tournaments.get(tournament_id)
        if tournament is None:
            if tournament_id in self._broken:
                raise self._broken[tournament_id].with_traceback(None)
            what = f"there is no tournament {tournament_id!r}"
            raise Refusal(NO_TOURNAMENT, what, field="tournament_id")
        return tournament

    def page(self, wanted: Filter, size: int, after: str) -> tuple[list[Tournament], str]:
        """The newest first, of those after the key `after`; and the key to go on after, "" at the end."""
        at = bisect_left(self._order, _place(after)) if after else len(self._order)
        last = max(0, at - MOST_SCANNED)
        found: list[Tournament] = []
        while at > last and len(found) < size:
            at -= 1
            tournament = self._tournaments[self._order[at][1]]
            if wanted.holds(tournament.contest):
                found.append(tournament)
        return found, _key(self._order[at]) if at else ""

    def broken(self) -> dict[str, BrokenChain]:
        """Tournaments whose streams can't be read, and why."""
        return self._broken

    def counts(self) -> dict[str, int]:
        """Tournaments by state."""
        states = Counter(each.contest.state for each in self._tournaments.values())
        return {state.name.lower(): states[state] for state in State} | {"broken": len(self._broken)}

    async def ratings(self, game: str = "", tournament_id: str = "") -> Sequence[Rated]:
        """Everybody rated, the best first. In a thread of its own: after a start all games are rated anew."""
        async with self._rating:
            table = await asyncio.to_thread(self._ratings.table, game, tournament_id)
            unrated, self._unrated = self._unrated, []
            for played in unrated:
                self._ratings.take(played)
        return table

    def duel(self, player_id: str, other_id: str, game: str) -> Duel:
        """What the first has against the second, over all tournaments."""
        return self._ratings.duel(player_id, other_id, game)

    # Changing --------------------------------------------------------------------------------------------------

    async def create(self, by: Actor, settings: pb.TournamentSettings, request_id: str) -> Tournament:
        """Begin a tournament. The same request makes the same one."""
        if request_id:
            check_request_id(request_id)
        return await shielded(self._created(by, settings, request_id))

    async def _created(self, by: Actor, settings: pb.TournamentSettings, request_id: str) -> Tournament:
        async with self._making:
            known = self._requests.get((by.player_id, request_id)) if request_id else None
            if known is not None:
                return self._tournaments[known]
            self._check_limit(by.player_id)
            for player_id in settings.invited_ids:
                self.register.get(player_id)
            made = setup.created(by.player_id, settings, request_id, self._wires)
            contest = await first(self._venue, secrets.token_hex(8), pb.TournamentRecord(created=made))
            tournament = self._add(contest)
            tournament.open()
        log.info("tournament", id=contest.id, state="ENTRY", format=settings.WhichOneof("format"))
        return tournament

    def _check_limit(self, organiser_id: str) -> None:
        most = self._limits.open_tournaments_per_player
        contests = (each.contest for each in self._tournaments.values())
        if sum(each.organiser_id == organiser_id and not each.state.is_over for each in contests) >= most:
            raise over_limit("open_tournaments_per_player", most)

    # Keeping ---------------------------------------------------------------------------------------------------

    async def _read(self, tournament_id: str) -> None:
        try:
            self._add(await folded(self.store, tournament_id))
        except BrokenChain as broken:
            log.error("broken chain", what=str(broken))
            self._broken[tournament_id] = broken
        except Exception:
            # What is written is good, and this build can't read it.
            log.exception("no tournament", id=tournament_id)

    def _add(self, contest: Contest) -> Tournament:
        tournament = self._tournaments[contest.id] = Tournament(self._venue, contest)
        insort(self._order, (contest.created_ms, contest.id))
        if contest.request_id:
            self._requests[contest.organiser_id, contest.request_id] = contest.id
        return tournament

    def _game_over(self, contest: Contest, game: Game) -> None:
        played = rated(contest, game)
        if played is None:
            return
        if self._rating.locked():
            self._unrated.append(played)
        else:
            self._ratings.take(played)

    def _rate_all(self) -> None:
        """In the order in which they ended, as they were rated when that happened."""
        for contest, game in sorted(self._counted(), key=lambda each: (each[1].ended_ms, each[0].id)):
            self._game_over(contest, game)

    def _counted(self) -> Iterator[tuple[Contest, Game]]:
        for tournament in self._tournaments.values():
            for game in tournament.contest.counted():
                yield tournament.contest, game

    def _match_ended(self, info: MatchInfo) -> None:
        tournament = self._tournaments.get(info.tournament_id)
        if tournament is not None:
            tournament.match_ended(info)

    def _token_lost(self, player_id: str) -> None:
        """Who is taken off the server takes part no more."""
        if not self.register.get(player_id).revoked:
            return
        leaving = asyncio.create_task(self._withdraw_everywhere(player_id))
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    async def _withdraw_everywhere(self, player_id: str) -> None:
        for tournament in list(self._tournaments.values()):
            contest = tournament.contest
            number = contest.numbers.get(player_id)
            if number is None or contest.state.is_over or contest.entrants[number].withdrawn:
                continue
            try:
                await tournament.withdraw(SERVER, player_id)
            except Exception:
                log.exception("not withdrawn", tournament=contest.id, player=player_id)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            for tournament in list(self._tournaments.values()):
                try:
                    tournament.look_again()
                    if not tournament.contest.state.is_over:
                        await tournament.keep_time()
                        await tournament.resign_absent()
                except Exception:
                    log.exception("tick", tournament=tournament.contest.id)


def _key(place: tuple[int, str]) -> str:
    return f"{place[0]}/{place[1]}"


def _place(key: str) -> tuple[int, str]:
    made, _, tournament_id = key.partition("/")
    if not (made.isdecimal() and len(made) <= 15):
        raise Refusal(BAD_PAGE_TOKEN, "this is no page token of this list", field="page_token")
    return int(made), tournament_id
