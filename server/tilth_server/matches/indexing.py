"""The first indexing of a store that an earlier build wrote. The server takes calls while it runs.

Every row is written by an append without records, at the length that the match had when it was read. So a row is never
older than its stream, even if the match continues at the same moment.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Final

import structlog

from tilth.v1 import record_pb2
from tilth_server.derived_ids import DerivedIds
from tilth_server.index_progress import NO_STREAM, IndexingState, read_state, retry_until_done, save_state
from tilth_server.matches import match_rows as rows
from tilth_server.matches.match_fold import MatchFold
from tilth_server.matches.match_info import STREAMS, MatchInfo, NotAMatchStream, clock_of, stream_of
from tilth_server.matches.match_orders import rows_of
from tilth_server.store import (
    Append,
    BrokenChain,
    IndexRow,
    LengthConflict,
    Store,
    StoreFailed,
)

if TYPE_CHECKING:
    from tilth_server.matches.live import LiveMatch

log = structlog.get_logger()

KEY: Final = "match"
"""The key under which the progress of the index of matches is stored."""
NAMES_AT_ONCE: Final = 500
AT_ONCE: Final = 50
"""Rows that are written side by side. The progress is stored after every NAMES_AT_ONCE matches."""
TRIES: Final = 5

RowsNow = Callable[["LiveMatch"], tuple[IndexRow, ...]]
"""Returns the rows of a match in memory, as it is after all records that were put into the store."""


class Indexing:
    """The background work that writes a row for every match that has none."""

    def __init__(
        self,
        store: Store,
        fold: MatchFold,
        ids: DerivedIds,
        loaded: Mapping[str, "LiveMatch"],
        rows_now: RowsNow,
    ) -> None:
        self._store = store
        self._fold = fold
        self._ids = ids
        self._loaded = loaded
        self._rows_now = rows_now
        self._reached = IndexingState(rows.VERSION)
        self._task: asyncio.Task[None] | None = None
        self.done = self.total = 0
        """The numbers of matches that are in the index, and of all matches, while it is not complete."""
        self.on_progress: list[Callable[[], None]] = []
        """Callbacks that are called when more matches are in the index."""

    @property
    def is_complete(self) -> bool:
        """Return whether every match is in the index."""
        return self._reached.is_complete

    async def open(self) -> None:
        """Read the progress of the index. If it is not complete, index the running matches with clocks."""
        self._reached = await read_state(self._store.index, KEY, rows.VERSION)
        if self.is_complete:
            return
        after = self._reached.after
        async for name in self._names():
            self.total += 1
            self.done += name <= after
            if not self._reached.has_clocks and await self._has_clock(name):
                append = await self._append_for(name)
                if append is not None and rows.ACTIVE in append.rows[0].tags:
                    await self._write(name, append)
        if not self.total:
            self._reached = await save_state(self._store, KEY, self._reached, is_complete=True)
            return
        self._reached = await save_state(self._store, KEY, self._reached, has_clocks=True)
        log.info("index incomplete", matches=self.total, indexed=self.done)

    def start(self) -> None:
        """Index the other matches beside the server's work."""
        if not self.is_complete:
            self._task = asyncio.create_task(retry_until_done(self._index_all))

    async def close(self) -> None:
        """Stop. The next start continues."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _index_all(self) -> None:
        """Write the rows of all matches that are not indexed yet, and store the progress after each page of names."""
        while names := await self._store.names(STREAMS, self._reached.after, NAMES_AT_ONCE):
            for start in range(0, len(names), AT_ONCE):
                some = [name for name, _ in names[start : start + AT_ONCE]]
                # Matches are read one after the other: a match may be large.
                appends = [await self._append_for(name) for name in some]
                async with asyncio.TaskGroup() as writes:
                    for name, append in zip(some, appends, strict=True):
                        writes.create_task(self._write(name, append))
                self.done += len(some)
            self._reached = await save_state(self._store, KEY, self._reached, after=names[-1][0])
            for call in self.on_progress:
                call()
        self._reached = await save_state(self._store, KEY, self._reached, is_complete=True)
        log.info("index complete", matches=self.done)
        for call in self.on_progress:
            call()

    async def _write(self, name: str, append: Append | None) -> None:
        """Write the row of a match. If the match has got more records since the row was made, make the row again."""
        for _ in range(TRIES):
            if append is None:
                return
            try:
                await self._put(append)
            except LengthConflict:
                append = await self._append_for(name)
            except BrokenChain:
                await self._store.append(NO_STREAM, 0, (), rows=append.rows)
                return
            else:
                return
        raise StoreFailed(f"{name} is changed too often to be indexed now")

    async def _put(self, append: Append) -> None:
        """Append without records, only to write the row."""
        await self._store.append(append.stream, append.expected_length, append.bodies, rows=append.rows)

    async def _append_for(self, name: str) -> Append | None:
        """Return the append that writes the row of a match; None for a match whose beginning is damaged."""
        match_id = name.removeprefix(STREAMS)
        live = self._loaded.get(match_id)
        if live is not None and live.next_record:
            return Append(name, live.next_record, (), rows=self._rows_now(live))
        try:
            return self._append_of(await self._fold.read(match_id))
        except (BrokenChain, NotAMatchStream):
            return None

    def _append_of(self, info: MatchInfo) -> Append:
        """Return the append that writes the row of this match."""
        made = rows_of(info, self._ids)
        if info.damage is not None:
            return Append(NO_STREAM, 0, (), rows=made)
        return Append(stream_of(info.id), info.record_count, (), rows=made)

    async def _has_clock(self, name: str) -> bool:
        """Return whether the match of this stream is played with clocks; False if its first record is damaged."""
        try:
            async with aclosing(self._store.read(name, 0, 1)) as records:
                async for first in records:
                    created = record_pb2.Record.FromString(first.body).created
                    return clock_of(created.clock).runs
        except BrokenChain:
            pass
        return False

    async def _names(self) -> AsyncIterator[str]:
        """Yield the names of the streams of all matches."""
        after = ""
        while names := await self._store.names(STREAMS, after, NAMES_AT_ONCE):
            for name, _ in names:
                yield name
            after = names[-1][0]
