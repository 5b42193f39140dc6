"""The limit on bytes that wait to be read by one player, over all streams and replies together.

    queued = QueuedBytes(limits.queued_bytes_per_player)
    with queued.entered(client, len(page)):     # while gRPC holds it
        await call.write(page)
    use_counted_outbox(session, queued)         # from now on the stream's outbox takes room from the same account

Each stream has its own limit (`MAX_QUEUED_BYTES` of its outbox). A player may have many streams and connections, so
that limit alone would let one player fill the memory.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from tilth_server.matches.outbox import MAX_QUEUED_BYTES, WRITE_BYTES, Outbox
from tilth_server.matches.session import AttendSession
from tilth_server.reasons import READER_TOO_SLOW, TOO_MANY_QUEUED_BYTES
from tilth_server.refusal import over_limit

FREE_BYTES: Final = WRITE_BYTES
"""Bytes that each outbox may hold before it asks for room."""
STEP_BYTES: Final = 256 << 10
"""Room is asked for in steps, so that not every frame has to be counted twice."""


class QueuedBytes:
    """The accounts of queued bytes: one for each client that is being sent something."""

    def __init__(
        self, max_bytes: int, on_refused: Callable[[str, str], None] = lambda client, reason: None
    ) -> None:
        """`on_refused` is called with the client and the reason for every stream that is cut off by the limit."""
        self.max_bytes = max_bytes
        self.on_refused = on_refused
        self._by_client: dict[str, int] = {}

    def bytes_of(self, client: str) -> int:
        """Return the bytes that wait for this client."""
        return self._by_client.get(client, 0)

    def check(self, client: str) -> None:
        """Raise Refusal if the bytes that wait for this client have reached the limit."""
        if self._by_client.get(client, 0) >= self.max_bytes:
            raise over_limit("queued_bytes_per_player", self.max_bytes)

    def change(self, client: str, by: int) -> None:
        """Add `by` bytes to the client's account; a negative number takes them out."""
        left = self._by_client.get(client, 0) + by
        if left:
            self._by_client[client] = left
        else:
            self._by_client.pop(client, None)

    @contextmanager
    def counted(self, client: str, size: int) -> Iterator[None]:
        """Count these bytes during the block. Raise Refusal if the client's bytes have reached the limit before."""
        self.check(client)
        self.change(client, size)
        try:
            yield
        finally:
            self.change(client, -size)


class CountedOutbox(Outbox):
    """An outbox that counts for its client's account of queued bytes. Bytes being written count, too."""

    __slots__ = ("_client", "_counted", "_cut_off", "_extra_room", "_queued")

    def __init__(self, cut_off: Callable[..., None], client: str, queued: QueuedBytes) -> None:
        """`cut_off` ends the stream for a reason; it is called from the loop."""
        super().__init__(_nothing, FREE_BYTES)
        self._cut_off = cut_off
        self._client = client
        self._queued = queued
        self._counted = 0
        """Bytes in the account: those being written, and the room that was asked for."""
        self._extra_room = 0

    def take(self) -> list[bytes]:
        """Remove and return the frames of the next message, and count them as being written."""
        before = self._size
        frames = super().take()
        if before or self._counted:
            self._settle(being_written=before - self._size)
        return frames

    def drop_untaken(self) -> list[bytes]:
        """Remove and return the frames that no message has carried yet, and free their bytes."""
        frames = super().drop_untaken()
        self._settle(being_written=self._counted - self._extra_room)
        return frames

    def close(self) -> None:
        """Remove the outbox from the account of its client: the stream has ended."""
        self._size = 0
        self._settle(being_written=0)

    def _settle(self, being_written: int) -> None:
        """Bring the client's account up to date: give back unused room, and count the bytes being written."""
        if self._extra_room and self._size <= FREE_BYTES:
            self._max_bytes -= self._extra_room
            self._extra_room = 0
        held = being_written + self._extra_room
        if held != self._counted:
            self._queued.change(self._client, held - self._counted)
            self._counted = held

    def _report_overflow(self) -> None:
        """Take more room from the client's account. If there is none, end the stream."""
        if self._on_overflow is None:
            return  # it is being cut off already
        queued, client = self._queued, self._client
        while self._size > self._max_bytes:
            if self._max_bytes >= MAX_QUEUED_BYTES:
                self._end_stream(READER_TOO_SLOW)
                return
            if queued.bytes_of(client) + STEP_BYTES > queued.max_bytes:
                queued.on_refused(client, TOO_MANY_QUEUED_BYTES)
                self._end_stream(TOO_MANY_QUEUED_BYTES)
                return
            queued.change(client, STEP_BYTES)
            self._extra_room += STEP_BYTES
            self._counted += STEP_BYTES
            self._max_bytes += STEP_BYTES

    def _end_stream(self, reason: str) -> None:
        """Cut the stream off for this reason, from the loop and only once."""
        self._on_overflow = None
        self._loop.call_soon(partial(self._cut_off, reason, drop=True))


def use_counted_outbox(session: AttendSession, queued: QueuedBytes) -> CountedOutbox:
    """Give a new session an outbox that counts for its player's limit; return it. `close` it when the stream ends."""
    outbox = CountedOutbox(session.cut_off, session.player_id, queued)
    session.outbox = outbox
    return outbox


def _nothing() -> None:
    """Do nothing: `CountedOutbox` reports its overflow with a reason by itself."""
