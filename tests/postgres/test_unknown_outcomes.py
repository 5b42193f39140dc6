"""Commits with an unknown outcome are settled by the hashes of their records. A waiting commit is never cancelled."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial

import asyncpg
import pytest

from tests.contracts.streams import bodies, put_all, read_all
from tests.postgres.conftest import SharedServer
from tests.postgres.proxy import Proxy
from tests.postgres.servers import wait_in_thread
from tests.postgres.stores import PostgresData, until
from tilth_server.store import Append, LengthConflict, OutcomeUnknown, StoreError, StoreFailed
from tilth_server.store.postgres import PostgresStreams, known, link, writer


@pytest.fixture
def proxy(postgres: SharedServer) -> Iterator[Proxy]:
    with Proxy(postgres.port) as proxy:
        yield proxy


@pytest.fixture
def behind(proxy: Proxy, postgres_url: str, postgres: SharedServer) -> PostgresData:
    """A store behind the proxy."""
    return PostgresData(postgres_url.replace(f":{postgres.port}/", f":{proxy.port}/"), postgres_url)


@pytest.fixture
async def store(behind: PostgresData) -> AsyncIterator[PostgresStreams]:
    store = await behind.open()
    yield store
    await store.close()


@asynccontextmanager
async def locked_streams(url: str) -> AsyncIterator[None]:
    """Let every batch wait for a lock for the time of the block, as it would for a standby."""
    connection = await asyncpg.connect(url.partition("?")[0], ssl=False)
    try:
        await connection.execute("BEGIN; UPDATE tilth.streams SET length = length")
        yield
        await connection.execute("ROLLBACK")
    finally:
        await connection.close()


async def until_waiting(url: str, count: int = 1) -> None:
    """Return when this many batches wait for a lock."""
    connection = await asyncpg.connect(url.partition("?")[0], ssl=False)
    try:

        async def are_waiting() -> bool:
            waiting: int = await connection.fetchval(WAITING)
            return waiting >= count

        await until(are_waiting)
    finally:
        await connection.close()


WAITING = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE wait_event_type = 'Lock' AND query LIKE '%moved AS%' AND datname = current_database()"
)


async def has_length(store: PostgresStreams, stream: str, length: int) -> bool:
    return (await store.head(stream)).length == length


async def has_fault(store: PostgresStreams, wanted: bool) -> bool:
    return bool(store.fault) == wanted


async def outcome_of(store: PostgresStreams, *appends: Append) -> StoreError | None:
    (outcome,) = await put_all(store, [appends])
    return outcome


async def test_a_batch_whose_answer_was_lost_is_found_by_its_hashes(
    store: PostgresStreams, proxy: Proxy
) -> None:
    await store.append("match/1", 0, bodies(1))
    proxy.cut_after = b"not answered"
    put = (Append("match/1", 1, [b"not answered"]), Append("match/2", 0, [b"new"]))
    assert await outcome_of(store, *put) is None
    assert proxy.cuts == 1
    assert await read_all(store, "match/1") == [b"body 0", b"not answered"]
    assert await read_all(store, "match/2") == [b"new"]


async def test_a_batch_that_never_arrived_is_sent_again(store: PostgresStreams, proxy: Proxy) -> None:
    await store.append("match/1", 0, bodies(1))
    proxy.cut_before = b"not sent"
    assert await outcome_of(store, Append("match/1", 1, [b"not sent"])) is None
    assert proxy.cuts == 1
    assert await read_all(store, "match/1") == [b"body 0", b"not sent"]


async def test_another_server_that_came_first_is_a_conflict(
    store: PostgresStreams, proxy: Proxy, postgres_url: str
) -> None:
    await store.append("match/1", 0, bodies(1))
    other = await PostgresData(postgres_url).open()
    await other.append("match/1", 1, [b"first"])
    await other.close()
    proxy.cut_before = b"second"
    put = (Append("match/1", 1, [b"second"]), Append("match/2", 0, [b"second"]))
    assert isinstance(await outcome_of(store, *put), LengthConflict)
    assert await read_all(store, "match/1") == [b"body 0", b"first"]
    assert await read_all(store, "match/2") == []


async def test_an_equal_record_of_another_server_settles_no_other_stream(
    store: PostgresStreams, proxy: Proxy, postgres_url: str
) -> None:
    """A batch counts as stored only if all of its streams have its hashes."""
    await store.append("match/1", 0, bodies(1))
    other = await PostgresData(postgres_url).open()
    await other.append("match/1", 1, [b"equal"])
    await other.close()
    proxy.cut_before = b"equal"
    outcomes = await put_all(store, [[Append("match/1", 1, [b"equal"])], [Append("match/2", 0, [b"equal"])]])
    assert [type(outcome) for outcome in outcomes] == [LengthConflict, type(None)]
    assert await read_all(store, "match/2") == [b"equal"]


async def test_an_attempt_that_is_executed_late_is_recognised(
    store: PostgresStreams, proxy: Proxy, postgres_url: str
) -> None:
    """The connection is cut while the statement waits in the database, which executes it later."""
    await store.append("match/1", 0, bodies(1))
    async with locked_streams(postgres_url):
        put = asyncio.ensure_future(outcome_of(store, Append("match/1", 1, [b"late"])))
        await until_waiting(postgres_url)
        proxy.cut_all()
        await until_waiting(postgres_url, 2)
    assert await put is None
    assert await read_all(store, "match/1") == [b"body 0", b"late"]
    await store.append("match/1", 2, [b"next"])


async def test_an_attempt_that_is_executed_between_two_looks_is_recognised(
    store: PostgresStreams, proxy: Proxy, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The earlier attempt comes to its end when the new connection is about to read the ends of the streams."""
    await store.append("match/1", 0, bodies(1))
    load = known.load_tips
    loading, go_on = asyncio.Event(), asyncio.Event()

    async def wait_and_load(*arguments: object) -> None:
        loading.set()
        await go_on.wait()
        await load(*arguments)  # type: ignore[arg-type]

    locked = locked_streams(postgres_url)
    await locked.__aenter__()
    put = asyncio.ensure_future(outcome_of(store, Append("match/1", 1, [b"late"])))
    await until_waiting(postgres_url)
    monkeypatch.setattr(known, "load_tips", wait_and_load)
    proxy.cut_all()
    await loading.wait()
    await locked.__aexit__(None, None, None)
    other = await PostgresData(postgres_url).open()
    await until(partial(has_length, other, "match/1", 2))
    await other.close()
    go_on.set()
    assert await put is None
    assert await read_all(store, "match/1") == [b"body 0", b"late"]


