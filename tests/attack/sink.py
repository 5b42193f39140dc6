"""The bare sink, which is attacked in a quiet phase: ports that read everything and do next to nothing with it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import grpc
import uvloop

from tests.attack.http2 import ACK, SETTINGS, WIDEST, WINDOW, frame, settings, window_update
from tests.attack.processes import obey

STREAMING = frozenset(("Attend", "Watch", "Replay", "VerifyMatch", "WatchTournament"))
HELLO = settings((4, WIDEST)) + frame(SETTINGS, ACK, 0) + window_update(0, WIDEST - WINDOW)


class RawSink(asyncio.Protocol):
    """One connection: it says hello as HTTP/2 does, and forgets what it reads."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.WriteTransport, transport).write(HELLO)


class GrpcSink(grpc.GenericRpcHandler):
    """Every method there is. A message of a stream is answered by an empty one, and so is a call."""

    def service(self, details: Any) -> Any:
        if details.method.rpartition("/")[2] in STREAMING:
            return grpc.stream_stream_rpc_method_handler(_stream)
        return grpc.unary_unary_rpc_method_handler(_unary)


async def _unary(request: bytes, context: object) -> bytes:
    return b""


async def _stream(requests: AsyncIterator[bytes], context: object) -> AsyncIterator[bytes]:
    async for _ in requests:
        yield b""


async def main() -> None:
    raw = await asyncio.get_running_loop().create_server(RawSink, "127.0.0.1", 0)
    raw_port = raw.sockets[0].getsockname()[1]
    server = grpc.aio.server(options=[("grpc.max_receive_message_length", -1)])
    server.add_generic_rpc_handlers((GrpcSink(),))
    grpc_port = server.add_insecure_port("127.0.0.1:0")
    await server.start()

    async def addresses(_: dict[str, Any]) -> dict[str, Any]:
        return {"raw": f"127.0.0.1:{raw_port}", "grpc": f"127.0.0.1:{grpc_port}"}

    await obey({"addresses": addresses})


if __name__ == "__main__":
    uvloop.run(main())
