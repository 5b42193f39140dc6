"""Group commit: all puts that arrive while a batch is under way go into the next one, which is one statement.

Two batches may be under way, each on a connection of its own, if there are enough puts for both. They touch nothing in
common: the second one ends before the first put that would have to see what the other one stores.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from secrets import randbelow
from typing import Final

import structlog

from tilth_server.store.errors import OutcomeUnknown, StoreFailed
from tilth_server.store.postgres.batch import Batch
from tilth_server.store.postgres.executor import Executor
from tilth_server.store.postgres.gathering import Gathering
from tilth_server.store.postgres.known import Tips
from tilth_server.store.postgres.primary import Primary
from tilth_server.store.postgres.target import Target
from tilth_server.store.postgres.touched import Put
from tilth_server.store.postgres.waits import Waits

log = structlog.get_logger()

PARTS: Final = 16
"""Rows over which the sum of a tag is spread, so that servers do not wait for each other's transactions, nor the two
batches of one server."""

WORRY_SECONDS: Final = 5.0
"""Seconds of a batch after which the store counts as away, and another primary is looked for."""
PATIENCE_SECONDS: Final = 30.0
"""Seconds after which a batch that waits for the database is given up."""
CHECK_SECONDS: Final = 1.0
"""Seconds between two looks at the clock. If there was no put since the one before, the writer looks if the database
still confirms commits."""
SWEEP_SECONDS: Final = 1.0
"""Seconds between refusals of puts while the database is away for longer than that."""


class Writer:
    """The writer of an open store: it gathers puts, gives them to two executors, and reports the outcomes in order."""

    def __init__(
        self,
        target: Target,
        report: Callable[[Batch], None],
        doubt: Callable[[], None],
        leave_others: Callable[[Primary], None],
    ) -> None:
        """`report` is called with every batch that has ended, in order. `doubt` is called when the outcome of one stays
        unknown: what is read next has to wait for a barrier. `leave_others` is called when a connection was made: no
        other one may stay at another server.
        """
        self._report = report
        self._doubt = doubt
        self._leave_others = leave_others
        self._loop = asyncio.get_running_loop()
        self._tips = Tips()
        part = randbelow(PARTS)
        self._executors = tuple(
            Executor(target, self._tips, place, self._on_connect)
            for place in (part, (part + PARTS // 2) % PARTS)
        )
        """The first does all the work if there is little. The second connects when there is more."""
        self._gathered = Gathering()
        self._under_way: deque[Batch] = deque()
        """The batches that are not reported yet, in the order of their puts."""
        self._idle = asyncio.Event()
        self._idle.set()
        self._waits = Waits()
        self.away_seconds = self._waits.seconds
        self._is_away = False
        """True if a batch was given up, and nothing was stored since."""
        self._is_check_due = False
        self._is_used = False
        """True if there was a batch since the last look at the clock."""
        self._ticking = self._loop.call_later(CHECK_SECONDS, self._tick)
        self._running = [asyncio.create_task(self._run(executor)) for executor in self._executors]

    @property
    def fault(self) -> str:
        """A sentence that says why nothing is stored at the moment; empty while the database answers."""
        return next((executor.fault for executor in self._executors if executor.fault), "")

    def put(self, put: Put) -> None:
        """Queue a put for the next batch."""
        self._gathered.add(put)
        self._idle.clear()
        first, second = self._executors
        if first.batch is None and second.batch is None:
            first.wanted.set()
        else:
            self._offer(second if second.batch is None else first)

    async def connect(self) -> None:
        """Connect to the primary. Raise StoreFailed if there is none, or if it may lose a confirmed commit."""
        await self._executors[0].connect()

    async def finish(self) -> None:
        """Store the queued puts, report them, and close the connections."""
        await self._idle.wait()
        # The tasks wait for puts now, and for no statement but a check.
        self._ticking.cancel()
        for running in self._running:
            running.cancel()
        for running in self._running:
            with suppress(asyncio.CancelledError):
                await running
        for executor in self._executors:
            await executor.close()

    async def _run(self, executor: Executor) -> None:
        """Let an executor store one batch after the other."""
        while True:
            await executor.wanted.wait()
            executor.wanted.clear()
            while batch := self._next(executor):
                await self._execute(executor, batch)
                # The replies are sent before the next batch is prepared.
                await asyncio.sleep(0)
                self._note_idle()

    def _next(self, executor: Executor) -> Batch | None:
        """Return the batch that this executor is to store now; None if there is none for it."""
        first, second = self._executors
        other = second if executor is first else first
        if other.batch is not None and other.batch.is_given_up:
            return None
        if executor is first:
            is_check_due, self._is_check_due = self._is_check_due, False
            if self._is_away or (is_check_due and not self._gathered):
                return Batch([])
        if self._is_away or not self._gathered:
            return None
        batch: Batch | None
        if other.batch is not None:
            batch = self._gathered.take_beside(other.batch)
        elif other.is_connected:
            batch = self._gathered.take_half()
        else:
            if self._gathered.makes_two:
                other.connect_soon()
            batch = self._gathered.take()
        if batch is not None:
            self._under_way.append(batch)
        return batch

    def _offer(self, executor: Executor) -> None:
        """Let an executor look for a second batch, if it has none and there are enough puts."""
        if executor.batch is None and self._gathered.makes_second:
            if executor.is_connected:
                executor.wanted.set()
            else:
                executor.connect_soon()

    async def _execute(self, executor: Executor, batch: Batch) -> None:
        """Let an executor store a batch, and report it if it is not given up before."""
        self._waits.begin(executor)
        self._is_used = True
        executor.batch = batch
        for other in self._executors:
            self._offer(other)
        timer = self._worry_later(executor, batch, WORRY_SECONDS)
        await executor.execute(batch)
        timer[0].cancel()
        if batch.is_given_up:
            # Its streams may have grown, or not. The database is away until another batch, or a check, is stored.
            self._tips.clear()
            self._is_away = True
            self._executors[0].wanted.set()
            return
        self._is_away = False
        for each in self._executors:
            if each.batch is None:
                each.fault = ""
                self._waits.end(each)
        self._end(batch)

    def _tick(self) -> None:
        """Let the first executor look at the database, with a batch of no puts, if there was no other batch lately."""
        is_busy = any(executor.batch is not None for executor in self._executors)
        if not self._is_used and not is_busy:
            self._is_check_due = True
            self._executors[0].wanted.set()
        self._is_used = is_busy
        self._ticking = self._loop.call_later(CHECK_SECONDS, self._tick)

    def _end(self, batch: Batch) -> None:
        """Take note that a batch has ended; report it when all batches before it have ended, too."""
        batch.is_ended = True
        while self._under_way and self._under_way[0].is_ended:
            batch = self._under_way.popleft()
            batch.seconds = time.perf_counter() - batch.began
            self._report(batch)

    def _note_idle(self) -> None:
        """Let `finish` continue if no put waits."""
        if not self._gathered and not any(each.batch and each.batch.puts for each in self._executors):
            self._idle.set()

    def _on_connect(self, executor: Executor, primary: Primary) -> None:
        """Let no executor stay at another server than the one that has just confirmed a commit: a primary that was
        replaced does not know what is stored since. Let this executor look for a batch.
        """
        for other in self._executors:
            if other is not executor:
                other.leave(primary)
        self._leave_others(primary)
        executor.wanted.set()

    # A batch that waits

    def _worry_later(self, executor: Executor, batch: Batch, seconds: float) -> list[asyncio.TimerHandle]:
        """Start the clock of a batch; return a list that holds its timer at any time."""
        timer: list[asyncio.TimerHandle] = []

        def worry() -> None:
            timer[0] = self._loop.call_later(self._worry(executor, batch), worry)

        timer.append(self._loop.call_later(seconds, worry))
        return timer

    def _worry(self, executor: Executor, batch: Batch) -> float:
        """Do what is due for a batch that waits; return the seconds until the next look."""
        waited = time.perf_counter() - batch.began
        reason = executor.trouble or f"PostgreSQL has not confirmed a commit for {waited:.0f} s"
        executor.fault = str(reason)
        if batch.is_given_up:
            self._refuse_gathered(reason)
            return SWEEP_SECONDS
        if waited >= PATIENCE_SECONDS:
            log.error("database away", error=executor.fault)
            message = f"{reason}; it is not known if this was stored"
            batch.fail(OutcomeUnknown(message) if executor.was_sent else StoreFailed(str(reason)))
            batch.is_given_up = True
            self._doubt()
            self._end(batch)
            return SWEEP_SECONDS
        executor.look_elsewhere()
        return WORRY_SECONDS

    def _refuse_gathered(self, reason: object) -> None:
        """Refuse the puts that wait: nothing of them was sent."""
        while self._gathered:
            batch = self._gathered.take()
            batch.fail(StoreFailed(str(reason)))
            self._under_way.append(batch)
            self._end(batch)
