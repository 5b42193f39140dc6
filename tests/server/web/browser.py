"""A browser at a server: single calls as gRPC-Web, and `Attend` on a WebSocket."""

import asyncio
import json
from base64 import b64decode
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote

import aiohttp
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from tests.e2e.serving import MANY_CALLS, ServerProcess, own_port, running
from tilth.v1 import lobby_pb2, play_pb2, players_pb2

SUBPROTOCOL = "tilth.v1.attend"
TYPE = "application/grpc-web+proto"
SECONDS = 60.0
MANY = (*MANY_CALLS, "--web-requests-per-second=100000")
"""Flags of a server that is not tried for its limits of calls and requests."""
PREFIX, TRAILERS = 5, 0x80
M = TypeVar("M", bound=Message)

_numbers = count(1)


@dataclass
class Refused(Exception):
    """The end of a call that was refused."""

    status: int
    message: str
    reason: str
    details: dict[str, str]


@dataclass
class WebServer:
    """A server process, and the address of its listener for browsers."""

    process: ServerProcess
    url: str


@contextmanager
def web_running(data: Path, *flags: str, scheme: str = "http") -> Iterator[WebServer]:
    port = own_port()
    with running(data, "--web", f"127.0.0.1:{port}", *flags) as process:
        yield WebServer(process, f"{scheme}://127.0.0.1:{port}/")


def framed(message: bytes, flag: int = 0) -> bytes:
    return bytes((flag,)) + len(message).to_bytes(4, "big") + message


def unframed(body: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the flag and the content of each message of a body."""
    while body:
        end = PREFIX + int.from_bytes(body[1:PREFIX], "big")
        yield body[0], body[PREFIX:end]
        body = body[end:]


class Browser:
    """One person's browser. Without a token it is a stranger's."""

    def __init__(self, session: aiohttp.ClientSession, url: str, token: str = "") -> None:
        self.session = session
        self.url = url
        self.token = token

    async def register(self) -> str:
        """Become a player; return their id."""
        request = players_pb2.RegisterRequest(name=f"browser {next(_numbers)}")
        reply = await self.call("PlayersService/Register", request, players_pb2.RegisterResponse)
        self.token = reply.token
        return str(reply.player.id)

    async def new_match(self, seats: int = 1, **asked: Any) -> str:
        request = lobby_pb2.CreateMatchRequest(
            game="petrichor", seat_count=seats, take_seats=range(seats), start_when_full=True, **asked
        )
        reply = await self.call("LobbyService/CreateMatch", request, lobby_pb2.CreateMatchResponse)
        return str(reply.match.id)

    async def call(self, method: str, request: Message | bytes, reply: type[M], **headers: str) -> M:
        """Make a single call; raise Refused."""
        (message,) = await self.calls(method, request, **headers)
        return reply.FromString(message)

    async def calls(self, method: str, request: Message | bytes, **headers: str) -> list[bytes]:
        """Make a call with any number of replies; raise Refused."""
        raw = request if isinstance(request, bytes) else request.SerializeToString()
        status, found, body = await self.post(method, framed(raw), **headers)
        assert status == 200, (status, body)
        return ended(found, body)

    async def post(self, method: str, body: Any, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Send a body to the address of a method; return the status, the headers and the body of the response."""
        sent = {"Content-Type": TYPE, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if self.token:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        async with self.session.post(f"{self.url}tilth.v1.{method}", data=body, headers=sent) as response:
            return response.status, dict(response.headers), await response.read()

    @asynccontextmanager
    async def socket(self, **how: Any) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
        """Open a WebSocket, and send nothing yet."""
        how.setdefault("protocols", (SUBPROTOCOL,))
        async with self.session.ws_connect(f"{self.url}attend", max_msg_size=0, **how) as socket:
            yield socket

    @asynccontextmanager
    async def attend(self, **how: Any) -> AsyncIterator["Attending"]:
        async with self.socket(**how) as socket:
            await socket.send_str(f"Bearer {self.token}")
            yield Attending(socket)


class Attending:
    """A stream of `Attend` on a WebSocket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def send(self, *commands: play_pb2.Command) -> None:
        await self.socket.send_bytes(play_pb2.AttendRequest(commands=commands).SerializeToString())

    async def open(self, channel: int, match_id: str, seat: int | None = None, **how: Any) -> None:
        opening = play_pb2.OpenChannel(match_id=match_id, seat=seat, **how)
        await self.send(play_pb2.Command(channel=channel, open=opening))

    async def frames(self) -> AsyncIterator[play_pb2.Frame]:
        """Yield the frames until the server closes the socket."""
        while (message := await self.socket.receive(SECONDS)).type is aiohttp.WSMsgType.BINARY:
            for frame in play_pb2.AttendResponse.FromString(message.data).frames:
                yield frame


async def refusal_of(socket: aiohttp.ClientWebSocketResponse) -> tuple[int, dict[str, Any]]:
    """Read the socket to its end; return the code that it was closed with, and the reason that came before."""
    reason: dict[str, Any] = {}
    while True:
        message = await socket.receive(SECONDS)
        if message.type is aiohttp.WSMsgType.TEXT:
            reason = json.loads(message.data)
        elif message.type is not aiohttp.WSMsgType.BINARY:
            return socket.close_code or 0, reason


def ended(headers: dict[str, str], body: bytes) -> list[bytes]:
    """Return the messages of a response; raise Refused if its trailers say so."""
    messages, trailers = [], {name.lower(): value for name, value in headers.items()}
    for flag, content in unframed(body):
        if flag & TRAILERS:
            lines = (line.split(": ", 1) for line in content.decode().splitlines())
            trailers.update((name, value) for name, value in lines)
        else:
            messages.append(content)
    if trailers["grpc-status"] != "0":
        raise refused(trailers)
    return messages


def refused(trailers: dict[str, str]) -> Refused:
    info = ErrorInfo()
    raw = trailers.get("grpc-status-details-bin", "")
    for detail in Status.FromString(b64decode(raw + "=" * (-len(raw) % 4))).details:
        detail.Unpack(info)
    message = unquote(trailers["grpc-message"])
    return Refused(int(trailers["grpc-status"]), message, info.reason, dict(info.metadata))


@asynccontextmanager
async def browsing(url: str, token: str = "", **how: Any) -> AsyncIterator[Browser]:
    """A browser that has just been opened."""
    timeout = aiohttp.ClientTimeout(total=SECONDS)
    async with aiohttp.ClientSession(timeout=timeout, **how) as session:
        yield Browser(session, url, token)


async def raw_exchange(url: str, *pieces: bytes, pause: float = 0.0) -> bytes:
    """Send these bytes on a connection of their own, with pauses between them; return all that comes until its end."""
    host, _, port = url.split("/")[2].partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)
        async with asyncio.timeout(SECONDS):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.transport.abort()
