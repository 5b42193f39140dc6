"""Sonora on a server that is killed while discs are flicked, while one slides, and while everybody marks."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.e2e.serving import ServerProcess, assert_calm, running, until
from tests.e2e.sonora_campaign import (
    DYING,
    FLAGS,
    FLICKING,
    HELD,
    MARKING,
    Blow,
    Build,
    KillPlan,
    assert_proven,
    begun,
    outcome,
    people,
    played,
    records_of,
    view_at,
)
from tests.seeds import Seeds
from tests.warm import run
from tilth_bots import first_bot, random_bot
from tilth_client import Bot, Tilth, decoded

VIEW = "tilth.games.sonora.v1.View"
OPENING = 2
"""Records of every match before its first answer, besides one for each seat: it is made, and it starts."""
FLICK = frozenset({"flick"})
WAYS = ((FLICKING, False), (FLICK, True), (MARKING, False), (MARKING | {"ruins"}, False))


def blows(ways: Sequence[tuple[frozenset[str], bool]], length: int, seed: int) -> list[Blow]:
    """Return a blow of each way, at a random record of its part of a match of about `length` records."""
    random, part = Random(seed), length // len(ways)
    return [
        Blow(part * number + random.randrange(part), kinds, sliding)
        for number, (kinds, sliding) in enumerate(ways)
    ]


async def assert_replayed(tilth: Tilth, match_id: str, length: int) -> None:
    """Check that the archive's replay shows every record once, and ends with the board that everybody sees now."""
    updates = [update async for update in tilth.archive.replay(match_id)]
    assert [each.record for each in updates if each.ended is None] == list(range(length))
    assert updates[-1].ended is not None
    view = (await tilth.view(match_id)).view
    assert view.places
    assert updates[-2].view == view
    assert decoded(VIEW, await view_at(tilth, match_id, length - 1)) == view


async def assert_as_undisturbed(
    tilths: Sequence[Tilth], bots: Callable[[], list[Bot]], plan: KillPlan, rounds: int
) -> None:
    """Two matches with one deal and one way to answer, the second one under blows."""
    calm = await begun(tilths, rounds=f"{rounds}")
    heard = await played(tilths, calm.id, bots())
    length = (await tilths[0].match(calm.id)).record_count
    assert len(heard) > length

    match = await begun(tilths, rounds=f"{rounds}")
    heard = await played(tilths, match.id, [plan.bound(bot) for bot in bots()])
    assert not plan.blows
    assert "sliding" in plan.struck
    assert MARKING.intersection(plan.struck)
    assert [each.record for each in heard if not each.caught_up and each.ended is None] == list(range(length))
    assert len(await records_of(tilths[0], match.id)) == length
    found = await outcome(tilths[0], match.id)
    assert found == await outcome(tilths[0], calm.id)
    assert found.answers == plan.answers
    assert len(found.facts) >= rounds * 5 * max(3 if len(tilths) == 1 else 0, len(tilths))
    await assert_proven(tilths[0], match.id)
    await assert_replayed(tilths[0], match.id, length)


def assert_sound(server: ServerProcess) -> None:
    """Nothing was wrong while it ran, and nothing is wrong on the disk."""
    assert server.stop() == 0
    assert_calm(server)
    words = (sys.executable, "-m", "tilth_server.main", "verify", "--data", str(server.data))
    done = run(words, timeout=240)
    assert done.returncode == 0, done.stdout


@pytest.mark.sweep
async def test_a_match_of_four_ends_under_four_kills_as_it_ends_undisturbed(
    tmp_path: Path, seeds: Seeds
) -> None:
    rounds = seeds.often(5, 7)
    build = Build(tmp_path / "build").with_port(HELD)
    with build.used(), running(tmp_path / "data", *FLAGS) as server:
        async with people(server.address, 4) as tilths:
            plan = KillPlan(server, build, blows(WAYS, 85 * rounds, 4), OPENING + 4)
            await assert_as_undisturbed(
                tilths, lambda: [random_bot(0), first_bot(1), random_bot(2), random_bot(3)], plan, rounds
            )
            assert FLICKING.intersection(plan.struck)
        assert_sound(server)


@pytest.mark.sweep
async def test_a_solo_match_killed_in_the_middle_of_rounds_ends_as_undisturbed(tmp_path: Path) -> None:
    build = Build(tmp_path / "build").with_port(HELD)
    with build.used(), running(tmp_path / "data", *FLAGS) as server:
        async with people(server.address, 1) as tilths:
            plan = KillPlan(server, build, blows(WAYS[1:3], 200, 1), OPENING + 1)
            await assert_as_undisturbed(tilths, lambda: [random_bot(1)], plan, 5)
        assert_sound(server)


async def test_a_bot_whose_flick_nobody_could_simulate_flicks_again_and_continues(tmp_path: Path) -> None:
    build = Build(tmp_path / "build").with_port(DYING)
    build.hold()
    with build.used(), running(tmp_path / "data", *FLAGS) as server:
        async with people(server.address, 1) as tilths:
            match = await begun(tilths, rounds="5")
            playing = asyncio.create_task(played(tilths, match.id, [random_bot(0)]))
            await asyncio.to_thread(
                until, lambda: any(line["event"] == "outside fact unavailable" for line in server.log())
            )
            build.let_go()
            await playing
            assert not (await tilths[0].match(match.id)).seats[0].resigned
            await assert_proven(tilths[0], match.id)
        assert server.stop() == 0
        assert_calm(server, 0, "worker replaced", "outside fact unavailable")
