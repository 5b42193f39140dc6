"""The link to one other node: frames of all its flows, in batches on one stream."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog
from google.protobuf.message import DecodeError

from tilth.links.v1.links_pb2 import FlowEnd, FlowHeader, Hello, LinkFrame, LinkMessage
from tilth_server.link_traffic import Traffic
from tilth_server.nodes.flows import BadPeer, Flow, LinkBroken

log = structlog.get_logger()

BATCH_BYTES: Final = 64 << 10
"""Bytes of data after which a message is full."""

MAX_QUEUED: Final = 200_000
"""Frames that wait for a node that does not read, until its link ends. The windows bound the bytes of each flow."""

FAULTS: Final = (BadPeer, DecodeError)

Serve = Callable[[Flow], Awaitable[None]]
"""Serves a flow that the other node has opened, to its end."""


class PeerLink:
    """A link that is up: `run` passes frames until it ends."""

    def __init__(
        self,
        member_id: str,
        write: Callable[[bytes], Awaitable[None]],
        serve: Serve,
        *,
        has_dialled: bool,
        traffic: Traffic | None = None,
    ) -> None:
        self._traffic = traffic or Traffic()
        self.member_id = member_id
        self.flows: dict[int, Flow] = {}
        self.sent_bytes = 0
        self._serve = serve
        self._write = write
        self._next_number = 1 if has_dialled else 2
        self._queue: list[LinkFrame] = []
        self._wanted = asyncio.Event()
        self._is_broken = False
        self._serving: dict[int, asyncio.Task[None]] = {}
        """The tasks that serve the flows which the other node has opened."""
        self._running: asyncio.Task[None] | None = None
        self.on_news: Callable[[], None] = lambda: None
        """Called when the other node says that the members are others than before."""

    @property
    def is_up(self) -> bool:
        """Return whether flows can be opened."""
        return not self._is_broken

    def open(self, header: FlowHeader) -> Flow:
        """Open a flow. Raise LinkBroken if the link has ended."""
        if self._is_broken:
            raise LinkBroken
        flow = self._add(self._next_number, header)
        self._next_number += 2
        self._traffic.flows += 1
        self._send(LinkFrame(flow=flow.number, open=header))
        return flow

    def tell_news(self) -> None:
        """Tell the other node that the members are others than before. A node of an earlier version does not listen."""
        self._send(LinkFrame(hello=Hello()))

    async def run(self, read: Callable[[], Awaitable[bytes | None]]) -> None:
        """Pass frames in both directions until the stream ends or `break_off` is called; then break all flows."""
        writing = asyncio.create_task(self._write_all())
        reading = asyncio.create_task(self._read_all(read))
        self._running = reading
        try:
            await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
            if (
                reading.done()
                and not reading.cancelled()
                and isinstance(error := reading.exception(), FAULTS)
            ):
                log.warning(
                    "link ended: the other node sent what no node sends",
                    node=self.member_id,
                    error=str(error),
                )
        finally:
            self._is_broken = True
            for task in (writing, reading):
                task.cancel()
            await asyncio.gather(writing, reading, return_exceptions=True)
            for flow in list(self.flows.values()):
                flow.break_off()
            self.flows.clear()
            for task in list(self._serving.values()):
                task.cancel()

    def break_off(self) -> None:
        """End the link: the other node is gone, or has another link."""
        self._is_broken = True
        if self._running is not None:
            self._running.cancel()

    def _add(self, number: int, header: FlowHeader) -> Flow:
        """Add a flow."""
        flow = self.flows[number] = Flow(number, header, self._send, self._count_wait)
        return flow

    def _count_wait(self) -> None:
        """Count a message that has to wait for its receiver."""
        self._traffic.window_waits += 1

    def _send(self, frame: LinkFrame) -> None:
        """Queue a frame. What waits here is bounded by the windows of the flows."""
        if frame.HasField("close"):
            self.flows.pop(frame.flow, None)
        if not self._is_broken:
            self._queue.append(frame)
            self._wanted.set()
            if len(self._queue) > MAX_QUEUED:
                log.warning("link ended: the other node does not read", node=self.member_id)
                self.break_off()

    async def _write_all(self) -> None:
        """Write all queued frames, again and again."""
        while True:
            await self._wanted.wait()
            size = count = 0
            while count < len(self._queue) and size < BATCH_BYTES:
                size += len(self._queue[count].data)
                count += 1
            frames = self._queue[:count]
            del self._queue[:count]
            if not self._queue:
                self._wanted.clear()
            message = LinkMessage(frames=frames).SerializeToString()
            self.sent_bytes += len(message)
            self._traffic.sent_messages += 1
            self._traffic.sent_bytes += len(message)
            await self._write(message)

    async def _read_all(self, read: Callable[[], Awaitable[bytes | None]]) -> None:
        """Take in all frames that arrive."""
        while (message := await read()) is not None:
            self._traffic.received_messages += 1
            self._traffic.received_bytes += len(message)
            for frame in LinkMessage.FromString(message).frames:
                self._take_in(frame)

    def _take_in(self, frame: LinkFrame) -> None:
        """Give a frame to its flow. Frames of a flow that this side has closed are dropped. Raise BadPeer for a frame
        that no node sends.
        """
        if frame.HasField("open"):
            is_mine = frame.flow % 2 == self._next_number % 2
            if is_mine or not frame.flow or frame.flow in self.flows:
                raise BadPeer(f"flow {frame.flow} is not the other node's to open")
            # A copy: a part of a message keeps the whole of it in memory.
            header = FlowHeader.FromString(frame.open.SerializeToString())
            task = asyncio.create_task(self._serve_flow(self._add(frame.flow, header)))
            self._serving[frame.flow] = task
            task.add_done_callback(lambda _: self._serving.pop(frame.flow, None))
            return
        flow = self.flows.get(frame.flow)
        if flow is None:
            if frame.HasField("hello"):
                self.on_news()
        else:
            flow.take_in(frame)
            if frame.HasField("close"):
                del self.flows[frame.flow]
                serving = self._serving.get(frame.flow)
                if serving is not None:
                    # The node that opened the flow needs nothing more of it.
                    serving.cancel()

    async def _serve_flow(self, flow: Flow) -> None:
        """Serve a flow that the other node has opened, and close it."""
        try:
            await self._serve(flow)
        except Exception:
            log.exception("flow failed", method=flow.header.method)
            flow.close(FlowEnd(reason="INTERNAL_ERROR", message="a fault in the server"))
        finally:
            flow.close()
