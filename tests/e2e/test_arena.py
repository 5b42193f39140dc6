"""tilth arena, with real processes: bots that fail in every way, a Ctrl-C, a server that is killed."""

import json
import os
import signal
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import SLOW_NOTE
from tests.cli.terminal import Terminal
from tests.e2e.arena import PATIENCE_S, Arena, games_printed, interrupted, last_line, processes

TROUBLED = '''
"""Fails in one way after the other: each way takes the next process of the bot that is free to."""

import os
import subprocess
import sys
import time
from pathlib import Path

from tilth_client import picks

WAYS = ("crash", "hang", "cheat", "eat", "burn", "leave", "abort")


def way():
    for each in WAYS:
        try:
            (Path("ways") / each).touch(exist_ok=False)
            return each
        except FileExistsError:
            pass
    return "play"


def make(seed):
    chosen = ""

    async def bot(view, decision):
        nonlocal chosen
        chosen = chosen or (way() if Path("ways").exists() else "play")
        if decision.id < 3 or chosen == "play":
            return decision.default
        print("this time:", chosen, flush=True)
        match chosen:
            case "crash":
                subprocess.Popen(["sleep", "31536"])  # left behind
                raise RuntimeError("no more")
            case "hang":
                time.sleep(600)
            case "cheat":
                return picks(4242)
            case "eat":
                held = []
                while True:
                    held.append(bytes(1 << 24))  # never written to, so it takes no time
            case "burn":
                while True:
                    pass
            case "leave":
                sys.exit(0)
            case "abort":
                os.abort()

    return bot
'''

ENDS = {
    "crash": "-- exit code 1",
    "hang": "-- more than 10 s for one answer",
    "cheat": "-- an illegal answer to",
    "eat": "-- more than 512 MiB of memory (exit code 86)",
    "burn": "-- more than 1 s of CPU time (killed by SIGXCPU)",
    "leave": "-- exit code 0",
    "abort": "-- killed by SIGABRT",
}

SLOW = """
import time

def bot(view, decision):
    time.sleep(0.01)
    return decision.default
"""

LINES = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "decide":
        print(json.dumps(said["default"]), flush=True)
"""

SPEAKING = """
import os
from tilth_client import run_bot

def bot(view, decision):
    if os.environ["TILTH_SEAT"] == "1" and decision.id == 3:
        os._exit(7)
    return decision.default

seat = int(os.environ["TILTH_SEAT"])
run_bot(bot, os.environ["TILTH_ADDRESS"], token=os.environ["TILTH_TOKEN"],
        match_id=os.environ["TILTH_MATCH"], seat=seat)
"""


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    for name, source in (
        ("troubled", TROUBLED),
        ("slow", SLOW),
        ("by_lines", LINES),
        ("speaking", SPEAKING),
    ):
        (tmp_path / f"{name}.py").write_text(source)
    return Arena(tmp_path)


def games_of(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in lines if "game" in line]


def standings_of(lines: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the last standings, by name, without the times that the entrants thought: no two runs have the same."""
    assert lines[-1]["finished"]
    return {
        line["name"]: {key: value for key, value in line.items() if not key.endswith("_ms")}
        for line in lines[-1]["standings"]
    }


def test_every_way_to_fail_forfeits_one_game_and_its_log_says_which(arena: Arena) -> None:
    (arena.place / "ways").mkdir()
    words = ("troubled.py:make", "random", "--format", "series", "--games", "10", "--concurrency", "2")
    lines = arena.run(*words, "--memory", "512M", "--cpu", "1s", "--answer", "10s")
    games = games_of(lines)
    assert sorted(game["game"] for game in games) == list(range(1, 11))
    ways = {}
    for game in games:
        log = arena.log(game["game"], "troubled")
        if "this time:" in log:
            ways[log.partition("this time: ")[2].split()[0]] = log
            assert game["forfeits"] == ["troubled"]
        else:
            assert game["forfeits"] == []
            assert last_line(log).startswith("-- played to the end: place ")
        assert last_line(arena.log(game["game"], "random")).startswith("-- played to the end: place ")
    assert ways.keys() == ENDS.keys()
    assert {way: last_line(log).startswith(ENDS[way]) for way, log in ways.items()} == dict.fromkeys(
        ENDS, True
    )
    assert "RuntimeError: no more" in ways["crash"]
    assert not [pid for pid, called in processes() if "31536" in called]
    standings = standings_of(lines)
    assert standings["troubled"]["forfeits"] == len(ENDS)
    assert standings["random"]["forfeits"] == 0
    assert standings["random"]["points"] + standings["troubled"]["points"] == 10


