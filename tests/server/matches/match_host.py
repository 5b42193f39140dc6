"""The matches of a server for tests: on a real store, with a clock that the test advances, and clients that listen."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager, closing, contextmanager, suppress
from hashlib import sha256
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

from tests.server.matches import market
from tilth.v1 import play_pb2 as pb
from tilth.v1.players_pb2 import NAME_SOURCE_REGISTERED, NAME_SOURCE_UNSPECIFIED
from tilth_server.derived_ids import DerivedIds
from tilth_server.matches import match_rows
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_fold import MatchFold
from tilth_server.matches.match_info import STREAMS, MatchInfo, NewMatch, State
from tilth_server.matches.registry import Matches
from tilth_server.matches.session import AttendSession
from tilth_server.metrics import Metrics
from tilth_server.outside.fact_source import FactSource
from tilth_server.players.name_book import Named
from tilth_server.refusal import Refusal
from tilth_server.settings import Limits
from tilth_server.store import (
    Append,
    BrokenChain,
    Head,
    IndexFault,
    IndexRow,
    KeptValue,
    PutDone,
    Store,
    StoreClosed,
    StoreError,
)
from tilth_server.store.sqlite import SqliteStreams
from tilth_server.wire import frames

ANN, BEN = "ann", "ben"
PLAYERS = (ANN, BEN, "cat")
IDLE_SECONDS = 300.0
SEED = bytes(range(32))
IDS = DerivedIds(bytes(range(1, 33)))


class ManualClock:
    """A clock that the test advances."""

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

    def advance(self, seconds: float) -> None:
        """Let this many seconds pass. Each call that is due in that time is made at its own time."""
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


class Titles:
    """Everybody is called as their id, with a capital letter."""

    def in_match(self, _: str, player_id: str) -> Named:
        return Named(player_id.title(), NAME_SOURCE_REGISTERED if player_id else NAME_SOURCE_UNSPECIFIED)

    def hash_in(self, _: str, player_id: str) -> bytes:
        return sha256(player_id.encode()).digest()

    def claimed_in(self, _: str, player_ids: Iterable[str]) -> frozenset[str]:
        return frozenset()


class SlowStreams(SqliteStreams):
    """The real store on a disk that can take its time."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._late: list[tuple[Sequence[Append], PutDone, Sequence[KeptValue]]] | None = None

    def put(self, appends: Sequence[Append], done: PutDone, keeps: Sequence[KeptValue] = ()) -> None:
        if self._late is None:
            super().put(appends, done, keeps)
        else:
            self._late.append((appends, done, keeps))

    @property
    def held_puts(self) -> int:
        """The number of puts that do not become durable before `held` ends."""
        return len(self._late or ())

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """Postpone the notice of each commit in this block until the block ends."""
        outcomes: list[tuple[PutDone, StoreError | None, Sequence[Head]]] = []
        put = super().put

        def late(appends: Sequence[Append], done: PutDone, keeps: Sequence[KeptValue] = ()) -> None:
            put(appends, lambda error, heads: outcomes.append((done, error, heads)), keeps)

        self.put = late  # type: ignore[method-assign]  # this one only
        try:
            yield
        finally:
            del self.put
            for done, error, heads in outcomes:
                done(error, heads)

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
            for appends, done, keeps in late:
                super().put(appends, done, keeps)


class AtOnce:
    """Knows where coins of the market land, without asking anybody."""

    def has(self, game: str) -> bool:
        return game == "market"

    async def ask(self, game: str, question: Any) -> bytes:
        return market.outside(question)


class MatchHost:
    """The matches of a server, with their store and their clock."""

    def __init__(self, matches: Matches, store: SlowStreams, clock: ManualClock, folder: Path) -> None:
        self.matches = matches
        self.store = store
        self.clock = clock
        self.folder = folder

    async def match(self, seats: int = 2, **asked: Any) -> str:
        """Start a match of Ann, Ben and the others, in that order; return its id."""
        asked.setdefault("seed", SEED)
        new = NewMatch(game="market", seat_count=seats, take_seats=(0,), start_when_full=True, **asked)
        info = await self.matches.lobby.create(ANN, new)
        for seat in range(1, seats):
            await self.matches.lobby.take_seat(PLAYERS[seat], info.id, seat, "")
        return info.id

    def attend(self, player: str, **how: Any) -> "Listener":
        return Listener(self.matches, player, **how)

    async def seated(self, match: str, seat: int, **opening: Any) -> "Listener":
        """Return the client of a seat (channel 1), which has caught up."""
        await self.matches.fetch(match)
        listener = self.attend(PLAYERS[seat])
        listener.open(1, match, seat=seat, **opening)
        await listener.receive_until("caught_up")
        return listener

    async def watching(self, match: str, **opening: Any) -> "Listener":
        await self.matches.fetch(match)
        listener = self.attend("watcher")
        listener.open(1, match, **opening)
        await listener.receive_until("caught_up")
        return listener

    async def wait_idle(self) -> None:
        """Return when no match waits for a fact or for its log, and nothing is pending."""
        while any(match.has_waiting_actions or match.loading for match in self.live()):  # noqa: ASYNC110 - seldom, and it takes no time
            await asyncio.sleep(0.001)
        await self.matches.commits.wait_all_committed()

    def live(self) -> list[LiveMatch]:
        """Return the running matches in memory."""
        return [match for match in self.matches.loaded() if match.info.state is State.RUNNING]

    def info(self, match: str) -> MatchInfo:
        return self.matches.find(match)


