"""The fence of ratings: one node at a time writes them, however many believe that it is their part.

A node that begins to rate games appends to the stream "ratings". So does a node that corrects a result. Every write of
ratings expects the length of that stream, and so fails if another node has begun since, or if what it was computed from
has been corrected. The records hold nothing but random bytes, so that no two are the same.
"""

import asyncio
import secrets
from collections.abc import Sequence
from functools import partial
from typing import Final

from tilth_server.store import Append, IndexRow, LengthConflict, Store, StreamMoved, report_outcome

STREAM: Final = "ratings"
RECORD_BYTES: Final = 8


class RatingFence:
    """The fence as one node uses it. A server that runs alone needs none, and writes without."""

    def __init__(self, store: Store) -> None:
        self.is_shared = False
        """True if other nodes may write ratings."""
        self._store = store
        self._length: int | None = None
        """The length of the stream that the next write of ratings expects; None if this node has not begun."""

    def lose(self) -> None:
        """Take note that another node may have begun, or that a result was corrected: nothing read before holds."""
        self._length = None

    async def begin(self) -> None:
        """Begin to rate games, unless this node has: ratings of other nodes are not written any longer."""
        if not self.is_shared or self._length is not None:
            return
        while self._length is None:
            length = (await self._store.head(STREAM)).length
            try:
                await self._store.append(STREAM, length, [_record()])
            except LengthConflict:
                continue
            self._length = length + 1

    async def write(self, stream: str, rows: Sequence[IndexRow]) -> None:
        """Write rows of ratings, by an append without records. Raise StreamMoved if this node has to begin again."""
        if not self.is_shared:
            await self._store.append(stream, 0, (), rows=rows)
            return
        if self._length is None:
            raise StreamMoved("a result was corrected")
        await self._store.append(STREAM, self._length, (), rows=rows)

    async def append_correction(self, append: Append) -> None:
        """Append records by which games are rated otherwise than before, so that no node writes what it has computed
        from the earlier results. Raise the store's error if the stream of the records has moved.
        """
        while True:
            length = (await self._store.head(STREAM)).length
            durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            appends = append, Append(STREAM, length, [_record()])
            self._store.put(appends, partial(report_outcome, durable))
            try:
                await durable
            except LengthConflict as conflict:
                if conflict.stream != STREAM:
                    raise
            else:
                self.lose()
                return


def _record() -> bytes:
    """Return a record that no other one is like."""
    return secrets.token_bytes(RECORD_BYTES)
