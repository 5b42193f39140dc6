"""A server that is killed under load, again and again: nothing confirmed is lost, nothing is doubled."""

import asyncio
from random import Random

from tests.e2e.campaign import Campaign, assess
from tests.e2e.serving import ServerProcess, assert_calm
from tests.seeds import Seeds


async def test_confirmed_answers_survive_a_kill_of_the_server_at_any_moment(
    own_server: ServerProcess, seeds: Seeds
) -> None:
    """The server is killed six times or more; some of the kills fall into the start itself."""
    seed, kills = seeds.first + 1, seeds.often(6, 12)
    random = Random(seed)
    campaign = Campaign(own_server, seed)
    await campaign.register()

    async def killer() -> None:
        await asyncio.sleep(random.uniform(0.02, 0.7))
        own_server.kill()

    for kill in range(10 * kills):
        if kill >= kills and campaign.has_seen(matches=kills - 1, spares=2 * kills + 1, shown_again=1):
            break  # where everything is slow, it takes some more lives
        await campaign.live(killer)
        if kill % 4 == 3:
            own_server.begin()
            await asyncio.sleep(random.uniform(0.0, 0.25))
            own_server.kill()
        own_server.start()
    await campaign.live(None)
    counted = await assess(campaign)
    assert counted["answers"] > 40 * kills, counted
    assert counted["matches"] > kills - 2, counted
    assert counted["spares"] > 2 * kills, counted
    assert counted["shown_again"] > 0, counted
    assert_calm(own_server)