@asynccontextmanager
async def match_host(
    folder: Path,
    limits: Limits | None = None,
    oracle: FactSource | None = None,
) -> AsyncIterator[MatchHost]:
    """Open the matches of the store in this folder."""
    metrics = Metrics()
    store = await SlowStreams.open(folder, metrics.committed)
    hands = ManualClock()
    host = Matches(
        store,
        market.wires(),
        names=Titles(),
        limits=limits,
        idle_seconds=IDLE_SECONDS,
        metrics=metrics,
        fact_source=oracle or AtOnce(),
        time=hands,
        ids=IDS,
    )
    await host.open()
    for name, _ in await store.names(STREAMS, "", 10_000):
        # The server does it when a stream names a match.
        with suppress(BrokenChain, Refusal):
            await host.fetch(name.removeprefix(STREAMS))
    host.start()
    await host.loaded_active()
    try:
        yield MatchHost(host, store, hands, folder)
        await host.close()
        with suppress(StoreClosed):
            assert await index_faults(store) == []
    finally:
        await host.close()
        await store.close()


async def index_faults(store: Store) -> list[IndexFault]:
    """Compare the index of matches with the streams; return the differences."""
    fold = MatchFold(store, Titles())

    async def rows() -> AsyncIterator[IndexRow]:
        for name, _ in await store.names(STREAMS, "", 10_000):
            info = await fold.read(name.removeprefix(STREAMS))
            row = await store.index.find(match_rows.INDEX, info.id) if info.damage else None
            yield row or match_rows.row_of(info, IDS)

    return await store.index.verify(match_rows.INDEX, rows())


class Listener:
    """One stream without gRPC: commands go in, and frames are read."""

    def __init__(self, matches: Matches, player: str, **how: Any) -> None:
        self.session = AttendSession(matches, player, **how)
        self.received: list[pb.Frame] = []
        self.decisions: dict[int, Any] = {}
        """The latest decision of each channel."""
        self._requests = 0

    def send(self, *sent: pb.Command) -> None:
        """Send all these commands in one message."""
        self.session.receive_all(pb.AttendRequest(commands=sent))

    def open(self, channel: int, match: str, **opening: Any) -> None:
        self.send(pb.Command(channel=channel, open=pb.OpenChannel(match_id=match, **opening)))

    def answer(self, *chosen: int, channel: int = 1, **answer: Any) -> str:
        """Answer the latest decision of the channel; return the request id."""
        sent = self.answering(*chosen, channel=channel, **answer)
        self.send(sent)
        return sent.answer.request_id

    def answering(self, *chosen: int, channel: int = 1, **answer: Any) -> pb.Command:
        return pb.Command(channel=channel, answer=self.filled(chosen, channel, **answer))

    def filled(self, picks: tuple[int, ...], channel: int = 1, **answer: Any) -> pb.Answer:
        if "request_id" not in answer:
            self._requests += 1
            answer["request_id"] = f"r{self._requests}"
        if "decision_id" not in answer:
            answer["decision_id"] = self.decisions[channel].id
        return pb.Answer(picks=picks, **answer)

    def send_batch(self, *answers: pb.Answer, channel: int = 1) -> None:
        self.send(pb.Command(channel=channel, answer_batch=pb.AnswerBatch(answers=answers)))

    def undo(self, request_id: str = "u1", channel: int = 1) -> None:
        self.send(pb.Command(channel=channel, undo=pb.Undo(request_id=request_id)))

    def written(self) -> bytes:
        """The next message that the stream would carry."""
        if self.session.backlogs:
            self.session.send_backlog()
        return frames.attend_response(self.session.outbox.take())

    def listen(self) -> list[pb.Frame]:
        """Return the frames received since the last call, if any."""
        received: list[pb.Frame] = []
        while message := self.written():
            received += pb.AttendResponse.FromString(message).frames
        for each in received:
            for source in (each.update, each.caught_up):
                if source.HasField("decision"):
                    self.decisions[each.channel] = source.decision
        self.received += received
        return received

    async def receive_backlog(self) -> list[pb.Frame]:
        """Return the frames received until all backlogs have been read."""
        received = self.listen()
        while self.session.reads:
            await asyncio.sleep(0.001)
            received += self.listen()
        return received

    async def receive_until(self, kind: str, count: int = 1) -> list[pb.Frame]:
        """Return the frames received up to the count-th of this kind, with all that came together with it."""
        received: list[pb.Frame] = []
        async with asyncio.timeout(60):
            while sum(each.WhichOneof("payload") == kind for each in received) < count:
                received += self.listen()
                await asyncio.sleep(0.001)
        return received

    async def next(self, kind: str) -> Any:
        """The next frame of this kind, which must be the last of its message."""
        received = (await self.receive_until(kind))[-1]
        assert received.WhichOneof("payload") == kind, received
        return received

    async def refusal(self) -> str:
        """The reason of the next refusal."""
        reason: str = (await self.next("refused")).refused.reason
        return reason

    def leave(self) -> None:
        self.session.close()


async def silence(*listeners: Listener, seconds: float = 0.05) -> None:
    """Check that no client receives a frame for some time."""
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
