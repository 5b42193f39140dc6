"""A WebSocket that carries one call of `Attend`.

The first message is a text, `Bearer TOKEN`. Each message after it is binary: from the browser an AttendRequest, from
the server an AttendResponse. Before the server closes the socket for a reason it sends a text: JSON with the reason.
The code of the close is then 4000 plus the number of the status.
"""

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import grpc
import msgspec
from aiohttp import WebSocketError, WSCloseCode, WSMsgType, web
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status as RpcStatus

from tilth_server.api.statuses import trailers_of
from tilth_server.reasons import MALFORMED, SERVER_STOPPING
from tilth_server.refusal import Refusal, over_limit
from tilth_server.web.call import Metadata, Status, WebCall, drain, metadata_of
from tilth_server.web.page_files import SERVER_NAME

SUBPROTOCOL: Final = "tilth.v1.attend"
TOKEN_SECONDS: Final = 5.0
"""Time within which a new socket has to send its token."""
PING_SECONDS: Final = 20.0
"""Time of silence after which the browser is asked for a sign of life; it has half as long to give one."""
CLOSE_SECONDS: Final = 2.0
"""Time that the browser has to close its side."""
REFUSED_SECONDS: Final = 0.1
"""The same after a refusal: until then all that the client still sends is read, and nobody's turn is used for it."""
LINGER_SECONDS: Final = 0.5
"""Time for which what follows a refused message is still read, so that the browser gets to know the reason."""
CODES: Final = 4000
"""Added to a status's number, so that it is a code which a WebSocket may be closed with."""
PINGS: Final = (WSMsgType.PING, WSMsgType.PONG)
AUTHORIZATION: Final = "authorization"
NEVER_SENT: Final = (
    f"a socket's first message is a text, Bearer and the token, within {TOKEN_SECONDS:.0f} seconds"
)
STOPPING: Final = Refusal(SERVER_STOPPING, "the server is stopping: try again in a moment")


class Socket(web.WebSocketResponse):
    """A WebSocket that stays open after a message that can't be read, until the browser has the reason."""

    def __init__(self, max_bytes: int) -> None:
        super().__init__(
            timeout=CLOSE_SECONDS,
            protocols=(SUBPROTOCOL,),
            max_msg_size=max_bytes,
            heartbeat=PING_SECONDS,
            autoping=False,
            compress=False,
            writer_limit=sys.maxsize,  # `WebCall.write` waits, after every message
        )
        self.headers["Server"] = SERVER_NAME

    async def close(self, *, code: int = WSCloseCode.OK, message: bytes = b"", drain: bool = True) -> bool:
        if WSCloseCode.PROTOCOL_ERROR <= code < CODES:
            return False
        return await super().close(code=code, message=message, drain=drain)

    def forget_unread(self) -> None:
        """Let go of messages that nobody will read. The objects of a closed connection refer to each other, and so are
        kept until Python looks through all of its memory, which it seldom does.
        """
        self._reader = None
        self._parser = None


class SocketCall(WebCall):
    """A call whose messages are those of a WebSocket."""

    def __init__(self, request: web.BaseRequest, metadata: Metadata, socket: Socket, max_bytes: int) -> None:
        super().__init__(request, metadata)
        self._socket = socket
        self._max_bytes = max_bytes
        self.task: asyncio.Task[Any] | None = None
        """The handler's task. It is cancelled when the browser has closed the socket."""

    async def read(self) -> Any:
        await asyncio.sleep(0)  # the turn may end here, however many messages have arrived already
        message = await self._socket.receive()
        while (kind := message.type) in PINGS:
            if kind is WSMsgType.PING and not await self._pong(message.data):
                break
            await asyncio.sleep(0)
            message = await self._socket.receive()
        if kind is WSMsgType.BINARY:
            return message.data
        if kind is WSMsgType.TEXT:
            raise Refusal(MALFORMED, "messages after the token are binary: AttendRequest")
        if kind is WSMsgType.ERROR and isinstance(message.data, WebSocketError):
            if message.data.code == WSCloseCode.MESSAGE_TOO_BIG:
                raise over_limit("message_bytes", self._max_bytes)
            raise Refusal(MALFORMED, f"this is no WebSocket message: {message.data}")
        if self.task is not None:
            self.task.cancel()
        return grpc.aio.EOF

    async def _pong(self, content: bytes) -> bool:
        """Answer a ping; return False if the client has gone or takes nothing."""
        try:
            await self._socket.pong(content)
            if self._request.protocol.writing_paused:
                await drain(self._request)
        except (ConnectionError, TimeoutError):
            return False
        return True

    async def send(self, message: bytes) -> None:
        await self._socket.send_bytes(message)


