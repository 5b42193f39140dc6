"""Connections that are made again when they are lost."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import asyncpg
import structlog

from tilth_server.store.errors import StoreClosed, StoreFailed
from tilth_server.store.postgres.failures import failure, is_answer
from tilth_server.store.postgres.primary import Primary, connect_primary
from tilth_server.store.postgres.target import Target

log = structlog.get_logger()

READ_SECONDS: Final = 5.0
"""Seconds after which a read is refused, so that nobody waits for a database that is away."""
MIN_SECONDS: Final = 1.0
"""Seconds that a statement gets at least, however long it has waited for its turn."""
RETRY_SECONDS: Final = 0.2
BEGIN_SNAPSHOT: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
EXPORT_SNAPSHOT: Final = "SELECT pg_export_snapshot()"


class Link:
    """A connection to the primary for one user at a time. It is made when it is needed."""

    def __init__(self, target: Target, on_connect: Callable[[Primary], None] | None = None) -> None:
        """`on_connect` is called when a connection was made."""
        self._target = target
        self._on_connect = on_connect
        self._primary: Primary | None = None

    async def get(self) -> Primary:
        """Return the connection; make one if there is none. Raise StoreFailed if there is no primary."""
        if self._primary is None or not self._primary.is_open:
            self._primary = None
            self._use(await connect_primary(self._target))
        assert self._primary is not None
        return self._primary

    def _use(self, primary: Primary) -> None:
        """Use a new connection."""
        self._primary = primary
        if self._on_connect is not None:
            self._on_connect(primary)

    @property
    def is_open(self) -> bool:
        """Return whether there is a connection that can be used."""
        return self._primary is not None and self._primary.is_open

    def replace(self, primary: Primary) -> None:
        """Use another connection from now on, and close the one before without waiting for it."""
        self.drop()
        self._use(primary)

    def leave(self, primary: Primary) -> None:
        """Close the connection if it leads to another server than this one."""
        if self._primary is not None and self._primary.started != primary.started:
            self.drop()

    def drop(self) -> None:
        """Close the connection without waiting for it. Whatever was sent on it may still be executed."""
        primary, self._primary = self._primary, None
        if primary is not None:
            primary.connection.terminate()

    async def close(self) -> None:
        """Close the connection."""
        primary, self._primary = self._primary, None
        if primary is not None:
            await primary.close()


class ReadLink:
    """A connection for reads, which are executed one after the other."""

    def __init__(self, target: Target, snapshot: str | None = None) -> None:
        """With a `snapshot` all reads see the store as it was at that moment, and none is tried again. It is the name
        that PostgreSQL gave to the snapshot of another connection, or "": then it is made at the first read.
        """
        self._link = Link(target)
        self._connecting: asyncio.Task[Primary] | None = None
        self._snapshot = snapshot
        self._has_begun = False
        self._turn = asyncio.Lock()
        self._closed = False
        self.needs_barrier = False
        """True if something may be visible that a failover takes back: the next read has to wait until it is safe."""
        self.trouble = ""
        """A sentence that says why the last try to read failed; empty after a read."""

    async def fetch(
        self, statement: str, *arguments: Any, once: bool = False, seconds: float | None = None
    ) -> list[asyncpg.Record]:
        """Return the rows of a statement. Raise StoreClosed after `close`; StoreFailed if the database is away.

        With `once` it is not sent again after the connection was lost, because it may have been executed. `seconds` is
        the patience, READ_SECONDS if not given.
        """
        patience = READ_SECONDS if seconds is None else seconds
        until = asyncio.get_running_loop().time() + patience
        try:
            # `wait_for` of Python 3.11 may lose a cancellation: a program that ends would never end.
            async with asyncio.timeout(patience):
                await self._turn.acquire()
        except TimeoutError as error:
            raise self._late(patience) from error
        try:
            while True:
                if self._closed:
                    raise StoreClosed
                left = until - asyncio.get_running_loop().time()
                try:
                    primary = await self._connect(left)
                    async with asyncio.timeout(max(MIN_SECONDS, left)):
                        rows = await self._fetch(primary, statement, arguments)
                except TimeoutError as error:
                    if self._connecting is None:
                        self._link.drop()
                    raise self._late(patience) from error
                except StoreFailed as error:
                    # There was no connection yet.
                    self.trouble = str(error)
                    if self._has_begun or left < RETRY_SECONDS:
                        raise
                except Exception as error:
                    if is_answer(error):
                        raise failure(error) from error
                    self._link.drop()
                    self.trouble = str(failure(error))
                    if once or self._has_begun or left < RETRY_SECONDS:
                        raise failure(error) from error
                else:
                    self.trouble = ""
                    return rows
                await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._turn.release()

    def _late(self, patience: float) -> StoreFailed:
        """Return the error of a read that has lost its patience."""
        self.trouble = f"PostgreSQL has not answered for {patience:.0f} s: the server continues when it does"
        return StoreFailed(self.trouble)

    async def _connect(self, seconds: float) -> Primary:
        """Return the connection. Raise TimeoutError if it is not made within these seconds.

        It is made by a task of its own, which later reads wait for. After an outage many reads stand in line, each of
        which has little time left when its turn comes: if each began again, none would ever be connected.
        """
        if self._connecting is None:
            if self._link.is_open:
                return await self._link.get()
            self._connecting = asyncio.create_task(self._link.get())
        done, _ = await asyncio.wait({self._connecting}, timeout=max(0.0, seconds))
        if not done:
            raise TimeoutError
        self._connecting = None
        return done.pop().result()

    async def _fetch(
        self, primary: Primary, statement: str, arguments: tuple[Any, ...]
    ) -> list[asyncpg.Record]:
        """Execute a statement on the connection, behind a barrier if one is due."""
        if self.needs_barrier:
            await primary.barrier()
            self.needs_barrier = False
        if self._snapshot is not None and not self._has_begun:
            await primary.connection.execute(BEGIN_SNAPSHOT)
            if self._snapshot:
                await primary.connection.execute(f"SET TRANSACTION SNAPSHOT '{self._snapshot}'")
            self._has_begun = True
        rows: list[asyncpg.Record] = await primary.connection.fetch(statement, *arguments)
        return rows

    def leave(self, primary: Primary) -> None:
        """Close the connection if it leads to another server than this one; a read that runs is begun again."""
        self._link.leave(primary)

    async def close(self) -> None:
        """Close the connection, after the read that runs; later reads are refused."""
        self._closed = True
        async with self._turn:
            if self._connecting is not None:
                self._connecting.cancel()
                await asyncio.gather(self._connecting, return_exceptions=True)
            await self._link.close()
