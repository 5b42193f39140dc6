"""`Streams` on one SQLite file: the embedded store."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Self

from tilth_server.store import chain
from tilth_server.store.directory import Directory
from tilth_server.store.errors import StoreClosed, StoreError
from tilth_server.store.ledger import Put, Transaction
from tilth_server.store.reader import Page, Reader
from tilth_server.store.schema import prepare
from tilth_server.store.streams import Append, Done, Head, Observed, Record
from tilth_server.store.writer import Writer


class SqliteStreams:
    """An open store; `open` makes one.

    Three connections: the writer's, one for long reads in a thread of their own, so that they don't hold up the loop,
    and the loop's own for `read_now`.
    """

    def __init__(self, directory: Directory, observed: Observed | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._directory = directory
        self._observed = observed
        self._reader = Reader(directory.database)
        self._loop_reader = Reader(directory.database)
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="tilth-store-reader")
        self._tails: dict[str, set[asyncio.Event]] = {}
        self._closing: asyncio.Task[None] | None = None
        self._writer = Writer(directory.database, self._settle)

    @classmethod
    async def open(cls, path: Path, observed: Observed | None = None) -> Self:
        """Open the store in directory `path`, or make one there; StoreFailed or StoreInUse if that can't be."""
        directory = Directory(path)
        try:
            prepare(directory.database)
            return cls(directory, observed)
        except BaseException:
            directory.release()
            raise

    @property
    def database(self) -> Path:
        """The file, for whoever reads it in a process of its own."""
        return self._directory.database

    def put(self, appends: Sequence[Append], done: Done) -> None:
        if self._closing:
            self._loop.call_soon(done, StoreClosed())
        else:
            self._writer.put((appends, done))

    async def append(self, stream: str, expected_length: int, bodies: Sequence[bytes]) -> None:
        durable: asyncio.Future[None] = self._loop.create_future()
        self.put((Append(stream, expected_length, bodies),), partial(_resolve, durable))
        await durable

    async def read(
        self, stream: str, start: int = 0, limit: int | None = None
    ) -> AsyncGenerator[Record, None]:
        end = None if limit is None else start + limit
        link = None
        while True:
            page = await self._page(stream, start, end, link)
            for record in page.records:
                yield record
            if page.broken:
                raise page.broken
            start += len(page.records)
            link = page.link
            end = page.length if end is None else min(end, page.length)
            if start >= end:
                return

    def read_now(self, stream: str, start: int = 0, limit: int | None = None) -> list[Record]:
        if self._closing:
            raise StoreClosed
        end = None if limit is None else start + limit
        page = self._loop_reader.page(stream, start, end, None, EVERYTHING, EVERYTHING)
        if page.broken:
            raise page.broken
        return page.records

    async def tail(self, stream: str, start: int = 0) -> AsyncGenerator[Record, None]:
        stirred = asyncio.Event()
        self._tails.setdefault(stream, set()).add(stirred)
        link = None
        try:
            while True:
                stirred.clear()
                page = await self._page(stream, start, None, link)
                for record in page.records:
                    yield record
                if page.broken:
                    raise page.broken
                start += len(page.records)
                link = page.link
                if start >= page.length:
                    await stirred.wait()
        finally:
            self._tails[stream].discard(stirred)
            if not self._tails[stream]:
                del self._tails[stream]

    async def names(self, prefix: str = "", after: str = "", limit: int = 1000) -> list[tuple[str, int]]:
        self._refuse_if_closed()
        return await self._loop.run_in_executor(self._reading, self._reader.names, prefix, after, limit)

    async def head(self, stream: str) -> Head:
        self._refuse_if_closed()
        return await self._loop.run_in_executor(self._reading, self._reader.head, stream)

    async def verify(self, stream: str) -> Head:
        walked = Head(0, chain.root(stream))
        async for record in self.read(stream):
            walked = Head(record.number + 1, record.hash)
        return walked

    async def close(self) -> None:
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        await self._writer.finish()
        for stirred in (stirred for tails in self._tails.values() for stirred in tails):
            stirred.set()
        await asyncio.to_thread(self._reading.shutdown)
        self._reader.close()
        self._loop_reader.close()
        self._directory.release()

    def _refuse_if_closed(self) -> None:
        if self._closing:
            raise StoreClosed

    async def _page(self, stream: str, start: int, end: int | None, link: bytes | None) -> Page:
        self._refuse_if_closed()
        return await self._loop.run_in_executor(self._reading, self._reader.page, stream, start, end, link)

    def _settle(self, transaction: Transaction) -> None:
        """Tell every put how it ended, in the order they were put."""
        failures = transaction.failures
        for place, (_, done) in enumerate(transaction.puts):
            try:
                done(failures.get(place))
            except Exception as error:  # noqa: BLE001 - the others must still be told
                self._loop.call_exception_handler(
                    {"message": "a put's callback failed", "exception": error, "callback": done}
                )
        if self._tails:
            self._stir(transaction.puts)
        if self._observed and transaction.records:
            self._observed(transaction.records, transaction.seconds)

    def _stir(self, puts: list[Put]) -> None:
        for appends, _ in puts:
            for append in appends:
                for stirred in self._tails.get(append.stream, ()):
                    stirred.set()


EVERYTHING = 1 << 62


def _resolve(durable: asyncio.Future[None], error: StoreError | None) -> None:
    """Pass a put's outcome to whoever waits, unless they were cancelled."""
    if durable.done():
        return
    if error is None:
        durable.set_result(None)
    else:
        durable.set_exception(error)
