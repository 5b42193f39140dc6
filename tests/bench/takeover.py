"""A node of three is killed while people play: the time until each match that it owned continues, and what that costs.

Every match is answered once in ten seconds. The clients are at all nodes: each stream has both seats of some hundred
matches, of any owner. A stream whose node is gone goes to another one, and a channel that is cut off is opened again,
as the SDK does it.
"""

import asyncio
import itertools
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple, Protocol

from grpc import aio

from tests.bench.load import AnyAttendance, Attendance, Metadata
from tests.bench.measurement import Measurement, wall
from tests.bench.processes import cpu_seconds
from tests.bench.stores import Match, write_matches
from tests.server.archive.made import Made
from tilth.v1 import play_pb2, players_pb2, players_pb2_grpc
from tilth_server.wire import load_games

MATCHES = 10_000
"""The matches in all; MATCHES in the environment sets another number."""
RECORDS = 80
KINDS = 20
ANSWERS_LEFT = 20
"""Records that a match still gets at least: its end is not measured."""
STREAMS = 30
SECONDS_AN_ANSWER = 10.0
COUNTED_SECONDS = 12.0
PATIENCE_SECONDS = 120
OPENED_AT_ONCE = 50
AGAIN_SECONDS = 0.2
P50_SECONDS, P99_SECONDS = 3.0, 12.0


class Place(Protocol):
    """A node, as far as its clients know it."""

    @property
    def pid(self) -> int: ...

    @property
    def channel(self) -> aio.Channel: ...


class Table:
    """A match and the player of both its seats: one answer in ten seconds."""

    def __init__(self, match_id: str, stream: "Stream", first_due: float) -> None:
        self.match_id = match_id
        self.stream = stream
        self.due = first_due
        """When the next answer is due, or the one that is on its way was."""
        # They were here before: nothing is sent again.
        self.next_records = [RECORDS, RECORDS]
        self.next_answer: play_pb2.Command | None = None
        """The answer to the open decision."""
        self.sent: play_pb2.Command | None = None
        """The answer that is on its way."""
        self.is_open = [False, False]
        self.delays: list[tuple[float, float]] = []
        """When each answer was due, and when it was acknowledged."""

    def take(self, seat: int, frame: play_pb2.Frame, now: float) -> None:
        """Take in a frame of one of the seats."""
        payload = frame.WhichOneof("payload")
        if payload in ("update", "caught_up"):
            source = frame.update if payload == "update" else frame.caught_up
            if payload == "update":
                self.next_records[seat] = max(self.next_records[seat], frame.record + 1)
                self._confirm(frame.update.accepted_request_id, now)
            if source.HasField("decision"):
                self.next_answer = self.stream.answering(frame.channel, source)
                if (
                    self.sent is not None
                    and self.sent.answer.decision_id == self.next_answer.answer.decision_id
                ):
                    # It was lost with its owner: the same request is sent again.
                    self.sent.channel = frame.channel
                    self.stream.commands.append(self.sent)
        elif payload == "accepted":
            self._confirm(frame.accepted.request_id, now)
        elif payload in ("cut_off", "refused", "ended"):
            if payload == "refused" and frame.refused.reason not in AGAIN:
                raise RuntimeError(str(frame))
            if payload != "ended":
                self.is_open[seat] = False
                self.stream.closed.append((self, seat))

    def _confirm(self, request_id: str, now: float) -> None:
        """Take note that the answer on its way is durable."""
        if self.sent is not None and request_id == self.sent.answer.request_id:
            self.delays.append((self.due, now))
            self.sent = None
            while self.due <= now:
                self.due += SECONDS_AN_ANSWER

    def answer_if_due(self, now: float) -> None:
        """Give the answer if its time has come."""
        if self.sent is None and self.next_answer is not None and now >= self.due:
            self.sent, self.next_answer = self.next_answer, None
            self.stream.commands.append(self.sent)


AGAIN = ("MATCH_MOVED", "CHANNEL_NOT_OPEN", "SERVER_STOPPING")


