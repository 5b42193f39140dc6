"""Conditions on the disk that an operator meets: modes, versions, a full disk, unwritable files, damaged files."""

import fcntl
import os
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer

import pytest

from tests.contracts.streams import bodies, put_all, read_all
from tests.store.programs import NOBODY, run
from tilth_server.store import Append, BrokenChain, StoreFailed, StoreInUse
from tilth_server.store.sqlite import SqliteStreams, migrations, schema


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def change(data: Path, script: str) -> None:
    with closing(sqlite3.connect(data / "tilth.db")) as database, database:
        database.executescript(script)


async def make(data: Path, lengths: dict[str, int]) -> None:
    streams = await SqliteStreams.open(data)
    for name, length in lengths.items():
        await streams.append(name, 0, bodies(length))
    await streams.close()


async def test_the_directory_is_made_and_nobody_else_may_look_inside(tmp_path: Path) -> None:
    data = tmp_path / "var" / "tilth"
    streams = await SqliteStreams.open(data)
    await streams.append("match/1", 0, bodies(1))
    assert mode_of(data) == 0o700
    files = {"tilth.db", "tilth.db-wal", "tilth.db-shm", "tilth.lock", "store.mark"}
    assert {path.name for path in data.iterdir()} - {"store.mark.new"} == files
    assert {mode_of(data / name) for name in files} == {0o600}
    await streams.close()


async def test_a_second_store_on_the_same_directory_is_refused_until_the_first_is_closed(
    tmp_path: Path,
) -> None:
    first = await SqliteStreams.open(tmp_path)
    with pytest.raises(StoreInUse, match=rf"in use by another server \(process {os.getpid()}\)"):
        await SqliteStreams.open(tmp_path)
    await first.append("match/1", 0, bodies(1))
    await first.close()
    second = await SqliteStreams.open(tmp_path)
    assert await read_all(second, "match/1") == bodies(1)
    await second.close()


