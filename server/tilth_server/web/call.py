"""A call that arrives by HTTP, in the form in which the gate takes calls of gRPC."""

import asyncio
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NoReturn

import grpc
from aiohttp import web
from grpc import StatusCode

UNPASSED: Final = frozenset(("content-type", "content-length", "cookie", "accept", "user-agent"))
"""Headers that no handler looks at."""
TIMEOUT: Final = re.compile(r"(\d{1,8})([HMSmun])")
UNITS: Final = {"H": 3600.0, "M": 60.0, "S": 1.0, "m": 1e-3, "u": 1e-6, "n": 1e-9}
UNREAD_SECONDS: Final = 30.0
"""Time after which a client that takes nothing of what is sent to it is cut off."""

Metadata = Sequence[tuple[str, str]]
Trailers = Sequence[tuple[str, str | bytes]]


class Status:
    """The end of a call that was refused."""

    __slots__ = ("code", "message", "trailers")

    def __init__(self, code: StatusCode, message: str, trailers: Trailers = ()) -> None:
        self.code = code
        self.message = message
        self.trailers = trailers

    @property
    def number(self) -> int:
        """Return the number of the status code, as gRPC writes it."""
        number: int = self.code.value[0]
        return number


class WebCall(ABC):
    """One call, by those methods of gRPC's context that the gate uses."""

    def __init__(self, request: web.BaseRequest, metadata: Metadata) -> None:
        self._request = request
        self._peer = peer_of(request.transport)
        self._metadata = metadata
        self._callbacks: list[Callable[[Any], None]] = []
        self._is_done = False
        self.status: Status | None = None
        """The refusal; None while the call runs, and after a good end."""

    @abstractmethod
    async def read(self) -> Any:
        """Return the next message of the client, or grpc.aio.EOF. Raise Refusal for bytes that are no message."""

    @abstractmethod
    async def send(self, message: bytes) -> None:
        """Give a message to the connection."""

    async def write(self, message: bytes) -> None:
        """Send a message; return when there is room for the next. Raise grpc.aio.InternalError if the client has gone,
        or takes nothing.
        """
        try:
            await self.send(message)
            if self._request.protocol.writing_paused:
                await drain(self._request)
            else:
                await asyncio.sleep(0)  # the turn may end here: a connection with room makes nobody wait
        except (ConnectionError, TimeoutError) as error:
            self._is_done = True
            raise grpc.aio.InternalError from error

    def peer(self) -> str:
        return self._peer

    def invocation_metadata(self) -> Metadata:
        return self._metadata

    def time_remaining(self) -> float | None:
        return None

    def cancelled(self) -> bool:
        return False

    def done(self) -> bool:
        return self._is_done

    def add_done_callback(self, callback: Callable[[Any], None]) -> None:
        self._callbacks.append(callback)

    async def abort(self, code: StatusCode, message: str = "", trailers: Trailers = ()) -> NoReturn:
        self.status = Status(code, message, trailers)
        raise grpc.aio.AbortError

    def end(self) -> None:
        """Note that the reply has been sent, or that the client has gone."""
        self._is_done = True
        callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback(self)


async def drain(request: web.BaseRequest) -> None:
    """Wait until the client has taken most of what was sent. Cut it off and raise TimeoutError if it takes nothing."""
    try:
        async with asyncio.timeout(UNREAD_SECONDS):
            await request.writer.drain()
    except TimeoutError:
        if request.transport is not None:
            request.transport.abort()
        raise


def metadata_of(headers: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the headers of a request as metadata, with lower-case names. gRPC, too, takes ASCII only."""
    return [
        (name, value)
        for key, value in headers.items()
        if (name := key.lower()) not in UNPASSED and value.isascii()
    ]


def timeout_of(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that the client waits for the end of the call; None if it names none."""
    found = TIMEOUT.fullmatch(headers.get("grpc-timeout", ""))
    return None if found is None else int(found[1]) * UNITS[found[2]]


def peer_of(transport: Any) -> str:
    """Return the other end of a connection as gRPC names it: ipv4:127.0.0.1:5555, ipv6:[::1]:5555."""
    name = None if transport is None else transport.get_extra_info("peername")
    if not isinstance(name, tuple):
        return "unix:"
    host, port = name[0], name[1]
    return f"ipv6:[{host}]:{port}" if ":" in host else f"ipv4:{host}:{port}"
