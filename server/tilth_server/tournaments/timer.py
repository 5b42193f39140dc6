"""A timer for a tournament that waits for a point in time."""

from collections.abc import Callable

from tilth_server.time_source import Handle, TimeSource


class Timer:
    """A timer that calls `on_time` once, at the time that was set last, shortly after it."""

    def __init__(self, time: TimeSource, on_time: Callable[[], None]) -> None:
        self._time = time
        self._on_time = on_time
        self._handle: Handle | None = None

    def set(self, at_ms: int) -> None:
        """Set the time, in milliseconds since 1970, in place of any set before; 0 sets none."""
        self.cancel()
        if at_ms:
            seconds = max(0, at_ms - self._time.wall_ms()) / 1000
            self._handle = self._time.call_at(self._time.now() + seconds + 0.001, self._on_time)

    def cancel(self) -> None:
        """Forget the time that was set: `on_time` is not called."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
