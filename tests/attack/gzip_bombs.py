"""Strangers whose messages are small and, when they are unpacked, a thousand times as long."""

import zlib
from typing import Any

from tests.attack.attack import Target, again_and_again, together
from tests.attack.http2 import DATA, END_STREAM, frame, message, request_block
from tests.attack.raw_connections import connected
from tests.attack.stage import Stage

CONNECTIONS = 4
ALGORITHMS = ("gzip", "deflate")
MEGABYTES = (4, 100)
"""Unpacked: shorter and longer than any message that gRPC lets through."""


def bomb(algorithm: str, megabytes: int) -> bytes:
    """Zeros, packed. The sum at the end is wrong, which shows only when everything has been unpacked."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31 if algorithm == "gzip" else 15)
    first = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    return first + again * (megabytes - 1) + packer.flush(zlib.Z_FINISH)


class GzipBombs:
    """Registrations, packed so that they take a hundred megabytes."""

    name = "gzip-bombs"
    finding = ""
    is_raw = True

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        return {}

    async def run(self, target: Target) -> None:
        bombs = [
            (name, message(bomb(name, size), compressed=True)) for name in ALGORITHMS for size in MEGABYTES
        ]
        await together(CONNECTIONS, lambda each: again_and_again(lambda: self._throw(target, *bombs[each])))

    async def _throw(self, target: Target, algorithm: str, body: bytes) -> None:
        block = request_block("/tilth.v1.PlayersService/Register", "", ("grpc-encoding", algorithm))
        async with connected(target) as connection:
            while not connection.closed.is_set():
                stream = await connection.open_call(block)
                target.seen["calls"] += 1
                await connection.send_body(stream, body)
                await connection.send(frame(DATA, END_STREAM, stream))
