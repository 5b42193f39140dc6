"""Backups of what is new, in a folder: each is small, and together they give the store back as it was at the last."""

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.contracts.streams import bodies
from tests.store.moving import content_of, move_streams
from tilth_server.store import IndexRow, KeptValue, StoreFailed, StoreInUse
from tilth_server.store.sqlite import SqliteEngine, SqliteStreams
from tilth_server.store.sqlite.data_directory import lock_file

STREAMS = 6


async def play(data: Path, first: int, length: int, streams: int = STREAMS) -> None:
    """Write further records, rows that change, and values, one of which is erased."""
    store = await SqliteStreams.open(data)
    for number in range(first, first + length):
        for which in range(streams):
            row = IndexRow("match", f"m{which}", number, (f"at:{number % 3}", "all"), (f"key:{which}",))
            keeps = [KeptValue(f"name/{which}", b"%d" % number if which else b"")]
            before = number if which < STREAMS else number - 15
            await store.append(f"match/{which}", before, bodies(1, number), keeps, [row])
    await store.close()


@pytest.fixture
async def data(tmp_path: Path) -> Path:
    await play(tmp_path / "data", 0, 10)
    return tmp_path / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def state_of(data: Path) -> dict[str, object]:
    """Return everything that a store holds, by table; tables by which rows are found as what they say."""
    selects = {
        "streams": "SELECT * FROM streams ORDER BY id",
        "kept": "SELECT * FROM kept ORDER BY id",
        "rows": "SELECT * FROM index_rows ORDER BY id",
        "entries": "SELECT name, index_tags.tag, sum, place, key, row FROM index_entries AS entry"
        " JOIN index_tags ON index_tags.id = entry.tag ORDER BY 1, 2, 4, 5",
        "keys": "SELECT * FROM index_unique_keys ORDER BY 1, 2",
        "bundles": "SELECT * FROM bundles ORDER BY id",
        "archived": "SELECT * FROM archived ORDER BY stream",
        "records": "SELECT stream, number, body, hash FROM records ORDER BY stream, number",
    }
    with closing(sqlite3.connect(data / "tilth.db")) as database:
        found: dict[str, object] = {name: database.execute(sql).fetchall() for name, sql in selects.items()}
    files = {file.name: file.read_bytes() for file in sorted((data / "archive").glob("bundle-*.tilth"))}
    return found | {"content": content_of(data), "files": files}


def restored(folder: Path, there: Path) -> dict[str, object]:
    """Return everything that a store holds which is restored from a folder."""
    shutil.rmtree(there, ignore_errors=True)
    SqliteEngine(there).restore(folder)
    return state_of(there)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.is_file() and file.name != "backup.lock")


async def test_the_store_at_each_backup_comes_back_from_the_files_up_to_it(
    data: Path, folder: Path, tmp_path: Path
) -> None:
    steps: list[Callable[[], Awaitable[None] | object]] = [
        lambda: None,
        lambda: play(data, 10, 5),
        lambda: move_streams(data, ["match/1", "match/2"]),
        lambda: play(data, 15, 5, streams=9),
        lambda: move_streams(data, ["match/0", "match/7"]),
        lambda: play(data, 20, 2),
    ]
    states = []
    for number, step in enumerate(steps):
        done = step()
        if isinstance(done, Awaitable):
            await done
        made = SqliteEngine(data).back_up_into(folder)
        assert made == folder / f"{number:04d}.{'increment' if number else 'full'}"
        states.append(state_of(data))
    assert SqliteEngine(data).back_up_into(folder) is None, "nothing is new"
    for number in reversed(range(len(steps))):
        assert restored(folder, tmp_path / "there") == states[number]
        assert SqliteEngine(data).verify_backup(folder) == len(states[number]["streams"])  # type: ignore[arg-type]
        (folder / names(folder)[-1]).unlink()


async def test_records_that_take_the_places_of_moved_ones_come_back(
    data: Path, folder: Path, tmp_path: Path
) -> None:
    SqliteEngine(data).back_up_into(folder)
    move_streams(data, [f"match/{which}" for which in range(STREAMS)])
    await play(data, 10, 2)
    SqliteEngine(data).back_up_into(folder)
    assert restored(folder, tmp_path / "there") == state_of(data)


async def test_an_increment_is_as_large_as_what_is_new(data: Path, folder: Path) -> None:
    store = await SqliteStreams.open(data)
    await store.append("match/large", 0, [bytes(1000)] * 3000)
    await store.close()
    engine = SqliteEngine(data)
    full = engine.back_up_into(folder)
    await play(data, 10, 1)
    increment = engine.back_up_into(folder)
    assert full is not None
    assert increment is not None
    assert full.stat().st_size > 3_000_000
    assert increment.stat().st_size < 200_000
    assert (full.stat().st_mode | increment.stat().st_mode) & 0o077 == 0


