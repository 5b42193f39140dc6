"""A database that is older than its directory is noticed: the mark beside it says how far the store had come."""

import asyncio
import json
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.contracts.streams import bodies
from tests.store.programs import start
from tilth_server.store import OlderStore
from tilth_server.store.sqlite import SqliteStreams
from tilth_server.store.sqlite.backup import back_up, database_of
from tilth_server.store.sqlite.mark import FILE, Mark, StoreSize
from tilth_server.store.sqlite.restoring import restore


async def stocked(data: Path, streams: int = 5, length: int = 20) -> SqliteStreams:
    store = await SqliteStreams.open(data)
    for number in range(streams):
        await store.append(f"match/{number}", 0, bodies(length))
    return store


def marked(data: Path) -> Mark:
    mark = Mark.read(data)
    assert mark is not None
    return mark


async def until_marked(data: Path, reached: StoreSize) -> None:
    def wait() -> None:
        while marked(data).size != reached:
            time.sleep(0.02)

    await asyncio.to_thread(wait)


async def test_a_closed_store_is_marked_with_all_it_holds(tmp_path: Path) -> None:
    store = await stocked(tmp_path)
    assert not marked(tmp_path).clean
    await store.close()
    assert marked(tmp_path) == Mark(StoreSize(5, 100), clean=True)
    await (await SqliteStreams.open(tmp_path)).close()
    assert marked(tmp_path) == Mark(StoreSize(5, 100), clean=True)


async def test_a_running_store_is_marked_soon_after_a_commit(tmp_path: Path) -> None:
    store = await stocked(tmp_path)
    await until_marked(tmp_path, StoreSize(5, 100))
    await store.append("match/0", 20, bodies(3))
    await until_marked(tmp_path, StoreSize(5, 103))
    await store.close()


async def test_puts_that_are_refused_are_not_counted(tmp_path: Path) -> None:
    store = await stocked(tmp_path)
    outcomes = await asyncio.gather(
        store.append("match/0", 20, bodies(1)),
        store.append("match/1", 7, bodies(1)),
        store.append("born/never", 1, bodies(1)),
        store.append("born/now", 0, bodies(2)),
        return_exceptions=True,
    )
    assert [outcome is None for outcome in outcomes] == [True, False, False, True]
    await store.close()
    assert marked(tmp_path).size == StoreSize(6, 103)
    await (await SqliteStreams.open(tmp_path)).close()


async def test_an_older_copy_in_its_place_is_refused_with_the_missing_numbers(tmp_path: Path) -> None:
    store = await stocked(tmp_path)
    await store.close()
    shutil.copy(database_of(tmp_path), tmp_path / "older")
    store = await SqliteStreams.open(tmp_path)
    await store.append("match/0", 20, bodies(7))
    await store.append("match/new", 0, bodies(1))
    await store.close()
    shutil.copy(tmp_path / "older", database_of(tmp_path))
    with pytest.raises(
        OlderStore, match=r"8 records and 1 stream are missing .*--accept-older-store"
    ) as refused:
        await SqliteStreams.open(tmp_path)
    assert "closed cleanly" in str(refused.value)
    await (await SqliteStreams.open(tmp_path, accept_older=True)).close()
    assert marked(tmp_path) == Mark(StoreSize(5, 100), clean=True)
    await (await SqliteStreams.open(tmp_path)).close()


async def test_an_empty_database_is_refused_and_the_log_beside_it_is_kept(tmp_path: Path) -> None:
    """The log may hold everything, and SQLite throws away a log beside an empty database."""
    store = await stocked(tmp_path / "data")
    killed = tmp_path / "killed"
    await until_marked(tmp_path / "data", StoreSize(5, 100))
    shutil.copytree(tmp_path / "data", killed)
    await store.close()
    database = database_of(killed)
    good = database.read_bytes()
    log = database.with_name(database.name + "-wal").read_bytes()
    assert log
    database.write_bytes(b"")
    with pytest.raises(OlderStore, match="100 records and 5 streams are missing"):
        await SqliteStreams.open(killed)
    assert database.with_name(database.name + "-wal").read_bytes() == log
    database.write_bytes(good)
    await (await SqliteStreams.open(killed)).close()


async def test_a_deleted_log_is_noticed(tmp_path: Path) -> None:
    store = await stocked(tmp_path / "data")
    await until_marked(tmp_path / "data", StoreSize(5, 100))
    shutil.copytree(tmp_path / "data", tmp_path / "killed")
    await store.close()
    database = database_of(tmp_path / "killed")
    database.with_name(database.name + "-wal").unlink()
    with pytest.raises(OlderStore, match=r"100 records and 5 streams .*tilth.db-wal is gone"):
        await SqliteStreams.open(tmp_path / "killed")


async def test_a_killed_store_opens_whatever_was_under_way(tmp_path: Path) -> None:
    """The mark never claims what was not durable: what is there is never less than what it says."""
    for _ in range(3):
        process = start("append", tmp_path / "data")
        assert process.stdout is not None
        for _ in range(60):
            assert process.stdout.readline()
        process.kill()
        process.communicate(timeout=60)
        mark = marked(tmp_path / "data")
        assert not mark.clean
        store = await SqliteStreams.open(tmp_path / "data")
        lengths = [length for _, length in await store.names()]
        await store.close()
        assert (len(lengths), sum(lengths)) >= mark.size


async def test_a_directory_of_an_earlier_build_has_no_mark_and_opens(tmp_path: Path) -> None:
    await (await stocked(tmp_path)).close()
    (tmp_path / FILE).unlink()
    await (await SqliteStreams.open(tmp_path)).close()
    assert marked(tmp_path) == Mark(StoreSize(5, 100), clean=True)


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"streams": 1, "records": null, "clean": true}'])
async def test_an_unreadable_mark_is_refused_unless_accepted(tmp_path: Path, content: str) -> None:
    await (await stocked(tmp_path)).close()
    (tmp_path / FILE).write_text(content)
    with pytest.raises(OlderStore, match=r"store.mark cannot be read"):
        await SqliteStreams.open(tmp_path)
    await (await SqliteStreams.open(tmp_path, accept_older=True)).close()
    assert json.loads((tmp_path / FILE).read_text())["records"] == 100


async def test_a_restored_copy_writes_the_mark_and_takes_no_foreign_log(tmp_path: Path) -> None:
    store = await stocked(tmp_path / "data")
    back_up(database_of(tmp_path / "data"), tmp_path / "copy")
    await store.append("match/0", 20, bodies(500))
    await until_marked(tmp_path / "data", StoreSize(5, 600))
    shutil.copytree(tmp_path / "data", tmp_path / "lost")
    await store.close()
    database_of(tmp_path / "lost").unlink()
    restore(tmp_path / "copy", tmp_path / "lost")
    assert marked(tmp_path / "lost") == Mark(StoreSize(5, 100), clean=True)
    store = await SqliteStreams.open(tmp_path / "lost")
    assert sum(length for _, length in await store.names()) == 100
    await store.close()


async def test_a_damaged_record_is_not_taken_for_an_older_store(tmp_path: Path) -> None:
    """One bad record keeps its match from being served, and nothing else."""
    await (await stocked(tmp_path)).close()
    with closing(sqlite3.connect(database_of(tmp_path))) as damaged, damaged:
        damaged.execute("DELETE FROM records WHERE position >= 99")
    await (await SqliteStreams.open(tmp_path)).close()
