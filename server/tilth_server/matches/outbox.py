"""The frames that wait to be written to one stream. An outbox knows bytes only; the api writes them."""

import asyncio
from collections.abc import Callable, Sequence

MAX_QUEUED_BYTES = 4 << 20
"""Bytes that may wait while a write is pending. If more wait, the reader is too slow and is cut off."""
ROOM = 32 << 10
"""Limit in bytes: while fewer wait to be written, more of the backlogs and subscriptions is sent."""
WRITE_BYTES = 64 << 10
"""Bytes after which a message is full. A longer message would make every frame in it late."""


class Outbox:
    """A bounded queue of frames, in the order they were published. If it overflows, `on_overflow` is called once."""

    __slots__ = (
        "_frames",
        "_loop",
        "_max_bytes",
        "_on_overflow",
        "_size",
        "_waiter",
        "finished",
        "writing",
    )

    def __init__(self, on_overflow: Callable[[], None], max_bytes: int) -> None:
        """`on_overflow` is called from the loop, not from within `add`."""
        self._loop = asyncio.get_running_loop()
        self._frames: list[bytes] = []
        self._size = 0
        self._max_bytes = max_bytes
        self._on_overflow: Callable[[], None] | None = on_overflow
        self._waiter: asyncio.Future[None] | None = None
        self.writing = False
        """True while a write is pending; the writer sets it. If none is, a full queue is not the reader's fault."""
        self.finished = False
        """True if no frame will follow those that wait now."""

    @property
    def size(self) -> int:
        """Return the number of bytes that wait."""
        return self._size

    def add(self, frame: bytes) -> None:
        """Queue a frame and wake the writer if it waits. Report an overflow if more bytes than the limit wait while a
        write is pending. After `finish` the frame is dropped.
        """
        if self.finished:
            return
        self._frames.append(frame)
        self._size += len(frame)
        if self._waiter is not None:
            self._wake_writer()
        elif self._size > self._max_bytes and self.writing:
            self._report_overflow()

    def add_to_channels(self, prefixes: Sequence[bytes], frame: bytes) -> None:
        """Queue one frame for several channels of this stream, by their prefixes."""
        if self.finished:
            return
        self._frames += [prefix + frame for prefix in prefixes]
        self._size += len(prefixes) * (len(frame) + 2)
        if self._waiter is not None:
            self._wake_writer()
        elif self._size > self._max_bytes and self.writing:
            self._report_overflow()

    def take(self) -> list[bytes]:
        """Remove and return the frames of the next message: all that wait, or the first ones that together reach
        WRITE_BYTES.
        """
        frames = self._frames
        if self._size <= WRITE_BYTES:
            self._frames = []
            self._size = 0
            return frames
        size = count = 0
        while count < len(frames) and size < WRITE_BYTES:
            size += len(frames[count])
            count += 1
        self._frames = frames[count:]
        self._size = self._size - size if self._frames else 0
        return frames[:count]

    def drop_untaken(self) -> list[bytes]:
        """Remove and return the frames that no message has carried yet."""
        frames, self._frames, self._size = self._frames, [], 0
        return frames

    def finish(self) -> None:
        """Take no more frames; those that wait are still written."""
        self.finished = True
        self.wake()

    def wake(self) -> None:
        """Wake the writer, so that it looks for frames."""
        if self._waiter is not None:
            self._wake_writer()

    async def wait(self) -> None:
        """Return when there is a frame to take, or the writer has been woken."""
        self._waiter = self._loop.create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def _wake_writer(self) -> None:
        """Wake the writer, which waits for frames."""
        waiter, self._waiter = self._waiter, None
        assert waiter is not None, "only called while the writer waits"
        if not waiter.done():
            waiter.set_result(None)

    def _report_overflow(self) -> None:
        """Call `on_overflow` from the loop, only once."""
        if self._on_overflow is not None:
            self._loop.call_soon(self._on_overflow)
            self._on_overflow = None
