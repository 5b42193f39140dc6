"""Nodes that stop and start while people play: the clocks that move with matches, and what clients notice."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random

import grpc
import pytest

from tests.e2e.people import (
    Person,
    Stream,
    answer_to,
    attending,
    channel_to,
    log_of,
    match_of,
    new_match,
    refused,
    somebody,
)
from tests.e2e.serving import faults_of
from tests.postgres.node_processes import NodeProcess, killed_in_the_end, nodes_named, start
from tests.postgres.test_nodes import Result, Seat, assess, at_each, patient
from tests.seeds import Seeds
from tilth.v1 import lobby_pb2, operations_pb2
from tilth.v1.record_pb2 import ClockSettings

DECISION_MS = 60_000


@pytest.fixture
def nodes(tmp_path: Path, postgres_url: str) -> Iterator[list[NodeProcess]]:
    """Three nodes, none of which has started."""
    with killed_in_the_end(*nodes_named(tmp_path, postgres_url, "one", "two", "three")) as found:
        yield found


async def time_left(person: Person, match_id: str) -> int:
    """Return the milliseconds that the seat which is asked first has left."""

    while True:
        async with attending(person) as stream, asyncio.timeout(20):
            await stream.open(1, match_id)
            frame = await stream.next("caught_up", "refused", "cut_off")
        if frame.HasField("caught_up"):
            return max(clock.remaining_ms for clock in frame.caught_up.clocks)
        await asyncio.sleep(0.05)


async def times_left(person: Person, match_ids: Sequence[str]) -> list[int]:
    """Return the time that is left in each match."""
    return [await time_left(person, match_id) for match_id in match_ids]


async def test_the_time_that_was_used_moves_with_a_match_but_not_from_a_node_that_is_killed(
    nodes: list[NodeProcess], postgres_url: str
) -> None:
    one, two, three = nodes
    await asyncio.to_thread(one.start)
    async with channel_to(one.address) as channel:
        people = [await somebody(channel) for _ in range(2)]
    await start(nodes, two, three)
    async with at_each(nodes, people) as (at_one, at_two, _):
        began = time.monotonic()
        clock = ClockSettings(decision_ms=DECISION_MS)
        match_ids = [await new_match(*at_two, clock=clock) for _ in range(9)]
        made = time.monotonic()
        await asyncio.sleep(2)
        assert await asyncio.to_thread(two.stop) == 0
        used = 0
        for _ in range(2):
            used = round((time.monotonic() - made) * 1000)
            left = await times_left(at_one[0], match_ids)
            all_used = round((time.monotonic() - began) * 1000)
            assert all(DECISION_MS - all_used <= each <= DECISION_MS - 2000 for each in left), (left, used)
        await asyncio.to_thread(three.kill)
        after = await times_left(at_one[0], match_ids)
        given_back = [each for each in after if each > DECISION_MS - used]
        assert given_back, "its matches began again with their own time, as after a restart"
        assert len(given_back) < len(match_ids), "those of the node that lives did not"
    assert await asyncio.to_thread(one.stop) == 0
    assert await faults_of(postgres_url) == []


class Silences:
    """The longest time without a confirmed answer, by match."""

    def __init__(self, match_ids: Sequence[str]) -> None:
        self._last = dict.fromkeys(match_ids, time.monotonic())
        self.longest = dict.fromkeys(match_ids, 0.0)

    def note(self, match_id: str) -> None:
        """Take note of a confirmed answer."""
        now = time.monotonic()
        self.longest[match_id] = max(self.longest[match_id], now - self._last[match_id])
        self._last[match_id] = now


class WatchedSeat(Seat):
    """A seat that thinks for a moment, and takes note of the silences of its match."""

    silences: Silences

    async def _play_stream(self, stream: Stream) -> None:
        await asyncio.sleep(0.02)
        await super()._play_stream(stream)

    def _confirm(self, request_id: str, record: int) -> None:
        super()._confirm(request_id, record)
        self.silences.note(self.match_id)


async def anywhere(calls: Sequence[Callable[[], Awaitable[Result]]]) -> Result:
    """Make a call at one node after another until one answers, as clients do."""
    async with asyncio.timeout(60):
        for call in cycle(calls):
            try:
                return await call()
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                await asyncio.sleep(0.1)
    raise AssertionError("there is no node")


async def test_nodes_are_restarted_one_after_another_under_play(
    nodes: list[NodeProcess], postgres_url: str, seeds: Seeds
) -> None:
    """Each seat plays at all nodes in turn. Every answer is confirmed in the end, once."""
    await asyncio.to_thread(nodes[0].start)
    async with channel_to(nodes[0].address) as channel:
        people = [await somebody(channel) for _ in range(2)]
    await start(nodes, *nodes[1:])
    async with at_each(nodes, people) as persons:
        stop = asyncio.Event()
        longest: list[float] = []

        async def keep_playing(place: int) -> None:
            while not stop.is_set():
                match_id = await anywhere([partial(new_match, *each) for each in persons])
                silences = Silences([match_id])
                confirmed: dict[str, int] = {}
                seats = [WatchedSeat(match_id, seat, Random(seat), confirmed) for seat in range(2)]
                for seat in seats:
                    seat.silences = silences
                await asyncio.gather(
                    *(seat.play([each[number] for each in persons]) for number, seat in enumerate(seats))
                )
                log = await anywhere([partial(log_of, each[0], match_id) for each in persons])
                assess(match_id, confirmed, log)
                longest.extend(silences.longest.values())

        playing = [asyncio.create_task(keep_playing(place)) for place in range(6)]
        for restart in range(seeds.often(1, 15)):
            node = nodes[restart % 3]
            await asyncio.sleep(0.5)
            assert await asyncio.to_thread(node.stop) == 0
            await asyncio.to_thread(node.start)
        stop.set()
        await asyncio.wait_for(asyncio.gather(*playing), 100)
    longest.sort()
    print(
        f"{len(longest)} matches: longest silence of a match, median"
        f" {longest[len(longest) // 2]:.2f} s, worst {longest[-1]:.2f} s"
    )
    for node in nodes:
        assert await asyncio.to_thread(node.stop) == 0
    assert await faults_of(postgres_url) == []


async def test_the_next_owner_reads_again_what_another_node_has_changed(
    nodes: list[NodeProcess], postgres_url: str
) -> None:
    """A list has left the matches in the first node's memory, as they were before."""
    one, two, _ = nodes
    await asyncio.to_thread(one.start)
    async with channel_to(one.address) as channel:
        people = [await somebody(channel) for _ in range(2)]
    await start(nodes[:2], two)
    async with at_each(nodes[:2], people) as (at_one, at_two):
        request = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, take_seats=[0])
        made = [(await at_two[0].lobby.CreateMatch(request)).match.id for _ in range(8)]
        listed = await at_one[0].lobby.ListMatches(lobby_pb2.ListMatchesRequest())
        assert {match.id for match in listed.matches} == {*made}
        for match_id in made:
            await at_two[1].lobby.TakeSeat(lobby_pb2.TakeSeatRequest(match_id=match_id, seat=1))
        operator = Person(at_two[0].channel, one.operator_token)
        await operator.operations.Announce(operations_pb2.AnnounceRequest(text="soon"))
        assert await asyncio.to_thread(two.stop) == 0
        for match_id in made:
            match = await anywhere([partial(match_of, at_one[0], match_id)])
            assert [seat.player_id for seat in match.seats] == [person.id for person in people]
            await anywhere([partial(start_match, at_one[0], match_id)])
        operator = operator.on(at_one[0].channel)
        asked = operations_pb2.ReadAuditRequest(once=True)
        pages = [page async for page in operator.operations.ReadAudit(asked)]
        assert [entry.record.node for page in pages for entry in page.entries] == [two.node]
    assert await asyncio.to_thread(one.stop) == 0
    assert await faults_of(postgres_url) == []


