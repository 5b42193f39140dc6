"""Watchers who see the same: the node that forwards them gets every frame once, and puts each channel's number in
front.

A channel that watches is forwarded like any other until it is live. When the owner would send the same to two such
channels of a node, the node opens a relay: a flow that watches the match once, for nobody in particular. A channel
joins the relay at the moment when both have got the same records; the owner sends it no more updates of its own then,
and everything else as before.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import structlog

from tilth.links.v1.links_pb2 import FlowHeader
from tilth.raw.v1 import raw_pb2
from tilth.v1 import play_pb2
from tilth_server import reasons
from tilth_server.matches.outbox import Outbox
from tilth_server.nodes.flows import Flow, FlowClosed, LinkBroken
from tilth_server.wire import frames, language_of

if TYPE_CHECKING:
    from tilth_server.nodes.peer_link import PeerLink

log = structlog.get_logger()

WATCH: Final = "tilth.v1.PlayService/Watch"
ADDRESS: Final = "watchers"
"""Takes the place of the client's address: all relays of a node share the turns of one caller at the owner."""
MIN_WATCHERS: Final = 2
"""Equal watchers that make a relay worth its flow."""


class WatchKind(NamedTuple):
    """The frames that a watcher is sent: of a match, at its owner, with the options of the channel."""

    owner_id: str
    match_id: str
    views: bool
    language: str | None
    """The language of texts; None without texts."""


class RemoteChannel:
    """A channel that another node serves."""

    __slots__ = (
        "_language",
        "_next_record",
        "_views",
        "cut_reason",
        "held",
        "is_open",
        "match_id",
        "number",
        "owner_id",
        "relay",
        "seat",
        "session",
    )

    def __init__(
        self, session: "RemoteSession", number: int, owner_id: str, request: play_pb2.OpenChannel
    ) -> None:
        self.session = session
        self.number = number
        self.owner_id = owner_id
        """The owner; empty until it is reached."""
        self.match_id = request.match_id
        self.seat = request.seat if request.HasField("seat") else None
        self.is_open = False
        """True after the channel's first frame."""
        self.cut_reason = ""
        """The reason with which the client is cut off as soon as the owner has closed the channel; else empty."""
        self._views = request.views
        self._language = language_of(request.language) if request.texts else None
        self.relay: Relay | None = None
        """The relay that brings the channel's updates."""
        self.held: list[bytes] = []
        """Frames of the channel's own that come after updates which the relay has not brought yet."""
        self._next_record = request.from_record

    @property
    def kind(self) -> WatchKind | None:
        """Return the kind of frames that the channel is sent if it watches; None for a seat's."""
        if self.seat is not None:
            return None
        return WatchKind(self.owner_id, self.match_id, self._views, self._language)

    @property
    def next_record(self) -> int:
        """Return the record from which the client resumes if the owner is gone."""
        return self._next_record if self.relay is None else self.relay.next_record

    @next_record.setter
    def next_record(self, record: int) -> None:
        self._next_record = record


class RemoteSession(Protocol):
    """The part of a client's session that a relay uses."""

    outbox: Outbox

    def stop_updates_of(self, channel: RemoteChannel) -> None:
        """Tell the owner to send a channel no more updates."""

    def deliver(self, frame: bytes) -> None:
        """Send a frame of a channel that was held back."""

    def close_remote(self, channel: RemoteChannel, reason: str) -> None:
        """Cut a channel off whose relay has ended, and let the owner close it."""


class WatchRelays:
    """The relays of a node."""

    def __init__(self, link_to: "Callable[[str], PeerLink | None]") -> None:
        """`link_to` returns the link to a member."""
        self._link_to = link_to
        self._relays: dict[WatchKind, Relay] = {}

    def add(self, channel: RemoteChannel) -> None:
        """Let a live channel join the relay of its kind, as soon as there is one and both have the same records."""
        assert channel.kind is not None, "it watches"
        relay = self._relays.get(channel.kind)
        if relay is None:
            relay = self._relays[channel.kind] = Relay(channel.kind, self._forget)
        relay.add(channel)
        link = self._link_to(channel.kind.owner_id)
        if not relay.has_begun and relay.count >= MIN_WATCHERS and link is not None:
            relay.begin(link)

    def remove(self, channel: RemoteChannel) -> None:
        """Take a channel out that is closed."""
        relay = None if channel.kind is None else self._relays.get(channel.kind)
        if relay is not None:
            relay.remove(channel)

    def advance(self, channel: RemoteChannel) -> None:
        """Let a channel that has got an update of its own join, if it has the same records as the relay now."""
        relay = None if channel.kind is None else self._relays.get(channel.kind)
        if relay is not None:
            relay.join_if_equal(channel)

    def _forget(self, relay: "Relay") -> None:
        """Use a relay that ends for no other channel."""
        if self._relays.get(relay.kind) is relay:
            del self._relays[relay.kind]


