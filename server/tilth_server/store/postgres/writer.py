"""Group commit: all puts that arrive while one batch is written go into the next batch, which is one statement."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from random import uniform
from secrets import randbelow
from typing import Final

import asyncpg
import structlog

from tilth_server.store import chain
from tilth_server.store.errors import OutcomeUnknown, StoreFailed
from tilth_server.store.postgres import statements
from tilth_server.store.postgres.batch import Batch, Known, NewIdentity, Plan, Put, Tip
from tilth_server.store.postgres.failures import AGAIN, FENCE, OF_THE_SERVER, failure, is_answer, is_of
from tilth_server.store.postgres.index_changes import ALL_ROWS, Key, StoredRow, unpack_texts
from tilth_server.store.postgres.link import RETRY_SECONDS, Link
from tilth_server.store.postgres.primary import Primary, connect_primary
from tilth_server.store.postgres.target import Target

log = structlog.get_logger()

MAX_PUTS: Final = 1000
MAX_BYTES: Final = 16 << 20
MAX_TIPS: Final = 20_000
MAX_CONFLICTS: Final = 20
PARTS: Final = 16
"""Rows over which the sum of a tag is spread, so that servers do not wait for each other's transactions."""

WORRY_SECONDS: Final = 5.0
"""Seconds of a batch after which the store counts as away, and another primary is looked for."""
PATIENCE_SECONDS: Final = 30.0
"""Seconds after which a batch that waits for the database is given up."""
CHECK_SECONDS: Final = 1.0
"""Seconds between two looks at the clock. If there was no put since the one before, the writer looks if the database
still confirms commits."""
STILL_SECONDS: Final = 1.0
"""Seconds for which a commit may wait before the clocks of matches stop."""
SWEEP_SECONDS: Final = 1.0
"""Seconds between refusals of puts while the database is away for longer than that."""


