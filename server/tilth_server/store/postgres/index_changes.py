"""The changes of index rows in one batch: computed beside the database, written by one statement."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from tilth_server.store.errors import KeyTaken
from tilth_server.store.index import IndexRow

ALL_ROWS: Final = ""
"""The tag of all rows."""

Key = tuple[str, str]
"""An index, and a key, a unique key or a tag in it."""


class StoredRow(NamedTuple):
    """The part of a stored row that has to be known to replace it. Revision 0: there is no row yet."""

    order: int
    tags: frozenset[str]
    unique_keys: frozenset[str]
    revision: int


NO_ROW: Final = StoredRow(0, frozenset(), frozenset(), 0)


def pack_texts(texts: Iterable[str]) -> bytes:
    """Return tags or keys as they are stored: each once, sorted."""
    return msgspec.json.encode(sorted(set(texts)))


def unpack_texts(stored: bytes) -> tuple[str, ...]:
    """Return the tags or unique keys that a stored column holds."""
    return msgspec.json.decode(stored, type=tuple[str, ...])


def tags_of(row: IndexRow) -> frozenset[str]:
    """Return the tags under which a row is listed: its own, and the one of all rows."""
    return frozenset((ALL_ROWS, *row.tags))


class IndexChanges:
    """The rows that a batch replaces, put by put."""

    def __init__(self, stored: Mapping[Key, StoredRow], holders: Mapping[Key, str]) -> None:
        """`stored` has the rows that the database holds under the batch's keys, and `holders`, by unique key, the keys
        of the rows that have them."""
        self._stored = stored
        self._holders = holders
        self.rows: dict[Key, IndexRow] = {}
        """The rows to write."""
        self._held: dict[Key, str | None] = {}
        """The holders of the unique keys that change; None: nobody holds it."""

    def add(self, rows: Sequence[IndexRow]) -> None:
        """Add the rows of one put. Raise KeyTaken, and add none, if another row has one of their unique keys."""
        added: dict[Key, IndexRow] = {}
        held: dict[Key, str | None] = {}
        for row in rows:
            place = (row.index, row.key)
            for unique_key in row.unique_keys:
                holder = self._holder((row.index, unique_key), held)
                if holder is not None and holder != row.key:
                    raise KeyTaken(row.index, unique_key, holder)
            before = added.get(place) or self.rows.get(place)
            had = self._stored.get(place, NO_ROW).unique_keys if before is None else {*before.unique_keys}
            for unique_key in had:
                held[row.index, unique_key] = None
            for unique_key in row.unique_keys:
                held[row.index, unique_key] = row.key
            added[place] = row
        self.rows.update(added)
        self._held.update(held)

    def arrays(self, part: int) -> list[Any]:
        """Return the parameters of the statement, from the rows to the unique keys that are taken."""
        written: list[tuple[Any, ...]] = []
        gone: list[tuple[Any, ...]] = []
        listed: list[tuple[Any, ...]] = []
        sums: dict[Key, int] = defaultdict(int)
        for (index, key), row in self.rows.items():
            old = self._stored.get((index, key), NO_ROW)
            name, key_bytes = index.encode(), key.encode()
            packed = (pack_texts(row.tags), pack_texts(row.unique_keys))
            written.append((name, key_bytes, row.order, *packed, row.version, row.body, old.revision + 1))
            tags = tags_of(row)
            stays = old.tags & tags if old.order == row.order else frozenset[str]()
            gone += [(name, tag.encode(), old.order, key_bytes) for tag in old.tags - stays]
            listed += [(name, tag.encode(), row.order, key_bytes) for tag in tags - stays]
            for tag in old.tags - tags:
                sums[index, tag] -= 1
            for tag in tags - old.tags:
                sums[index, tag] += 1
        freed, passed, taken = self._unique_changes()
        changed = [(index.encode(), tag.encode(), change) for (index, tag), change in sums.items() if change]
        return [
            *columns(written, 8),
            *columns(gone, 4),
            *columns(listed, 4),
            part,
            *columns(changed, 3),
            *columns(freed, 2),
            *columns(passed, 4),
            *columns(taken, 3),
        ]

    def _holder(self, place: Key, held: Mapping[Key, str | None]) -> str | None:
        """Return the key of the row that has a unique key after the rows before."""
        for known in (held, self._held):
            if place in known:
                return known[place]
        return self._holders.get(place)

    def _unique_changes(self) -> tuple[list[tuple[bytes, ...]], ...]:
        """Return the unique keys that are freed, those that pass to another row, and those that are taken."""
        freed: list[tuple[bytes, ...]] = []
        passed: list[tuple[bytes, ...]] = []
        taken: list[tuple[bytes, ...]] = []
        for (index, unique_key), holder in self._held.items():
            old = self._holders.get((index, unique_key))
            place = (index.encode(), unique_key.encode())
            if old is None and holder is not None:
                taken.append((*place, holder.encode()))
            elif old is not None and holder is None:
                freed.append(place)
            elif old is not None and holder is not None and old != holder:
                passed.append((*place, old.encode(), holder.encode()))
        return freed, passed, taken


def columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    """Return rows as lists of their columns."""
    return [[row[place] for row in rows] for place in range(width)]
