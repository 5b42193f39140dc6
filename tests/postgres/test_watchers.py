"""Watchers at another node than the owner of their match: they see what watchers at the owner see, and a link carries
it once."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import pytest

from tests.e2e.people import (
    Person,
    Stream,
    attending,
    channel_to,
    how_it_ended,
    new_match,
    play_on,
    somebody,
)
from tests.postgres.node_processes import NodeProcess, killed_in_the_end, nodes_named, start
from tests.postgres.test_nodes import check
from tilth.v1 import play_pb2
from tilth_server.nodes.ownership import Ownership
from tilth_server.store import Member

ROOM = ("--channels-per-match", "1000", "--channels-per-stream", "1000")
SHARED = 40
"""Watchers at the other node who all want views."""
SLOW = 400
"""Channels of a stream that nobody reads: more than may wait for it."""
CALLS = 40
"""Watchers at the other node who want views, each by a single call."""
LATE = range(60)
"""Watchers at the other node who come while the match is played, and resume from an earlier record."""
RESUMED = 5
SECONDS = 60


@pytest.fixture
def servers(tmp_path: Path, postgres_url: str) -> Iterator[list[NodeProcess]]:
    """Two nodes, of which the first has started."""
    with killed_in_the_end(*nodes_named(tmp_path, postgres_url, "one", "two", flags=ROOM)) as found:
        found[0].start()
        yield found


class Audience:
    """A stream that watches on many channels, and keeps the frames of each as if its number were 0."""

    def __init__(self, stream: Stream, match_id: str) -> None:
        self.stream = stream
        self.match_id = match_id
        self.frames: dict[int, list[play_pb2.Frame]] = defaultdict(list)
        self.changed = asyncio.Event()
        self.may_read = asyncio.Event()
        self.may_read.set()
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for frame in self.stream:
            await self.may_read.wait()
            channel, frame.channel = frame.channel, 0
            if frame.WhichOneof("payload") != "heartbeat":
                self.frames[channel].append(frame)
                self.changed.set()

    async def open(
        self, channels: Sequence[int], *, from_record: int | None = None, rich: bool = False
    ) -> None:
        """Open channels, and wait until they are live."""
        for channel in channels:
            await self.stream.open(channel, self.match_id, from_record=from_record, views=rich, texts=rich)
        await self.until("caught_up", channels)

    async def until(self, payload: str, channels: Sequence[int]) -> None:
        """Wait until each channel has got such a frame."""
        async with asyncio.timeout(SECONDS):
            while not all(
                any(each.WhichOneof("payload") == payload for each in self.frames[one]) for one in channels
            ):
                self.changed.clear()
                await self.changed.wait()


class Call:
    """A single call that watches a match, and keeps its frames."""

    def __init__(self, person: Person, match_id: str) -> None:
        self.frames: list[play_pb2.Frame] = []
        self.is_live = asyncio.Event()
        opening = play_pb2.OpenChannel(match_id=match_id, views=True, texts=True)
        self.done = asyncio.create_task(self._read(person.play.Watch(play_pb2.WatchRequest(open=opening))))

    async def _read(self, call: Any) -> None:
        async for response in call:
            for frame in response.frames:
                if frame.WhichOneof("payload") != "heartbeat":
                    self.frames.append(frame)
                if frame.HasField("caught_up"):
                    self.is_live.set()


async def calls_of(person: Person, match_id: str, count: int) -> list[Call]:
    """Return calls that watch a match, and are live."""
    calls = [Call(person, match_id) for _ in range(count)]
    async with asyncio.timeout(SECONDS):
        for call in calls:
            await call.is_live.wait()
    return calls


async def assert_refused_alike(guest: Person, at_owner: Person, match_id: str) -> None:
    """Check that a call which may not watch is refused as at the owner."""
    for opening in (
        play_pb2.OpenChannel(match_id="nothing"),
        play_pb2.OpenChannel(match_id=match_id, seat=0),
        play_pb2.OpenChannel(match_id=match_id, from_record=10_000),
    ):
        request = play_pb2.WatchRequest(open=opening)
        there, here = [await how_it_ended(person.play.Watch(request)) for person in (guest, at_owner)]
        assert there == here
        assert there.reason


def updates_of(frames: Sequence[play_pb2.Frame]) -> list[bytes]:
    """Return the updates among frames."""
    return [frame.SerializeToString() for frame in frames if frame.HasField("update")]


def around_caught_up(frames: Sequence[play_pb2.Frame]) -> tuple[list[bytes], list[bytes]]:
    """Return the updates before a channel was live, and those after."""
    (place,) = [place for place, frame in enumerate(frames) if frame.HasField("caught_up")]
    return updates_of(frames[:place]), updates_of(frames[place:])


def in_bytes(frames: Sequence[play_pb2.Frame]) -> list[bytes]:
    return [frame.SerializeToString() for frame in frames]


async def match_owned_by(node: NodeProcess, people: Sequence[Person], url: str) -> str:
    """Make matches until the node owns one."""
    connection = await asyncpg.connect(url.partition("?")[0])
    rows = await connection.fetch("SELECT id, address, version FROM tilth.members WHERE NOT gone")
    await connection.close()
    owners = Ownership([Member(*row) for row in rows])
    while True:
        match_id = await new_match(*people)
        owner = owners.owner_of(match_id)
        if owner is not None and owner.address == node.node:
            return match_id


def sent_bytes(node: NodeProcess) -> int:
    """Return how many bytes a node has sent on its link."""
    return sum(line["sent_bytes"] for line in node.log() if line["event"] == "link down")


def compare(direct: Audience, first: Audience, second: Audience, leaving: Audience) -> None:
    """Compare what everybody has got with what those at the owner have got."""
    # Those who came while nobody played have got the same frames.
    for channel in (1, 2):
        assert in_bytes(first.frames[channel]) == in_bytes(direct.frames[1])
    for channel in range(10, 10 + SHARED):
        assert in_bytes(first.frames[channel]) == in_bytes(direct.frames[2])
    # For the others the backlog has ended at another record.
    plain, rich = updates_of(direct.frames[1]), updates_of(direct.frames[2])
    old, _ = around_caught_up(direct.frames[3])
    for channel in LATE:
        before, after = around_caught_up(second.frames[channel])
        assert all(a == b for a, b in zip(old, before, strict=False))
        assert after == plain[len(plain) - len(after) :]
        assert len(before) + len(after) == len(plain) - RESUMED
    closed = leaving.frames[1][-1]
    left_with = updates_of(leaving.frames[1])
    assert left_with == rich[: len(left_with)]
    assert closed.HasField("closed")
    assert closed.record == leaving.frames[1][-2].record + 1


async def compare_slow(slow: Audience, rich: Sequence[bytes]) -> None:
    """Read on: who did not read is cut off alone, and can resume."""
    slow.may_read.set()
    await slow.until("cut_off", range(SLOW))
    for channel in range(SLOW):
        got = slow.frames[channel]
        assert got[-1].cut_off.reason == "READER_TOO_SLOW"
        assert updates_of(got) == rich[: len(updates_of(got))]
        last = [frame.record for frame in got if frame.HasField("update")]
        assert not last or got[-1].record == last[-1] + 1


async def test_equal_watchers_get_each_frame_once_a_node(
    servers: list[NodeProcess], postgres_url: str
) -> None:
    one, two = servers
    await start(servers, two)
    async with AsyncExitStack() as stack:
        here, there = [await stack.enter_async_context(channel_to(node.address)) for node in servers]
        people = [await somebody(here) for _ in range(2)]
        guest = await somebody(here)
        match_id = await match_owned_by(one, people, postgres_url)
        direct, first, second, leaving, slow = [
            Audience(await stack.enter_async_context(attending(guest.on(channel))), match_id)
            for channel in (here, there, there, there, there)
        ]
        await direct.open([1], from_record=0)
        await direct.open([2], rich=True)
        await first.open([1, 2], from_record=0)
        await first.open(range(10, 10 + SHARED), rich=True)
        *calls, leaving_call = await calls_of(guest.on(there), match_id, CALLS + 1)
        await assert_refused_alike(guest.on(there), guest, match_id)
        await leaving.open([1, 2], rich=True)
        await slow.open(range(SLOW), rich=True)
        slow.may_read.clear()
        await play_on(match_id, people, 20, Random(1))
        # These come and go while the match is played.
        playing = asyncio.create_task(play_on(match_id, people, random=Random(2)))
        await direct.open([3], from_record=RESUMED)
        for channel in LATE:
            await second.open([channel], from_record=RESUMED)
        await leaving.stream.send(1, close=play_pb2.CloseChannel())
        leaving_call.done.cancel()
        await leaving.until("closed", [1])
        leaving.reading.cancel()
        leaving.stream.call.cancel()
        await playing
        for audience, channels in (
            (direct, [1, 2, 3]),
            (first, [1, 2, *range(10, 10 + SHARED)]),
            (second, LATE),
        ):
            await audience.until("ended", channels)

        async with asyncio.timeout(SECONDS):
            await asyncio.gather(*(call.done for call in calls))
        for call in calls:
            assert in_bytes(call.frames) == in_bytes(direct.frames[2])
        compare(direct, first, second, leaving)
        await compare_slow(slow, updates_of(direct.frames[2]))
    await check(servers, postgres_url)
    size = sum(map(len, updates_of(direct.frames[2])))
    opening = sum(
        len(frame.SerializeToString()) for frame in direct.frames[2] if not frame.HasField("update")
    )
    limit = 6 * size + 2 * (SHARED + SLOW + CALLS) * opening
    assert CALLS * size > limit
    assert sent_bytes(one) < limit, "not once for each of them"


async def test_calls_that_watch_are_cut_off_when_the_owner_is_gone(
    servers: list[NodeProcess], postgres_url: str
) -> None:
    one, two = servers
    await start(servers, two)
    async with channel_to(one.address) as here, channel_to(two.address) as there:
        people = [await somebody(there) for _ in range(2)]
        guest = await somebody(here)
        match_id = await match_owned_by(two, people, postgres_url)
        calls = await calls_of(guest, match_id, 3)
        given = await play_on(match_id, people, 5, Random(1))
        async with asyncio.timeout(SECONDS):
            while any(len(updates_of(call.frames)) < given for call in calls):  # noqa: ASYNC110 - tasks of their own
                await asyncio.sleep(0.02)
        two.kill()
        async with asyncio.timeout(SECONDS):
            await asyncio.gather(*(call.done for call in calls))
        for call in calls:
            *before, end = call.frames
            assert end.cut_off.reason == "MATCH_MOVED"
            assert end.record == before[-1].record + 1
    await check(servers, postgres_url)
