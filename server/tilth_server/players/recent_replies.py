"""Recent replies to registrations, for clients that repeat a request because they lost the reply.

A reply holds the only unhashed copy of the token, unless the client made the token. So it is kept in memory only, for
some minutes, and given only for the same request id from the same address. Request ids have to be random (a UUID), so
that nobody guesses another's. A request id with other content is refused.
"""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Generic, TypeVar

from tilth_server.request_content import reused_id_refusal

Reply = TypeVar("Reply")

KEPT_SECONDS = 600.0
MAX_REPLIES = 1000


class RecentReplies(Generic[Reply]):
    """A cache of requests to register: of those that run now, and of the replies of some recent minutes, for
    repeated ones.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._replies: dict[object, tuple[float, object, asyncio.Future[Reply]]] = {}

    async def run_once(
        self, request: tuple[str, str], content: object, do: Callable[[], Awaitable[Reply]]
    ) -> Reply:
        """Return the reply to a request, which is named by an address and a request id. Call `do` only the first time.

        A failure is not kept. Raises Refusal if the request came before with other content.
        """
        self._drop_old()
        known = self._replies.get(request)
        if known is None:
            reply = asyncio.ensure_future(do())
            known = self._replies[request] = (self._clock(), content, reply)
            reply.add_done_callback(lambda done: self._drop_failed(request, done))
        if known[1] != content:
            raise reused_id_refusal(request[1])
        return await asyncio.shield(known[2])

    def _drop_failed(self, request: object, done: "asyncio.Future[Reply]") -> None:
        """Drop a request that has failed, so that it may be tried again."""
        if done.cancelled() or done.exception() is not None:
            self._replies.pop(request, None)

    def _drop_old(self) -> None:
        """Drop requests older than KEPT_SECONDS, and the oldest ones if there are more than MAX_REPLIES."""
        old = self._clock() - KEPT_SECONDS
        for request, (asked, _, _) in list(self._replies.items()):
            if asked > old and len(self._replies) <= MAX_REPLIES:
                return
            del self._replies[request]
