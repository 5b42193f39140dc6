"""Bots that fail, leave or never come, each in a process of its own: a forfeit is never in favour of who forfeits."""

from pathlib import Path

from tests.e2e.league import league
from tilth.v1 import tournaments_pb2 as pb
from tilth.v1.record_pb2 import (
    FORFEIT_CAUSE_ABSENCE,
    FORFEIT_CAUSE_CRASH,
    FORFEIT_CAUSE_ILLEGAL_ANSWER,
    FORFEIT_CAUSE_LIMIT,
)
from tilth_client import ClockSettings, TimeoutRule

CRASHING = """
async def bot(view, decision):
    if decision.id == {at}:
        raise RuntimeError("no more")
    return decision.default
"""
CHEATING = """
from tilth_client import picks

async def bot(view, decision):
    return picks(987654)
"""
GREEDY = """
def bot(view, decision):
    return bytearray(1 << 40)
"""


async def test_a_table_with_one_seat_left_ends_at_once_and_a_later_crash_is_placed_above_an_earlier(
    tmp_path: Path,
) -> None:
    async with league(tmp_path) as cup:
        await cup.bot("early", source=CRASHING.format(at=2))
        await cup.bot("late", source=CRASHING.format(at=9))
        await cup.bot("good", "random")
        begun = await cup.begin(pb.RoundRobin(), "early", "late", "good", seats=3, rotate=False)
        await cup.finished(begun.id)
        (game,) = await cup.games(begun.id)
        places = dict(zip(game.seats, game.result.places, strict=True))
        assert places == {0: 3, 1: 2, 2: 1}
        causes = [(game.seats[each.seat], each.cause) for each in game.forfeit_causes]
        assert causes == [(0, FORFEIT_CAUSE_CRASH), (1, FORFEIT_CAUSE_CRASH)]
        assert "crashed (RuntimeError: no more)" in game.reason
        records = [record.WhichOneof("cause") for record in await cup.records(game.match_id)]
        assert records[-2:] == ["resigned", "finished"], "the match continued with one seat left"
        assert not game.result.scores, "it was not played to its end"
        standings = (await cup.organiser.tournaments.standings(begun.id)).standings
        assert [(each.entrant, each.points, each.mean_score) for each in standings] == [
            (2, 1, 0),
            (1, 0.5, 0),
            (0, 0, 0),
        ]
        verified = await cup.organiser.archive.verify(game.match_id)
        assert not verified.findings
        assert verified.rules_ok


async def test_causes_of_forfeits_are_kept_apart(tmp_path: Path) -> None:
    async with league(tmp_path) as cup:
        await cup.bot("cheating", source=CHEATING)
        await cup.bot("greedy", "--processes", "1", "--memory", "1G", source=GREEDY)
        await cup.bot("good", "random")
        begun = await cup.begin(pb.RoundRobin(), "cheating", "greedy", "good", rotate=False)
        await cup.finished(begun.id)
        causes = {
            game.seats[each.seat]: each.cause
            for game in await cup.games(begun.id)
            if 2 in game.seats
            for each in game.forfeit_causes
        }
        assert causes == {0: FORFEIT_CAUSE_ILLEGAL_ANSWER, 1: FORFEIT_CAUSE_LIMIT}


async def test_a_dead_bot_is_absent_although_its_clock_asks_again_and_again(tmp_path: Path) -> None:
    clock = ClockSettings(decision_ms=200, on_timeout=TimeoutRule.TIMEOUT_RULE_DEFAULT_ANSWER)
    async with league(tmp_path) as cup:
        dead = await cup.bot("dead", "random", "--delay", "0.05")
        await cup.bot("good", "random")
        begun = await cup.begin(
            pb.Series(games=1), "dead", "good", clock=clock, rotate=False, absence_timeout_ms=1_500
        )
        running = await cup.until(begun.id, lambda now: now.running_pairings)
        assert running.running_pairings
        dead.kill()
        await cup.finished(begun.id)
        (game,) = await cup.games(begun.id)
        (forfeit,) = game.forfeit_causes
        assert (game.seats[forfeit.seat], forfeit.cause) == (0, FORFEIT_CAUSE_ABSENCE)


async def test_a_cup_in_which_nobody_plays_has_no_winner_and_rates_nobody(tmp_path: Path) -> None:
    clock = ClockSettings(decision_ms=100, on_timeout=TimeoutRule.TIMEOUT_RULE_RESIGN)
    async with league(tmp_path) as cup:
        for name in ("Ann", "Bo", "Cy", "Di"):
            await cup.player(name)
        begun = await cup.begin(
            pb.Knockout(), "Ann", "Bo", "Cy", "Di", clock=clock, rotate=False, absence_timeout_ms=500
        )
        await cup.until(begun.id, lambda now: now.state == pb.TOURNAMENT_STATE_PAUSED)
        await cup.organiser.tournaments.resume(begun.id)
        await cup.finished(begun.id)
        for game in await cup.games(begun.id):
            assert game.state == pb.PAIRING_STATE_VOID
            assert game.reason.startswith("all seats forfeited: ")
            assert len(game.forfeits) == 2
        standings = (await cup.organiser.tournaments.standings(begun.id)).standings
        assert {each.points for each in standings} == {0}
        assert not any(each.stage == "winner" for each in standings)
        assert [each async for each in cup.organiser.tournaments.ratings()] == []
