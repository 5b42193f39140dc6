"""Two batches of one store are under way, each on a connection of its own."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import asyncpg
import pytest

from tests.contracts.stream_index import INDEX, row, some
from tests.contracts.streams import bodies, read_all
from tests.postgres.conftest import SharedServer
from tests.postgres.proxy import Proxy
from tests.postgres.stores import PostgresData, until
from tests.postgres.test_unknown_outcomes import has_fault, has_length, until_waiting
from tests.seeds import Seeds
from tilth_server.store import (
    Append,
    IndexRow,
    KeptValue,
    OutcomeUnknown,
    Store,
    StoreError,
    StoreFailed,
    open_store,
)
from tilth_server.store.postgres import PostgresStreams, gathering, waits, writer
from tilth_server.store.postgres.gathering import Gathering
from tilth_server.store.postgres.touched import Put
from tilth_server.store.postgres.waits import Waits

CONNECTIONS = (
    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'tilth' AND datname = current_database()"
)


@pytest.fixture
def proxy(postgres: SharedServer) -> Iterator[Proxy]:
    with Proxy(postgres.port) as proxy:
        yield proxy


@pytest.fixture
async def store(
    proxy: Proxy, postgres_url: str, postgres: SharedServer, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[PostgresStreams]:
    """A store behind the proxy, which makes a second batch of a single put, with two streams of one record."""
    monkeypatch.setattr(gathering, "SECOND_PUTS", 1)
    url = postgres_url.replace(f":{postgres.port}/", f":{proxy.port}/")
    store = await PostgresData(url, postgres_url).open()
    for stream in ("a", "b"):
        await store.append(stream, 0, bodies(1))
    yield store
    await store.close()


@asynccontextmanager
async def while_under_way(url: str, statement: str, *parameters: object) -> AsyncIterator[None]:
    """Execute a statement, and take it back at the end of the block: batches have to wait for that."""
    connection = await asyncpg.connect(url.partition("?")[0], ssl=False)
    try:
        await connection.execute("BEGIN")
        await connection.execute(statement, *parameters)
        yield
        await connection.execute("ROLLBACK")
    finally:
        await connection.close()


def locked(url: str, *streams: str) -> AbstractAsyncContextManager[None]:
    """Let batches with these streams wait for the time of the block, as they would for a standby."""
    names = [stream.encode() for stream in streams]
    return while_under_way(url, "UPDATE tilth.streams SET length = length WHERE name = ANY($1)", names)


class Outcomes:
    """The outcomes of puts, in the order in which they are reported."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.reported: list[tuple[str, type[StoreError] | None]] = []
        self._count = 0

    def put(self, name: str, *appends: Append, keeps: tuple[KeptValue, ...] = ()) -> None:
        self._count += 1

        def done(error: StoreError | None, _: object) -> None:
            self.reported.append((name, None if error is None else type(error)))

        self._store.put(appends, done, keeps)

    async def all(self) -> list[tuple[str, type[StoreError] | None]]:
        async def are_reported() -> bool:
            return len(self.reported) == self._count

        await until(are_reported)
        return self.reported


async def test_a_batch_is_stored_beside_another_one_and_reported_after_it(
    store: PostgresStreams, postgres_url: str
) -> None:
    outcomes = Outcomes(store)
    async with locked(postgres_url, "a"):
        outcomes.put("first", Append("a", 1, [b"first"]))
        await until_waiting(postgres_url)
        outcomes.put("second", Append("b", 1, [b"second"]))
        await until(partial(has_length, store, "b", 2))
        outcomes.put("third", Append("b", 2, [b"third"]))
        await until(partial(has_length, store, "b", 3))
        assert outcomes.reported == []
    assert await outcomes.all() == [("first", None), ("second", None), ("third", None)]


async def test_a_put_behind_one_that_has_to_wait_waits_too(store: PostgresStreams, postgres_url: str) -> None:
    outcomes = Outcomes(store)
    async with locked(postgres_url, "a"):
        outcomes.put("first", Append("a", 1, [b"first"]))
        await until_waiting(postgres_url)
        outcomes.put("next of the same", Append("a", 2, [b"next"]), Append("c", 0, [b"next"]))
        outcomes.put("behind", Append("c", 1, [b"behind"]))
        await asyncio.sleep(0.2)
        assert (await store.head("c")).length == 0
    assert await outcomes.all() == [("first", None), ("next of the same", None), ("behind", None)]


