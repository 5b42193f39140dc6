"""The source of time for everything that waits: what clocks read, and calls at a time."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Handle(Protocol):
    """A call that is scheduled and can be cancelled."""

    def cancel(self) -> None:
        """Keep the scheduled call from being made."""
        ...


class TimeSource(Protocol):
    """A source of time. Tests set the time themselves."""

    def now(self) -> float:
        """Return seconds that never run backwards."""

    def wall_ms(self) -> int:
        """Return milliseconds since 1970."""

    def call_at(self, when: float, call: Callable[[], None]) -> Handle:
        """Call `call` on the loop as soon as `now` is `when`."""


class SystemTime:
    """The machine's time. (The loop's own is good for alarms only: with uvloop it counts whole milliseconds.)"""

    def __init__(self) -> None:
        self._call_later = asyncio.get_running_loop().call_later
        self.now = time.monotonic

    def wall_ms(self) -> int:
        """Return milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def call_at(self, when: float, call: Callable[[], None]) -> Handle:
        """Call `call` on the loop as soon as `now` is `when`."""
        return self._call_later(max(0.0, when - self.now()), call)