@pytest.mark.sweep
async def test_what_an_owner_was_asked_when_it_was_killed_is_to_be_sent_again_and_finds_what_was_done(
    nodes: list[NodeProcess], postgres_url: str
) -> None:
    one, two, _ = nodes
    await asyncio.to_thread(one.start)
    async with channel_to(one.address) as channel:
        people = [await somebody(channel)]
    await start(nodes[:2], two)
    async with at_each(nodes[:1], people) as ((person,),):
        operator = Person(person.channel, one.operator_token)
        requests = [
            lobby_pb2.CreateMatchRequest(
                request_id=f"match {number}",
                game="petrichor",
                seat_count=1,
                take_seats=[0],
                start_when_full=True,
            )
            for number in range(12)
        ]
        made = [(await person.lobby.CreateMatch(request)).match.id for request in requests]
        owners = [
            (await operator.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match_id))).node
            for match_id in made
        ]
        place = owners.index(two.node)
        async with attending(person) as stream:
            await stream.open(1, made[place], 0)
            shown = await stream.next("caught_up")
            os.kill(two.pid, signal.SIGSTOP)
            calls = [
                person.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=made[place])),
                person.lobby.CreateMatch(requests[place]),
            ]
            await stream.send(1, answer=answer_to(shown.caught_up.decision, "an answer"))
            await asyncio.sleep(0.3)
            assert not any(call.done() for call in calls), "the owner does not answer"
            await asyncio.to_thread(two.kill)
            assert [(await refused(call)).reason for call in calls] == ["MATCH_MOVED"] * 2
            cut = await stream.next("cut_off", "accepted")
            assert (cut.cut_off.reason, cut.record) == ("MATCH_MOVED", shown.record)
        for request, match_id in zip(requests, made, strict=True):
            assert (await patient(partial(person.lobby.CreateMatch, request))).match.id == match_id
        listed = await person.lobby.ListMatches(lobby_pb2.ListMatchesRequest())
        assert {match.id for match in listed.matches} == {*made}
    assert await asyncio.to_thread(one.stop) == 0
    assert await faults_of(postgres_url) == []


async def start_match(person: Person, match_id: str) -> None:
    await person.lobby.StartMatch(lobby_pb2.StartMatchRequest(match_id=match_id))
