"""Old matches moved into the archive beside a server: the latency of play with it and without it.

`make bench ARGS=archive.move MATCHES=100000` moves that many. The play is that of a thousand people, one answer in five
seconds each: a server that is half idle feels a process beside it most. The old matches were played at the same time,
64 by 64, so that their records lie among each other.

Play with the mover and play without it take turns, each as long as the other: other work of the machine weighs on both.
The second in which the program starts is left out; of the minutes for 100,000 matches it is nothing.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Coroutine, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from tests.bench.guest import Table
from tests.bench.load import Attendance, create_matches, register
from tests.bench.measurement import Measurement, calibrate, wall
from tests.bench.processes import CLIENT_CORE, connected, pin, tilth_server
from tests.bench.stores import Match, write_side_by_side
from tests.server.archive.made import BEGAN_MS, Made
from tilth.v1 import play_pb2
from tilth_server.wire import GameWire, load_games

MATCHES = int(os.environ.get("MATCHES", "3000"))
KINDS = 20
"""Different matches that were played; the others are copies under other ids."""
ROUNDS = 6
DAY_MS = 86_400_000
LIVE = 200
ANSWERS_A_SECOND = 200.0
WARM_UP = 4.0
SHORTEST = 4.0
SPARE = 8
"""Matches for each one that is played; they are made beforehand."""


class PacedTable(Table):
    """Matches whose answers are given one by one, at random moments."""

    def __init__(self, attendance: Attendance, matches: Iterator[str], seats: int) -> None:
        super().__init__(attendance, matches, seats)
        self._chance = Random(2)
        self._due: list[play_pb2.Command] = []

    async def play(self, live: int) -> None:
        await self.attendance.send([each for _ in range(live) for each in self._opening()])
        async with asyncio.TaskGroup() as both:
            both.create_task(self._answer_at_pace())
            both.create_task(self._listen())

    async def _listen(self) -> None:
        while True:
            heard = await self.attendance.receive()
            now = wall()
            self._due += [command for frame in heard.frames for command in self._receive(frame, now)]

    async def _answer_at_pace(self) -> None:
        at = wall()
        while True:
            at += self._chance.expovariate(ANSWERS_A_SECOND)
            await asyncio.sleep(max(0.0, at - wall()))
            if self._due:
                command = self._due.pop(self._chance.randrange(len(self._due)))
                if command.HasField("answer"):
                    self._begun[command.channel, command.answer.request_id] = wall()
                await self.attendance.send([command])


def old_matches(wire: GameWire, part: int) -> list[Match]:
    """Return the matches of one round, which ended on a day of their own."""
    kinds = []
    for seed in range(KINDS):
        match = Made(wire, 2, Random(seed + KINDS * part))
        match.at += part * DAY_MS
        kinds.append(match.play().bodies)
    return [(f"r{part}m{number:07}", kinds[number % KINDS]) for number in range(MATCHES // ROUNDS)]


async def archive(data: Path, part: int, table: Table) -> None:
    """Move the matches of a round, as an operator does. Forget the latencies until the program has begun to move."""
    before = datetime.fromtimestamp((BEGAN_MS + part * DAY_MS + DAY_MS // 2) / 1000, UTC).isoformat()
    words = ("-m", "tilth_server.main", "archive", "--data", str(data), "--before", before)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *words,
        stdout=asyncio.subprocess.PIPE,
        preexec_fn=lambda: os.sched_setaffinity(0, range(os.cpu_count() or 1)),
    )
    begun = bundles_in(data)
    while process.returncode is None and bundles_in(data) == begun:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    table.latencies.clear()
    printed, _ = await process.communicate()
    if f"{MATCHES // ROUNDS:,} matches with" not in printed.decode().splitlines()[-1]:
        raise RuntimeError(printed.decode())


def bundles_in(data: Path) -> int:
    """Return the number of bundles, with the one that is being written."""
    return len([*data.glob("archive/bundle-*")])


def percentile(latencies: Sequence[float], share: float) -> float:
    """Return the latency below which this share of them lies."""
    return sorted(latencies)[int(len(latencies) * share)]


async def measure() -> Measurement:
    pin(CLIENT_CORE)
    alone: list[float] = []
    beside: list[float] = []
    seconds = 0.0
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        data = Path(folder) / "data"
        wire = load_games()["petrichor"]
        records = 0
        for part in range(ROUNDS):
            matches = old_matches(wire, part)
            records += sum(len(bodies) for _, bodies in matches)
            await write_side_by_side(data, matches)
        size = (data / "tilth.db").stat().st_size
        async with tilth_server(Path(folder)) as (port, _), connected(port) as (channel,):
            who = await register(channel, "people")
            rounds = 2 * ROUNDS + MATCHES // 2_000
            table = PacedTable(
                Attendance(channel, who),
                iter(await create_matches(channel, who, LIVE * SPARE + rounds * 60)),
                2,
            )
            playing = asyncio.create_task(table.play(LIVE))
            await _let_play(playing, WARM_UP)
            for part in range(ROUNDS):
                begun = wall()
                beside += await _latencies(table, playing, archive(data, part, table))
                spent = wall() - begun
                seconds += spent
                alone += await _latencies(table, playing, asyncio.sleep(max(SHORTEST, spent)))
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            packed = sum(file.stat().st_size for file in (data / "archive").glob("bundle-*"))
    return Measurement(
        "archive.move",
        percentile(beside, 0.99) / percentile(alone, 0.99),
        "times the p99 of play without it",
        1.2,
        calibrate(),
        {
            "matches": MATCHES,
            "records": records,
            "matches/s": MATCHES / seconds,
            "answers while moving": len(beside),
            "p50 ms, alone": 1e3 * percentile(alone, 0.5),
            "p50 ms, beside it": 1e3 * percentile(beside, 0.5),
            "p99 ms, alone": 1e3 * percentile(alone, 0.99),
            "p99 ms, beside it": 1e3 * percentile(beside, 0.99),
            "database bytes a match": size / MATCHES,
            "archive bytes a match": packed / MATCHES,
        },
        target_is_max=True,
    )


async def _latencies(
    table: Table, playing: "asyncio.Task[None]", beside: Coroutine[None, None, None]
) -> list[float]:
    """Return the latencies of the answers while something is done beside the play."""
    table.latencies = []
    doing = asyncio.create_task(beside)
    await asyncio.wait([playing, doing], return_when=asyncio.FIRST_COMPLETED)
    for task in (playing, doing):
        if task.done():
            task.result()
    return table.latencies


async def _let_play(playing: "asyncio.Task[None]", seconds: float) -> None:
    done, _ = await asyncio.wait([playing], timeout=seconds)
    for task in done:
        task.result()
