"""Tables to test at: a house on a real store, a clock the test turns, and people who say things and listen."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager, closing, contextmanager
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

from tests.server.tables import market
from tilth.v1 import play_pb2 as pb
from tilth_server.metrics import Metrics
from tilth_server.outside import Oracle
from tilth_server.settings import Limits
from tilth_server.store import Append, Done, SqliteStreams, StoreError
from tilth_server.tables.attendance import Attendance
from tilth_server.tables.house import House
from tilth_server.tables.live import LiveMatch
from tilth_server.tables.matches import MatchInfo, NewMatch
from tilth_server.wire import frames

ANN, BEN = "ann", "ben"
PLAYERS = (ANN, BEN, "cat")
IDLE_SECONDS = 300.0
SEED = bytes(range(32))


class Hands:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._calls: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._cancelled: set[int] = set()

    def now(self) -> float:
        return self._now

    def wall_ms(self) -> int:
        return 1_700_000_000_000 + round(self._now * 1000)

    def call_at(self, when: float, call: Callable[[], None]) -> "_Handle":
        self._count += 1
        heappush(self._calls, (when, self._count, call))
        return _Handle(self._cancelled, self._count)

    def turn(self, seconds: float) -> None:
        """Let so much time pass, and everything ring on its time."""
        end = self._now + seconds
        while self._calls and self._calls[0][0] <= end:
            when, number, call = heappop(self._calls)
            self._now = max(self._now, when)
            if number not in self._cancelled:
                call()
        self._now = end

    @property
    def waiting(self) -> int:
        """Calls that are still to come."""
        return sum(number not in self._cancelled for _, number, _ in self._calls)


class _Handle:
    def __init__(self, cancelled: set[int], number: int) -> None:
        self._cancelled = cancelled
        self._number = number

    def cancel(self) -> None:
        self._cancelled.add(self._number)


class SlowStreams(SqliteStreams):
    """The real store on a disk that can take its time."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._late: list[tuple[Sequence[Append], Done]] | None = None

    def put(self, appends: Sequence[Append], done: Done) -> None:
        if self._late is None:
            super().put(appends, done)
        else:
            self._late.append((appends, done))

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """What becomes durable in here is heard of only afterwards."""
        outcomes: list[tuple[Done, StoreError | None]] = []
        put = super().put

        def late(appends: Sequence[Append], done: Done) -> None:
            put(appends, lambda error: outcomes.append((done, error)))

        self.put = late  # type: ignore[method-assign]  # this one only
        try:
            yield
        finally:
            del self.put
            for done, error in outcomes:
                done(error)

    async def stored(self, stream: str, number: int) -> None:
        """Return when the disk has this record."""
        async with aclosing(self.tail(stream, number)) as records:
            await anext(records)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nothing becomes durable in here."""
        late = self._late = []
        try:
            yield
        finally:
            self._late = None
            for appends, done in late:
                super().put(appends, done)


class AtOnce:
    """Knows where coins of the market land, without asking anybody."""

    def has(self, game: str) -> bool:
        return game == "market"

    async def ask(self, game: str, question: Any) -> bytes:
        return market.outside(question)


class Tables:
    """A house, and what it stands on."""

    def __init__(self, house: House, store: SlowStreams, hands: Hands, folder: Path) -> None:
        self.house = house
        self.store = store
        self.hands = hands
        self.folder = folder

    async def match(self, seats: int = 2, **asked: Any) -> str:
        """A match of Ann, Ben and the others, in that order, that has begun."""
        asked.setdefault("seed", SEED)
        new = NewMatch(game="market", seat_count=seats, take_seats=(0,), start_when_full=True, **asked)
        info = await self.house.create(ANN, new)
        for seat in range(1, seats):
            await self.house.take_seat(PLAYERS[seat], info.id, seat, "")
        return info.id

    def attend(self, player: str, **how: Any) -> "Listener":
        return Listener(self.house, player, **how)

    async def seated(self, match: str, seat: int, **opening: Any) -> "Listener":
        """Somebody on their seat (channel 1), who has been told how things stand."""
        listener = self.attend(PLAYERS[seat])
        listener.open(1, match, seat=seat, **opening)
        await listener.hear_until("caught_up")
        return listener

    async def watching(self, match: str, **opening: Any) -> "Listener":
        listener = self.attend("watcher")
        listener.open(1, match, **opening)
        await listener.hear_until("caught_up")
        return listener

    async def all_down(self) -> None:
        """Return when no match waits for a fact, and nothing is in flight."""
        while any(match.waits for match in self.live()):  # noqa: ASYNC110 - seldom, and it takes no time
            await asyncio.sleep(0.001)
        await self.house.all_down()

    def live(self) -> list[LiveMatch]:
        """The matches in memory that aren't over."""
        return [self.house.live(info.id) for info in self.house.directory.running()]

    def info(self, match: str) -> MatchInfo:
        return self.house.find(match)


