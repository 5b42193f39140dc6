"""Processes that call ports. One that dies or hangs is replaced, and the question asked again.

A thread of its own waits for each process's pipes: they are few, and so nothing hangs on which loop runs here.
"""

import asyncio
import pickle
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import ceil
from subprocess import PIPE, Popen
from typing import Any, Final

import structlog

from tilth_server.outside.oracle import NoAnswer, PortFailed
from tilth_server.worker import LENGTH, framed

log = structlog.get_logger()

WORKERS: Final = 2
"""So that one question that hangs does not keep all others waiting. Each starts when it is needed."""
ANSWER_SECONDS: Final = 10.0
"""Ports answer in milliseconds; the first answer includes that a process starts, on a machine that may be busy."""
TRIES: Final = 3


class WorkerGone(Exception):
    """It ended before it had answered."""


class Worker:
    """One process."""

    def __init__(self, seconds: float) -> None:
        """In a session of its own: Ctrl-C is for the server, which ends it in its own time."""
        command = [sys.executable, "-m", "tilth_server.worker", str(ceil(2 * seconds))]
        self._process = Popen(command, stdin=PIPE, stdout=PIPE, start_new_session=True)

    def ask(self, where: str, question: Any) -> tuple[bytes | None, str]:
        """Blocks. The fact, or what went wrong in the port; raises WorkerGone."""
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None
        assert answers is not None
        try:
            questions.write(framed((where, question)))
            questions.flush()
            head = answers.read(LENGTH.size)
            length = int.from_bytes(head)
            data = answers.read(length)
        except (OSError, ValueError) as error:  # a pipe that is broken, or that `end` has closed
            raise WorkerGone(str(error)) from error
        if len(head) < LENGTH.size or len(data) < length:
            raise WorkerGone(f"it ended with {self._process.wait()}")
        outcome: tuple[bytes | None, str] = pickle.loads(data)
        return outcome

    def end(self) -> None:
        """At once. Who waits in `ask` is told that it is gone."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):  # what was still to be said to it
                pipe.close()


class Workers:
    """An oracle of ports: `close` it at last."""

    def __init__(
        self, ports: Mapping[str, str], *, most: int = WORKERS, seconds: float = ANSWER_SECONDS
    ) -> None:
        """`ports` say where each game's is: `package.module:function`."""
        self._ports = ports
        self._seconds = seconds
        self._places = asyncio.Semaphore(most)
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="tilth-outside")
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._closed = False
        self.replaced = 0
        """How often one died, was too slow or could not be started."""

    def has(self, game: str) -> bool:
        return game in self._ports

    async def ask(self, game: str, question: Any) -> bytes:
        where = self._ports[game]
        async with self._places:
            for _ in range(TRIES):
                if self._closed:
                    break
                try:
                    fact, wrong = await self._asked(where, question)
                except (TimeoutError, WorkerGone) as error:
                    self.replaced += 1
                    log.error(
                        "a worker was replaced", game=game, port=where, why=str(error) or "it was too slow"
                    )
                    continue
                if fact is None:
                    raise PortFailed(f"{where} on {question!r}: {wrong}")
                return fact
        raise NoAnswer(f"{where} did not answer {question!r}")

    async def close(self) -> None:
        """End them all. Whoever still waits gets NoAnswer or is cancelled."""
        self._closed = True
        for worker in list(self._all):
            self._end(worker)
        self._threads.shutdown(wait=False)

    async def _asked(self, where: str, question: Any) -> tuple[bytes | None, str]:
        worker = self._idle.pop() if self._idle else self._begin()
        try:
            loop = asyncio.get_running_loop()
            async with asyncio.timeout(self._seconds):
                outcome = await loop.run_in_executor(self._threads, worker.ask, where, question)
        except BaseException:
            # Cancelled, too: what it still says would be taken for the answer to the next question.
            self._end(worker)
            raise
        self._idle.append(worker)
        return outcome

    def _begin(self) -> Worker:
        try:
            worker = Worker(self._seconds)
        except OSError as error:  # too many files or processes: nothing is wrong with the question
            raise WorkerGone(f"it could not be started: {error}") from error
        self._all.add(worker)
        return worker

    def _end(self, worker: Worker) -> None:
        self._all.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        worker.end()
