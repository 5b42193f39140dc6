"""Reads a stream page by page; all engines use it."""

from collections.abc import AsyncGenerator, Awaitable, Callable

from tilth_server.store import chain
from tilth_server.store.engine import RecordPage
from tilth_server.store.streams import Head, StoredRecord

ReadPage = Callable[[str, int, int | None, bytes | None], Awaitable[RecordPage]]
"""Reads a page: the stream, the first record, the end, and the hash of the record before, if it is known."""


async def read_pages(
    read_page: ReadPage,
    stream: str,
    start: int = 0,
    limit: int | None = None,
    wait_for_more: Callable[[], Awaitable[None]] | None = None,
) -> AsyncGenerator[StoredRecord, None]:
    """Yield verified records; raise BrokenChain behind the last intact one.

    At the end of the stream the reading ends, or continues after `wait_for_more`.
    """
    end = None if limit is None else start + limit
    link = None
    while True:
        page = await read_page(stream, start, end, link)
        for record in page.records:
            yield record
        if page.broken:
            raise page.broken
        start += len(page.records)
        link = page.link
        stop = page.length if end is None else min(end, page.length)
        if wait_for_more is None:
            # Records that are appended after the first page was read are left out, or a busy stream would never end.
            end = stop
        if start >= stop:
            if wait_for_more is None:
                return
            await wait_for_more()


async def verify_pages(read_page: ReadPage, stream: str) -> Head:
    """Verify a whole stream; return its length and last hash. Raise BrokenChain at the first damaged record."""
    walked = Head(0, chain.root(stream))
    async for record in read_pages(read_page, stream):
        walked = Head(record.number + 1, record.hash)
    return walked
