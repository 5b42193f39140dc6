"""Matches by the thousand proved side by side: a process on every core, and this one free to go on serving.

A thread feeds each process and blocks on its pipes: they are few, and so nothing hangs on which loop runs here.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Lock

import msgspec

from tilth_server.archive.prover import Batch

BATCH = 16
"""Matches in one line: some 30 ms of work."""
AHEAD = 2
"""Lines a process has before it, so that it never waits for this one."""


class ProverFailed(Exception):
    """A process ended before its work was done."""


class Provers:
    """Proves matches of one database file."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._turn = asyncio.Lock()

    async def prove(self, match_ids: Sequence[str]) -> AsyncIterator[Batch]:
        """What comes out, in whatever order; one season after the other."""
        async with self._turn:
            work = _Work(match_ids)
            count = min(cores(), -(-len(match_ids) // BATCH))
            done: asyncio.Queue[Batch | Exception | None] = asyncio.Queue()
            loop = asyncio.get_running_loop()

            def tell(news: Batch | Exception | None) -> None:
                loop.call_soon_threadsafe(done.put_nowait, news)

            with ThreadPoolExecutor(count or 1, thread_name_prefix="tilth-prover") as threads:
                processes = [_process(self._database) for _ in range(count)]
                try:
                    for process in processes:
                        threads.submit(_feed, process, work, tell)
                    while count:
                        news = await done.get()
                        if isinstance(news, Exception):
                            raise news
                        if news is None:
                            count -= 1
                        else:
                            yield news
                finally:
                    # A thread whose process has gone comes to its end by itself.
                    for process in processes:
                        process.kill()


def cores() -> int:
    """Those this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Work:
    """The lines that are still to be done, for whoever comes for them."""

    def __init__(self, match_ids: Sequence[str]) -> None:
        self._lines = _lines(match_ids)
        self._lock = Lock()

    def take(self, most: int) -> list[bytes]:
        with self._lock:
            return list(islice(self._lines, most))


def _lines(match_ids: Sequence[str]) -> Iterator[bytes]:
    left = iter(match_ids)
    while batch := list(islice(left, BATCH)):
        yield msgspec.json.encode(batch) + b"\n"


def _feed(process: "Popen[bytes]", work: _Work, tell: Callable[[Batch | Exception | None], None]) -> None:
    """The thread: gives a process work until there is none, then says so."""
    try:
        with process:
            assert process.stdin is not None
            assert process.stdout is not None
            ahead = 0
            while lines := work.take(AHEAD - ahead) or ahead:
                if not isinstance(lines, int):
                    process.stdin.write(b"".join(lines))
                    process.stdin.flush()
                    ahead += len(lines)
                tell(msgspec.json.decode(process.stdout.readline(), type=Batch))
                ahead -= 1
        tell(None)
    except (OSError, ValueError, msgspec.DecodeError):
        tell(ProverFailed("a process that proves matches has ended before it was done"))


def _process(database: Path) -> "Popen[bytes]":
    """One of them. Ctrl-C is for its parent, and it ends with its input."""
    command = (sys.executable, "-m", "tilth_server.archive.prover", str(database))
    return Popen(command, stdin=PIPE, stdout=PIPE, start_new_session=True)
