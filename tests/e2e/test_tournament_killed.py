"""A server that is killed again and again while its tournaments are played: in the end they stand as if it had not."""

import asyncio
from pathlib import Path
from random import Random

from tests.e2e.cups import FORMS, playing, through
from tests.e2e.serving import MANY_CALLS, running
from tests.seeds import Seeds

FLAGS = MANY_CALLS


async def test_kills_change_nothing_of_how_tournaments_end(tmp_path: Path, seeds: Seeds) -> None:
    kills, sets = seeds.often(7, 20), seeds.often(1, 3)
    with running(tmp_path / "calm", *FLAGS) as server:
        async with playing([server.address], sets) as cups:
            await cups.begin()
            await cups.finished()
            calm = [await cups.outcome(name) for name in FORMS]
    random = Random(seeds.first + 7)
    with running(tmp_path / "killed", *FLAGS) as server:
        async with playing([server.address], sets) as cups:
            tournaments = asyncio.create_task(through(cups))
            for kill in range(kills):
                await asyncio.sleep(random.uniform(0.02, 0.4))
                assert not tournaments.done(), f"all was over before kill {kill}"
                server.kill()
                await asyncio.to_thread(server.start)
            await tournaments
            killed = [await cups.outcome(name) for name in FORMS]
    assert killed == calm
