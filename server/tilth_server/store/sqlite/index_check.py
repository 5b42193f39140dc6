"""The comparison of an index with the rows that it should have, and of its tables with each other."""

from collections.abc import Sequence
from pathlib import Path

from tilth_server.store.index import MAX_FAULTS, IndexFault, IndexRow
from tilth_server.store.sqlite.index_reader import SELECT_ROW, row_from_columns
from tilth_server.store.sqlite.index_writer import ALL_ROWS
from tilth_server.store.sqlite.schema import connect

SELECT_UNEXPECTED = (
    "SELECT key FROM index_rows WHERE name = ? AND key NOT IN (SELECT key FROM expected) ORDER BY key LIMIT ?"
)
SELECT_ENTRY = (
    "SELECT row FROM index_entries JOIN index_tags ON index_tags.id = index_entries.tag"
    " WHERE name = ? AND index_tags.tag = ? AND place = ? AND key = ?"
)
SELECT_UNIQUE_ROW = "SELECT row FROM index_unique_keys WHERE name = ? AND unique_key = ?"
SELECT_WRONG_SUMS = (
    "SELECT tag, sum, (SELECT count(*) FROM index_entries AS entry WHERE entry.tag = index_tags.id) AS entries"
    " FROM index_tags WHERE name = ? AND sum != entries LIMIT ?"
)
SELECT_LOOSE = (
    "SELECT key, index_tags.tag FROM index_entries JOIN index_tags ON index_tags.id = index_entries.tag"
    " WHERE name = ? AND NOT EXISTS (SELECT 1 FROM index_rows, json_each(index_rows.tags) AS each"
    " WHERE index_rows.id = row AND index_rows.key = index_entries.key AND each.value = index_tags.tag)"
    " AND index_tags.tag != ? LIMIT ?"
)
SELECT_LOOSE_KEYS = (
    "SELECT unique_key FROM index_unique_keys AS held WHERE name = ? AND NOT EXISTS"
    " (SELECT 1 FROM index_rows, json_each(index_rows.unique_keys) AS each"
    " WHERE index_rows.id = row AND index_rows.name = held.name AND each.value = unique_key) LIMIT ?"
)


class IndexCheck:
    """One comparison of an index. Its connection sees the index as it was at the beginning."""

    def __init__(self, database: Path, index: str) -> None:
        self._index = index
        self._connection = connect(database)
        self._connection.execute("CREATE TEMP TABLE expected (key TEXT PRIMARY KEY) WITHOUT ROWID")
        self._connection.execute("BEGIN")
        self.faults: list[IndexFault] = []

    def close(self) -> None:
        """Close the connection to the database."""
        self._connection.close()

    def compare(self, rows: Sequence[IndexRow]) -> None:
        """Compare the stored rows with these, which the index should have; note rows that are missing or different
        as faults.
        """
        for row in rows:
            self._connection.execute("INSERT OR IGNORE INTO expected VALUES (?)", (row.key,))
            stored = self._connection.execute(SELECT_ROW, (self._index, row.key)).fetchone()
            if stored is None:
                self._add(row.key, "is missing")
                continue
            found = row_from_columns(self._index, stored)
            wrong = [
                name for name in ("order", "version", "body") if getattr(found, name) != getattr(row, name)
            ]
            wrong += [
                name for name in ("tags", "unique_keys") if {*getattr(found, name)} != {*getattr(row, name)}
            ]
            if wrong:
                self._add(row.key, f"has another {', '.join(wrong)} than its stream says")
            self._compare_entries(found)

    def finish(self) -> None:
        """Note as faults the stored rows that no stream gives, wrong counts of tags, and entries without a row."""
        for (key,) in self._connection.execute(SELECT_UNEXPECTED, (self._index, MAX_FAULTS)):
            self._add(key, "follows from no stream")
        for tag, kept, entries in self._connection.execute(SELECT_WRONG_SUMS, (self._index, MAX_FAULTS)):
            self._add("", f"the tag {tag!r} is counted {kept} times and has {entries} entries")
        for key, tag in self._connection.execute(SELECT_LOOSE, (self._index, ALL_ROWS, MAX_FAULTS)):
            self._add(key, f"is listed under the tag {tag!r}, which it does not have")
        for (unique_key,) in self._connection.execute(SELECT_LOOSE_KEYS, (self._index, MAX_FAULTS)):
            self._add("", f"the unique key {unique_key!r} belongs to no row")

    def _compare_entries(self, row: IndexRow) -> None:
        """Find the tags and unique keys of a row that the other tables lack."""
        for tag in (ALL_ROWS, *row.tags):
            parameters = (self._index, tag, row.order, row.key)
            if self._connection.execute(SELECT_ENTRY, parameters).fetchone() is None:
                self._add(row.key, f"is not listed under its tag {tag!r}")
        for unique_key in row.unique_keys:
            if self._connection.execute(SELECT_UNIQUE_ROW, (self._index, unique_key)).fetchone() is None:
                self._add(row.key, f"is not found by its unique key {unique_key!r}")

    def _add(self, key: str, why: str) -> None:
        """Add a fault of the row under this key to `faults`; drop it if there are MAX_FAULTS already."""
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(IndexFault(self._index, key, why))
