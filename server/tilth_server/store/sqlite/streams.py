"""The embedded store: streams, and indexes of them, in one SQLite file."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self

import structlog

from tilth_server.store.engine import RecordPage
from tilth_server.store.errors import StoreClosed
from tilth_server.store.index import IndexRow
from tilth_server.store.paging import read_pages, verify_pages
from tilth_server.store.sqlite import leftovers
from tilth_server.store.sqlite.data_directory import DataDirectory
from tilth_server.store.sqlite.index import SqliteIndex
from tilth_server.store.sqlite.mark import prepare_checked
from tilth_server.store.sqlite.reader import Reader
from tilth_server.store.sqlite.schema import empty_log
from tilth_server.store.sqlite.transactions import Transaction
from tilth_server.store.sqlite.writer import Writer
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


class SqliteStreams:
    """The open store of one data directory, for one event loop; `open` makes one.

    It has three connections: the writer's, one for streams and one for indexes. Each has a thread of its own, so that
    reads block neither the loop nor each other.
    """

    def __init__(self, directory: DataDirectory, observed: TransactionObserver | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._directory = directory
        self._observed = observed
        self._reader = Reader(directory.database)
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="tilth-store-reader")
        self._tails = Tails(self._page)
        self.index = SqliteIndex(directory.database)
        self._closing: asyncio.Task[None] | None = None
        self._writer = Writer(directory.database, self._report)

    @classmethod
    async def open(
        cls, path: Path, observed: TransactionObserver | None = None, *, accept_older: bool = False
    ) -> Self:
        """Open the store in directory `path`, or create one there; raise StoreFailed or StoreInUse if it cannot be
        opened.

        Raise OlderStore if the store lacks records that the directory once had, unless `accept_older` is true.
        """
        directory = DataDirectory(path)
        try:
            for left in leftovers.remove_leftovers(path, directory.database.name):
                log.info("unfinished copy removed", file=str(left))
            prepare_checked(directory.database, accept_older=accept_older)
            return cls(directory, observed)
        except BaseException:
            directory.release()
            raise

    @property
    def away_seconds(self) -> None:
        """Return None: the disk is always there."""

    @property
    def fault(self) -> str:
        """Return "": a file is there, or the calls themselves fail."""
        return ""

    @property
    def url(self) -> str:
        """Return the URL of the store, for processes that read it beside this one."""
        return f"sqlite:{self._directory.path}"

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
        return await self._loop.run_in_executor(self._reading, self._reader.names, prefix, after, limit)

    async def head(self, stream: str) -> Head:
        """Return the stream's length and last hash, also for a stream that does not exist yet."""
        self._refuse_if_closed()
        return await self._loop.run_in_executor(self._reading, self._reader.head, stream)

    async def lengths(self, streams: Sequence[str]) -> list[int]:
        """Return the streams' lengths, in the same order; 0 for a stream that does not exist yet."""
        self._refuse_if_closed()
        return await self._loop.run_in_executor(self._reading, self._reader.lengths, streams)

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
        return await self._loop.run_in_executor(self._reading, self._reader.kept_values, prefix)

    async def scrub(self) -> bool:
        """Empty the write-ahead log, which may hold erased values; return False if a running backup prevents it: call
        again later.
        """
        self._refuse_if_closed()
        return await self._loop.run_in_executor(self._reading, empty_log, self._directory.database)

    async def close(self) -> None:
        """Make the queued puts durable, call each `done`, and release the directory. A second call waits for the first
        one.
        """
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        """Finish the writer, wake the readers of tails, and release the directory."""
        await self._writer.finish()
        self._tails.wake_all()
        await asyncio.to_thread(self._reading.shutdown)
        self._reader.close()
        await self.index.close()
        self._directory.release()

    def _refuse_if_closed(self) -> None:
        """Raise StoreClosed if the store is closed or being closed."""
        if self._closing:
            raise StoreClosed

    async def _page(self, stream: str, start: int, end: int | None, link: bytes | None) -> RecordPage:
        """Read a page of a stream in the reading thread."""
        self._refuse_if_closed()
        return await self._loop.run_in_executor(self._reading, self._reader.page, stream, start, end, link)

    def _report(self, transaction: Transaction) -> None:
        """Call `done` of every put with its outcome, in the order of the puts."""
        report_puts(transaction.puts, transaction.failures, transaction.heads)
        if self._tails.waiting:
            for appends, _, _ in transaction.puts:
                self._tails.wake(appends)
        if self._observed and transaction.records:
            self._observed(transaction.records, transaction.seconds)
