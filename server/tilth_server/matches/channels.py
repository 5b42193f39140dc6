"""The channels that follow a match, grouped by what they may see and asked to be sent."""

from collections.abc import Callable, Iterable
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from tilth_rules.kernel import SPECTATOR
from tilth_server.matches.outbox import Outbox
from tilth_server.refusal import Refusal
from tilth_server.store import StoredRecord
from tilth_server.wire import frames

if TYPE_CHECKING:
    from tilth_server.matches.live import LiveMatch
    from tilth_server.matches.match_info import MatchInfo

Kind = tuple[int, bool, str | None]
"""The viewer (a seat or SPECTATOR), whether views are sent, and the language of texts (None: no texts)."""


class ChannelState(Enum):
    """The four states of a channel, in their order. A channel may be closed in each of them."""

    BACKLOG = auto()
    """Records of the backlog are still to be sent."""
    WAITING_FOR_COMMIT = auto()
    """The backlog has been sent. The match has pending records, and the channel goes live when they are durable."""
    LIVE = auto()
    """The channel is in its group, and gets every record as it is committed."""
    CLOSED = auto()
    """The last frame has been sent."""


class ReplyTarget(Protocol):
    """The receiver of replies: a channel, or a unary call."""

    __slots__ = ()

    def accepted(self, record: int, request_id: str) -> None:
        """Take the number of the record that took the request."""

    def refused(self, refusal: Refusal, request_id: str) -> None:
        """Take the refusal of the request."""


class Channel(ReplyTarget):
    """One seat of one match, or one spectator's watch, on one stream."""

    __slots__ = (
        "ended",
        "group",
        "is_relay",
        "is_seat",
        "kind",
        "match",
        "number",
        "on_closed",
        "outbox",
        "page",
        "position",
        "prefix",
        "seat",
        "state",
        "wants_presence",
    )

    def __init__(
        self,
        number: int,
        outbox: Outbox,
        match: "LiveMatch",
        kind: Kind,
        on_closed: "Callable[[Channel], None]",
    ) -> None:
        self.number = number
        self.prefix = frames.for_channel(number, b"")
        self.outbox = outbox
        self.match = match
        self.kind = kind
        self.seat = kind[0]
        """The seat, or SPECTATOR."""
        self.is_seat = kind[0] != SPECTATOR
        self.is_relay = False
        """True if another node gives the frames to watchers, who are counted by their own channels."""
        self.state = ChannelState.BACKLOG
        self.position = 0
        """The number of the next record of the backlog."""
        self.ended: MatchInfo | None = None
        """The match that has ended, once everything that its last frames show is in memory."""
        self.page: list[StoredRecord] = []
        """Records of the backlog that have been read, from `position` on."""
        self.group: ViewerGroup | None = None
        """The group of a live channel."""
        self.wants_presence = False
        """True if the client asked for frames that show which seats are attended."""
        self.on_closed = on_closed

    @property
    def next_record(self) -> int:
        """Return the number of the next record that this channel gets."""
        durable = self.match.durable
        return durable if self.state is ChannelState.LIVE else min(self.position, durable)

    def send(self, frame: bytes) -> None:
        """Queue a frame, unless the channel is closed."""
        if self.state is not ChannelState.CLOSED:
            self.outbox.add(self.prefix + frame)

    def accepted(self, record: int, request_id: str) -> None:
        """Send the reply that a request was taken in this record."""
        self.send(frames.accepted(record, request_id))

    def refused(self, refusal: Refusal, request_id: str) -> None:
        """Send the reply that a request was refused."""
        self.send(frames.refused(refusal.reason, refusal.message, request_id))

    def close(self, last: bytes = b"") -> None:
        """Leave the match, after this last frame."""
        if self.state is ChannelState.CLOSED:
            return
        if last:
            self.send(last)
        self.state = ChannelState.CLOSED
        self.match.detach(self)
        self.on_closed(self)


class ViewerGroup:
    """The live channels of a match that get the same frames."""

    __slots__ = ("channels", "decision_number", "kind", "streams")

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.streams: dict[Outbox, list[bytes]] = {}
        """The prefixes of its channels, by stream."""
        self.channels = 0
        self.decision_number = 0
        """The number of the decision that its seat was sent last; 0 for none."""

    def add(self, channel: Channel) -> None:
        """Send the channel every frame from now on."""
        self.streams.setdefault(channel.outbox, []).append(channel.prefix)
        self.channels += 1

    def remove(self, channel: Channel) -> None:
        """Send the channel nothing more."""
        prefixes = self.streams[channel.outbox]
        prefixes.remove(channel.prefix)
        if not prefixes:
            del self.streams[channel.outbox]
        self.channels -= 1

    def send(self, frame: bytes) -> None:
        """Queue a frame for every channel."""
        for outbox, prefixes in self.streams.items():
            if len(prefixes) == 1:
                outbox.add(prefixes[0] + frame)
            else:
                outbox.add_to_channels(prefixes, frame)

    def send_except(self, excluded: Channel, frame: bytes) -> None:
        """Queue a frame for every channel but one."""
        for outbox, prefixes in self.streams.items():
            if outbox is excluded.outbox:
                outbox.add_to_channels([prefix for prefix in prefixes if prefix != excluded.prefix], frame)
            else:
                outbox.add_to_channels(prefixes, frame)


GroupFrames = tuple[ViewerGroup, bytes | None, Channel | None, bytes | None]
"""A group, its frame, the channel that gave the answer if it is in the group, and the frame of that channel."""


def deliver(group_frames: Iterable[GroupFrames]) -> None:
    """Queue the frames of one record on the streams of each group's channels. The channel that answered gets its own
    frame, the others of its group the frame of the group.
    """
    for group, frame, channel, own in group_frames:
        if channel is None:
            assert frame is not None, "made for the whole group"
            group.send(frame)
        else:
            assert own is not None, "made for the channel that answered"
            channel.send(own)
            if frame is not None:
                group.send_except(channel, frame)


def send_reply(target: ReplyTarget, request_id: str, record: int, refusal: Refusal | None) -> None:
    """Send the number of the record that took a request, or the refusal."""
    if refusal is None:
        target.accepted(record, request_id)
    else:
        target.refused(refusal, request_id)
