"""The interface that moves the records of streams into bundles: files from which they are read later."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

import msgspec

from tilth_server.store.engine import LogReader
from tilth_server.store.index import IndexRow

Result = TypeVar("Result")


class MovedRecords(msgspec.Struct, frozen=True):
    """The amounts of a move: streams, their records, and the bytes of the bundle."""

    streams: int
    records: int
    size: int


class BundleDraft(Protocol):
    """A bundle that is being written."""

    @property
    def size(self) -> int:
        """Return the number of bytes written so far."""

    def write(self, data: bytes) -> None:
        """Write bytes that belong to no stream: the beginning and the end of the file."""

    def add(self, stream: str, bodies: list[bytes], packed: bytes) -> None:
        """Write the records of a stream, from its first one on. `packed` can be unpacked by itself, and its first
        message is not a record (`store/packed.py`)."""


class RecordMover(Protocol):
    """The mover of records into bundles. A server may have the store open; one mover works at a time."""

    @property
    def reader(self) -> LogReader:
        """Return the reader of the store."""

    def aside(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do work in a thread that gives way to other processes, and return its result."""

    def rows(self, index: str, tag: str, max_order: int) -> Iterator[IndexRow]:
        """Yield the rows with the tag whose order is at most `max_order`."""

    def is_moved(self, stream: str) -> bool:
        """Return whether the first records of the stream are in a bundle."""

    def resume(self) -> list[str]:
        """Finish the move that a killed process has begun; return a sentence for each file that belongs to nothing."""

    def draft(self) -> AbstractContextManager[BundleDraft]:
        """Begin a bundle. At the end of the block it is on the disk; after an exception it is removed."""

    def move(self, draft: BundleDraft, progress: Callable[[int, int], object] | None = None) -> MovedRecords:
        """Read the bundle back and compare it with the store, then name it in the store, then remove the records that
        it holds. Raise StoreFailed, and move nothing, if the bundle does not hold what it should.

        `progress` is called with the number of records that are removed, and of those to remove.
        """
