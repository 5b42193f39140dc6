"""The whole way over gRPC: what the server carries, beside a bare echo of the same minute."""

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from grpc import aio

from tests.bench.alone import Alone
from tests.bench.echo import bidi_rate, unary_p50
from tests.bench.load import Attendance, Crowd, Metadata, create_matches, register
from tests.bench.measurement import Measurement, calibrate, median, wall
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
SLICE = 1.6
WARM_UP = 0.8


async def crowded(channel: aio.Channel, who: Metadata, streams: int, live: int) -> float:
    """Answers a second of `live` matches, their seats spread over so many streams."""
    matches = await create_matches(channel, who, live * 14)
    attendances = [Attendance(channel, who) for _ in range(streams)]
    turn = 0

    def spread(match_id: str, seat: int) -> Attendance:
        nonlocal turn
        turn += 1
        return attendances[turn % streams]

    return await Crowd(matches, live, spread).run(attendances, SLICE, WARM_UP)


async def serve_64(folder: Path) -> list[Measurement]:
    """Both crowds and the echo, interleaved; the medians of the ratios."""
    one, many, echoes = [], [], []
    async with (
        echo_server(folder) as echo_port,
        tilth_server(folder) as (port, _),
        connected(echo_port) as (echo,),
        connected(port) as (channel,),
    ):
        who = await register(channel, "crowd")
        for _ in range(ROUNDS):
            echoes.append(await bidi_rate(echo, 1.0))
            one.append(await crowded(channel, who, streams=1, live=64))
            many.append(await crowded(channel, who, streams=128, live=64))
    ratios = [
        median([rate / echo for rate, echo in zip(rates, echoes, strict=True)]) for rates in (one, many)
    ]
    return [
        Measurement(
            name,
            ratio,
            "of the bare bidi echo",
            target,
            median(echoes),
            {"answers/s": median(rates)},
        )
        for name, ratio, target, rates in (
            ("serve.64", ratios[0], 0.6, one),
            ("serve.64x64", ratios[1], 0.35, many),
        )
    ]


async def serve_1(folder: Path) -> Measurement:
    """A single match alone, against a bare unary call and one sync of this disk."""
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
            while alone.asked:
                latencies.append(await alone.answer(next(iter(alone.asked))))
    baseline = median(unary) + median(syncs)
    return Measurement(
        "serve.1",
        median(latencies) / baseline,
        "times (unary call + one sync)",
        1.5,
        baseline,
        {"p50 us": median(latencies) * 1e6, "unary us": median(unary) * 1e6, "sync us": median(syncs) * 1e6},
        at_most=True,
    )


class Audience:
    """Streams that watch one match, with so many channels each, and count what they are told."""

    def __init__(self) -> None:
        self.told = 0
        self.wanted = 0
        self.all_told = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def sit(self, channel: aio.Channel, who: Metadata, match: str, channels: int) -> None:
        attendance = Attendance(channel, who)
        await attendance.say([attendance.opening(match, None) for _ in range(channels)])
        caught_up = 0
        while caught_up < channels:
            caught_up += sum(told.HasField("caught_up") for told in (await attendance.hear()).told)
        self.tasks.append(asyncio.create_task(self._listen(attendance)))

    async def _listen(self, attendance: Attendance) -> None:
        while True:
            heard = await attendance.hear()
            self.told += len(heard.told)
            if self.told >= self.wanted:
                self.all_told.set()

    async def hear(self, deliveries: int) -> None:
        """Until so many have been made in all."""
        self.wanted = deliveries
        if self.told < deliveries:
            self.all_told.clear()
            await asyncio.wait_for(self.all_told.wait(), 30)

    async def leave(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@dataclass(frozen=True)
class Hall:
    """How the watchers sit, and how many records the player may be ahead of the slowest of them."""

    streams: int
    channels: int
    answers: int
    ahead: int


async def fan_out(folder: Path, name: str, target: float, hall: Hall) -> Measurement:
    """One match and its 1,000 watchers. In the server's CPU time: a single match waits for its answers."""
    watchers = hall.streams * hall.channels
    async with tilth_server(folder) as (port, server), connected(port, 10) as lines:
        player, guest = await register(lines[0], "player"), await register(lines[0], "guest")
        (match,) = await create_matches(lines[0], player, 1)
        alone, audience = Alone(Attendance(lines[0], player)), Audience()
        await alone.open([match])
        for start in range(0, hall.streams, 50):
            seats = range(start, min(start + 50, hall.streams))
            await asyncio.gather(
                *(audience.sit(lines[at % len(lines)], guest, match, hall.channels) for at in seats)
            )
        begun, begun_cpu = wall(), cpu_seconds(server.pid)
        given = 0
        while alone.asked and given < hall.answers:
            await alone.answer(next(iter(alone.asked)))
            given += 1
            await audience.hear((given - hall.ahead) * watchers)
        await audience.hear(given * watchers)
        deliveries = given * watchers
        spent, spent_cpu = wall() - begun, cpu_seconds(server.pid) - begun_cpu
        await audience.leave()
        return Measurement(
            name,
            deliveries / spent_cpu,
            "deliveries/s of the server's CPU time",
            target,
            calibrate(),
            {"watchers": watchers, "records": given, "deliveries/s by the clock": deliveries / spent},
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
            at_most=True,
        ),
        Measurement(
            "serve.10k.memory",
            grown / len(rest) / 1024,
            "KiB a match",
            25,
            turns,
            {"matches": many, "resident MiB": (weight + grown) / 2**20},
            at_most=True,
        ),
    ]


async def p50(alone: Alone, answers: int, more: list[str]) -> float:
    """Answers in turn over the open matches; a match that is over makes room for another."""
    times = []
    spare = iter(more)
    over = 0
    for number in range(answers):
        channels = sorted(alone.asked)
        times.append(await alone.answer(channels[number % len(channels)]))
        if len(alone.ended) >= over + 2:
            over = len(alone.ended)
            await alone.open([next(spare)])
    return median(times)


async def measure() -> AsyncIterator[Measurement]:
    """All of them, one after the other, each with a server and a store of its own."""
    pin(CLIENT_CORE)
    jobs: list[Callable[[Path], Awaitable[Measurement | list[Measurement]]]] = [
        serve_64,
        serve_1,
        lambda folder: fan_out(folder, "serve.fanout", 25_000, Hall(1000, 1, answers=40, ahead=0)),
        lambda folder: fan_out(folder, "serve.fanout.10", 1_000_000, Hall(10, 100, answers=80, ahead=8)),
        serve_10k,
    ]
    for job in jobs:
        with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
            result = await job(Path(folder))
        for measurement in result if isinstance(result, list) else [result]:
            yield measurement
