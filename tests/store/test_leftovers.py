"""Copies that a killed backup left are removed, and nothing that is somebody else's."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.contracts.streams import bodies
from tilth_server.store import StoreFailed
from tilth_server.store.sqlite import SqliteStreams
from tilth_server.store.sqlite.backup import back_up, database_of
from tilth_server.store.sqlite.restoring import restore

KILLED = """
import os, signal, sys
from pathlib import Path
from tilth_server.store.sqlite.backup import back_up, database_of

def killed(done, total):
    os.kill(os.getpid(), signal.SIGKILL)

back_up(database_of(Path(sys.argv[1])), Path(sys.argv[2]), killed)
"""


async def stocked(data: Path, records: int = 3000) -> None:
    store = await SqliteStreams.open(data)
    await store.append("match/1", 0, [b"x" * 1000] * records)
    await store.close()


def kill_a_backup(data: Path, file: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, str(data), str(file)], check=False, timeout=60)
    assert ended.returncode == -9


def ended_process() -> str:
    """Return the number of a process that is no more."""
    return subprocess.run(["sh", "-c", "echo $$"], check=True, capture_output=True, text=True).stdout.strip()


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def test_the_next_backup_removes_remains_of_a_killed_one_under_any_name(tmp_path: Path) -> None:
    await stocked(tmp_path / "data")
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in ("monday", "tuesday"):
        kill_a_backup(tmp_path / "data", folder / day)
    assert len([name for name in names(folder) if name.endswith(".part")]) == 1, "tuesday's removed monday's"
    back_up(database_of(tmp_path / "data"), folder / "wednesday")
    assert names(folder) == {"wednesday"}


async def test_opening_the_store_removes_remains_beside_it(tmp_path: Path) -> None:
    await stocked(tmp_path)
    kill_a_backup(tmp_path, tmp_path / "copy")
    # As a restore that was killed before it wrote anything leaves it.
    ended = ended_process()
    os.close(os.open(tmp_path / f"tilth.db.{ended}.part", os.O_CREAT, 0o600))
    assert len([name for name in names(tmp_path) if name.endswith(".part")]) == 2
    await (await SqliteStreams.open(tmp_path)).close()
    assert names(tmp_path) == {"tilth.db", "tilth.lock", "store.mark"}


async def test_a_restore_removes_remains_of_a_killed_one(tmp_path: Path) -> None:
    await stocked(tmp_path / "data")
    back_up(database_of(tmp_path / "data"), tmp_path / "copy")
    (tmp_path / "there").mkdir()
    kill_a_backup(tmp_path / "data", tmp_path / "there" / "tilth.db")
    restore(tmp_path / "copy", tmp_path / "there")
    assert names(tmp_path / "there") == {"tilth.db", "tilth.lock", "store.mark"}


async def test_files_of_others_and_copies_under_way_stay(tmp_path: Path) -> None:
    await stocked(tmp_path / "data", 10)
    folder = tmp_path / "backups"
    folder.mkdir()
    ended = ended_process()
    with closing(sqlite3.connect(folder / f"other.{ended}.part")) as other:
        other.execute("CREATE TABLE theirs (id)")
    (folder / f"other.{ended}.part").chmod(0o600)
    film = folder / f"film.{ended}.part"
    film.write_bytes(b"half a film")
    film.chmod(0o600)
    (folder / f"empty.{ended}.part").touch(0o600)
    back_up(database_of(tmp_path / "data"), folder / f"shared.{ended}.part")
    (folder / f"shared.{ended}.part").chmod(0o644)
    back_up(database_of(tmp_path / "data"), folder / f"running.{os.getppid()}.part")
    (folder / f"folder.{ended}.part").mkdir()
    (folder / f"link.{ended}.part").symlink_to(folder / f"running.{os.getppid()}.part")
    before = names(folder)
    back_up(database_of(tmp_path / "data"), folder / "copy")
    assert names(folder) == {*before, "copy"}


@pytest.mark.parametrize("fault", ["unwritable", "no store"])
async def test_a_backup_that_fails_leaves_nothing(tmp_path: Path, fault: str) -> None:
    store = await SqliteStreams.open(tmp_path / "data")
    await store.append("match/1", 0, bodies(3))
    await store.close()
    if fault == "no store":
        database_of(tmp_path / "data").write_bytes(b"not a database at all" * 300)
        file = tmp_path / "copy"
    else:
        file = tmp_path / "folder"
        file.mkdir()
    with pytest.raises(StoreFailed):
        back_up(database_of(tmp_path / "data"), file)
    assert not [name for name in names(tmp_path) if ".part" in name]