class AttendSocket:
    """One WebSocket, from its opening to its end."""

    def __init__(self, request: web.BaseRequest, max_bytes: int) -> None:
        self._request = request
        self._max_bytes = max_bytes
        self._socket = Socket(max_bytes)
        self._token: str | None = None
        """The first message; None if none came in time, or no text."""

    async def open(self) -> None:
        """Accept the socket and wait for its token. Raise web.HTTPException if the request is not that of a socket."""
        try:
            await self._socket.prepare(self._request)
        except ValueError as error:  # the key is no base64
            raise web.HTTPBadRequest(text=f"this is no request for a WebSocket: {error}\n") from None
        with suppress(TimeoutError):
            message = await self._socket.receive(TOKEN_SECONDS)
            if message.type is WSMsgType.TEXT:
                self._token = message.data

    async def serve(self, handler: Any, is_stopping: Callable[[], bool]) -> web.StreamResponse:
        """Carry the call of `Attend`, whose handler is gRPC's, and close the socket when it has ended."""
        try:
            return await self._serve(handler, is_stopping)
        finally:
            self._socket.forget_unread()

    async def _serve(self, handler: Any, is_stopping: Callable[[], bool]) -> web.StreamResponse:
        if self._socket.closed:
            return self._socket
        metadata = [one for one in metadata_of(self._request.headers) if one[0] != AUTHORIZATION]
        if self._token is not None:
            metadata.append((AUTHORIZATION, self._token))
        call = SocketCall(self._request, metadata, self._socket, self._max_bytes)
        call.task = asyncio.create_task(handler.stream_stream(None, call))
        try:
            await asyncio.wait((call.task,))
            if not call.task.cancelled() and (error := call.task.exception()) is not None:
                raise error
        finally:
            call.task.cancel()
            call.end()
        if call.status is not None and self._token is None:
            call.status = Status(call.status.code, NEVER_SENT, call.status.trailers)
        elif call.status is None and is_stopping():
            call.status = Status(*trailers_of(STOPPING))
        await _close(self._socket, call.status)
        return self._socket


async def _close(socket: Socket, status: Status | None) -> None:
    """Close the socket, for the reason in the status if there is one."""
    if socket.closed:
        return
    if status is None:
        await socket.close()
        return
    details = details_of(status)
    try:
        await socket.send_str(msgspec.json.encode(details).decode())
        if details["reason"] not in (SERVER_STOPPING, ""):
            await asyncio.sleep(LINGER_SECONDS)
        async with asyncio.timeout(REFUSED_SECONDS):
            await socket.close(code=CODES + status.number, message=details["reason"].encode())
    except (ConnectionError, TimeoutError):
        return


def details_of(status: Status) -> dict[str, Any]:
    """Return why the call ended, for the client: code, reason, message, and the details by name."""
    found: dict[str, Any] = {"code": status.code.name, "reason": "", "message": status.message, "details": {}}
    for _, value in status.trailers:
        if isinstance(value, bytes):
            for detail in RpcStatus.FromString(value).details:
                found.update(_info(detail))
    return found


def _info(detail: AnyMessage) -> dict[str, Any]:
    info = ErrorInfo()
    return {"reason": info.reason, "details": dict(info.metadata)} if detail.Unpack(info) else {}
