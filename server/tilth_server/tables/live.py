"""A match in memory."""

from collections.abc import Callable
from math import inf

from tilth_rules.kernel import Table
from tilth_server.refusal import Refusal
from tilth_server.tables.channels import Channel, Group, Kind
from tilth_server.tables.clocks import Clocks
from tilth_server.tables.flights import Leg
from tilth_server.tables.inquiries import Inquiry
from tilth_server.tables.ledger import Ledger
from tilth_server.tables.matches import MatchInfo
from tilth_server.wire import GameWire

MOST_REPLIES = 8
LONGEST_REQUEST_ID = 64
"""In bytes; what is longer names nothing and is not kept."""

FirstReply = int | Refusal
"""The record that took an answer, or why it was refused."""


class LiveMatch:
    """One match while somebody plays or watches it. Its table leaves memory first, then all of it."""

    __slots__ = (
        "_replies",
        "alarm_at",
        "channels",
        "clocks",
        "durable",
        "flying",
        "groups",
        "info",
        "inquiry",
        "landings",
        "ledger",
        "length",
        "names",
        "paused_at",
        "stepped",
        "table",
        "touched",
        "wire",
    )

    def __init__(self, info: MatchInfo, wire: GameWire, now: float, asks: bool = False) -> None:
        """`asks`: its game has a port for outside facts."""
        self.info = info
        self.wire = wire
        self.table: Table | None = None
        """None before the start, after a cancellation, and while it sleeps."""
        self.length = info.record_count
        """The number of the next record, counting those in flight."""
        self.durable = info.record_count
        """The number of the next record, not counting those."""
        self.flying: list[Leg] = []
        self.groups: dict[Kind, Group] = {}
        self.channels: set[Channel] = set()
        """Who follows it, those still being told the backlog included."""
        self.clocks: Clocks = ()
        """One a seat, where the match is played with clocks and has started."""
        self.ledger: Ledger | None = None
        """Every answer and undo given; with the table in memory it is there too."""
        self.landings: list[Callable[[], None]] = []
        """Whom to call when nothing is in flight any more."""
        self.names: tuple[str, ...] | None = None
        """The players' names by seat, for texts."""
        self.inquiry = Inquiry() if asks else None
        self.touched = now
        self.stepped = now
        """When a record was taken last, or it came into memory."""
        self.paused_at: float | None = None
        """Since when its clocks stand, answers in flight included; None while it is played."""
        self.alarm_at = inf
        self._replies: list[dict[str, FirstReply]] | None = None

    @property
    def waits(self) -> bool:
        """Whether something of it waits for an outside fact."""
        return self.inquiry is not None and bool(self.inquiry.acts)

    def join(self, channel: Channel) -> None:
        """Tell the channel of every record from now on; nothing may be in flight."""
        assert not self.flying, "the channel would miss what is in flight"
        group = self.groups.get(channel.kind)
        if group is None:
            group = self.groups[channel.kind] = Group(channel.kind)
            group.asked = self.asked_of(channel.seat)
        group.join(channel)
        channel.group = group

    def left(self, channel: Channel) -> None:
        self.channels.discard(channel)
        group, channel.group = channel.group, None
        if group is not None:
            group.leave(channel)
            if not group.channels and self.groups.get(group.kind) is group:
                del self.groups[group.kind]

    def clock_time(self, now: float) -> float:
        """What its clocks read: while it is paused they stand."""
        return now if self.paused_at is None else self.paused_at

    def asked_of(self, seat: int) -> int:
        """The number of the decision the seat has open, 0 for none."""
        table = self.table
        return table.counts[seat] if table is not None and seat in table.open else 0

    def wake(self, table: Table) -> None:
        """Take up a table that stands where everybody has been told."""
        self.table = table
        for group in self.groups.values():
            group.asked = self.asked_of(group.kind[0])

    def sleep(self) -> None:
        """Leave only who follows it in memory."""
        self.table = None
        self.clocks = ()
        self.paused_at = None
        self.ledger = None
        self.names = None
        self._replies = None

    def first_reply(self, seat: int, request_id: str) -> FirstReply | None:
        """What this request of the seat got, if that was not long ago."""
        return None if self._replies is None else self._replies[seat].get(request_id)

    def replied(self, seat: int, request_id: str, reply: FirstReply) -> None:
        if self._replies is None:
            self._replies = [{} for _ in range(self.info.seat_count)]
        if len(request_id.encode()) > LONGEST_REQUEST_ID:
            return
        replies = self._replies[seat]
        replies[request_id] = reply
        if len(replies) > MOST_REPLIES:
            del replies[next(iter(replies))]

    def unreplied(self, length: int) -> None:
        """The records from this number on have not happened after all, nor have the replies that name them."""
        for replies in self._replies or ():
            for request_id, reply in list(replies.items()):
                if isinstance(reply, int) and reply >= length:
                    del replies[request_id]