class Writer:
    """The writer of an open store, with one connection on which one batch is executed after the other."""

    def __init__(self, target: Target, report: Callable[[Batch], None], doubt: Callable[[], None]) -> None:
        """`report` is called with every batch that has ended, in order. `doubt` is called when the outcome of one stays
        unknown: what is read next has to wait for a barrier.
        """
        self._target = target
        self._report = report
        self._doubt = doubt
        self._loop = asyncio.get_running_loop()
        self._link = Link(target)
        self._tips: dict[str, Tip] = {}
        self._new_identity = NewIdentity()
        self._part = randbelow(PARTS)
        self._gathered: list[Put] = []
        self._wanted = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._current: Batch | None = None
        self._was_sent = False
        self._executing: Primary | None = None
        self._trouble: StoreFailed | None = None
        self._looking: asyncio.Task[None] | None = None
        self.fault = ""
        """A sentence that says why nothing is stored at the moment; empty while the database answers."""
        self._began: float | None = None
        """The time at which the batch that is stored now was begun; None between two batches."""
        self._away_seconds = 0.0
        self._is_used = False
        """True if there was a batch since the last look at the clock."""
        self._ticking = self._loop.call_later(CHECK_SECONDS, self._tick)
        self._running = asyncio.create_task(self._run())

    def away_seconds(self) -> float:
        """Return for how long commits have waited until now, without the first second of each wait."""
        if self._began is None:
            return self._away_seconds
        return self._away_seconds + max(0.0, time.monotonic() - self._began - STILL_SECONDS)

    def put(self, put: Put) -> None:
        """Queue a put for the next batch."""
        self._gathered.append(put)
        self._idle.clear()
        self._wanted.set()

    async def connect(self) -> None:
        """Connect to the primary. Raise StoreFailed if there is none, or if it may lose a confirmed commit."""
        await self._link.get()

    async def finish(self) -> None:
        """Store the queued puts, report them, and close the connection."""
        await self._idle.wait()
        # The task waits for puts now, and for no statement but a check.
        self._ticking.cancel()
        self._running.cancel()
        with suppress(asyncio.CancelledError):
            await self._running
        if self._looking is not None:
            self._looking.cancel()
        await self._link.close()

    async def _run(self) -> None:
        """Store one batch after the other."""
        while True:
            await self._wanted.wait()
            batch = Batch(self._take())
            self._current, self._was_sent = batch, False
            self._began, self._is_used = self._began or time.monotonic(), True
            timer = self._worry_later(batch, WORRY_SECONDS)
            try:
                await self._store(batch)
            except Exception as error:
                log.exception("batch failed")
                batch.fail(StoreFailed(f"this is a fault of the server: {error!r}"))
            self._current = None
            timer[0].cancel()
            if batch.is_reported:
                # Its streams may have grown, or not. The database is away until another batch, or a check, is stored.
                self._tips.clear()
            else:
                self._away_seconds, self._began = self.away_seconds(), None
                self.fault = ""
                self._end(batch)
            # The replies are sent before the next batch is prepared.
            await asyncio.sleep(0)
            if not self._gathered:
                self._idle.set()
                if self._began is None:
                    self._wanted.clear()

    def _tick(self) -> None:
        """Let the writer look at the database, with a batch of no puts, if there was no other batch lately."""
        if not self._is_used:
            self._wanted.set()
        self._is_used = self._current is not None
        self._ticking = self._loop.call_later(CHECK_SECONDS, self._tick)

    def _take(self) -> list[Put]:
        """Return the queued puts of the next batch."""
        size = count = 0
        for appends, _, _ in self._gathered[:MAX_PUTS]:
            size += sum(len(body) for append in appends for body in append.bodies)
            if count and size > MAX_BYTES:
                break
            count += 1
        puts = self._gathered[:count]
        del self._gathered[:count]
        return puts

    def _end(self, batch: Batch) -> None:
        """Report a batch, once."""
        batch.is_reported = True
        batch.seconds = time.perf_counter() - batch.began
        self._report(batch)

    # A batch that waits

    def _worry_later(self, batch: Batch, seconds: float) -> list[asyncio.TimerHandle]:
        """Start the clock of a batch; return a list that holds its timer at any time."""
        timer: list[asyncio.TimerHandle] = []

        def worry() -> None:
            timer[0] = self._loop.call_later(self._worry(batch), worry)

        timer.append(self._loop.call_later(seconds, worry))
        return timer

    def _worry(self, batch: Batch) -> float:
        """Do what is due for a batch that waits; return the seconds until the next look."""
        waited = time.perf_counter() - batch.began
        reason = self._trouble or f"PostgreSQL has not confirmed a commit for {waited:.0f} s"
        self.fault = str(reason)
        if batch.is_reported:
            self._refuse_gathered(reason)
            return SWEEP_SECONDS
        if waited >= PATIENCE_SECONDS:
            log.error("database away", error=self.fault)
            message = f"{reason}; it is not known if this was stored"
            batch.fail(OutcomeUnknown(message) if self._was_sent else StoreFailed(str(reason)))
            self._doubt()
            self._end(batch)
            return SWEEP_SECONDS
        if self._executing is not None and self._looking is None:
            self._looking = asyncio.create_task(self._look_elsewhere(self._executing))
        return WORRY_SECONDS

    def _refuse_gathered(self, reason: object) -> None:
        """Refuse the puts that wait: nothing of them was sent."""
        while self._gathered:
            batch = Batch(self._take())
            batch.fail(StoreFailed(str(reason)))
            self._end(batch)

    async def _look_elsewhere(self, primary: Primary) -> None:
        """Find out if another server has become the primary, while this one does not answer; then change to it.

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

    # Storing

    async def _store(self, batch: Batch) -> None:
        """Execute a batch until its outcome is known. Return early if it was reported as unknown before."""
        conflicts = 0
        while not self._is_given_up():
            try:
                primary = await self._link.get()
            except StoreFailed as error:
                self._trouble = error
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
                self._forget_tips(batch)
                conflicts += 1
                if not is_of(error, FENCE + AGAIN) or conflicts > MAX_CONFLICTS:
                    await self._refuse(batch, error)
                    return
                if conflicts > 1 or is_of(error, AGAIN):
                    await asyncio.sleep(uniform(0, 0.01) * conflicts)
            finally:
                self._executing = None
                self._trouble = None

    def _is_given_up(self) -> bool:
        """Return whether the batch that is stored now was reported as unknown."""
        return self._current is not None and self._current.is_reported

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
        known = await self._load(connection, batch)
        for plan in batch.unsettled:
            if await _is_stored(connection, plan):
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
        self._was_sent = True
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
        self._tips.update((stream, tip) for stream, tip in plan.tips.items() if tip.identity)
        if len(self._tips) > MAX_TIPS:
            for stream in list(self._tips)[: len(self._tips) - MAX_TIPS + MAX_TIPS // 10]:
                del self._tips[stream]

    def _forget_tips(self, batch: Batch) -> None:
        """Drop what is known of the streams of a batch."""
        for appends, _, _ in batch.puts:
            for append in appends:
                self._tips.pop(append.stream, None)

    async def _load(self, connection: asyncpg.Connection, batch: Batch) -> Known:
        """Return what the batch is judged by: ends of streams that are not in memory, index rows, kept values."""
        tips: dict[str, Tip] = {}
        wanted: set[str] = set()
        rows: set[Key] = set()
        unique_keys: set[Key] = set()
        keys: set[str] = set()
        for appends, _, keeps in batch.puts:
            for append in appends:
                stream = append.stream
                if stream not in tips and stream not in wanted:
                    tip = self._tips.get(stream)
                    # Another server may have appended since the end of the stream was read. Without records no fence
                    # would notice.
                    if tip is None or tip.length != append.expected_length or not append.bodies:
                        wanted.add(stream)
                    else:
                        tips[stream] = tip
                for row in append.rows:
                    rows.add((row.index, row.key))
                    unique_keys.update((row.index, unique_key) for unique_key in row.unique_keys)
            keys.update(keep.key for keep in keeps)
        if wanted:
            await _load_tips(connection, wanted, tips)
            new = sum(not tip.identity for tip in tips.values())
            if self._new_identity.left < new:
                self._new_identity.refill(await connection.fetchval(statements.NEXT_BLOCK))
        stored = await _load_rows(connection, rows) if rows else {}
        holders = await _load_holders(connection, unique_keys, stored) if rows else {}
        revisions = await _load_revisions(connection, keys) if keys else {}
        return Known(tips, stored, holders, revisions)


async def _load_tips(connection: asyncpg.Connection, streams: set[str], tips: dict[str, Tip]) -> None:
    """Read the ends of streams. A name that cannot be stored is left out."""
    names: dict[bytes, str] = {}
    for stream in streams:
        with suppress(UnicodeEncodeError):
            names[stream.encode()] = stream
            tips[stream] = Tip(0, 0, chain.root(stream))
    for name, identity, length, head, stored in await connection.fetch(statements.SELECT_TIPS, list(names)):
        broken = ""
        if stored != head:
            broken = "is missing" if stored is None else "is not the last record that was written"
        tips[names[name]] = Tip(identity, length, head, broken)


async def _load_rows(connection: asyncpg.Connection, keys: set[Key]) -> dict[Key, StoredRow]:
    """Read what has to be known of the rows under these keys."""
    found: dict[Key, StoredRow] = {}
    for name, key, order, tags, unique_keys, revision in await connection.fetch(
        statements.SELECT_ROWS, *_encoded(keys)
    ):
        found[name.decode(), key.decode()] = StoredRow(
            order, frozenset((ALL_ROWS, *unpack_texts(tags))), frozenset(unpack_texts(unique_keys)), revision
        )
    return found


async def _load_holders(
    connection: asyncpg.Connection, unique_keys: set[Key], rows: dict[Key, StoredRow]
) -> dict[Key, str]:
    """Read which rows have the unique keys, and those of the rows that are replaced."""
    wanted = unique_keys | {(index, each) for (index, _), row in rows.items() for each in row.unique_keys}
    if not wanted:
        return {}
    found = await connection.fetch(statements.SELECT_HOLDERS, *_encoded(wanted))
    return {(name.decode(), unique_key.decode()): key.decode() for name, unique_key, key in found}


async def _load_revisions(connection: asyncpg.Connection, keys: set[str]) -> dict[str, int]:
    """Read the revisions of kept values."""
    wanted, _ = _encoded({(key, "") for key in keys})
    found = await connection.fetch(statements.SELECT_REVISIONS, wanted)
    return {key.decode(): revision for key, revision in found}


async def _is_stored(connection: asyncpg.Connection, plan: Plan) -> bool:
    """Return whether a plan was executed: all of its last records are there, with its hashes.

    A plan without records cannot be recognised. It may be executed again: an earlier attempt that comes late finds
    other revisions of its rows.
    """
    ends = plan.ends()
    if not ends:
        return False
    names, numbers = [stream.encode() for stream, _, _ in ends], [number for _, number, _ in ends]
    found = dict(await connection.fetch(statements.SELECT_HASHES, names, numbers))
    return all(found.get(stream.encode()) == head for stream, _, head in ends)


def _encoded(keys: set[Key]) -> tuple[list[bytes], list[bytes]]:
    """Return pairs of texts as two lists of bytes. Pairs that cannot be stored are left out."""
    pairs: list[tuple[bytes, bytes]] = []
    for first, second in keys:
        with suppress(UnicodeEncodeError):
            pairs.append((first.encode(), second.encode()))
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]
