"""The programs of docs/bots.md are whole ones: they are taken from the page, and play."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

from tests.client.matches import answers_in_log
from tests.client.serving import ServerProcess, program
from tilth_bots import BOTS
from tilth_client import MATCH_STATE_OVER, Tilth, connect

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
ANY_GAME, TYPED, MORE = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


async def ran(source: str, *arguments: str) -> str:
    process = program(source, *arguments)
    out, error = await asyncio.to_thread(process.communicate, timeout=60)
    assert process.returncode == 0, error
    return out


async def against(tilth: Tilth, source: str, *arguments: str) -> None:
    match = await tilth.create("petrichor", 2, take=[0])
    playing = asyncio.create_task(tilth.play(match.id, 0, BOTS["random"](1)))
    await ran(source, *arguments, match.id)
    await playing
    over = await tilth.match(match.id)
    assert over.state == MATCH_STATE_OVER
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


async def test_the_program_that_makes_and_watches_a_match_tells_of_it(server: ServerProcess) -> None:
    async with connect(server.address) as tilth:
        await tilth.register("maker")
        lines = (await ran(MORE, server.address, tilth.token)).splitlines()
    assert len(lines) > 100
    assert re.fullmatch(r"final: \[\d+, \d+\]", lines[-1])


def test_the_programs_are_typed_strictly(tmp_path: Path) -> None:
    files = []
    for number, source in enumerate((ANY_GAME, TYPED, MORE)):
        files.append(tmp_path / f"program_{number}.py")
        files[-1].write_text(source)
    repository = PAGE.parents[1]
    words = [
        sys.executable,
        "-m",
        "mypy",
        "--config-file",
        str(repository / "pyproject.toml"),
        *map(str, files),
    ]
    said = subprocess.run(words, cwd=repository, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout
