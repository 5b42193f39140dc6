"""Benchmark of the store: 64 writers, each of which awaits its own record of 200 bytes.

Every step runs a slice of appends and a slice of bare appends to a file with `fdatasync`, so that the store's figure
stands beside what this disk could do at that same moment.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tilth_server.store.sqlite import SqliteStreams

WRITERS = 64
BODY_BYTES = 200
SLICE_SECONDS = 0.5


def measure(seconds: float) -> dict[str, float]:
    """Records a second of CPU time and of wall time, transactions' sizes, and the disk's own sync in the same run."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as directory:
        return asyncio.run(_measure(Path(directory), seconds))


def sync_baseline(directory: Path, syncs: int = 50) -> float:
    """Seconds that one append of a page and its `fdatasync` take here, the median of some."""
    page = os.urandom(4096)
    times = []
    handle = os.open(directory / "baseline", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        for _ in range(syncs):
            began = time.perf_counter()
            os.write(handle, page)
            os.fdatasync(handle)
            times.append(time.perf_counter() - began)
    finally:
        os.close(handle)
    return median(times)


async def _measure(directory: Path, seconds: float) -> dict[str, float]:
    transactions: list[int] = []
    streams = await SqliteStreams.open(directory / "store", lambda records, _: transactions.append(records))
    lengths = [0] * WRITERS
    try:
        await _slice(streams, lengths, SLICE_SECONDS)
        transactions.clear()
        before = sum(lengths)
        wall = cpu = 0.0
        syncs = []
        while wall < seconds:
            syncs.append(sync_baseline(directory))
            began, began_cpu = time.perf_counter(), time.process_time()
            await _slice(streams, lengths, min(SLICE_SECONDS, seconds))
            wall += time.perf_counter() - began
            cpu += time.process_time() - began_cpu
    finally:
        await streams.close()
    records = sum(lengths) - before
    return {
        "records_per_cpu_second": records / cpu,
        "records_per_second": records / wall,
        "records_per_transaction": records / len(transactions),
        "sync_seconds": median(syncs),
    }


async def _slice(streams: SqliteStreams, lengths: list[int], seconds: float) -> None:
    end = time.perf_counter() + seconds
    await asyncio.gather(*(_writer(streams, lengths, which, end) for which in range(WRITERS)))


async def _writer(streams: SqliteStreams, lengths: list[int], which: int, end: float) -> None:
    stream = f"match/{which:032x}"
    body = os.urandom(BODY_BYTES)
    while time.perf_counter() < end:
        await streams.append(stream, lengths[which], [body])
        lengths[which] += 1


if __name__ == "__main__":
    print(json.dumps(measure(float(sys.argv[1]) if len(sys.argv) > 1 else 4.0)))