async def test_a_directory_that_is_locked_for_a_moment_only_is_opened(tmp_path: Path) -> None:
    with (tmp_path / "tilth.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        Timer(0.2, fcntl.flock, (held, fcntl.LOCK_UN)).start()
        streams = await SqliteStreams.open(tmp_path)
        await streams.close()


async def test_a_file_of_a_newer_server_is_left_alone(tmp_path: Path) -> None:
    await make(tmp_path, {"match/1": 1})
    change(tmp_path, f"PRAGMA user_version = {migrations.VERSION + 1}")
    before = (tmp_path / "tilth.db").read_bytes()
    with pytest.raises(
        StoreFailed,
        match=rf"tilth.db was written by a newer server \(its schema is {migrations.VERSION + 1}, this server",
    ):
        await SqliteStreams.open(tmp_path)
    assert (tmp_path / "tilth.db").read_bytes() == before
    change(tmp_path, f"PRAGMA user_version = {migrations.VERSION}")
    await (await SqliteStreams.open(tmp_path)).close()


async def test_a_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    change(tmp_path, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(
        StoreFailed, match=r"tilth.db is an SQLite file of something else: choose another data directory"
    ):
        await SqliteStreams.open(tmp_path)


async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "tilth.db").write_bytes(b"This is a shopping list. " * 100)
    with pytest.raises(
        StoreFailed, match=r"tilth.db: file is not a database \(the file is damaged or isn't a store"
    ):
        await SqliteStreams.open(tmp_path)
    assert (tmp_path / "tilth.db").read_bytes().startswith(b"This is a shopping list.")


@pytest.fixture
def public_path() -> Iterator[Path]:
    """A directory in which every user may look around; pytest's own are private."""
    with TemporaryDirectory() as directory:
        path = Path(directory)
        path.chmod(0o755)
        yield path


@pytest.mark.parametrize("file_name", ["data", "data/tilth.db", "data/tilth.lock"])
async def test_a_path_that_cannot_be_written_is_named_at_the_start(public_path: Path, file_name: str) -> None:
    data = public_path / "data"
    await make(data, {"match/1": 1})
    if os.geteuid() == 0:
        for path in (data, *data.iterdir()):
            os.chown(path, NOBODY, NOBODY)
    assert run("open-as-nobody", data) == ["opened"]
    named = public_path / file_name
    if named == data:
        named = data / "tilth.lock"
        named.unlink()
        data.chmod(0o555)
    else:
        named.chmod(0o444)
    assert run("open-as-nobody", data) == [
        f"cannot write {named} (Permission denied): let the server's user write there,"
        " or choose another data directory"
    ]


async def test_a_directory_in_a_place_that_may_not_be_looked_into_is_named(public_path: Path) -> None:
    (public_path / "private").mkdir(mode=0o000)
    assert run("open-as-nobody", public_path / "private" / "data") == [
        f"cannot write {public_path}/private/data (Permission denied): let the server's user write there,"
        " or choose another data directory"
    ]


async def test_a_directory_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(StoreFailed, match=r"cannot write .*/data \(File exists\)"):
        await SqliteStreams.open(tmp_path / "data")


def test_files_that_may_not_grow_fail_the_put_and_no_more(tmp_path: Path) -> None:
    failures, message, kept, afterwards = run("fill-file-size", tmp_path / "data")
    assert failures == "2"
    assert message.endswith("(look after the disk: it is full, over a quota, or failing)")
    assert kept == "[0, 0]"
    assert afterwards == "[1, 1]"


IN_A_NAMESPACE = ("unshare", "--map-root-user", "--mount", "--", "sh", "-c")
SMALL_DISK = 'mount -t tmpfs -o size=1500k none "$0" && exec "$@"'


def test_a_full_disk_fails_the_put_and_the_server_continues_when_there_is_room(tmp_path: Path) -> None:
    probe = subprocess.run([*IN_A_NAMESPACE, SMALL_DISK, tmp_path, "true"], check=False, capture_output=True)
    if probe.returncode != 0:
        pytest.skip(
            "this system lets nobody mount a small disk; the file size limit and the page limit stand for it"
        )
    disk = (*IN_A_NAMESPACE, SMALL_DISK, str(tmp_path))
    failures, message, kept, afterwards = run("fill-disk", tmp_path / "data", before=disk)
    assert failures == "2"
    assert message == (
        f"{tmp_path}/data/tilth.db: database or disk is full (make room on the disk; then the server continues)"
    )
    assert kept == "[0, 0]"
    assert afterwards == "[1, 1]"


async def test_a_transaction_that_finds_no_room_fails_all_its_puts_and_their_tips_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "PRAGMAS", (*schema.PRAGMAS, "max_page_count = 30"))
    streams = await SqliteStreams.open(tmp_path)
    await streams.append("match/1", 0, bodies(1))
    large = b"x" * 200_000
    outcomes = await put_all(
        streams,
        [
            [Append("match/1", 1, [b"small"])],
            [Append("match/2", 0, [large])],
            [Append("match/1", 2, [b"small"])],
        ],
    )
    assert [str(outcome) for outcome in outcomes] == [
        f"{tmp_path}/tilth.db: database or disk is full (make room on the disk; then the server continues)"
    ] * 3
    assert (
        await put_all(streams, [[Append("match/1", 1, [b"small"])], [Append("match/2", 0, [b"small"])]])
        == [None] * 2
    )
    assert await read_all(streams, "match/1") == [b"body 0", b"small"]
    assert await read_all(streams, "match/2") == [b"small"]
    await streams.close()


async def test_a_record_torn_on_the_disk_is_named_and_the_rest_is_served(tmp_path: Path) -> None:
    await make(tmp_path, {"match/1": 100, "match/2": 100})
    database = tmp_path / "tilth.db"
    content = database.read_bytes()
    assert content.count(b"body 42") == 2
    database.write_bytes(content.replace(b"body 42", b"body\0\0\0", 1))
    streams = await SqliteStreams.open(tmp_path)
    with pytest.raises(BrokenChain, match="record 42 of stream 'match/1' is not what was written"):
        await streams.verify("match/1")
    assert await read_all(streams, "match/1", 0, 42) == bodies(42)
    assert await read_all(streams, "match/1", 43) == bodies(57, first=43)
    assert await read_all(streams, "match/2") == bodies(100)
    await streams.append("match/1", 100, [b"goes on"])
    await streams.close()


