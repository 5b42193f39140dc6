"""The reads of streams: pages of verified records, heads, names and kept values."""

from collections.abc import Iterable
from hashlib import sha256

from tilth_server.store import chain
from tilth_server.store.engine import RecordPage
from tilth_server.store.errors import BrokenChain
from tilth_server.store.postgres import statements
from tilth_server.store.postgres.link import ReadLink
from tilth_server.store.postgres.statements import LARGE_BYTES, PAGE_RECORDS
from tilth_server.store.streams import Head, StoredRecord

MAX_NUMBER = (1 << 31) - 1
ALTERED = "is not what was written: its hash doesn't fit"


class StreamReader:
    """The reads of streams on one connection."""

    def __init__(self, link: ReadLink) -> None:
        self._link = link

    async def page(self, stream: str, start: int, end: int | None, link: bytes | None = None) -> RecordPage:
        """Return records from `start` up to, not including, `end` (None: the stream's end), as many as fit a page.

        `link` is the hash of record start - 1 if the caller has verified it; else the stored one is taken.
        """
        # Without a link the record before is read too, for its hash alone.
        first = start if link or not start else start - 1
        stop = MAX_NUMBER if end is None else min(end, MAX_NUMBER)
        parameters = (stream.encode(), min(first, MAX_NUMBER), stop, PAGE_RECORDS, LARGE_BYTES)
        rows = await self._link.fetch(statements.SELECT_PAGE, *parameters)
        if not rows:
            return RecordPage([], 0, None, None)
        length, head, *columns = rows[0]
        stop = min(stop, length)
        if start >= stop:
            return RecordPage([], length, link, None)
        if start == 0:
            link = chain.root(stream)
        # Without records the columns are NULL.
        stored = zip(*(column or () for column in columns), strict=True)
        page = _verify(stream, stored, range(first, stop), start, link)
        if page.records and page.records[-1].number == length - 1 and page.link != head:
            page.records.pop()
            broken = BrokenChain(stream, length - 1, "is not the last record that was written")
            page = page._replace(broken=broken)
        return page._replace(length=length)

    async def bodies(self, stream: str) -> list[bytes] | None:
        """Return the bodies of all records if every record is intact; else None, and `page` finds the fault."""
        bodies: list[bytes] = []
        link: bytes | None = None
        while True:
            page = await self.page(stream, len(bodies), None, link)
            if page.broken is not None:
                return None
            bodies += [record.body for record in page.records]
            link = page.link
            if len(bodies) >= page.length:
                return bodies

    async def head(self, stream: str) -> Head:
        """Return the stream's length and last hash, also for a stream that does not exist yet."""
        rows = await self._link.fetch(statements.SELECT_HEAD, stream.encode())
        return Head(rows[0]["length"], rows[0]["head"]) if rows else Head(0, chain.root(stream))

    async def lengths(self, streams: Iterable[str]) -> list[int]:
        """Return the streams' lengths, in the same order; 0 for a stream that does not exist yet."""
        names = [stream.encode() for stream in streams]
        found = dict(await self._link.fetch(statements.SELECT_LENGTHS, names))
        return [found.get(name, 0) for name in names]

    async def names(self, prefix: str, after: str, limit: int) -> list[tuple[str, int]]:
        """Return names that begin with `prefix` and come after `after`, with their lengths, by code point."""
        first = prefix.encode()
        rows = await self._link.fetch(statements.SELECT_NAMES, first, after.encode(), limit)
        return [(name.decode(), length) for name, length in rows if name.startswith(first)]

    async def kept_values(self, prefix: str) -> dict[str, bytes]:
        """Return the newest value of each key that begins with `prefix`, by key; keys whose value was erased are left
        out.
        """
        first = prefix.encode()
        rows = await self._link.fetch(statements.SELECT_KEPT, first)
        return {key.decode(): body for key, body in rows if body and key.startswith(first)}


def _verify(
    stream: str, rows: Iterable[tuple[int, bytes, bytes]], numbers: range, start: int, link: bytes | None
) -> RecordPage:
    """Return the records of a page, up to the first that is damaged or left out; `numbers` are those that the stream
    should have from the first row on.

    A record that is left out is large, or missing: the next page begins with it and shows which.
    """
    records: list[StoredRecord] = []
    expected = numbers.start
    previous = link or b""
    why = ""
    for number, body, stored in rows:
        if number != expected:
            break
        if number >= start:
            if sha256(previous + body).digest() != stored:
                why = ALTERED
                break
            records.append(StoredRecord(number, body, stored))
        previous = stored
        expected += 1
    if not why and expected < min(start + 1, numbers.stop):
        why = "is missing"
    broken = BrokenChain(stream, expected, why) if why else None
    return RecordPage(records, 0, previous, broken)
