"""`Turn`: the turn of a caller that checks a stream that is in memory, and appends to it."""

import asyncio
from collections.abc import Awaitable, Callable


class Turn:
    """The turn of one caller at a time. If other nodes append to the stream, it begins with what they have written.

    So a node says no only after it has looked, and its next append fits, unless another node is quicker by a moment.
    """

    def __init__(self, catch_up: Callable[[], Awaitable[None]]) -> None:
        """`catch_up` reads the new records of the stream and applies them. It is called within the turn."""
        self.is_shared = False
        """True if other nodes append to the stream."""
        self._lock = asyncio.Lock()
        self._catch_up = catch_up

    async def catch_up(self) -> None:
        """Learn what other nodes have written."""
        async with self:
            pass

    async def __aenter__(self) -> None:
        await self._lock.acquire()
        if self.is_shared:
            try:
                await self._catch_up()
            except BaseException:
                self._lock.release()
                raise

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()
