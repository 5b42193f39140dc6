"""What the embedded store adds to the contract: reads at once, its gathering of puts, its use of memory and time."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.contracts.streams import bodies, put_all, read_all
from tilth_server.store import (
    Append,
    BrokenChain,
    LengthConflict,
    SqliteStreams,
    StoreClosed,
    StoreFailed,
    ledger,
    schema,
)
from tilth_server.store.reader import Reader


async def test_what_is_acknowledged_can_be_read_at_once_within_the_callback(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    read: list[list[bytes]] = []
    told = asyncio.Event()

    def done(_: object) -> None:
        read.append([record.body for record in streams.read_now("match/1", 1)])
        told.set()

    streams.put([Append("match/1", 0, bodies(3))], done)
    assert streams.read_now("match/1") == []
    await told.wait()
    assert read == [bodies(2, first=1)]
    assert [record.number for record in streams.read_now("match/1", 1, 1)] == [1]
    await streams.close()
    with pytest.raises(StoreClosed):
        streams.read_now("match/1")


async def test_a_read_at_once_gives_nothing_of_a_range_with_a_broken_record(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    await streams.append("match/1", 0, bodies(5))
    await streams.close()
    with sqlite3.connect(tmp_path / "tilth.db") as database:
        database.execute("UPDATE records SET body = x'00' WHERE number = 3")
    database.close()
    streams = await SqliteStreams.open(tmp_path)
    with pytest.raises(BrokenChain, match="record 3"):
        streams.read_now("match/1")
    assert [record.body for record in streams.read_now("match/1", 0, 3)] == bodies(3)
    await streams.close()


def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    with closing(schema.connect(tmp_path / "tilth.db")) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


async def test_what_is_put_together_is_committed_together_and_observed(tmp_path: Path) -> None:
    observed: list[tuple[int, float]] = []
    streams = await SqliteStreams.open(tmp_path, lambda records, seconds: observed.append((records, seconds)))
    await put_all(streams, [[Append(f"match/{which}", 0, bodies(2))] for which in range(64)])
    await put_all(streams, [[Append("match/1", 99, bodies(1))]])
    await streams.append("match/1", 2, bodies(1))
    assert [records for records, _ in observed] == [128, 1]
    assert all(0 < seconds < 10 for _, seconds in observed)
    await streams.close()


async def test_a_store_goes_on_after_an_observer_failed(tmp_path: Path) -> None:
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
    monkeypatch.setattr(ledger, "MOST_TIPS", 10)
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


async def test_a_long_put_lets_the_loop_go_on_and_is_still_one(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    await streams.append("match/1", 0, bodies(1))
    ended = asyncio.Event()
    outcomes: list[object] = []

    def done(error: object) -> None:
        outcomes.append(error)
        ended.set()

    streams.put([Append("match/2", 0, bodies(3 * ledger.MOST_ROWS)), Append("match/1", 1, [b"x"])], done)
    turns = 0
    while not ended.is_set():
        turns += 1
        assert len(streams.read_now("match/2")) in (0, 3 * ledger.MOST_ROWS)
        await asyncio.sleep(0)
    assert turns > 5
    assert outcomes == [None]
    assert await read_all(streams, "match/2") == bodies(3 * ledger.MOST_ROWS)
    assert (await streams.verify("match/1")).length == 2
    await streams.close()


async def test_of_a_long_put_that_does_not_fit_nothing_is_left(tmp_path: Path) -> None:
    streams = await SqliteStreams.open(tmp_path)
    long = Append("match/1", 0, bodies(2 * ledger.MOST_ROWS + 1))
    outcomes = await put_all(streams, [[long, Append("match/2", 5, [b"x"])], [Append("match/1", 0, [b"y"])]])
    assert [type(outcome) for outcome in outcomes] == [LengthConflict, type(None)]
    assert await read_all(streams, "match/1") == [b"y"]
    await streams.close()
