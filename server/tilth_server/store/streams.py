"""`Streams`: the interface of the store's streams. It knows bytes and names, but not their meaning.

A stream is a named sequence of records, numbered from 0, that only grows. A stream exists once it has a record.
`tests/contracts/streams.py` is this page as tests; every engine passes them.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

import msgspec

from tilth_server.store.errors import StoreError
from tilth_server.store.index import IndexRow, StreamIndex


class Append(msgspec.Struct, frozen=True, gc=False):
    """Records to add to one stream, which must have exactly `expected_length` records before them."""

    stream: str
    expected_length: int
    bodies: Sequence[bytes]
    expected_head: bytes | None = None
    """Hash that the stream's last record must have (of its name, if it has no record yet); None: any."""
    rows: Sequence[IndexRow] = ()
    """Index rows that follow from the stream with these records. Records and rows are stored together or not at all."""


class StoredRecord(msgspec.Struct, frozen=True, gc=False):
    """A stored record, verified: its number in its stream, from 0; its bytes; and its hash, which covers all records
    before it.
    """

    number: int
    body: bytes
    hash: bytes


class Head(msgspec.Struct, frozen=True, gc=False):
    """The length of a stream, and the hash of its last record (of its name, if it has no record yet)."""

    length: int
    hash: bytes


class KeptValue(msgspec.Struct, frozen=True, gc=False):
    """A value to keep beside the streams under `key`, in place of an earlier value. An empty body erases the earlier
    one.
    """

    key: str
    body: bytes


PutDone = Callable[[StoreError | None, Sequence[Head]], None]
"""Called with the outcome of a put: None or its error, and the heads of its appends' streams, in order.

None means that the whole put is durable. With an error there are no heads, and nothing of the put was stored, except
possibly with OutcomeUnknown.
"""


def report_outcome(durable: asyncio.Future[None], error: StoreError | None, _: Sequence[Head]) -> None:
    """Set the outcome of a put in the future that a coroutine waits for, unless the wait was cancelled."""
    if durable.done():
        return
    if error is None:
        durable.set_result(None)
    else:
        durable.set_exception(error)


TransactionObserver = Callable[[int, float], None]
"""Called for every transaction with the number of records it made durable, and the seconds it took."""


class Streams(Protocol):
    """The streams of an open store. All methods are used from the one loop that the store was opened on."""

    def put(self, appends: Sequence[Append], done: PutDone, keeps: Sequence[KeptValue] = ()) -> None:
        """Queue appends, and values to keep, that become durable together or not at all.

        Puts are taken in the order they were queued; an append sees the puts before it. `done` is
        called on the loop, never from within `put`, and in that same order: with None; with LengthConflict,
        HeadConflict, KeyTaken or BrokenChain (this put only); with StoreFailed; or with OutcomeUnknown, if the
        engine could not find out. A put can't be taken back once queued.

        If the process ends before `done` is called, a put may be stored although an earlier one, with which it has no
        stream, row or kept value in common, is not. A caller that must not see that waits for the earlier one.
        """

    async def append(
        self,
        stream: str,
        expected_length: int,
        bodies: Sequence[bytes],
        keeps: Sequence[KeptValue] = (),
        rows: Sequence[IndexRow] = (),
    ) -> None:
        """Put one append and wait until it is durable. Raise the error that `done` would get.

        Cancelling the wait does not cancel the append.
        """

    def read(
        self, stream: str, start: int = 0, limit: int | None = None
    ) -> AsyncGenerator[StoredRecord, None]:
        """Yield the records that the stream has now from record `start` on, verified, and at most `limit` of them.

        Raise BrokenChain at the first damaged record. The records after it can be read from the
        number that follows it.
        """

    def tail(self, stream: str, start: int = 0) -> AsyncGenerator[StoredRecord, None]:
        """Yield the records of the stream from record `start` on, then every new record as soon as it is durable.

        No record is left out or repeated. It ends only when it is closed or cancelled, or with
        an error: BrokenChain as in `read`, StoreClosed when the store closes.
        """

    def wake_tails(self, stream: str = "") -> None:
        """Let the readers of `tail` look at this stream, or at all, because another process may have appended."""

    async def names(self, prefix: str = "", after: str = "", limit: int = 1000) -> list[tuple[str, int]]:
        """Return names that begin with `prefix` and come after `after`, with their lengths, ordered by code point."""

    async def head(self, stream: str) -> Head:
        """Return the stream's length and last hash, also for a stream that does not exist yet."""

    async def lengths(self, streams: Sequence[str]) -> list[int]:
        """Return the streams' lengths, in the same order; 0 for a stream that does not exist yet."""

    async def verify(self, stream: str) -> Head:
        """Verify the whole chain of a stream; return its head. Raise BrokenChain with the first damaged record."""

    async def kept_values(self, prefix: str = "") -> dict[str, bytes]:
        """Return the newest value of each key that begins with `prefix`, by key; keys whose value was erased are left
        out.
        """

    async def scrub(self) -> bool:
        """Remove remains of erased and replaced values from the store's files.

        Return False while a running backup still reads the store as it was before: then call again.
        """

    async def close(self) -> None:
        """Make the queued puts durable, call each `done`, and release the store. Later puts get StoreClosed."""


class Store(Streams, Protocol):
    """An open store: its streams, and the indexes of them."""

    @property
    def url(self) -> str:
        """Return the URL of the store, for processes that read it beside this one."""

    @property
    def index(self) -> StreamIndex:
        """Return the indexes of the streams."""

    @property
    def fault(self) -> str:
        """Return a sentence that says why the store cannot be used at the moment; "" while it can."""

    @property
    def away_seconds(self) -> Callable[[], float] | None:
        """Return a function that returns for how many seconds, until now, the engine could not be used and nobody's
        time may count; None for an engine that is always there.
        """


def report_puts(
    puts: Sequence[tuple[Sequence[Append], PutDone, Sequence[KeptValue]]],
    failures: Mapping[int, StoreError],
    heads: Sequence[Sequence[Head]],
) -> None:
    """Call `done` of every put with its outcome, in the order of the puts. A fault of one must not keep the others from
    their outcomes.
    """
    for place, (_, done, _) in enumerate(puts):
        error = failures.get(place)
        try:
            done(error, () if error else heads[place])
        except Exception as fault:  # noqa: BLE001 - the other puts must still be reported
            asyncio.get_running_loop().call_exception_handler(
                {"message": "a put's callback failed", "exception": fault, "callback": done}
            )


async def put_and_wait(
    put: Callable[[Sequence[Append], PutDone, Sequence[KeptValue]], None],
    append: Append,
    keeps: Sequence[KeptValue],
) -> None:
    """Put one append with `put`, and return when it is durable; raise the error of its outcome."""
    durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    put((append,), partial(report_outcome, durable), keeps)
    await durable
