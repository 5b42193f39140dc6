"""A store in PostgreSQL with a synchronous standby, held against SQLite in turns of the same run."""

import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.load import register
from tests.bench.measurement import Measurement, median
from tests.bench.processes import connected, tilth_server
from tests.bench.serve import ROUNDS, attending, crowded
from tests.postgres.servers import Installation, PostgresServer, find_binaries, stop_all
from tilth_server.store import Append, PutDone, Store, open_store

WRITERS = {1: 0.0, 64: 0.8, 256: 1.2}
"""The least ratio to SQLite's rate, by the number of writers."""
APPEND_ROUNDS = 7
SLICE_SECONDS = 0.7
BODY_BYTES = 200

STREAMS = 600
RECORDS = 300
READS = 40


@contextmanager
def postgres(folder: Path) -> Iterator[PostgresServer]:
    """A primary whose commits one standby has to confirm, on the disk of the folder."""
    binaries = find_binaries()
    assert binaries is not None, "there is no PostgreSQL here"
    folder.chmod(0o755)
    installation = Installation(binaries, folder)
    settings = {"shared_buffers": "128MB", "max_wal_size": "2GB"}
    primary = PostgresServer(installation, "primary", synchronous_standby_names="ANY 1 (standby)", **settings)
    servers = [primary]
    try:
        primary.start()
        standby = primary.make_standby("standby", **settings)
        servers.append(standby)
        standby.start()
        primary.make_database("tilth")
        yield primary
    finally:
        stop_all(servers)
        installation.remove()


async def measure() -> AsyncIterator[Measurement]:
    """Yield the ratios to SQLite: of appends by the number of writers, of cold reads, and of a whole server."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as name:
        folder = Path(name)
        with postgres(folder) as server:
            for writers, target in WRITERS.items():
                yield await append(folder, server, writers, target)
            yield await read_cold(folder, server)
            yield await serve(folder, server)


def database(server: PostgresServer, name: str) -> str:
    """Make a database; return the URL of the store in it."""
    server.make_database(name)
    return server.url(name, "")


# Appends


async def append(folder: Path, server: PostgresServer, writers: int, target: float) -> Measurement:
    """Return the median of the ratios of both engines' records a second, each awaited by its writer."""
    urls = [f"sqlite:{folder / f'append{writers}'}", database(server, f"append{writers}")]
    stores = [await open_store(url) for url in urls]
    lengths = [[0] * writers for _ in stores]
    rates: list[list[float]] = [[], []]
    cpu: list[list[float]] = [[], []]
    for turn in range(APPEND_ROUNDS + 1):
        for place, store in enumerate(stores):
            before, began, began_cpu = sum(lengths[place]), time.perf_counter(), time.process_time()
            until = began + SLICE_SECONDS
            await asyncio.gather(*(write(store, lengths[place], which, until) for which in range(writers)))
            records = sum(lengths[place]) - before
            if turn:
                rates[place].append(records / (time.perf_counter() - began))
                cpu[place].append((time.process_time() - began_cpu) / records)
    for store in stores:
        await store.close()
    ratio = median([there / here for here, there in zip(*rates, strict=True)])
    return Measurement(
        f"postgres.append.{writers}",
        ratio,
        "of SQLite's records a second",
        target,
        median(rates[0]),
        {"CPU of the process, of SQLite's": median([b / a for a, b in zip(*cpu, strict=True)])},
    )


async def write(store: Store, lengths: list[int], which: int, until: float) -> None:
    stream, body = f"match/{which:032x}", os.urandom(BODY_BYTES)
    while time.perf_counter() < until:
        await store.append(stream, lengths[which], [body])
        lengths[which] += 1


# Cold reads


async def read_cold(folder: Path, server: PostgresServer) -> Measurement:
    """Return the time of the first read of a match of 300 records, among 600 whose records are interleaved, in turns
    on both engines. They are opened again before; the system may have the files in its memory."""
    urls = [f"sqlite:{folder / 'read'}", database(server, "read")]
    for url in urls:
        store = await open_store(url)
        for number in range(0, RECORDS, 10):
            await put_all(store, number)
        await store.close()
    fresh = await read_in_turns(urls, server, 0)
    server.execute("VACUUM tilth.records", database="read")
    settled = await read_in_turns(urls, server, STREAMS // READS // 2)
    here, there = (median(each) for each in fresh)
    return Measurement(
        "postgres.read.300",
        there / here,
        "of SQLite's time",
        1.0,
        here,
        {
            "first read, of SQLite's": fresh[1][0] / fresh[0][0],
            # The first reader of new records notes in them that they are committed.
            "after autovacuum, of SQLite's": median(settled[1]) / median(settled[0]),
        },
        target_is_max=True,
    )


async def read_in_turns(urls: list[str], server: PostgresServer, first: int) -> list[list[float]]:
    """Open the stores after a restart of the server, and return the seconds of each read of some streams."""
    server.execute("CHECKPOINT")
    server.stop()
    server.start()
    stores = [await open_store(url) for url in urls]
    times: list[list[float]] = [[], []]
    for which in range(first, STREAMS, STREAMS // READS):
        for place, store in enumerate(stores):
            began = time.perf_counter()
            records = [record async for record in store.read(f"match/{which}")]
            times[place].append(time.perf_counter() - began)
            assert len(records) == RECORDS
    for store in stores:
        await store.close()
    return times


async def put_all(store: Store, number: int) -> None:
    """Append ten records to each stream, so that the streams lie among each other."""
    outcomes = [asyncio.get_running_loop().create_future() for _ in range(STREAMS)]
    for which, outcome in enumerate(outcomes):
        bodies = [os.urandom(BODY_BYTES) for _ in range(10)]
        store.put([Append(f"match/{which}", number, bodies)], set_error_in(outcome))
    assert not any(await asyncio.gather(*outcomes))


def set_error_in(outcome: "asyncio.Future[object]") -> PutDone:
    return lambda error, _: outcome.set_result(error)


# A whole server


async def serve(folder: Path, server: PostgresServer) -> Measurement:
    """Return the CPU time of a server an answer, 64 matches on one stream, against one on SQLite in turns."""
    rates: list[list[float]] = [[], []]
    spent: list[list[float]] = [[], []]
    folders = [folder / "with-sqlite", folder / "with-postgres"]
    for each in folders:
        each.mkdir()
    async with (
        tilth_server(folders[0]) as (here_port, here),
        tilth_server(folders[1], "--store", database(server, "serve")) as (there_port, there),
        connected(here_port) as (here_channel,),
        connected(there_port) as (there_channel,),
    ):
        ends = [(here_channel, here.pid), (there_channel, there.pid)]
        people = [await register(channel, "crowd") for channel, _ in ends]
        for _ in range(ROUNDS):
            for place, (channel, pid) in enumerate(ends):
                who = people[place]
                rate, seconds = await crowded(channel, who, attending(channel, who, 1), live=64, pid=pid)
                rates[place].append(rate)
                spent[place].append(seconds)
    return Measurement(
        "postgres.serve.64",
        median([b / a for a, b in zip(*spent, strict=True)]),
        "of the CPU an answer with SQLite",
        1.3,
        1e6 * median(spent[0]),
        {"answers/s, of SQLite's": median([b / a for a, b in zip(*rates, strict=True)])},
        target_is_max=True,
    )
