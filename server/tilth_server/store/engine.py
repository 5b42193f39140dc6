"""The interface of an engine: it opens, reads, holds, copies and restores a store, with or without a server."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from tilth_server.store.disk_use import DiskUse
from tilth_server.store.errors import BrokenChain
from tilth_server.store.index import StreamIndex
from tilth_server.store.members import Members
from tilth_server.store.streams import Head, Store, StoredRecord, TransactionObserver

if TYPE_CHECKING:
    from tilth_server.store.moving import RecordMover

Progress = Callable[[int, int], object]
"""Called with the amount of work that is done, and the whole amount."""


class RecordPage(NamedTuple):
    """Consecutive verified records of a stream, as one read gives them.

    `length` is the number of records in the whole stream, `link` the hash to which the next page's first record links,
    and `broken` the damaged record that ended the page, None if there is none.
    """

    records: list[StoredRecord]
    length: int
    link: bytes | None
    broken: BrokenChain | None


class LogReader(Protocol):
    """The blocking reads of a store: each call waits for the engine, so a server does not use them on its loop."""

    def page(self, stream: str, start: int, end: int | None, link: bytes | None = None) -> RecordPage:
        """Return records from `start` up to, not including, `end` (None: the stream's end), as many as fit a page.

        `link` is the hash of record start - 1 if the caller has verified it; else the stored one is taken.
        """

    def bodies(self, stream: str) -> list[bytes] | None:
        """Return the bodies of all records if every record is intact; else None, and `page` finds the fault."""

    def head(self, stream: str) -> Head:
        """Return the stream's length and last hash."""

    def names(self, prefix: str, after: str, limit: int) -> list[tuple[str, int]]:
        """Return names that begin with `prefix` and come after `after`, with their lengths, by code point."""

    def kept_values(self, prefix: str) -> dict[str, bytes]:
        """Return the newest value of each key that begins with `prefix`, by key; keys whose value was erased are left
        out.
        """

    def close(self) -> None:
        """Close the connection."""


class HeldStore(msgspec.Struct, frozen=True):
    """A store that this process holds, so that no server can open it."""

    reader: LogReader
    index: StreamIndex
    missing: str
    """A sentence that says what the store has lost; empty if it lacks nothing."""


class Engine(Protocol):
    """The engine of one store, named by its URL."""

    url: str

    @property
    def files(self) -> str:
        """Return the names of the files to put back if the store is lost, for error messages."""

    async def open(self, observed: TransactionObserver | None = None, *, accept_older: bool = False) -> Store:
        """Open the store, or create one. `observed` is called for every transaction.

        Raise OlderStore if the store lacks records that it once had (it was put back from an older copy), unless
        `accept_older` is true.
        """

    def members(self) -> Members:
        """Return the table of the nodes that have this store open. Raise NotOffered if only one process can."""

    def is_missing(self) -> bool:
        """Return whether there is no store, and no mark that shows what was lost."""

    def reader(self) -> LogReader:
        """Open a reader beside a server that has the store open."""

    def hold(self) -> AbstractAsyncContextManager[HeldStore]:
        """Hold the store while it is read, so that no server opens it. Raise StoreFailed if there is none."""

    def mover(self) -> AbstractContextManager["RecordMover"]:
        """Open a mover of records into bundles, also while a server has the store open."""

    def back_up(self, file: Path, progress: Progress | None = None) -> None:
        """Copy the store to a file, as it is at one moment; also while a server has it open."""

    def back_up_into(self, folder: Path, progress: Progress | None = None) -> Path | None:
        """Copy what is new since the last backup in the folder, into a file there; everything, if it has none. Return
        the file, None if nothing is new. Also while a server has the store open.
        """

    def disk_use(self) -> DiskUse | None:
        """Return the bytes that the store takes on its disk, and those that are free; None if the engine does not
        know its disk.
        """

    def verify_backup(self, file: Path, progress: Progress | None = None) -> int:
        """Verify every record of a copy, or of a folder of backups, and return its number of streams. Raise StoreFailed
        if it is damaged.
        """

    def restore(self, file: Path, progress: Progress | None = None) -> int:
        """Make a copy, or the newest state in a folder of backups, the store, where there is none. Verify all streams
        and return their number.
        """
