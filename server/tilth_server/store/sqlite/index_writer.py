"""The writes of index rows, with their entries, unique keys and sums, within a transaction of the caller."""

import sqlite3
from collections.abc import Iterable
from typing import Final

import msgspec

from tilth_server.store.errors import KeyTaken
from tilth_server.store.index import IndexRow

ALL_ROWS: Final = ""
"""The tag of all rows."""

SELECT_OLD = "SELECT id, place, tags, unique_keys FROM index_rows WHERE name = ? AND key = ?"
INSERT_ROW = (
    "INSERT INTO index_rows (place, tags, unique_keys, version, body, name, key) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
UPDATE_ROW = "UPDATE index_rows SET place = ?, tags = ?, unique_keys = ?, version = ?, body = ? WHERE id = ?"
SELECT_TAG = "SELECT id FROM index_tags WHERE name = ? AND tag = ?"
INSERT_TAG = "INSERT INTO index_tags (name, tag, sum) VALUES (?, ?, 1)"
ADD_TO_SUM = "UPDATE index_tags SET sum = sum + ? WHERE id = ?"
DROP_TAG = "DELETE FROM index_tags WHERE id = ? AND sum = 0"
INSERT_ENTRY = "INSERT INTO index_entries (tag, place, key, row) VALUES (?, ?, ?, ?)"
DELETE_ENTRY = "DELETE FROM index_entries WHERE tag = ? AND place = ? AND key = ?"
SELECT_HOLDER = (
    "SELECT index_rows.key FROM index_unique_keys JOIN index_rows ON index_rows.id = row"
    " WHERE index_unique_keys.name = ? AND unique_key = ?"
)
INSERT_UNIQUE = "INSERT INTO index_unique_keys (name, unique_key, row) VALUES (?, ?, ?)"
DELETE_UNIQUE = "DELETE FROM index_unique_keys WHERE name = ? AND unique_key = ?"
CLEAR = (
    "DELETE FROM index_entries WHERE tag IN (SELECT id FROM index_tags WHERE name = ?)",
    "DELETE FROM index_tags WHERE name = ?",
    "DELETE FROM index_unique_keys WHERE name = ?",
    "DELETE FROM index_rows WHERE name = ?",
)


def pack_texts(texts: Iterable[str]) -> str:
    """Return tags or keys as the text that is stored: each once, sorted."""
    return msgspec.json.encode(sorted(set(texts))).decode()


def unpack_texts(stored: str) -> tuple[str, ...]:
    """Return the tags or unique keys that a column of a stored row holds as JSON."""
    return msgspec.json.decode(stored, type=tuple[str, ...])


class IndexWriter:
    """The writer of index rows on a connection that has a transaction open."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def write(self, row: IndexRow) -> None:
        """Write the row in place of the row with its key. Raise KeyTaken before anything is changed."""
        for unique_key in row.unique_keys:
            holder = self._connection.execute(SELECT_HOLDER, (row.index, unique_key)).fetchone()
            if holder is not None and holder[0] != row.key:
                raise KeyTaken(row.index, unique_key, holder[0])
        tags, unique_keys = pack_texts(row.tags), pack_texts(row.unique_keys)
        values = (row.order, tags, unique_keys, row.version, row.body)
        old = self._connection.execute(SELECT_OLD, (row.index, row.key)).fetchone()
        if old is None:
            cursor = self._connection.execute(INSERT_ROW, (*values, row.index, row.key))
            assert cursor.lastrowid is not None
            identity, place = cursor.lastrowid, row.order
            old_tags: set[str] = set()
            old_keys: set[str] = set()
        else:
            identity, place, old_tags, old_keys = (
                old[0],
                old[1],
                {ALL_ROWS, *unpack_texts(old[2])},
                {*unpack_texts(old[3])},
            )
            self._connection.execute(UPDATE_ROW, (*values, identity))
        new_tags = {ALL_ROWS, *row.tags}
        moved = old_tags if place != row.order else old_tags - new_tags
        for tag in moved:
            self._untag(row, tag, place)
        for tag in new_tags - (old_tags - moved):
            self._tag(row, tag, identity)
        for unique_key in old_keys - {*row.unique_keys}:
            self._connection.execute(DELETE_UNIQUE, (row.index, unique_key))
        for unique_key in {*row.unique_keys} - old_keys:
            self._connection.execute(INSERT_UNIQUE, (row.index, unique_key, identity))

    def clear(self, index: str) -> None:
        """Remove all rows of the index."""
        for statement in CLEAR:
            self._connection.execute(statement, (index,))

    def _tag(self, row: IndexRow, tag: str, identity: int) -> None:
        """List the row under a tag, and add one to the number of rows that the tag has."""
        found = self._connection.execute(SELECT_TAG, (row.index, tag)).fetchone()
        if found is None:
            number = self._connection.execute(INSERT_TAG, (row.index, tag)).lastrowid
        else:
            number = found[0]
            self._connection.execute(ADD_TO_SUM, (1, number))
        self._connection.execute(INSERT_ENTRY, (number, row.order, row.key, identity))

    def _untag(self, row: IndexRow, tag: str, place: int) -> None:
        """Remove the row from the list of a tag, and subtract one from the tag's number of rows.

        `place` is the order that the row had before.
        """
        found = self._connection.execute(SELECT_TAG, (row.index, tag)).fetchone()
        if found is None:
            return
        self._connection.execute(DELETE_ENTRY, (found[0], place, row.key))
        self._connection.execute(ADD_TO_SUM, (-1, found[0]))
        self._connection.execute(DROP_TAG, (found[0],))
