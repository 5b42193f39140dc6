"""Tournaments over several nodes: one director each, wherever it is, and the same answers at every node."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.e2e.cups import FORMS, playing, through
from tests.e2e.serving import MANY_CALLS, running
from tests.postgres.test_nodes import NodeProcess, check, start
from tests.seeds import Seeds

FEW = ("knockout",)
"""Formats whose pairings follow from results: a lost or doubled one would change what comes after it."""


@pytest.fixture
def servers(tmp_path: Path, postgres_url: str) -> Iterator[list[NodeProcess]]:
    """Three nodes, of which the first has started."""
    nodes = [NodeProcess(tmp_path, name, postgres_url) for name in ("one", "two", "three")]
    nodes[0].start()
    yield nodes
    for node in nodes:
        if node.lives:
            node.kill()


def addresses(servers: Sequence[NodeProcess]) -> list[str]:
    """Return where the nodes are reached."""
    return [node.address for node in servers]


async def test_tournaments_stand_as_on_one_calm_server_although_their_directors_are_killed(
    servers: list[NodeProcess], tmp_path: Path, postgres_url: str, seeds: Seeds
) -> None:
    kills, names = seeds.often(1, 12), FEW if seeds.sweep is None else tuple(FORMS)
    with running(tmp_path / "calm", *MANY_CALLS) as server:
        async with playing([server.address], 1, names) as cups:
            await through(cups)
            calm = [await cups.outcome(name) for name in names]
    await start(servers, *servers[1:])
    random = Random(seeds.first)
    async with playing(addresses(servers), 1, names) as cups:
        tournaments = asyncio.create_task(through(cups))
        for kill in range(kills):
            await asyncio.sleep(random.uniform(0.2, 0.6))
            assert not tournaments.done(), f"all was over before kill {kill}"
            # The first one has created the tournaments, and so directs them until then.
            node = servers[0] if kill == 0 else random.choice(servers)
            node.kill()
            await asyncio.sleep(random.uniform(0.0, 1.0))
            await asyncio.to_thread(node.start)
        await asyncio.wait_for(tournaments, 100)
        killed = [await cups.outcome(name) for name in names]
    assert killed == calm
    await check(servers, postgres_url)