async def test_a_connection_that_is_lost_leaves_the_other_batch_alone(
    store: PostgresStreams, postgres_url: str, proxy: Proxy
) -> None:
    """The answer to the second batch is lost, and the third one does not arrive."""
    outcomes = Outcomes(store)
    async with locked(postgres_url, "a"):
        outcomes.put("first", Append("a", 1, [b"first"]))
        await until_waiting(postgres_url)
        proxy.cut_after = b"not answered"
        outcomes.put("second", Append("b", 1, [b"not answered"]))
        await until(partial(has_length, store, "b", 2))
        proxy.cut_before = b"not sent"
        outcomes.put("third", Append("b", 2, [b"not sent"]))
        await until(partial(has_length, store, "b", 3))
        await until_waiting(postgres_url)
        assert proxy.cuts == 2
    assert await outcomes.all() == [("first", None), ("second", None), ("third", None)]
    assert await read_all(store, "a") == [b"body 0", b"first"]
    assert await read_all(store, "b") == [b"body 0", b"not answered", b"not sent"]


async def test_an_unknown_outcome_takes_nothing_from_the_other_batch(
    store: PostgresStreams, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "WORRY_SECONDS", 0.2)
    monkeypatch.setattr(writer, "PATIENCE_SECONDS", 1.0)
    monkeypatch.setattr(writer, "SWEEP_SECONDS", 0.1)
    monkeypatch.setattr(waits, "STILL_SECONDS", 0.0)
    outcomes = Outcomes(store)
    async with locked(postgres_url, "a"):
        outcomes.put("first", Append("a", 1, [b"first"]))
        await until_waiting(postgres_url)
        outcomes.put("second", Append("b", 1, [b"second"]))
        assert await outcomes.all() == [("first", OutcomeUnknown), ("second", None)]
        outcomes.put("third", Append("b", 2, [b"third"]))
        assert (await outcomes.all())[2:] == [("third", StoreFailed)]
        assert "has not confirmed a commit" in store.fault
        assert store.away_seconds() > 0.5
    await until(partial(has_fault, store, False))
    assert await read_all(store, "a") == [b"body 0", b"first"]
    away = store.away_seconds()
    await store.append("b", 2, [b"next"])
    assert store.away_seconds() - away < 0.5


async def test_batches_that_count_the_same_tag_do_not_wait_for_each_other(
    store: PostgresStreams, postgres_url: str
) -> None:
    outcomes = Outcomes(store)
    entry = "INSERT INTO tilth.index_entries (name, tag, place, key) VALUES ($1, $2, 1, $3)"
    async with while_under_way(postgres_url, entry, *(text.encode() for text in (INDEX, "held", "k"))):
        outcomes.put("first", Append("a", 1, [b"first"], rows=(row("k", 1, "t", "held"),)))
        await until_waiting(postgres_url)
        outcomes.put("second", Append("b", 1, [b"second"], rows=(row("l", 1, "t"),)))
        await until(partial(has_length, store, "b", 2))
    assert await outcomes.all() == [("first", None), ("second", None)]
    assert await store.index.count(INDEX, "t") == 2


async def test_closing_waits_for_both_batches(store: PostgresStreams, postgres_url: str) -> None:
    outcomes = Outcomes(store)
    async with locked(postgres_url, "a", "b"):
        outcomes.put("first", Append("a", 1, [b"first"]))
        await until_waiting(postgres_url)
        outcomes.put("second", Append("b", 1, [b"second"]))
        await until_waiting(postgres_url, 2)
        closing = asyncio.ensure_future(store.close())
        await asyncio.sleep(0.1)
        assert not closing.done()
    await closing
    assert outcomes.reported == [("first", None), ("second", None)]


async def test_a_second_connection_is_made_when_there_is_enough_for_two_batches(engine: PostgresData) -> None:
    store = await engine.open()
    other = await asyncpg.connect(engine.url.partition("?")[0], ssl=False)

    async def count_of(writers: int) -> int:
        for number in range(5):
            await asyncio.gather(
                *(store.append(f"{writers}/{which}", number, [b"x"]) for which in range(writers))
            )
        await asyncio.sleep(0.2)
        count: int = await other.fetchval(CONNECTIONS)
        return count

    alone = await count_of(1)
    assert await count_of(64) == alone + 1
    await other.close()
    await store.close()


