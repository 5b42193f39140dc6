"""Streams whose records were moved into bundles: they are read, continued, verified and backed up as before."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.contracts.streams import bodies, chain_of, read_all
from tests.store.moving import content_of, count, move_streams, move_with
from tests.store.programs import NOBODY
from tilth_server.store import Append, BrokenChain, HeadConflict, StoreFailed, StoreInUse, report_outcome
from tilth_server.store.sqlite import SqliteEngine, SqliteStreams
from tilth_server.store.sqlite import mover as sqlite_mover
from tilth_server.store.sqlite.backup import back_up, database_of, verify_copy
from tilth_server.store.sqlite.reader import PAGE_RECORDS
from tilth_server.store.sqlite.restoring import restore

LONG = 2 * PAGE_RECORDS + 7
MOVED = ["match/0", "match/1", "match/long"]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStreams]:
    """Open a store whose streams were written at the same time, so that their records lie among each other."""
    store = await SqliteStreams.open(tmp_path / "data")
    for number in range(30):
        await asyncio.gather(
            *(store.append(f"match/{which}", number, bodies(1, number)) for which in range(4))
        )
    await store.append("match/long", 0, bodies(LONG))
    yield store
    await store.close()


@pytest.fixture
def data(store: SqliteStreams, tmp_path: Path) -> Path:
    return tmp_path / "data"


async def test_moved_records_are_read_as_before_from_every_record_on(
    store: SqliteStreams, data: Path
) -> None:
    before = content_of(data)
    moved = move_streams(data, MOVED)
    assert (moved.streams, moved.records) == (3, 60 + LONG)
    assert count(data, "SELECT count(*) FROM records") == 60, "the records have left the database"
    assert content_of(data) == before
    for start in (0, 1, PAGE_RECORDS - 1, PAGE_RECORDS, LONG - 1, LONG, LONG + 5):
        assert await read_all(store, "match/long", start) == bodies(LONG)[start:]
        assert await read_all(store, "match/long", start, 3) == bodies(LONG)[start : start + 3]
    with SqliteEngine(data).mover() as mover:
        assert mover.reader.bodies("match/long") == bodies(LONG)
    head = await store.verify("match/0")
    assert (head.length, head.hash) == (30, chain_of("match/0", bodies(30))[-1])
    assert await store.head("match/0") == head


async def test_a_moved_stream_gets_further_records(store: SqliteStreams, data: Path) -> None:
    move_streams(data, MOVED)
    with pytest.raises(HeadConflict):
        await _append_after(store, "match/0", b"another head")
    await store.append("match/0", 30, bodies(2, 30))
    await store.append("match/0", 32, bodies(600, 32))
    assert await read_all(store, "match/0") == bodies(632)
    for start in (1, 29, 30, 31, 600):
        assert await read_all(store, "match/0", start) == bodies(632)[start:]
    with SqliteEngine(data).mover() as mover:
        assert mover.reader.bodies("match/0") == bodies(632)
    await store.close()
    again = await SqliteStreams.open(data)
    await again.append("match/1", 30, bodies(1, 30))
    await again.append("match/0", 632, bodies(1, 632))
    assert (await again.verify("match/0")).length == 633
    await again.close()


async def _append_after(store: SqliteStreams, stream: str, head: bytes) -> None:
    durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    store.put((Append(stream, 30, bodies(1), head),), partial(report_outcome, durable))
    await durable


async def test_readers_find_every_record_while_it_is_moved(store: SqliteStreams, data: Path) -> None:
    before = content_of(data)
    seen: list[int] = []
    with SqliteEngine(data).mover() as mover:
        move = mover.move

        def watched(draft: object) -> object:
            def look(done: int, _total: int) -> None:
                seen.append(done)
                assert content_of(data) == before

            return move(draft, look)  # type: ignore[arg-type]

        mover.move = watched  # type: ignore[method-assign, assignment]
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(sqlite_mover, "POSITIONS_AT_ONCE", 30)
            patched.setattr(sqlite_mover, "MAX_AT_ONCE", 45)
            move_with(mover, MOVED)
    assert len(seen) > 20
    assert content_of(data) == before


async def test_a_server_writes_while_records_are_moved(store: SqliteStreams, data: Path) -> None:
    stop = asyncio.Event()
    written = 0

    async def write() -> None:
        nonlocal written
        while not stop.is_set():
            await store.append("match/busy", written, bodies(1, written))
            written += 1

    writing = asyncio.create_task(write())
    while written < 10:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    await asyncio.to_thread(move_streams, data, MOVED)
    done = written
    while written < done + 10:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    stop.set()
    await writing
    assert await read_all(store, "match/busy") == bodies(written)
    assert await read_all(store, "match/0") == bodies(30)


async def test_a_damaged_bundle_is_noticed_and_damages_no_other_stream(
    store: SqliteStreams, data: Path
) -> None:
    move_streams(data, MOVED)
    (bundle,) = (data / "archive").glob("bundle-*")
    place = count(
        data, "SELECT place + size / 2 FROM archived JOIN streams ON id = stream WHERE name = 'match/1'"
    )
    content = bytearray(bundle.read_bytes())
    content[place] ^= 1
    bundle.write_bytes(content)
    assert await read_all(store, "match/0") == bodies(30)
    with pytest.raises(BrokenChain, match=r"record 0 of stream 'match/1' .*archive/bundle-000001"):
        await read_all(store, "match/1")
    with SqliteEngine(data).mover() as mover:
        assert mover.reader.bodies("match/1") is None
    bundle.unlink()
    with pytest.raises(BrokenChain, match="is damaged or missing"):
        await read_all(store, "match/long")
    assert await read_all(store, "match/2") == bodies(30), "the others are in the database"
    with pytest.raises(StoreFailed, match="put a good copy in its place"):
        back_up(database_of(data), data.parent / "copy")


async def test_a_bundle_that_was_not_written_well_moves_nothing(store: SqliteStreams, data: Path) -> None:
    before = content_of(data)
    with SqliteEngine(data).mover() as mover:
        move = mover.move

        def harmed(draft: sqlite_mover.Draft) -> object:
            with draft.unfinished.open("r+b") as file:
                file.seek(draft.parts[1].place + 9)
                file.write(b"\0\1\2")
            return move(draft)

        mover.move = harmed  # type: ignore[method-assign, assignment]
        with pytest.raises(StoreFailed, match="nothing is moved"):
            move_with(mover, MOVED)
        assert not [*(data / "archive").glob("bundle*")]
    assert content_of(data) == before
    assert count(data, "SELECT count(*) FROM archived") == 0


async def test_a_bundle_with_other_records_than_the_store_moves_nothing(
    store: SqliteStreams, data: Path
) -> None:
    before = content_of(data)
    with SqliteEngine(data).mover() as mover:
        bodies_of = mover.reader.bodies
        mover.reader.bodies = lambda stream: [*bodies_of(stream)[:-1], b"another"]  # type: ignore[method-assign, index]
        with pytest.raises(StoreFailed, match="does not hold the records of match/0: nothing is moved"):
            move_with(mover, MOVED)
    assert content_of(data) == before


async def test_a_bundle_that_a_power_cut_has_left_without_its_name_gets_it_back(
    store: SqliteStreams, data: Path
) -> None:
    before = content_of(data)
    move_streams(data, MOVED)
    bundle = data / "archive" / "bundle-000001.tilth"
    bundle.rename(f"{bundle}.12345.part")
    with closing(sqlite3.connect(data / "tilth.db")) as database, database:
        database.execute("UPDATE bundles SET is_emptied = 0")
    with SqliteEngine(data).mover() as mover:
        assert mover.resume() == []
    assert content_of(data) == before


async def test_a_bundle_of_a_newer_store_is_named_and_stays(store: SqliteStreams, data: Path) -> None:
    (data / "archive").mkdir()
    loose = data / "archive" / "bundle-000007.tilth"
    loose.write_bytes(b"the only copy")
    with SqliteEngine(data).mover() as mover:
        (sentence,) = mover.resume()
        assert sentence.startswith(f"{loose} belongs to no match of the store")
        move_with(mover, MOVED)
    assert sorted(file.name for file in (data / "archive").glob("bundle*")) == [
        "bundle-000007.tilth",
        "bundle-000008.tilth",
    ]


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can give a file away")
async def test_a_user_whose_bundles_the_server_could_not_read_is_refused(
    store: SqliteStreams, data: Path
) -> None:
    os.chown(data / "tilth.db", NOBODY, -1)
    with pytest.raises(StoreFailed, match="belongs to another user: run this as that user"):
        SqliteEngine(data).mover()
    os.chown(data / "tilth.db", 0, -1)


async def test_one_mover_at_a_time(store: SqliteStreams, data: Path) -> None:
    with SqliteEngine(data).mover(), pytest.raises(StoreInUse, match="archived by another process"):
        SqliteEngine(data).mover()
    with SqliteEngine(data).mover():
        pass


async def test_a_backup_in_one_file_holds_the_bundles_and_a_restored_store_is_small(
    store: SqliteStreams, data: Path, tmp_path: Path
) -> None:
    before = content_of(data)
    move_streams(data, MOVED[:2])
    move_streams(data, MOVED[2:])
    copy = tmp_path / "copy"
    back_up(database_of(data), copy)
    assert verify_copy(copy) == 5
    restore(copy, tmp_path / "there")
    assert content_of(tmp_path / "there") == before
    bundles = [
        {file.name: file.read_bytes() for file in (each / "archive").glob("bundle-*")}
        for each in (data, tmp_path / "there")
    ]
    assert bundles[0] == bundles[1]
    assert len(bundles[0]) == 2
    assert count(tmp_path / "there", "SELECT count(*) FROM bundle_pieces") == 0
    assert count(tmp_path / "there", "PRAGMA freelist_count") == 0, "the room of the moved records came back"
    again = await SqliteStreams.open(tmp_path / "there")
    await again.append("match/0", 30, bodies(1, 30))
    assert await read_all(again, "match/0") == bodies(31)
    await again.close()


async def test_a_backup_whose_bundles_are_damaged_is_refused_and_leaves_nothing(
    store: SqliteStreams, data: Path, tmp_path: Path
) -> None:
    move_streams(data, MOVED)
    copy = tmp_path / "copy"
    back_up(database_of(data), copy)
    with closing(sqlite3.connect(copy)) as database, database:
        body = bytearray(database.execute("SELECT body FROM bundle_pieces").fetchone()[0])
        body[len(body) // 2] ^= 1
        database.execute("UPDATE bundle_pieces SET body = ?", (bytes(body),))
    with pytest.raises(StoreFailed, match="the copy is damaged"):
        verify_copy(copy)
    with pytest.raises(StoreFailed, match="is damaged"):
        restore(copy, tmp_path / "there")
    assert not (tmp_path / "there").exists()


async def test_the_room_of_moved_records_is_used_again(store: SqliteStreams, data: Path) -> None:
    await store.append("match/large", 0, [b"%d" % number * 2000 for number in range(1000)])
    await store.scrub()
    move_streams(data, [*MOVED, "match/large"])
    await store.scrub()
    size = (data / "tilth.db").stat().st_size
    await store.append("match/next", 0, [b"%d" % number * 2000 for number in range(900)])
    await store.scrub()
    assert (data / "tilth.db").stat().st_size == size > 2_000_000
