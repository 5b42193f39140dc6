"""A tournament's stream: its fold, and writing it on.

What is durable is applied, nothing else ever is. Whatever reads the contest, decides by it and writes has the turn, so
that nothing comes between.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import msgspec

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.players import Register
from tilth_server.refusal import Refusal
from tilth_server.store import Streams
from tilth_server.tables.house import House
from tilth_server.tournaments.contest import Contest, Game, GameState, born, grown, stream_of
from tilth_server.tournaments.reasons import NOT_ORGANISER

T = TypeVar("T")


class Venue(msgspec.Struct, frozen=True):
    """What all tournaments of a server share."""

    store: Streams
    house: House
    register: Register
    game_over: Callable[[Contest, Game], None]
    """Told of every game that has a result, once it is durable."""


class Actor(msgspec.Struct, frozen=True):
    """Who asks for something."""

    player_id: str
    operator: bool = False


SERVER = Actor("", operator=True)
"""What happens by its time, or because it must."""


class Chronicle:
    """One tournament's records."""

    def __init__(self, venue: Venue, contest: Contest) -> None:
        self.venue = venue
        self.contest = contest
        self.games_over = sum(game.state.is_over for game in contest.games)
        self._turn = asyncio.Lock()

    async def in_turn(self, do: Callable[[], Awaitable[T]]) -> T:
        """Do it while nobody else does anything. Who cancels the wait doesn't cancel what has begun."""

        async def run() -> T:
            async with self._turn:
                return await do()

        return await shielded(run())

    async def write(self, *records: pb.TournamentRecord) -> None:
        """Append them, all or none, and take them up. The caller has the turn."""
        for record in records:
            record.at.FromMilliseconds(self.now_ms())
        contest = self.contest
        bodies = [record.SerializeToString() for record in records]
        await self.venue.store.append(contest.stream, contest.record_count, bodies)
        for record in records:
            grown(contest, record)
            if record.HasField("game_ended"):
                self.games_over += 1
                game = contest.games[record.game_ended.number - 1]
                if game.state.counts:
                    self.venue.game_over(contest, game)

    def now_ms(self) -> int:
        return self.venue.house.time.wall_ms()

    def check_organiser(self, by: Actor) -> None:
        if not by.operator and by.player_id != self.contest.organiser_id:
            raise Refusal(NOT_ORGANISER, "who made the tournament, or an operator, does this")


async def shielded(work: Coroutine[Any, Any, T]) -> T:
    """Wait for it; who cancels the wait doesn't cancel the work."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(_heard)
    return await asyncio.shield(task)


def _heard(task: "asyncio.Future[Any]") -> None:
    """Its error is for who waits; where nobody does any more it is nobody's."""
    if not task.cancelled():
        task.exception()


async def first(venue: Venue, tournament_id: str, record: pb.TournamentRecord) -> Contest:
    """Begin a tournament's stream."""
    record.at.FromMilliseconds(venue.house.time.wall_ms())
    await venue.store.append(stream_of(tournament_id), 0, [record.SerializeToString()])
    return born(tournament_id, record)


async def folded(store: Streams, tournament_id: str) -> Contest:
    """The tournament as its stream has it; BrokenChain if a record of it isn't good."""
    contest: Contest | None = None
    async for stored in store.read(stream_of(tournament_id)):
        record = pb.TournamentRecord.FromString(stored.body)
        if contest is None:
            contest = born(tournament_id, record)
        else:
            grown(contest, record)
    if contest is None:
        raise ValueError(f"tournament {tournament_id} has no records")
    return contest


def voided(number: int, reason: str, match_id: str = "", by_id: str = "") -> pb.TournamentRecord:
    """The end of a game that counts for nobody."""
    ended = pb.TournamentGameEnded(
        number=number,
        match_id=match_id,
        state=pb.PairingState.ValueType(GameState.VOID),
        reason=reason,
        by_id=by_id,
    )
    return pb.TournamentRecord(game_ended=ended)
