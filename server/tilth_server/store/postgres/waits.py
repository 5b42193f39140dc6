"""The time for which commits have waited."""

from time import monotonic
from typing import Final

STILL_SECONDS: Final = 1.0
"""Seconds for which a commit may wait before the clocks of matches stop."""


class Waits:
    """The seconds for which commits have waited, without the first of each wait. Waits side by side count once."""

    def __init__(self) -> None:
        self._began: dict[object, float] = {}
        self._seconds = 0.0
        self._counted_until = 0.0

    def begin(self, waiting: object) -> None:
        """Begin a wait, unless one of the same has begun."""
        self._began.setdefault(waiting, monotonic())

    def end(self, waiting: object) -> None:
        """End a wait, if one has begun."""
        if waiting in self._began:
            self._seconds, self._counted_until = self.seconds(), monotonic()
            del self._began[waiting]

    def seconds(self) -> float:
        """Return for how long there were waits until now."""
        if not self._began:
            return self._seconds
        since = max(min(self._began.values()) + STILL_SECONDS, self._counted_until)
        return self._seconds + max(0.0, monotonic() - since)
