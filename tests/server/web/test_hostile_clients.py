"""Clients that send what nobody should, or take nothing of what they are sent."""

import asyncio
import base64
import gc
import gzip
import socket
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from aiohttp import WSMessage

from tests.server.serve.full_server import ANY_PORT
from tests.server.serve.one_service import until
from tests.server.web.browser import (
    SUBPROTOCOL,
    TYPE,
    Browser,
    WebServer,
    browsing,
    framed,
    raw_exchange,
    refusal_of,
)
from tilth.v1 import lobby_pb2, play_pb2
from tilth_server.serving import Server
from tilth_server.settings import Limits, Settings
from tilth_server.web import call

TRIES = 150
CHANNELS = 900
LIST = "/tilth.v1.LobbyService/ListMatches"
HEAD = f"POST {LIST} HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: {TYPE}\r\n"


def port_of(url: str) -> int:
    return int(url.rpartition(":")[2].strip("/"))


def requests(port: int) -> list[bytes]:
    """Return requests that make sense."""
    upgrade = (
        f"GET /attend HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {SUBPROTOCOL}\r\n"
        f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}\r\n\r\n"
    ).encode()
    head = (HEAD % port).encode()
    return [
        f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode(),
        head + b"Content-Length: 5\r\n\r\n" + framed(b""),
        head + b"Transfer-Encoding: chunked\r\n\r\n5\r\n" + framed(b"") + b"\r\n0\r\n\r\n",
        upgrade + masked(1, b"Bearer nobody's"),
        upgrade + masked(1, b"Bearer x") + masked(2, b"\x0a\x00"),
    ]


def masked(opcode: int, payload: bytes) -> bytes:
    """Return a short WebSocket message as a client sends it."""
    return bytes((0x80 | opcode, 0x80 | len(payload), 0, 0, 0, 0)) + payload


def mangled(raw: bytes, random: Random) -> bytes:
    """Return the bytes with a few of them changed, left out, doubled or cut off."""
    found = bytearray(raw)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(found))
        match random.randrange(4):
            case 0:
                found[at] = random.randrange(256)
            case 1:
                del found[at : at + random.randint(1, 9)]
            case 2:
                found[at:at] = random.randbytes(random.randint(1, 30))
            case 3:
                found = found[: at + 1]
    return bytes(found)


