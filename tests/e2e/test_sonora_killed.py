"""Sonora on a server that is killed while discs are flicked, while one slides, and while everybody marks."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from tests.e2e.serving import ServerProcess, assert_calm, running, until
from tests.e2e.sonora_fate import (
    DYING,
    FLAGS,
    FLICKING,
    HELD,
    MARKING,
    Blow,
    Build,
    Fate,
    assert_proven,
    begun,
    outcome,
    people,
    played,
    records_of,
    view_at,
)
from tilth_bots import first_bot, random_bot
from tilth_client import Bot, Tilth, decoded

VIEW = "tilth.games.sonora.v1.View"
OPENING = 2
"""Records of every match before its first answer, besides one for each seat: it is made, and it starts."""
FLICK = frozenset({"flick"})
WAYS = ((FLICKING, False), (FLICK, True), (MARKING, False), (MARKING | {"ruins"}, False))


def blows(ways: Sequence[tuple[frozenset[str], bool]], length: int, seed: int) -> list[Blow]:
    """One of each way, somewhere in its part of a match of about so many records."""
    random, part = Random(seed), length // len(ways)
    return [
        Blow(part * number + random.randrange(part), kinds, sliding)
        for number, (kinds, sliding) in enumerate(ways)
    ]


async def assert_replayed(tilth: Tilth, match_id: str, length: int) -> None:
    """The archive's replay tells every record once, and ends with the board that everybody sees now."""
    told = [happening async for happening in tilth.archive.replay(match_id)]
    assert [each.record for each in told if each.ended is None] == list(range(length))
    assert told[-1].ended is not None
    view = (await tilth.standing(match_id)).view
    assert view.places
    assert told[-2].view == view
    assert decoded(VIEW, await view_at(tilth, match_id, length - 1)) == view


async def assert_as_undisturbed(
    tilths: Sequence[Tilth], bots: Callable[[], list[Bot]], fate: Fate, rounds: int
) -> None:
    """Two matches with one deal and one way to answer, the second one under blows."""
    calm = await begun(tilths, rounds=f"{rounds}")
    heard = await played(tilths, calm.id, bots())
    length = (await tilths[0].match(calm.id)).record_count
    assert len(heard) > length

    match = await begun(tilths, rounds=f"{rounds}")
    heard = await played(tilths, match.id, [fate.bound(bot) for bot in bots()])
    assert not fate.blows
    assert "sliding" in fate.struck
    assert MARKING.intersection(fate.struck)
    assert [each.record for each in heard if not each.caught_up and each.ended is None] == list(range(length))
    assert len(await records_of(tilths[0], match.id)) == length
    found = await outcome(tilths[0], match.id)
    assert found == await outcome(tilths[0], calm.id)
    assert found.answers == fate.answers
    assert len(found.facts) >= rounds * 5 * max(3 if len(tilths) == 1 else 0, len(tilths))
    await assert_proven(tilths[0], match.id)
    await assert_replayed(tilths[0], match.id, length)


def assert_sound(server: ServerProcess) -> None:
    """Nothing was wrong while it ran, and nothing is wrong on the disk."""
    assert server.stop() == 0
    assert_calm(server)
    words = (sys.executable, "-m", "tilth_server.main", "verify", "--data", str(server.data))
    done = subprocess.run(words, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout


async def test_seven_rounds_of_four_end_under_four_kills_as_they_end_undisturbed(tmp_path: Path) -> None:
    build = Build(tmp_path / "build").with_port(HELD)
    with build.used(), running(tmp_path / "data", *FLAGS) as server:
        async with people(server.address, 4) as tilths:
            fate = Fate(server, build, blows(WAYS, 600, 4), OPENING + 4)
            await assert_as_undisturbed(
                tilths, lambda: [random_bot(0), first_bot(1), random_bot(2), random_bot(3)], fate, 7
            )
            assert FLICKING.intersection(fate.struck)
        assert_sound(server)


async def test_a_solo_match_killed_in_the_middle_of_rounds_ends_as_undisturbed(tmp_path: Path) -> None:
    build = Build(tmp_path / "build").with_port(HELD)
    with build.used(), running(tmp_path / "data", *FLAGS) as server:
        async with people(server.address, 1) as tilths:
            fate = Fate(server, build, blows(WAYS[1:3], 200, 1), OPENING + 1)
            await assert_as_undisturbed(tilths, lambda: [random_bot(1)], fate, 5)
        assert_sound(server)


async def test_a_bot_whose_flick_nobody_could_simulate_flicks_again_and_plays_on(tmp_path: Path) -> None:
    build = Build(tmp_path / "build").with_port(DYING)
    build.hold()
    with build.used(), running(tmp_path / "data", *FLAGS) as server:
        async with people(server.address, 1) as tilths:
            match = await begun(tilths, rounds="5")
            playing = asyncio.create_task(played(tilths, match.id, [random_bot(0)]))
            await asyncio.to_thread(
                until, lambda: any(line["event"] == "no outside fact" for line in server.log())
            )
            build.let_go()
            await playing
            assert not (await tilths[0].match(match.id)).seats[0].resigned
            await assert_proven(tilths[0], match.id)
        assert server.stop() == 0
        assert_calm(server, 0, "a worker was replaced", "no outside fact")
