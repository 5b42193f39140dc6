"""`Turn`: the turn of a caller that checks a stream that is in memory, and appends to it."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from random import uniform
from typing import Any, Final, ParamSpec, TypeVar

from tilth_server.store.errors import StreamMoved

P = ParamSpec("P")
R = TypeVar("R")

TRIES: Final = 20
PAUSE_SECONDS: Final = 0.02
"""The longest pause before the second try; that before the next ones is longer."""


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


def again_if_moved(change: Callable[P, Awaitable[R]]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Return a function that takes its turn, checks and appends, as one that does so again if another node was quicker.

    What the other node has written is read in the next turn, so the check is made again.
    """

    @wraps(change)
    async def change_again(*args: P.args, **kwargs: P.kwargs) -> R:
        for number in range(1, TRIES):
            try:
                return await change(*args, **kwargs)
            except StreamMoved:
                await asyncio.sleep(uniform(0, PAUSE_SECONDS) * number)
        return await change(*args, **kwargs)

    return change_again
