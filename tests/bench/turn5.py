"""Five seats of Earth in one turn, all lanes open at once: what an answer of each takes, against a lone seat's.

*Lone* is the one seat of a match against Gaia, on the same server, without other load. It and the five play
in turns, some rounds of each. Every seat has a connection of its own, asks for no views, and answers at random when
it has thought for a while, each by itself: up to 20 ms, as quick bots do. A latency is the time from an answer until
the frame with its record arrives, so the record is durable. Of the five, only answers to decisions that were open while
all five lanes were open count. In each round the p50 of the slowest lane is held against the lone one; the value is the
median of the rounds.

Beside it stands the same where nobody thinks at all: then five answers are always on their way through one process,
and so are five messages of a bare echo, whose own ratio tells how much of it is gRPC's. And the same where all look at
their views, which differ for each of the five.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from grpc import aio

from tests.bench.echo import slowest_p50
from tests.bench.measurement import Measurement, calibrate, median, wall
from tests.bench.processes import CLIENT_CORE, connected, echo_server, pin, tilth_server
from tilth_bots.simple import answer_at_random
from tilth_client import Tilth, connect

SEATS = 5
ROUNDS = 3
LONE = {"turn_limit": "8"}
FIVE = {"turn_limit": "3"}
"""Fifteen turns."""
THINKING = 0.02
"""Seconds, at most."""


async def lane(tilth: Tilth, match_id: str, seat: int, thinking: float, views: bool) -> list[float]:
    """Return the latencies in seconds of one seat's answers in a match, of those given while all seats were pending."""
    chance = Random(seat)
    seats = len((await tilth.match(match_id)).seats)
    latencies = []
    async with tilth.attend(match_id, seat, views=views) as attendance:
        async for update in attendance:
            decision = update.decision
            if decision is None:
                continue
            if thinking:
                await asyncio.sleep(chance.uniform(0, thinking))
            begun = wall()
            await attendance.answer(decision, answer_at_random(decision, chance))
            if len(update.pending_seats) == seats:
                latencies.append(wall() - begun)
    return latencies


async def slowest(
    tilths: Sequence[Tilth], settings: dict[str, str], thinking: float = THINKING, views: bool = False
) -> float:
    """The p50 of the slowest lane of a match that these play, in microseconds."""
    match = await tilths[0].create_match("earth", len(tilths), settings, take=range(len(tilths)))
    seats = (lane(tilth, match.id, seat, thinking, views) for seat, tilth in enumerate(tilths))
    return max(median(latencies) for latencies in await asyncio.gather(*seats)) * 1e6


@dataclass
class Rounds:
    """Measurements by round: the slowest p50 of a lone seat and of five seats, in microseconds, and ratios of the
    two."""

    lone: list[float] = field(default_factory=list)
    five: list[float] = field(default_factory=list)
    at_once: list[float] = field(default_factory=list)
    """Times the lone one; the echo's too."""
    echo: list[float] = field(default_factory=list)

    async def play(self, tilths: Sequence[Tilth], channels: Sequence[aio.Channel]) -> None:
        one = tilths[:1]
        self.lone.append(await slowest(one, LONE))
        self.five.append(await slowest(tilths, FIVE))
        self.at_once.append(await slowest(tilths, FIVE, 0) / await slowest(one, LONE, 0))
        self.echo.append(await slowest_p50(channels, 300) / await slowest_p50(channels[:1], 300))


async def measure() -> Measurement:
    pin(CLIENT_CORE)
    rounds = Rounds()
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as name:
        folder = Path(name)
        async with (
            echo_server(folder) as echo_port,
            tilth_server(folder) as (port, _),
            connected(echo_port, SEATS) as echoes,
            connected(port),
            AsyncExitStack() as stack,
        ):
            address = f"127.0.0.1:{port}"
            tilths = [await stack.enter_async_context(connect(address))]
            await tilths[0].register("five")
            for _ in range(SEATS - 1):
                tilths.append(await stack.enter_async_context(connect(address, token=tilths[0].token)))
            for _ in range(ROUNDS):
                await rounds.play(tilths, echoes)
            seeing = await slowest(tilths, FIVE, views=True) / await slowest(tilths[:1], LONE, views=True)
    return Measurement(
        "earth.turn5",
        median([five / lone for five, lone in zip(rounds.five, rounds.lone, strict=True)]),
        "times the p50 of a lone seat, the slowest of five lanes",
        1.3,
        calibrate(),
        {
            "p50 us, lone": median(rounds.lone),
            "p50 us, slowest lane": median(rounds.five),
            "times, nobody thinking": median(rounds.at_once),
            "times, echoes at once": median(rounds.echo),
            "times, all with views": seeing,
        },
        target_is_max=True,
    )