async def test_rows_of_an_index_that_was_built_again_come_back(
    data: Path, folder: Path, tmp_path: Path
) -> None:
    SqliteEngine(data).back_up_into(folder)
    store = await SqliteStreams.open(data)

    async def rows() -> AsyncIterator[IndexRow]:
        for which in (4, 2, 1):
            yield IndexRow("match", f"m{which}", which, ("all",), (f"key:{5 - which}",))

    assert await store.index.rebuild("match", rows()) == 3
    await store.close()
    SqliteEngine(data).back_up_into(folder)
    assert restored(folder, tmp_path / "there") == state_of(data)
    store = await SqliteStreams.open(tmp_path / "there")
    assert await store.index.verify("match", rows()) == []
    await store.close()


async def test_a_backup_that_is_missing_or_of_another_store_is_noticed(
    data: Path, folder: Path, tmp_path: Path
) -> None:
    engine = SqliteEngine(data)
    for number in range(3):
        engine.back_up_into(folder)
        await play(data, 10 + number, 1)
    (folder / "0001.increment").rename(tmp_path / "kept")
    for call in (engine.back_up_into, engine.verify_backup, SqliteEngine(tmp_path / "there").restore):
        with pytest.raises(StoreFailed, match=r"0001.increment is missing"):
            call(folder)
    (folder / "0002.increment").rename(folder / "0001.increment")
    with pytest.raises(StoreFailed, match="does not follow the backup before it"):
        engine.verify_backup(folder)
    (folder / "0001.increment").unlink()
    store = await SqliteStreams.open(tmp_path / "other")
    for which in range(STREAMS):
        await store.append(f"match/{which}", 0, bodies(20, 1))
    await store.close()
    await play(tmp_path / "older", 0, 3)
    for name in ("other", "older"):
        with pytest.raises(StoreFailed, match="holds backups of another store"):
            SqliteEngine(tmp_path / name).back_up_into(folder)
    with pytest.raises(StoreFailed, match="holds no backup"):
        SqliteEngine(tmp_path / "there").restore(tmp_path / "other")
    assert not (tmp_path / "there").exists()
    assert names(folder) == ["0000.full"]


async def test_a_damaged_increment_or_bundle_is_refused_and_leaves_nothing(
    data: Path, folder: Path, tmp_path: Path
) -> None:
    engine, there = SqliteEngine(data), SqliteEngine(tmp_path / "there")
    engine.back_up_into(folder)
    move_streams(data, ["match/1"])
    await play(data, 10, 2)
    made = engine.back_up_into(folder)
    assert made is not None
    with closing(sqlite3.connect(made)) as increment, increment:
        increment.execute(
            "UPDATE records SET body = X'00' WHERE position = (SELECT max(position) FROM records)"
        )
    for call in (engine.verify_backup, there.restore):
        with pytest.raises(StoreFailed, match="the copy is damaged: record 11 of stream"):
            call(folder)
    assert not (tmp_path / "there").exists()
    made.unlink()
    engine.back_up_into(folder)
    bundle = folder / "archive" / "bundle-000001.tilth"
    bundle.write_bytes(bundle.read_bytes()[:-40] + bytes(40))
    with pytest.raises(StoreFailed, match="damaged"):
        there.restore(folder)
    assert not (tmp_path / "there").exists()


async def test_one_backup_at_a_time_is_made_in_a_folder(data: Path, folder: Path) -> None:
    SqliteEngine(data).back_up_into(folder)
    lock = lock_file(folder / "backup.lock")
    assert lock is not None
    with pytest.raises(StoreInUse, match="another backup"):
        SqliteEngine(data).back_up_into(folder)
    os.close(lock)


async def test_an_increment_is_of_one_moment_though_the_store_is_written_to(
    data: Path, folder: Path, tmp_path: Path
) -> None:
    """A stream grows together with its row: in the backup the row fits the stream."""
    SqliteEngine(data).back_up_into(folder)
    store = await SqliteStreams.open(data)
    stop, written = asyncio.Event(), 0

    async def write() -> None:
        nonlocal written
        while not stop.is_set():
            row = IndexRow("match", "left", written)
            await store.append("match/left", written, bodies(1, written), rows=[row])
            written += 1

    def wait_for_a_write(_done: int, _total: int) -> None:
        before, latest = written, time.monotonic() + 30
        while written == before and time.monotonic() < latest:
            time.sleep(0.001)

    writing = asyncio.create_task(write())
    while not written:  # noqa: ASYNC110
        await asyncio.sleep(0)
    await asyncio.to_thread(SqliteEngine(data).back_up_into, folder, wait_for_a_write)
    stop.set()
    await writing
    await store.close()
    SqliteEngine(tmp_path / "there").restore(folder)
    store = await SqliteStreams.open(tmp_path / "there")
    row = await store.index.find("match", "left")
    assert row is not None
    assert row.order + 1 == (await store.head("match/left")).length
    await store.close()
