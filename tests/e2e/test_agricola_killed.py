"""Agricola on a server that is killed in the middle of a draft, of a pasture and of a harvest."""

from pathlib import Path

from tests.e2e.agricola_campaign import EVERYTHING, KillPlan, begun, rounds_of
from tests.e2e.serving import running
from tests.e2e.sonora_campaign import FLAGS, assert_proven, outcome, people, played
from tests.e2e.test_sonora_killed import assert_sound
from tilth_bots import random_bot


async def test_a_match_with_every_option_ends_under_kills_as_it_ends_undisturbed(tmp_path: Path) -> None:
    """Two matches with one deal and one way to answer, the second one under blows."""
    bots = [random_bot(seat) for seat in range(5)]
    with running(tmp_path / "data", *FLAGS) as server:
        async with people(server.address, len(bots)) as tilths:
            ada = tilths[0]
            calm = await begun(tilths, EVERYTHING)
            await played(tilths, calm.id, bots)
            length = (await ada.match(calm.id)).record_count

            plan = KillPlan(server, ["draft", "fence", "feed"])
            match = await begun(tilths, EVERYTHING)
            heard = await played(tilths, match.id, [plan.bound(bot) for bot in bots])
            assert not plan.blows
            numbers = [each.record for each in heard if not each.caught_up and each.ended is None]
            assert numbers == list(range(length))
            found = await outcome(ada, match.id)
            assert found == await outcome(ada, calm.id)
            assert found.answers == plan.answers
            assert await rounds_of(ada, match.id) == await rounds_of(ada, calm.id)
            await assert_proven(ada, match.id)
        assert_sound(server)