async def test_bytes_that_are_no_requests_harm_nobody(server: WebServer, browser: Browser) -> None:
    random = Random(14)
    whole = requests(port_of(server.url))
    tried = [mangled(random.choice(whole), random) for _ in range(TRIES)]
    tried += [random.randbytes(random.randint(1, 3000)) for _ in range(TRIES // 5)]
    replies = await asyncio.gather(*(raw_exchange(server.url, raw) for raw in tried))
    assert not any(b" 500 " in reply or b"Traceback" in reply for reply in replies)
    await browser.call("LobbyService/ListMatches", b"", lobby_pb2.ListMatchesResponse)


@pytest.mark.parametrize(
    "lines",
    [
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
        b"Bad Header: x\r\n",
        b"X: a\x00b\r\n",
        b" folded\r\n",
    ],
)
async def test_a_request_that_means_two_things_is_refused(server: WebServer, lines: bytes) -> None:
    head = (HEAD % port_of(server.url)).encode()
    reply = await raw_exchange(server.url, head + lines + b"\r\n" + framed(b""))
    assert reply.split(b" ")[1] == b"400"


@pytest.mark.parametrize(
    "frame",
    [
        b"\x82\x05hello",
        b"\xc2\x85\0\0\0\0hello",
        b"\x83\x80\0\0\0\0",
        b"\x80\x85\0\0\0\0hello",
        b"\x88\x81\0\0\0\0x",
        b"\x89\xfe\x01\x00\0\0\0\0" + bytes(256),
        b"\x81\x82\0\0\0\0\xff\xff",
        b"\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",
    ],
    ids=["unmasked", "rsv", "opcode", "continued", "close", "long-ping", "utf8", "endless"],
)
async def test_a_broken_frame_closes_the_socket(browser: Browser, frame: bytes) -> None:
    async with browser.attend() as attending:
        transport = attending.socket._writer.transport
        transport.write(frame)
        code, _ = await refusal_of(attending.socket)
    assert code in (1002, 1006, 4003, 4008, 4016)


async def test_a_gzipped_body_is_not_unpacked(browser: Browser) -> None:
    status, headers, _ = await browser.post(
        "LobbyService/ListMatches", gzip.compress(framed(b"")), Content_Encoding="gzip"
    )
    assert (status, headers["grpc-status"]) == (200, "3")


def never_reading(url: str, token: str, *messages: bytes) -> socket.socket:
    """Return a connection that has sent these messages on a WebSocket, and takes nothing of the replies."""
    found = socket.create_connection(("127.0.0.1", port_of(url)))
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    upgrade = requests(port_of(url))[3].partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
    found.sendall(upgrade + masked(1, f"Bearer {token}".encode()) + b"".join(messages))
    return found


def long(payload: bytes) -> bytes:
    return b"\x82\xfe" + len(payload).to_bytes(2, "big") + bytes(4) + payload


def openings(match_id: str) -> Iterator[bytes]:
    """Yield messages that open many channels, each with all records and views from the beginning."""
    for first in range(1, CHANNELS, 90):
        commands = [
            play_pb2.Command(
                channel=number,
                open=play_pb2.OpenChannel(match_id=match_id, from_record=0, views=True, texts=True),
            )
            for number in range(first, first + 90)
        ]
        yield long(play_pb2.AttendRequest(commands=commands).SerializeToString())


async def test_a_socket_that_never_reads_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call, "UNREAD_SECONDS", 3.0)
    server = await Server.start(Settings(data=tmp_path / "data", listen=ANY_PORT, web=ANY_PORT))
    assert server.web is not None
    try:
        async with browsing(server.web.url) as browser:
            player = await browser.register()
            match_id = await browser.new_match()
            resign = lobby_pb2.ResignMatchRequest(match_id=match_id, seat=0)  # the server plays it to its end
            await browser.call("LobbyService/ResignMatch", resign, lobby_pb2.ResignMatchResponse)
            stubborn = never_reading(server.web.url, browser.token, *openings(match_id))
            try:
                await until(lambda: server.gate.queued.bytes_of(player) > 0)
                assert server.gate.queued.bytes_of(player) <= Limits().queued_bytes_per_player
                async with asyncio.timeout(15):  # one that answers no ping would be cut off after 30
                    await until(lambda: not server.metrics.streams)
                assert server.gate.queued.bytes_of(player) == 0
            finally:
                stubborn.close()
    finally:
        await server.stop()


async def test_messages_of_a_closed_socket_are_forgotten(tmp_path: Path) -> None:
    server = await Server.start(Settings(data=tmp_path / "data", listen=ANY_PORT, web=ANY_PORT))
    assert server.web is not None
    gc.collect()
    gc.disable()
    try:
        async with browsing(server.web.url) as browser:
            await browser.register()
            # More than are answered before the connection is gone.
            flooding = never_reading(server.web.url, browser.token, masked(9, b"") * 4000)
            await until(lambda: unread_messages() > 100)
            flooding.close()
            await until(lambda: not server.metrics.streams)
            # One may be left: that which was being answered.
            await until(lambda: unread_messages() <= 1)
    finally:
        gc.enable()
        await server.stop()


def unread_messages() -> int:
    return sum(isinstance(one, WSMessage) for one in gc.get_objects())


async def test_a_reply_that_is_never_read_is_counted_until_its_client_leaves(
    server: WebServer, browser: Browser
) -> None:
    head = HEAD.replace("ListMatches", "ListLabels") % port_of(server.url)
    request = lobby_pb2.ListLabelsRequest(game="agricola", language="ru").SerializeToString()
    message = (
        f"{head}Authorization: Bearer {browser.token}\r\nContent-Length: {5 + len(request)}\r\n\r\n".encode()
        + framed(request)
    )
    before = server.process.resident_bytes()
    found = socket.create_connection(("127.0.0.1", port_of(server.url)))
    try:
        found.setblocking(False)
        for _ in range(100):
            try:
                found.sendall(message)
            except BlockingIOError:
                break
        await asyncio.sleep(3)
        assert server.process.resident_bytes() - before < 60 << 20
        await browser.call("LobbyService/ListMatches", b"", lobby_pb2.ListMatchesResponse)
    finally:
        found.close()
