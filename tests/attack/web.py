"""Attacks on the listener for browsers: requests, sockets and messages on connections that keep to no library."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

from tests.attack.attack import Target, again_and_again, together
from tests.attack.slow_readers import OPENINGS
from tests.attack.stage import Stage

BINARY, TEXT, PING = 2, 1, 9
PAUSE = 0.5
"""Seconds between two bytes of a slow client."""
LIST = "/tilth.v1.LobbyService/ListMatches"
LABELS = "/tilth.v1.LobbyService/ListLabels"


class WebClient:
    """One connection. What comes on it is read and forgotten, unless reading is stopped."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
        self._reader = reader
        self._writer = writer
        self.host = host
        self.closed = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(OSError):
            while await self._reader.read(1 << 16):
                pass

    def stop_reading(self) -> None:
        self._writer.transport.pause_reading()  # type: ignore[attr-defined]  # it is a transport for reading, too

    async def send(self, data: bytes) -> None:
        """Send; raise ConnectionError if the server has closed the connection."""
        if self.closed.done():
            raise ConnectionResetError
        self._writer.write(data)
        await self._writer.drain()
        await asyncio.sleep(0)  # while the other end takes everything at once, `drain` doesn't wait

    async def become_socket(self, token: str) -> None:
        """Ask for a WebSocket and send the token at once."""
        await self.send(
            f"GET /attend HTTP/1.1\r\nHost: {self.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: tilth.v1.attend\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            + socket_message(TEXT, f"Bearer {token}".encode())
        )

    def head(self, method: str, path: str, *lines: str) -> bytes:
        return "\r\n".join((f"{method} {path} HTTP/1.1", f"Host: {self.host}", *lines, "", "")).encode()


def socket_message(opcode: int, payload: bytes) -> bytes:
    """Return a message as clients send it, masked with zeros."""
    size = len(payload)
    if size < 126:
        length = bytes([0x80 | size])
    elif size < 1 << 16:
        length = b"\xfe" + size.to_bytes(2, "big")
    else:
        length = b"\xff" + size.to_bytes(8, "big")
    return bytes([0x80 | opcode]) + length + bytes(4) + payload


@asynccontextmanager
async def connected(target: Target) -> AsyncIterator[WebClient]:
    """Connect to the listener for browsers, or to the sink."""
    address = target.address if target.is_sink else target.given["web"]
    host, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    target.seen["connections"] += 1
    client = WebClient(reader, writer, address)
    try:
        yield client
    finally:
        target.seen["closed by the server"] += client.closed.done()
        client.closed.cancel()
        writer.transport.abort()


class WebAttack:
    """An attack whose connections are begun again as they end."""

    finding = ""
    is_raw = True

    def __init__(self, name: str, connections: int) -> None:
        self.name = f"web-{name}"
        self._connections = connections

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        return {"web": stage.web, "token": await stage.player()}

    async def run(self, target: Target) -> None:
        await together(self._connections, lambda each: again_and_again(lambda: self._visit(target, each)))

    async def _visit(self, target: Target, each: int) -> None:
        async with connected(target) as client:
            await self.act(target, client, each)
        await asyncio.sleep(0.02)

    async def act(self, target: Target, client: WebClient, each: int) -> None:
        """Do harm on this connection until the server closes it."""
        raise NotImplementedError


class RequestFlood(WebAttack):
    """Strangers who ask for the page and for calls as fast as their connections take it."""

    async def act(self, target: Target, client: WebClient, each: int) -> None:
        call = client.head("POST", LIST, "Content-Type: application/grpc-web+proto", "Content-Length: 5")
        request = client.head("GET", "/") if each % 2 else call + bytes(5)
        while True:
            await client.send(request * 32)
            target.seen["requests"] += 32


class SocketFlood(WebAttack):
    """Strangers who open sockets without end: with a token that nobody holds, or with none."""

    async def act(self, target: Target, client: WebClient, each: int) -> None:
        target.seen["sockets"] += 1
        if each % 2:
            await client.become_socket("nobody's")
        else:
            await client.send(client.head("GET", "/attend", "Connection: Upgrade", "Upgrade: websocket"))
        await asyncio.wait([client.closed], timeout=PAUSE)


class SlowClients(WebAttack):
    """Hundreds of connections that begin a head, a body or a message, and send a byte of it now and then."""

    async def act(self, target: Target, client: WebClient, each: int) -> None:
        body = client.head(
            "POST",
            LIST,
            "Content-Type: application/grpc-web+proto",
            f"Authorization: Bearer {target.given['token']}",
            "Content-Length: 1000005",
        )
        begun = (b"", b"GET / HT", client.head("GET", "/")[:-2], body, body + b"\0\0\x0f\x42\x40")
        if each % 6 == 5:
            await client.become_socket(target.given["token"])
            await client.send(socket_message(BINARY, bytes(1 << 17))[:100])
        else:
            await client.send(begun[each % 6])
        while not client.closed.done():
            await asyncio.wait([client.closed], timeout=PAUSE)
            await client.send(b"x")
            target.seen["bytes"] += 1


class HeadFlood(WebAttack):
    """Connections that send nothing but headers."""

    async def act(self, target: Target, client: WebClient, each: int) -> None:
        await client.send(client.head("GET", "/")[:-2])
        for number in count():
            await client.send(b"x%d: %s\r\n" % (number, b"y" * (20 + each % 2 * 4000)))
            target.seen["headers"] += 1


class DeafSockets(WebAttack):
    """One player with as many sockets as there may be, and with calls of long replies, who reads nothing."""

    async def act(self, target: Target, client: WebClient, each: int) -> None:
        client.stop_reading()
        token = target.given["token"]
        if each % 2:
            await client.become_socket(token)
            await client.send(socket_message(BINARY, OPENINGS))
            target.seen["sockets"] += 1
        else:
            lines = ("Content-Type: application/grpc-web+proto", f"Authorization: Bearer {token}")
            request = b"\x0a\x08agricola"
            head = client.head("POST", LABELS, *lines, f"Content-Length: {5 + len(request)}")
            await client.send((head + len(request).to_bytes(5, "big") + request) * 8)
            target.seen["calls"] += 8
        while True:  # it stays until the server has had enough
            await asyncio.sleep(2 * PAUSE)
            await client.send(socket_message(PING, b"") if each % 2 else b"")


class MessageFlood(WebAttack):
    """One player whose sockets are full of messages: too long, no messages at all, or tiny ones."""

    async def act(self, target: Target, client: WebClient, each: int) -> None:
        await client.become_socket(target.given["token"])
        payload = (bytes(1 << 19), b"\xff" * 1000, b"\x0a\x02\x08\x01", b"")[each % 4]
        message = socket_message(PING if each % 4 == 3 else BINARY, payload)
        burst = message * max(1, (1 << 14) // len(message))
        while True:
            await client.send(burst)
            target.seen["messages"] += len(burst) // len(message)


WEB_ATTACKS = (
    RequestFlood("request-flood", 50),
    SocketFlood("socket-flood", 50),
    SlowClients("slow-clients", 240),
    HeadFlood("head-flood", 20),
    DeafSockets("deaf-sockets", 60),
    MessageFlood("message-flood", 20),
)