class Stream:
    """A client's stream, at one node after the other."""

    def __init__(self, places: Sequence[Place], who: Metadata, request_ids: "itertools.count[int]") -> None:
        self.places = list(places)
        self.who = who
        self.tables: list[Table] = []
        self.commands: list[play_pb2.Command] = []
        self.closed: list[tuple[Table, int]] = []
        """The seats whose channel has to be opened again."""
        self._request_ids = request_ids
        self._channels: dict[int, tuple[Table, int]] = {}
        self._attendance: Attendance | None = None

    def answering(self, channel: int, source: "play_pb2.Update | play_pb2.CaughtUp") -> play_pb2.Command:
        """Return the answer to a decision."""
        assert self._attendance is not None, "it has next_answer"
        return self._attendance.answering(channel, source)

    async def run(self) -> None:
        """Play until the task is cancelled."""
        while True:
            self._attendance = Attendance(self.places[0].channel, self.who)
            self._attendance.requests = self._request_ids
            self._channels.clear()
            self.commands.clear()
            self.closed = [(table, seat) for table in self.tables for seat in (0, 1)]
            tasks = [asyncio.create_task(job(self._attendance)) for job in (self._read, self._write)]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    if task.done():
                        with suppress(aio.AioRpcError, ConnectionError, asyncio.InvalidStateError):
                            task.result()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await self._attendance.leave()
            self.places.append(self.places.pop(0))

    async def _read(self, attendance: AnyAttendance) -> None:
        while True:
            for frame in (await attendance.receive()).frames:
                found = self._channels.get(frame.channel)
                if found is not None:
                    found[0].take(found[1], frame, wall())

    async def _write(self, attendance: AnyAttendance) -> None:
        again = 0.0
        while True:
            now = wall()
            for table in self.tables:
                table.answer_if_due(now)
            if now >= again and self.closed:
                again = now + AGAIN_SECONDS
                closed, self.closed = self.closed, []
                for first in range(0, len(closed), OPENED_AT_ONCE):
                    some = closed[first : first + OPENED_AT_ONCE]
                    await attendance.send([self._opening(attendance, *each) for each in some])
            if self.commands:
                commands, self.commands = self.commands, []
                await attendance.send(commands)
            await asyncio.sleep(0.02)

    def _opening(self, attendance: AnyAttendance, table: Table, seat: int) -> play_pb2.Command:
        command = attendance.opening(table.match_id, seat)
        command.open.from_record = table.next_records[seat]
        self._channels[command.channel] = table, seat
        return command


class Player(NamedTuple):
    """A player who is registered at a server."""

    id: str
    who: Metadata


async def registered(channel: aio.Channel, name: str) -> Player:
    """Register a player."""
    stub = players_pb2_grpc.PlayersServiceStub(channel)
    reply = await stub.Register(players_pb2.RegisterRequest(name=name, request_id=name))
    return Player(reply.player.id, (("authorization", f"Bearer {reply.token}"),))


def begun_matches(match_ids: Iterable[str], player_id: str, records: int) -> Iterator[Match]:
    """Running matches of at least this many records, both seats of which a player holds."""
    wire = load_games()["petrichor"]
    options = wire.game.options(long_form=True)

    def begun(seed: int) -> Made:
        return Made(wire, 2, Random(seed), options=options, players=[player_id, player_id])

    kinds: list[Sequence[bytes]] = []
    for seed in itertools.count():
        made = begun(seed)
        while not made.table.over:
            made.answer_at_random()
        if len(made.bodies) >= records + ANSWERS_LEFT:
            again = begun(seed)
            while len(again.bodies) < records:
                again.answer_at_random()
            kinds.append(again.bodies)
            if len(kinds) == KINDS:
                break
    for number, match_id in enumerate(match_ids):
        yield match_id, kinds[number % KINDS]


