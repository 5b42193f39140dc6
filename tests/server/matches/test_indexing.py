"""The index of matches: rows are written with the records. An older store is indexed while matches are played."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.matches.match_host import ANN, BEN, IDS, MatchHost, index_faults, match_host
from tilth_server.index_progress import IndexingState, read_state
from tilth_server.matches import indexing, match_fold, match_rows
from tilth_server.matches.match_info import ClockSettings, NewMatch, State
from tilth_server.store import Append, IndexRow

INDEX_TABLES = ("index_rows", "index_tags", "index_entries", "index_unique_keys")


async def row_of(host: MatchHost, match: str) -> IndexRow:
    row = await host.store.index.find(match_rows.INDEX, match)
    assert row is not None
    return row


def forget_the_index(folder: Path) -> None:
    """Make the store one of an earlier build."""
    with closing(sqlite3.connect(folder / "tilth.db")) as file, file:
        for table in INDEX_TABLES:
            file.execute(f"DELETE FROM {table}")


async def reached_by(host: MatchHost) -> IndexingState:
    return await read_state(host.store.index, indexing.KEY, match_rows.VERSION)


async def complete(host: MatchHost) -> None:
    async with asyncio.timeout(60):
        while not (await reached_by(host)).is_complete:  # noqa: ASYNC110 - it takes no time
            await asyncio.sleep(0.01)


async def test_a_row_holds_the_data_and_the_tags_of_lists(host: MatchHost) -> None:
    match = await host.match(title="One", clock=ClockSettings(decision_ms=5000))
    row = await row_of(host, match)
    assert match_rows.info_of(row) == host.info(match)
    assert set(row.tags) == {
        "game:market", "state:running", "player:ann", "player:ben", "playing:ann", "playing:ben", "unfinished:ann",
        "active",
    }  # fmt: skip
    await host.matches.lobby.cancel("", match, "enough")
    assert set((await row_of(host, match)).tags) == {
        "game:market", "state:cancelled", "player:ann", "player:ben",
    }  # fmt: skip


async def test_an_answer_writes_no_row_and_a_resignation_does(host: MatchHost) -> None:
    match = await host.match()
    before = await row_of(host, match)
    ann = await host.seated(match, 0)
    ann.answer(ann.decisions[1].default_picks[0])
    await ann.receive_until("update")
    assert await row_of(host, match) == before
    await host.matches.lobby.resign(BEN, match, 1, "")
    info = match_rows.info_of(await row_of(host, match))
    assert info.resigned or info.state is State.FINISHED


async def test_an_open_match_has_a_row_and_every_seat_writes_it_again(host: MatchHost) -> None:
    new = NewMatch(game="market", seat_count=3, request_id="r1")
    match = (await host.matches.lobby.create(ANN, new)).id
    assert match == IDS.match_id(ANN, "r1")
    await host.matches.lobby.take_seat(BEN, match, 2, "")
    assert match_rows.info_of(await row_of(host, match)) == host.info(match)
    await host.matches.lobby.leave_seat(BEN, match, 2, "left")
    assert match_rows.info_of(await row_of(host, match)) == host.info(match)
    assert "player:ben" not in (await row_of(host, match)).tags


async def test_a_store_of_an_earlier_build_is_indexed_while_matches_are_played(tmp_path: Path) -> None:
    async with match_host(tmp_path) as host:
        matches = [await host.match() for _ in range(20)]
        timed = await host.match(clock=ClockSettings(decision_ms=500_000))
    forget_the_index(tmp_path)
    async with match_host(tmp_path) as host:
        assert "active" in (await row_of(host, timed)).tags
        for match in matches[:5]:
            await host.matches.lobby.resign(ANN, match, 0, "")
        new = await host.match()
        await complete(host)
        assert await index_faults(host.store) == []
        assert (await row_of(host, new)).key == new
    async with match_host(tmp_path) as host:
        assert (await reached_by(host)).is_complete


async def test_an_indexing_that_was_cut_off_is_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with match_host(tmp_path) as host:
        for _ in range(9):
            await host.match()
    forget_the_index(tmp_path)
    monkeypatch.setattr(indexing, "NAMES_AT_ONCE", 2)
    indexed: list[str] = []
    append_for = indexing.Indexing._append_for

    async def cut_off(self: indexing.Indexing, name: str) -> Append | None:
        if len(indexed) >= 5:
            await asyncio.Event().wait()
        indexed.append(name)
        return await append_for(self, name)

    with monkeypatch.context() as patched:
        patched.setattr(indexing.Indexing, "_append_for", cut_off)
        opening = match_host(tmp_path)
        opened = await opening.__aenter__()
        while len(indexed) < 5:  # noqa: ASYNC110 - it takes no time
            await asyncio.sleep(0.01)
        await opened.matches.close()
        found = await reached_by(opened)
        await opened.store.close()
    assert not found.is_complete
    assert found.after in indexed
    async with match_host(tmp_path) as opened:
        await complete(opened)
        assert await index_faults(opened.store) == []


async def test_the_row_of_a_long_match_follows_from_its_first_and_last_records(
    host: MatchHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_fold, "FIRST_RECORDS", 4)
    match = await host.match(settings={"rounds": "1"})
    await host.matches.lobby.resign(BEN, match, 1, "enough")
    await host.matches.lobby.resign(ANN, match, 0, "enough too")
    assert host.info(match).state is State.FINISHED
    assert await index_faults(host.store) == []


async def test_a_row_that_differs_from_its_stream_is_found(host: MatchHost) -> None:
    match = await host.match()
    row = await row_of(host, match)
    with closing(sqlite3.connect(host.folder / "tilth.db")) as file, file:
        file.execute("UPDATE index_rows SET body = x'00' WHERE key = ?", (match,))
    assert [fault.key for fault in await index_faults(host.store)] == [match]
    with closing(sqlite3.connect(host.folder / "tilth.db")) as file, file:
        file.execute("UPDATE index_rows SET body = ? WHERE key = ?", (row.body, match))
