"""The whole way over gRPC: what the server carries, beside a bare echo of the same minute."""

import asyncio
import itertools
import random
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from grpc import aio

from tests.bench.alone import Alone
from tests.bench.echo import bidi_rate, unary_p50
from tests.bench.load import AnyAttendance, Attendance, Crowd, Metadata, create_matches, register
from tests.bench.measurement import Measurement, calibrate, cpu_rate, median, wall
from tests.bench.processes import (
    CLIENT_CORE,
    connected,
    cpu_seconds,
    echo_server,
    pin,
    resident_bytes,
    tilth_server,
)
from tests.bench.store_append import sync_baseline

ROUNDS = 3
SERVER_CPU = "server us of CPU an answer"
SLICE = 1.6
WARM_UP = 0.8


async def crowded(
    channel: aio.Channel, who: Metadata, attendances: Sequence[AnyAttendance], live: int, pid: int
) -> tuple[float, float]:
    """Return the answers a second of `live` matches whose seats are spread over the streams, and the server's CPU
    seconds an answer."""
    matches = await create_matches(channel, who, live * 14)
    turns = itertools.cycle(attendances)
    crowd = Crowd(matches, live, lambda match_id, seat: next(turns))
    before = cpu_seconds(pid)
    rate = await crowd.run(list(attendances), SLICE, WARM_UP)
    return rate, (cpu_seconds(pid) - before) / crowd.answers


def attending(channel: aio.Channel, who: Metadata, streams: int) -> list[Attendance]:
    """Return this many streams over gRPC."""
    return [Attendance(channel, who) for _ in range(streams)]


async def serve_64(folder: Path) -> list[Measurement]:
    """Return the medians of the ratios of both crowds to the echo, measured in turns."""
    one, many, echoes = [], [], []
    async with (
        echo_server(folder) as echo_port,
        tilth_server(folder) as (port, server),
        connected(echo_port) as (echo,),
        connected(port) as (channel,),
    ):
        who = await register(channel, "crowd")
        for _ in range(ROUNDS):
            echoes.append(await bidi_rate(echo, 1.0))
            one.append(await crowded(channel, who, attending(channel, who, 1), live=64, pid=server.pid))
            many.append(await crowded(channel, who, attending(channel, who, 128), live=64, pid=server.pid))
    ratios = [
        median([rate / echo for (rate, _), echo in zip(rates, echoes, strict=True)]) for rates in (one, many)
    ]
    return [
        Measurement(
            name,
            ratio,
            "of the bare bidi echo",
            target,
            median(echoes),
            {
                "answers/s": median([rate for rate, _ in rates]),
                SERVER_CPU: 1e6 * median([spent for _, spent in rates]),
            },
        )
        for name, ratio, target, rates in (
            ("serve.64", ratios[0], 0.6, one),
            ("serve.64x64", ratios[1], 0.35, many),
        )
    ]


async def serve_1(folder: Path) -> Measurement:
    """Return the latency of a single match's answers, against a bare unary call and one sync of this disk."""
    latencies, unary, syncs = [], [], []
    async with (
        echo_server(folder) as echo_port,
        tilth_server(folder) as (port, _),
        connected(echo_port) as (echo,),
        connected(port) as (channel,),
    ):
        who = await register(channel, "alone")
        for _ in range(ROUNDS):
            unary.append(await unary_p50(echo, 300))
            syncs.append(sync_baseline(folder, 100))
            alone = Alone(Attendance(channel, who))
            await alone.open(await create_matches(channel, who, 1))
            while alone.next_answers:
                latencies.append(await alone.answer(next(iter(alone.next_answers))))
    baseline = median(unary) + median(syncs)
    return Measurement(
        "serve.1",
        median(latencies) / baseline,
        "times (unary call + one sync)",
        1.5,
        baseline,
        {"p50 us": median(latencies) * 1e6, "unary us": median(unary) * 1e6, "sync us": median(syncs) * 1e6},
        target_is_max=True,
    )


