"""A node that was away for a while, and does not know it."""

import asyncio
from pathlib import Path

import grpc

from tests.campaign.cluster import CampaignNode, Cluster, cluster
from tests.e2e.people import (
    Person,
    answer_to,
    attending,
    channel_to,
    give,
    new_match,
    refusal_of,
    somebody,
    standing,
)
from tests.postgres.conftest import SharedServer
from tilth_server.nodes.ownership import Ownership
from tilth_server.store import Member

SECONDS = 40
GONE = "UPDATE tilth.members SET gone = true WHERE address = $1"
MEMBERS = "SELECT id, address FROM tilth.members WHERE NOT gone"


def owner_of(match_id: str, made: Cluster, postgres: SharedServer, database: str) -> CampaignNode:
    """Return the owner of a match."""
    rows = postgres.execute(MEMBERS, database=database)
    owner = Ownership([Member(row["id"], row["address"], "") for row in rows]).owner_of(match_id)
    assert owner is not None
    return next(node for node in made.nodes if node.node == owner.address)


async def answer_at(node: CampaignNode, people: list[Person], match_id: str, name: str) -> int:
    """Answer once at a node, as soon as that can reach an owner; return the number of the record."""
    async with channel_to(node.address) as channel:
        while True:
            try:
                view = await standing(people[0].on(channel), match_id)
                seat = view.pending_seats[0]
                asked = (await standing(people[seat].on(channel), match_id, seat)).decision
                answer = answer_to(asked, name)
                (number,) = await give(people[seat].on(channel), match_id, seat, answer)
                return number
            except grpc.aio.AioRpcError as error:
                if refusal_of(error).reason != "MATCH_MOVED":
                    raise
            await asyncio.sleep(0.1)


async def test_a_node_that_was_counted_as_gone_does_not_believe_its_memory(
    tmp_path: Path, postgres: SharedServer, database: str, postgres_url: str
) -> None:
    async with cluster(tmp_path, url=postgres_url) as made, asyncio.timeout(SECONDS):
        async with channel_to(made.nodes[0].address) as channel:
            people = [await somebody(channel) for _ in range(2)]
            match_id = await new_match(*people)
        owner = owner_of(match_id, made, postgres, database)
        others = [node for node in made.nodes if node is not owner]
        await answer_at(owner, people, match_id, "first")
        async with channel_to(owner.address) as channel:
            for name in ("view", "channel"):
                owner.pause()
                await asyncio.to_thread(postgres.execute, GONE, owner.node, database=database)
                number = await answer_at(others[0], people, match_id, name)
                owner.resume()
                person = people[0].on(channel)
                if name == "view":
                    while (await standing(person, match_id)).next_record != number + 1:  # noqa: ASYNC110
                        await asyncio.sleep(0.05)
                async with attending(person) as stream:
                    await stream.open(1, match_id, from_record=number + 1)
                    frame = await stream.next("caught_up", "refused", "cut_off")
                    assert frame.record == number + 1, frame
                    assert frame.WhichOneof("payload") != "refused", frame
