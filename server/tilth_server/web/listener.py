"""The second listener: HTTP for browsers, beside gRPC."""

import asyncio
import ssl
from collections import Counter
from collections.abc import Callable, Mapping
from socket import SO_RCVBUF, SOL_SOCKET
from typing import Any, Final

import structlog
from aiohttp import web

from tilth_server.api.client_addresses import AddressReader
from tilth_server.api.rate_limit import RateLimiter
from tilth_server.api.statuses import internal_error
from tilth_server.channel_options import HANDSHAKE_SECONDS
from tilth_server.refusal import Refusal
from tilth_server.settings import Address, Settings
from tilth_server.web import attend_socket, grpc_web
from tilth_server.web.call import drain, metadata_of, peer_of
from tilth_server.web.connections import Connections
from tilth_server.web.origins import Origins
from tilth_server.web.page_files import HEADERS, PageFiles, response

log = structlog.get_logger()

HEALTH: Final = "/healthz"
ATTEND_PATH: Final = "/attend"
ATTEND: Final = "/tilth.v1.PlayService/Attend"
REQUESTS: Final = "web_requests_per_second"
RECEIVE_BUFFER_BYTES: Final = 16 << 10
"""Bytes that the system keeps for a connection until they are read (Linux takes twice as many). What one read brings is
parsed in one piece, in which nobody else is served: with the system's own limit that were 250 kB of tiny messages.
"""
MAX_WAITING: Final = 50
"""Sockets of one address that may wait for their token at the same time."""
REFUSAL_DELAY_SECONDS: Final = 1.0
"""Pause before a request over the limit is refused, so that one connection gets one refusal a second."""
STOP_SECONDS: Final = 1.0
"""Time that requests under way may take when the server stops."""


class WebListenerFailed(Exception):
    """The listener can't start; the message is one line that says why."""


class WebListener:
    """The listener for browsers, from `start` until `stop`."""

    address: Address
    """The address on which it listens, with the real port if any port was asked for."""

    def __init__(
        self,
        wanted: Address,
        handlers: Mapping[str, Any],
        settings: Settings,
        is_serving: Callable[[], bool],
        context: ssl.SSLContext | None = None,
    ) -> None:
        """`handlers` are those of gRPC, by the method's path. `context` is that of TLS; None without it."""
        self._wanted = wanted
        self._handlers = handlers
        self._settings = settings
        self._is_serving = is_serving
        self._context = context
        self._files = PageFiles()
        self._origins = Origins(wanted)
        self._addresses = AddressReader(settings.trusted_proxies)
        self._requests = RateLimiter(settings.limits.web_requests_per_second, name=REQUESTS)
        self._waiting: Counter[str] = Counter()
        self._connections: Connections | None = None
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        limits = self._settings.limits
        self._connections = Connections(self._serve, self._addresses, limits.web_connections_per_address)
        try:
            self._server = await asyncio.get_running_loop().create_server(
                self._connections,
                self._wanted.host,
                self._wanted.port,
                ssl=self._context,
                ssl_handshake_timeout=None if self._context is None else HANDSHAKE_SECONDS,
            )
        except OSError as error:
            raise WebListenerFailed(
                f"cannot listen for browsers on {self._wanted}: {error.strerror or error};"
                " choose another address with --web HOST:PORT"
            ) from error
        for one in self._server.sockets:
            one.setsockopt(SOL_SOCKET, SO_RCVBUF, RECEIVE_BUFFER_BYTES)
        self.address = Address(self._wanted.host, self._server.sockets[0].getsockname()[1])
        self._origins = Origins(self.address, self._settings.web_origins)
        if not self._files.is_built:
            log.warning("page missing", hint="make setup builds it, with Node")

    async def stop(self) -> None:
        if self._server is not None and self._connections is not None:
            self._server.close()
            await self._connections.shutdown(STOP_SECONDS)

    @property
    def url(self) -> str:
        """Return the address to open in a browser."""
        if self._settings.web_origins:
            return f"{self._settings.web_origins[0].rstrip('/')}/"
        host = "127.0.0.1" if self.address.host in ("0.0.0.0", "::") else self.address.host
        return f"{'http' if self._context is None else 'https'}://{Address(host, self.address.port)}/"

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """Serve one request; of a fault of ours the client gets a number only."""
        try:
            answered = await self._answer(request)
            await answered.prepare(request)
            await answered.write_eof()
            await drain(request)
            return answered
        except (web.HTTPException, ConnectionError):
            raise
        except TimeoutError as error:
            raise ConnectionResetError from error
        except Exception as error:  # noqa: BLE001 - the client gets a number, and the log the error
            return _text(500, internal_error(error).message)

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        path = self._origins.below(request.path)
        if path != HEALTH and (refused := self._wrong_address(request)) is not None:
            return refused
        if path in self._handlers and _is_call(request):
            return await grpc_web.serve(request, self._handlers[path], self._settings.limits.message_bytes)
        client, _ = self._addresses.client_address(peer_of(request.transport), metadata_of(request.headers))
        try:
            self._requests.check(client.group)
        except Refusal as over:
            await asyncio.sleep(REFUSAL_DELAY_SECONDS)
            return _text(429, over.message)
        if path == HEALTH:
            return _text(200, "serving") if self._is_serving() else _text(503, "not serving")
        if path == ATTEND_PATH:
            return await self._attend(request, client.group)
        if path in self._handlers:
            return _text(415, f"calls are POST requests of the type {grpc_web.TYPE}")
        if _is_call(request):
            return grpc_web.unknown(path)
        file = self._files.find(path)
        if file is None:
            return _text(404, "there is nothing at this address")
        if request.method not in ("GET", "HEAD"):
            return _text(405, "files are read with GET")
        return response(file, request)

    def _wrong_address(self, request: web.BaseRequest) -> web.Response | None:
        host, origin = request.headers.get("Host", ""), request.headers.get("Origin")
        if not self._origins.has_host(host):
            return _text(421, f"this server is not reached as {host!r}: name that address with --web-origin")
        if origin is not None and not self._origins.has_origin(origin):
            return _text(403, f"pages of {origin!r} may not call this server: name it with --web-origin")
        return None

    async def _attend(self, request: web.BaseRequest, client: str) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() != "websocket":
            return _text(426, "this address speaks WebSocket only")
        wanted = [one.strip() for one in request.headers.get("Sec-WebSocket-Protocol", "").split(",")]
        if attend_socket.SUBPROTOCOL not in wanted:
            return _text(400, f"the subprotocol is {attend_socket.SUBPROTOCOL}")
        if self._waiting[client] >= MAX_WAITING:
            return _text(429, f"{MAX_WAITING} sockets of this address wait for their token already")
        socket = attend_socket.AttendSocket(request, self._settings.limits.message_bytes)
        self._waiting[client] += 1
        try:
            await socket.open()
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client]
        return await socket.serve(self._handlers[ATTEND], lambda: not self._is_serving())


def _is_call(request: web.BaseRequest) -> bool:
    """Return whether the request is one of gRPC-Web."""
    return request.method == "POST" and request.content_type in grpc_web.TYPES


def _text(status: int, text: str) -> web.Response:
    return web.Response(status=status, text=f"{text}\n", headers={**HEADERS, "Cache-Control": "no-store"})
