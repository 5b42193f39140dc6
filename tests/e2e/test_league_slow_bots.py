"""Bots too slow for their clock, each in a process of its own: they lose the games they are slow in, no others."""

from pathlib import Path

import pytest

from tests.e2e.league import league, until
from tilth.v1 import play_pb2
from tilth.v1 import tournaments_pb2 as pb
from tilth_client import ClockSettings, TimeoutRule

CLOCK_MS = 3_000
SLOW_ONCE = """
import time
from pathlib import Path

ASKED = Path("asked").open("a")

def bot(view, decision):
    ASKED.write(f"{decision.context.match_id} {decision.id}\\n")
    ASKED.flush()
    if decision.id == 4:
        try:
            Path("slow").touch(exist_ok=False)
            time.sleep(5)
        except FileExistsError:
            pass
    return decision.default
"""
"""Slow once in all its games together."""

SLOW_LINES = """
import json, sys, time
from pathlib import Path

asked = Path("asked").open("a")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        print(message["decision"], file=asked, flush=True)
        while not Path("released").exists():
            time.sleep(0.02)
        print(json.dumps(message["default"]), flush=True)
"""


@pytest.mark.parametrize("way", [(), ("--processes", "6")], ids=["threads", "processes"])
async def test_a_bot_that_is_slow_once_loses_one_game_of_six(tmp_path: Path, way: tuple[str, ...]) -> None:
    clock = ClockSettings(decision_ms=CLOCK_MS, on_timeout=TimeoutRule.TIMEOUT_RULE_RESIGN)
    async with league(tmp_path) as cup:
        await cup.bot("slow", *way, source=SLOW_ONCE)
        await cup.bot("first", "first")
        begun = await cup.begin(pb.Series(games=6), "slow", "first", clock=clock, max_running=6)
        await cup.finished(begun.id)
        games = await cup.games(begun.id)
        lost = [game.match_id for game in games if game.forfeits]
        assert len(games) == 6
        assert len(lost) == 1, cup.output_of("slow")
        asked = [line.split() for line in cup.file("slow", "asked").read_text().splitlines()]
        assert [int(number) for match, number in asked if match == lost[0]] == [1, 2, 3, 4]
        if not way:
            assert cup.output_of("slow").count("is a plain function and takes more than") == 1


async def test_a_process_that_still_owes_an_answer_is_not_given_the_next_question(tmp_path: Path) -> None:
    clock = ClockSettings(decision_ms=60, on_timeout=TimeoutRule.TIMEOUT_RULE_DEFAULT_ANSWER)
    async with league(tmp_path) as cup:
        await cup.player("slow")
        cup.file("slow", "").mkdir()
        cup.file("slow", "by_lines.py").write_text(SLOW_LINES)
        await cup.bot("slow", "--lines", "python3", "by_lines.py")
        await until(lambda: "plays every match" in cup.output_of("slow"))
        match = await cup.organiser.create_match("petrichor", 2, {"long_form": "true"}, take=[0], clock=clock)
        async with cup.attending("slow") as slow:
            await slow.take_seat(match.id)
        first = closed = 0
        async for update in cup.organiser.watch(match.id):
            if update.cause == play_pb2.CAUSE_TIMED_OUT and update.seat == 1:
                closed += 1
                if not first and cup.file("slow", "asked").exists():
                    first = closed
                if first and closed == first + 3:
                    cup.file("slow", "released").touch()
        asked = [int(line) for line in cup.file("slow", "asked").read_text().split()]
        assert len(asked) > 1, "the match had ended before the bot was released"
        assert asked[1] > first + 3
        assert asked == sorted(set(asked))
