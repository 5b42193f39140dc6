"""The store in PostgreSQL: streams, and indexes of them, in one database."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from typing import Final, Self

import structlog

from tilth_server.store.engine import RecordPage
from tilth_server.store.errors import StoreClosed, StoreFailed
from tilth_server.store.index import IndexRow
from tilth_server.store.paging import read_pages, verify_pages
from tilth_server.store.postgres.batch import Batch
from tilth_server.store.postgres.index import PostgresIndex
from tilth_server.store.postgres.link import ReadLink
from tilth_server.store.postgres.primary import Primary, use_primary
from tilth_server.store.postgres.reader import StreamReader
from tilth_server.store.postgres.schema import migrate
from tilth_server.store.postgres.target import Target
from tilth_server.store.postgres.writer import Writer
from tilth_server.store.streams import (
    Append,
    Head,
    KeptValue,
    PutDone,
    StoredRecord,
    TransactionObserver,
    put_and_wait,
    report_puts,
)
from tilth_server.store.tails import Tails

log = structlog.get_logger()

CHECK_SECONDS: Final = 1.0
"""Seconds between two looks if the database is there."""
ALIVE: Final = "SELECT 1"


class PostgresStreams:
    """The open store of one database, for one event loop; `open` makes one.

    It has three connections: the writer's, one for streams and one for indexes. Under load the writer has a second one.
    """

    def __init__(self, target: Target, observed: TransactionObserver | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._observed = observed
        self.url = target.url
        self._reading, self._indexing = ReadLink(target), ReadLink(target)
        self._reader = StreamReader(self._reading)
        self._tails = Tails(self._page)
        self.index = PostgresIndex(target, self._indexing)
        self._closing: asyncio.Task[None] | None = None
        self._writer = Writer(target, self._report, self._doubt, self._leave_others)
        self._checking = asyncio.create_task(self._check())

    @classmethod
    async def open(cls, target: Target, observed: TransactionObserver | None = None) -> Self:
        """Open the store in the database, or make its tables there.

        Raise StoreFailed if there is no primary, if it may lose a confirmed commit, or if tables are missing that this
        role may not make.
        """
        async with use_primary(target) as connection:
            made = await migrate(connection)
        if made:
            log.info("database migrated", migrations=made)
        store = cls(target, observed)
        try:
            await store._writer.connect()
        except BaseException:
            await store.close()
            raise
        return store

    @property
    def fault(self) -> str:
        """Return a sentence that says why the store cannot be used at the moment; "" while it can."""
        return self._writer.fault or self._indexing.trouble or self._reading.trouble

    def away_seconds(self) -> float:
        """Return for how long commits have waited until now, without the first second of each wait."""
        return self._writer.away_seconds()

    def put(self, appends: Sequence[Append], done: PutDone, keeps: Sequence[KeptValue] = ()) -> None:
        """Queue appends and values to keep; all become durable together or none. `done` is called with the outcome,
        later.

        After `close` the outcome is StoreClosed.
        """
        if self._closing:
            self._loop.call_soon(done, StoreClosed(), ())
        else:
            self._writer.put((appends, done, keeps))

    async def append(
        self,
        stream: str,
        expected_length: int,
        bodies: Sequence[bytes],
        keeps: Sequence[KeptValue] = (),
        rows: Sequence[IndexRow] = (),
    ) -> None:
        """Add the records to the stream, which must have `expected_length` ones; return when they are durable, or raise
        the error.
        """
        await put_and_wait(self.put, Append(stream, expected_length, bodies, rows=rows), keeps)

    def read(
        self, stream: str, start: int = 0, limit: int | None = None
    ) -> AsyncGenerator[StoredRecord, None]:
        """Yield the verified records that the stream has now, from `start` on, at most `limit`; raise BrokenChain at a
        damaged one.
        """
        return read_pages(self._page, stream, start, limit)

    def tail(self, stream: str, start: int = 0) -> AsyncGenerator[StoredRecord, None]:
        """Yield the records from `start` on, then every new record of the stream when it is durable, until it is
        closed.
        """
        return self._tails.tail(stream, start)

    def wake_tails(self, stream: str = "") -> None:
        """Let the readers of `tail` look at this stream, or at all, because another process may have appended."""
        if stream:
            self._tails.wake_stream(stream)
        else:
            self._tails.wake_all()

    async def names(self, prefix: str = "", after: str = "", limit: int = 1000) -> list[tuple[str, int]]:
        """Return at most `limit` stream names that begin with `prefix` and come after `after`, with the streams'
        lengths.
        """
        self._refuse_if_closed()
        return await self._reader.names(prefix, after, limit)

    async def head(self, stream: str) -> Head:
        """Return the stream's length and last hash, also for a stream that does not exist yet."""
        self._refuse_if_closed()
        return await self._reader.head(stream)

    async def lengths(self, streams: Sequence[str]) -> list[int]:
        """Return the streams' lengths, in the same order; 0 for a stream that does not exist yet."""
        self._refuse_if_closed()
        return await self._reader.lengths(streams)

    async def verify(self, stream: str) -> Head:
        """Read and verify the whole stream, and return its length and last hash; raise BrokenChain at the first damaged
        record.
        """
        return await verify_pages(self._page, stream)

    async def kept_values(self, prefix: str = "") -> dict[str, bytes]:
        """Return the newest value of each key that begins with `prefix`, by key; keys whose value was erased are left
        out.
        """
        self._refuse_if_closed()
        return await self._reader.kept_values(prefix)

    async def scrub(self) -> bool:
        """Return True: PostgreSQL itself removes erased values from its files, by autovacuum, and from its log when the
        log is recycled.
        """
        self._refuse_if_closed()
        return True

    async def close(self) -> None:
        """Make the queued puts durable, call each `done`, and close the connections. A second call waits for the first
        one.
        """
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        """Finish the writer, wake the readers of tails, and close the connections."""
        self._checking.cancel()
        await self._writer.finish()
        self._tails.wake_all()
        await self._reading.close()
        await self._indexing.close()

    def _refuse_if_closed(self) -> None:
        """Raise StoreClosed if the store is closed or being closed."""
        if self._closing:
            raise StoreClosed

    async def _page(self, stream: str, start: int, end: int | None, link: bytes | None) -> RecordPage:
        """Read a page of a stream."""
        self._refuse_if_closed()
        return await self._reader.page(stream, start, end, link)

    def _doubt(self) -> None:
        """Let the next reads wait for a barrier, because the outcome of a batch is unknown."""
        self._reading.needs_barrier = self._indexing.needs_barrier = True

    def _leave_others(self, primary: Primary) -> None:
        """Read at no other server than the one that has just confirmed a commit: a primary that was replaced shows what
        was stored before.
        """
        self._reading.leave(primary)
        self._indexing.leave(primary)

    async def _check(self) -> None:
        """Look every second if the database answers, on both connections for reads; connect again if it does not."""
        was_away = False
        while not self._closing:
            await asyncio.sleep(CHECK_SECONDS)
            for link in (self._indexing, self._reading):
                with suppress(StoreFailed):
                    await link.fetch(ALIVE, seconds=CHECK_SECONDS)
            if bool(self.fault) != was_away:
                was_away = not was_away
                if was_away:
                    log.error("database away", error=self.fault)
                else:
                    log.info("database back")

    def _report(self, batch: Batch) -> None:
        """Call `done` of every put with its outcome, in the order of the puts."""
        report_puts(batch.puts, batch.failures, batch.heads)
        if self._tails.waiting:
            for appends, _, _ in batch.puts:
                self._tails.wake(appends)
        if self._observed and batch.records:
            self._observed(batch.records, batch.seconds)
