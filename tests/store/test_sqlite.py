"""Properties of the embedded store beyond the contract: reads at once, grouped puts, its use of memory and time."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.contracts.streams import bodies, put_all, read_all
from tilth_server.store import (
    Append,
    BadStoreUrl,
    IndexRow,
    KeptValue,
    KeyTaken,
    LengthConflict,
    StoreFailed,
    open_store,
)
from tilth_server.store.sqlite import SqliteStreams, schema, transactions
from tilth_server.store.sqlite.reader import Reader


def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    with closing(schema.connect(tmp_path / "tilth.db")) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


async def test_puts_of_one_turn_are_one_observed_transaction(tmp_path: Path) -> None:
    observed: list[tuple[int, float]] = []
    streams = await SqliteStreams.open(tmp_path, lambda records, seconds: observed.append((records, seconds)))
    await put_all(streams, [[Append(f"match/{which}", 0, bodies(2))] for which in range(64)])
    await put_all(streams, [[Append("match/1", 99, bodies(1))]])
    await streams.append("match/1", 2, bodies(1))
    assert [records for records, _ in observed] == [128, 1]
    assert all(0 < seconds < 10 for _, seconds in observed)
    await streams.close()


async def test_a_store_continues_after_an_observer_failed(tmp_path: Path) -> None:
    def observe(_: int, __: float) -> None:
        raise RuntimeError("the metrics' fault")

    failed: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context["exception"]))
    streams = await SqliteStreams.open(tmp_path, observe)
    await streams.append("match/1", 0, bodies(1))
    await streams.append("match/1", 1, bodies(1))
    await streams.close()
    assert [str(failure) for failure in failed] == ["the metrics' fault"] * 2


async def test_more_streams_than_the_memory_of_tips_are_written_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transactions, "MAX_TIPS", 10)
    streams = await SqliteStreams.open(tmp_path)
    for number in range(4):
        puts = [[Append(f"match/{which}", number, [b"%d" % number])] for which in range(50)]
        assert await put_all(streams, puts) == [None] * 50
        await put_all(streams, [[Append(f"never/{which}", 5, [b"x"])] for which in range(50)])
    assert len(await streams.names()) == 50
    for which in range(50):
        assert await read_all(streams, f"match/{which}") == [b"0", b"1", b"2", b"3"]
    await streams.close()


async def test_a_page_of_large_records_stays_small(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    await streams.append("match/1", 0, [b"x" * 400_000] * 10)
    pages = Reader(tmp_path / "tilth.db")
    assert len(pages.page("match/1", 0, None).records) == 3
    pages.close()
    await streams.close()


async def test_a_body_that_is_no_bytes_fails_its_own_put_only(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    outcomes = await put_all(
        streams,
        [
            [Append("match/1", 0, bodies(1))],
            [Append("match/2", 0, ["text"])],  # type: ignore[list-item]
            [Append("match/1", 1, bodies(1))],
        ],
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), StoreFailed, type(None)]
    assert await streams.names() == [("match/1", 2)]
    await streams.close()


async def test_a_loop_that_is_never_idle_starves_neither_commits_nor_reads(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    idle = False

    async def keep_the_loop_busy() -> None:
        while not idle:
            end = time.perf_counter() + 0.001
            while time.perf_counter() < end:
                pass
            await asyncio.sleep(0)

    busy = asyncio.ensure_future(keep_the_loop_busy())
    began = time.thread_time()  # what other programs take of a core is nobody's fault here
    for number in range(20):
        await put_all(streams, [[Append(f"match/{which}", number, bodies(1))] for which in range(64)])
    assert await read_all(streams, "match/1") == bodies(1) * 20
    assert time.thread_time() - began < 5
    idle = True
    await busy
    await streams.close()


async def test_a_program_that_holds_the_file_fails_the_put_and_the_next_one_works(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    other = sqlite3.connect(tmp_path / "tilth.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreFailed, match="database is locked \\(another program holds the file: end it\\)"):
        await streams.append("match/1", 0, bodies(1))
    other.execute("ROLLBACK")
    other.close()
    await streams.append("match/1", 0, bodies(1))
    await streams.close()


async def test_the_loop_runs_between_the_slices_of_a_long_put_and_it_is_one_transaction(
    tmp_path: Path,
) -> None:
    streams = await SqliteStreams.open(tmp_path)
    await streams.append("match/1", 0, bodies(1))
    ended = asyncio.Event()
    outcomes: list[object] = []

    def done(error: object, _: object) -> None:
        outcomes.append(error)
        ended.set()

    streams.put([Append("match/2", 0, bodies(3 * transactions.MAX_ROWS)), Append("match/1", 1, [b"x"])], done)
    seen: set[int] = set()

    async def look() -> None:
        while not ended.is_set():
            seen.add(len(await read_all(streams, "match/2")))

    looking = asyncio.ensure_future(look())
    turns = 0
    while not ended.is_set():
        turns += 1
        await asyncio.sleep(0)
    await looking
    assert seen <= {0, 3 * transactions.MAX_ROWS}
    assert turns > 5
    assert outcomes == [None]
    assert await read_all(streams, "match/2") == bodies(3 * transactions.MAX_ROWS)
    assert (await streams.verify("match/1")).length == 2
    await streams.close()


async def test_a_long_put_that_does_not_fit_leaves_nothing(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    long = Append("match/1", 0, bodies(2 * transactions.MAX_ROWS + 1))
    outcomes = await put_all(streams, [[long, Append("match/2", 5, [b"x"])], [Append("match/1", 0, [b"y"])]])
    assert [type(outcome) for outcome in outcomes] == [LengthConflict, type(None)]
    assert await read_all(streams, "match/1") == [b"y"]
    await streams.close()


def secret(number: int) -> bytes:
    """A value that stands nowhere by chance, some of them much longer than others."""
    return b"secret of %d: " % number + Random(number).randbytes(20 + number % 150)


def files(folder: Path) -> bytes:
    """Return the bytes of the store's files."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


