"""Slots of a tournament, with bots in processes of their own: a slow entrant holds up nobody else."""

from pathlib import Path

from tests.e2e.league import league
from tilth.v1 import tournaments_pb2 as pb

STUCK = """
import asyncio

async def bot(view, decision):
    await asyncio.sleep(600)
"""


async def test_bots_that_hang_hold_no_more_slots_than_they_may_and_the_others_play_all_their_games(
    tmp_path: Path,
) -> None:
    async with league(tmp_path) as cup:
        stuck, good = ["stuck1", "stuck2"], ["good1", "good2", "good3"]
        for name in stuck:
            await cup.bot(name, source=STUCK)
        for name in good:
            await cup.bot(name, "random")
        made = await cup.organiser.tournaments.create(
            pb.RoundRobin(cycles=2), "petrichor", rotate=False, max_running=3
        )
        for name in (*stuck, *good):
            limit = 1 if name in stuck else 0
            await cup.organiser.tournaments.enter(made.id, cup.ids[name], max_running=limit)
        begun = await cup.organiser.tournaments.start(made.id)
        # Three pairs of good bots, in two cycles; nothing of the others is ever over.
        await cup.until(begun.id, lambda now: now.finished_pairings == 6)
        games = await cup.games(begun.id)
        over = [game for game in games if game.state == pb.PAIRING_STATE_FINISHED]
        assert {tuple(sorted(game.seats)) for game in over} == {(2, 3), (2, 4), (3, 4)}
        running = [game for game in games if game.state == pb.PAIRING_STATE_RUNNING]
        for number in range(2):
            assert sum(number in game.seats for game in running) <= 1


async def test_an_entrant_says_how_many_games_it_plays_at_once(tmp_path: Path) -> None:
    async with league(tmp_path) as cup:
        await cup.bot("stuck", source=STUCK)
        await cup.bot("other", "random")
        made = await cup.organiser.tournaments.create(pb.Series(games=8), "petrichor", max_running=8)
        async with cup.attending("stuck") as stuck:
            await stuck.tournaments.enter(made.id, max_running=3)
        await cup.organiser.tournaments.enter(made.id, cup.ids["other"])
        entrants = (await cup.organiser.tournaments.start(made.id)).entrants
        assert [entrant.max_running_pairings for entrant in entrants] == [3, 0]
        await cup.until(made.id, lambda now: now.running_pairings == 3)
        async with cup.attending("stuck") as stuck:
            await stuck.tournaments.enter(made.id, max_running=5)
        await cup.until(made.id, lambda now: now.running_pairings == 5)
