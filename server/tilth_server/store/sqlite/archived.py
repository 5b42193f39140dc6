"""The reads of records that were moved into bundles, by the table that says where they are."""

import re
import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

from tilth_server.store import chain
from tilth_server.store.engine import RecordPage
from tilth_server.store.errors import BrokenChain
from tilth_server.store.packed import BundleDamaged, unpack_records
from tilth_server.store.streams import StoredRecord

FOLDER: Final = "archive"
"""The folder of the bundles in a data directory."""
BUNDLE: Final = re.compile(r"bundle-([0-9]{6,})\.tilth")
"""The names of bundles, with their numbers."""
PIECE_BYTES: Final = 1 << 20
"""Bytes of a bundle in one row of a backup."""

SELECT_PLACE = (
    "SELECT bundle, name, place, archived.size, length, head FROM archived JOIN bundles ON bundles.id = bundle"
    " WHERE stream = ?"
)
SELECT_PIECES = "SELECT body FROM bundle_pieces WHERE bundle = ? AND number BETWEEN ? AND ? ORDER BY number"


class ArchivedPlace(NamedTuple):
    """The place of a stream's first records: a part of a bundle, their number, and the hash of the last one."""

    bundle: int
    name: str
    place: int
    size: int
    length: int
    head: bytes


class ArchivedRecords:
    """The archived records of one database, read on the connection of its reader. The records that were read last are
    kept, because a long match is read in several pages."""

    def __init__(self, connection: sqlite3.Connection, folder: Path) -> None:
        self._connection = connection
        self._folder = folder
        self._last: tuple[str, list[StoredRecord]] | None = None

    def find(self, identity: int) -> ArchivedPlace | None:
        """Return the place of a stream's archived records; None if it has none. `identity` is its row."""
        try:
            row = self._connection.execute(SELECT_PLACE, (identity,)).fetchone()
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):  # a copy that an earlier build made
                return None
            raise
        return None if row is None else ArchivedPlace(*row)

    def page(
        self, stream: str, at: ArchivedPlace, numbers: range, link: bytes | None, max_bytes: int
    ) -> RecordPage:
        """Return the archived records among `numbers`, as many as fit a page. `link` is the hash of the record before
        the first one, if the caller has verified it."""
        first = numbers.start
        try:
            records = self.load(stream, at)
        except BrokenChain as broken:
            # Without hashes of its own, a part of a bundle is good as a whole or not at all.
            return RecordPage([], 0, None, BrokenChain(stream, first, broken.why))
        if link is not None and first and records[first - 1].hash != link:
            return RecordPage([], 0, None, BrokenChain(stream, first, "does not follow the record before it"))
        page: list[StoredRecord] = []
        size = 0
        for record in records[first : numbers.stop]:
            page.append(record)
            size += len(record.body)
            if size >= max_bytes:
                break
        return RecordPage(page, 0, page[-1].hash, None)

    def load(self, stream: str, at: ArchivedPlace) -> list[StoredRecord]:
        """Return all archived records of a stream, verified; raise BrokenChain if the bundle does not hold them."""
        if self._last is not None and self._last[0] == stream and len(self._last[1]) == at.length:
            return self._last[1]
        try:
            records = chained(stream, unpack_records(self._packed(at)))
        except (OSError, BundleDamaged) as error:
            cause = error.strerror if isinstance(error, OSError) else str(error)
            why = f"can't be read: {FOLDER}/{at.name} is damaged or missing ({cause})"
            raise BrokenChain(stream, 0, why) from None
        if len(records) != at.length or records[-1].hash != at.head:
            raise BrokenChain(stream, 0, f"is not what was archived in {FOLDER}/{at.name}")
        self._last = (stream, records)
        return records

    def _packed(self, at: ArchivedPlace) -> bytes:
        """Return the packed bytes at a place: from the rows of a backup, or from the bundle's file."""
        first, last = at.place // PIECE_BYTES, (at.place + at.size - 1) // PIECE_BYTES
        rows = self._connection.execute(SELECT_PIECES, (at.bundle, first, last)).fetchall()
        if rows:
            start = at.place - first * PIECE_BYTES
            return b"".join(body for (body,) in rows)[start : start + at.size]
        return read_part(self._folder / at.name, at.place, at.size)


def read_part(file: Path, place: int, size: int) -> bytes:
    """Return a part of a file."""
    with file.open("rb") as opened:
        opened.seek(place)
        return opened.read(size)


def chained(stream: str, bodies: list[bytes]) -> list[StoredRecord]:
    """Return the records of a stream, with the hashes that follow from them."""
    link = chain.root(stream)
    records = []
    for number, body in enumerate(bodies):
        link = chain.link(link, body)
        records.append(StoredRecord(number, body, link))
    return records