async def test_an_erased_value_is_in_no_byte_of_the_files(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    keys = [f"player/{number}" for number in range(240)]
    for number, key in enumerate(keys):
        # Some values are replaced, between records of other streams that make pages move.
        await streams.append("match/1", 2 * number, [*bodies(1), b"x" * (number % 700)])
        await streams.append("players", number, bodies(1), [KeptValue(key, secret(number)[:-1])])
        if number % 3 == 0:
            await streams.append("players", number + 1, [], [KeptValue(key, secret(number))])
    erased = [number for number in range(240) if number % 7 < 4]
    await streams.append("players", 240, [], [KeptValue(keys[number], b"") for number in erased])
    assert await streams.scrub()
    left = files(tmp_path)
    assert [number for number in erased if secret(number)[:-1] in left] == []
    assert all(secret(number)[:-1] in left for number in range(240) if number % 7 >= 4)
    assert len(await streams.kept_values("player/")) == 240 - len(erased)
    await streams.close()
    assert [number for number in erased if secret(number)[:-1] in files(tmp_path)] == []


async def test_a_store_that_somebody_still_reads_as_it_was_is_scrubbed_afterwards(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    await streams.append("players", 0, bodies(1), [KeptValue("player/1", secret(1))])
    with closing(sqlite3.connect(tmp_path / "tilth.db", isolation_level=None)) as backup:
        backup.execute("BEGIN")
        backup.execute("SELECT count(*) FROM records").fetchone()
        await streams.append("players", 1, [], [KeptValue("player/1", b"")])
        assert not await streams.scrub()
        await streams.append("players", 1, bodies(1))
        backup.execute("ROLLBACK")
    assert await streams.scrub()
    assert secret(1) not in files(tmp_path)
    await streams.close()


async def test_a_store_of_the_second_version_is_opened_and_its_matches_can_be_indexed(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    await streams.append("match/1", 0, bodies(3), [KeptValue("player/1", b"Ann")])
    await streams.close()
    with closing(sqlite3.connect(tmp_path / "tilth.db")) as database, database:
        drop_indexes(database)
        database.execute("PRAGMA user_version = 2")
    streams = await SqliteStreams.open(tmp_path)
    assert await read_all(streams, "match/1") == bodies(3)
    assert await streams.kept_values() == {"player/1": b"Ann"}
    assert await streams.index.count("match") == 0
    row = IndexRow("match", "1", 5, ("game:earth",))
    assert await put_all(streams, [[Append("match/1", 3, [], rows=(row,))]]) == [None]
    assert await streams.index.find("match", "1") == row
    await streams.close()


def drop_indexes(database: sqlite3.Connection) -> None:
    """Make of a store one that an earlier build has written."""
    for table in (
        "bundle_pieces",
        "archived",
        "bundles",
        "index_rows",
        "index_tags",
        "index_entries",
        "index_unique_keys",
    ):
        database.execute(f"DROP TABLE {table}")


def append_elsewhere(folder: Path, *appends: Append) -> None:
    """Append as another process would that does not heed the lock on the directory."""
    other = transactions.TransactionWriter(folder / "tilth.db")
    put = transactions.Transaction([(appends, lambda _, __: None, ())])
    for _ in other.begin(put):
        pass
    other.end(put)
    other.close()
    assert put.failures == {}


async def test_a_stream_that_another_process_wrote_on_is_written_on_from_there(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    await streams.append("match/1", 0, bodies(2))
    append_elsewhere(tmp_path, Append("match/1", 2, bodies(1, first=2)), Append("match/2", 0, bodies(1)))
    with pytest.raises(LengthConflict, match="has 3 records, the append expected 2"):
        await streams.append("match/1", 2, [b"late"])
    append_elsewhere(tmp_path, Append("match/1", 3, bodies(1, first=3)))
    await streams.append("match/1", 4, bodies(1, first=4))
    append_elsewhere(tmp_path, Append("match/3", 0, bodies(1)))
    outcomes = await put_all(streams, [[Append(f"match/{which}", 0, bodies(1))] for which in (2, 3, 4)])
    assert [type(outcome) for outcome in outcomes] == [LengthConflict, LengthConflict, type(None)]
    assert await read_all(streams, "match/1") == bodies(5)
    assert [length for _, length in await streams.names()] == [5, 1, 1, 1]
    for name in ("match/1", "match/2", "match/3", "match/4"):
        await streams.verify(name)
    await streams.close()


async def test_a_row_is_not_torn_from_its_records_and_its_key_is_its_own(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    rows = [IndexRow("match", key, 1, ("all",), ("name:ann",)) for key in "ab"]
    puts = [[Append(f"match/{row.key}", 0, bodies(1), rows=(row,))] for row in rows]
    assert [type(outcome) for outcome in await put_all(streams, puts)] == [type(None), KeyTaken]
    assert await streams.names() == [("match/a", 1)]
    assert await streams.index.count("match", "all") == 1
    await streams.close()


async def test_a_url_of_an_unknown_engine_is_refused(tmp_path: Path) -> None:
    for url in ("mysql://host/tilth", str(tmp_path), "", "sqlite3:x"):
        with pytest.raises(BadStoreUrl, match=r"no store is known by .*: this build knows sqlite:PATH"):
            await open_store(url)
    with pytest.raises(BadStoreUrl, match="'sqlite:' names no directory"):
        await open_store("sqlite:")
    assert files(tmp_path) == b""
    store = await open_store(f"sqlite:{tmp_path}")
    await store.append("match/1", 0, bodies(1))
    await store.close()
    assert (tmp_path / "tilth.db").stat().st_size


async def test_a_row_that_cannot_be_stored_fails_its_own_put_only(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    wrong = IndexRow("match", "2", "late")  # type: ignore[arg-type]
    taken = IndexRow("match", "2", 1, unique_keys=("name:ann",))
    outcomes = await put_all(
        streams,
        [
            [Append("match/1", 0, bodies(1), rows=(IndexRow("match", "1", 1, unique_keys=("name:ann",)),))],
            [Append("match/2", 0, bodies(1), rows=(wrong, IndexRow("match", "4", 1, (["no text"],))))],  # type: ignore[arg-type]
            [Append("match/2", 0, bodies(1), rows=(taken,))],
            [Append("match/3", 0, bodies(1), rows=(IndexRow("match", "3", 1),))],
        ],
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), StoreFailed, KeyTaken, type(None)]
    assert await streams.names() == [("match/1", 1), ("match/3", 1)]
    assert [row.key for row in (await streams.index.page("match")).rows] == ["3", "1"]
    await streams.close()


async def test_a_store_of_the_first_version_is_opened_and_keeps_values(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    await streams.append("match/1", 0, bodies(3))
    await streams.close()
    with closing(sqlite3.connect(tmp_path / "tilth.db")) as database, database:
        database.execute("DROP TABLE kept")
        drop_indexes(database)
        database.execute("PRAGMA user_version = 1")
    streams = await SqliteStreams.open(tmp_path)
    assert await read_all(streams, "match/1") == bodies(3)
    await streams.append("match/1", 3, [], [KeptValue("player/1", b"Ann")])
    assert await streams.kept_values() == {"player/1": b"Ann"}
    await streams.close()
