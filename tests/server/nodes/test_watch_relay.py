"""The relay of watchers who see the same: what comes on two flows, in any order, is put together in one."""

import pytest

from tilth.raw.v1 import raw_pb2
from tilth.v1 import play_pb2
from tilth_server.api.watch_relay import Relay, RemoteChannel
from tilth_server.matches.outbox import Outbox
from tilth_server.wire import frames

OPEN = play_pb2.OpenChannel(match_id="m", from_record=3)


class Session:
    """A client's session, as far as a relay knows it."""

    def __init__(self) -> None:
        self.outbox = Outbox(lambda: None, 1 << 20)
        self.channels: dict[int, RemoteChannel] = {}
        self.stopped: list[int] = []
        self.closed: list[tuple[int, str]] = []

    def channel(self, number: int, next_record: int) -> RemoteChannel:
        """Return a new channel that has got the records before this one."""
        channel = self.channels[number] = RemoteChannel(self, number, "owner", OPEN)
        channel.next_record = next_record
        return channel

    def stop_updates_of(self, channel: RemoteChannel) -> None:
        self.stopped.append(channel.number)

    def deliver(self, frame: bytes) -> None:
        """Take a frame of a channel's own, as it comes from the owner."""
        read = raw_pb2.Frame.FromString(frame)
        channel = self.channels[read.channel]
        assert channel.relay is not None
        if not channel.relay.holds_back(channel, read.WhichOneof("payload"), read.record, frame):
            self.outbox.add(frame)

    def close_remote(self, channel: RemoteChannel, reason: str) -> None:
        self.closed.append((channel.next_record, reason))

    def sent(self) -> list[tuple[int, str | None, int]]:
        """Return the channel, the kind and the record of every frame that was sent."""
        read = [raw_pb2.Frame.FromString(frame) for frame in self.outbox.take()]
        return [(frame.channel, frame.WhichOneof("payload"), frame.record) for frame in read]


def update(record: int) -> bytes:
    return raw_pb2.Frame(record=record, update=b"").SerializeToString()


@pytest.fixture
async def relay() -> Relay:
    """A relay that is live: its next record is 5."""
    kind = Session().channel(1, 0).kind
    assert kind is not None
    found = Relay(kind, lambda _: None)
    found.take(frames.caught_up(5))
    return found


async def test_a_channel_joins_when_it_has_the_same_records(relay: Relay) -> None:
    session = Session()
    behind, equal, ahead = [session.channel(number, record) for number, record in ((1, 3), (2, 5), (3, 6))]
    for channel in (behind, equal, ahead):
        relay.add(channel)
    assert session.stopped == [2]
    relay.take(update(5))
    assert session.stopped == [2, 3], "the relay has come to where this one was"
    behind.next_record = 6
    relay.join_if_equal(behind)
    relay.take(update(6))
    assert session.sent() == [(2, "update", 5), (2, "update", 6), (3, "update", 6), (1, "update", 6)]


async def test_a_frame_that_comes_before_its_updates_waits_for_them(relay: Relay) -> None:
    session = Session()
    relay.add(session.channel(1, 5))
    session.deliver(frames.for_channel(1, update(5)))
    assert session.sent() == [], "the relay brings it"
    for frame in (frames.heartbeat(5), frames.heartbeat(6), frames.closed(7)):
        session.deliver(frames.for_channel(1, frame))
    assert session.sent() == [(1, "heartbeat", 5)]
    relay.take(update(5))
    assert session.sent() == [(1, "update", 5), (1, "heartbeat", 6)]
    relay.take(update(6))
    assert session.sent() == [(1, "update", 6), (1, "closed", 7)]


async def test_the_end_of_a_match_comes_after_its_last_record(relay: Relay) -> None:
    session = Session()
    relay.add(session.channel(1, 5))
    session.deliver(frames.for_channel(1, raw_pb2.Frame(record=5, ended=b"").SerializeToString()))
    assert session.sent() == []
    relay.take(update(5))
    assert session.sent() == [(1, "update", 5), (1, "ended", 5)]


async def test_channels_whose_relay_ends_are_cut_off_where_it_was(relay: Relay) -> None:
    session = Session()
    relay.add(session.channel(1, 5))
    relay.take(update(5))
    reason = relay.take(frames.cut_off(6, "READER_TOO_SLOW"))
    relay.end(reason)
    assert session.closed == [(6, "READER_TOO_SLOW")]
