"""A connection of the writer, which executes one batch at a time until its outcome is known."""

import asyncio
from collections.abc import Callable
from random import uniform
from typing import Final

import structlog

from tilth_server.store.errors import StoreFailed
from tilth_server.store.postgres import statements
from tilth_server.store.postgres.batch import Batch, NewIdentity, Plan
from tilth_server.store.postgres.failures import AGAIN, FENCE, OF_THE_SERVER, failure, is_answer, is_of
from tilth_server.store.postgres.known import Tips, is_stored, load_known
from tilth_server.store.postgres.link import RETRY_SECONDS, Link
from tilth_server.store.postgres.primary import Primary, connect_primary
from tilth_server.store.postgres.target import Target

log = structlog.get_logger()

MAX_CONFLICTS: Final = 20


class Executor:
    """A connection that executes batches, and what belongs to it alone."""

    def __init__(
        self, target: Target, tips: Tips, part: int, on_connect: Callable[["Executor", Primary], None]
    ) -> None:
        """`tips` are those of all executors. `part` is the place of the sums of tags that no other executor of this
        process uses. `on_connect` is called when a connection was made.
        """
        self._target = target
        self._tips = tips
        self._part = part
        self._link = Link(target, lambda primary: on_connect(self, primary))
        self._new_identity = NewIdentity()
        self._executing: Primary | None = None
        self._looking: asyncio.Task[None] | None = None
        self._connecting: asyncio.Task[None] | None = None
        self.wanted = asyncio.Event()
        """Set when there may be a batch to execute."""
        self.batch: Batch | None = None
        """The batch that is executed now. The writer sets it, so that the other executor keeps clear of it at once."""
        self.was_sent = False
        """True if some of the batch was sent."""
        self.trouble: StoreFailed | None = None
        """The reason why there is no connection."""
        self.fault = ""
        """A sentence that says why nothing is stored at the moment; empty while the database answers."""

    @property
    def is_connected(self) -> bool:
        """Return whether a batch could be sent now."""
        return self._link.is_open

    async def connect(self) -> Primary:
        """Return the connection to the primary; make one if there is none. Raise StoreFailed if there is no primary, or
        if it may lose a confirmed commit.
        """
        if self._connecting is not None:
            await asyncio.wait({self._connecting})
        return await self._link.get()

    def connect_soon(self) -> None:
        """Begin to connect, unless that has begun."""
        if self._connecting is None:
            self._connecting = asyncio.create_task(self._connect())

    async def _connect(self) -> None:
        """Connect while no batch waits for that."""
        try:
            await self._link.get()
        except StoreFailed as error:
            log.warning("database connection not made", error=str(error))
        finally:
            self._connecting = None

    def leave(self, primary: Primary) -> None:
        """Close the connection if it leads to another server than `primary`, which has confirmed a commit just now."""
        self._link.leave(primary)

    async def close(self) -> None:
        """Close the connection. No batch may be under way."""
        for task in (self._looking, self._connecting):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self._link.close()

    def look_elsewhere(self) -> None:
        """Find out beside the batch if another server has become the primary."""
        if self._executing is not None and self._looking is None:
            self._looking = asyncio.create_task(self._look_elsewhere(self._executing))

    async def _look_elsewhere(self, primary: Primary) -> None:
        """Change to another server if that is the primary, while this one does not answer.

        The connection is closed, and the statement is not cancelled: if it is executed, its records are found by their
        hashes.
        """
        try:
            other = await connect_primary(self._target)
        except StoreFailed as error:
            log.warning("database not answering", error=str(error))
        else:
            if other.started == primary.started or self._executing is not primary:
                other.connection.terminate()
            else:
                log.warning("database primary changed", host=str(other.host), before=str(primary.host))
                self._link.replace(other)
        finally:
            self._looking = None

    async def execute(self, batch: Batch) -> None:
        """Execute `batch` until its outcome is known, or it is given up."""
        self.was_sent = False
        try:
            await self._store(batch)
        except Exception as error:
            log.exception("batch failed")
            batch.fail(StoreFailed(f"this is a fault of the server: {error!r}"))
        finally:
            self.batch = None

    async def _store(self, batch: Batch) -> None:
        """Execute a batch, or one put of it, until the outcome is known. Return early if the batch is given up."""
        conflicts = 0
        while self.batch is not None and not self.batch.is_given_up:
            try:
                primary = await self.connect()
            except StoreFailed as error:
                self.trouble = error
                self.fault = self.fault or str(error)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            self._executing = primary
            try:
                if await self._attempt(primary, batch):
                    return
            except Exception as error:  # noqa: BLE001 - whatever it is, the connection is given up
                if not is_answer(error):
                    log.warning("database connection lost", error=str(error) or type(error).__name__)
                    self._link.drop()
                    self._tips.clear()
                    continue
                self._tips.forget(batch)
                conflicts += 1
                if not is_of(error, FENCE + AGAIN) or conflicts > MAX_CONFLICTS:
                    await self._refuse(batch, error)
                    return
                if conflicts > 1 or is_of(error, AGAIN):
                    await asyncio.sleep(uniform(0, 0.01) * conflicts)
            finally:
                self._executing = None
                self.trouble = None

    async def _refuse(self, batch: Batch, error: Exception) -> None:
        """Give the puts their error. If it may be the fault of one of them, each is stored by itself."""
        if len(batch.puts) == 1 or is_of(error, OF_THE_SERVER):
            batch.fail(failure(error))
            return
        batch.failures, batch.heads, batch.records = {}, [], 0
        for place, put in enumerate(batch.puts):
            alone = Batch([put])
            alone.fail(failure(error))
            await self._store(alone)
            batch.heads += alone.heads
            batch.records += alone.records
            if alone.failures:
                batch.failures[place] = alone.failures[0]

    async def _attempt(self, primary: Primary, batch: Batch) -> bool:
        """Execute the batch once, after looking if an earlier attempt was executed. Return whether that settled it.

        The order matters: the ends of the streams are read before that look, or an attempt that is executed between
        the two would count as another server's append. An attempt that is executed after the look makes the fence fail.
        """
        connection = primary.connection
        if not batch.puts:
            await primary.check()
            await primary.barrier()
            return True
        known = await load_known(connection, batch, self._tips, self._new_identity)
        for plan in batch.unsettled:
            if await is_stored(connection, plan):
                # It may be visible to us only, and not be on a standby yet.
                await primary.barrier()
                self._keep(batch, plan)
                return True
        plan = Plan(known)
        await plan.add(batch.puts, self._new_identity)
        if plan.is_empty:
            self._keep(batch, plan)
            return True
        statement = statements.APPEND_WITH_ROWS if plan.has_more else statements.APPEND
        primary.has_warned = False
        batch.unsettled.append(plan)
        self.was_sent = True
        try:
            _, durability = await connection.fetchrow(statement, *plan.parameters(self._part))
        except Exception as error:
            if is_answer(error):
                batch.unsettled.remove(plan)
            raise
        if durability != primary.durability:
            # The settings are judged on the next connection. As soon as one is good, the records are found by their
            # hashes, and confirmed behind a barrier.
            log.warning("database settings changed", host=str(primary.host))
            self._link.drop()
            return False
        if primary.has_warned:
            log.warning("commit did not wait for the standby", host=str(primary.host))
            return False
        self._keep(batch, plan)
        return True

    def _keep(self, batch: Batch, plan: Plan) -> None:
        """Take over the outcomes of a plan that is durable, and the ends of its streams."""
        batch.succeed(plan)
        batch.unsettled.clear()
        self._tips.keep(plan)
