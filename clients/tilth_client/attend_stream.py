"""The Attend stream of a connection. It carries all channels; after a break it reconnects and opens each channel again
at its next record."""

import asyncio
import itertools
from collections import deque
from collections.abc import Callable
from typing import Final

import grpc
import grpc.aio

from tilth.v1 import lobby_pb2, play_pb2, play_pb2_grpc
from tilth_addresses import NodesChannel
from tilth_client.channels import Channel, StreamChannel
from tilth_client.connection import Backoff, Connection, is_lost_at_node
from tilth_client.errors import MOVING_REASONS, SERVER_STOPPING, TilthError

MAX_COMMANDS: Final = 250
"""The most commands in one message. The server takes more, but small messages keep a long queue moving."""
MAX_BYTES: Final = 64 << 10
"""The most bytes in one message: a sixteenth of the server's limit. A larger message than the limit would end the
stream."""
READ_SECONDS: Final = 0.02
"""The seconds for which the reader may hold the event loop, in which bots may think, before their answers are sent."""
REOPEN_SECONDS: Final = 1.0
"""The seconds between two openings of a channel, if it was cut off before it received a record."""
FIRST_AUTO_OPENED: Final = 1 << 30
"""The number of the first channel that the server opens by itself; the others count on from it."""
MANY_REFUSALS: Final = 3
"""If a channel is refused this often in a row because of the node, another node is tried."""
LONG_LIFE_SECONDS: Final = 5.0
"""The seconds after which a stream that breaks counts as one that worked. A stream that brought a record does, too."""

RETRYABLE_STATUSES: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.CANCELLED,
    }
)
"""Statuses of a stream that may work again: the connection was lost, the server stops, or a write failed."""


