"""A match in memory."""

import asyncio
from collections.abc import Callable
from math import inf
from typing import Any

from tilth_rules.kernel import SPECTATOR, Table
from tilth_server.matches.channels import Channel, ChannelState, Kind, ViewerGroup
from tilth_server.matches.clocks import Clocks
from tilth_server.matches.match_facts import MatchFacts, PendingAction
from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.request_ids import RecentReplies, RequestIds
from tilth_server.matches.unit_of_work import MatchWrites
from tilth_server.wire import GameWire, LoggedRecord


class LiveMatch:
    """One match while a client plays or watches it. Its table leaves memory first, then the rest."""

    __slots__ = (
        "actions",
        "alarm_at",
        "answered_by_calls",
        "away_since",
        "channels",
        "clocks",
        "commit_waiters",
        "durable",
        "facts",
        "final_state",
        "groups",
        "head",
        "info",
        "last_at_ms",
        "last_record_ms",
        "last_step_at",
        "left_ms",
        "loading",
        "log",
        "names",
        "next_record",
        "paused_at",
        "pending",
        "replies",
        "request_ids",
        "resignations",
        "sends_watchers",
        "stream",
        "table",
        "task",
        "title_pending",
        "touched_at",
        "watchers_sent",
        "wire",
    )

    def __init__(  # noqa: PLR0915 - all that is known of a match in memory
        self, info: MatchInfo, wire: GameWire, now: float, needs_facts: bool = False
    ) -> None:
        """`needs_facts`: the game has a port for outside facts."""
        self.info = info
        self.stream = info.stream
        self.wire = wire
        self.table: Table | None = None
        """The table; None before the start, after a cancellation, and while it is not loaded."""
        self.next_record = info.record_count
        """The number of the next record, pending ones counted."""
        self.durable = info.record_count
        """The number of the next record, pending ones not counted."""
        self.head = b""
        """The hash of the last durable record; empty if it is not known."""
        self.log: list[LoggedRecord] | None = None
        """The durable log, while actions run that waited for it."""
        self.loading: asyncio.Task[list[LoggedRecord]] | None = None
        """The task that reads the log; None if the log is not being read."""
        self.final_state: Any = None
        """The state of a match that has ended; None until it is needed."""
        self.pending: list[MatchWrites] = []
        """The writes that are not durable yet, in the order in which they were begun."""
        self.groups: dict[Kind, ViewerGroup] = {}
        self.channels: set[Channel] = set()
        """The channels that follow the match, those with a backlog included."""
        self.clocks: Clocks = ()
        """One clock per seat; empty if the match is played without clocks, or has not started."""
        self.request_ids: RequestIds | None = None
        """The request ids of all answers and undos; loaded whenever the table is."""
        self.resignations: list[int] = []
        """The seats in the order in which they resigned, those among them whose resignation was rolled back."""
        self.replies = RecentReplies(info.seat_count)
        self.commit_waiters: list[Callable[[], None]] = []
        """Callbacks that are called once no record is pending."""
        self.names: tuple[str, ...] | None = None
        """The players' names by seat, for texts."""
        self.title_pending: str | None = None
        """The title that an operator gave it last, if it is not durable yet."""
        self.actions: list[PendingAction] = []
        """The actions that wait: the first for an outside fact or for the log, the others for the first."""
        self.task: asyncio.Task[None] | None = None
        """The task that fetches what the first action waits for; None if none does."""
        self.facts = MatchFacts() if needs_facts else None
        """The port for outside facts; None if the game needs none."""
        self.touched_at = now
        """The time at which a client last used the match."""
        self.away_since = [now] * info.seat_count
        """By seat: when its last stream left, or it last answered by a unary call. For a seat that was never attended:
        when the match was loaded. Meaningless while a stream attends the seat."""
        self.left_ms: dict[int, int] | None = None
        """By seat: the time of day when its last stream left, in ms since 1970; None while none has left."""
        self.sends_watchers = False
        """True if the number of watchers has changed and is going to be sent."""
        self.watchers_sent = 0
        """The number of watchers that all channels which asked for it were sent last."""
        self.answered_by_calls: set[int] = set()
        """Seats that have answered by unary calls, without a stream."""
        self.last_step_at = now
        """The time at which the last record was added, or the match was loaded."""
        self.last_at_ms = info.created_ms
        """The time that the last record bears, in ms since 1970, pending ones counted. No later record bears an earlier
        time, also if another node, whose clock was ahead, has written this one."""
        self.last_record_ms = 0
        """The time of the last durable record, in ms since 1970; 0 if none was added since the match is in memory."""
        self.paused_at: float | None = None
        """The time since which its clocks are stopped, pending answers included; None if it is not paused."""
        self.alarm_at = inf

    @property
    def has_waiting_actions(self) -> bool:
        """Return whether an action of the match waits for an outside fact, or for the log."""
        return bool(self.actions)

    @property
    def is_unused(self) -> bool:
        """Return whether the match may leave memory: it has no channel, no table, and nothing is pending or waiting."""
        return not (self.channels or self.table or self.pending or self.actions or self.loading)

    async def wait_next_commit(self) -> None:
        """Return when nothing of the match is pending for the first time from now on."""
        committed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.commit_waiters.append(lambda: None if committed.done() else committed.set_result(None))
        await committed

    def notify_committed(self) -> None:
        """Call the callbacks that wait until nothing is pending."""
        waiters, self.commit_waiters = self.commit_waiters, []
        for call in waiters:
            call()

    def add_to_group(self, channel: Channel) -> None:
        """Make the channel live: it gets every record from now on. The match must be committed."""
        assert not self.pending, "the channel would miss what is pending"
        group = self.groups.get(channel.kind)
        if group is None:
            group = self.groups[channel.kind] = ViewerGroup(channel.kind)
            group.decision_number = self.open_decision_of(channel.seat)
        group.add(channel)
        channel.group = group
        channel.state = ChannelState.LIVE

    def detach(self, channel: Channel) -> None:
        """Remove a channel from the match and from its group."""
        self.channels.discard(channel)
        self.leave_group(channel)

    def leave_group(self, channel: Channel) -> None:
        """Remove a channel from its group: it gets no more updates. Remove the group, too, if that was its last
        channel.
        """
        group, channel.group = channel.group, None
        if group is not None:
            group.remove(channel)
            if not group.channels and self.groups.get(group.kind) is group:
                del self.groups[group.kind]

    def own_record(self, viewer: int) -> int | None:
        """Return the number of the record of a seat's last answer or undo; None if it has none, and for a spectator."""
        if viewer == SPECTATOR or self.request_ids is None:
            return None
        return self.request_ids.last_of(viewer)

    def attended_seats(self) -> set[int]:
        """Return the seats that some stream attends."""
        return {channel.seat for channel in self.channels if channel.is_seat}

    def note_left(self, seat: int, now: float, wall_ms: int) -> None:
        """Note the time at which a stream of the seat has left: `now` for timeouts, `wall_ms` to show it to clients."""
        self.away_since[seat] = now
        if self.left_ms is None:
            self.left_ms = {}
        self.left_ms[seat] = wall_ms

    def note_unary_answer(self, seat: int, now: float) -> None:
        """Note that the seat has answered by a unary call, at `now`: its absence counts from then on, and it may win as
        the last seat without a stream.
        """
        self.answered_by_calls.add(seat)
        self.away_since[seat] = now

    def last_seat(self) -> int:
        """Return the seat that has won because all others resigned, -1 if there is none.

        The seat has to be attended: a seat that was never attended does not win.
        """
        table = self.table
        seats = self.info.seat_count
        if not self.info.last_seat_wins or table is None or table.over or len(table.resigned) != seats - 1:
            return -1
        (left,) = set(range(seats)) - table.resigned
        return left if left in self.answered_by_calls or left in self.attended_seats() else -1

    def clock_time(self, now: float) -> float:
        """Return the time at which clocks are read: `now`, or the time of the pause while the match is paused."""
        return now if self.paused_at is None else self.paused_at

    def open_decision_of(self, seat: int) -> int:
        """Return the number of the decision that the seat has open, 0 for none. A seat that resigned has none."""
        table = self.table
        is_asked = table is not None and seat in table.open and seat not in table.resigned
        return table.counts[seat] if table is not None and is_asked else 0

    def set_table(self, table: Table) -> None:
        """Take a table whose state is the one that the clients have been sent."""
        self.table = table
        for group in self.groups.values():
            group.decision_number = self.open_decision_of(group.kind[0])

    def drop_table(self) -> None:
        """Drop the table and everything else that its channels do not need."""
        self.table = None
        self.clocks = ()
        self.paused_at = None
        self.request_ids = None
        self.names = None
        self.final_state = None
        self.resignations = []
        self.replies.clear()
