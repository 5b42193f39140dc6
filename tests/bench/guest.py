"""Benchmark of the effect that a match with endless flicks has on other matches: the latency of their answers, with
it and without it."""

import asyncio
import random
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from grpc import aio

from tests.bench.load import Attendance, Metadata, create_matches, register
from tests.bench.measurement import Measurement, calibrate, median, wall
from tests.bench.processes import CLIENT_CORE, connected, pin, tilth_server
from tilth.v1 import play_pb2

HOSTS = 63
ROUNDS = 5
SECONDS = 1.5
WARM_UP = 0.5
SPARE = 90
"""Matches for each host that is kept going; they are made beforehand."""


class Table:
    """Both seats of some matches on one stream, answered as soon as they are asked; each answer is timed."""

    def __init__(self, attendance: Attendance, matches: Iterator[str], seats: int) -> None:
        self.attendance = attendance
        self.matches = matches
        self.seats = seats
        self.latencies: list[float] = []
        self.flicks = 0
        """Answers that were numbers: flicks."""
        self._begun: dict[tuple[int, str], float] = {}
        self._ended = 0
        self._random = random.Random(1)

    async def play(self, live: int) -> None:
        commands = list(chain.from_iterable(self._opening() for _ in range(live)))
        while True:
            if commands:
                now = wall()
                for each in commands:
                    if each.HasField("answer"):
                        self._begun[each.channel, each.answer.request_id] = now
                await self.attendance.send(commands)
            heard = await self.attendance.receive()
            now = wall()
            commands = [answer for frame in heard.frames for answer in self._receive(frame, now)]

    def _opening(self) -> list[play_pb2.Command]:
        match = next(self.matches)
        return [self.attendance.opening(match, seat) for seat in range(self.seats)]

    def _receive(self, frame: play_pb2.Frame, now: float) -> list[play_pb2.Command]:
        if frame.HasField("update"):
            begun = self._begun.pop((frame.channel, frame.update.accepted_request_id), None)
            if begun is not None:
                self.latencies.append(now - begun)
            if frame.update.HasField("decision"):
                return [self._answer(frame.channel, frame.update)]
        elif frame.HasField("caught_up"):
            if frame.caught_up.HasField("decision"):
                return [self._answer(frame.channel, frame.caught_up)]
        elif frame.HasField("ended"):
            self._ended += 1
            if self._ended % self.seats == 0:
                return self._opening()
        elif not frame.HasField("opened"):
            raise RuntimeError(str(frame))
        return []

    def _answer(self, channel: int, source: "play_pb2.Update | play_pb2.CaughtUp") -> play_pb2.Command:
        command = self.attendance.answering(channel, source)
        if source.decision.quantities:
            self.flicks += 1
            numbers = [self._random.randint(each.min, each.max) for each in source.decision.quantities]
            command.answer.numbers[:] = numbers
        return command


async def flicking(channel: aio.Channel, who: Metadata, flicks: list[int]) -> None:
    """Four seats of one Sonora match after the other, without pause."""
    matches = iter(await create_matches(channel, who, 30, seats=4, game="sonora", settings={}))
    table = Table(Attendance(channel, who), matches, 4)
    playing = asyncio.create_task(table.play(1))
    try:
        await asyncio.wait([playing])
        playing.result()
    finally:
        playing.cancel()
        flicks.append(table.flicks)


async def measure() -> Measurement:
    pin(CLIENT_CORE)
    alone: list[float] = []
    beside: list[float] = []
    late: list[tuple[float, float]] = []
    flicks: list[int] = []
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        async with tilth_server(Path(folder)) as (port, _), connected(port, 2) as (hosts, guests):
            who, guest = await register(hosts, "hosts"), await register(guests, "guest")
            matches = iter(await create_matches(hosts, who, HOSTS * SPARE))
            table = Table(Attendance(hosts, who), matches, 2)
            playing = asyncio.create_task(table.play(HOSTS))
            await _sleep(WARM_UP, playing)
            for _ in range(ROUNDS):
                before = await _latencies(table, playing)
                flicker = asyncio.create_task(flicking(guests, guest, flicks))
                await _sleep(WARM_UP, playing, flicker)
                during = await _latencies(table, playing, flicker)
                flicker.cancel()
                await asyncio.gather(flicker, return_exceptions=True)
                alone.append(median(before))
                beside.append(median(during))
                late.append((_percentile(before, 0.99), _percentile(during, 0.99)))
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
    return Measurement(
        "sonora.guest",
        median([during / before for before, during in zip(alone, beside, strict=True)]),
        "times the p50 without the guest",
        1.5,
        calibrate(),
        {
            "p50 us, alone": median(alone) * 1e6,
            "p50 us, beside it": median(beside) * 1e6,
            "p99 times": median([during / before for before, during in late]),
            "flicks/s": median([count / (SECONDS + WARM_UP) for count in flicks]),
        },
        target_is_max=True,
    )


async def _latencies(table: Table, *tasks: "asyncio.Task[None]") -> list[float]:
    table.latencies = []
    await _sleep(SECONDS, *tasks)
    return table.latencies


async def _sleep(seconds: float, *tasks: "asyncio.Task[None]") -> None:
    """Let them play; one that failed fails the measurement."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()


def _percentile(values: list[float], part: float) -> float:
    return sorted(values)[int(part * (len(values) - 1))]
