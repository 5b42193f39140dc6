"""The reads of a store for programs that wait for each: they run on an event loop in a thread of their own."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from tilth_server.store.engine import RecordPage
from tilth_server.store.postgres.link import ReadLink
from tilth_server.store.postgres.reader import StreamReader
from tilth_server.store.postgres.target import Target
from tilth_server.store.streams import Head

Result = TypeVar("Result")


class BlockingReader:
    """The blocking reads of a store, on one connection; with a `snapshot` they see the store as it was then."""

    def __init__(self, target: Target, snapshot: str | None = None) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="tilth-store-reader", daemon=True)
        self._thread.start()
        self._link = self._wait(self._make_link(target, snapshot))
        self._reader = StreamReader(self._link)

    def page(self, stream: str, start: int, end: int | None, link: bytes | None = None) -> RecordPage:
        """Return records from `start` up to, not including, `end` (None: the stream's end), as many as fit a page.

        `link` is the hash of record start - 1 if the caller has verified it; else the stored one is taken.
        """
        return self._wait(self._reader.page(stream, start, end, link))

    def bodies(self, stream: str) -> list[bytes] | None:
        """Return the bodies of all records if every record is intact; else None, and `page` finds the fault."""
        return self._wait(self._reader.bodies(stream))

    def head(self, stream: str) -> Head:
        """Return the stream's length and last hash, also for a stream that does not exist yet."""
        return self._wait(self._reader.head(stream))

    def names(self, prefix: str, after: str, limit: int) -> list[tuple[str, int]]:
        """Return names that begin with `prefix` and come after `after`, with their lengths, by code point."""
        return self._wait(self._reader.names(prefix, after, limit))

    def kept_values(self, prefix: str) -> dict[str, bytes]:
        """Return the newest value of each key that begins with `prefix`, by key; keys whose value was erased are left
        out.
        """
        return self._wait(self._reader.kept_values(prefix))

    def close(self) -> None:
        """Close the connection and end the thread."""
        self._wait(self._link.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _wait(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run the work on the thread's loop and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _make_link(self, target: Target, snapshot: str | None) -> ReadLink:
        """Return a link of the thread's loop."""
        return ReadLink(target, snapshot)
