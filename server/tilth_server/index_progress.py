"""The progress of indexing a store that an earlier build wrote without indexes, stored as rows of its own index."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

import msgspec
import structlog

from tilth_server.store import IndexRow, Store, StoreError, StreamIndex

log = structlog.get_logger()

INDEX: Final = "indexing"
NO_STREAM: Final = "indexing"
"""A stream that never begins. Rows that follow from no record of one stream are written with it."""
RETRY_SECONDS: Final = 5.0


class Progress(NamedTuple):
    """The number of streams that are in an index already, and of all streams, while the index is built."""

    done: int
    total: int


class IndexingState(msgspec.Struct, frozen=True, array_like=True):
    """The stored state of one index that is being built: the version of its rows, and how far the building has come."""

    version: int = 1
    is_complete: bool = False
    has_clocks: bool = False
    """True if the running matches with clocks are in it."""
    after: str = ""
    """The name of the last stream that is in it, in the order of names."""


async def read_state(index: StreamIndex, key: str, version: int) -> IndexingState:
    """Return the stored state of the index `key`; a new state if its rows are of another version, or it has none."""
    row = await index.find(INDEX, key)
    found = IndexingState(version) if row is None else msgspec.msgpack.decode(row.body, type=IndexingState)
    return found if found.version == version else IndexingState(version)


async def save_state(store: Store, key: str, now: IndexingState, **changes: Any) -> IndexingState:
    """Store the state of the index `key` with these changes; return the changed state."""
    now = msgspec.structs.replace(now, **changes)
    await store.append(NO_STREAM, 0, (), rows=(IndexRow(INDEX, key, 0, body=msgspec.msgpack.encode(now)),))
    return now


async def retry_until_done(index_all: Callable[[], Awaitable[None]]) -> None:
    """Run `index_all` until it returns. If the store fails, wait RETRY_SECONDS and run it again."""
    while True:
        try:
            await index_all()
            return
        except* StoreError as errors:
            log.error("indexing interrupted", error=str(errors.exceptions[0]))
            await asyncio.sleep(RETRY_SECONDS)
