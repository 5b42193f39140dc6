"""Attendance: one player's stream, with its channels. It reads what is said and queues what is told."""

from collections import deque
from collections.abc import Iterable
from functools import partial

from tilth.v1 import play_pb2
from tilth_rules.kernel import SPECTATOR
from tilth_server.refusal import Refusal, over_limit
from tilth_server.tables import reasons
from tilth_server.tables.batches import answer_together
from tilth_server.tables.channels import Channel
from tilth_server.tables.flights import Flight
from tilth_server.tables.following import Following
from tilth_server.tables.house import House
from tilth_server.tables.joining import Joined, admitted, catch_up, check_seat
from tilth_server.tables.outbox import MOST_WAITING, Outbox
from tilth_server.tables.playing import explained
from tilth_server.tables.undoing import undo
from tilth_server.wire import frames, language_of

ROOM = 32 << 10
"""While less than this waits to be written, more of the backlogs is told."""
READ_OVER_LIMIT = 10
"""A message with so many times more in it than may be said is not read to its end."""
CHANNELS_AT_ONCE = 16
"""Pages told before the loop may do something else."""


class Attendance:
    """One stream: `said` takes in a message, the outbox holds what is to be written."""

    def __init__(
        self,
        house: House,
        player_id: str,
        *,
        ends_with_channels: bool = False,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self.house = house
        self.player_id = player_id
        self.outbox = Outbox(partial(self.cut, reasons.TOO_SLOW, drop=True), most_waiting)
        self.channels: dict[int, Channel] = {}
        self._behind: deque[Channel] = deque()
        """Channels that are still to be told what came before."""
        self._ends_with_channels = ends_with_channels
        self._following: Following | None = None

    def said(self, request: play_pb2.AttendRequest) -> None:
        """All of one message: what it leads to becomes durable together.

        Refusal for one so far over the limit that not even replies are made to all of it.
        """
        house = self.house
        flight = house.flight()
        left = most = house.limits.answers_per_message
        reads_all = len(request.said) <= READ_OVER_LIMIT * most
        nameless = False
        try:
            for said in request.said if reads_all else request.said[:most]:
                what = said.WhichOneof("what")
                left -= max(1, len(said.together.answers)) if what == "together" else 1
                if left < 0:
                    nameless = self._refuse_beyond_limit(said, nameless) or nameless
                elif what == "answer":
                    channel = self._speaking(said)
                    if channel is not None:
                        house.answer(flight, channel.match, channel.kind[0], said.answer, channel)
                else:
                    self._hear(flight, said, what)
        finally:
            house.depart(flight)
        if not reads_all:
            raise over_limit("answers_per_message", most)

    def open(self, number: int, asked: play_pb2.Open) -> None:
        """Open a channel; Refusal when it can't be."""
        if number in self.channels:
            raise Refusal(reasons.CHANNEL_IN_USE, f"channel {number} is open already")
        most = self.house.limits.channels_per_stream
        if len(self.channels) >= most:
            raise over_limit("channels_per_stream", most)
        info = self.house.find(asked.match_id)
        seat = SPECTATOR
        if asked.HasField("seat"):
            seat = asked.seat
            check_seat(info, seat, self.player_id)
        kind = (seat, asked.views, language_of(asked.language) if asked.texts else None)
        channel = Channel(number, self.outbox, self.house.live(info.id), kind, self._closed)
        admitted(self.house, channel, asked.from_record if asked.HasField("from_record") else None)
        self.channels[number] = channel
        self._behind.append(channel)
        self.outbox.stir()

    @property
    def is_behind(self) -> bool:
        """Whether a channel is still to be told what came before."""
        return bool(self._behind)

    def catch_up(self) -> None:
        """Tell more of the backlogs, as far as there is room."""
        for _ in range(CHANNELS_AT_ONCE):
            if not self._behind or self.outbox.size >= ROOM:
                return
            channel = self._behind.popleft()
            if channel.closed:
                continue
            try:
                joined = catch_up(self.house, channel)
            except Exception as error:  # noqa: BLE001 - explained to the client, and logged where it is our fault
                channel.refused(explained(channel.match.info.id, error), "")
                channel.close()
                continue
            if joined is Joined.NOT_YET:
                self._behind.append(channel)
            elif joined is Joined.WHEN_LANDED:
                channel.match.landings.append(partial(self._look_again, channel))

    def progress(self) -> None:
        """Nothing has happened for a while: say that all is well."""
        for channel in self.channels.values():
            if channel.group is not None:
                channel.tell(frames.progress(channel.match.durable))

    def cut(self, reason: str, *, drop: bool = False) -> None:
        """End the stream: each channel's last frame names the record to resume from.

        `drop`: what waits to be written is not written any more; it is all in the log.
        """
        self._follow_no_more()
        unsaid = self._unsaid() if drop else {}
        for channel in list(self.channels.values()):
            record = unsaid.get(channel.number, channel.next_record)
            channel.close(frames.cut_off(record, reason))
        self.outbox.finish()

    def listen_only(self) -> None:
        """Nothing more is said: when the last channel ends, there is nothing more to tell either."""
        self._ends_with_channels = True
        self._end_if_empty()

    def leave(self) -> None:
        """The stream has ended, in whatever way."""
        self._follow_no_more()
        self.outbox.finish()
        for channel in list(self.channels.values()):
            channel.close()

    def _hear(self, flight: Flight, said: play_pb2.Said, what: str | None) -> None:
        """What is said less often than an answer."""
        if what == "open":
            self._open(said)
        elif what == "follow":
            self._follow(said)
        elif what == "close":
            if (open_channel := self.channels.get(said.channel)) is None:
                self._refuse(said, Refusal(reasons.CHANNEL_NOT_OPEN, f"channel {said.channel} isn't open"))
            else:
                open_channel.close()
        elif what is None:
            self._refuse(said, Refusal(reasons.NOTHING_SAID, "nothing that this server knows was said"))
        elif what == "together" and not said.together.answers:
            self._refuse(said, Refusal(reasons.NOTHING_SAID, "no answers"))
        elif (channel := self._speaking(said)) is not None:
            match, seat = channel.match, channel.seat
            if what == "undo":
                undo(self.house, flight, match, seat, said.undo.request_id, channel)
            else:
                answer_together(self.house, flight, match, seat, said.together.answers, channel)

    def _open(self, said: play_pb2.Said) -> None:
        try:
            self.open(said.channel, said.open)
        except Exception as error:  # noqa: BLE001 - explained to the client, and logged where it is our fault
            self._refuse(said, explained(said.open.match_id, error))

    def _follow(self, said: play_pb2.Said) -> None:
        if self._following is not None or said.channel in self.channels:
            what = "a stream follows once, from a channel that is free"
            self._refuse(said, Refusal(reasons.FOLLOWING, what))
        else:
            self._following = Following(self, said.channel, said.follow)
            self._following.begin()

    def _follow_no_more(self) -> None:
        following, self._following = self._following, None
        if following is not None:
            following.end()

    def _speaking(self, said: play_pb2.Said) -> Channel | None:
        """The channel of a seat that this is said for, if there is one."""
        channel = self.channels.get(said.channel)
        if channel is None:
            self._refuse(said, Refusal(reasons.CHANNEL_NOT_OPEN, f"channel {said.channel} isn't open"))
        elif not channel.is_seat:
            self._refuse(said, Refusal(reasons.SPECTATOR, f"channel {said.channel} only watches"))
        elif self.house.closing:
            self._refuse(said, Refusal(reasons.CLOSING, "the server is stopping: try again in a moment"))
        else:
            return channel
        return None

    def _refuse_beyond_limit(self, said: play_pb2.Said, nameless: bool) -> bool:
        """What is too much in one message. All that has no request id gets one reply (`nameless`: it has got it).

        Says whether this was without.
        """
        limit = over_limit("answers_per_message", self.house.limits.answers_per_message)
        requests = [request_id for request_id in _requests(said) if request_id]
        self._refuse(said, limit, requests or ([] if nameless else [""]))
        return not requests

    def _refuse(self, said: play_pb2.Said, refusal: Refusal, requests: Iterable[str] | None = None) -> None:
        """Every request in it gets this reply."""
        for request_id in _requests(said) if requests is None else requests:
            self.refuse(said.channel, refusal, request_id)

    def refuse(self, number: int, refusal: Refusal, request_id: str = "") -> None:
        self.house.metrics.refusals[refusal.reason] += 1
        for observer in self.house.observers:
            observer.refused(self.player_id)
        frame = frames.refused(refusal.reason, refusal.what, request_id)
        self.outbox.tell(frames.for_channel(number, frame))

    def _look_again(self, channel: Channel) -> None:
        self._behind.append(channel)
        self.outbox.stir()

    def _closed(self, channel: Channel) -> None:
        """A channel of this stream has had its last frame."""
        del self.channels[channel.number]
        self.house.watching -= 1
        self.house.released(channel.match)
        if self._following is not None:
            self._following.open_due()
        self._end_if_empty()

    def _end_if_empty(self) -> None:
        if self._ends_with_channels and not self.channels:
            self.outbox.finish()

    def _unsaid(self) -> dict[int, int]:
        """By channel, the first record that is dropped with what waits."""
        first: dict[int, int] = {}
        for frame in self.outbox.unsaid():
            told = play_pb2.Told.FromString(frame)
            if told.HasField("happened"):
                first.setdefault(told.channel, told.record)
        return first


def _requests(said: play_pb2.Said) -> list[str]:
    """The request ids in it; an opening, a closing and nothing at all count as one without a name."""
    match said.WhichOneof("what"):
        case "answer":
            return [said.answer.request_id]
        case "together":
            return [answer.request_id for answer in said.together.answers] or [""]
        case "undo":
            return [said.undo.request_id]
        case _:
            return [""]