class Relay:
    """One flow with the updates of a match for all equal watchers at this node."""

    def __init__(self, kind: WatchKind, on_end: "Callable[[Relay], None]") -> None:
        self.kind = kind
        self.next_record = 0
        """The number of the next record that the channels get."""
        self.is_over = False
        """True if no more updates come."""
        self._on_end = on_end
        self._is_live = False
        self._waiting: set[RemoteChannel] = set()
        self._channels: dict[Outbox, dict[RemoteChannel, bytes]] = {}
        """The channels that get their updates here, by stream, with their prefixes."""
        self._holding: set[RemoteChannel] = set()
        self._running: asyncio.Task[None] | None = None

    @property
    def has_begun(self) -> bool:
        """Return whether the relay's flow is opened."""
        return self._running is not None

    @property
    def count(self) -> int:
        """Return how many channels use the relay, or wait for it."""
        return len(self._waiting) + sum(map(len, self._channels.values()))

    def begin(self, link: "PeerLink") -> None:
        """Open the flow."""
        self._running = asyncio.create_task(self._run(link))

    def add(self, channel: RemoteChannel) -> None:
        """Let a live channel join when it can."""
        self._waiting.add(channel)
        self.join_if_equal(channel)

    def remove(self, channel: RemoteChannel) -> None:
        """Take a channel out. The last one ends the relay."""
        self._waiting.discard(channel)
        self._holding.discard(channel)
        channels = self._channels.get(channel.session.outbox)
        if channels is not None and channels.pop(channel, None) is not None and not channels:
            del self._channels[channel.session.outbox]
        if not self._waiting and not self._channels:
            self._on_end(self)
            if self._running is not None:
                self._running.cancel()

    def join_if_equal(self, channel: RemoteChannel) -> None:
        """Let a waiting channel join, if it has got the same records as the relay."""
        if self._is_live and channel in self._waiting and channel.next_record == self.next_record:
            self._waiting.remove(channel)
            prefix = frames.for_channel(channel.number, b"")
            self._channels.setdefault(channel.session.outbox, {})[channel] = prefix
            channel.relay = self
            channel.session.stop_updates_of(channel)

    def holds_back(self, channel: RemoteChannel, payload: str | None, record: int, frame: bytes) -> bool:
        """Return whether a frame of a channel's own is dropped, because the relay brings it, or held back, because it
        comes after updates that the relay still has to bring.
        """
        if payload == "update":
            return True
        # The last frame of a match that has ended names its last record; the others name the next one.
        needed = record + 1 if payload == "ended" else record
        if self.is_over or (not channel.held and needed <= self.next_record):
            return False
        channel.held.append(frame)
        self._holding.add(channel)
        return True

    async def _run(self, link: "PeerLink") -> None:
        """Bring the updates until the flow ends."""
        reason = reasons.MATCH_MOVED
        flow: Flow | None = None
        try:
            flow = link.open(FlowHeader(method=WATCH, address=ADDRESS))
            kind = self.kind
            request = play_pb2.OpenChannel(match_id=kind.match_id, views=kind.views)
            if kind.language is not None:
                request.texts, request.language = True, kind.language
            await flow.send(play_pb2.WatchRequest(open=request).SerializeToString())
            while (message := await flow.receive()) is not None:
                for frame in raw_pb2.AttendResponse.FromString(message).frames:
                    reason = self.take(frame) or reason
        except (LinkBroken, FlowClosed):
            pass
        except Exception:
            log.exception("relay failed", match=self.kind.match_id)
        finally:
            if flow is not None:
                flow.close()
            self.end(reason)

    def take(self, frame: bytes) -> str:
        """Take in a frame of the flow. Return the reason with which the owner cuts the relay off, else ""."""
        read = raw_pb2.Frame.FromString(frame)
        payload = read.WhichOneof("payload")
        if payload == "update":
            for outbox, channels in self._channels.items():
                outbox.add_to_channels(tuple(channels.values()), frame)
            self.next_record = read.record + 1
            self._release_held()
        elif payload == "caught_up":
            self.next_record = read.record
            self._is_live = True
        elif payload == "ended":
            self.is_over = True
            self._release_held()
        elif payload == "cut_off":
            return str(read.cut_off.reason)
        for channel in list(self._waiting):
            self.join_if_equal(channel)
        return ""

    def _release_held(self) -> None:
        """Send the frames that were held back and come now. Those that come later are held back again."""
        for channel in list(self._holding):
            held, channel.held = channel.held, []
            self._holding.discard(channel)
            for frame in held:
                channel.session.deliver(frame)

    def end(self, reason: str) -> None:
        """Let every channel continue by itself if the match has ended; else cut it off: its client opens it again."""
        self._on_end(self)
        for channels in list(self._channels.values()):
            for channel in list(channels):
                channel.next_record = self.next_record
                channel.relay = None
                channel.held.clear()
                if not self.is_over:
                    channel.session.close_remote(channel, reason)
        self._channels.clear()
        self._waiting.clear()