class AttendStream:
    """The Attend stream of one connection. It starts with the first channel, and runs until it is closed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._channels: dict[StreamChannel, None] = {}
        self._by_number: dict[int, StreamChannel] = {}
        self._numbers = itertools.count(1)
        self._outgoing: deque[play_pb2.Command] = deque()
        self._has_commands = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._call: grpc.aio.StreamStreamCall[play_pb2.AttendRequest, play_pb2.AttendResponse] | None = None
        self._moving: asyncio.Task[None] | None = None
        self._refused: dict[StreamChannel, tuple[int, int]] = {}
        """The refusals because of the node in a row by channel, with the records it had received before them."""
        connection.on_moved = self._leave
        self._auto_opened: set[int] = set()
        """The numbers of the channels that the server has opened by itself on this stream."""
        self._backoff = Backoff(connection.retry_seconds)
        self._heartbeats: dict[int, asyncio.Future[None]] = {}
        """The heartbeats that are waited for, by the number of their request. No channel has that number,
        so no heartbeat that the server sends by itself is taken for one of them."""
        self._auto_open: play_pb2.AutoOpen | None = None
        self._on_opened: Callable[[play_pb2.ChannelOpened, int], Channel] = _unexpected_channel
        self._on_lost: Callable[[TilthError], object] = _ignore_error
        self.on_notice: Callable[[lobby_pb2.Notice], object] = lambda notice: None
        """Callback for what an operator tells everybody."""

    def start_auto_open(
        self,
        request: play_pb2.AutoOpen,
        on_opened: Callable[[play_pb2.ChannelOpened, int], Channel],
        on_lost: Callable[[TilthError], object],
    ) -> None:
        """Ask the server to open a channel for every seat of this player, now and later.

        For each, `on_opened` gets the description of the match and the server's number of the channel, and returns the
        channel. `on_lost` gets the error that ends the stream for good.
        """
        if self._auto_open is not None:
            raise TilthError(
                "This connection plays all seats already; open another connection for another bot."
            )
        self._on_lost = on_lost
        self._auto_open = request
        self._on_opened = on_opened
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        else:
            self._send_auto_open()

    def stop_auto_open(self) -> None:
        """Accept no further channels that the server opens by itself. The stream continues."""
        self._auto_open = None
        self._on_opened = _unexpected_channel
        self._on_lost = _ignore_error

    # Calls by channels ---------------------------------------------------------------------------------------

    def add(self, channel: StreamChannel) -> None:
        """Open a new channel, and keep it open until it ends, fails or is closed."""
        self._channels[channel] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        else:
            self.open_channel(channel)

    def send_command(self, command: play_pb2.Command) -> None:
        """Queue a command to be sent."""
        self._outgoing.append(command)
        self._has_commands.set()

    def open_channel(self, channel: StreamChannel, *, later: bool = False) -> None:
        """Open the channel on the running stream under a new number; with `later`, after REOPEN_SECONDS. Late frames
        under the old number are dropped."""
        self._by_number.pop(channel.number, None)
        if later:
            channel.number = 0
            asyncio.get_running_loop().call_later(REOPEN_SECONDS, self._open_unless_closed, channel)
            return
        number = next(self._numbers)
        self._by_number[number] = channel
        for command in channel.opening_commands(number):
            self.send_command(command)

    def close_channel(self, channel: StreamChannel, *, send: bool = True) -> None:
        """Deliver no more frames to the channel; with `send`, close it on the server, too. A parked channel is kept, to
        be opened again."""
        if self._by_number.pop(channel.number, None) is not None and send:
            self.send_command(play_pb2.Command(channel=channel.number, close=play_pb2.CloseChannel()))
        channel.number = 0
        if channel.closed:
            self._channels.pop(channel, None)

    async def request_heartbeat(self) -> None:
        """Request a heartbeat, and wait for it; after a break it is requested again."""
        if self._task is None or self._task.done():
            raise TilthError("The connection was closed.")
        heartbeat: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._send_request_heartbeat(heartbeat)
        await heartbeat

    async def close(self) -> None:
        """End the stream. Open channels fail with TilthError."""
        if self._moving is not None:
            self._moving.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._fail_all(TilthError("The connection was closed."))

    def _open_unless_closed(self, channel: StreamChannel) -> None:
        """Open a channel again, unless it was opened or closed before."""
        if channel in self._channels and not channel.number:
            self.open_channel(channel)

    # The stream ----------------------------------------------------------------------------------------------

    def _send_auto_open(self) -> None:
        """Request a channel for every seat. The known channels are opened before, so the server opens no seat twice."""
        assert self._auto_open is not None, "start_auto_open sets it"
        self.send_command(play_pb2.Command(channel=FIRST_AUTO_OPENED, auto_open=self._auto_open))

    def _send_request_heartbeat(self, heartbeat: asyncio.Future[None]) -> None:
        """Request a heartbeat under a number of its own."""
        number = next(self._numbers)
        self._heartbeats[number] = heartbeat
        self.send_command(play_pb2.Command(channel=number, request_heartbeat=play_pb2.RequestHeartbeat()))

    def _channel_opened(self, frame: play_pb2.Frame) -> StreamChannel | None:
        """Return the channel of a seat that the server has opened by itself; None after `stop_auto_open`."""
        if self._auto_open is None:
            self.send_command(play_pb2.Command(channel=frame.channel, close=play_pb2.CloseChannel()))
            return None
        self._auto_opened.add(frame.channel)
        channel = self._by_number[frame.channel] = self._on_opened(frame.opened, frame.channel)
        self._channels[channel] = None
        return channel

    async def _run(self) -> None:
        """Run one stream after another, until one ends for good."""
        backoff = self._backoff = Backoff(self._connection.retry_seconds, address=self._connection.address)
        loop = asyncio.get_running_loop()
        while True:
            received, since, token = self._records_received(), loop.time(), self._connection.token
            error: grpc.aio.AioRpcError | None = None
            nodes, node = self._connection.nodes, None
            try:
                if nodes is not None:
                    await nodes.choose()
                    node = nodes.node
                await self._run_once()
            except grpc.aio.AioRpcError as raised:
                error = raised
                if nodes is not None and node is not None and is_lost_at_node(raised):
                    nodes.leave(node)
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                # gRPC raises it, too, if the server cancelled the stream.
            except Exception as unforeseen:
                self._fail_all(TilthError(f"A channel failed: {unforeseen!r}."))
                raise
            renewed = token != self._connection.token
            if error is not None and not renewed and error.code() not in RETRYABLE_STATUSES:
                self._fail_all(self._connection.exception_for(error))
                return
            if self._records_received() > received or loop.time() - since > LONG_LIFE_SECONDS:
                backoff.reset()
            if not await backoff.wait():
                self._fail_all(self._final_error(error))
                return

    def _records_received(self) -> int:
        """Return the number of records that all open channels have received."""
        return sum(channel.records_received for channel in self._channels)

    def _final_error(self, error: grpc.aio.AioRpcError | None) -> TilthError:
        """Return the error for the channels of a stream that ends for good."""
        address = self._connection.address
        if error is not None:
            return self._connection.exception_for(error)
        return TilthError(f"The server at {address} ends the stream again and again; try later.")

    def _fail_all(self, error: TilthError) -> None:
        """Close all channels with an error."""
        for channel in list(self._channels):
            channel.fail(error)
        for heartbeat in self._heartbeats.values():
            if not heartbeat.done():
                heartbeat.set_exception(error)
        self._heartbeats.clear()
        self._on_lost(error)

    async def _run_once(self) -> None:
        """Run one stream, from the openings of all channels to its end."""
        self._outgoing.clear()
        self._by_number.clear()
        for channel in self._channels:
            if not channel.parked:
                self.open_channel(channel)
        if self._auto_open is not None:
            self._send_auto_open()
        waiting, self._heartbeats = self._heartbeats, {}
        for heartbeat in waiting.values():
            self._send_request_heartbeat(heartbeat)
        self._refused.clear()
        self._auto_opened.clear()
        call = self._call = play_pb2_grpc.PlayServiceStub(self._connection.channel).Attend(
            metadata=self._connection.metadata
        )
        writer = asyncio.create_task(self._write(call))
        try:
            await self._read(call)
        finally:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            call.cancel()
            self._call = None

    def _leave(
        self, call: "grpc.aio.StreamStreamCall[play_pb2.AttendRequest, play_pb2.AttendResponse] | None" = None
    ) -> None:
        """End the stream, for example at a node that the connection has left; `_run` begins another one. If a call is
        given, end only its stream."""
        if self._call is not None and call in (None, self._call):
            self._call.cancel()

    def _note_unopened(self, frame: play_pb2.Frame) -> None:
        """If the server could not open a seat by itself, because the match moves, begin the stream again a moment
        later: it opens that seat, too."""
        if self._auto_open is None or frame.channel in self._auto_opened:
            return
        reason = frame.cut_off.reason if frame.HasField("cut_off") else frame.refused.reason
        if reason in MOVING_REASONS:
            self._auto_opened.add(frame.channel)
            asyncio.get_running_loop().call_later(REOPEN_SECONDS, self._leave, self._call)

    def _note_refusal(self, channel: StreamChannel, reason: str) -> None:
        """Take note of a refusal by one of several nodes: leave one that stops, and one that refuses a channel again
        and again because it cannot reach the match."""
        nodes = self._connection.nodes
        if nodes is None or (self._moving is not None and not self._moving.done()):
            return
        if reason == SERVER_STOPPING:
            nodes.leave(nodes.node)
            self._leave()
        elif reason in MOVING_REASONS:
            count, records = self._refused.get(channel, (0, 0))
            count = count + 1 if records == channel.records_received else 1
            self._refused[channel] = count, channel.records_received
            if count >= MANY_REFUSALS:
                del self._refused[channel]
                self._moving = asyncio.create_task(_try_another(nodes))

    async def _read(
        self, call: "grpc.aio.StreamStreamCall[play_pb2.AttendRequest, play_pb2.AttendResponse]"
    ) -> None:
        """Deliver the frames of one stream to their channels, until the stream ends."""
        now = asyncio.get_running_loop().time
        while True:
            response = await call.read()
            if not isinstance(response, play_pb2.AttendResponse):
                return
            self._backoff.note_reply()
            since = now()
            for frame in response.frames:
                if frame.HasField("notice"):
                    self.on_notice(frame.notice)
                    continue
                channel = self._by_number.get(frame.channel)
                if channel is None and frame.channel >= FIRST_AUTO_OPENED and frame.HasField("opened"):
                    channel = self._channel_opened(frame)
                if channel is not None:
                    channel.receive(frame)
                    if frame.HasField("cut_off"):
                        self._note_refusal(channel, frame.cut_off.reason)
                    elif frame.HasField("refused"):
                        self._note_refusal(channel, frame.refused.reason)
                elif frame.channel >= FIRST_AUTO_OPENED:
                    self._note_unopened(frame)
                elif (heartbeat := self._heartbeats.pop(frame.channel, None)) and not heartbeat.done():
                    heartbeat.set_result(None)
                if now() - since > READ_SECONDS:
                    await asyncio.sleep(0)
                    since = now()

    async def _write(
        self, call: "grpc.aio.StreamStreamCall[play_pb2.AttendRequest, play_pb2.AttendResponse]"
    ) -> None:
        """Send queued commands for as long as the stream runs. Commands queued during a send go with the next one."""
        try:
            while True:
                await self._has_commands.wait()
                self._has_commands.clear()
                while self._outgoing:
                    await call.write(self._next_request())
        except (asyncio.InvalidStateError, grpc.aio.AioRpcError, grpc.aio.InternalError, grpc.aio.UsageError):
            return  # the stream has ended; the reader gets its status, and the channels send their commands again

    def _next_request(self) -> play_pb2.AttendRequest:
        """Take queued commands off the queue, as many as one message may hold, and return the message."""
        request = play_pb2.AttendRequest()
        room = MAX_BYTES
        while self._outgoing and len(request.commands) < MAX_COMMANDS:
            room -= self._outgoing[0].ByteSize() + 8
            if room < 0 and request.commands:
                break
            request.commands.append(self._outgoing.popleft())
        return request


async def _try_another(nodes: NodesChannel) -> None:
    """Move to another node, if there is one that serves."""
    await nodes.try_another(nodes.node)


def _unexpected_channel(opened: play_pb2.ChannelOpened, number: int) -> Channel:
    """Fail: without `start_auto_open` the server opens no channel by itself."""
    raise AssertionError("start_auto_open was not called")


def _ignore_error(error: TilthError) -> None:
    """Ignore the end of the stream. Each channel gets the error itself."""
