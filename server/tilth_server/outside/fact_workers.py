"""A source of outside facts that calls the games' ports in worker processes.

A process that dies or hangs is replaced, and the question asked again.
"""

import pickle
from collections.abc import Mapping
from math import ceil
from typing import Any, Final

from tilth_server.outside.fact_source import FactSourceFailed, FactTimeout, NoWorker
from tilth_server.workers.worker_pool import FIRST_PAUSE_SECONDS, NotStarted, PoolClosed, WorkerPool
from tilth_server.workers.worker_process import WorkerGone

MAX_WORKERS: Final = 2
"""Limit on the processes: with two, a question that hangs does not stop all others. The second starts when it is
needed.
"""
ANSWER_SECONDS: Final = 10.0
"""Seconds in which a port has to answer. Ports take milliseconds, but the machine may be busy."""
TRIES: Final = 3
"""Processes that are asked one question, one after the other, before it fails."""


class FactWorkers:
    """A source of facts that asks ports in worker processes; `close` it at the end."""

    def __init__(
        self,
        ports: Mapping[str, str],
        *,
        max_workers: int = MAX_WORKERS,
        answer_seconds: float = ANSWER_SECONDS,
        first_pause: float = FIRST_PAUSE_SECONDS,
    ) -> None:
        """`ports` holds the location of each game's port, `package.module:function`, by the game's name."""
        self._ports = ports
        self._answer_seconds = answer_seconds
        self._pool = WorkerPool(
            "tilth_server.outside.worker_main",
            [str(ceil(2 * answer_seconds))],
            max_workers,
            first_request=pickle.dumps(("", sorted(ports.values()))),
            first_pause=first_pause,
        )

    @property
    def missing(self) -> bool:
        """Return whether no process can be started at present."""
        return self._pool.missing

    @property
    def replaced(self) -> int:
        """Return the number of processes that died, were too slow or could not be started."""
        return self._pool.replaced

    def has(self, game: str) -> bool:
        """Return whether the game names a port that answers its questions."""
        return game in self._ports

    async def start(self) -> None:
        """Start a process before the first question; raise NoWorker if that fails."""
        if not self._ports:
            return
        try:
            await self._pool.start()
        except NotStarted as error:
            raise NoWorker(f"no worker for {', '.join(sorted(self._ports))}: {error}") from error

    async def ask(self, game: str, question: Any) -> bytes:
        """Return the fact that the game's port gives for the question, computed in a worker process.

        Ask again, at most TRIES times in all, if the process dies or hangs. Raise FactSourceFailed if the port raised
        an error, NoWorker if no process can be started, and FactTimeout otherwise.
        """
        port = self._ports[game]
        request = pickle.dumps((port, question))
        problem: Exception | None = None
        for _ in range(TRIES):
            try:
                answer = await self._pool.ask(request, self._answer_seconds, game=game, port=port)
            except PoolClosed:
                break
            except (TimeoutError, WorkerGone) as error:
                problem = error
                continue
            fact, wrong = pickle.loads(answer)
            if fact is None:
                raise FactSourceFailed(f"{port} on {question!r}: {wrong}")
            return bytes(fact)
        if isinstance(problem, NotStarted):
            raise NoWorker(f"{port} cannot be asked: {problem}") from problem
        raise FactTimeout(f"{port} did not answer {question!r}")

    async def close(self) -> None:
        """End all workers. Questions that still wait get FactTimeout or are cancelled."""
        await self._pool.close()
