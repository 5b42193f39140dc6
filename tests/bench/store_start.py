"""The start of a server: on finished matches, on running ones with clocks, and on an index of a million."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

from tests.bench.measurement import Measurement, median
from tests.bench.processes import connected, cpu_seconds, resident_bytes, tilth_server
from tests.bench.store_lists import infos
from tests.bench.stores import Match, write_matches, write_rows, write_tournaments
from tests.server.archive.made import Made
from tilth.v1 import operations_pb2, operations_pb2_grpc
from tilth.v1.record_pb2 import ClockSettings
from tilth_server.wire import load_games

FINISHED = RUNNING = 20_000
ROWS = 1_000_000
ROUNDS = 3
KINDS = 50
"""Different matches that are written again and again under other ids."""
TIMES_OF_EMPTY = 1.2
MAX_PORT_SECONDS = MAX_ROWS_SECONDS = 2.0
MAX_CLOCK_SECONDS = 10.0


class Started(NamedTuple):
    """A start: the time until the port was open, and the CPU time and memory that the process had taken when it was."""

    seconds: float
    cpu_seconds: float
    resident_bytes: float


def finished(count: int) -> Iterator[Match]:
    wire = load_games()["petrichor"]
    kinds = [Made(wire, 2, Random(seed)).play().bodies for seed in range(KINDS)]
    for number in range(count):
        yield f"{number:016x}", kinds[number % KINDS]


def running(count: int) -> Iterator[Match]:
    wire = load_games()["petrichor"]
    clock = ClockSettings(decision_ms=24 * 3600 * 1000)
    kinds = [Made(wire, 2, Random(seed), clock=clock).bodies for seed in range(KINDS)]
    for number in range(count):
        yield f"{number:016x}", kinds[number % KINDS]


async def started(folder: Path) -> Started:
    """Start a server on a copy of the data, wait for its port, and stop it."""
    began = perf_counter()
    async with tilth_server(folder) as (port, process), connected(port):
        seconds = perf_counter() - began
        return Started(seconds, cpu_seconds(process.pid), resident_bytes(process.pid))


async def typical(folder: Path) -> Started:
    """Return the medians of some starts. The first start, which makes the operator, is not counted."""
    await started(folder)
    starts = [await started(folder) for _ in range(ROUNDS)]
    return Started(*(median([each[place] for each in starts]) for place in range(3)))


async def clocks_set(folder: Path) -> tuple[float, float]:
    """Return the seconds until the port is open, and until every running match has its clock."""
    began = perf_counter()
    async with tilth_server(folder) as (port, _), connected(port) as (channel,):
        opened = perf_counter() - began
        token = (folder / "data" / "operator.token").read_text().strip()
        stub = operations_pb2_grpc.OperationsServiceStub(channel)
        while True:
            status = await stub.GetStatus(
                operations_pb2.GetStatusRequest(), metadata=(("authorization", f"Bearer {token}"),)
            )
            if status.loaded_matches >= RUNNING:
                return opened, perf_counter() - began
            await asyncio.sleep(0.1)


async def measure() -> AsyncIterator[Measurement]:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as directory:
        base = Path(directory)
        empty = await typical(_folder(base, "empty"))

        folder = _folder(base, "finished")
        await write_matches(folder / "data", finished(FINISHED))
        full = await typical(folder)
        shutil.rmtree(folder)
        yield Measurement(
            "store.start.finished",
            full.cpu_seconds / empty.cpu_seconds,
            "times the CPU time of a start on an empty store, on 20,000 finished matches",
            TIMES_OF_EMPTY,
            empty.cpu_seconds,
            {"seconds": full.seconds, "seconds empty": empty.seconds, "cpu seconds": full.cpu_seconds},
            target_is_max=True,
        )
        yield Measurement(
            "store.start.memory",
            full.resident_bytes / empty.resident_bytes,
            "times the memory of a start on an empty store, on 20,000 finished matches",
            TIMES_OF_EMPTY,
            empty.resident_bytes / 1e6,
            {"MB": full.resident_bytes / 1e6},
            target_is_max=True,
        )

        folder = _folder(base, "tournaments")
        await write_tournaments(folder / "data", FINISHED)
        many = await typical(folder)
        shutil.rmtree(folder)
        yield Measurement(
            "store.start.tournaments",
            many.cpu_seconds / empty.cpu_seconds,
            "times the CPU time of a start on an empty store, on 20,000 finished tournaments",
            TIMES_OF_EMPTY,
            empty.cpu_seconds,
            {
                "seconds": many.seconds,
                "seconds empty": empty.seconds,
                "times the memory": many.resident_bytes / empty.resident_bytes,
            },
            target_is_max=True,
        )

        folder = _folder(base, "running")
        await write_matches(folder / "data", running(RUNNING))
        await started(folder)
        opened, clocked = await clocks_set(folder)
        shutil.rmtree(folder)
        yield Measurement(
            "store.start.port",
            opened,
            "s until the port is open, on 20,000 running matches with clocks",
            MAX_PORT_SECONDS,
            empty.seconds,
            {"seconds empty": empty.seconds},
            target_is_max=True,
        )
        yield Measurement(
            "store.start.clocks",
            clocked,
            "s until every clock is set, on 20,000 running matches with clocks",
            MAX_CLOCK_SECONDS,
            empty.seconds,
            {"us a match": (clocked - opened) / RUNNING * 1e6},
            target_is_max=True,
        )

        folder = _folder(base, "rows")
        await write_rows(folder / "data", infos(ROWS))
        many = await typical(folder)
        yield Measurement(
            "store.start.rows",
            many.seconds - empty.seconds,
            "s more than on an empty store until the port is open, on 1,000,000 rows",
            MAX_ROWS_SECONDS,
            empty.seconds,
            {"cpu seconds": many.cpu_seconds, "MB": many.resident_bytes / 1e6},
            target_is_max=True,
        )


def _folder(base: Path, name: str) -> Path:
    folder = base / name
    folder.mkdir()
    return folder
