"""Slots for long replies: each client has a few, and its further requests wait.

A long reply takes memory from its beginning until its reader has taken it. A client that asks for hundreds of them
and reads none would fill the server. A request that waits costs little.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

MAX_AT_ONCE: Final = 4
"""Long replies of one client at the same time."""


class _ClientSlots:
    """The slots of one client, and the number of its calls that hold a slot or wait for one."""

    __slots__ = ("calls", "slots")

    def __init__(self, max_at_once: int) -> None:
        self.calls = 0
        """Calls that have a slot, and calls that wait for one. The client is removed with its last call."""
        self.slots = asyncio.Semaphore(max_at_once)


class ReplySlots:
    """The slots for long replies of all clients: a client's further calls wait until one of its slots is free."""

    def __init__(self, max_at_once: int = MAX_AT_ONCE) -> None:
        self._max_at_once = max_at_once
        self._clients: dict[str, _ClientSlots] = {}

    @asynccontextmanager
    async def slot(self, client: str) -> AsyncIterator[None]:
        """Wait until the client has a free slot, and hold it during the block."""
        slots = self._clients.get(client)
        if slots is None:
            slots = self._clients[client] = _ClientSlots(self._max_at_once)
        slots.calls += 1
        try:
            async with slots.slots:
                yield
        finally:
            slots.calls -= 1
            if not slots.calls:
                del self._clients[client]
