"""Ten faults of three nodes under load, and owners that do not know each other; the checker looks at all of it."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.campaign.cluster import CampaignNode, Cluster, LoneServer, cluster
from tests.campaign.faults import Fault, Part, sleep
from tests.campaign.node_faults import hand_over
from tests.campaign.rounds import Round
from tests.postgres.conftest import SharedServer
from tests.seeds import Seeds

FAULTS = 10
MATCHES, PLAYERS = 4, 4
SECONDS = 150
ANSWERS = (150, 600)
MEETINGS = (5, 20)
TWO_SERVERS_SECONDS = 60
STAY_SECONDS = 1.0
ROUND_TRIP_SECONDS = 2.0
MOVED = '"match moved"'
"""The event in the log of a server that has found records of another one behind its own."""


async def kill_shortly(cluster: Cluster, random: Random) -> None:
    """Kill a node, and start it again at once."""
    node = random.choice(cluster.nodes)
    await asyncio.to_thread(node.kill)
    await cluster.start(node)


async def stop_shortly(cluster: Cluster, random: Random) -> None:
    """Stop a node for a moment."""
    node = random.choice(cluster.nodes)
    node.pause()
    await sleep(random, 0.1, 0.5)
    node.resume()


async def wrong_clock(cluster: Cluster, random: Random) -> None:
    """Start a node with a clock that is wrong for the rest of the test, in place of itself."""
    node = random.choice(cluster.nodes)
    await asyncio.to_thread(node.kill)
    node.clock_seconds = random.choice((-3.0, 3.0))
    await cluster.start(node)


SHORT = Part(
    "nodes, shortly",
    (
        Fault("kill -9", kill_shortly, 4),
        Fault("stopped", stop_shortly, 4),
        Fault("handed over", hand_over, 1),
        Fault("clock off by 3 s", wrong_clock, 1),
    ),
    progress_seconds=60,
)


def meetings(nodes: Sequence[CampaignNode]) -> int:
    """Return how often a server has found that another one was quicker."""
    return sum(node.log_file.read_text(errors="replace").count(MOVED) for node in nodes)


def described(found: Sequence[str]) -> str:
    """Return what was found, for people."""
    return "\n".join([f"{len(found)} sentences", *found[:20]])


async def test_ten_faults_of_nodes_lose_and_double_nothing(
    tmp_path: Path, postgres: SharedServer, database: str, postgres_url: str, seeds: Seeds
) -> None:
    async with cluster(tmp_path, url=postgres_url) as made, asyncio.timeout(SECONDS):
        one = Round(made, SHORT, seeds.first, tmp_path, matches=MATCHES, players=PLAYERS, think_seconds=0.15)
        await one.begin()
        for _ in range(FAULTS):
            await one.strike(waits=False)
            await sleep(one.random, 0, 0.2)
        await one.finish(postgres, database)
        assert len(one.struck) == FAULTS
        assert not one.found, described(one.found)
        assert one.counts["answers"] > MATCHES
        assert one.counts["shown"] > one.counts["answers"]


@pytest.mark.sweep
async def test_two_servers_that_both_take_every_match_for_theirs_lose_and_double_nothing(
    tmp_path: Path, postgres: SharedServer, database: str, postgres_url: str, seeds: Seeds
) -> None:
    nodes: list[CampaignNode] = [LoneServer(tmp_path, name, postgres_url) for name in ("one", "other")]
    made = Cluster(nodes)
    try:
        async with asyncio.timeout(SECONDS):
            await made.start(nodes[0])
            one = Round(made, SHORT, seeds.first, tmp_path, matches=MATCHES, think_seconds=0.1)
            await one.crowd.register(PLAYERS)
            # The other one learns of a match when it has begun.
            one.crowd.nodes = nodes[:1]
            # A server that does not know of an answer asks the seat again, and meets the other one in the store.
            one.crowd.stay_seconds = STAY_SECONDS
            # A server that is no node learns of players when it starts.
            await made.start(nodes[1])
            await one.crowd.begin(MATCHES)
            answers, met = seeds.often(*ANSWERS), seeds.often(*MEETINGS)
            with suppress(TimeoutError):
                async with asyncio.timeout(TWO_SERVERS_SECONDS):
                    while one.crowd.confirmed < answers or meetings(nodes) < met:  # noqa: ASYNC110
                        await asyncio.sleep(0.1)
            await one.crowd.end(ROUND_TRIP_SECONDS)
            # They do not look at each other's records unless they meet them, so one that is new answers for both.
            made.end()
            one.crowd.nodes = [nodes[0]]
            await made.start(nodes[0])
            await one.check(postgres, database)
            assert not one.found, described(one.found)
            assert one.counts["answers"] > MATCHES
            assert meetings(nodes) >= met, "each server played by itself"
    finally:
        made.end()
