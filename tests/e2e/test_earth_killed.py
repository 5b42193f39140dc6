"""Earth on a server that is killed between two activations, while others are in the middle of theirs."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.e2e.earth_campaign import KillPlan, begun, ends_of_turns
from tests.e2e.serving import running
from tests.e2e.sonora_campaign import FLAGS, assert_proven, outcome, people, played
from tests.e2e.test_sonora_killed import assert_sound
from tests.seeds import Seeds
from tilth_bots import random_bot
from tilth_client import Bot, Tilth


async def assert_as_undisturbed(
    tilths: Sequence[Tilth], bots: Callable[[], list[Bot]], plan: KillPlan
) -> None:
    """Two matches with one deal and one way to answer, the second one under blows."""
    calm = await begun(tilths)
    await played(tilths, calm.id, bots())
    length = (await tilths[0].match(calm.id)).record_count
    turns = await ends_of_turns(tilths[0], calm.id)

    match = await begun(tilths)
    fated = [plan.bound(bot, tilth) for bot, tilth in zip(bots(), tilths, strict=True)]
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(plan.follow(tilths[0], match.id))
        heard = await played(tilths, match.id, fated)
    assert not plan.blows
    assert [each.record for each in heard if not each.caught_up and each.ended is None] == list(range(length))
    found = await outcome(tilths[0], match.id)
    assert found == await outcome(tilths[0], calm.id)
    assert found.answers == plan.answers
    assert await ends_of_turns(tilths[0], match.id) == turns
    await assert_proven(tilths[0], match.id)


async def test_a_match_ends_under_kills_in_open_lanes_as_it_ends_undisturbed(
    tmp_path: Path, seeds: Seeds
) -> None:
    seats = seeds.often(3, 5)
    with running(tmp_path / "data", *FLAGS) as server:
        async with people(server.address, seats) as tilths:
            plan = KillPlan(server, [80 * seats, 240 * seats, 400 * seats], lanes=3)
            await assert_as_undisturbed(tilths, lambda: [random_bot(seat) for seat in range(seats)], plan)
        assert_sound(server)


async def test_a_match_against_gaia_ends_under_kills_as_it_ends_undisturbed(tmp_path: Path) -> None:
    with running(tmp_path / "data", *FLAGS) as server:
        async with people(server.address, 1) as tilths:
            plan = KillPlan(server, [20], lanes=1)
            await assert_as_undisturbed(tilths, lambda: [random_bot(1)], plan)
        assert_sound(server)
