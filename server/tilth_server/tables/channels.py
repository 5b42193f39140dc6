"""Who follows a match: channels, gathered by what they may see and want to be told."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilth_rules.kernel import SPECTATOR
from tilth_server.refusal import Refusal
from tilth_server.tables.outbox import Outbox
from tilth_server.wire import frames

if TYPE_CHECKING:
    from tilth_server.tables.live import LiveMatch

Kind = tuple[int, bool, str | None]
"""Whose eyes (a seat or SPECTATOR), whether with views, and the language of texts (None: without)."""


class Speaker:
    """Whoever gives answers and gets the replies: a channel, or one call."""

    __slots__ = ()

    group: "Group | None" = None
    """Where a channel is told of records; None while it isn't."""

    def accepted(self, record: int, request_id: str) -> None:
        raise NotImplementedError

    def refused(self, refusal: Refusal, request_id: str) -> None:
        raise NotImplementedError


class Channel(Speaker):
    """One seat of one match, or one watch, on one stream."""

    __slots__ = ("closed", "group", "kind", "match", "number", "outbox", "position", "prefix", "when_closed")

    def __init__(
        self,
        number: int,
        outbox: Outbox,
        match: "LiveMatch",
        kind: Kind,
        when_closed: "Callable[[Channel], None]",
    ) -> None:
        self.number = number
        self.prefix = frames.for_channel(number, b"")
        self.outbox = outbox
        self.match = match
        self.kind = kind
        self.position = 0
        """While the backlog is being told: the next record of it."""
        self.group: Group | None = None
        self.closed = False
        self.when_closed = when_closed

    @property
    def seat(self) -> int:
        return self.kind[0]

    @property
    def is_seat(self) -> bool:
        return self.kind[0] != SPECTATOR

    @property
    def next_record(self) -> int:
        """The record this channel is told next."""
        return self.match.durable if self.group is not None else min(self.position, self.match.durable)

    def tell(self, frame: bytes) -> None:
        if not self.closed:
            self.outbox.tell(self.prefix + frame)

    def accepted(self, record: int, request_id: str) -> None:
        self.tell(frames.accepted(record, request_id))

    def refused(self, refusal: Refusal, request_id: str) -> None:
        self.tell(frames.refused(refusal.reason, refusal.what, request_id))

    def close(self, last: bytes = b"") -> None:
        """Follow no more, after this last frame."""
        if self.closed:
            return
        if last:
            self.tell(last)
        self.closed = True
        self.match.left(self)
        self.when_closed(self)


class Group:
    """The channels of a match that are told the very same."""

    __slots__ = ("asked", "channels", "kind", "streams")

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.streams: dict[Outbox, list[bytes]] = {}
        """The prefixes of its channels, by stream."""
        self.channels = 0
        self.asked = 0
        """The decision its seat was told of last, 0 for none."""

    def join(self, channel: Channel) -> None:
        self.streams.setdefault(channel.outbox, []).append(channel.prefix)
        self.channels += 1

    def leave(self, channel: Channel) -> None:
        prefixes = self.streams[channel.outbox]
        prefixes.remove(channel.prefix)
        if not prefixes:
            del self.streams[channel.outbox]
        self.channels -= 1

    def tell(self, frame: bytes) -> None:
        for outbox, prefixes in self.streams.items():
            if len(prefixes) == 1:
                outbox.tell(prefixes[0] + frame)
            else:
                outbox.tell_all(prefixes, frame)

    def tell_others(self, but: Channel, frame: bytes) -> None:
        for outbox, prefixes in self.streams.items():
            if outbox is but.outbox:
                outbox.tell_all([prefix for prefix in prefixes if prefix != but.prefix], frame)
            else:
                outbox.tell_all(prefixes, frame)
