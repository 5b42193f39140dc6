"""The delay of the event loop: how late a timer runs that is set again and again. Every call waits as long."""

import asyncio
from collections.abc import Callable
from typing import Final

CHECK_SECONDS: Final = 0.25
"""Seconds between two measurements."""


class LoopDelay:
    """A timer that reports how late it ran."""

    def __init__(self, report: Callable[[float], None]) -> None:
        self._report = report
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to measure."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(CHECK_SECONDS, self._measure, loop.time() + CHECK_SECONDS)

    def stop(self) -> None:
        """Measure no longer."""
        if self._timer is not None:
            self._timer.cancel()

    def _measure(self, due: float) -> None:
        """Report the seconds since this was due, and begin again."""
        self._report(max(0.0, asyncio.get_running_loop().time() - due))
        self.start()
