"""`StreamIndex` in the SQLite file: pages, sums and keys are read in a thread, rows are written by the transactions."""

import asyncio
import sqlite3
from collections.abc import AsyncIterable, AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeVar

from tilth_server.store.errors import StoreClosed
from tilth_server.store.index import (
    MAX_EXAMINED,
    MAX_FAULTS,
    PAGE_ROWS,
    IndexFault,
    IndexPage,
    IndexRow,
    Position,
)
from tilth_server.store.sqlite.index_check import IndexCheck
from tilth_server.store.sqlite.index_reader import IndexReader
from tilth_server.store.sqlite.index_writer import IndexWriter
from tilth_server.store.sqlite.schema import connect, failure

ROWS_AT_ONCE: Final = 500
"""Rows of a rebuild in one transaction, and rows of a comparison."""

Result = TypeVar("Result")


class SqliteIndex:
    """The indexes of one open store, used from its event loop. Rows are read on a connection in a thread of its own."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._loop = asyncio.get_running_loop()
        self._reader = IndexReader(database)
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="tilth-store-index")
        self._closed = False

    async def close(self) -> None:
        """Stop reading, after the reads that run; later reads are refused."""
        self._closed = True
        await asyncio.to_thread(self._reading.shutdown)
        self._reader.close()

    async def find(self, index: str, key: str) -> IndexRow | None:
        """Return the row under this key; None if there is none."""
        return await self._read(self._reader.find, index, key)

    async def find_unique(self, index: str, unique_key: str) -> IndexRow | None:
        """Return the row that has this unique key; None if there is none."""
        return await self._read(self._reader.find_unique, index, unique_key)

    async def page(
        self,
        index: str,
        tags: Sequence[str] = (),
        *,
        size: int = PAGE_ROWS,
        after: Position | None = None,
        min_order: int | None = None,
        max_order: int | None = None,
        max_examined: int = MAX_EXAMINED,
    ) -> IndexPage:
        """Return at most `size` rows that have all of these tags (every row without tags), the greatest order first.

        `after` is the `next` of the page before; the orders from `min_order` to `max_order` are included. With several
        tags at most `max_examined` entries are examined, so the page may be shorter although more follow.
        """
        bounds = (min_order, max_order, after)
        return await self._read(self._reader.page, index, tags, size, bounds, max_examined)

    async def count(self, index: str, tag: str = "") -> int:
        """Return the number of rows with the tag, from the stored counts; without a tag, of all rows."""
        return await self._read(self._reader.count, index, tag)

    async def counts(self, index: str, prefix: str) -> dict[str, int]:
        """Return the number of rows by tag, for the tags that begin with `prefix`; tags without rows are left out."""
        return await self._read(self._reader.counts, index, prefix)

    async def names(self) -> list[str]:
        """Return the names of the indexes that have rows, sorted."""
        return await self._read(self._reader.names)

    async def rebuild(self, index: str, rows: AsyncIterable[IndexRow]) -> int:
        """Delete all rows of the index, then write these in batches; return their number. An interrupted call leaves
        some of them.
        """
        with closing(connect(self._database)) as connection:
            await self._read(self._write, connection, index, None)
            written = 0
            async for some in _batches(rows):
                await self._read(self._write, connection, index, some)
                written += len(some)
        return written

    async def verify(self, index: str, rows: AsyncIterable[IndexRow]) -> list[IndexFault]:
        """Compare the index with the rows that it should have, in batches; return at most MAX_FAULTS differences."""
        check = IndexCheck(self._database, index)
        try:
            async for some in _batches(rows):
                await self._read(check.compare, some)
            await self._read(check.finish)
        finally:
            check.close()
        return check.faults[:MAX_FAULTS]

    def _write(self, connection: sqlite3.Connection, index: str, rows: Sequence[IndexRow] | None) -> None:
        """Write rows in a transaction of their own; None: remove all."""
        writer = IndexWriter(connection)
        connection.execute("BEGIN IMMEDIATE")
        try:
            if rows is None:
                writer.clear(index)
            for row in rows or ():
                writer.write(row)
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    async def _read(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Run the work in the reading thread.

        Raise StoreClosed if the store is closed, StoreFailed for SQLite's errors.
        """
        if self._closed:
            raise StoreClosed
        try:
            return await self._loop.run_in_executor(self._reading, work, *arguments)
        except sqlite3.Error as error:
            raise failure(self._database, error) from error


async def _batches(rows: AsyncIterable[IndexRow]) -> AsyncIterator[list[IndexRow]]:
    """Yield the rows in lists of at most ROWS_AT_ONCE."""
    some: list[IndexRow] = []
    async for row in rows:
        some.append(row)
        if len(some) == ROWS_AT_ONCE:
            yield some
            some = []
    if some:
        yield some