async def test_a_batch_that_waits_too_long_has_an_unknown_outcome_and_continues_by_itself(
    store: PostgresStreams, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "WORRY_SECONDS", 0.1)
    monkeypatch.setattr(writer, "PATIENCE_SECONDS", 0.5)
    monkeypatch.setattr(writer, "SWEEP_SECONDS", 0.1)
    await store.append("match/1", 0, bodies(1))
    async with locked_streams(postgres_url):
        waiting = asyncio.ensure_future(outcome_of(store, Append("match/1", 1, [b"slow"])))
        await until_waiting(postgres_url)
        queued = await outcome_of(store, Append("match/2", 0, [b"queued"]))
        assert isinstance(await waiting, OutcomeUnknown)
        assert type(queued) is StoreFailed
        assert type(await outcome_of(store, Append("match/2", 0, [b"later"]))) is StoreFailed
        assert "has not confirmed a commit" in store.fault
    await until(partial(has_fault, store, False))
    assert await read_all(store, "match/1") == [b"body 0", b"slow"]
    assert await read_all(store, "match/2") == []
    await store.append("match/1", 2, [b"next"])


async def test_puts_are_refused_while_the_database_is_away_and_stored_when_it_is_back(
    behind: PostgresData, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "WORRY_SECONDS", 0.1)
    monkeypatch.setattr(writer, "PATIENCE_SECONDS", 0.5)
    store = await behind.open()
    await store.append("match/1", 0, bodies(1))
    proxy.lifetime = lambda: 0
    proxy.cut_all()
    await asyncio.sleep(0.05)
    refused = await outcome_of(store, Append("match/1", 1, [b"away"]))
    assert type(refused) is StoreFailed, "nothing was sent"
    await until(partial(has_fault, store, True))
    # On a busy machine it may take longer to connect.
    monkeypatch.setattr(writer, "PATIENCE_SECONDS", 30.0)
    proxy.lifetime = None
    await until(partial(has_fault, store, False))
    await store.append("match/1", 1, [b"back"])
    assert await read_all(store, "match/1") == [b"body 0", b"back"]
    await store.close()


async def test_a_program_that_ends_does_not_cancel_a_waiting_commit(postgres_url: str) -> None:
    """A cancelled commit may be visible and on no standby. So the statement is left to the database."""

    async def end_while_it_waits() -> None:
        store = await PostgresData(postgres_url).open()
        store.put([Append("match/1", 1, [b"waiting"])], lambda _, __: None)
        await until_waiting(postgres_url)

    store = await PostgresData(postgres_url).open()
    await store.append("match/1", 0, bodies(1))
    async with locked_streams(postgres_url):
        await asyncio.to_thread(wait_in_thread, end_while_it_waits())
    await until(partial(has_length, store, "match/1", 2))
    assert await read_all(store, "match/1") == [b"body 0", b"waiting"]
    await store.close()


async def test_a_read_that_is_given_up_leaves_the_connection_usable(
    store: PostgresStreams, postgres_url: str
) -> None:
    await store.append("match/1", 0, bodies(1))
    connection = await asyncpg.connect(postgres_url.partition("?")[0], ssl=False)
    await connection.execute("BEGIN; LOCK TABLE tilth.streams IN ACCESS EXCLUSIVE MODE")
    reading = asyncio.ensure_future(store.head("match/1"))
    await asyncio.sleep(0.1)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    await connection.execute("ROLLBACK")
    await connection.close()
    assert (await store.head("match/1")).length == 1


async def test_reads_that_stand_in_line_after_an_outage_get_through(
    store: PostgresStreams, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has little patience left when its turn comes: less than it takes to connect, or to read."""
    await store.append("match/1", 0, bodies(1))
    monkeypatch.setattr(link, "READ_SECONDS", 1.0)
    outcomes: list[bool] = []
    reading: set[asyncio.Task[None]] = set()

    async def read() -> None:
        try:
            outcomes.append((await store.head("match/1")).length == 1)
        except StoreFailed:
            outcomes.append(False)

    async def read_for(seconds: float) -> None:
        for _ in range(int(seconds / 0.03)):
            reading.add(asyncio.create_task(read()))
            await asyncio.sleep(0.03)

    proxy.answers_pass = False
    await read_for(1.5)
    assert outcomes
    assert not any(outcomes)
    proxy.delay_seconds = 0.05
    proxy.answers_pass = True
    proxy.cut_all()
    await read_for(2)
    await asyncio.gather(*reading)
    assert sum(outcomes) > 10, outcomes
