"""gRPC-Web: a call as an HTTP request.

A body is a sequence of messages, each after five bytes: a flag, and the length. The last one of a reply has the flag
0x80 and holds the trailers as text. A reply without messages has the trailers in its headers.
"""

import asyncio
from base64 import b64encode
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

import grpc
from aiohttp import web
from grpc import StatusCode

from tilth_server.reasons import MALFORMED
from tilth_server.refusal import Refusal, over_limit
from tilth_server.web.call import Status, WebCall, drain, metadata_of, timeout_of
from tilth_server.web.page_files import CALL_HEADERS

TYPES: Final = frozenset(("application/grpc-web", "application/grpc-web+proto"))
TYPE: Final = "application/grpc-web+proto"
REPLY_HEADERS: Final = {**CALL_HEADERS, "Content-Type": TYPE}
PREFIX_BYTES: Final = 5
TRAILERS: Final = 0x80
BODY_SECONDS: Final = 20.0
"""Time that one message may take to arrive."""
UNESCAPED: Final = " !\"#$&'()*+,/:;<=>?@[\\]^`{|}"
"""Characters besides letters, digits and -._~ that stand for themselves in grpc-message."""


class GrpcWebCall(WebCall):
    """A call whose messages are in the body of a request, and whose replies are in that of its response.

    The gate reads the body, so nothing of it is read for a call that is not admitted.
    """

    def __init__(self, request: web.BaseRequest, max_bytes: int) -> None:
        super().__init__(request, metadata_of(request.headers))
        self._max_bytes = max_bytes
        self._seconds = timeout_of(request.headers)
        self.response: web.StreamResponse | None = None
        """The reply, once its first message is written."""

    def time_remaining(self) -> float | None:
        return self._seconds

    async def read(self) -> Any:
        try:
            async with asyncio.timeout(BODY_SECONDS):
                return await self._next_message()
        except TimeoutError:
            raise Refusal(
                MALFORMED, f"the message did not arrive within {BODY_SECONDS:.0f} seconds"
            ) from None
        except asyncio.IncompleteReadError as cut:
            if not cut.partial:
                return grpc.aio.EOF
            raise Refusal(MALFORMED, "the body ends within the five bytes before a message") from None
        except web.RequestPayloadError as error:
            raise Refusal(MALFORMED, f"the body can't be read: {error}") from None

    async def _next_message(self) -> bytes:
        prefix = await self._request.content.readexactly(PREFIX_BYTES)
        if prefix[0]:
            raise Refusal(MALFORMED, "the message is compressed, or is no message: its flag has to be 0")
        length = int.from_bytes(prefix[1:], "big")
        if length > self._max_bytes:
            raise over_limit("message_bytes", self._max_bytes)
        try:
            return await self._request.content.readexactly(length)
        except asyncio.IncompleteReadError as cut:
            raise Refusal(
                MALFORMED, f"the message is cut: {len(cut.partial)} of the {length} bytes that it says"
            ) from None

    async def send(self, message: bytes) -> None:
        if self.response is None:
            self.response = web.StreamResponse(headers=REPLY_HEADERS)
            await self.response.prepare(self._request)
        await self.response.write(framed(message))

    async def finish(self, reply: bytes | None) -> web.StreamResponse:
        """Send what is left of the reply, and how the call ended. `reply` is the one message of a single call."""
        response = self.response
        if response is None:
            if self.status is not None:
                response = web.Response(headers={**REPLY_HEADERS, **_trailers(self.status)})
            else:
                body = trailers_frame(None) if reply is None else framed(reply) + trailers_frame(None)
                response = web.Response(body=body, headers=REPLY_HEADERS)
            await response.prepare(self._request)
        else:
            await response.write(trailers_frame(self.status))
        await response.write_eof()
        await drain(self._request)
        return response


async def serve(request: web.BaseRequest, handler: Any, max_bytes: int) -> web.StreamResponse:
    """Serve a call by gRPC's handler; return the response, which has been sent."""
    call = GrpcWebCall(request, max_bytes)
    reply: bytes | None = None
    try:
        try:
            async with asyncio.timeout(call.time_remaining()):
                if handler.response_streaming:
                    await handler.stream_stream(None, call)
                else:
                    reply = await handler.stream_unary(None, call)
        except TimeoutError:
            call.status = Status(
                StatusCode.DEADLINE_EXCEEDED, "the time that the client gave the call is over"
            )
        return await call.finish(reply)
    finally:
        call.end()


def unknown(path: str) -> web.Response:
    """Return the reply to a call of a method that there is not."""
    status = Status(StatusCode.UNIMPLEMENTED, f"this server has no method {path}")
    return web.Response(headers={**REPLY_HEADERS, **_trailers(status)})


def framed(message: bytes, flag: int = 0) -> bytes:
    """Return the message with its prefix."""
    return bytes((flag,)) + len(message).to_bytes(4, "big") + message


def trailers_frame(status: Status | None) -> bytes:
    """Return the last part of a reply, which tells how the call ended."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in _trailers(status).items())
    return framed(lines.encode(), TRAILERS)


def _trailers(status: Status | None) -> Mapping[str, str]:
    if status is None:
        return {"grpc-status": "0"}
    found = {"grpc-status": str(status.number), "grpc-message": quote(status.message, safe=UNESCAPED)}
    for name, value in status.trailers:
        found[name] = b64encode(value).decode().rstrip("=") if isinstance(value, bytes) else value
    return found
