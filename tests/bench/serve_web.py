"""Matches whose seats each have a WebSocket of their own, beside the same crowd over gRPC, in turns on one server."""

import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp

from tests.bench.load import AnyAttendance, register
from tests.bench.measurement import Measurement, median
from tests.bench.processes import CLIENT_CORE, connected, free_port, pin, tilth_server
from tests.bench.serve import SERVER_CPU, attending, crowded
from tilth.v1 import play_pb2

ROUNDS = 5
LIVE = 64
STREAMS = 128
SUBPROTOCOL = "tilth.v1.attend"
FLAGS = (
    "--web-connections-per-address=1000000",
    "--web-requests-per-second=1000000",
)


class SocketAttendance(AnyAttendance):
    """A stream on a WebSocket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        super().__init__()
        self._socket = socket

    async def send(self, commands: list[play_pb2.Command]) -> None:
        await self._socket.send_bytes(play_pb2.AttendRequest(commands=commands).SerializeToString())

    async def receive(self) -> play_pb2.AttendResponse:
        return play_pb2.AttendResponse.FromString(await self._socket.receive_bytes())

    async def leave(self) -> None:
        await self._socket.close()


async def on_sockets(session: aiohttp.ClientSession, url: str, token: str) -> list[SocketAttendance]:
    """Return a stream for every seat, each on a WebSocket of its own."""
    found = []
    for _ in range(STREAMS):
        socket = await session.ws_connect(url, protocols=(SUBPROTOCOL,), max_msg_size=0)
        await socket.send_str(token)
        found.append(SocketAttendance(socket))
    return found


async def measure() -> Measurement:
    pin(CLIENT_CORE)
    grpc, web = [], []
    address = f"127.0.0.1:{free_port()}"
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()))
        port, server = await stack.enter_async_context(tilth_server(Path(folder), "--web", address, *FLAGS))
        (channel,) = await stack.enter_async_context(connected(port))
        connector = aiohttp.TCPConnector(limit=0)
        session = await stack.enter_async_context(aiohttp.ClientSession(connector=connector))
        who = await register(channel, "crowd")
        for _ in range(ROUNDS):
            streams = attending(channel, who, STREAMS)
            grpc.append(await crowded(channel, who, streams, LIVE, server.pid))
            sockets = await on_sockets(session, f"ws://{address}/attend", who[0][1])
            web.append(await crowded(channel, who, sockets, LIVE, server.pid))
    return Measurement(
        "serve.64x64.web",
        median([socket / stream for (_, socket), (_, stream) in zip(web, grpc, strict=True)]),
        "times the server's CPU an answer over gRPC",
        0.7,
        1e6 * median([spent for _, spent in grpc]),
        {
            "answers/s": median([rate for rate, _ in web]),
            "answers/s over gRPC": median([rate for rate, _ in grpc]),
            SERVER_CPU: 1e6 * median([spent for _, spent in web]),
        },
        target_is_max=True,
    )
