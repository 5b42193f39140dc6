"""Bots that the server runs, over several nodes: each plays at the node that owns its match."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.people import Person, channel_to, log_of, match_of, somebody
from tests.postgres.node_processes import NodeProcess, killed_in_the_end, nodes_named, start
from tests.postgres.test_nodes import patient
from tilth.v1 import lobby_pb2

DELAY = ("--bot-delay", "0.05")
"""Pause of a bot before each answer, so that their matches last longer than the start of a test."""


@pytest.fixture
def nodes(tmp_path: Path, postgres_url: str) -> Iterator[list[NodeProcess]]:
    """Two nodes, of which the first has started."""
    with killed_in_the_end(*nodes_named(tmp_path, postgres_url, "one", "two", flags=DELAY)) as found:
        found[0].start()
        yield found


async def matches_of_bots(people: list[Person]) -> list[str]:
    """Make matches that bots play alone. Their owners follow from the request ids, whichever node is asked."""
    made = []
    for number in range(8):
        request = lobby_pb2.CreateMatchRequest(
            request_id=f"bots {number}", game="petrichor", seat_count=2, start_when_full=True
        )
        request.bots[0] = "random"
        if number % 2:
            request.bots[1] = "random"
        reply = await people[number % 2].lobby.CreateMatch(request)
        if not number % 2:
            seat = lobby_pb2.AddBotRequest(match_id=reply.match.id, bot="random")
            reply = await people[1].lobby.AddBot(seat)
        assert reply.match.state == lobby_pb2.MATCH_STATE_RUNNING
        made.append(reply.match.id)
    return made


async def count_of(person: Person, match_id: str) -> int:
    return (await match_of(person, match_id)).record_count


async def owners_of(operator: Person, match_ids: list[str]) -> list[str]:
    """Return the addresses of the nodes that own matches."""
    asked = [lobby_pb2.GetMatchRequest(match_id=match_id) for match_id in match_ids]
    return [(await operator.lobby.GetMatch(request)).node for request in asked]


@pytest.mark.sweep
async def test_bots_play_at_the_owner_of_their_match_and_continue_at_the_next_one(
    nodes: list[NodeProcess],
) -> None:
    one, two = nodes
    await start(nodes, two)
    async with channel_to(one.address) as first, channel_to(two.address) as second:
        anna = await somebody(first)
        people = [anna, anna.on(second)]
        match_ids = await matches_of_bots(people)
        owners = await owners_of(Person(first, one.operator_token), match_ids)
        assert set(owners) == {one.node, two.node}
        async with asyncio.timeout(60):
            for match_id in match_ids:
                while await count_of(anna, match_id) < 12:  # noqa: ASYNC110 - other processes
                    await asyncio.sleep(0.1)
        # The bots of a match play at its owner, and nowhere else: nobody was answered for, and nothing moved.
        for node in (one, two):
            events = [line["event"] for line in node.log()]
            assert not [event for event in events if event.startswith("bot ")]
        await asyncio.to_thread(two.kill)
        left = {
            match_id: owner for match_id, owner in zip(match_ids, owners, strict=True) if owner == two.node
        }
        async with asyncio.timeout(60):
            for match_id in left:
                before = len(await log_of(anna, match_id))
                while len(await log_of(anna, match_id)) < before + 4:
                    match = await patient(partial(match_of, anna, match_id))
                    if match.state == lobby_pb2.MATCH_STATE_FINISHED:
                        break
                    await asyncio.sleep(0.1)
        for match_id in match_ids:
            causes = [record.WhichOneof("cause") for record in await log_of(anna, match_id)]
            assert "defaulted" not in causes, f"{match_id}: a bot was answered for"
    assert await asyncio.to_thread(one.stop) == 0
