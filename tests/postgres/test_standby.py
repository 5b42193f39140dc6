"""A primary with two standbys, one of which confirms each commit: cancelled waits, crashes, and a promotion."""

import asyncio
import os
import signal
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.streams import bodies, chain_of, read_all
from tests.postgres.servers import Installation, PostgresServer, stop_all
from tests.postgres.stores import PostgresData, until
from tests.seeds import Seeds
from tilth_server.store import LengthConflict, OutcomeUnknown, StoreFailed
from tilth_server.store.postgres import PostgresEngine, PostgresStreams, gathering, link, writer

FAULTS = 10
CANCEL = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query NOT LIKE '%emit%'"
SYNCHRONOUS = {"synchronous_standby_names": "ANY 1 (one, two, three)"}


class Group:
    """Three servers of the same data."""

    def __init__(self, installation: Installation) -> None:
        self.primary = PostgresServer(installation, "one", **SYNCHRONOUS)
        self.standbys: list[PostgresServer] = []
        self.old: PostgresServer | None = None
        self._numbers = count()

    @property
    def servers(self) -> list[PostgresServer]:
        return [self.primary, *self.standbys, *([] if self.old is None else [self.old])]

    def start(self) -> None:
        self.primary.start()
        for name in ("two", "three"):
            standby = self.primary.make_standby(name, **SYNCHRONOUS)
            self.standbys.append(standby)
            standby.start()
        self.primary.make_database("tilth")

    def url(self) -> str:
        """Return the URL of a new store."""
        self.database = f"tilth_{next(self._numbers)}"
        self.primary.make_database(self.database)
        first, *others = self.servers
        return first.url(self.database, "", *others)

    def execute(self, statement: str) -> list[Any]:
        """Execute a statement on the primary, in the newest store."""
        return self.primary.execute(statement, database=self.database)

    def stop_standbys(self) -> None:
        stop_all(self.standbys)

    def start_standbys(self) -> None:
        for standby in self.standbys:
            standby.start()

    def promote(self) -> None:
        """Make the standby that has received most the primary, and let the other one follow it."""
        received = "SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')"
        new, other = sorted(self.standbys, key=lambda server: -server.execute(received)[0][0])
        other.stop()
        other.settings["primary_conninfo"] = (
            f"host=127.0.0.1 port={new.port} user=tilth application_name={other.name}"
        )
        new.execute("SELECT pg_promote()")
        other.start()
        self.old, self.primary, self.standbys = self.primary, new, [other]


@pytest.fixture(scope="module")
def group(postgres_binaries: Path) -> Iterator[Group]:
    installation = Installation(postgres_binaries)
    group = Group(installation)
    try:
        group.start()
        yield group
    finally:
        stop_all(group.servers)
        installation.remove()


async def write(store: PostgresStreams, stream: str, acknowledged: list[bytes], stop: asyncio.Event) -> None:
    """Append until told to stop. An answer that is unknown is asked for again, as a client does by its request id."""
    while not stop.is_set():
        body = b"%d of %s" % (len(acknowledged), stream.encode())
        try:
            await store.append(stream, len(acknowledged), [body])
        except (OutcomeUnknown, StoreFailed):
            await asyncio.sleep(0.05)
            continue
        except LengthConflict:
            # The unknown answer was stored after all.
            stored = await read_all(store, stream, len(acknowledged))
            assert stored == [body]
        acknowledged.append(body)


async def run_writers(store: PostgresStreams, faults: "asyncio.Task[None]") -> dict[str, list[bytes]]:
    stop = asyncio.Event()
    written: dict[str, list[bytes]] = {f"match/{n}": [] for n in range(8)}
    writers = [
        asyncio.ensure_future(write(store, stream, bodies, stop)) for stream, bodies in written.items()
    ]
    await faults
    before = {stream: len(bodies) for stream, bodies in written.items()}

    async def have_gone_on() -> bool:
        return all(len(written[stream]) > length for stream, length in before.items())

    await until(have_gone_on, 60)
    stop.set()
    await asyncio.gather(*writers)
    return written


async def assert_stored(store: PostgresStreams, written: dict[str, list[bytes]]) -> None:
    for stream, expected in written.items():
        assert [record.hash async for record in store.read(stream)] == chain_of(stream, expected)


async def test_nothing_acknowledged_is_lost_or_doubled_when_the_primary_is_killed(
    group: Group, seeds: Seeds
) -> None:
    store = await PostgresData(group.url()).open()

    async def kill() -> None:
        for _ in range(FAULTS):
            await asyncio.sleep(0.3)
            group.primary.kill()
            await asyncio.to_thread(group.primary.start)

    written = await run_writers(store, asyncio.ensure_future(kill()))
    await assert_stored(store, written)
    await store.close()


async def test_a_cancelled_wait_for_the_standby_confirms_nothing(group: Group) -> None:
    store = await PostgresData(group.url()).open()
    await store.append("match/1", 0, bodies(1))
    group.stop_standbys()
    put = asyncio.ensure_future(store.append("match/1", 1, [b"cancelled"]))
    await until(partial(waits_for_standby, group))
    await asyncio.to_thread(group.execute, CANCEL)
    await asyncio.sleep(0.5)
    assert not put.done(), "it is visible on the primary, and on no standby"
    await until(partial(waits_for_standby, group))
    await asyncio.to_thread(group.start_standbys)
    await asyncio.wait_for(put, 20)
    assert await read_all(store, "match/1") == [b"body 0", b"cancelled"]
    await store.close()


