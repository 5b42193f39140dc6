"""Nodes that stop and start while people play: the clocks that move with matches, and what clients notice."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.e2e.people import Person, attending, channel_to, new_match, somebody
from tests.e2e.serving import faults_of
from tests.postgres.test_nodes import NodeProcess, at_each, start
from tilth.v1.record_pb2 import ClockSettings

DECISION_MS = 60_000


@pytest.fixture
def nodes(tmp_path: Path, postgres_url: str) -> Iterator[list[NodeProcess]]:
    """Three nodes, none of which has started."""
    nodes = [NodeProcess(tmp_path, name, postgres_url) for name in ("one", "two", "three")]
    yield nodes
    for node in nodes:
        if node.lives:
            node.kill()


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
