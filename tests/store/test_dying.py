"""A process that moves records into a bundle, or backs up what is new, is killed at any moment: nothing is lost."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.contracts.streams import bodies
from tests.seeds import Seeds
from tests.store.dying import MOVED
from tests.store.moving import move_streams
from tests.store.programs import ROOT
from tilth_server.store import IndexRow, KeptValue
from tilth_server.store.sqlite import SqliteEngine, SqliteStreams


async def written(data: Path, first: int, length: int) -> None:
    """Write records of four streams among each other, with rows and values that change."""
    store = await SqliteStreams.open(data)
    for number in range(first, first + length):
        for which in range(4):
            row = IndexRow("match", str(which), number, (f"at:{number % 3}", "all"))
            keeps = [KeptValue(f"name/{which}", b"%d" % number)]
            await store.append(f"match/{which}", number, bodies(1, number), keeps, [row])
    await store.close()


def outcome(work: str, folder: Path, deaths: int) -> list[str]:
    """Run the process that dies; return what it printed."""
    command = [sys.executable, "-m", "tests.store.dying", work, str(folder), str(deaths)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


async def test_a_mover_is_killed_at_any_moment(tmp_path: Path, seeds: Seeds) -> None:
    await written(tmp_path / "store" / "data", 0, 12)
    *wrong, last = outcome("move", tmp_path / "store", seeds.often(10, 100_000))
    assert not wrong
    assert last.startswith("died ")


@pytest.mark.parametrize("has_earlier", [True, False], ids=["increment", "first"])
async def test_a_backup_of_what_is_new_is_killed_at_any_moment(
    tmp_path: Path, seeds: Seeds, has_earlier: bool
) -> None:
    data = tmp_path / "store" / "data"
    await written(data, 0, 12)
    if has_earlier:
        SqliteEngine(data).back_up_into(tmp_path / "store" / "backups")
        await written(data, 12, 4)
    move_streams(data, MOVED)
    *wrong, last = outcome("increment", tmp_path / "store", seeds.often(10, 100_000))
    assert not wrong
    assert last.startswith("died ")
