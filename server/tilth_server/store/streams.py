"""`Streams`: the one interface of the store. It knows bytes and stream names, and nothing of what they mean.

A stream is a named sequence of records, numbered from 0, that only grows. A stream exists once it has a record.
`tests/contracts/streams.py` is this page as tests; every engine passes them.
"""

from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Protocol

import msgspec

from tilth_server.store.errors import StoreError


class Append(msgspec.Struct, frozen=True, gc=False):
    """Records to add to one stream, which must have exactly `expected_length` records by then."""

    stream: str
    expected_length: int
    bodies: Sequence[bytes]


class Record(msgspec.Struct, frozen=True, gc=False):
    """One stored record, verified: its number is its index in its stream, its hash is its link of the chain."""

    number: int
    body: bytes
    hash: bytes


class Head(msgspec.Struct, frozen=True, gc=False):
    """How long a stream is, and the hash of its last record (of its name, where there is none yet)."""

    length: int
    hash: bytes


Done = Callable[[StoreError | None], None]
"""Told how a put ended: None when all of it is durable, else why nothing of it was stored."""

Observed = Callable[[int, float], None]
"""Told of every transaction: how many records it made durable, and in how many seconds."""


class Streams(Protocol):
    """An open store. All of it is used from the one loop it was opened on."""

    def put(self, appends: Sequence[Append], done: Done) -> None:
        """Queue appends that become durable together or not at all.

        Puts are taken in the order they were queued; an append sees what was put before it. `done` is
        called on the loop, never from within `put`, and in that same order: with None, with LengthConflict
        or BrokenChain (this put only), or with StoreFailed. It can't be taken back once queued.
        """

    async def append(self, stream: str, expected_length: int, bodies: Sequence[bytes]) -> None:
        """Put one append and wait until it is durable; raises what `done` would be told.

        To cancel the wait doesn't cancel the append.
        """

    def read(self, stream: str, start: int = 0, limit: int | None = None) -> AsyncGenerator[Record, None]:
        """What the stream holds now from record `start` on, at most `limit` records, each of them verified.

        BrokenChain comes in the place of the first record that isn't good. What follows that one can be
        read from its next number on.
        """

    def tail(self, stream: str, start: int = 0) -> AsyncGenerator[Record, None]:
        """What the stream holds from record `start` on, then every record as soon as it is durable.

        Nothing is left out and nothing comes twice. It ends only when it is closed or cancelled, or with
        an error: BrokenChain as in `read`, StoreClosed when the store closes.
        """

    async def names(self, prefix: str = "", after: str = "", limit: int = 1000) -> list[tuple[str, int]]:
        """Names that begin with `prefix` and come after `after`, with their lengths, ordered by code point."""

    async def head(self, stream: str) -> Head:
        """Length and last hash; of a stream nobody wrote yet as well."""

    async def verify(self, stream: str) -> Head:
        """Walk the whole chain. Returns what was verified, or raises BrokenChain with the first bad record."""

    async def close(self) -> None:
        """Make what is queued durable, tell its `done`s, and let go of everything. Later puts get StoreClosed."""


class LocalStreams(Streams, Protocol):
    """A store whose data lies on this machine, so that a short read is cheaper than a change of threads."""

    def read_now(self, stream: str, start: int = 0, limit: int | None = None) -> list[Record]:
        """`read`, at once, as a list. Raises BrokenChain if any of the records isn't good."""
