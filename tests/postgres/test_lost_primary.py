"""A primary is lost with commits that no standby has: the checker finds no trace of them in what clients were sent."""

import asyncio
from pathlib import Path

import pytest

from tests.campaign.cluster import CampaignNode, Cluster, start_databases, store_url
from tests.campaign.node_faults import NODES
from tests.campaign.rounds import Round
from tests.e2e.serving import own_port
from tests.postgres.servers import Installation, PostgresServer
from tests.seeds import Seeds

SECONDS = 150
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
CANCEL = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query NOT LIKE '%emit%'"
TELLING_SECONDS = 3.0
"""Time in which a node that is too sure of a commit would confirm it."""


async def lose_primary(primary: PostgresServer, standby: PostgresServer) -> None:
    """Let commits wait for a standby that is away; cancel the wait; let the primary crash; then lose it for good."""
    await asyncio.to_thread(standby.kill)
    while not (await asyncio.to_thread(primary.execute, WAITING))[0][0]:  # noqa: ASYNC110 - another process
        await asyncio.sleep(0.05)
    await asyncio.to_thread(primary.execute, CANCEL)
    await asyncio.sleep(TELLING_SECONDS)
    await asyncio.to_thread(primary.kill)
    await asyncio.to_thread(primary.start)
    await asyncio.sleep(TELLING_SECONDS)
    await asyncio.to_thread(primary.kill)
    await asyncio.to_thread(standby.start)
    await asyncio.to_thread(standby.execute, "SELECT pg_promote()")


@pytest.mark.sweep
async def test_nothing_is_confirmed_or_shown_that_only_a_lost_primary_has(
    tmp_path: Path, postgres_binaries: Path, seeds: Seeds
) -> None:
    installation = Installation(postgres_binaries)
    databases: list[PostgresServer] = []
    made = Cluster([])
    try:
        databases += await asyncio.to_thread(start_databases, installation)
        url = store_url(databases, options="durability=disk")
        made.nodes = [CampaignNode(tmp_path, name, url, f"127.0.0.1:{own_port()}") for name in ("one", "two")]
        async with asyncio.timeout(SECONDS):
            # With one standby only, it has everything that was confirmed.
            await asyncio.to_thread(databases.pop().kill)
            await made.start_all()
            one = Round(made, NODES, seeds.first, tmp_path, matches=4, players=4, think_seconds=0.2)
            await one.begin()
            await lose_primary(*databases)
            await one.finish(databases[1])
            assert not one.found, "\n".join(one.found[:20])
    finally:
        made.end()
        for server in reversed(databases):
            await asyncio.to_thread(server.kill)
        installation.remove()
