"""Flows: what two nodes say to each other about one client's stream or call, with a limit on what is on its way."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from tilth.links.v1.links_pb2 import FlowEnd, FlowHeader, LinkFrame

WINDOW_BYTES: Final = 256 << 10
"""Bytes that may be on their way in one direction of a flow: sent, and not taken by the receiver. One message may go
over it, so that a long one need not be cut."""
FRAME_BYTES: Final = 32
"""Bytes that each message counts besides its own, so that empty ones are not free."""


MAX_MESSAGE_BYTES: Final = 32 << 20
"""Limit on one message of a link. Clients' messages and the server's replies are far smaller."""


class BadPeer(Exception):
    """The other node has sent what no node sends. The link ends."""


class LinkBroken(Exception):
    """The link has ended before the flow. It is unknown what the other node has still done."""


class FlowClosed(Exception):
    """The other node has closed the flow."""


class Flow:
    """One end of a flow. A reader that does not read stops only its own sender, and no other flow of the link."""

    def __init__(
        self,
        number: int,
        header: FlowHeader,
        write: Callable[[LinkFrame], None],
        on_wait: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_wait` is called for each message that has to wait for the receiver."""
        self.number = number
        self.header = header
        self.end: FlowEnd | None = None
        """The end of the flow; None while it is open, and if its link broke."""
        self.on_stop_updates: Callable[[int], None] | None = None
        """Called when the other side needs no more updates of a channel."""
        self._write = write
        self._on_wait = on_wait
        self._credit = WINDOW_BYTES
        self._arrived: deque[bytes] = deque()
        self._held = 0
        """Bytes that have arrived and were not taken."""
        self._taken = 0
        """Bytes taken for which the sender has got no credit yet."""
        self._changed = asyncio.Event()
        """Set when something has arrived: data, credit, or an end."""
        self._has_ended = False
        self._is_broken = False

    @property
    def is_open(self) -> bool:
        """Return whether data can still be sent."""
        return self.end is None and not self._is_broken

    async def send(self, data: bytes) -> None:
        """Send one message, as soon as the receiver has room. Raise FlowClosed or LinkBroken if nobody receives it."""
        if self._credit <= 0:
            self._on_wait()
        while self._credit <= 0 and self.is_open:
            await self._wait()
        self._check_open()
        self._credit -= len(data) + FRAME_BYTES
        self._write(LinkFrame(flow=self.number, data=data))

    async def receive(self) -> bytes | None:
        """Return the next message; None if no more comes: then `end` may say why. Raise LinkBroken."""
        while not self._arrived:
            if self._has_ended or self.end is not None:
                return None
            if self._is_broken:
                raise LinkBroken
            await self._wait()
        data = self._arrived.popleft()
        size = len(data) + FRAME_BYTES
        self._held -= size
        self._taken += size
        if self._taken >= WINDOW_BYTES // 2 and self.is_open:
            self._write(LinkFrame(flow=self.number, credit=self._taken))
            self._taken = 0
        return data

    def stop_updates(self, channel: int) -> None:
        """Say that this side needs no more updates of a channel: it gets them on another flow."""
        if self.is_open:
            self._write(LinkFrame(flow=self.number, stop_updates=channel))

    def finish(self) -> None:
        """Say that this side sends no more data."""
        if self.is_open:
            self._write(LinkFrame(flow=self.number, end=True))

    def close(self, end: FlowEnd | None = None) -> None:
        """End the flow in both directions."""
        if self.is_open:
            self.end = end or FlowEnd()
            self._write(LinkFrame(flow=self.number, close=self.end))
            self._notify()

    def take_in(self, frame: LinkFrame) -> None:
        """Take in a frame of the other side. Raise BadPeer if it has sent more than it may."""
        match frame.WhichOneof("payload"):
            case "data":
                self._held += len(frame.data) + FRAME_BYTES
                if self._held > WINDOW_BYTES + MAX_MESSAGE_BYTES:
                    raise BadPeer(f"more than the window of flow {self.number}")
                self._arrived.append(frame.data)
            case "credit":
                self._credit += frame.credit
            case "end":
                self._has_ended = True
            case "stop_updates":
                if self.on_stop_updates is not None:
                    self.on_stop_updates(frame.stop_updates)
            case "close":
                self.end = frame.close
        self._notify()

    def break_off(self) -> None:
        """Take note that the link has ended."""
        if self.end is None:
            self._is_broken = True
        self._notify()

    def _check_open(self) -> None:
        """Raise FlowClosed or LinkBroken if nobody receives what is sent."""
        if self.end is not None:
            raise FlowClosed
        if self._is_broken:
            raise LinkBroken

    async def _wait(self) -> None:
        """Return when something has changed."""
        self._changed.clear()
        await self._changed.wait()

    def _notify(self) -> None:
        """Wake all that wait."""
        self._changed.set()