async def takeover(
    nodes: Sequence[Place], is_killed_ones: Callable[[str], bool], url: str
) -> list[Measurement]:
    """Kill the first node, of whose matches `is_killed_ones` is true.

    Return the time from the kill, or from when an answer was due if that was later, to its acknowledgement, for the
    first answer in each match that the killed node owned; and the CPU time of the others a match."""
    count = int(os.environ.get("MATCHES", MATCHES))
    people = await registered(nodes[0].channel, "people")
    stored = list(begun_matches((f"{number:016x}" for number in range(count)), people.id, RECORDS))
    await write_matches(url, stored)
    killed, *left = nodes
    request_ids = itertools.count(1)
    streams = [
        Stream([nodes[(place + turn) % len(nodes)] for turn in range(len(nodes))], people.who, request_ids)
        for place in range(STREAMS)
    ]
    random = Random(1)
    begun = wall()
    tables = []
    for number, (match_id, _) in enumerate(stored):
        stream = streams[number % STREAMS]
        table = Table(match_id, stream, begun + count / 300 + random.uniform(0, SECONDS_AN_ANSWER))
        stream.tables.append(table)
        tables.append(table)
    playing = [asyncio.create_task(stream.run()) for stream in streams]
    try:
        await _wait(playing, lambda: all(table.delays for table in tables))
        spent, before = sum(cpu_seconds(node.pid) for node in nodes), _answers(tables)
        await _wait(playing, None, COUNTED_SECONDS)
        answers = _answers(tables) - before
        an_answer = (sum(cpu_seconds(node.pid) for node in nodes) - spent) / answers
        usual = [end - due for table in tables for due, end in table.delays[1:]]
        moved = [table for table in tables if is_killed_ones(table.match_id)]
        spent, before = sum(cpu_seconds(node.pid) for node in left), _answers(tables)
        os.kill(killed.pid, signal.SIGKILL)
        killed_at = wall()
        await _wait(playing, lambda: all(table.delays[-1][1] > killed_at for table in moved))
        spent = sum(cpu_seconds(node.pid) for node in left) - spent
        a_match = (spent - an_answer * (_answers(tables) - before)) / len(moved)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    late = sorted(_first_after(table, killed_at) for table in moved)
    stayed = [table for table in tables if table not in set(moved) and table.delays[-1][1] > killed_at]
    others = sorted(_first_after(table, killed_at) for table in stayed)
    beside = {
        "matches": count,
        "moved": len(moved),
        "us of CPU a match taken over": 1e6 * a_match,
        "us of CPU an answer before": 1e6 * an_answer,
        "p99 s before the kill": quantile(sorted(usual), 0.99),
        "p99 s of matches that stayed": quantile(others, 0.99),
        "last s": late[-1],
    }
    return [
        Measurement(
            f"cluster.takeover.{name}",
            quantile(late, part),
            "s from the kill to an answer that was due",
            target,
            COUNTED_SECONDS,
            beside,
            target_is_max=True,
        )
        for name, part, target in (("p50", 0.5, P50_SECONDS), ("p99", 0.99, P99_SECONDS))
    ]


def _answers(tables: Sequence[Table]) -> int:
    return sum(len(table.delays) for table in tables)


def _first_after(table: Table, killed_at: float) -> float:
    """Return how long the first answer after the kill took, from when it was due, or from the kill."""
    due, end = next(each for each in table.delays if each[1] > killed_at)
    return end - max(due, killed_at)


def quantile(ranked: Sequence[float], part: float) -> float:
    return ranked[min(len(ranked) - 1, int(part * len(ranked)))]


async def _wait(
    playing: Sequence[asyncio.Task[None]], done: Callable[[], bool] | None, seconds: float = PATIENCE_SECONDS
) -> None:
    """Let them play until `done`, or for some seconds; a stream that failed fails the measurement."""
    until = wall() + seconds
    while wall() < until and not (done is not None and done()):
        await asyncio.sleep(0.05)
        for task in playing:
            if task.done():
                task.result()
    assert done is None or done(), f"not all played after {seconds} s"
