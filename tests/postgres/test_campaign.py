"""Ten faults of three nodes under load, and owners that do not know each other; the checker looks at all of it."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.campaign.cluster import CampaignNode, Cluster, LoneServer, cluster
from tests.campaign.diary import read_diary
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
TWO_SERVERS_SECONDS = 40
STAY_SECONDS = 1.0
EVERYTHING = 1_000_000
ROUND_TRIP_SECONDS = 2.0


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


def meetings(lines: Iterable[dict[str, Any]]) -> int:
    """Return how often a server has written behind an answer that the other one had taken."""
    servers: dict[tuple[str, int, str], set[str]] = defaultdict(set)
    takers: dict[tuple[str, int], set[str]] = {}
    for line in lines:
        if line["event"] in ("sent", "accepted"):
            request = (line["match"], line["seat"], line["id"])
            if line["event"] == "sent":
                servers[request].add(line["node"])
            else:
                takers[line["match"], line["record"]] = servers[request]
    # A request that was sent to both may have been taken by either.
    sure = {place: taker for place, taker in takers.items() if len(taker) == 1 and "" not in taker}
    return sum(taker != sure.get((match, record - 1), taker) for (match, record), taker in sure.items())


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
            # The players move between the servers, so that each match is answered at both.
            one.crowd.stay_seconds = STAY_SECONDS
            # They want to see everything again: a server that does not know of the other one refuses what it lacks.
            one.crowd.repeated_records = EVERYTHING
            # A server that is no node learns of players when it starts.
            await made.start(nodes[1])
            await one.crowd.begin(MATCHES)
            with suppress(TimeoutError):
                async with asyncio.timeout(TWO_SERVERS_SECONDS):
                    while one.crowd.confirmed < seeds.often(*ANSWERS):  # noqa: ASYNC110 - other processes
                        await asyncio.sleep(0.1)
            await one.crowd.end(ROUND_TRIP_SECONDS)
            # They do not look at each other's records unless they meet them, so one that is new answers for both.
            made.end()
            one.crowd.nodes = [nodes[0]]
            await made.start(nodes[0])
            await one.check(postgres, database)
            # As long as a server has not met the other one's records, it refuses from memory what the other one took.
            found = [sentence for sentence in one.found if "was refused (" not in sentence]
            assert not found, described(found)
            assert one.counts["answers"] > MATCHES
            met = meetings(read_diary(one.diary.file))
            assert met >= seeds.often(*MEETINGS), "each server played by itself"
    finally:
        made.end()
