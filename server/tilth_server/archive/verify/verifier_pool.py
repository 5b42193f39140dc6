"""The processes that verify many matches side by side: one per core, so that this process can continue to serve."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import islice

import msgspec

from tilth_server.archive.verify.worker_main import ReportBatch
from tilth_server.workers.worker_pool import WorkerPool
from tilth_server.workers.worker_process import WorkerGone

MATCHES_PER_REQUEST = 32
"""Matches in one request to a process: about 60 ms of work."""


class VerifierFailed(Exception):
    """A verifying process ended before its work was done."""


class VerifierPool:
    """The verifier of one store's matches on many cores."""

    def __init__(self, store_url: str) -> None:
        self._store_url = store_url
        self._turn = asyncio.Lock()

    async def verify(self, match_ids: Sequence[str]) -> AsyncIterator[ReportBatch]:
        """Yield the reports on these matches in batches, in any order. A second call waits until the first has ended.

        Raise VerifierFailed if a process ends before its work is done.
        """
        requests = _requests(match_ids)
        async with self._turn:
            pool = WorkerPool("tilth_server.archive.verify.worker_main", [self._store_url], cores())

            def ask(count: int) -> "set[asyncio.Task[bytes]]":
                return {asyncio.create_task(pool.ask(request)) for request in islice(requests, count)}

            # Two requests for each core: while one is answered, the next one waits in the pool.
            running = ask(2 * cores())
            try:
                while running:
                    done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                    running |= ask(len(done))
                    for answer in await asyncio.gather(*done):
                        yield msgspec.json.decode(answer, type=ReportBatch)
            except WorkerGone as error:
                raise VerifierFailed("a process that verifies matches ended before it was done") from error
            finally:
                await pool.close()
                for each in running:
                    each.cancel()
                await asyncio.gather(*running, return_exceptions=True)


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _requests(match_ids: Sequence[str]) -> Iterator[bytes]:
    """Yield the requests for these matches: lists of ids as JSON."""
    rest = iter(match_ids)
    while few := list(islice(rest, MATCHES_PER_REQUEST)):
        yield msgspec.json.encode(few)
