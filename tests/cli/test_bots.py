"""tilth bot run: whatever can be given as a bot plays, and what goes wrong with it costs it one match."""

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import pytest

from tests.cli.conftest import SOON_S, Place

FUNCTIONS = """
import sys
from tilth_client import picks

def plain(view, decision):
    assert view is not None
    return decision.default

async def later(view, decision):
    return decision.default

def made(seed):
    print("made from", seed)
    return plain

def needy(view, decision, more):
    return decision.default

def crashing(view, decision):
    if decision.id > 3:
        raise RuntimeError("no more")
    return decision.default

def cheating(view, decision):
    return picks(999)

def greedy(view, decision):
    return bytearray(4 << 30)
"""

LINES = """
import json, os, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "match":
        print("a match of", said["game"], file=sys.stderr, flush=True)
        crash = said["players"][1 - said["seat"]].startswith("Terror")
    elif said["type"] == "decide":
        assert said["text"] and all(option["text"] for option in said["options"]), said
        assert len(said["view"]["players"]) == 2
        if crash:
            sys.exit("frightened")
        print(json.dumps(said["default"]), flush=True)
    else:
        print("ended", said["places"], file=sys.stderr, flush=True)
"""

SLOW_START = """
import json, sys, time
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "decide":
        if said["decision"] == 1:
            time.sleep(5)
        print(json.dumps(said["default"]), flush=True)
"""