def test_after_ctrl_c_a_killed_arena_and_a_killed_server_the_standings_are_those_of_an_undisturbed_run(
    arena: Arena, tmp_path: Path
) -> None:
    words = ("slow.py:bot", "random", "first", "--seed", "7e" * 32, "--concurrency", "2")
    printed: list[dict[str, Any]] = []
    with arena.started(*words) as process:
        printed += games_printed(process, 1)
        output = interrupted(process)
        assert process.returncode == 130
        assert f"tilth arena --folder {arena.folder}" in output
    assert not [pid for pid, called in processes() if str(arena.folder) in " ".join(called)]
    with arena.started() as process:
        printed += games_printed(process, 1)
        os.kill(arena.server_pid(), signal.SIGKILL)
        printed += games_printed(process, 1)
        process.kill()
        process.wait(PATIENCE_S)
    rest = arena.run()
    finished = standings_of(rest)
    printed += games_of(rest)
    # A game that ended in the moment of a stop is reported by neither run, and none is reported twice.
    numbers = [game["game"] for game in printed]
    assert len(numbers) == len(set(numbers))
    assert set(numbers) <= set(range(1, 7))
    assert all(line["games"] == 4 for line in finished.values())
    assert all(line["forfeits"] == 0 for line in finished.values())
    undisturbed = Arena(tmp_path)
    undisturbed.folder = tmp_path / "undisturbed"
    lines = undisturbed.run(*words)
    assert standings_of(lines) == finished
    ends = {game["game"]: (game["bots"], game["scores"]) for game in games_of(lines)}
    assert {game["game"]: (game["bots"], game["scores"]) for game in printed}.items() <= ends.items()


def test_bots_of_every_kind_meet_at_tables_of_three(arena: Arena) -> None:
    words = (f"lines=lines:{sys.executable} by_lines.py", f"{sys.executable} speaking.py", "gardener")
    lines = arena.run(*words, "--seats", "3", "--duplicate", "--option", "long_form=false", "--answer", "20s")
    games = games_of(lines)
    assert len(games) == 3
    forfeits = [game["forfeits"] for game in games]
    at_seat_one = [game["bots"][1] == "speaking" for game in games]
    assert forfeits == [["speaking"] if there else [] for there in at_seat_one]
    failed = next(game["game"] for game in games if game["forfeits"])
    assert last_line(arena.log(failed, "speaking")) == "-- exit code 7"
    tokens = arena.folder / "tokens.json"
    assert stat.S_IMODE(tokens.stat().st_mode) == 0o600
    assert set(json.loads(tokens.read_text())) == {"lines", "speaking", "gardener"}


def test_a_test_ends_the_series_by_itself(arena: Arena) -> None:
    lines = arena.run("gardener", "first", "--games", "60", "--sprt", "0,300")
    assert len(games_of(lines)) < 60
    assert standings_of(lines)["gardener"]["place"] == 1
    assert lines[-1]["head_to_head"]["sprt"] == "h1"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--option", "lake=perhaps"), "lake"),
        pytest.param(("--game", "chess"), "chess", marks=pytest.mark.sweep),
    ],
)
def test_an_arena_that_the_server_refuses_leaves_nothing_behind(
    arena: Arena, words: tuple[str, ...], why: str
) -> None:
    with arena.started("random", "first", *words) as process:
        _, error = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    assert why in json.loads(SLOW_NOTE.sub("", error))["error"]
    assert len(games_of(arena.run("random", "first"))) == 2


def test_a_bot_that_cannot_be_loaded_is_reported_at_once(arena: Arena) -> None:
    (arena.place / "broken.py").write_text("import nothing_of_the_kind\n")
    with arena.started("broken.py:bot", "random") as process:
        _, error = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    assert "nothing_of_the_kind" in json.loads(SLOW_NOTE.sub("", error))["error"]
    assert not [pid for pid, called in processes() if str(arena.folder) in " ".join(called)]


def test_the_table_is_drawn_while_it_runs_and_stays_when_it_is_over(arena: Arena) -> None:
    words = ("arena", f"{arena.place}/slow.py:bot", "first", "--cycles", "3", "--folder", str(arena.folder))
    with Terminal(*words, environment=arena.environment, lines=30, columns=120) as terminal:
        drawn = terminal.shows("answers/s", within_s=PATIENCE_S)
        assert "±" in drawn or "0/6 games" in drawn
        terminal.shows("tilth tournament report", within_s=PATIENCE_S)
        assert "±" in terminal.text
        assert "answers/s" not in terminal.text
        assert terminal.ends(within_s=PATIENCE_S) == 0
