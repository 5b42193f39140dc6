"""The comparison of an index with the rows that it should have, and of its tables with each other."""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from tilth_server.store.index import MAX_FAULTS, IndexFault, IndexRow
from tilth_server.store.postgres.index_changes import ALL_ROWS, unpack_texts
from tilth_server.store.postgres.link import ReadLink
from tilth_server.store.postgres.statements import (
    NEXT_ENTRIES,
    NEXT_KEYS,
    NEXT_UNIQUE_KEYS,
    SELECT_EXPECTED,
    SELECT_HELD,
    SELECT_LISTED,
    SELECT_SUMS,
)
from tilth_server.store.postgres.target import Target

AT_ONCE: Final = 1000


class IndexCheck:
    """One comparison of an index. All of it sees the index as it was at the beginning, or in a snapshot."""

    def __init__(self, target: Target, index: str, snapshot: str = "") -> None:
        self._link = ReadLink(target, snapshot)
        self._index = index
        self._name = index.encode()
        self._expected: set[bytes] = set()
        self.faults: list[IndexFault] = []

    async def close(self) -> None:
        """Close the connection to the database."""
        await self._link.close()

    async def compare(self, rows: Sequence[IndexRow]) -> None:
        """Compare the stored rows with these, which the index should have; note rows that are missing or different
        as faults.
        """
        keys = [row.key.encode() for row in rows]
        self._expected.update(keys)
        stored: dict[str, IndexRow] = {}
        for key, place, tags, unique_keys, version, body in await self._link.fetch(
            SELECT_EXPECTED, self._name, keys
        ):
            texts = unpack_texts(tags), unpack_texts(unique_keys)
            stored[key.decode()] = IndexRow(self._index, key.decode(), place, *texts, version, body)
        entries = [(tag, row) for row in stored.values() for tag in (ALL_ROWS, *row.tags)]
        columns = [[tag.encode() for tag, _ in entries], [row.order for _, row in entries]]
        keys = [row.key.encode() for _, row in entries]
        listed = {
            (key, tag) for key, tag in await self._link.fetch(SELECT_LISTED, self._name, *columns, keys)
        }
        unique_keys = [each.encode() for row in stored.values() for each in row.unique_keys]
        held = {(key, each) for each, key in await self._link.fetch(SELECT_HELD, self._name, unique_keys)}
        for row in rows:
            found = stored.get(row.key)
            if found is None:
                self._add(row.key, "is missing")
                continue
            wrong = [
                name for name in ("order", "version", "body") if getattr(found, name) != getattr(row, name)
            ]
            wrong += [
                name for name in ("tags", "unique_keys") if {*getattr(found, name)} != {*getattr(row, name)}
            ]
            if wrong:
                self._add(row.key, f"has another {', '.join(wrong)} than its stream says")
            for tag in (ALL_ROWS, *found.tags):
                if (row.key.encode(), tag.encode()) not in listed:
                    self._add(row.key, f"is not listed under its tag {tag!r}")
            for each in found.unique_keys:
                if (row.key.encode(), each.encode()) not in held:
                    self._add(row.key, f"is not found by its unique key {each!r}")

    async def finish(self) -> None:
        """Note as faults the stored rows that no stream gives, wrong counts of tags, and entries without a row."""
        async for (key,) in self._walk(NEXT_KEYS, (b"",)):
            if key not in self._expected:
                self._add(key.decode(), "follows from no stream")
        entries: Counter[bytes] = Counter()
        async for tag, _, key, is_placed, tags in self._walk(NEXT_ENTRIES, (b"", -(1 << 63), b"")):
            entries[tag] += 1
            text = tag.decode()
            if not is_placed or text not in (ALL_ROWS, *unpack_texts(tags)):
                self._add(key.decode(), f"is listed under the tag {text!r}, which it does not have")
        sums = dict(await self._link.fetch(SELECT_SUMS, self._name, b""))
        for tag in sorted({*sums, *entries}):
            if (kept := sums.get(tag, 0)) != entries[tag]:
                count = entries[tag]
                self._add("", f"the tag {tag.decode()!r} is counted {kept} times and has {count} entries")
        async for unique_key, unique_keys in self._walk(NEXT_UNIQUE_KEYS, (b"",)):
            if unique_keys is None or unique_key.decode() not in unpack_texts(unique_keys):
                self._add("", f"the unique key {unique_key.decode()!r} belongs to no row")

    async def _walk(self, statement: str, first: tuple[Any, ...]) -> AsyncIterator[Any]:
        """Yield the rows of a statement, page by page. A page begins at the values of its first columns."""
        while rows := await self._link.fetch(statement, self._name, *first, AT_ONCE):
            for row in rows:
                yield row
            *before, last = tuple(rows[-1])[: len(first)]
            # The smallest bytes that are greater.
            first = (*before, last + b"\0")

    def _add(self, key: str, why: str) -> None:
        """Add a fault of the row under this key to `faults`; drop it if there are MAX_FAULTS already."""
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(IndexFault(self._index, key, why))
