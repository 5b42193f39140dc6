"""Writing what waits for one stream: one coroutine, one write at a time, all that is queued in each."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tilth_server.tables import reasons
from tilth_server.tables.attendance import Attendance
from tilth_server.wire import frames

SLOW_SECONDS = 20.0
"""A write that is pending so long is a reader who can't keep up."""
PROGRESS_SECONDS = 15.0
"""After so long a silence the stream says that it is alive."""
TICK_SECONDS = 2.5

NEVER = float("inf")

Task = asyncio.Task[Any]


class Tap:
    """Lets an attendance's outbox run into its stream."""

    __slots__ = ("_now", "_write", "attendance", "began", "ended")

    def __init__(self, attendance: Attendance, write: Callable[[bytes], Awaitable[None]]) -> None:
        self.attendance = attendance
        self._write = write
        self._now = asyncio.get_running_loop().time
        self.began = NEVER
        """When the pending write began."""
        self.ended = self._now()
        """When the last one ended."""

    async def run(self) -> None:
        """Until the outbox is finished, and all of it written."""
        attendance = self.attendance
        outbox = attendance.outbox
        while True:
            if attendance.is_behind:
                attendance.catch_up()
            waiting = outbox.take()
            if waiting:
                self.began = self._now()
                outbox.writing = True
                await self._write(frames.attend_response(waiting))
                outbox.writing = False
                self.ended, self.began = self._now(), NEVER
            elif outbox.finished:
                return
            elif attendance.is_behind:
                await asyncio.sleep(0)
            else:
                await outbox.something()

    def look(self, now: float) -> None:
        """See how the stream is doing."""
        if now - self.began > SLOW_SECONDS:
            self.attendance.cut(reasons.TOO_SLOW, drop=True)
            self.began = NEVER
        elif self.began == NEVER and now - self.ended > PROGRESS_SECONDS:
            self.attendance.progress()


class Taps:
    """All streams that are written to now, looked at by one timer."""

    def __init__(self) -> None:
        self._taps: dict[Task, Tap] = {}
        self._timer: asyncio.TimerHandle | None = None

    def open(self, task: Task, tap: Tap) -> None:
        """`task` is the call's."""
        self._taps[task] = tap
        if self._timer is None:
            self._look()

    def close(self, task: Task) -> None:
        del self._taps[task]

    def of(self, task: Task) -> Attendance | None:
        """Who attends by this call; None where it is another kind of call."""
        tap = self._taps.get(task)
        return None if tap is None else tap.attendance

    def cut_all(self, reason: str) -> None:
        """Let each stream write what waits, and then its last frames."""
        for tap in self._taps.values():
            tap.attendance.cut(reason)

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        for tap in list(self._taps.values()):
            tap.look(now)
        self._timer = loop.call_later(TICK_SECONDS, self._look) if self._taps else None
