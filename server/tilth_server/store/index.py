"""`StreamIndex`: the rows that lists show of streams. The store knows their order, tags and keys, but no meaning.

A row is written in the transaction of the records that it follows from: an `Append` carries it. So an index is a
projection: it can be rebuilt from the streams at any time, and be compared with them.
`tests/contracts/stream_index.py` is this page as tests; every engine passes them.
"""

from collections.abc import AsyncIterable, Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from tilth_server.store.errors import NewerIndexRow

PAGE_ROWS = 100
MAX_EXAMINED = 5000
"""Rows that are examined for one page of rows with several tags."""


class IndexRow(msgspec.Struct, frozen=True, gc=False):
    """One row of an index. It is derived from one stream (a match, a tournament, an entry) or from several (a rating),
    and replaces the row that the index had under the same key.

    It may not hold data that has to be erased one day: an engine need not overwrite the row that it replaces.
    """

    index: str
    """The name of the index: "match"."""
    key: str
    order: int
    """The row's place in lists, the greatest first, then the greatest key: milliseconds since 1970, or a rating."""
    tags: Sequence[str] = ()
    """Lists that it is in: "game:earth", "state:running". They come back sorted and without repetitions."""
    unique_keys: Sequence[str] = ()
    """Keys that no other row of the index has: "name:ann". They come back like the tags."""
    version: int = 1
    """The version of the body."""
    body: bytes = b""


class Position(msgspec.Struct, frozen=True, gc=False, order=True):
    """A place in a list of rows (the row's order and key), after which the next page continues."""

    order: int
    key: str


class IndexPage(msgspec.Struct, frozen=True, gc=False):
    """Some rows of a list, newest first."""

    rows: list[IndexRow]
    next: Position | None
    """The position of the next page; None at the end of the list. A page without rows may have a next page."""
    examined: int
    """The number of entries of the list that were examined for the page."""


class IndexFault(msgspec.Struct, frozen=True, gc=False):
    """A row of an index that differs from its stream: the index, the row's key, and a text about the difference."""

    index: str
    key: str
    why: str


class StreamIndex(Protocol):
    """The indexes of an open store. All methods are used from the one loop that the store was opened on."""

    async def find(self, index: str, key: str) -> IndexRow | None:
        """Return the row under this key; None if there is none."""

    async def find_unique(self, index: str, unique_key: str) -> IndexRow | None:
        """Return the row that has this unique key; None if there is none."""

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
        """Return the rows that have all of these tags, the greatest order first, at most `size` of them.

        Without tags: every row. `after` is the `next` of the page before. `min_order` and `max_order` are included.
        With several tags at most `max_examined` entries of the rarest tag are examined: then the page may hold fewer
        rows, although further ones follow. Rows that are often found by the same two tags may have the `pair_tag` of
        both.
        """

    async def count(self, index: str, tag: str = "") -> int:
        """Return the number of rows with the tag; without a tag, of all rows. It costs the same for any number."""

    async def counts(self, index: str, prefix: str) -> dict[str, int]:
        """Return the number of rows by tag, for the tags that begin with `prefix`; tags without rows are left out."""

    async def names(self) -> list[str]:
        """Return the names of the indexes that have rows, sorted."""

    async def rebuild(self, index: str, rows: AsyncIterable[IndexRow]) -> int:
        """Replace all rows of the index by these; return their number. Nothing else may write the index at that time.

        An index whose rebuilding was interrupted holds some of the rows: rebuild it again.
        """

    async def verify(self, index: str, rows: AsyncIterable[IndexRow]) -> list[IndexFault]:
        """Compare the index with the rows that it should have; return at most MAX_FAULTS differences.

        Also compares what the engine keeps to find and count rows quickly.
        """


MAX_FAULTS = 100


def pair_tag(one: str, other: str) -> str:
    """Return the tag that rows with both of these tags have, too: its list is read as quickly as that of any single
    tag.
    """
    return "&".join(sorted((one, other)))


class BodyVersions:
    """The converter of one index's row bodies: bodies that earlier builds wrote become the newest version when they
    are read.
    """

    def __init__(self, newest: int, upgrades: Mapping[int, Callable[[bytes], bytes]] | None = None) -> None:
        """`upgrades` holds, by the version of a body, the function that makes a body of the next version of it."""
        self.newest = newest
        self._upgrades = dict(upgrades or {})
        missing = set(range(1, newest)) - self._upgrades.keys()
        if missing:
            raise ValueError(f"there is no upgrade from version {min(missing)}")

    def read(self, row: IndexRow) -> bytes:
        """Return the row's body in the newest version."""
        if row.version > self.newest:
            raise NewerIndexRow(
                f"row {row.key!r} of the index {row.index!r} has version {row.version}, this server knows"
                f" {self.newest}: start the newer version, or rebuild the index"
            )
        body = row.body
        for version in range(row.version, self.newest):
            body = self._upgrades[version](body)
        return body
