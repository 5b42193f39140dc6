"""A copy of a whole store into another one, of the same engine or of another."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Final

import msgspec

from tilth_server.store.engine import Engine, HeldStore, LogReader
from tilth_server.store.errors import BrokenChain, StoreFailed
from tilth_server.store.index import IndexRow, StreamIndex
from tilth_server.store.streams import Append, Head, KeptValue, Store, report_outcome

NAMES_AT_ONCE: Final = 1000
ROWS_AT_ONCE: Final = 500
MAX_QUEUED: Final = 500
"""Appends that are on their way at once: they share transactions."""
MAX_QUEUED_BYTES: Final = 8 << 20

Progress = Callable[[int, int], None]
"""Called with the number of streams that are done, and of all streams."""


class Copied(msgspec.Struct):
    """The size of a copy."""

    streams: int = 0
    records: int = 0
    added: int = 0
    """Records that the copy did not have before."""
    rows: int = 0
    """Rows of indexes."""


async def copy_streams(source: Engine, target: Engine, progress: Progress) -> Copied:
    """Copy a store as it is at one moment. Records that the target has are compared, and the rest is added.

    Raise StoreFailed if the target has records that the source lacks, BrokenChain at the first damaged record.
    """
    async with source.hold() as held:
        if held.missing:
            raise StoreFailed(held.missing)
        store = await target.open()
        try:
            return await _Copy(held, store, progress).run()
        finally:
            await store.close()


class _Copy:
    """One copy."""

    def __init__(self, held: HeldStore, target: Store, progress: Progress) -> None:
        self._held = held
        self._reader: LogReader = held.reader
        self._target = target
        self._progress = progress
        self._queued: list[asyncio.Future[None]] = []
        self._queued_bytes = 0
        self._copied = Copied()

    async def run(self) -> Copied:
        """Copy streams, kept values and indexes; return their numbers."""
        names = await self._names()
        await self._refuse_others(dict(names))
        for done, (name, length) in enumerate(names):
            self._progress(done, len(names))
            await self._copy_stream(name, length)
        await self._finish_queued()
        for name, length in names:
            if (await self._target.head(name)).length != length:
                raise StoreFailed(f"stream {name!r} has not arrived whole: copy again")
        await self._copy_values()
        for index in await self._held.index.names():
            self._copied.rows += await self._target.index.rebuild(index, _rows(self._held.index, index))
        return self._copied

    async def _names(self) -> list[tuple[str, int]]:
        """Return the names and lengths of all streams of the source."""
        names: list[tuple[str, int]] = []
        after = ""
        while page := await asyncio.to_thread(self._reader.names, "", after, NAMES_AT_ONCE):
            names += page
            after = page[-1][0]
        return names

    async def _refuse_others(self, lengths: dict[str, int]) -> None:
        """Raise StoreFailed if the target has records that the source lacks."""
        after = ""
        while page := await self._target.names("", after, NAMES_AT_ONCE):
            for name, length in page:
                if length > lengths.get(name, 0):
                    raise StoreFailed(
                        f"stream {name!r} has {length} records in the target and {lengths.get(name, 0)} in the source:"
                        " choose a target that is empty, or that holds an earlier copy"
                    )
            after = page[-1][0]

    async def _copy_stream(self, name: str, length: int) -> None:
        """Verify a stream in both stores, and add the records that the target lacks."""
        there = await self._target.verify(name)
        start, link = 0, None
        while start < length:
            page = await asyncio.to_thread(self._reader.page, name, start, length, link)
            if page.broken is not None:
                raise page.broken
            if not page.records:
                raise BrokenChain(name, start, "is missing")
            before = Head(start, link or b"")
            start, link = page.records[-1].number + 1, page.records[-1].hash
            if before.length < there.length <= start:
                known = page.records[there.length - before.length - 1]
                if known.hash != there.hash:
                    raise StoreFailed(
                        f"stream {name!r} has another record {known.number} in the target than in the source:"
                        " choose a target that is empty, or that holds an earlier copy"
                    )
            bodies = [record.body for record in page.records if record.number >= there.length]
            if bodies:
                await self._append(Append(name, start - len(bodies), bodies))
        self._copied.streams += 1
        self._copied.records += length
        self._copied.added += length - there.length

    async def _append(self, append: Append) -> None:
        """Queue an append; wait if many are on their way."""
        durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._target.put((append,), partial(report_outcome, durable))
        self._queued.append(durable)
        self._queued_bytes += sum(map(len, append.bodies))
        if len(self._queued) >= MAX_QUEUED or self._queued_bytes >= MAX_QUEUED_BYTES:
            await self._finish_queued()

    async def _finish_queued(self) -> None:
        """Wait until everything that is queued is durable."""
        queued, self._queued, self._queued_bytes = self._queued, [], 0
        for outcome in await asyncio.gather(*queued, return_exceptions=True):
            if outcome is not None:
                raise outcome

    async def _copy_values(self) -> None:
        """Make the kept values of the target those of the source."""
        wanted = await asyncio.to_thread(self._reader.kept_values, "")
        there = await self._target.kept_values()
        changes = [KeptValue(key, body) for key, body in wanted.items() if there.get(key) != body]
        changes += [KeptValue(key, b"") for key in there.keys() - wanted.keys()]
        if changes:
            durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._target.put((), partial(report_outcome, durable), changes)
            await durable


async def _rows(index: StreamIndex, name: str) -> AsyncIterator[IndexRow]:
    """Yield all rows of an index."""
    after = None
    while True:
        page = await index.page(name, size=ROWS_AT_ONCE, after=after)
        for row in page.rows:
            yield row
        after = page.next
        if after is None:
            return
