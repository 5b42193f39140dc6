"""Processes that call ports. One that dies or hangs is replaced, and the question asked again."""

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from math import ceil
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

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, seconds: float) -> "Worker":
        """In a session of its own: Ctrl-C is for the server, which ends it in its own time."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tilth_server.worker", str(ceil(2 * seconds))),
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,
        )
        return cls(process)

    async def ask(self, where: str, question: Any) -> tuple[bytes | None, str]:
        """The fact, or what went wrong in the port; raises WorkerGone."""
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None
        assert answers is not None
        try:
            questions.write(framed((where, question)))
            await questions.drain()
            (length,) = LENGTH.unpack(await answers.readexactly(LENGTH.size))
            outcome: tuple[bytes | None, str] = pickle.loads(await answers.readexactly(length))
        except (asyncio.IncompleteReadError, OSError, RuntimeError) as error:
            # uvloop's pipe to a process that has ended raises RuntimeError.
            raise WorkerGone(str(error)) from error
        return outcome

    async def end(self) -> None:
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
        await self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()


class Workers:
    """An oracle of ports: `close` it at last."""

    def __init__(
        self, ports: Mapping[str, str], *, most: int = WORKERS, seconds: float = ANSWER_SECONDS
    ) -> None:
        """`ports` say where each game's is: `package.module:function`."""
        self._ports = ports
        self._seconds = seconds
        self._places = asyncio.Semaphore(most)
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()

    def has(self, game: str) -> bool:
        return game in self._ports

    async def ask(self, game: str, question: Any) -> bytes:
        where = self._ports[game]
        async with self._places:
            for _ in range(TRIES):
                try:
                    fact, wrong = await self._asked(where, question)
                except (TimeoutError, WorkerGone) as error:
                    log.error("a worker was replaced", game=game, port=where, why=type(error).__name__)
                    continue
                if fact is None:
                    raise PortFailed(f"{where} on {question!r}: {wrong}")
                return fact
        raise NoAnswer(f"{where} did not answer {question!r}")

    async def close(self) -> None:
        """End them all. Whoever still waits gets NoAnswer or is cancelled."""
        for worker in list(self._all):
            await self._end(worker)

    async def _asked(self, where: str, question: Any) -> tuple[bytes | None, str]:
        if self._idle:
            worker = self._idle.pop()
        else:
            worker = await Worker.start(self._seconds)
            self._all.add(worker)
        try:
            async with asyncio.timeout(self._seconds):
                outcome = await worker.ask(where, question)
        except BaseException:
            # Cancelled, too: what it still says would be taken for the answer to the next question.
            await asyncio.shield(self._end(worker))
            raise
        self._idle.append(worker)
        return outcome

    async def _end(self, worker: Worker) -> None:
        self._all.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        await worker.end()
