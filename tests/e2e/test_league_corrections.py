"""Results that an organiser corrects, of games that real bots have played, through a server that is killed."""

import asyncio
from pathlib import Path

import pytest

from tests.e2e.league import League, league
from tilth.v1 import tournaments_pb2 as pb
from tilth_client import Refused


async def rated(cup: League) -> dict[str, int]:
    """Return the number of rated games of each player."""
    return {each.player_name: each.games async for each in cup.organiser.tournaments.ratings()}


async def points(cup: League, tournament_id: str) -> dict[int, float]:
    standings = await cup.organiser.tournaments.standings(tournament_id)
    return {each.entrant: each.points for each in standings.standings}


async def test_a_finished_game_is_adjudicated_voided_and_played_again_and_all_follows(
    tmp_path: Path,
) -> None:
    async with league(tmp_path) as cup:
        await cup.bot("good", "gardener")
        await cup.bot("first", "first")
        begun = await cup.begin(pb.RoundRobin(cycles=2), "good", "first", rotate=False)
        await cup.finished(begun.id)
        tournaments = cup.organiser.tournaments
        assert await points(cup, begun.id) == {0: 2, 1: 0}
        assert await rated(cup) == {"good": 2, "first": 2}
        game = (await cup.games(begun.id))[0]
        places = [2 if entrant == 0 else 1 for entrant in game.seats]
        with pytest.raises(Refused) as refused:
            await tournaments.adjudicate(begun.id, 1, places)
        assert refused.value.reason == "TOURNAMENT_INVALID"
        await tournaments.adjudicate(begun.id, 1, places, "it played with two hands")
        assert await points(cup, begun.id) == {0: 1, 1: 1}
        assert await rated(cup) == {"good": 1, "first": 1}
        await tournaments.void(begun.id, 1, "and so did the other")
        await tournaments.void(begun.id, 1, "said twice, done once")
        assert await points(cup, begun.id) == {0: 1, 1: 0}
        with pytest.raises(Refused) as refused:
            await tournaments.replay(begun.id, 1, "again")
        assert refused.value.reason == "TOURNAMENT_NOT_RUNNING", "its seed is known"
        before = (await points(cup, begun.id), await rated(cup))
        records = (await tournaments.get(begun.id)).record_count
        cup.server.kill()
        await asyncio.to_thread(cup.server.start)
        assert (await points(cup, begun.id), await rated(cup)) == before
        assert (await tournaments.get(begun.id)).record_count == records
        (voided,) = await cup.games(begun.id, state=pb.PAIRING_STATE_VOID)
        assert voided.reason == "and so did the other"


async def test_a_replayed_game_has_one_new_match_with_another_deal_through_a_kill(tmp_path: Path) -> None:
    async with league(tmp_path) as cup:
        await cup.bot("good", "gardener")
        await cup.bot("first", "first")
        await cup.bot("slow", "first", "--delay", "60")
        begun = await cup.begin(pb.RoundRobin(), "good", "first", "slow", rotate=False, max_running=3)
        await cup.until(begun.id, lambda now: now.finished_pairings == 1)
        (played,) = await cup.games(begun.id, state=pb.PAIRING_STATE_FINISHED)
        (running, _) = await cup.games(begun.id, state=pb.PAIRING_STATE_RUNNING)
        tournaments = cup.organiser.tournaments
        for game in (played, running):
            again = await tournaments.replay(begun.id, game.number, "a power cut at the table")
            assert again.replays == 1
            assert again.match_id != game.match_id
        cup.server.kill()
        await asyncio.to_thread(cup.server.start)
        await cup.until(begun.id, lambda now: (now.finished_pairings, now.running_pairings) == (1, 2))
        assert await rated(cup) == {"good": 1, "first": 1}
        (over,) = await cup.games(begun.id, state=pb.PAIRING_STATE_FINISHED)
        assert (over.number, over.replays) == (played.number, 1)
        matches = [match async for match in cup.organiser.matches()]
        assert len(matches) == 5, "three games, two of them played again"
        first, second = (
            next(match for match in matches if match.id == each.match_id) for each in (played, over)
        )
        assert first.seed_commitment != second.seed_commitment
        stopped = next(match for match in matches if match.id == running.match_id)
        assert stopped.cancel_reason == "the pairing is played again"


async def test_a_withdrawal_before_half_of_the_games_annuls_results_and_a_later_one_lets_them_stand(
    tmp_path: Path,
) -> None:
    async with league(tmp_path) as cup:
        for name in ("Ann", "Bo", "Cy"):
            await cup.bot(name, "random")
        await cup.bot("Di", "first", "--delay", "60")
        names = ("Ann", "Bo", "Cy", "Di")
        begun = await cup.begin(pb.RoundRobin(cycles=2), *names, rotate=False, max_running=12)
        # All games but those with Di are over.
        await cup.until(begun.id, lambda now: now.finished_pairings == 6)
        tournaments = cup.organiser.tournaments
        await tournaments.withdraw(begun.id, cup.ids["Di"])
        over = await cup.finished(begun.id)
        assert [entrant.annulled for entrant in over.entrants] == [False, False, False, True]
        standings = (await tournaments.standings(begun.id)).standings
        assert {each.games for each in standings if each.entrant != 3} == {4}
        assert sum(game.annulled for game in await cup.games(begun.id)) == 6
        again = await cup.begin(pb.RoundRobin(), "Ann", "Bo", "Cy", rotate=False)
        await cup.until(again.id, lambda now: now.finished_pairings == 3)
        standing = await cup.begin(pb.RoundRobin(cycles=2), *names, rotate=False, max_running=12)
        await cup.until(standing.id, lambda now: now.finished_pairings == 6)
        await tournaments.withdraw(standing.id, cup.ids["Di"], results=pb.WITHDRAWN_RESULTS_STAND)
        over = await cup.finished(standing.id)
        assert not any(entrant.annulled for entrant in over.entrants)
        standings = (await tournaments.standings(standing.id)).standings
        assert {each.games for each in standings} == {6}
