"""The reply to a registration, kept for a while: whoever lost it may ask again.

Its token exists nowhere else in the clear, so it is kept in memory only, briefly, and given only to who sends the very
same request from the same address. Request ids are to be random (a UUID), so that nobody guesses another's.
"""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Generic, TypeVar

Reply = TypeVar("Reply")

KEPT_SECONDS = 600.0
MOST = 1000


class Repeats(Generic[Reply]):
    """What was asked lately, and the reply; a request under way counts as well."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._replies: dict[object, tuple[float, asyncio.Future[Reply]]] = {}

    async def once(self, request: object, do: Callable[[], Awaitable[Reply]]) -> Reply:
        """`do` it, unless the same was asked before: then that reply again. A failure is not kept."""
        self._forget()
        known = self._replies.get(request)
        if known is None:
            reply = asyncio.ensure_future(do())
            known = self._replies[request] = (self._clock(), reply)
            reply.add_done_callback(lambda done: self._drop_failed(request, done))
        return await asyncio.shield(known[1])

    def _drop_failed(self, request: object, done: "asyncio.Future[Reply]") -> None:
        if done.cancelled() or done.exception() is not None:
            self._replies.pop(request, None)

    def _forget(self) -> None:
        """The replies lie in the order they were asked for."""
        old = self._clock() - KEPT_SECONDS
        for request, (asked, _) in list(self._replies.items()):
            if asked > old and len(self._replies) <= MOST:
                return
            del self._replies[request]
