"""What waits to be written to one stream. It knows bytes; who writes them is the api's business."""

import asyncio
from collections.abc import Callable, Sequence

MOST_WAITING = 4 << 20
"""Bytes that may wait while a write is pending; the reader who lets more gather is cut off."""
WRITE_BYTES = 64 << 10
"""A message ends with the frame that goes over this; more would make every frame in it late."""


class Outbox:
    """Frames in the order they were handed out. Bounded: whoever fills it hears of it once, by `overflowed`."""

    __slots__ = (
        "_frames",
        "_loop",
        "_most",
        "_overflowed",
        "_size",
        "_waiter",
        "finished",
        "writing",
    )

    def __init__(self, overflowed: Callable[[], None], most: int) -> None:
        """`overflowed` is called from the loop, not from within `tell`."""
        self._loop = asyncio.get_running_loop()
        self._frames: list[bytes] = []
        self._size = 0
        self._most = most
        self._overflowed: Callable[[], None] | None = overflowed
        self._waiter: asyncio.Future[None] | None = None
        self.writing = False
        """A write is pending; kept by the writer. While none is, what gathers is not the reader's fault."""
        self.finished = False
        """Nothing will follow what waits now."""

    @property
    def size(self) -> int:
        """Bytes that wait."""
        return self._size

    def tell(self, frame: bytes) -> None:
        if self.finished:
            return
        self._frames.append(frame)
        self._size += len(frame)
        if self._waiter is not None:
            self._wake()
        elif self._size > self._most and self.writing:
            self._overflow()

    def tell_all(self, prefixes: Sequence[bytes], frame: bytes) -> None:
        """One frame to several channels of this stream."""
        if self.finished:
            return
        self._frames += [prefix + frame for prefix in prefixes]
        self._size += len(prefixes) * (len(frame) + 2)
        if self._waiter is not None:
            self._wake()
        elif self._size > self._most and self.writing:
            self._overflow()

    def take(self) -> list[bytes]:
        """What the next message carries."""
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

    def unsaid(self) -> list[bytes]:
        """What has not been taken yet; it is dropped."""
        frames, self._frames, self._size = self._frames, [], 0
        return frames

    def finish(self) -> None:
        """Let what waits be written, and take no more."""
        self.finished = True
        self.stir()

    def stir(self) -> None:
        """Let the writer look again."""
        if self._waiter is not None:
            self._wake()

    async def something(self) -> None:
        """Return when there is something to take, or to look for."""
        self._waiter = self._loop.create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def _wake(self) -> None:
        waiter, self._waiter = self._waiter, None
        assert waiter is not None, "asked for by whoever waits"
        if not waiter.done():
            waiter.set_result(None)

    def _overflow(self) -> None:
        if self._overflowed is not None:
            self._loop.call_soon(self._overflowed)
            self._overflowed = None
