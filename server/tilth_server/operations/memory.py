"""The return of free memory to the system. Without it the process would keep the memory of its busiest moment
forever."""

import asyncio
import ctypes
from collections.abc import Callable
from typing import Final

from tilth_server.operations.usage import resident_bytes

CHECK_SECONDS: Final = 15.0
"""Seconds between two checks."""
MIN_GROWTH: Final = 1.05
"""Memory is given back only if the process has grown by this factor since the last time."""


class MemoryTrimmer:
    """A regular check of the process's memory: if it has grown, the C allocator's free pages are given back to the
    system.
    """

    def __init__(self) -> None:
        self._trim = _malloc_trim()
        self._timer: asyncio.TimerHandle | None = None
        self._last_bytes = 0

    def start(self) -> None:
        """Begin to check. Do nothing if the C library cannot give memory back."""
        if self._trim is not None:
            self._last_bytes = resident_bytes()
            self._schedule_check()

    def stop(self) -> None:
        """Check no longer."""
        if self._timer is not None:
            self._timer.cancel()

    def _schedule_check(self) -> None:
        """Schedule the next check of the process's memory in CHECK_SECONDS."""
        self._timer = asyncio.get_running_loop().call_later(CHECK_SECONDS, self._check)

    def _check(self) -> None:
        """Give memory back if the process has grown by MIN_GROWTH since the last time, and schedule the next check."""
        assert self._trim is not None, "checks run only if memory can be given back"
        if resident_bytes() > MIN_GROWTH * self._last_bytes:
            self._trim(0)
            self._last_bytes = resident_bytes()
        self._schedule_check()


def _malloc_trim() -> Callable[[int], int] | None:
    """Return glibc's function malloc_trim; None with another C library."""
    # The C library that is loaded already: `find_library` starts a program to look for one.
    found: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return found
