"""A session: one player's stream with its channels. It takes commands in and queues frames."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Final

from tilth.v1 import play_pb2
from tilth_rules.kernel import SPECTATOR
from tilth_server import reasons
from tilth_server.matches.auto_open import AutoOpener
from tilth_server.matches.backlog import attach, read_page, send_page
from tilth_server.matches.channels import Channel, ChannelState
from tilth_server.matches.lobby_checks import check_holder
from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.outbox import MAX_QUEUED_BYTES, ROOM, Outbox
from tilth_server.matches.presence_frames import send_presence, send_watchers_soon
from tilth_server.matches.refusals import closing, refusal_for
from tilth_server.matches.registry import Matches
from tilth_server.matches.subscriptions import SUBSCRIPTIONS, Sources, Subscriptions
from tilth_server.matches.unit_of_work import UnitOfWork
from tilth_server.refusal import Refusal, over_limit
from tilth_server.store import BrokenChain
from tilth_server.wire import frames, language_of

CHANNELS_AT_ONCE: Final = 16
"""Pages of backlogs that are sent before the loop may do something else."""


def never() -> bool:
    """Return False: with this `is_due`, a message is taken in without interruption."""
    return False


class AttendSession:
    """One stream: `receive` takes in a message, the outbox holds the frames to be written."""

    __slots__ = (
        "_auto_opener",
        "_commits",
        "_ends_with_channels",
        "_is_present",
        "_play",
        "backlogs",
        "channels",
        "matches",
        "outbox",
        "player_id",
        "reads",
        "running",
        "subscriptions",
    )

    def __init__(
        self,
        matches: Matches,
        player_id: str,
        *,
        ends_with_channels: bool = False,
        max_queued_bytes: int = MAX_QUEUED_BYTES,
        sources: Sources | None = None,
    ) -> None:
        """Without `sources` no subscription can be opened."""
        self.matches = matches
        self._commits = matches.commits
        self._play = matches.play
        self.player_id = player_id
        self.outbox = Outbox(partial(self.cut_off, reasons.READER_TOO_SLOW, drop=True), max_queued_bytes)
        self.running: list[MatchInfo] | None = None
        """The player's running matches, as `prepare` has read them for automatic opening."""
        self.channels: dict[int, Channel] = {}
        self.subscriptions = Subscriptions(self, sources)
        self.backlogs: list[Channel] = []
        """The channels in the state BACKLOG, in turn."""
        self.reads: set[asyncio.Task[None]] = set()
        """Tasks that read more of the backlogs."""
        self._ends_with_channels = ends_with_channels
        self._auto_opener: AutoOpener | None = None
        self._is_present = not ends_with_channels
        if self._is_present:
            matches.presence.opened(player_id)

    @property
    def channel_count(self) -> int:
        """Return the number of channels of matches that are open on this stream."""
        return len(self.channels)

    def needs_reading(self, request: play_pb2.AttendRequest) -> bool:
        """Return whether `prepare` has something to read for this message."""
        return any(
            command.HasField("auto_open")
            or (
                command.HasField("open")
                and self.matches.index.needs_fetch(command.open.match_id, command.open.from_record)
            )
            for command in request.commands
        )

    async def prepare(self, request: play_pb2.AttendRequest) -> None:
        """Bring the matches into memory that the commands of a message open."""
        for command in request.commands:
            if command.HasField("open"):
                await self.prepare_open(command.open)
            elif command.HasField("auto_open"):
                self.running = await self.matches.index.running_matches_of(self.player_id)

    async def prepare_open(self, request: play_pb2.OpenChannel) -> None:
        """Bring the match into memory that is to be opened. If there is none, `open` refuses."""
        with suppress(Refusal, BrokenChain):
            await self.matches.fetch(request.match_id, request.from_record)

    def receive_all(self, request: play_pb2.AttendRequest) -> None:
        """Take in one message without interruption."""
        for _ in self.receive(request, never):
            pass

    def receive(self, request: play_pb2.AttendRequest, is_due: Callable[[], bool]) -> Iterator[None]:
        """Take in one message; yield wherever `is_due` returns that other work is to have its turn.

        The commands up to there become durable together.
        """
        commits, play = self._commits, self._play
        left = self.matches.limits.commands_per_message
        nameless = False
        work = commits.begin()
        is_open = True
        try:
            for command in request.commands:
                if is_due():
                    is_open = False
                    commits.commit(work)
                    yield
                    work, is_open = commits.begin(), True
                kind = command.WhichOneof("payload")
                left -= max(1, len(command.answer_batch.answers)) if kind == "answer_batch" else 1
                if left < 0:
                    nameless = self._refuse_beyond_limit(command, nameless) or nameless
                elif kind == "answer":
                    channel = self._seat_channel(command)
                    if channel is not None:
                        play.answer(work, channel.match, channel.seat, command.answer, channel)
                elif kind == "auto_open":
                    self._start_auto_open(command)
                    while self._auto_opener is not None and self._auto_opener.open_some(is_due):
                        is_open = False
                        commits.commit(work)
                        yield
                        work, is_open = commits.begin(), True
                else:
                    self._dispatch(work, command, kind)
        finally:
            if is_open:
                commits.commit(work)

    def open(self, number: int, request: play_pb2.OpenChannel) -> None:
        """Open a channel; raise Refusal if it cannot be opened."""
        self._check_number(number)
        limits = self.matches.limits
        info = self.matches.find(request.match_id)
        seat = SPECTATOR
        if request.HasField("seat"):
            seat = request.seat
            check_holder(info, seat, self.player_id)
        kind = (seat, request.views, language_of(request.language) if request.texts else None)
        cache = self.matches.cache
        channel = Channel(number, self.outbox, cache.get(info.id), kind, self._on_channel_closed)
        from_record = request.from_record if request.HasField("from_record") else None
        attach(cache, limits.channels_per_match, channel, from_record)
        self.channels[number] = channel
        self.backlogs.append(channel)
        channel.wants_presence = request.presence
        if channel.is_seat and _attends_alone(channel):
            send_presence(channel.match)
        elif request.presence:
            send_presence(channel.match, [channel])
        if not channel.is_seat:
            send_watchers_soon(channel.match)
        self.outbox.wake()

    def has_remote_seat(self, match_id: str, seat: int) -> bool:
        """Return whether another node serves a channel of this stream for the seat."""
        return False

    def is_in_use(self, number: int) -> bool:
        """Return whether a channel of this number is open."""
        return number in self.channels or number in self.subscriptions

    @property
    def has_room(self) -> bool:
        """Return whether another channel can be opened."""
        return len(self.channels) + len(self.subscriptions) < self.matches.limits.channels_per_stream

    def send_backlog(self, is_due: Callable[[], bool] = never) -> None:
        """Send more of the backlogs, as far as there is room, or until `is_due`; at least one page.

        A channel whose next page is not in memory comes back when it has been read.
        """
        for _ in range(CHANNELS_AT_ONCE):
            if not self.backlogs or self.outbox.size >= ROOM:
                return
            channel = self.backlogs.pop(0)
            if channel.state is ChannelState.CLOSED:
                continue
            try:
                is_sent = send_page(self.matches.cache, channel)
            except Exception as error:  # noqa: BLE001 - explained to the client, and logged where it is our fault
                _close_unreadable(channel, error)
                continue
            if not is_sent:
                reading = asyncio.create_task(self._read_backlog(channel))
                self.reads.add(reading)
                reading.add_done_callback(self.reads.discard)
            elif channel.state is ChannelState.BACKLOG:
                self.backlogs.append(channel)
            elif channel.state is ChannelState.WAITING_FOR_COMMIT:
                channel.match.commit_waiters.append(partial(self._on_match_committed, channel))
            if is_due():
                return

    def stop_updates(self, number: int) -> None:
        """Send a channel that watches no more updates: the node that forwards it gets them elsewhere."""
        channel = self.channels.get(number)
        if channel is not None and not channel.is_seat:
            channel.match.leave_group(channel)

    def send_heartbeat(self) -> None:
        """Send a heartbeat to every live channel: it shows that the match has no new records."""
        for channel in self.channels.values():
            if channel.state is ChannelState.LIVE:
                channel.send(frames.heartbeat(channel.match.durable))
        self.subscriptions.send_heartbeats()

    def cut_off(self, reason: str, *, drop: bool = False) -> None:
        """End the stream. Each channel's last frame names the record to resume from.

        `drop`: frames that wait to be written are dropped; they are all in the log.
        """
        self._stop_auto_open()
        dropped = self._first_dropped() if drop else {}
        self._cut_off_channels(reason, dropped)
        self.outbox.finish()

    def _cut_off_channels(self, reason: str, dropped: Mapping[int, int]) -> None:
        """Cut every channel off. `dropped` holds the first record, by channel, of those whose frames were dropped."""
        for channel in list(self.channels.values()):
            record = dropped.get(channel.number, channel.next_record)
            channel.close(frames.cut_off(record, reason))
        self.subscriptions.cut_off(reason, dropped)

    def half_close(self) -> None:
        """Take note that the client sends no further command: the stream ends with its last channel, at once if it has
        none.
        """
        self._ends_with_channels = True
        self._end_if_empty()

    def close(self) -> None:
        """Close all channels: the stream has ended."""
        self._stop_auto_open()
        self.outbox.finish()
        for channel in list(self.channels.values()):
            channel.close()
        self.subscriptions.close_all()
        if self._is_present:
            self._is_present = False
            self.matches.presence.closed(self.player_id)

    def refuse(self, number: int, refusal: Refusal, request_id: str = "") -> None:
        """Queue a refusal for this channel number, and count it."""
        self._play.replies.count_refusal(self.player_id, refusal.reason)
        frame = frames.refused(refusal.reason, refusal.message, request_id)
        self.outbox.add(frames.for_channel(number, frame))

    def _dispatch(self, work: UnitOfWork, command: play_pb2.Command, kind: str | None) -> None:
        """Carry out a command that is rarer than an answer."""
        if kind == "open":
            self._open_channel(command)
        elif kind in SUBSCRIPTIONS:
            self._subscribe(command)
        elif kind == "close":
            channel = self.channels.get(command.channel)
            if command.channel in self.subscriptions:
                self.subscriptions.close(command.channel)
            elif channel is None:
                self._refuse_all(command, _not_open(command.channel))
            else:
                channel.close(frames.closed(channel.next_record))
        elif kind == "request_heartbeat":
            self._answer_heartbeat(command.channel)
        elif kind is None:
            self._refuse_all(
                command, Refusal(reasons.EMPTY_COMMAND, "the command has no content that this server knows")
            )
        elif kind == "answer_batch" and not command.answer_batch.answers:
            self._refuse_all(command, Refusal(reasons.EMPTY_COMMAND, "no answers"))
        elif (channel := self._seat_channel(command)) is not None:
            match, seat = channel.match, channel.seat
            if kind == "undo":
                self.matches.undos.undo(work, match, seat, command.undo.request_id, channel)
            else:
                self.matches.batches.answer(work, match, seat, command.answer_batch.answers, channel)

    def _answer_heartbeat(self, number: int) -> None:
        """Send the heartbeat that the client has requested for this channel; with record 0 if it is not open."""
        channel = self.channels.get(number)
        if number in self.subscriptions:
            record = self.subscriptions.next_record(number)
        else:
            record = 0 if channel is None else channel.next_record
        frame = frames.heartbeat(record)
        self.outbox.add(frames.for_channel(number, frame))

    def _open_channel(self, command: play_pb2.Command) -> None:
        """Open a channel, or refuse the command."""
        try:
            self.open(command.channel, command.open)
        except Exception as error:  # noqa: BLE001 - explained to the client, and logged where it is our fault
            self._refuse_all(command, refusal_for(command.open.match_id, error))

    def _subscribe(self, command: play_pb2.Command) -> None:
        """Open a subscription, or refuse the command."""
        try:
            self._check_number(command.channel)
            self.subscriptions.open(command)
        except Refusal as refusal:
            self._refuse_all(command, refusal)

    def _check_number(self, number: int) -> None:
        """Raise Refusal if the number of a new channel is in use, or the stream has too many channels."""
        if self.is_in_use(number):
            raise Refusal(reasons.CHANNEL_IN_USE, f"channel {number} is open already")
        if not self.has_room:
            raise over_limit("channels_per_stream", self.matches.limits.channels_per_stream)

    def _start_auto_open(self, command: play_pb2.Command) -> None:
        """Begin to open the player's seats automatically, or refuse the command if the stream does so already."""
        if self._auto_opener is not None or self.is_in_use(command.channel):
            message = "a stream has one auto_open, with a channel number that is not in use"
            self._refuse_all(command, Refusal(reasons.AUTO_OPEN_ACTIVE, message))
        else:
            self._auto_opener = AutoOpener(self, command.channel, command.auto_open)
            self._auto_opener.begin()

    def _stop_auto_open(self) -> None:
        """Open no more seats automatically."""
        opener, self._auto_opener = self._auto_opener, None
        if opener is not None:
            opener.end()

    def _seat_channel(self, command: play_pb2.Command) -> Channel | None:
        """Return the seat's channel that the command is for; refuse the command and return None if there is none."""
        channel = self.channels.get(command.channel)
        if channel is None and command.channel not in self.subscriptions:
            self._refuse_all(command, _not_open(command.channel))
        elif channel is None or not channel.is_seat:
            self._refuse_all(
                command, Refusal(reasons.SPECTATOR_CANNOT_ACT, f"channel {command.channel} only watches")
            )
        elif self._commits.closing:
            self._refuse_all(command, closing())
        else:
            return channel
        return None

    def _refuse_beyond_limit(self, command: play_pb2.Command, nameless: bool) -> bool:
        """Refuse a command that is too much in one message. Return whether it had no request id.

        All commands without a request id get one reply together; `nameless`: they have got it.
        """
        limit = over_limit("commands_per_message", self.matches.limits.commands_per_message)
        request_ids = [request_id for request_id in _request_ids(command) if request_id]
        self._refuse_all(command, limit, request_ids or ([] if nameless else [""]))
        return not request_ids

    def _refuse_all(
        self, command: play_pb2.Command, refusal: Refusal, request_ids: Iterable[str] | None = None
    ) -> None:
        """Refuse every request of the command."""
        for request_id in _request_ids(command) if request_ids is None else request_ids:
            self.refuse(command.channel, refusal, request_id)

    async def _read_backlog(self, channel: Channel) -> None:
        """Read the next page of a channel's backlog from the store, and continue with it."""
        try:
            await read_page(self.matches.cache, self.matches.ended, channel)
        except Exception as error:  # noqa: BLE001 - explained to the client, and logged where it is our fault
            _close_unreadable(channel, error)
        else:
            self._continue_backlog(channel)

    def _on_match_committed(self, channel: Channel) -> None:
        """Continue the backlog of a channel that waits until its match has no pending record. Leave any other channel
        as it is.
        """
        if channel.state is ChannelState.WAITING_FOR_COMMIT:
            channel.state = ChannelState.BACKLOG
            self._continue_backlog(channel)

    def _continue_backlog(self, channel: Channel) -> None:
        """Queue a channel whose next page is in memory, and wake the writer."""
        if channel.state is ChannelState.BACKLOG:
            self.backlogs.append(channel)
            self.outbox.wake()

    def _on_channel_closed(self, channel: Channel) -> None:
        """Remove a channel of this stream that has got its last frame."""
        del self.channels[channel.number]
        matches = self.matches
        matches.cache.channel_count -= 1
        if channel.is_seat:
            channel.match.note_left(channel.seat, matches.time.now(), matches.time.wall_ms())
            if channel.seat not in channel.match.attended_seats():
                send_presence(channel.match)
        elif channel.match.channels:
            send_watchers_soon(channel.match)
        matches.cache.release(channel.match)
        self.on_channel_ended()

    def on_channel_ended(self) -> None:
        """Use the room of a channel that has ended; finish the stream if it was the last one."""
        if self._auto_opener is not None:
            self._auto_opener.open_queued()
        self._end_if_empty()

    def _end_if_empty(self) -> None:
        """Finish the stream if it has no channel, and ends with its last one."""
        if self._ends_with_channels and not self.channels and not self.subscriptions:
            self.outbox.finish()

    def _first_dropped(self) -> dict[int, int]:
        """Drop the frames that no message has carried yet; return, by channel, the number of the first record among
        them.
        """
        first: dict[int, int] = {}
        for frame in self.outbox.drop_untaken():
            content = play_pb2.Frame.FromString(frame)
            if content.HasField("update"):
                first.setdefault(content.channel, content.record)
            elif content.HasField("tournament"):
                first.setdefault(content.channel, content.tournament.entries[0].number)
        return first


def _attends_alone(channel: Channel) -> bool:
    """Return whether no other channel of its match attends the same seat."""
    return not any(other.seat == channel.seat for other in channel.match.channels if other is not channel)


def _close_unreadable(channel: Channel, error: Exception) -> None:
    """Close a channel whose backlog cannot be sent: its last frame is a refusal that explains the error."""
    channel.refused(refusal_for(channel.match.info.id, error), "")
    channel.close()


def _not_open(number: int) -> Refusal:
    """Return the refusal of a command for a channel that is not open."""
    return Refusal(reasons.CHANNEL_NOT_OPEN, f"channel {number} isn't open")


def _request_ids(command: play_pb2.Command) -> list[str]:
    """Return the request ids of the command; an empty one for a command that has none."""
    match command.WhichOneof("payload"):
        case "answer":
            return [command.answer.request_id]
        case "answer_batch":
            return [answer.request_id for answer in command.answer_batch.answers] or [""]
        case "undo":
            return [command.undo.request_id]
        case _:
            return [""]
