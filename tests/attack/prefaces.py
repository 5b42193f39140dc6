"""Strangers who begin to say hello, or a call, and don't get on with it."""

import asyncio
from contextlib import suppress
from typing import Any

from tests.attack.attack import Target, again_and_again, together
from tests.attack.http2 import DATA, END_HEADERS, HEADERS, PREFACE, frame, request_block, settings
from tests.attack.stage import Stage

CONNECTIONS = 400
PAUSE = 0.5
"""Between two bytes."""

REGISTER = frame(HEADERS, END_HEADERS, 1, request_block("/tilth.v1.PlayersService/Register"))
HELLO = PREFACE + settings()
LONG_MESSAGE = frame(DATA, 0, 1, b"\x00" + (1 << 20).to_bytes(4, "big"))
OPENINGS = (
    b"",
    PREFACE[:1],
    PREFACE[:12],
    PREFACE + settings()[:5],
    HELLO,
    HELLO + REGISTER[:40],
    HELLO + REGISTER,
)
CONTINUATIONS = (b"", PREFACE[1:], PREFACE[12:], settings()[5:], b"", REGISTER[40:], LONG_MESSAGE)
"""The rest, of which a byte comes now and then."""


class SlowPrefaces:
    """Hundreds of connections that stay, each a byte further every half second."""

    name = "slow-prefaces"
    finding = ""
    is_raw = True

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        return {}

    async def run(self, target: Target) -> None:
        await together(
            CONNECTIONS, lambda each: again_and_again(lambda: self._dawdle(target, each % len(OPENINGS)))
        )

    async def _dawdle(self, target: Target, kind: int) -> None:
        host, _, port = target.address.rpartition(":")
        local = (target.source, 0) if target.source else None
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=local)
        target.seen["connections"] += 1
        closed = asyncio.create_task(_closed(reader))
        try:
            writer.write(OPENINGS[kind])
            for byte in CONTINUATIONS[kind]:
                await asyncio.wait([closed], timeout=PAUSE)
                if closed.done():
                    break
                writer.write(bytes([byte]))
            await closed
            target.seen["closed by the server"] += 1
        finally:
            closed.cancel()
            writer.transport.abort()


async def _closed(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(4096):
            pass
