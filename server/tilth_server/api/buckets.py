"""How many calls a client may make: a token bucket each."""

from collections.abc import Callable
from time import monotonic

from tilth_server.refusal import over_limit

MOST_CLIENTS = 10_000


class Buckets:
    """`rate` calls a second on the average, twice as many at once."""

    def __init__(self, rate: int, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = 2.0 * rate
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}
        """Per client: calls left, and when that was counted. Who isn't here has all of them."""

    def take(self, client: str) -> None:
        """Count one call, or refuse it."""
        now = self._clock()
        left, then = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        self._left[client] = (left - 1.0 if left >= 1.0 else left, now)
        if len(self._left) > MOST_CLIENTS:
            self._forget_the_longest_silent()
        if left < 1.0:
            raise over_limit("calls_per_second", self._rate)

    def _forget_the_longest_silent(self) -> None:
        for client in list(self._left)[: MOST_CLIENTS // 10]:
            del self._left[client]