SPEAKING = """
import os, sys
from tilth_client import run_bot

def bot(view, decision):
    return decision.default

address, token = os.environ["TILTH_ADDRESS"], os.environ["TILTH_TOKEN"]
assert os.environ["TILTH_SEAT"] == "1"
run_bot(bot, address, token=token, match_id=os.environ["TILTH_MATCH"], seat=1)
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """Make a folder with bots, in which the commands run."""
    (tmp_path / "mine.py").write_text(FUNCTIONS)
    (tmp_path / "by_lines.py").write_text(LINES)
    (tmp_path / "slow_start.py").write_text(SLOW_START)
    (tmp_path / "speaking.py").write_text(SPEAKING)
    # A bot may have the name of one of Python's own modules.
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "random.py").write_text(FUNCTIONS)
    return tmp_path


def read_line(stream: "IO[str] | None") -> str:
    assert stream is not None
    return stream.readline()


def seats_of(place: Place, match: str) -> list[bool]:
    """Return, for each seat of the match, whether it has resigned."""
    shown = place.tilth("show", match, "--json").document()
    assert shown["state"] == "FINISHED", shown
    return [bool(seat["resigned"]) for seat in shown["seats"]]


@pytest.mark.parametrize(
    ("spec", "where"),
    [
        ("mine.py:plain", "here"),
        ("odd/random.py:made", "here"),
        ("mine:later", "in a process"),
        ("odd/random.py:made", "in a process"),
    ],
)
def test_a_python_function_plays_a_match(place: Place, bots: Path, spec: str, where: str) -> None:
    place.registered("Ada", "Bo")
    match = place.new_match("--seats", "2", "--start-when-full", "--take", "0")
    more = ["--processes", "1"] if where == "in a process" else []
    with place.started("--as", place.names["Ada"], "bot", "first", match) as first:
        done = place.tilth("--as", place.names["Bo"], "bot", "run", spec, match, *more)
        first.wait(SOON_S)
    assert done.code == 0, done.err
    assert "seat 1 has place" in done.out
    assert seats_of(place, match) == [False, False]


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("mine.py:needy", "takes 3 arguments"),
        ("mine.py:missing", "has no missing"),
        ("none.py:bot", "no file none.py"),
        ("nothing_such:bot", "can't be loaded"),
        ("no-such-program", "no bot no-such-program"),
    ],
)
def test_a_spec_that_is_no_bot_is_refused_before_anything_is_played(
    place: Place, bots: Path, spec: str, why: str
) -> None:
    done = place.tilth("bot", "run", spec, "--token", "t")
    assert done.code == 2
    assert why in " ".join(done.err.split())


@pytest.mark.parametrize(
    ("spec", "more", "why"),
    [
        ("mine.py:crashing", (), "exit code 1"),
        ("mine.py:cheating", (), "an illegal answer"),
        ("mine.py:greedy", ("--memory", "512M"), "more than 512 MiB of memory"),
    ],
)
def test_a_failing_process_resigns_its_match_and_the_error_is_printed(
    place: Place, bots: Path, spec: str, more: Sequence[str], why: str
) -> None:
    place.registered("Ada", "Bo")
    match = place.new_match("--seats", "2", "--start-when-full", "--take", "0")
    with place.started("--as", place.names["Ada"], "bot", "first", match) as first:
        words = ("bot", "run", spec, match, "--processes", "1", "--logs", "logs", *more)
        done = place.tilth("--as", place.names["Bo"], *words)
        first.wait(SOON_S)
    assert done.code == 1
    assert why in done.err
    assert seats_of(place, match) == [False, True]
    (log,) = (bots / "logs").iterdir()
    assert why in log.read_text().splitlines()[-1]


def test_a_function_that_fails_here_resigns_its_match_and_shows_where(place: Place, bots: Path) -> None:
    place.registered("Ada", "Bo")
    match = place.new_match("--seats", "2", "--start-when-full", "--take", "0")
    with place.started("--as", place.names["Ada"], "bot", "first", match) as first:
        done = place.tilth("--as", place.names["Bo"], "bot", "mine.py:crashing", match)
        first.wait(SOON_S)
    assert done.code == 1
    assert "in crashing" in done.err
    assert "RuntimeError: no more" in done.err.splitlines()[-1]
    assert seats_of(place, match) == [False, True]


def test_an_answer_without_a_question_is_a_failure(place: Place, bots: Path) -> None:
    place.registered("Ada", "Bo")
    match = place.new_match("--seats", "2", "--start-when-full", "--take", "0")
    (bots / "eager.py").write_text("while True: print('{\"chosen\": [0]}', flush=True)")
    with place.started("--as", place.names["Ada"], "bot", "first", match) as first:
        words = ("bot", "run", "--match", match, "--lines", sys.executable, "eager.py")
        done = place.tilth("--as", place.names["Bo"], *words)
        first.wait(SOON_S)
    assert done.code == 1
    assert seats_of(place, match) == [False, True]


def test_lines_are_enough_and_a_crash_costs_one_match(place: Place, bots: Path) -> None:
    place.registered("Ada", "Bo", "Terror")
    command = ("bot", "run", "--logs", "logs", "--json", "--lines", sys.executable, "by_lines.py", "--quiet")
    with place.started("--as", place.names["Bo"], *command) as bot:
        matches = {}
        for name in ("Terror", "Ada"):
            words = ("new", "petrichor", "--seats", "2", "--take", "0", "--start-when-full", "--json")
            match = place.tilth("--as", place.names[name], *words).document()["id"]
            place.tilth("--as", place.names["Bo"], "join", match)
            assert place.tilth("--as", place.names[name], "bot", "first", match).code == 0
            matches[name] = match
        printed = [json.loads(read_line(bot.stdout)) for _ in range(2)]
        calm = bots / "logs" / f"{matches['Ada']}-1.log"
        until = time.monotonic() + SOON_S
        while "played to the end" not in calm.read_text():
            assert time.monotonic() < until, calm.read_text()
            time.sleep(0.05)
    failed = next(line for line in printed if "failed" in line)
    assert failed == {"match_id": matches["Terror"], "seat": 1, "failed": "exit code 1"}
    assert seats_of(place, matches["Terror"]) == [False, True]
    assert seats_of(place, matches["Ada"]) == [False, False]
    frightened = (bots / "logs" / f"{matches['Terror']}-1.log").read_text()
    assert "frightened" in frightened
    assert frightened.splitlines()[-1].startswith("-- exit code 1;")
    assert calm.read_text().startswith("a match of petrichor\nended [")


def test_a_late_answer_is_dropped_and_the_next_one_counts(place: Place, bots: Path) -> None:
    place.registered("Ada", "Bo")
    clock = ("--per-decision", "2s", "--on-timeout", "default")
    match = place.new_match("--seats", "2", "--start-when-full", "--take", "0", *clock)
    with place.started("--as", place.names["Ada"], "bot", "first", match) as first:
        words = ("bot", "run", "--match", match, "--lines", sys.executable, "slow_start.py")
        done = place.tilth("--as", place.names["Bo"], *words)
        first.wait(SOON_S)
    assert done.code == 0, done.err
    assert seats_of(place, match) == [False, False]
    log = place.tilth("replay", match, "--plain").out
    assert "out of time" in log


def test_a_program_that_speaks_grpc_receives_the_address_and_a_token(place: Place, bots: Path) -> None:
    place.registered("Ada", "Bo")
    match = place.new_match("--seats", "2", "--start-when-full", "--take", "0")
    with place.started("--as", place.names["Ada"], "bot", "first", match) as first:
        done = place.tilth(
            "--as", place.names["Bo"], "bot", "run", f"{sys.executable} speaking.py", match, "--seat", "1"
        )
        first.wait(SOON_S)
    assert done.code == 0, done.err
    assert seats_of(place, match) == [False, False]


def test_a_program_that_fails_at_its_match_resigns_it(place: Place, bots: Path) -> None:
    place.registered("Ada", "Bo")
    match = place.new_match("--seats", "2", "--start-when-full", "--take", "0")
    place.tilth("--as", place.names["Bo"], "join", match, "--seat", "1")
    done = place.tilth("--as", place.names["Bo"], "bot", "run", "sh -c 'exit 3'", match)
    assert place.tilth("--as", place.names["Ada"], "bot", "first", match).code == 0
    assert done.code == 1
    assert "exit code 3" in done.err
    assert seats_of(place, match) == [False, True]


def test_a_name_is_registered_once_and_its_token_is_kept(place: Place, bots: Path) -> None:
    name = f"Carrot {bots.name}"
    place.registered("Ada")
    for _ in range(2):
        match = place.new_match("--seats", "2", "--start-when-full", "--take", "0")
        with place.started("--as", place.names["Ada"], "bot", "first", match):
            done = place.tilth("bot", "run", "random", match, "--name", name, "--register")
        assert done.code == 0, done.err
    assert name in (place.home / "tilth" / "tokens.json").read_text()
    unknown = place.tilth("bot", "run", "random", "--name", "Nobody")
    assert unknown.code == 1
    assert "No token is kept for Nobody" in unknown.err


def test_limits_without_processes_are_refused(place: Place, bots: Path) -> None:
    done = place.tilth("bot", "run", "mine.py:plain", "--token", "t", "--memory", "1G")
    assert done.code == 2
    assert "--processes" in done.err
