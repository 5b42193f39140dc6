"""The reads of index rows, on one connection and by one thread at a time."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tilth_server.store.index import IndexPage, IndexRow, Position
from tilth_server.store.sqlite.index_writer import ALL_ROWS, unpack_texts
from tilth_server.store.sqlite.schema import connect

MIN_ORDER: Final = -(1 << 63)
MAX_ORDER: Final = (1 << 63) - 1

Bounds = tuple[int | None, int | None, Position | None]
"""The minimum and the maximum order, and the position after which a page begins."""

StoredRow = Sequence[Any]
"""The columns of a row."""

COLUMNS = "index_rows.key, index_rows.place, tags, unique_keys, version, body"
SELECT_ROW = f"SELECT {COLUMNS} FROM index_rows WHERE name = ? AND key = ?"
SELECT_UNIQUE = (
    f"SELECT {COLUMNS} FROM index_unique_keys JOIN index_rows ON id = row"
    " WHERE index_unique_keys.name = ? AND unique_key = ?"
)
SELECT_SUM = "SELECT id, sum FROM index_tags WHERE name = ? AND tag = ?"
SELECT_SUMS = "SELECT tag, sum FROM index_tags WHERE name = ? AND tag >= ? ORDER BY tag"
SELECT_INDEXES = "SELECT name FROM index_tags WHERE tag = ? AND sum > 0 ORDER BY name"
NEXT_ENTRIES = (
    " FROM index_entries AS entry {join} WHERE entry.tag = ? AND entry.place >= ?"
    " AND (entry.place, entry.key) < (?, ?) ORDER BY entry.place DESC, entry.key DESC LIMIT ?"
)
SELECT_PAGE = f"SELECT {COLUMNS}" + NEXT_ENTRIES.format(join="JOIN index_rows ON id = row")
IS_TAGGED = (
    "EXISTS (SELECT 1 FROM index_entries AS other"
    " WHERE other.tag = ? AND other.place = entry.place AND other.key = entry.key)"
)
IF_TAGGED = f"SELECT entry.place, entry.key, {COLUMNS}" + NEXT_ENTRIES.format(
    join="LEFT JOIN index_rows ON id = CASE WHEN {tagged} THEN entry.row END"
)
"""Selects the entries of one tag, with the row of each entry that has the other tags as well."""


class IndexReader:
    """The blocking reads of index rows on one connection: single rows, pages of lists, and counts."""

    def __init__(self, database: Path) -> None:
        self._connection = connect(database)

    def close(self) -> None:
        """Close the connection to the database."""
        self._connection.close()

    def find(self, index: str, key: str) -> IndexRow | None:
        """Return the row under this key; None if there is none."""
        return _row(index, self._connection.execute(SELECT_ROW, (index, key)).fetchone())

    def find_unique(self, index: str, unique_key: str) -> IndexRow | None:
        """Return the row that has this unique key; None if there is none."""
        return _row(index, self._connection.execute(SELECT_UNIQUE, (index, unique_key)).fetchone())

    def count(self, index: str, tag: str) -> int:
        """Return the number of rows with the tag."""
        return self._tag(index, tag)[1]

    def counts(self, index: str, prefix: str) -> dict[str, int]:
        """Return the number of rows by tag, for the tags that begin with `prefix`."""
        counts: dict[str, int] = {}
        for tag, rows in self._connection.execute(SELECT_SUMS, (index, prefix)):
            if not tag.startswith(prefix):
                break
            if tag != ALL_ROWS:
                counts[tag] = rows
        return counts

    def names(self) -> list[str]:
        """Return the names of the indexes that have rows, sorted."""
        return [name for (name,) in self._connection.execute(SELECT_INDEXES, (ALL_ROWS,))]

    def page(
        self, index: str, tags: Sequence[str], size: int, bounds: Bounds, max_examined: int
    ) -> IndexPage:
        """Return a page of the rows that have all of these tags, the greatest order first, within the bounds.

        `bounds` are the least order, the greatest order, and the position to continue after, each None for no bound.
        """
        found = sorted({self._tag(index, tag) for tag in tags or (ALL_ROWS,)}, key=lambda tag: tag[1])
        lowest, highest, after = bounds
        start = Position(MAX_ORDER if highest is None else min(highest + 1, MAX_ORDER), "")
        if after is not None:
            start = min(start, after)
        min_order = MIN_ORDER if lowest is None else lowest
        if not found[0][1]:
            return IndexPage([], None, 0)
        if len(found) == 1:
            return self._walk(index, found[0][0], size, min_order, start)
        return self._intersect(index, [number for number, _ in found], size, (min_order, start, max_examined))

    def _walk(self, index: str, tag: int, size: int, min_order: int, start: Position) -> IndexPage:
        """Return a page of at most `size` rows with one tag, given by its number: those behind `start`, whose order is
        at least `min_order`.
        """
        parameters = (tag, min_order, start.order, start.key, size + 1)
        stored = self._connection.execute(SELECT_PAGE, parameters).fetchall()
        rows = [row_from_columns(index, row) for row in stored[:size]]
        following = Position(rows[-1].order, rows[-1].key) if len(stored) > size else None
        return IndexPage(rows, following, len(rows))

    def _intersect(
        self, index: str, tags: Sequence[int], size: int, walk: tuple[int, Position, int]
    ) -> IndexPage:
        """Return the rows with all of these tags: walk along the rarest tag, look each entry up under the others."""
        min_order, start, max_examined = walk
        sql = IF_TAGGED.format(tagged=" AND ".join([IS_TAGGED] * (len(tags) - 1)))
        rows: list[IndexRow] = []
        examined = 0
        parameters = (*tags[1:], tags[0], min_order, start.order, start.key, max_examined)
        for place, key, *stored in self._connection.execute(sql, parameters):
            examined += 1
            start = Position(place, key)
            if stored[0] is not None:
                rows.append(row_from_columns(index, stored))
                if len(rows) == size:
                    return IndexPage(rows, start, examined)
        return IndexPage(rows, start if examined == max_examined else None, examined)

    def _tag(self, index: str, tag: str) -> tuple[int, int]:
        """Return the stored number of a tag, and the number of rows that have it; -1 and 0 for an unknown tag."""
        found: tuple[int, int] | None = self._connection.execute(SELECT_SUM, (index, tag)).fetchone()
        return found or (-1, 0)


def _row(index: str, stored: StoredRow | None) -> IndexRow | None:
    """Return a row of the index, given its stored columns; None for None."""
    return None if stored is None else row_from_columns(index, stored)


def row_from_columns(index: str, stored: StoredRow) -> IndexRow:
    """Return a row of the index, given its stored columns."""
    key, place, tags, unique_keys, version, body = stored
    return IndexRow(index, key, place, unpack_texts(tags), unpack_texts(unique_keys), version, body)