async def test_a_page_torn_on_the_disk_is_named_by_its_first_record_and_other_streams_are_served(
    tmp_path: Path,
) -> None:
    await make(tmp_path, {"match/1": 0})
    streams = await SqliteStreams.open(tmp_path)
    for name in ("match/1", "match/2", "match/3"):
        await streams.append(
            name, 0, [b"%s record %d " % (name.encode(), number) * 30 for number in range(60)]
        )
    await streams.close()
    database = tmp_path / "tilth.db"
    content = bytearray(database.read_bytes())
    page = content.index(b"match/2 record 20 ") // 4096 * 4096
    content[page : page + 4096] = b"\xa5" * 4096
    database.write_bytes(content)

    streams = await SqliteStreams.open(tmp_path)
    with pytest.raises(BrokenChain, match="can't be read: the database file is damaged there") as broken:
        await streams.verify("match/2")
    assert 10 < broken.value.number <= 20
    assert len(await read_all(streams, "match/2", 0, broken.value.number)) == broken.value.number
    with pytest.raises(BrokenChain):
        await read_all(streams, "match/2")
    for name in ("match/1", "match/3"):
        assert (await streams.verify(name)).length == 60
    outcomes = await put_all(streams, [[Append("match/1", 60, [b"x"])], [Append("match/3", 60, [b"x"])]])
    assert outcomes == [None, None]
    await streams.close()


async def test_a_record_that_lies_where_the_next_one_belongs_stops_its_own_stream_only(
    tmp_path: Path,
) -> None:
    await make(tmp_path, {"match/1": 3, "match/2": 3})
    change(
        tmp_path,
        "INSERT INTO records (stream, number, body, hash) SELECT id, 3, 'stray', 'stray' FROM streams LIMIT 1",
    )
    streams = await SqliteStreams.open(tmp_path)
    outcomes = await put_all(
        streams,
        [[Append("match/2", 3, [b"x"])], [Append("match/1", 3, [b"x"])], [Append("match/2", 4, [b"x"])]],
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), StoreFailed, type(None)]
    assert await read_all(streams, "match/1") == bodies(3)
    assert await read_all(streams, "match/2") == [*bodies(3), b"x", b"x"]
    await streams.close()


async def test_a_record_of_another_type_is_named(tmp_path: Path) -> None:
    await make(tmp_path, {"match/1": 3})
    change(tmp_path, "UPDATE records SET body = 'body 1' WHERE number = 1")
    streams = await SqliteStreams.open(tmp_path)
    with pytest.raises(BrokenChain, match="record 1 of stream 'match/1' is not what was written"):
        await streams.verify("match/1")
    await streams.close()


async def test_a_record_that_became_a_text_nobody_can_read_is_named_and_the_store_opens(
    tmp_path: Path,
) -> None:
    await make(tmp_path, {"match/1": 3, "match/2": 3})
    change(tmp_path, "UPDATE records SET body = CAST(x'ff00' AS TEXT) WHERE number = 2 AND stream = 1")
    streams = await SqliteStreams.open(tmp_path)
    with pytest.raises(BrokenChain) as broken:
        await read_all(streams, "match/1")
    assert broken.value.where == {"stream": "match/1", "record": "2"}
    assert await read_all(streams, "match/2") == bodies(3)
    assert [name for name, _ in await streams.names()] == ["match/1", "match/2"]
    await streams.close()


async def test_a_last_record_that_was_forged_with_its_hash_is_named(tmp_path: Path) -> None:
    await make(tmp_path, {"match/1": 3})
    with closing(sqlite3.connect(tmp_path / "tilth.db")) as database, database:
        (before,) = database.execute("SELECT hash FROM records WHERE number = 1").fetchone()
        forged = (b"forged", sha256(before + b"forged").digest())
        database.execute("UPDATE records SET body = ?, hash = ? WHERE number = 2", forged)
    streams = await SqliteStreams.open(tmp_path)
    with pytest.raises(
        BrokenChain, match="record 2 of stream 'match/1' is not the last record that was written"
    ):
        await streams.verify("match/1")
    assert await read_all(streams, "match/1", 0, 2) == bodies(2)
    await streams.close()
