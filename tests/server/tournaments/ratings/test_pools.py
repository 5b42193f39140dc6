"""Ratings by pool and by season."""

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from tests.server.serve.games import orchard
from tests.server.tournaments.stage import Stage, staged, until
from tilth.v1 import tournaments_pb2 as pb
from tilth_bots import random_bot
from tilth_client import MATCH_STATE_FINISHED, Refused

SETTINGS = {"long_form": "true"}


async def played(stage: Stage, game: pb.GameSetup, seats: int = 2, **bots: int) -> pb.Tournament:
    """A tournament of these bots, who come back to later ones."""
    made = await stage.organiser.tournaments.create(pb.RoundRobin(), game, seats=seats)
    for name, seed in bots.items():
        tilth = stage.tilths.get(name) or await stage.player(name, random_bot(seed))
        await tilth.tournaments.enter(made.id)
    await stage.organiser.tournaments.start(made.id)
    return await stage.finished(made.id)


async def has_finished(stage: Stage, match_id: str) -> bool:
    return (await stage.organiser.match(match_id)).state == MATCH_STATE_FINISHED


async def rated(stage: Stage, pool: str, season: str = "") -> dict[str, tuple[float, int]]:
    found = stage.organiser.tournaments.pool_ratings(pool, season=season, history=True)
    return {each.player_name: (each.mu, len(each.history)) async for each in found}


async def test_a_pool_has_its_own_games_and_nothing_else(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        plain, long = pb.GameSetup(game="petrichor"), pb.GameSetup(game="petrichor", settings=SETTINGS)
        by_default = pb.GameSetup(game="petrichor", settings={"long_form": "false"})
        first = await played(stage, plain, a=1, b=2)
        await played(stage, long, a=1, b=2)
        await played(stage, plain, 3, a=1, b=2, c=3)
        casual = await stage.tilths["a"].create_match("petrichor", 2, take=(0,))
        await stage.tilths["b"].take_seat(casual.id, 1)
        await stage.tilths["a"].start_match(casual.id)
        await until(partial(has_finished, stage, casual.id))
        rules = stage.server.games["petrichor"].game.version
        two, three = f"petrichor/2/{rules}", f"petrichor/3/{rules}"
        pools = await stage.organiser.tournaments.pools()
        assert {pool.name: pool.games for pool in pools} == {three: 3, two: 2, f"{two}/long_form=true": 2}
        (described,) = (pool for pool in pools if pool.settings)
        assert (described.game, described.seats, described.rules_version) == ("petrichor", 2, rules)
        assert dict(described.settings) == SETTINGS
        alone = {
            each.player_name: (each.mu, each.games)
            async for each in stage.organiser.tournaments.ratings(tournament_id=first.id)
        }
        assert await rated(stage, two) == alone
        assert set(await rated(stage, three)) == {"a", "b", "c"}
        assert await rated(stage, "chess/2/1") == {}
        await played(stage, by_default, a=1, b=2)
        assert {each: games for each, (_, games) in (await rated(stage, two)).items()} == {"a": 4, "b": 4}


async def test_a_season_has_the_games_that_ended_in_it(tmp_path: Path) -> None:
    async with staged(tmp_path, orchard()) as stage:
        setup = pb.GameSetup(game="orchard")
        calls = stage.operator.tournaments
        begin = datetime.now(UTC)
        first = await played(stage, setup, a=1, b=2)
        ends = sorted([game.ended_at.ToDatetime(UTC) async for game in calls.pairings(first.id)])
        (pool,) = await calls.pools()
        before = await rated(stage, pool.name)
        await calls.set_season("spring", begin, ends[-1])
        await calls.set_season("summer", ends[-1])
        await played(stage, setup, a=1, b=2)
        spring, summer = await rated(stage, pool.name, "spring"), await rated(stage, pool.name, "summer")
        # Both games may have ended in the same millisecond.
        in_spring = sum(each < ends[-1] for each in ends)
        assert [games for _, games in spring.values()] == ([in_spring] * 2 if in_spring else [])
        assert [games for _, games in summer.values()] == [4 - in_spring] * 2
        assert [games for _, games in (await rated(stage, pool.name)).values()] == [4, 4]
        await calls.set_season("spring", begin, ends[-1] + timedelta(milliseconds=1))
        assert await rated(stage, pool.name, "spring") == before
        assert [pool.games for pool in await calls.pools("spring")] == [2]
        assert [season.name for season in await calls.seasons()] == ["summer", "spring"]
        kept = await calls.seasons()
    async with staged(tmp_path, orchard()) as stage:
        assert await stage.operator.tournaments.seasons() == kept
        assert await rated(stage, pool.name, "spring") == before


async def test_only_operators_set_seasons_and_only_sensible_ones(tmp_path: Path) -> None:
    async with staged(tmp_path, orchard()) as stage:
        now = datetime.now(UTC)
        with pytest.raises(Refused) as refused:
            await stage.organiser.tournaments.set_season("mine", now)
        assert refused.value.reason == "OPERATORS_ONLY"
        calls = stage.operator.tournaments
        for name, end in (("", None), (" x", None), ("x" * 41, None), ("x\n", None), ("x", now)):
            with pytest.raises(Refused) as refused:
                await calls.set_season(name, now, end)
            assert refused.value.reason == "TOURNAMENT_INVALID"
        assert not await calls.seasons()
        with pytest.raises(Refused, match="there is no season 'x'"):
            await calls.pools("x")
