"""`StreamIndex` in PostgreSQL: rows are read on a connection of their own, and written with their records."""

from collections.abc import AsyncIterable, AsyncIterator, Sequence
from typing import Any, Final

import asyncpg

from tilth_server.store.errors import StoreFailed
from tilth_server.store.index import (
    MAX_EXAMINED,
    MAX_FAULTS,
    PAGE_ROWS,
    IndexFault,
    IndexPage,
    IndexRow,
    Position,
)
from tilth_server.store.postgres.index_changes import ALL_ROWS, IndexChanges, unpack_texts
from tilth_server.store.postgres.index_check import IndexCheck
from tilth_server.store.postgres.link import ReadLink
from tilth_server.store.postgres.statements import (
    CLEAR_INDEX,
    INSERT_ROWS,
    SELECT_INDEXES,
    SELECT_LAST_WALKED,
    SELECT_ROW,
    SELECT_SHARED,
    SELECT_SUM,
    SELECT_SUMS,
    SELECT_TAGGED,
    SELECT_UNIQUE,
)
from tilth_server.store.postgres.target import Target

ROWS_AT_ONCE: Final = 500
"""Rows of a rebuild in one statement, and rows of a comparison."""
INSERT_TRIES: Final = 10
MIN_ORDER: Final = -(1 << 63)
MAX_ORDER: Final = (1 << 63) - 1


class PostgresIndex:
    """The indexes of one open store."""

    def __init__(self, target: Target, link: ReadLink, snapshot: str = "") -> None:
        """`snapshot` is the name of the moment at which the index is verified; "": the one at which that begins."""
        self._target = target
        self._link = link
        self._snapshot = snapshot

    async def find(self, index: str, key: str) -> IndexRow | None:
        """Return the row under this key; None if there is none."""
        return _first(index, await self._link.fetch(SELECT_ROW, index.encode(), key.encode()))

    async def find_unique(self, index: str, unique_key: str) -> IndexRow | None:
        """Return the row that has this unique key; None if there is none."""
        return _first(index, await self._link.fetch(SELECT_UNIQUE, index.encode(), unique_key.encode()))

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
        start = Position(MAX_ORDER if max_order is None else min(max_order + 1, MAX_ORDER), "")
        if after is not None:
            start = min(start, after)
        lowest = MIN_ORDER if min_order is None else min_order
        wanted = sorted(set(tags or (ALL_ROWS,)))
        if len(wanted) == 1:
            return await self._walk(index, wanted[0], size, lowest, start)
        found = sorted([(await self.count(index, tag), tag) for tag in wanted])
        if not found[0][0]:
            return IndexPage([], None, 0)
        return await self._intersect(index, [tag for _, tag in found], size, (lowest, start, max_examined))

    async def count(self, index: str, tag: str = "") -> int:
        """Return the number of rows with the tag, from the stored counts; without a tag, of all rows."""
        rows = await self._link.fetch(SELECT_SUM, index.encode(), tag.encode())
        count: int = rows[0]["sum"]
        return count

    async def counts(self, index: str, prefix: str) -> dict[str, int]:
        """Return the number of rows by tag, for the tags that begin with `prefix`; tags without rows are left out."""
        first = prefix.encode()
        counts: dict[str, int] = {}
        for tag, rows in await self._link.fetch(SELECT_SUMS, index.encode(), first):
            if rows and tag != ALL_ROWS.encode() and tag.startswith(first):
                counts[tag.decode()] = rows
        return counts

    async def names(self) -> list[str]:
        """Return the names of the indexes that have rows, sorted."""
        return sorted(name.decode() for (name,) in await self._link.fetch(SELECT_INDEXES, ALL_ROWS.encode()))

    async def rebuild(self, index: str, rows: AsyncIterable[IndexRow]) -> int:
        """Delete all rows of the index, then write these in batches; return their number. An interrupted call leaves
        some of them.
        """
        link = ReadLink(self._target)
        written = 0
        try:
            await link.fetch(CLEAR_INDEX, index.encode())
            async for some in _batches(rows):
                await _insert(link, some)
                written += len(some)
        finally:
            await link.close()
        return written

    async def verify(self, index: str, rows: AsyncIterable[IndexRow]) -> list[IndexFault]:
        """Compare the index with the rows that it should have, in batches; return at most MAX_FAULTS differences."""
        check = IndexCheck(self._target, index, self._snapshot)
        try:
            async for some in _batches(rows):
                await check.compare(some)
            await check.finish()
        finally:
            await check.close()
        return check.faults[:MAX_FAULTS]

    async def _walk(self, index: str, tag: str, size: int, lowest: int, start: Position) -> IndexPage:
        """Return a page of at most `size` rows with one tag, behind `start`."""
        place = (start.order, start.key.encode())
        stored = await self._link.fetch(SELECT_TAGGED, index.encode(), tag.encode(), lowest, *place, size + 1)
        rows = [row_from_columns(index, row) for row in stored[:size]]
        following = Position(rows[-1].order, rows[-1].key) if len(stored) > size else None
        return IndexPage(rows, following, len(rows))

    async def _intersect(
        self, index: str, tags: Sequence[str], size: int, walk: tuple[int, Position, int]
    ) -> IndexPage:
        """Return the rows with all of these tags: walk along the rarest tag, look each entry up under the others."""
        lowest, start, max_examined = walk
        place = (start.order, start.key.encode())
        walked = (index.encode(), tags[0].encode(), lowest, *place, max_examined)
        others = [tag.encode() for tag in tags[1:]]
        found = await self._link.fetch(SELECT_SHARED, *walked, others, size)
        rows = [row_from_columns(index, columns) for _, *columns in found]
        if len(rows) == size:
            return IndexPage(rows, Position(rows[-1].order, rows[-1].key), found[-1][0])
        ends = await self._link.fetch(SELECT_LAST_WALKED, *walked)
        examined, order, key = ends[0] if ends else (0, 0, b"")
        following = Position(order, key.decode()) if examined == max_examined else None
        return IndexPage(rows, following, examined)


async def _insert(link: ReadLink, rows: Sequence[IndexRow]) -> None:
    """Write rows in one statement. If the connection is lost, look if they were written before they are sent again."""
    changes = IndexChanges({}, {})
    changes.add(rows)
    for left in reversed(range(INSERT_TRIES)):
        try:
            await link.fetch(INSERT_ROWS, *changes.arrays(0), once=True)
            return
        except StoreFailed:
            if await link.fetch(SELECT_ROW, rows[-1].index.encode(), rows[-1].key.encode()):
                return
            if not left:
                raise


def row_from_columns(index: str, stored: Sequence[Any]) -> IndexRow:
    """Return a row of the index, given its stored columns."""
    key, place, tags, unique_keys, version, body = stored
    return IndexRow(index, key.decode(), place, unpack_texts(tags), unpack_texts(unique_keys), version, body)


def _first(index: str, stored: Sequence[asyncpg.Record]) -> IndexRow | None:
    """Return the row of the index that was found; None if none was."""
    return row_from_columns(index, stored[0]) if stored else None


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
