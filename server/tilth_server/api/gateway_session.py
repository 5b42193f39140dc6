"""The session of a client's stream at its gateway: channels of other nodes' matches are forwarded whole.

For each owner that the stream needs, one flow carries the commands of all such channels there, and their frames back.
The client's own channel numbers are used on it, so a frame passes through as bytes.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from google.protobuf.message import Message

from tilth.links.v1.links_pb2 import FlowEnd
from tilth.raw.v1 import raw_pb2
from tilth.v1 import play_pb2
from tilth_server.api.call_context import CallContext
from tilth_server.api.gateway import Gateway, refusal_in
from tilth_server.api.watch_relay import WATCH, RemoteChannel
from tilth_server.matches.outbox import ROOM
from tilth_server.matches.session import AttendSession, never
from tilth_server.nodes.flows import Flow, FlowClosed, LinkBroken
from tilth_server.refusal import Refusal
from tilth_server.wire import frames

ATTEND: Final = "tilth.v1.PlayService/Attend"
ENDS: Final = ("ended", "closed", "cut_off")
ROOM_SECONDS: Final = 0.01
"""The pause, in seconds, before another look if a slow client has made room."""


class GatewaySession(AttendSession):
    """A session some of whose channels are served by other nodes."""

    __slots__ = ("_call", "_dialling", "_flows", "_gateway", "_local", "_readers", "_seats", "remote")

    METHOD = ATTEND
    """The method that the owners of matches are called with."""

    def __init__(self, gateway: Gateway, call: CallContext, *arguments: Any, **options: Any) -> None:
        self.remote: dict[int, RemoteChannel] = {}
        self._gateway = gateway
        self._call = call
        self._flows: dict[str, Flow] = {}
        """The flows of this stream, by owner."""
        self._dialling = asyncio.Lock()
        """The lock under which a flow is opened, so that there is one for each owner."""
        self._seats: Counter[tuple[str, int]] = Counter()
        """The matches and seats of the channels that other nodes serve."""
        self._readers: set[asyncio.Task[None]] = set()
        """The tasks that read the flows, those that open channels automatically, and those that close some."""
        self._local: play_pb2.AttendRequest | None = None
        """The rest of the message that is taken in, whose commands are for this node; None if that is all of it."""
        super().__init__(*arguments, **options)

    def needs_reading(self, request: play_pb2.AttendRequest) -> bool:
        """Return whether `prepare` has something to read or to forward for this message."""
        traffic = self._gateway.traffic
        traffic.match_calls += len(request.commands)
        remote = sum(map(self._is_remote, request.commands))
        traffic.forwarded += remote
        return bool(remote) or super().needs_reading(request)

    async def prepare(self, request: play_pb2.AttendRequest) -> None:
        """Forward the commands for other nodes' matches, and prepare the others."""
        local = play_pb2.AttendRequest()
        by_owner: dict[str, play_pb2.AttendRequest] = {}
        for command in request.commands:
            if not self._is_remote(command):
                local.commands.append(command)
                continue
            try:
                owner_id = await self._owner_of(command)
            except Refusal as refusal:
                self._refuse_all(command, refusal)
                continue
            by_owner.setdefault(owner_id, play_pb2.AttendRequest()).commands.append(command)
        for owner_id, commands in by_owner.items():
            await self._send(owner_id, commands)
        self._local = local
        await super().prepare(local)

    def receive(self, request: play_pb2.AttendRequest, is_due: Callable[[], bool] = never) -> Iterator[None]:
        """Take in the commands of one message that are for this node."""
        local, self._local = self._local, None
        return super().receive(request if local is None else local, is_due)

    def open(self, number: int, request: play_pb2.OpenChannel) -> None:
        """Open a channel, automatically or because the match is this node's; raise Refusal if it cannot be opened."""
        owner_id = self._gateway.membership.owner_of(request.match_id).id
        if owner_id == self._gateway.membership.me.id:
            super().open(number, request)
            return
        self._check_number(number)
        self._add_remote(number, RemoteChannel(self, number, owner_id, request))
        self._start(self._open_remote(play_pb2.Command(channel=number, open=request)))

    def has_remote_seat(self, match_id: str, seat: int) -> bool:
        """Return whether another node serves a channel of this stream for the seat."""
        return (match_id, seat) in self._seats

    def is_in_use(self, number: int) -> bool:
        """Return whether a channel of this number is open, here or at another node."""
        return number in self.remote or super().is_in_use(number)

    @property
    def channel_count(self) -> int:
        """Return the number of channels of matches that are open on this stream, also at other nodes."""
        return len(self.channels) + len(self.remote)

    @property
    def has_room(self) -> bool:
        """Return whether another channel can be opened."""
        most = self.matches.limits.channels_per_stream
        return len(self.channels) + len(self.subscriptions) + len(self.remote) < most

    def send_heartbeat(self) -> None:
        """Send a heartbeat to every live channel, also to those of other nodes."""
        super().send_heartbeat()
        for number, channel in self.remote.items():
            if channel.is_open:
                self.outbox.add(frames.for_channel(number, frames.heartbeat(channel.next_record)))

    def _cut_off_channels(self, reason: str, dropped: Mapping[int, int]) -> None:
        """Cut every channel off, also those of other nodes."""
        for number, channel in list(self.remote.items()):
            self._cut(number, dropped.get(number, channel.next_record), reason)
        super()._cut_off_channels(reason, dropped)

    def close(self) -> None:
        """Close all channels: the stream has ended."""
        for flow in self._flows.values():
            flow.close()
        for reader in self._readers:
            reader.cancel()
        for channel in self.remote.values():
            self._gateway.relays.remove(channel)
        super().close()

    def _end_if_empty(self) -> None:
        """Finish the stream if it has no channel, and ends with its last one."""
        if not self.remote:
            super()._end_if_empty()

    def _is_remote(self, command: play_pb2.Command) -> bool:
        """Return whether another node carries out this command."""
        if command.HasField("open"):
            return not self.is_in_use(command.channel) and not self._gateway.membership.owns(
                command.open.match_id
            )
        return command.channel in self.remote

    async def _owner_of(self, command: play_pb2.Command) -> str:
        """Return the owner that gets a command. To open a channel, there is a flow to the match's owner then."""
        if not command.HasField("open"):
            return self.remote[command.channel].owner_id
        self._check_number(command.channel)
        channel = RemoteChannel(self, command.channel, "", command.open)
        self._add_remote(command.channel, channel)
        try:
            channel.owner_id = await self._reach_owner(channel.match_id)
        except Refusal:
            self._remove_remote(command.channel)
            raise
        return channel.owner_id

    async def _reach_owner(self, match_id: str) -> str:
        """Return the owner of a match, to which there is a flow then. Raise Refusal if it cannot be reached."""
        async with self._dialling:
            owner_id = self._gateway.membership.owner_of(match_id).id
            flow = self._flows.get(owner_id)
            if flow is None or not flow.is_open:
                flow = await self._gateway.open(match_id, self.METHOD, self._call)
                self._flows[owner_id] = flow
                self._start(self._read(owner_id, flow))
        return owner_id

    async def _open_remote(self, command: play_pb2.Command) -> None:
        """Open a channel at the owner of its match, which is not reached yet."""
        number = command.channel
        channel = self.remote[number]
        try:
            channel.owner_id = await self._reach_owner(channel.match_id)
        except Refusal as refusal:
            if self.remote.get(number) is channel:
                self._remove_remote(number)
                self.refuse(number, refusal)
            return
        if self.remote.get(number) is channel:
            await self._send(channel.owner_id, play_pb2.AttendRequest(commands=[command]))

    def _add_remote(self, number: int, channel: RemoteChannel) -> None:
        """Add a channel that another node serves."""
        self.remote[number] = channel
        if channel.seat is not None:
            self._seats[channel.match_id, channel.seat] += 1

    def _remove_remote(self, number: int) -> None:
        """Remove a channel that another node serves."""
        channel = self.remote.pop(number)
        self._gateway.relays.remove(channel)
        if channel.seat is not None:
            key = channel.match_id, channel.seat
            self._seats[key] -= 1
            if not self._seats[key]:
                del self._seats[key]

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work in a task of its own, until the stream ends."""
        task = asyncio.create_task(work)
        self._readers.add(task)
        task.add_done_callback(self._readers.discard)

    async def _send(self, owner_id: str, commands: Message) -> None:
        """Send commands to an owner. If it is gone, the reader of its flow cuts the channels off."""
        flow = self._flows.get(owner_id)
        if flow is not None:
            with suppress(FlowClosed, LinkBroken):
                await flow.send(commands.SerializeToString())

    async def _read(self, owner_id: str, flow: Flow) -> None:
        """Pass the frames of a flow on to the client, as fast as the client reads."""
        end: FlowEnd | None = None
        try:
            while (message := await flow.receive()) is not None:
                for frame in raw_pb2.AttendResponse.FromString(message).frames:
                    self._pass_on(frame)
                while self.outbox.size >= ROOM and not self.outbox.finished:  # noqa: ASYNC110
                    await asyncio.sleep(ROOM_SECONDS)
            end = flow.end
        except LinkBroken:
            pass
        finally:
            flow.close()
        self._end_channels(owner_id, end)

    def _end_channels(self, owner_id: str, end: FlowEnd | None) -> None:
        """Cut the channels of an owner off whose flow has ended; without an end its link broke."""
        reason = refusal_in(end).reason
        for number, channel in list(self.remote.items()):
            if channel.owner_id == owner_id:
                self._cut(number, channel.next_record, reason)

    def _pass_on(self, frame: bytes) -> None:
        """Queue a frame for the client, unless a relay brings it, and take note of what it says about its channel."""
        read = raw_pb2.Frame.FromString(frame)
        channel = self.remote.get(read.channel)
        if channel is None:
            return
        payload = read.WhichOneof("payload")
        if channel.cut_reason:
            if payload in ENDS:
                self._cut(channel.number, channel.next_record, channel.cut_reason)
            return
        if channel.relay is not None and channel.relay.holds_back(channel, payload, read.record, frame):
            return
        self.outbox.add(frame)
        if payload == "update":
            channel.next_record = read.record + 1
            if channel.kind is not None:
                self._gateway.relays.advance(channel)
        elif payload in ("caught_up", "heartbeat") and channel.relay is None:
            channel.next_record = max(channel.next_record, read.record)
        if payload in ENDS or (payload == "refused" and not channel.is_open):
            self._remove(channel)
        elif payload == "opened":
            channel.is_open = True
        elif payload == "caught_up" and channel.kind is not None:
            self._gateway.relays.add(channel)

    def deliver(self, frame: bytes) -> None:
        """Send a frame of a channel that was held back."""
        self._pass_on(frame)

    def stop_updates_of(self, channel: RemoteChannel) -> None:
        """Tell the owner to send a channel no more updates."""
        self._flows[channel.owner_id].stop_updates(channel.number)

    def close_remote(self, channel: RemoteChannel, reason: str) -> None:
        """Cut a channel off whose relay has ended, and let the owner close it.

        The client hears of it when the owner has: so no frame of this channel meets another one of the same number.
        """
        if self.remote.get(channel.number) is channel:
            channel.cut_reason = reason
            command = play_pb2.Command(channel=channel.number, close=play_pb2.CloseChannel())
            self._start(self._send(channel.owner_id, play_pb2.AttendRequest(commands=[command])))

    def _cut(self, number: int, record: int, reason: str) -> None:
        """End a channel of another node; the frame names the record to resume from."""
        channel = self.remote[number]
        self.outbox.add(frames.for_channel(number, frames.cut_off(record, reason)))
        self._remove(channel)

    def _remove(self, channel: RemoteChannel) -> None:
        """Remove a channel that has got its last frame."""
        self._remove_remote(channel.number)
        self.on_channel_ended()


class WatchSession(GatewaySession):
    """The session of a `Watch` whose match another node owns. Its only channel has the number 0."""

    __slots__ = ("refusal",)

    METHOD = WATCH

    def __init__(self, *arguments: Any) -> None:
        self.refusal: Refusal | None = None
        """The owner's refusal to open the channel."""
        super().__init__(*arguments, ends_with_channels=True)

    async def begin(self, request: play_pb2.WatchRequest) -> None:
        """Have the channel opened. Raise Refusal if the owner cannot be reached."""
        owner_id = await self._owner_of(play_pb2.Command(open=request.open))
        await self._send(owner_id, request)

    def close_remote(self, channel: RemoteChannel, reason: str) -> None:
        """Cut the channel off, and with it the stream: the owner hears of it by the end of the flow."""
        self._cut(channel.number, channel.next_record, reason)

    def _end_channels(self, owner_id: str, end: FlowEnd | None) -> None:
        """End the channel. The owner's refusal is the call's; if the owner has ended it without one, it is over."""
        channel = self.remote.get(0)
        if channel is None:
            return
        if not channel.is_open:
            self.refusal = refusal_in(end)
            self._remove(channel)
        elif end is None or end.reason:
            super()._end_channels(owner_id, end)
        elif not channel.held:
            # Else its last frame waits for what the relay still brings.
            self._remove(channel)
