"""Strangers who send nothing but frames that have to be looked at, and some of them answered."""

from collections.abc import Callable
from typing import Any

from tests.attack.attack import Target, again_and_again, together
from tests.attack.http2 import (
    DATA,
    INITIAL_WINDOW_SIZE,
    PING,
    PRIORITY,
    frame,
    request_block,
    reset,
    settings,
    window_update,
)
from tests.attack.raw_connections import connected
from tests.attack.stage import Stage

AT_ONCE = 1000
KINDS: dict[str, Callable[[int], bytes]] = {
    "pings": lambda number: frame(PING, 0, 0, number.to_bytes(8, "big")),
    "settings": lambda number: settings((INITIAL_WINDOW_SIZE, 60_000 + number % 1000)),
    "windows": lambda number: window_update(1, 1),
    "priorities": lambda number: frame(PRIORITY, 0, 2 * number + 3, bytes(5)),
    "empty data": lambda number: frame(DATA, 0, 1),
    "resets": lambda number: reset(1),
}


class FrameFloods:
    """Each kind on a connection of its own, on which one call is open."""

    name = "frame-floods"
    finding = ""
    is_raw = True

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        return {}

    async def run(self, target: Target) -> None:
        names = list(KINDS)
        await together(len(names), lambda each: again_and_again(lambda: self._flood(target, names[each])))

    async def _flood(self, target: Target, name: str) -> None:
        frames = b"".join(KINDS[name](number) for number in range(AT_ONCE))
        block = request_block("/tilth.v1.PlayersService/Register")
        async with connected(target) as connection:
            await connection.open_call(block)
            while not connection.closed.is_set():
                await connection.send(frames)
                target.seen[name] += AT_ONCE
