"""The reads of streams on one connection: pages of verified records, heads and names."""

import sqlite3
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from tilth_server.store import chain
from tilth_server.store.engine import RecordPage
from tilth_server.store.errors import BrokenChain
from tilth_server.store.sqlite.archived import FOLDER, ArchivedRecords
from tilth_server.store.sqlite.schema import connect, failure, primary_code
from tilth_server.store.streams import Head, StoredRecord

# A page ends at whichever comes first; records of a match are small, those of an imported log may not be.
PAGE_RECORDS = 500
PAGE_BYTES = 1 << 20

SELECT_STREAM = "SELECT id, length, head FROM streams WHERE name = ?"
SELECT_RECORDS = (
    "SELECT number, body, hash FROM records WHERE stream = ? AND number >= ? AND number < ? ORDER BY number"
)
SELECT_BODIES = "SELECT body, hash FROM records WHERE stream = ? AND number >= ? ORDER BY number"
SELECT_KEPT = "SELECT key, body FROM kept WHERE key >= ? ORDER BY key, id"
SELECT_NAMES = "SELECT name, length FROM streams WHERE name >= ? AND name > ? ORDER BY name LIMIT ?"

MISSING = "is missing"
ALTERED = "is not what was written: its hash doesn't fit"


class Reader:
    """The reads of streams on one connection, used by one thread at a time.

    A record that is missing is looked for in the bundles, so reading the others costs no more.
    """

    def __init__(self, database: Path, *, read_only: bool = False, bundles: Path | None = None) -> None:
        """`bundles` is the folder of the bundles, if it is not the one beside the database."""
        self._database = database
        self._connection = connect(database, read_only=read_only)
        self._archived = ArchivedRecords(self._connection, bundles or database.parent / FOLDER)

    def close(self) -> None:
        """Close the connection to the database."""
        self._connection.close()

    def page(
        self,
        stream: str,
        start: int,
        end: int | None,
        link: bytes | None = None,
        max_records: int = PAGE_RECORDS,
        max_bytes: int = PAGE_BYTES,
    ) -> RecordPage:
        """Return records from `start` up to, not including, `end` (None: the stream's end), as many as fit a page.

        `link` is the hash of record start - 1 if the caller has verified it; else the stored one is taken.
        """
        row = self._stream(stream)
        if row is None:
            return RecordPage([], 0, None, None)
        identity, length, head = row
        stop = length if end is None else min(length, end)
        if start >= stop:
            return RecordPage([], length, link, None)
        if start == 0:
            link = chain.root(stream)
        numbers = range(start, min(stop, start + max_records))
        page = self._walk(stream, identity, numbers, link, max_bytes)
        if page.broken is not None and page.broken.why == MISSING:
            page = self._look_in_bundle(page, page.broken, identity, numbers, (link, max_bytes))
        if page.records and page.records[-1].number == length - 1 and page.link != head:
            page.records.pop()
            broken = BrokenChain(stream, length - 1, "is not the last record that was written")
            page = page._replace(broken=broken)
        return page._replace(length=length)

    def bodies(self, stream: str) -> list[bytes] | None:
        """Return the bodies of all records if every record is good; else None, and `page` finds the fault.

        It is the fastest way to read a whole log, for programs that verify thousands of matches.
        """
        row = self._stream(stream)
        if row is None:
            return []
        identity, length, head = row
        bodies: list[bytes] = []
        if self._add_bodies(bodies, identity, chain.root(stream)) == head and len(bodies) == length:
            return bodies
        place = self._archived.find(identity)
        if place is None:
            return None
        try:
            bodies = [record.body for record in self._archived.load(stream, place)]
        except BrokenChain:
            return None
        last = self._add_bodies(bodies, identity, place.head)
        return bodies if last == head and len(bodies) == length else None

    def _add_bodies(self, bodies: list[bytes], identity: int, link: bytes) -> bytes | None:
        """Add the bodies of the stored records that follow `bodies`; return the hash of the last one, None if a record
        is damaged. `link` is the hash of the last one in `bodies`."""
        try:
            # A number that is missing or doubled breaks the chain as well.
            for body, stored in self._connection.execute(SELECT_BODIES, (identity, len(bodies))):
                link = sha256(link + body).digest()
                if link != stored:
                    return None
                bodies.append(body)
        except (TypeError, sqlite3.Error):
            return None
        return link

    def head(self, stream: str) -> Head:
        """Return the stream's length and last hash, also for a stream that does not exist yet."""
        row = self._stream(stream)
        return Head(0, chain.root(stream)) if row is None else Head(row[1], row[2])

    def lengths(self, streams: Iterable[str]) -> list[int]:
        """Return the streams' lengths, in the same order; 0 for a stream that does not exist yet."""
        return [self.head(stream).length for stream in streams]

    def names(self, prefix: str, after: str, limit: int) -> list[tuple[str, int]]:
        """Return names that begin with `prefix` and come after `after`, with their lengths, by code point."""
        try:
            rows = self._connection.execute(SELECT_NAMES, (prefix, after, limit)).fetchall()
        except sqlite3.Error as error:
            raise failure(self._database, error) from error
        return [(name, length) for name, length in rows if name.startswith(prefix)]

    def kept_values(self, prefix: str) -> dict[str, bytes]:
        """Return the newest value of each key that begins with `prefix`, by key.

        An erased value is stored as zeros (or as nothing); its key is left out.
        """
        values: dict[str, bytes] = {}
        try:
            for key, body in self._connection.execute(SELECT_KEPT, (prefix,)):
                if not key.startswith(prefix):
                    break
                values[key] = body
        except sqlite3.Error as error:
            raise failure(self._database, error) from error
        return {key: body for key, body in values.items() if body.strip(b"\0")}

    def _stream(self, stream: str) -> tuple[int, int, bytes] | None:
        """Return the number, the length and the head of a stream; None if it does not exist."""
        try:
            row: tuple[int, int, bytes] | None = self._connection.execute(SELECT_STREAM, (stream,)).fetchone()
        except sqlite3.Error as error:
            raise failure(self._database, error) from error
        return row

    def _look_in_bundle(
        self,
        page: RecordPage,
        broken: BrokenChain,
        identity: int,
        numbers: range,
        bounds: tuple[bytes | None, int],
    ) -> RecordPage:
        """Return the page that follows from the bundle of the stream, if the missing record is there; else `page`.

        `bounds` are the hash of the record before the first one, and the bytes of a page.
        """
        place = self._archived.find(identity)
        if place is None or broken.number >= place.length:
            return page
        link, max_bytes = bounds
        if numbers.start == place.length:  # Only the hash of the last archived record was missing.
            return self._walk(broken.stream, identity, numbers, place.head, max_bytes)
        return self._archived.page(broken.stream, place, numbers, link, max_bytes)

    def _walk(
        self, stream: str, identity: int, numbers: range, link: bytes | None, max_bytes: int
    ) -> RecordPage:
        """Read and verify `numbers`. Without a `link` the record before them is read too, for its hash alone."""
        records: list[StoredRecord] = []
        start = numbers.start
        expected = start if link else start - 1
        previous = link or b""
        size = 0
        why = MISSING
        try:
            parameters = (identity, expected, numbers.stop)
            for number, body, stored in self._connection.execute(SELECT_RECORDS, parameters):
                if number != expected:
                    break
                if number >= start:
                    if chain.link(previous, body) != stored:
                        why = ALTERED
                        break
                    records.append(StoredRecord(number, body, stored))
                    size += len(body)
                previous = stored
                expected += 1
                if size >= max_bytes:
                    return RecordPage(records, 0, previous, None)
        except TypeError:
            why = ALTERED
        except sqlite3.Error as error:
            if primary_code(error) != sqlite3.SQLITE_CORRUPT:
                raise failure(self._database, error) from error
            why = f"can't be read: the database file is damaged there ({error})"
        broken = BrokenChain(stream, expected, why) if expected < numbers.stop else None
        return RecordPage(records, 0, previous, broken)
