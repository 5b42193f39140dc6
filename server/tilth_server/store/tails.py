"""The readers that wait at the ends of streams for new records."""

import asyncio
from collections.abc import AsyncGenerator, Iterable

from tilth_server.store.paging import ReadPage, read_pages
from tilth_server.store.streams import Append, StoredRecord


class Tails:
    """The waiting readers of one open store, by stream."""

    def __init__(self, read_page: ReadPage) -> None:
        self._read_page = read_page
        self.waiting: dict[str, set[asyncio.Event]] = {}
        """The events that wake the readers, by stream."""

    async def tail(self, stream: str, start: int) -> AsyncGenerator[StoredRecord, None]:
        """Yield the records from `start` on, then every new record of the stream when it is durable, until it is
        closed.
        """
        appended = asyncio.Event()
        self.waiting.setdefault(stream, set()).add(appended)

        async def wait_for_more() -> None:
            await appended.wait()
            appended.clear()

        try:
            async for record in read_pages(self._read_page, stream, start, wait_for_more=wait_for_more):
                yield record
        finally:
            self.waiting[stream].discard(appended)
            if not self.waiting[stream]:
                del self.waiting[stream]

    def wake(self, appends: Iterable[Append]) -> None:
        """Wake the readers of the streams of these appends."""
        for append in appends:
            self.wake_stream(append.stream)

    def wake_stream(self, stream: str) -> None:
        """Wake the readers of a stream."""
        for appended in self.waiting.get(stream, ()):
            appended.set()

    def wake_all(self) -> None:
        """Wake every reader, for example because the store closes."""
        for appended in (appended for waiting in self.waiting.values() for appended in waiting):
            appended.set()
