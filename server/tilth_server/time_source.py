"""The source of time for everything that waits: what clocks read, and calls at a time."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

LOOK_SECONDS: Final = 0.01
"""Seconds between two looks at a time that is stopped."""


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


class StandingTime(SystemTime):
    """The machine's time, but for the seconds in which the store could not be used: a player whose answer cannot be
    stored must not lose by time.
    """

    def __init__(self, away_seconds: Callable[[], float]) -> None:
        """`away_seconds` returns the seconds that do not count, until now."""
        super().__init__()
        self.now = lambda: time.monotonic() - away_seconds()

    def call_at(self, when: float, call: Callable[[], None]) -> Handle:
        """Call `call` on the loop as soon as `now` is `when`."""
        return _Waiting(self, when, call)


class _Waiting:
    """A call that waits for a time which may be stopped."""

    def __init__(self, time: StandingTime, when: float, call: Callable[[], None]) -> None:
        self._time = time
        self._when = when
        self._call = call
        self._handle = SystemTime.call_at(time, when, self._look)

    def cancel(self) -> None:
        """Keep the call from being made."""
        self._handle.cancel()

    def _look(self) -> None:
        """Make the call if it is due; else look again later."""
        if self._time.now() >= self._when:
            self._call()
        else:
            # The time is stopped, or was: what is left of it may be next to nothing for long.
            again = max(self._when, self._time.now() + LOOK_SECONDS)
            self._handle = SystemTime.call_at(self._time, again, self._look)