class Audience:
    """Streams that watch one match, each on several channels, and count the frames they receive."""

    def __init__(self) -> None:
        self.received = 0
        self.wanted = 0
        self.all_received = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def sit(self, channel: aio.Channel, who: Metadata, match: str, channels: int) -> None:
        attendance = Attendance(channel, who)
        await attendance.send([attendance.opening(match, None) for _ in range(channels)])
        caught_up = 0
        while caught_up < channels:
            caught_up += sum(frame.HasField("caught_up") for frame in (await attendance.receive()).frames)
        self.tasks.append(asyncio.create_task(self._listen(attendance)))

    async def _listen(self, attendance: Attendance) -> None:
        while True:
            heard = await attendance.receive()
            self.received += len(heard.frames)
            if self.received >= self.wanted:
                self.all_received.set()

    async def wait_for(self, deliveries: int) -> None:
        """Wait until the audience has received this many frames in all."""
        self.wanted = deliveries
        if self.received < deliveries:
            self.all_received.clear()
            await asyncio.wait_for(self.all_received.wait(), 30)

    async def leave(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@dataclass(frozen=True)
class AudienceLayout:
    """The layout of an audience: its streams, channels per stream, answers to watch, and the player's lead in
    records."""

    streams: int
    channels: int
    answers: int
    ahead: int


async def fan_out(folder: Path, name: str, most_turns: float, layout: AudienceLayout) -> Measurement:
    """One match and its 1,000 watchers. In the server's CPU time: a single match waits for its answers."""
    watchers = layout.streams * layout.channels
    async with tilth_server(folder) as (port, server), connected(port, 10) as lines:
        player, guest = await register(lines[0], "player"), await register(lines[0], "guest")
        (match,) = await create_matches(lines[0], player, 1)
        alone, audience = Alone(Attendance(lines[0], player)), Audience()
        await alone.open([match])
        for start in range(0, layout.streams, 50):
            seats = range(start, min(start + 50, layout.streams))
            await asyncio.gather(
                *(audience.sit(lines[at % len(lines)], guest, match, layout.channels) for at in seats)
            )
        begun, begun_cpu = wall(), cpu_seconds(server.pid)
        given = 0
        while alone.next_answers and given < layout.answers:
            await alone.answer(next(iter(alone.next_answers)))
            given += 1
            await audience.wait_for((given - layout.ahead) * watchers)
        await audience.wait_for(given * watchers)
        deliveries = given * watchers
        spent, spent_cpu = wall() - begun, cpu_seconds(server.pid) - begun_cpu
        await audience.leave()
        return cpu_rate(
            name,
            deliveries / spent_cpu,
            "deliveries",
            most_turns,
            calibrate(),
            {"watchers": watchers, "records": given, "deliveries/s by the clock": deliveries / spent},
            of="the server's CPU time",
        )


async def serve_10k(folder: Path) -> list[Measurement]:
    """Ten matches, then ten thousand: what an answer takes, and what a match weighs."""
    few, many = 10, 10_000
    answers = 600
    async with tilth_server(folder) as (port, server), connected(port) as (channel,):
        who = await register(channel, "host")
        first = await create_matches(channel, who, 400)
        small = Alone(Attendance(channel, who))
        await small.open(first[:few])
        before = await p50(small, answers, first[few:])
        weight = resident_bytes(server.pid)
        rest = await create_matches(channel, who, many - len(first))
        grown = resident_bytes(server.pid) - weight
        large = Alone(Attendance(channel, who))
        chosen = random.Random(1).sample(rest, 300)
        await large.open(chosen[:few])
        after = await p50(large, answers, chosen[few:])
    turns = calibrate()
    return [
        Measurement(
            "serve.10k",
            after / before,
            "times the p50 with 10 matches",
            1.3,
            turns,
            {"p50 us, 10 matches": before * 1e6, "p50 us, 10,000 matches": after * 1e6},
            target_is_max=True,
        ),
        Measurement(
            "serve.10k.memory",
            grown / len(rest) / 1024,
            "KiB a match",
            25,
            turns,
            {"matches": many, "resident MiB": (weight + grown) / 2**20},
            target_is_max=True,
        ),
    ]


async def p50(alone: Alone, answers: int, more: list[str]) -> float:
    """Answer in turn at the open matches; a match that has ended makes room for another."""
    times = []
    spare = iter(more)
    over = 0
    for number in range(answers):
        channels = sorted(alone.next_answers)
        times.append(await alone.answer(channels[number % len(channels)]))
        if len(alone.ended) >= over + 2:
            over = len(alone.ended)
            await alone.open([next(spare)])
    return median(times)


async def measure() -> AsyncIterator[Measurement]:
    """Run all benchmarks one after another, each with its own server and store."""
    pin(CLIENT_CORE)
    jobs: list[Callable[[Path], Awaitable[Measurement | list[Measurement]]]] = [
        serve_64,
        serve_1,
        lambda folder: fan_out(folder, "serve.fanout", 1_790, AudienceLayout(1000, 1, answers=40, ahead=0)),
        lambda folder: fan_out(folder, "serve.fanout.10", 42, AudienceLayout(10, 100, answers=80, ahead=8)),
        serve_10k,
    ]
    for job in jobs:
        with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
            result = await job(Path(folder))
        for measurement in result if isinstance(result, list) else [result]:
            yield measurement
