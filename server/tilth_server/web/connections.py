"""The connections of the listener for browsers: how many one address may have, and how long a request's head may be."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from tilth_server.api.client_addresses import AddressReader
from tilth_server.web.call import peer_of

IDLE_SECONDS: Final = 5.0
"""Time that a connection may take for the head of its next request."""
HEAD_BYTES: Final = 16 << 10
"""Bytes of a request's first line and headers, as for gRPC. One read of the connection may come on top."""
LINE_BYTES: Final = 8190
"""Limit on the first line, and on each header."""
MAX_HEADERS: Final = 100
LINGER_SECONDS: Final = 2.0
"""Time for which the body of a refused request is still read, so that its client gets to read the reply."""
LIMIT: Final = "web_connections_per_address"


class Connection(RequestHandler):
    """A connection of a browser. One that sends too long a head is cut off before it is read whole."""

    __slots__ = ("_head_bytes",)

    def __init__(self, manager: "Connections", **how: Any) -> None:
        super().__init__(manager, **how)
        self._head_bytes = 0

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._waiter is None or self._waiter.done():  # it does not wait for a head, or has one
            self._head_bytes = 0
            return
        self._head_bytes += len(data)
        if self._head_bytes > HEAD_BYTES and self.transport is not None:
            self.transport.abort()


class Connections(web.Server):
    """The connections, counted by the address that they come from."""

    def __init__(
        self,
        handler: Callable[[web.BaseRequest], Awaitable[web.StreamResponse]],
        addresses: AddressReader,
        max_per_address: int,
    ) -> None:
        """The connections of a trusted proxy are not counted: the proxy has to count those of its clients."""
        super().__init__(
            handler,
            handler_cancellation=True,
            access_log=None,
            logger=_silent_logger(),
            keepalive_timeout=IDLE_SECONDS,
            max_line_size=LINE_BYTES,
            max_field_size=LINE_BYTES,
            max_headers=MAX_HEADERS,
            lingering_time=LINGER_SECONDS,
            auto_decompress=False,
        )
        self._addresses = addresses
        self._max_per_address = max_per_address
        self._count: Counter[str] = Counter()
        self._counted: dict[RequestHandler, str] = {}

    def __call__(self) -> RequestHandler:
        return Connection(self, loop=self._loop, **self._kwargs)

    def connection_made(self, handler: RequestHandler, transport: asyncio.Transport) -> None:
        super().connection_made(handler, transport)
        peer = peer_of(transport)
        if self._addresses.trusts(peer):
            return
        group = self._addresses.client_address(peer, ())[0].group
        if self._count[group] >= self._max_per_address:
            transport.write(_refusal(self._max_per_address))
            transport.close()
            return
        self._count[group] += 1
        self._counted[handler] = group

    def connection_lost(self, handler: RequestHandler, exc: BaseException | None = None) -> None:
        super().connection_lost(handler, exc)
        group = self._counted.pop(handler, None)
        if group is not None:
            self._count[group] -= 1
            if not self._count[group]:
                del self._count[group]


def _refusal(limit: int) -> bytes:
    """Return the reply to a connection too many."""
    text = f"over the limit {LIMIT}: {limit}\n"
    return (
        "HTTP/1.1 429 Too Many Requests\r\nContent-Type: text/plain\r\nX-Content-Type-Options: nosniff\r\n"
        f"Content-Length: {len(text)}\r\nConnection: close\r\n\r\n{text}"
    ).encode()


def _silent_logger() -> logging.Logger:
    """Return a logger that says nothing: aiohttp would log an error for each request that it can't read, and strangers
    could fill the log. Faults of our own are logged where they are caught.
    """
    logger = logging.getLogger("tilth_server.web.http")
    logger.disabled = True
    return logger