async def test_puts_end_as_they_would_one_after_the_other(
    store: PostgresStreams, tmp_path: Path, seeds: Seeds
) -> None:
    """Puts of the same streams, rows, unique keys and kept values, at any time: in SQLite they are judged in turn."""
    model = await open_store(f"sqlite:{tmp_path / 'data'}")
    for stream in ("a", "b"):
        await model.append(stream, 0, bodies(1))
    for seed in seeds(4):
        random = Random(seed)
        here, there = Outcomes(store), Outcomes(model)
        lengths = {name: (await store.head(name)).length for name in "abcdefgh"}
        for number in range(150):
            appends = []
            for name in random.sample("abcdefgh", random.choice((0, 1, 1, 2))):
                appends.append(Append(name, lengths[name], [b"%d" % number]))
                lengths[name] += random.random() > 0.01
            if not appends:
                unique_keys = [random.choice("vwxyz")] if random.random() < 0.5 else []
                changed = row(random.choice("klmnop"), number, random.choice("tu"), unique_keys=unique_keys)
                appends.append(Append(f"of a row/{seed}/{number}", 0, [b"x"], rows=(changed,)))
            keeps = (KeptValue(random.choice("rs"), b"%d" % number),) if random.random() < 0.2 else ()
            for outcomes in (here, there):
                outcomes.put(str(number), *appends, keeps=keeps)
            if random.random() < 0.5:
                await asyncio.sleep(random.choice((0, 0, 0.002)))
        assert await here.all() == await there.all()
        assert await store.kept_values() == await model.kept_values()
        for name in "abcdefgh":
            assert await read_all(store, name) == await read_all(model, name)
        kept = [await model.index.find(INDEX, key) for key in "klmnop"]
        assert await store.index.verify(INDEX, some([each for each in kept if each is not None])) == []
    await model.close()


# What may be stored side by side


def put_of(stream: str, *rows: IndexRow, keys: str = "") -> Put:
    return ([Append(stream, 0, [b"x"], rows=rows)], lambda _, __: None, [KeptValue(key, b"") for key in keys])


HELD = put_of("a", row("k", 1), IndexRow("other", "l", 1, unique_keys=("x",)), keys="v")


@pytest.mark.parametrize(
    ("put", "is_free"),
    [
        (put_of("b", row("m", 1), IndexRow("third", "k", 1, unique_keys=("x",)), keys="w"), True),
        (put_of("a"), False),
        (put_of("b", row("k", 2)), False),
        (put_of("b", row("m", 1, unique_keys=["y"])), False),
        (put_of("b", IndexRow("other", "m", 1)), False),
        (put_of("b", keys="v"), False),
    ],
    ids=["nothing", "stream", "row", "keys of an index", "index of keys", "kept value"],
)
def test_a_put_waits_for_a_batch_that_touches_the_same(
    put: Put, is_free: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "SECOND_PUTS", 1)
    gathered = Gathering()
    gathered.add(HELD)
    batch = gathered.take()
    gathered.add(put_of("c"))
    gathered.add(put)
    gathered.add(put_of("d"))
    beside = gathered.take_beside(batch)
    assert beside is not None
    assert len(beside.puts) == (3 if is_free else 1)


def test_a_batch_leaves_half_of_a_long_queue_and_takes_what_would_have_to_wait_for_it() -> None:
    gathered = Gathering()
    for stream in [*range(20), *range(10), *range(20, 30)]:
        gathered.add(put_of(str(stream)))
    batch = gathered.take_half()
    assert len(batch.puts) == 30
    assert gathered.take_beside(batch) is None, "ten puts are too few"
    for stream in range(30, 60):
        gathered.add(put_of(str(stream)))
    second = gathered.take_beside(batch)
    assert second is not None
    assert len(second.puts) == 40


def test_a_short_queue_is_one_batch() -> None:
    gathered = Gathering()
    for stream in range(31):
        gathered.add(put_of(str(stream)))
    assert len(gathered.take_half().puts) == 31


def test_waits_side_by_side_count_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(waits, "monotonic", lambda: now)
    waiting = Waits()
    waiting.begin("a")
    now = 103.0
    waiting.begin("b")
    assert waiting.seconds() == 2
    now = 105.0
    waiting.end("a")
    assert waiting.seconds() == 4
    now = 107.0
    assert waiting.seconds() == 6
    waiting.end("b")
    now = 110.0
    assert waiting.seconds() == 6
    waiting.begin("a")
    now = 110.9
    assert waiting.seconds() == 6
