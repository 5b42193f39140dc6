"""The programs of the pages about bots are whole ones: they are taken from the page, and play."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import click

from tests.client.matches import answers_in_log
from tests.client.serving import ServerProcess, program
from tests.docs.pages import REPOSITORY, chapter, page
from tilth_bots import BOTS
from tilth_cli.commands import all_commands
from tilth_cli.commands import tilth as tilth_command
from tilth_client import MATCH_STATE_FINISHED, Tilth, connect

PAGE = chapter("guides", "write-a-bot", "run-a-bot", "arena") + page("reference/line-protocol.md")
ANY_GAME, TYPED, COUNTING, MORE, FACTORY, SPEAKING, LINES = re.findall(
    r"```python\n(.*?)```", PAGE, re.DOTALL
)

SERVER_FLAGS = ("--bots", "--bots-at-once", "--bot-delay", "--bot-memory")
"""Flags of tilth-server that the pages name; tests/docs compares them with its help."""

CHOOSY = """
from typing import Any
from tilth_client import Answer, Decision

def bot(view: Any, decision: Decision) -> Answer:
    assert decision.forced_answer is None
    return decision.default
"""


async def ran(source: str, *arguments: str) -> str:
    process = program(source, *arguments)
    out, error = await asyncio.to_thread(process.communicate, timeout=60)
    assert process.returncode == 0, error
    return out


async def against(tilth: Tilth, source: str, *arguments: str) -> None:
    match = await tilth.create_match("petrichor", 2, take=[0])
    playing = asyncio.create_task(tilth.play(match.id, 0, BOTS["random"](1)))
    await ran(source, *arguments, match.id)
    await playing
    over = await tilth.match(match.id)
    assert over.state == MATCH_STATE_FINISHED
    assert not any(seat.resigned for seat in over.seats)
    assert any(seat == 1 for seat, _ in await answers_in_log(tilth, match.id))


def test_a_whole_bot_has_fewer_than_15_lines() -> None:
    assert len(ANY_GAME.strip().splitlines()) < 15


async def test_the_bot_for_any_game_plays_a_match(server: ServerProcess) -> None:
    async with connect(server.address) as tilth:
        await tilth.register("opponent of carrot")
        await against(tilth, ANY_GAME, server.address)


async def test_the_typed_bot_plays_a_match(server: ServerProcess) -> None:
    async with connect(server.address) as other, connect(server.address) as tilth:
        await other.register("typed")
        await tilth.register("its opponent")
        await against(tilth, TYPED, server.address, other.token)


async def test_the_bot_that_is_a_class_plays(server: ServerProcess) -> None:
    async with connect(server.address) as tilth:
        await tilth.register("opponent of the class")
        await against(tilth, COUNTING, server.address)


async def test_the_program_that_makes_and_watches_a_match_tells_of_it(server: ServerProcess) -> None:
    async with connect(server.address) as tilth:
        await tilth.register("maker")
        lines = (await ran(MORE, server.address, tilth.token)).splitlines()
    assert len(lines) > 100
    assert re.fullmatch(r"final: \[\d+, \d+\]", lines[-1])


async def ran_as_a_bot(server: ServerProcess, home: Path, *words: str) -> tuple[str, str]:
    """`tilth bot run` at a match against `random`; what it said on stdout and stderr."""
    async with connect(server.address) as tilth:
        name = home.name[-30:]
        await tilth.register(f"against {name}")
        match = await tilth.create_match("petrichor", 2, take=[0])
        playing = asyncio.create_task(tilth.play(match.id, 0, BOTS["random"](1)))
        command = [sys.executable, "-m", "tilth_cli.main", "bot", "run", "--server", server.address]
        command += ["--name", name, "--register", "--match", match.id, *words]
        ran = await asyncio.to_thread(
            subprocess.run,
            command,
            cwd=home,
            env=os.environ | {"XDG_CONFIG_HOME": str(home), "TILTH_LANG": "en"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        await playing
        over = await tilth.match(match.id)
    assert over.state == MATCH_STATE_FINISHED
    assert not any(seat.resigned for seat in over.seats)
    return ran.stdout, ran.stderr


async def test_the_program_that_reads_lines_plays_a_match(server: ServerProcess, tmp_path: Path) -> None:
    (tmp_path / "coin.py").write_text(LINES)
    out, err = await ran_as_a_bot(server, tmp_path, "--lines", sys.executable, "coin.py")
    assert "seat 1 has place" in out
    assert "playing petrichor at seat 1" in err
    assert re.search(r"places by seat: \[\d, \d\]", err)


async def test_the_factory_plays_a_match(server: ServerProcess, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FACTORY)
    out, _ = await ran_as_a_bot(server, tmp_path, "mine.py:make", "--seed", "3")
    assert "seat 1 has place" in out


async def test_a_bot_that_need_not_say_done_is_never_asked_where_it_has_no_choice(
    server: ServerProcess, tmp_path: Path
) -> None:
    (tmp_path / "choosy.py").write_text(CHOOSY)
    for where in ((), ("--processes", "1")):
        home = tmp_path / f"home {len(where)}"
        home.mkdir()
        out, _ = await ran_as_a_bot(server, home, f"{tmp_path / 'choosy.py'}:bot", "--auto-forced", *where)
        assert "seat 1 has place" in out


async def test_the_program_that_speaks_grpc_plays_a_match(server: ServerProcess, tmp_path: Path) -> None:
    (tmp_path / "speaking.py").write_text(SPEAKING)
    await ran_as_a_bot(server, tmp_path, f"{sys.executable} speaking.py")


def test_every_option_on_the_page_exists_and_every_option_of_an_arena_is_on_the_page() -> None:
    tilth_commands = all_commands()
    arena, runner = tilth_commands["arena"], tilth_commands["bot"]
    assert isinstance(runner, click.Group)
    commands = (arena, runner.commands["run"], tilth_commands["new"])
    known = {option for command in commands for option in options_of(command)}
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE))
    assert named - known == {"--deep", "--data", *SERVER_FLAGS}
    common = {option for parameter in tilth_command.params for option in parameter.opts}
    documented = options_of(arena) - named - common
    assert documented == {"--help", "--bot-seed", "--title", "--rotate"} & documented


def options_of(command: click.Command) -> set[str]:
    return {
        option
        for parameter in command.params
        for option in (*parameter.opts, *parameter.secondary_opts)
        if option.startswith("--")
    }


def test_the_programs_are_typed_strictly(tmp_path: Path) -> None:
    files = []
    for number, source in enumerate((ANY_GAME, TYPED, COUNTING, MORE, FACTORY, SPEAKING, LINES)):
        files.append(tmp_path / f"program_{number}.py")
        files[-1].write_text(source)
    repository = REPOSITORY
    words = [
        sys.executable,
        "-m",
        "mypy",
        "--config-file",
        str(repository / "pyproject.toml"),
        *map(str, files),
    ]
    err = subprocess.run(words, cwd=repository, capture_output=True, text=True, check=False)
    assert err.returncode == 0, err.stdout
