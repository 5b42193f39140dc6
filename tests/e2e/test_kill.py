"""A server that is killed under load, again and again: nothing confirmed is lost, nothing is doubled."""

import asyncio
from random import Random

import pytest

from tests.e2e.campaign import Campaign, assess
from tests.e2e.serving import ServerProcess, assert_calm

KILLS = 9


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_what_was_confirmed_survives_being_killed_at_any_moment(
    own_server: ServerProcess, seed: int
) -> None:
    """Three times nine kills or more; a few of them fall into the start itself."""
    random = Random(seed)
    campaign = Campaign(own_server, seed)
    await campaign.register()

    async def killer() -> None:
        await asyncio.sleep(random.uniform(0.02, 0.7))
        own_server.kill()

    for kill in range(10 * KILLS):
        if kill >= KILLS and campaign.has_seen(matches=7, spares=21, retold=1):
            break  # where everything is slow, it takes some more lives
        await campaign.live(killer)
        if kill % 4 == 3:
            own_server.begin()
            await asyncio.sleep(random.uniform(0.0, 0.25))
            own_server.kill()
        own_server.start()
    await campaign.live(None)
    counted = await assess(campaign)
    assert counted["answers"] > 40 * KILLS, counted
    assert counted["matches"] > 6, counted
    assert counted["spares"] > 20, counted
    assert counted["retold"] > 0, counted
    assert_calm(own_server)
