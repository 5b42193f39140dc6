"""Limits on the calls of clients: one token bucket per client."""

from collections.abc import Callable
from time import monotonic

from tilth_server.refusal import over_limit

MAX_CLIENTS = 10_000


class RateLimiter:
    """A limit on calls: each client may make `count` calls per period on average, and twice that number at once."""

    def __init__(
        self,
        count: int,
        clock: Callable[[], float] = monotonic,
        *,
        name: str = "calls_per_second",
        seconds: float = 1.0,
    ) -> None:
        """`count` calls may be made in `seconds`. A refusal names the limit `name`."""
        self._name = name
        self._count = count
        self._rate = count / seconds
        self._burst = 2.0 * count
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}
        """Calls that each client has left, and when they were counted. A missing client has all of them."""

    def check(self, client: str) -> None:
        """Count one call of the client; raise Refusal if it has less than one left. A refused call is not counted."""
        now = self._clock()
        left, then = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        self._left[client] = (left - 1.0 if left >= 1.0 else left, now)
        if len(self._left) > MAX_CLIENTS:
            self._evict_oldest()
        if left < 1.0:
            raise over_limit(self._name, self._count)

    def _evict_oldest(self) -> None:
        """Remove the tenth of the clients whose last call was longest ago."""
        for client in list(self._left)[: MAX_CLIENTS // 10]:
            del self._left[client]
