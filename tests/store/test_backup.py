"""Copies of a store: taken while it is written to, put in the place of one that is lost, refused when damaged."""

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.contracts.streams import bodies, set_outcome_of
from tilth_server.store import Append, StoreError, StoreFailed
from tilth_server.store.sqlite import SqliteStreams
from tilth_server.store.sqlite.backup import back_up, database_of, verify_copy
from tilth_server.store.sqlite.restoring import restore


async def stocked(data: Path, streams: int = 20, length: int = 50) -> SqliteStreams:
    store = await SqliteStreams.open(data)
    for number in range(streams):
        await store.append(f"match/{number}", 0, bodies(length))
    return store


async def all_of(store: SqliteStreams) -> dict[str, list[tuple[bytes, bytes]]]:
    return {
        name: [(record.body, record.hash) async for record in store.read(name)]
        for name, _ in await store.names()
    }


async def restored(file: Path, data: Path) -> dict[str, list[tuple[bytes, bytes]]]:
    restore(file, data)
    store = await SqliteStreams.open(data)
    try:
        return await all_of(store)
    finally:
        await store.close()


async def test_a_restored_store_holds_the_same_bytes(tmp_path: Path) -> None:
    store = await stocked(tmp_path / "here")
    file = tmp_path / "copy"
    back_up(database_of(tmp_path / "here"), file)
    was = await all_of(store)
    await store.append("match/0", 50, bodies(1))
    await store.close()
    assert await restored(file, tmp_path / "there") == was


async def test_a_copy_is_of_one_moment_though_it_is_written_to_all_the_while(tmp_path: Path) -> None:
    """Two streams grow together, in one transaction each time: in the copy they are equally long."""
    store = await stocked(tmp_path / "here", 100, 500)
    written, ten, stop = 0, asyncio.Event(), asyncio.Event()

    async def write() -> None:
        nonlocal written
        while not stop.is_set():
            durable: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
            both = [_append(name, written) for name in ("left", "right")]
            store.put(both, set_outcome_of(durable))
            assert await durable is None
            written += 1
            if written == 10:
                ten.set()

    writing = asyncio.create_task(write())
    seen: list[int] = []

    def wait_for_a_write(_done: int, _total: int) -> None:
        """Hold the copy after its first part until something has been written."""
        seen.append(written)
        latest = monotonic() + 30
        while written == seen[0] and monotonic() < latest:
            sleep(0.001)

    await ten.wait()
    await asyncio.to_thread(back_up, database_of(tmp_path / "here"), tmp_path / "copy", wait_for_a_write)
    stop.set()
    await writing
    await store.close()
    assert len(seen) > 2
    assert seen[-1] > seen[0], "nothing was written during the backup, so the test shows nothing"
    found = await restored(tmp_path / "copy", tmp_path / "there")
    assert len(found["left"]) == len(found["right"]) >= 10
    assert len(found["left"]) <= seen[0] + 1, "the copy is of the moment it began, and did not begin again"


def _append(stream: str, length: int) -> Append:
    return Append(stream, length, bodies(1))


async def test_a_copy_is_one_file_that_only_its_owner_can_read(tmp_path: Path) -> None:
    store = await stocked(tmp_path / "here")
    (tmp_path / "out").mkdir()
    back_up(database_of(tmp_path / "here"), tmp_path / "out" / "copy")
    await store.close()
    (copy,) = (tmp_path / "out").iterdir()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


async def test_a_copy_that_is_verified_stays_as_it_is(tmp_path: Path) -> None:
    store = await stocked(tmp_path / "here")
    await store.close()
    (tmp_path / "out").mkdir()
    back_up(database_of(tmp_path / "here"), tmp_path / "out" / "copy")
    (tmp_path / "out" / "copy").chmod(0o400)
    before = (tmp_path / "out" / "copy").read_bytes()
    assert verify_copy(tmp_path / "out" / "copy") == 20
    assert (tmp_path / "out" / "copy").read_bytes() == before
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["copy"], "no log beside it"


async def test_a_store_is_never_overwritten_by_a_copy(tmp_path: Path) -> None:
    store = await stocked(tmp_path / "here")
    back_up(database_of(tmp_path / "here"), tmp_path / "copy")
    with pytest.raises(StoreFailed, match="in use"):
        restore(tmp_path / "copy", tmp_path / "here")
    await store.close()
    with pytest.raises(StoreFailed, match="holds a store already"):
        restore(tmp_path / "copy", tmp_path / "here")


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE records SET body = X'00' WHERE position = 77",
        "DELETE FROM records WHERE position = 77",
        "UPDATE streams SET length = length - 1 WHERE id = 3",
    ],
    ids=["altered", "missing", "shortened"],
)
async def test_a_damaged_copy_is_refused_and_leaves_nothing(tmp_path: Path, damage: str) -> None:
    store = await stocked(tmp_path / "here")
    await store.close()
    back_up(database_of(tmp_path / "here"), tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy")) as copy, copy:
        copy.execute(damage)
    with pytest.raises(StoreFailed, match="the copy is damaged"):
        verify_copy(tmp_path / "copy")
    with pytest.raises(StoreFailed, match="the copy is damaged"):
        restore(tmp_path / "copy", tmp_path / "there")
    assert not (tmp_path / "there").exists()


async def test_a_file_that_is_no_copy_is_refused(tmp_path: Path) -> None:
    (tmp_path / "copy").write_bytes(b"hello" * 1000)
    with pytest.raises(StoreFailed):
        restore(tmp_path / "copy", tmp_path / "there")
    with pytest.raises(StoreFailed, match="no store"):
        back_up(database_of(tmp_path / "nowhere"), tmp_path / "copy")
    with pytest.raises(StoreFailed, match="no file"):
        restore(tmp_path / "nothing", tmp_path / "there")