async def test_what_no_standby_has_is_not_shown_after_a_crash(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash the primary shows what it had not confirmed yet. A failover would take it back."""
    monkeypatch.setattr(link, "READ_SECONDS", 1.0)
    store = await PostgresData(group.url()).open()
    await store.append("match/1", 0, bodies(1))
    assert await read_all(store, "match/1") == bodies(1)
    group.stop_standbys()
    put = asyncio.ensure_future(store.append("match/1", 1, [b"unconfirmed"]))
    await until(partial(waits_for_standby, group))
    group.primary.kill()
    await asyncio.to_thread(group.primary.start)
    visible = await asyncio.to_thread(group.execute, "SELECT length FROM tilth.streams")
    assert visible[0][0] == 2
    with pytest.raises(StoreFailed):
        await read_all(store, "match/1")
    assert not put.done()
    await asyncio.to_thread(group.start_standbys)
    await asyncio.wait_for(put, 30)
    assert await read_all(store, "match/1") == [b"body 0", b"unconfirmed"]
    await store.close()


async def test_what_no_standby_has_is_not_shown_after_an_unknown_outcome(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a cancelled wait the primary shows what no standby has."""
    monkeypatch.setattr(link, "READ_SECONDS", 1.0)
    monkeypatch.setattr(writer, "WORRY_SECONDS", 0.2)
    monkeypatch.setattr(writer, "PATIENCE_SECONDS", 0.5)
    store = await PostgresData(group.url()).open()
    await store.append("match/1", 0, bodies(1))
    assert await read_all(store, "match/1") == bodies(1)
    group.stop_standbys()
    with pytest.raises(OutcomeUnknown):
        await store.append("match/1", 1, [b"unconfirmed"])
    await asyncio.to_thread(group.execute, CANCEL)
    visible = await asyncio.to_thread(group.execute, "SELECT length FROM tilth.streams")
    assert visible[0][0] == 2
    with pytest.raises(StoreFailed):
        await read_all(store, "match/1")
    await asyncio.to_thread(group.start_standbys)

    async def is_read() -> bool:
        try:
            return len(await read_all(store, "match/1")) == 2
        except StoreFailed:
            return False

    await until(is_read, 30)
    await store.close()


async def test_a_primary_that_was_replaced_and_lives_on_is_left(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old primary still takes statements, but nobody confirms its commits. So the batch waits there until another
    primary is found, and is not told to anybody before it is stored there."""
    monkeypatch.setattr(writer, "WORRY_SECONDS", 0.5)
    monkeypatch.setattr(gathering, "SECOND_PUTS", 1)
    url = group.url()
    store, idle = await PostgresData(url).open(), await PostgresData(url).open()
    await asyncio.gather(*(idle.append(stream, 0, bodies(1)) for stream in "xy"))
    assert await read_all(store, "x") == bodies(1), "it is connected for reads, too"

    async def promote() -> None:
        await asyncio.sleep(0.5)
        await asyncio.to_thread(group.promote)

    written = await run_writers(store, asyncio.ensure_future(promote()))
    await assert_stored(store, written)
    fresh = await PostgresData(group.primary.url(group.database, "", *group.standbys)).open()
    await assert_stored(fresh, written)
    # A store that has two connections leaves the old primary with both.
    await idle.append("x", 1, [b"at the new primary"])
    await fresh.append("y", 1, [b"at the new primary"])
    await asyncio.gather(idle.append("x", 2, [b"beside"]), idle.append("y", 2, []))
    for each in (fresh, idle, store):
        await each.close()


async def waits_for_standby(group: Group) -> bool:
    (row,) = await asyncio.to_thread(
        group.execute, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    )
    return bool(row[0])


@pytest.mark.sweep
async def test_the_lag_of_a_standby_that_hangs_grows_and_one_that_has_all_has_none(group: Group) -> None:
    table = PostgresEngine(group.url()).members()

    async def lags() -> dict[str, int | None]:
        group.execute("SELECT txid_current()")
        return {standby.name: standby.lag_ms for standby in await table.list_standbys() or ()}

    async def settled() -> bool:
        return [lag is not None and lag < 500 for lag in (await lags()).values()] == [True, True]

    hanging, other = group.standbys
    try:
        await until(settled)
        ((receiver,),) = hanging.execute("SELECT pid FROM pg_stat_wal_receiver", database="postgres")
        os.kill(receiver, signal.SIGSTOP)
        try:
            await lags()
            await asyncio.sleep(2)
            found = await lags()
            assert (found[hanging.name] or 0) >= 1500, found
            assert (found[other.name] or 0) < 1500, found
        finally:
            os.kill(receiver, signal.SIGCONT)
        await until(settled)
        await asyncio.sleep(12)
        rows = {standby.name: standby.lag_ms for standby in await table.list_standbys() or ()}
        assert rows == {hanging.name: 0, other.name: 0}, "nothing was written for a while"
    finally:
        await table.close()
