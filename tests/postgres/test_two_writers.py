"""Two servers on one database: the fence alone keeps them from spoiling each other's streams."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.contracts.stream_index import INDEX, listed, put, row, some
from tests.contracts.streams import append, bodies, chain_of, put_all, read_all
from tests.postgres.stores import PostgresData
from tilth_server.store import Append, HeadConflict, KeptValue, KeyTaken, LengthConflict
from tilth_server.store.postgres import PostgresStreams


@pytest.fixture
async def one(engine: PostgresData) -> AsyncIterator[PostgresStreams]:
    store = await engine.open()
    yield store
    await store.close()


@pytest.fixture
async def other(engine: PostgresData, one: PostgresStreams) -> AsyncIterator[PostgresStreams]:
    store = await engine.open()
    yield store
    await store.close()


async def test_an_append_behind_records_of_another_server_is_refused(
    one: PostgresStreams, other: PostgresStreams
) -> None:
    await one.append("match/1", 0, bodies(2))
    await other.append("match/1", 2, bodies(1, first=2))
    with pytest.raises(LengthConflict) as conflict:
        await one.append("match/1", 2, [b"late"])
    assert conflict.value.actual == 3
    await one.append("match/1", 3, bodies(1, first=3))
    assert [record.hash async for record in other.read("match/1")] == chain_of("match/1", bodies(4))


async def test_an_append_at_the_length_that_another_server_left_is_stored(
    one: PostgresStreams, other: PostgresStreams
) -> None:
    await one.append("match/1", 0, bodies(2))
    await other.append("match/1", 2, bodies(1, first=2))
    await one.append("match/1", 3, bodies(1, first=3))
    assert await read_all(other, "match/1") == bodies(4)


async def test_the_fence_compares_hashes_and_not_only_lengths(
    engine: PostgresData, one: PostgresStreams
) -> None:
    """A server that remembers records which a failover took back must not append behind others of the same number."""
    await one.append("match/1", 0, [b"a", b"taken back"])
    head = chain_of("match/1", [b"a", b"another"])[-1]
    engine.change("UPDATE tilth.records SET body = $1, hash = $2 WHERE number = 1", b"another", head)
    engine.change("UPDATE tilth.streams SET head = $1", head)
    expected = chain_of("match/1", [b"a", b"taken back"])[-1]
    with pytest.raises(HeadConflict):
        await append(one, Append("match/1", 2, [b"next"], expected_head=expected))
    assert await read_all(one, "match/1") == [b"a", b"another"]


async def test_the_whole_put_fails_when_one_of_its_streams_has_moved(
    one: PostgresStreams, other: PostgresStreams
) -> None:
    await one.append("match/1", 0, bodies(1))
    await one.append("match/2", 0, bodies(1))
    await other.append("match/2", 1, bodies(1, first=1))
    outcomes = await put_all(
        one,
        [
            [Append("match/1", 1, [b"x"]), Append("match/2", 1, [b"x"])],
            [Append("match/3", 0, [b"y"])],
            [Append("match/1", 1, [b"z"])],
        ],
    )
    assert [type(outcome) for outcome in outcomes] == [LengthConflict, type(None), type(None)]
    assert await read_all(other, "match/1") == [b"body 0", b"z"]
    assert await read_all(other, "match/2") == bodies(2)


async def test_many_writers_of_the_same_streams_lose_and_double_nothing(
    one: PostgresStreams, other: PostgresStreams
) -> None:
    acknowledged: list[tuple[str, int, bytes]] = []

    async def write(store: PostgresStreams, name: str) -> None:
        for turn in range(40):
            stream = f"match/{turn % 5}"
            length = (await store.head(stream)).length
            body = f"{name}/{turn}".encode()
            try:
                await store.append(stream, length, [body])
            except LengthConflict:
                continue
            acknowledged.append((stream, length, body))

    await asyncio.gather(
        *(write(store, f"{place}{n}") for place, store in enumerate((one, other)) for n in range(4))
    )
    stored = [
        (stream, record.number, record.body)
        for stream in {stream for stream, _, _ in acknowledged}
        async for record in one.read(stream)
    ]
    assert sorted(stored) == sorted(acknowledged)
    assert len({(stream, number) for stream, number, _ in stored}) == len(stored)


async def test_a_new_stream_of_both_has_one_beginning(one: PostgresStreams, other: PostgresStreams) -> None:
    outcomes = await asyncio.gather(
        *(store.append("match/1", 0, [name]) for store, name in ((one, b"one"), (other, b"other"))),
        return_exceptions=True,
    )
    assert {type(outcome) for outcome in outcomes} == {type(None), LengthConflict}
    assert len(await read_all(one, "match/1")) == 1


async def test_a_unique_key_is_given_to_one_of_two_servers(
    one: PostgresStreams, other: PostgresStreams
) -> None:
    outcomes = await asyncio.gather(
        *(
            put(store, f"match/{key}", 0, row(key, 1, unique_keys=["name:ann"]))
            for store, keys in ((one, "abcd"), (other, "efgh"))
            for key in keys
        ),
        return_exceptions=True,
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["KeyTaken"] * 7 + ["NoneType"]
    assert len(await listed(one)) == 1
    assert isinstance(next(each for each in outcomes if each), KeyTaken)


async def test_rows_and_sums_stay_right_when_both_change_them(
    one: PostgresStreams, other: PostgresStreams
) -> None:
    async def change(store: PostgresStreams, key: str, first: int) -> None:
        for turn in range(first, first + 10):
            tags = [f"t{turn % 3}", "all"]
            rows = [row(key, turn, *tags), row(f"{key}{turn % 2}", turn, "all")]
            stream = f"match/{key}/{first}"
            await store.append(stream, turn - first, [b"x"], rows=rows)

    await asyncio.gather(
        *(change(store, key, first) for store, first in ((one, 0), (other, 100)) for key in "abc")
    )
    kept = [await one.index.find(INDEX, key) for key in ("a", "a0", "a1", "b", "b0", "b1", "c", "c0", "c1")]
    assert await one.index.verify(INDEX, some([each for each in kept if each is not None])) == []
    assert await one.index.count(INDEX, "all") == 9


async def test_a_kept_value_is_that_of_one_of_two_servers_and_stays_erased(
    one: PostgresStreams, other: PostgresStreams
) -> None:
    async def keep(store: PostgresStreams, name: str) -> None:
        for turn in range(10):
            await store.append(f"players/{name}", turn, [b"x"], [KeptValue("k", name.encode())])

    await asyncio.gather(keep(one, "one"), keep(other, "other"))
    assert (await one.kept_values())["k"] in (b"one", b"other")
    await other.append("players/other", 10, [], [KeptValue("k", b"")])
    assert await one.kept_values() == {}
