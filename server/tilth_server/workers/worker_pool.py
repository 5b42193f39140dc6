"""A pool of worker processes that run the same program.

A thread of its own waits for each process's pipes: the processes are few, and so the pool depends on no kind of event
loop.

If no process can be started at all, requests are refused at once. Attempts to start one continue with growing pauses,
which spare the machine and its log.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import structlog

from tilth_server.logs import RepeatedError
from tilth_server.workers.worker_process import WorkerGone, WorkerProcess

log = structlog.get_logger()

START_SECONDS: Final = 30.0
"""Seconds in which a new process has to answer its first request."""
FIRST_PAUSE_SECONDS: Final = 1.0
"""Seconds between two attempts to start a process after a failure; each pause is twice as long as the last ..."""
MAX_PAUSE_SECONDS: Final = 60.0
"""... up to this one."""


class NotStarted(WorkerGone):
    """A process could not be started, or is not ready to work."""


class PoolClosed(WorkerGone):
    """The pool was closed before a process could take the request."""


class WorkerPool:
    """Worker processes that answer requests. Each starts when it is needed, and lives until `close`.

    A process that dies, is too slow, or works for a caller that was cancelled is killed; the next request that finds no
    idle process starts another one.
    """

    def __init__(
        self,
        program: str,
        arguments: Sequence[str],
        max_workers: int,
        *,
        first_request: bytes = b"",
        first_pause: float = FIRST_PAUSE_SECONDS,
    ) -> None:
        """`program` is the module that each process runs, with these arguments.

        `first_request` is sent to each new process. The process answers with an empty message if it is ready, else
        with a text that says what is wrong.

        `first_pause` is the number of seconds between a failed start of a process and the next attempt. The pause
        doubles with every further failure, up to MAX_PAUSE_SECONDS.
        """
        self._program = program
        self._arguments = arguments
        self._first_request = first_request
        self._first_pause = first_pause
        self._free = asyncio.Semaphore(max_workers)
        self._threads = ThreadPoolExecutor(max_workers + 1, thread_name_prefix="tilth-worker")
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._restarting: asyncio.Task[None] | None = None
        self._failures = RepeatedError(log, "worker replaced")
        self._closed = False
        self.replaced = 0
        """Number of processes that died, were too slow or could not be started."""

    @property
    def missing(self) -> bool:
        """Return whether no process can be started at present."""
        return self._restarting is not None

    async def start(self) -> None:
        """Start a process before the first request, unless one is idle; raise NotStarted if it can't start or is not
        ready.
        """
        if not self._idle:
            self._idle.append(await self._start())

    async def ask(self, request: bytes, seconds: float | None = None, **about: str) -> bytes:
        """Return the answer of a process. Raise WorkerGone if the process dies, NotStarted if there is none,
        TimeoutError after `seconds`, and PoolClosed.

        `about` holds fields for the log line of a failure.
        """
        async with self._free:
            if self._closed:
                raise PoolClosed("the workers are closed")
            if self.missing and not self._idle:
                raise NotStarted("no worker can be started at present")
            try:
                worker = self._idle.pop() if self._idle else await self._start()
                return await self._answer_of(worker, request, seconds)
            except (TimeoutError, WorkerGone) as error:
                self._log_failure(error, **about)
                if isinstance(error, NotStarted) and not self.missing and not self._closed:
                    self._restarting = asyncio.create_task(self._retry_start())
                raise

    async def close(self) -> None:
        """End all processes. Callers that still wait get WorkerGone or PoolClosed."""
        self._closed = True
        if self._restarting is not None:
            self._restarting.cancel()
        for worker in list(self._all):
            self._end(worker)
        self._threads.shutdown(wait=False)
        self._failures.flush()

    async def _answer_of(self, worker: WorkerProcess, request: bytes, seconds: float | None) -> bytes:
        """Return the answer of a worker. End the worker if it fails, is too slow, or the caller is cancelled."""
        try:
            loop = asyncio.get_running_loop()
            async with asyncio.timeout(seconds):
                answer = await loop.run_in_executor(self._threads, worker.ask, request)
        except BaseException:
            # Also if the caller was cancelled: a later answer would be taken for the answer to the next request.
            self._end(worker)
            raise
        self._idle.append(worker)
        return answer

    async def _start(self) -> WorkerProcess:
        """Return a new process that is ready; raise NotStarted."""
        try:
            worker = WorkerProcess(self._program, self._arguments)
        except OSError as error:  # too many files or processes: nothing is wrong with the request
            raise NotStarted(f"it could not be started: {error}") from error
        self._all.add(worker)
        if not self._first_request:
            return worker
        try:
            wrong = await self._answer_of(worker, self._first_request, START_SECONDS)
        except (TimeoutError, WorkerGone) as error:
            why = str(error) or "it was too slow"
            raise NotStarted(f"it could not be started: {why}") from error
        self._idle.remove(worker)
        if wrong:
            self._end(worker)
            raise NotStarted(wrong.decode())
        return worker

    async def _retry_start(self) -> None:
        """Try to start a process until one starts, with a growing pause before each attempt; then the pool takes
        requests again.
        """
        pause, attempts = self._first_pause, 0
        log.error("workers missing", pause=pause)
        while True:
            await asyncio.sleep(pause)
            attempts += 1
            try:
                worker = await self._start()
            except NotStarted as error:
                self._log_failure(error)
                pause = min(2 * pause, MAX_PAUSE_SECONDS)
                continue
            self._idle.append(worker)
            self._restarting = None
            self._failures.flush()
            log.warning("workers started again", attempts=attempts)
            return

    def _log_failure(self, error: Exception, **about: str) -> None:
        """Count a process that failed in `replaced`, and log the error, with `about` as further fields."""
        self.replaced += 1
        why = str(error) or "it was too slow"
        self._failures.error(why, **about, why=why)

    def _end(self, worker: WorkerProcess) -> None:
        """Kill a worker, and remove it from the pool."""
        self._all.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        worker.end()
