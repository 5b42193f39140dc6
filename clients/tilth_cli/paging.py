"""Lists that the server gives a page at a time."""

from collections.abc import AsyncIterator
from typing import Any, Protocol

import grpc.aio

from tilth_cli.connection import Server

PAGE = 500


class PagedRequest(Protocol):
    """A request for one page of a list."""

    page_size: int
    page_token: str


async def pages(
    server: Server, method: grpc.aio.UnaryUnaryMultiCallable[Any, Any], request: PagedRequest
) -> AsyncIterator[Any]:
    """Yield the replies with the pages of a list, in order."""
    request.page_size = PAGE
    while True:
        reply = await server.ask(method, request)
        yield reply
        if not reply.next_page_token:
            return
        request.page_token = reply.next_page_token