@asynccontextmanager
async def tables(
    folder: Path,
    limits: Limits | None = None,
    oracle: Oracle | None = None,
    kind: Callable[..., House] = House,
) -> AsyncIterator[Tables]:
    """A house on the store in this folder; what was there is still there."""
    metrics = Metrics()
    store = await SlowStreams.open(folder, metrics.committed)
    hands = Hands()
    house = kind(
        store,
        market.wires(),
        name_of=str.title,
        limits=limits,
        idle_seconds=IDLE_SECONDS,
        metrics=metrics,
        oracle=oracle or AtOnce(),
        time=hands,
    )
    await house.open()
    try:
        yield Tables(house, store, hands, folder)
    finally:
        await house.close()
        await store.close()


class Listener:
    """One stream without gRPC: what is said goes in, what was told is read."""

    def __init__(self, house: House, player: str, **how: Any) -> None:
        self.attendance = Attendance(house, player, **how)
        self.heard: list[pb.Told] = []
        self.asked: dict[int, Any] = {}
        """The decision each channel was told of last."""
        self._requests = 0

    def say(self, *said: pb.Said) -> None:
        """All of it in one message."""
        self.attendance.said(pb.AttendRequest(said=said))

    def open(self, channel: int, match: str, **opening: Any) -> None:
        self.say(pb.Said(channel=channel, open=pb.Open(match_id=match, **opening)))

    def answer(self, *chosen: int, channel: int = 1, **answer: Any) -> str:
        """Answer the decision that was told of last; returns the request id."""
        said = self.answering(*chosen, channel=channel, **answer)
        self.say(said)
        return said.answer.request_id

    def answering(self, *chosen: int, channel: int = 1, **answer: Any) -> pb.Said:
        return pb.Said(channel=channel, answer=self.filled(chosen, channel, **answer))

    def filled(self, chosen: tuple[int, ...], channel: int = 1, **answer: Any) -> pb.Answer:
        if "request_id" not in answer:
            self._requests += 1
            answer["request_id"] = f"r{self._requests}"
        if "decision" not in answer:
            answer["decision"] = self.asked[channel].id
        return pb.Answer(chosen=chosen, **answer)

    def together(self, *answers: pb.Answer, channel: int = 1) -> None:
        self.say(pb.Said(channel=channel, together=pb.AnswerTogether(answers=answers)))

    def undo(self, request_id: str = "u1", channel: int = 1) -> None:
        self.say(pb.Said(channel=channel, undo=pb.Undo(request_id=request_id)))

    def written(self) -> bytes:
        """The next message that the stream would carry."""
        if self.attendance.is_behind:
            self.attendance.catch_up()
        return frames.attend_response(self.attendance.outbox.take())

    def listen(self) -> list[pb.Told]:
        """What has been told since, if anything."""
        told: list[pb.Told] = []
        while message := self.written():
            told += pb.AttendResponse.FromString(message).told
        for each in told:
            for source in (each.happened, each.caught_up):
                if source.HasField("asked"):
                    self.asked[each.channel] = source.asked
        self.heard += told
        return told

    async def hear_until(self, what: str, count: int = 1) -> list[pb.Told]:
        """What is told up to the count-th frame of this kind, that and what came with it included."""
        told: list[pb.Told] = []
        async with asyncio.timeout(60):
            while sum(each.WhichOneof("what") == what for each in told) < count:
                told += self.listen()
                await asyncio.sleep(0.001)
        return told

    async def next(self, what: str) -> Any:
        """The next frame of this kind, which must be the last of its message."""
        told = (await self.hear_until(what))[-1]
        assert told.WhichOneof("what") == what, told
        return told

    async def refusal(self) -> str:
        """The reason of the next refusal."""
        reason: str = (await self.next("refused")).refused.reason
        return reason

    def leave(self) -> None:
        self.attendance.leave()


async def silence(*listeners: Listener, seconds: float = 0.05) -> None:
    """Nobody is told anything for a while."""
    await asyncio.sleep(seconds)
    for listener in listeners:
        assert listener.listen() == []


@contextmanager
def disk_failing(folder: Path, stream: str = "%") -> Iterator[None]:
    """Every commit of these streams fails."""
    with closing(sqlite3.connect(folder / "tilth.db", isolation_level=None, timeout=10)) as other:
        other.execute(
            "CREATE TRIGGER failing BEFORE INSERT ON records WHEN EXISTS"
            f" (SELECT 1 FROM streams WHERE id = NEW.stream AND name LIKE '{stream}')"
            " BEGIN SELECT RAISE(ABORT, 'the disk is gone'); END"
        )
        try:
            yield
        finally:
            other.execute("DROP TRIGGER failing")
