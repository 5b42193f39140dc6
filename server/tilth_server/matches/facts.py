"""Actions that need outside facts, or the log of a match that is not in memory.

Steps are synchronous, but an outside fact takes milliseconds, and so does a log. If a step needs a fact that is not
there yet, the step is rolled back, the queue fetches the fact in a task, and the action runs again with the fact. If an
action needs the log, it has changed nothing yet, and runs again with the log. Nothing of the first run is recorded or
shown. Later actions at the same match wait in the queue; other matches continue.

Actions of games without outside facts run at once while their match is in memory.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import structlog

from tilth_server import reasons
from tilth_server.logs import RepeatedError
from tilth_server.matches import clocks
from tilth_server.matches.cache import LogNotLoaded
from tilth_server.matches.commits import Committer, Step
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_facts import (
    MAX_LOADS,
    MAX_WAITING,
    MAX_WAITING_FOR_LOG,
    FactNeeded,
    PendingAction,
)
from tilth_server.matches.match_info import State
from tilth_server.matches.refusals import closing, commit_refusal, refusal_for
from tilth_server.matches.unit_of_work import UnitOfWork
from tilth_server.outside.fact_source import FactSource, FactTimeout, NoWorker
from tilth_server.refusal import Refusal, over_limit
from tilth_server.store import OutcomeUnknown, StreamMoved

log = structlog.get_logger()


class FactQueue:
    """The queues of actions (answers, undos, resignations, timeouts), one for each match.

    An action runs at once, or waits until the outside fact or the log that it needs is in memory.
    """

    def __init__(self, commits: Committer, source: FactSource) -> None:
        self.commits = commits
        self._cache = commits.cache
        self._metrics = commits.metrics
        self.source = source
        self._unavailable = RepeatedError(log, "outside fact unavailable")
        commits.recovery.on_match_lost.append(self._on_match_lost)

    def run(self, work: UnitOfWork, match: LiveMatch, action: PendingAction) -> None:
        """Run the action as part of `work`, or, if other actions of the match wait, put it behind them. Refuse it if
        too many wait already.

        An action that needs an outside fact or the log runs again in a later unit of work, when that is there.
        """
        actions = match.actions
        actions.append(action)
        if len(actions) == 1:
            self._run_queue(work, match)
            return
        most = MAX_WAITING_FOR_LOG if match.facts is None else MAX_WAITING
        if len(actions) > most:
            actions.pop()
            action.refuse(over_limit("queued_actions_per_match", most))

    def discard(self, match: LiveMatch, refusal: Refusal) -> None:
        """Remove all queued actions of the match, refuse each with this refusal, and cancel the task that fetches what
        the first of them waits for.
        """
        if not match.actions:
            return
        if match.task is not None:
            match.task.cancel()
            match.task = None
        actions, match.actions = match.actions, []
        for action in actions:
            action.refuse(refusal)

    def flush_log(self) -> None:
        """Log the failures that have not been logged yet."""
        self._unavailable.flush()

    async def wait_idle(self, match_id: str) -> LiveMatch:
        """Return the match when no record of it is pending, and no action waits."""
        while True:
            match = await self.commits.wait_committed(match_id)
            if not match.has_waiting_actions:
                return match
            await match.wait_next_commit()

    async def wait_loaded(self, match_id: str) -> LiveMatch:
        """Return the match when it is idle, with its table if it is running. Raise Refusal if it cannot be loaded."""
        while True:
            match = await self.wait_idle(match_id)
            if match.info.state is not State.RUNNING or match.table is not None:
                return match
            try:
                await self._cache.load(match)
            except Exception as error:
                raise refusal_for(match_id, error) from error

    async def run_step(self, match: LiveMatch, change: Callable[[Step], None]) -> None:
        """Run one step of an idle match; return when it is durable, or raise the Refusal or the store's error."""
        committed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        refuse = partial(_fail, committed)

        def run(work: UnitOfWork) -> None:
            try:
                with self.commits.step(match, work) as step:
                    change(step)
            except Refusal as refusal:
                refuse(refusal)
            else:
                work.waiters.append(committed)

        work = self.commits.begin()
        self.run(work, match, PendingAction(run, refuse, work.now))
        self.commits.commit(work)
        try:
            await committed
        except (StreamMoved, OutcomeUnknown) as error:
            raise commit_refusal(error) from error

    def _run_queue(self, work: UnitOfWork, match: LiveMatch) -> None:
        """Run the queued actions up to the first that has to wait. An action may put another before the rest."""
        while match.actions and match.task is None:
            self._run_first(work, match, match.actions.pop(0))

    def _run_first(self, work: UnitOfWork, match: LiveMatch, action: PendingAction) -> None:
        """Run the action. If it needs a fact or the log, it has changed nothing, and is put back to the front."""
        if match.facts is not None:
            match.facts.begin(action.known)
        work.received_at = action.received_at
        try:
            action.run(work)
        except FactNeeded as needed:
            self._wait_for(match, action, partial(self._fetch_fact, match, needed.question))
        except LogNotLoaded as needed:
            action.loads += 1
            if action.loads > MAX_LOADS:
                log.error("log needed too often", match=match.info.id, exc_info=needed)
                action.refuse(
                    Refusal(reasons.STORE_FAILED, "a fault of the server; the match stands as it was before")
                )
            else:
                self._wait_for(match, action, partial(self._fetch_log, match))

    def _wait_for(
        self, match: LiveMatch, action: PendingAction, fetch: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        """Put the action at the head of the match's queue, and fetch its fact or the log in a task."""
        if self.commits.closing:
            action.refuse(closing())
        else:
            match.actions.insert(0, action)
            match.task = asyncio.create_task(fetch())

    async def _fetch_fact(self, match: LiveMatch, question: Any) -> None:
        """Ask the source for an outside fact; then run the waiting actions."""
        problem = None
        time = self._cache.time
        asked_at = time.now()
        try:
            fact = await self.source.ask(match.info.game, question)
        except Exception as error:  # noqa: BLE001 - explained to the client, and logged there
            problem = error
        else:
            self._metrics.fact_seconds.observe(time.now() - asked_at)
            assert match.facts is not None, "it was asked for a fact"
            match.facts.retries_timeout_at = 0.0
            match.actions[0].known.append((question, fact))
        self._on_fact(match, problem)

    async def _fetch_log(self, match: LiveMatch) -> None:
        """Read the log of the match, as far as it is durable; then run the waiting actions."""
        problem = None
        try:
            logged = await self._cache.load(match)
            while len(logged) != match.durable:
                logged = await self._cache.load(match)
            match.log = logged
        except Exception as error:  # noqa: BLE001 - explained to the client, and logged there
            problem = error
        self._on_log(match, problem)

    def _on_fact(self, match: LiveMatch, problem: Exception | None) -> None:
        """Run the waiting actions, because the fact they need is there; if it cannot be had, refuse the first one."""
        match.task = None
        work = self.commits.begin()
        try:
            if problem is not None:
                action = match.actions.pop(0)
                refusal = self._refusal_without_fact(match, problem)
                self._metrics.fact_failures[refusal.reason] += 1
                if action.seat is not None and match.clocks:
                    # The seat has answered in time: it does not pay for the time that the question took.
                    clock = match.clocks[action.seat]
                    clock = clock.shifted(work.now - max(action.received_at, clock.since))
                    match.clocks = clocks.with_clock(match.clocks, action.seat, clock)
                action.refuse(refusal)
            self._run_queue(work, match)
        finally:
            self._end_wait(work, match)

    def _on_log(self, match: LiveMatch, problem: Exception | None) -> None:
        """Run the waiting actions, because the log they need is in memory; if it cannot be read, refuse the first
        one.
        """
        match.task = None
        work = self.commits.begin()
        try:
            if problem is not None:
                match.actions.pop(0).refuse(refusal_for(match.info.id, problem))
            self._run_queue(work, match)
        finally:
            match.log = None
            self._end_wait(work, match)

    def _end_wait(self, work: UnitOfWork, match: LiveMatch) -> None:
        """Commit the work. If no action waits any longer, set the clock's alarm again and release the match."""
        self.commits.commit(work)
        if match.actions:
            return
        if match.clocks and match.paused_at is None:
            retries_at = 0.0 if match.facts is None else match.facts.retries_timeout_at
            first = clocks.first_deadline(match.clocks, match.info.clock)
            self._cache.alarms.set(match, max(first, retries_at))
        if not match.pending:
            match.notify_committed()
            self._cache.release(match)

    def _refusal_without_fact(self, match: LiveMatch, problem: Exception) -> Refusal:
        """Return the refusal of an action whose fact could not be had, and log the problem."""
        if not isinstance(problem, FactTimeout):
            return refusal_for(match.info.id, problem)
        self._unavailable.error(match.info.id, match=match.info.id, error=str(problem))
        message = "the outside fact is not available, and nothing has changed: try again"
        if isinstance(problem, NoWorker):
            message = (
                "the server cannot start the process that finds the outside fact; nothing has changed: try again in a"
                " minute, or tell the operator, whose log names the cause"
            )
        return Refusal(reasons.FACT_UNAVAILABLE, message)

    def _on_match_lost(self, match: LiveMatch, refusal: Refusal) -> None:
        """React to a failed commit of the match."""
        self.discard(match, refusal)


def _fail(committed: "asyncio.Future[None]", refusal: Refusal) -> None:
    """Raise a refusal in the coroutine that waits for this future, if it still waits."""
    if not committed.done():
        committed.set_exception(refusal)
