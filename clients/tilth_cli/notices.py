"""The words of operators to everybody, as lines of text."""

import time
from collections.abc import Iterator
from typing import Any

from tilth_cli.messages import tr
from tilth_dataclasses.tilth.v1 import Notice


class ShownNotice:
    """The newest notice of a stream. It counts down to the stop of the server by this machine's own clock."""

    def __init__(self, notice: Notice) -> None:
        self._notice = notice
        self._stops_at = time.monotonic() + _seconds(notice.stops_in)

    def lines(self) -> Iterator[str]:
        """Yield the announcement, and that the server drains or when it stops."""
        if self._notice.announcement:
            yield tr("notice-announcement", text=self._notice.announcement)
        if self._notice.stops_at is not None:
            at = self._notice.stops_at.astimezone().strftime("%H:%M")
            reason = self._notice.stop_reason
            yield tr("notice-stops", left=self.left(), at=at, has_reason=int(bool(reason)), reason=reason)
        elif self._notice.draining:
            yield tr("notice-draining")

    def left(self) -> str:
        """Return the time until the server stops, as minutes and seconds; "" if no time is set."""
        if self._notice.stops_at is None:
            return ""
        left = max(0, round(self._stops_at - time.monotonic()))
        hours = left // 3600
        return f"{hours}:{left // 60 % 60:02}:{left % 60:02}" if hours else f"{left // 60}:{left % 60:02}"


def _seconds(duration: Any) -> float:
    """Return a duration in seconds; 0 if it is missing."""
    return 0.0 if duration is None else float(getattr(duration, "total_seconds", lambda: duration)())
