"""A thousand people at their own pace: each has a connection and a stream, and answers once in five seconds.

At this pace no two answers share a commit or a message. It is what a public server carries, and the saturated crowds of
serve.py are what a league of bots asks of it.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from grpc import aio

from tests.bench.load import Attendance, Metadata, register
from tests.bench.measurement import Measurement, calibrate, wall
from tests.bench.processes import (
    CLIENT_CORE,
    connected,
    cpu_seconds,
    pin,
    resident_bytes,
    tilth_server,
)
from tilth.v1 import lobby_pb2, lobby_pb2_grpc, play_pb2

PEOPLE = 1000
SECONDS_AN_ANSWER = 5.0
WARM_UP = 6.0
COUNTED_SECONDS = 20.0
IDLE = 10.0
BEFORE = {"serve.pace": 1070.0, "serve.pace.plain": 620.0}
"""Microseconds of the server's CPU that an answer took at 03e65fd, with views and texts and without."""


class Person:
    """A player with a connection and a stream of their own, who plays one seat."""

    def __init__(self, channel: aio.Channel, who: Metadata) -> None:
        self.channel = channel
        self.who = who
        self.attendance = Attendance(channel, who)
        self.next_answer: play_pb2.Command | None = None
        self.ended = False

    async def play(self, match: str, seat: int, *, everything: bool, is_due: asyncio.Event) -> None:
        """Open the seat and receive its frames until the match ends; set `is_due` when the person has a decision."""
        opening = self.attendance.opening(match, seat)
        opening.open.views = opening.open.texts = everything
        await self.attendance.send([opening])
        while not self.ended:
            for frame in (await self.attendance.receive()).frames:
                self._take(frame, is_due)

    def _take(self, frame: play_pb2.Frame, is_due: asyncio.Event) -> None:
        if frame.WhichOneof("payload") in ("refused", "cut_off"):
            raise RuntimeError(str(frame))
        for source in (frame.update, frame.caught_up):
            if source.HasField("decision"):
                self.next_answer = self.attendance.answering(frame.channel, source)
                is_due.set()
        if frame.HasField("ended"):
            self.ended = True
            is_due.set()


class Table:
    """A match of two people. One answer is given in half the seconds that a person takes for one."""

    def __init__(self, people: Sequence[Person]) -> None:
        self.people = people
        self.is_due = asyncio.Event()
        self.answers = 0

    async def play(self, delay: float, *, everything: bool) -> None:
        """Play matches one after another, the first answer after `delay` seconds."""
        await asyncio.sleep(delay)
        while True:
            match = await self._new_match()
            for person in self.people:
                person.ended, person.next_answer = False, None
            self.is_due.clear()
            async with asyncio.TaskGroup() as reading:
                for seat, person in enumerate(self.people):
                    reading.create_task(person.play(match, seat, everything=everything, is_due=self.is_due))
                while not all(person.ended for person in self.people):
                    await self._answer_once()

    async def _answer_once(self) -> None:
        """Wait as long as a person would, then answer for one who has a decision."""
        await asyncio.sleep(SECONDS_AN_ANSWER / len(self.people))
        await self.is_due.wait()
        self.is_due.clear()
        for person in self.people:
            if person.next_answer is not None:
                answer, person.next_answer = person.next_answer, None
                await person.attendance.send([answer])
                self.answers += 1
                if any(other.next_answer for other in self.people):
                    self.is_due.set()
                return

    async def _new_match(self) -> str:
        """Create a match and seat both people."""
        first, second = self.people
        created = await lobby_pb2_grpc.LobbyServiceStub(first.channel).CreateMatch(
            lobby_pb2.CreateMatchRequest(
                game="petrichor",
                settings={"long_form": "true"},
                seat_count=2,
                take_seats=[0],
                start_when_full=True,
            ),
            metadata=first.who,
        )
        match = str(created.match.id)
        await lobby_pb2_grpc.LobbyServiceStub(second.channel).TakeSeat(
            lobby_pb2.TakeSeatRequest(match_id=match, seat=1), metadata=second.who
        )
        return match


async def at_their_pace(folder: Path, name: str, *, everything: bool) -> Measurement:
    limits = ("--stranger-calls-per-second=1000000", "--registrations-per-minute=1000000")
    async with tilth_server(folder, *limits) as (port, server), connected(port, PEOPLE) as channels:
        empty = resident_bytes(server.pid)
        gate = asyncio.Semaphore(32)

        async def person(number: int, channel: aio.Channel) -> Person:
            async with gate:
                return Person(channel, await register(channel, f"person {number}"))

        people = await asyncio.gather(*(person(*each) for each in enumerate(channels)))
        await asyncio.sleep(1.0)
        before = cpu_seconds(server.pid)
        await asyncio.sleep(IDLE)
        idle_cpu, idle_bytes = cpu_seconds(server.pid) - before, resident_bytes(server.pid)
        tables = [Table(people[at : at + 2]) for at in range(0, PEOPLE, 2)]
        spread = SECONDS_AN_ANSWER / 2 / len(tables)
        playing = [
            asyncio.create_task(table.play(number * spread, everything=everything))
            for number, table in enumerate(tables)
        ]
        await _let_play(playing, WARM_UP)
        answers, begun, begun_cpu = _answers(tables), wall(), cpu_seconds(server.pid)
        await _let_play(playing, COUNTED_SECONDS)
        answers, seconds = _answers(tables) - answers, wall() - begun
        spent = cpu_seconds(server.pid) - begun_cpu
        busy_bytes = resident_bytes(server.pid)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return Measurement(
        name,
        1e6 * spent / answers,
        "us of the server's CPU an answer, people's pace",
        BEFORE[name] / 2,
        calibrate(),
        {
            "people": PEOPLE,
            "answers/s": answers / seconds,
            "part of a core": spent / seconds,
            "part of a core, nobody plays": idle_cpu / IDLE,
            "kB for an idle person": (idle_bytes - empty) / PEOPLE / 1024,
            "kB for a player": (busy_bytes - empty) / PEOPLE / 1024,
        },
        target_is_max=True,
    )


def _answers(tables: Sequence[Table]) -> int:
    return sum(table.answers for table in tables)


async def _let_play(playing: Sequence[asyncio.Task[None]], seconds: float) -> None:
    """Let them play; a table that failed fails the measurement."""
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


async def measure() -> list[Measurement]:
    pin(CLIENT_CORE)
    found = []
    for name, everything in (("serve.pace", True), ("serve.pace.plain", False)):
        with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
            found.append(await at_their_pace(Path(folder), name, everything=everything))
    return found
