"""Writers of streams: one coroutine per stream, one write at a time, each with all frames that are queued."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tilth_server import reasons
from tilth_server.matches.session import AttendSession, never
from tilth_server.wire import frames

SLOW_SECONDS = 20.0
"""Seconds after which a pending write shows that the reader is too slow."""
HEARTBEAT_SECONDS = 15.0
"""Seconds without a write after which a stream sends a heartbeat."""
TICK_SECONDS = 2.5
"""Seconds between two checks of all writers."""

NEVER = float("inf")

Task = asyncio.Task[Any]


class StreamWriter:
    """The writer of one stream: it sends the frames of a session's outbox."""

    __slots__ = ("_is_due", "_now", "_write", "session", "write_began", "write_ended")

    def __init__(
        self,
        session: AttendSession,
        write: Callable[[bytes], Awaitable[None]],
        is_due: Callable[[], bool] = never,
    ) -> None:
        """`is_due` returns whether other coroutines are to have their turn."""
        self.session = session
        self._write = write
        self._is_due = is_due
        self._now = asyncio.get_running_loop().time
        self.write_began = NEVER
        """The loop's time at which the pending write began; `inf` if none is pending."""
        self.write_ended = self._now()
        """The loop's time at which the last write ended."""

    async def run(self) -> None:
        """Write the outbox until it is finished and empty."""
        session = self.session
        outbox = session.outbox
        while True:
            if session.backlogs:
                session.send_backlog(self._is_due)
            waiting = outbox.take()
            if session.subscriptions.waiting:
                session.subscriptions.resume()
            if waiting:
                self.write_began = self._now()
                outbox.writing = True
                await self._write(frames.attend_response(waiting))
                outbox.writing = False
                self.write_ended, self.write_began = self._now(), NEVER
            elif outbox.finished:
                return
            elif session.backlogs:
                await asyncio.sleep(0)
            else:
                await outbox.wait()

    def check(self, now: float) -> None:
        """Cut the stream off if its reader is too slow; send a heartbeat if nothing was written for some time."""
        if now - self.write_began > SLOW_SECONDS:
            self.session.cut_off(reasons.READER_TOO_SLOW, drop=True)
            self.write_began = NEVER
        elif self.write_began == NEVER and now - self.write_ended > HEARTBEAT_SECONDS:
            self.session.send_heartbeat()


class StreamWriters:
    """The writers of all open streams, checked by one timer."""

    def __init__(self) -> None:
        self._writers: dict[Task, StreamWriter] = {}
        self._timer: asyncio.TimerHandle | None = None

    def add(self, task: Task, writer: StreamWriter) -> None:
        """Add the writer of a call, whose task is `task`."""
        self._writers[task] = writer
        if self._timer is None:
            self._check_all()

    def remove(self, task: Task) -> None:
        """Remove the writer of a call that ends."""
        del self._writers[task]

    def session_of(self, task: Task) -> AttendSession | None:
        """Return the session of this call; None if the call is no `Attend` or `Watch`."""
        writer = self._writers.get(task)
        return None if writer is None else writer.session

    def send_to_all(self, frame: bytes) -> None:
        """Queue a frame of no channel for every stream."""
        for writer in self._writers.values():
            writer.session.outbox.add(frame)

    def cut_off_all(self, reason: str) -> None:
        """End every stream for this reason. Each still writes its queued frames, and a last frame per channel."""
        for writer in self._writers.values():
            writer.session.cut_off(reason)

    def _check_all(self) -> None:
        """Check every stream for a slow reader or a due heartbeat, and again after TICK_SECONDS while there are
        streams.
        """
        loop = asyncio.get_running_loop()
        now = loop.time()
        for writer in list(self._writers.values()):
            writer.check(now)
        self._timer = loop.call_later(TICK_SECONDS, self._check_all) if self._writers else None
