"""`tilth-server copy`: a store is moved between SQLite and PostgreSQL, both ways, and every chain is verified."""

import asyncio
import sys
from pathlib import Path
from random import Random

import pytest

from tests.contracts.stream_index import listed, row
from tests.contracts.streams import bodies, chain_of, read_all
from tests.e2e.people import (
    Person,
    assert_proven,
    channel_to,
    match_of,
    new_match,
    play_on,
    play_out,
    visitors,
)
from tests.e2e.serving import MANY_CALLS, ServerProcess, faults_of
from tests.postgres.stores import PostgresData
from tests.warm import run
from tilth.v1 import lobby_pb2
from tilth_server.store import BrokenChain, KeptValue, Store, StoreFailed, copy_streams, engine_of, open_store

SERVER = (sys.executable, "-m", "tilth_server.main")


async def copy(source: str, target: str) -> tuple[int, int, int, int]:
    copied = await copy_streams(engine_of(source), engine_of(target), lambda _, __: None)
    return copied.streams, copied.records, copied.added, copied.rows


async def fill(store: Store, streams: int, first: int = 0) -> None:
    for number in range(first, first + streams):
        rows = [row(f"{number:03}", number, f"t{number % 3}", unique_keys=[f"u{number}"])]
        await store.append(
            f"match/{number}", 0, bodies(number % 7 + 1), [KeptValue(f"k{number}", b"v")], rows
        )


async def content(store: Store) -> dict[str, list[bytes]]:
    """Return the hashes of all records, which say everything of them."""
    return {
        name: [record.hash async for record in store.read(name)]
        for name, _ in await store.names(limit=10_000)
    }


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:{tmp_path / 'data'}"


@pytest.fixture
async def source(sqlite_url: str) -> str:
    """The URL of an SQLite store with some streams, a long one and a large one."""
    store = await open_store(sqlite_url)
    await fill(store, 50)
    await store.append("long", 0, bodies(1300))
    await store.append("large", 0, [bytes([number]) * 400_000 for number in range(12)])
    await store.append("players", 0, bodies(1), [KeptValue("gone", b"name")])
    await store.append("players", 1, [], [KeptValue("gone", b"")])
    await store.close()
    return sqlite_url


async def test_a_store_is_the_same_after_both_ways(source: str, engine: PostgresData, tmp_path: Path) -> None:
    streams, records, added, rows = await copy(source, engine.url)
    assert (streams, added, rows) == (53, records, 50)
    back = f"sqlite:{tmp_path / 'back'}"
    assert await copy(engine.url, back) == (streams, records, added, rows)
    stores = [await open_store(url) for url in (source, engine.url, back)]
    first, *others = [
        (
            await content(store),
            await store.kept_values(),
            await listed(store),
            await store.index.counts("match", ""),
        )
        for store in stores
    ]
    assert others == [first, first]
    assert first[0]["long"] == chain_of("long", bodies(1300))
    assert "gone" not in first[1]
    for store in stores:
        await store.close()


async def test_a_copy_that_was_interrupted_continues(source: str, engine: PostgresData) -> None:
    class Interrupted(Exception):
        pass

    def interrupt(done: int, _: int) -> None:
        if done == 40:
            raise Interrupted

    with pytest.raises(Interrupted):
        await copy_streams(engine_of(source), engine_of(engine.url), interrupt)
    store = await engine.open()
    there = sum(length for _, length in await store.names())
    await store.close()
    assert there > 0
    streams, records, added, _ = await copy(source, engine.url)
    assert (streams, added) == (53, records - there)
    assert await copy(source, engine.url) == (53, records, 0, 50)


async def test_a_copy_adds_what_is_new_and_takes_away_what_was_erased(
    source: str, engine: PostgresData
) -> None:
    await copy(source, engine.url)
    store = await open_store(source)
    await fill(store, 1, first=60)
    await store.append("long", 1300, bodies(1, first=1300), [KeptValue("k1", b""), KeptValue("k2", b"new")])
    await store.close()
    _, _, added, rows = await copy(source, engine.url)
    assert (added, rows) == (60 % 7 + 2, 51)
    copied = await engine.open()
    values = await copied.kept_values()
    assert "k1" not in values
    assert values["k2"] == b"new"
    assert await read_all(copied, "long", 1300) == [b"body 1300"]
    await copied.close()


async def test_a_target_with_other_records_is_refused_and_stays_as_it_is(
    source: str, engine: PostgresData
) -> None:
    target = await engine.open()
    await target.append("match/1", 0, [b"another"])
    with pytest.raises(
        StoreFailed, match=r"stream 'match/1' has another record 0 in the target than in the source"
    ):
        await copy(source, engine.url)
    await target.append("other", 0, [b"x"])
    with pytest.raises(StoreFailed, match=r"stream 'other' has 1 records in the target and 0 in the source"):
        await copy(source, engine.url)
    assert await read_all(target, "match/1") == [b"another"]
    await target.close()


async def test_damage_in_either_store_ends_the_copy(
    source: str, engine: PostgresData, tmp_path: Path
) -> None:
    await copy(source, engine.url)
    engine.alter("match/5", 2, b"altered")
    for ends in ((source, engine.url), (engine.url, f"sqlite:{tmp_path / 'back'}")):
        with pytest.raises(BrokenChain, match=r"record 2 of stream 'match/5' is not what was written"):
            await copy(*ends)


async def test_matches_continue_on_the_other_engine_and_back(engine: PostgresData, tmp_path: Path) -> None:
    """A server's matches, players and tokens are moved to PostgreSQL in the middle of a match, and back again."""
    data = tmp_path / "data"
    plain = ServerProcess(data, *MANY_CALLS).start()
    async with visitors(plain.address, 2) as people:
        ended = await new_match(*people)
        await play_out(ended, people, Random(1))
        running = await new_match(*people)
        await play_on(running, people, 15, Random(1))
        length = (await match_of(people[0], running)).record_count
    assert plain.stop() == 0
    words = ("copy", f"sqlite:{data}", engine.url)
    done = await asyncio.to_thread(run, (*SERVER, *words), timeout=60)
    assert done.returncode == 0, done.stderr
    assert "every chain verified" in done.stdout
    assert await faults_of(engine.url) == []

    moved = ServerProcess(data, "--store", engine.url, *MANY_CALLS).start()
    async with channel_to(moved.address) as channel:
        here = [person.on(channel) for person in people]
        assert (await match_of(here[0], running)).record_count == length
        await play_on(running, here, 10, Random(2))
        length = (await match_of(here[0], running)).record_count
        assert await titles_of(here[0]) == {ended, running}
        await assert_proven(here[0], ended)
    assert moved.stop() == 0
    back = tmp_path / "back"
    done = await asyncio.to_thread(run, (*SERVER, "copy", engine.url, f"sqlite:{back}"), timeout=60)
    assert done.returncode == 0, done.stderr
    returned = ServerProcess(back, *MANY_CALLS).start()
    async with channel_to(returned.address) as channel:
        here = [person.on(channel) for person in people]
        assert (await match_of(here[0], running)).record_count == length
        await play_out(running, here, Random(3))
        await assert_proven(here[0], running)
    assert returned.stop() == 0


async def titles_of(person: Person) -> set[str]:
    reply = await person.lobby.ListMatches(lobby_pb2.ListMatchesRequest())
    return {match.id for match in reply.matches}
