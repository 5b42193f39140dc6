"""A server starts only on a primary that cannot lose a confirmed commit, unless its URL says so."""

import asyncio
import socket
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.contracts.streams import read_all
from tests.e2e.people import channel_to, is_serving
from tests.e2e.serving import MANY_CALLS, ServerProcess, running
from tests.postgres.proxy import Proxy
from tests.postgres.servers import Installation, PostgresServer, stop_all
from tests.postgres.stores import PostgresData, until
from tilth_server.store import StoreFailed
from tilth_server.store.postgres import PostgresEngine, primary


@pytest.fixture(scope="module")
def pair(postgres_binaries: Path) -> Iterator[tuple[PostgresServer, PostgresServer]]:
    """A primary and its standby, which is synchronous once the primary names it."""
    installation = Installation(postgres_binaries)
    first = PostgresServer(installation, "first")
    servers = [first]
    try:
        first.start()
        first.make_database("tilth")
        standby = first.make_standby("second")
        servers.append(standby)
        standby.start()
        yield first, standby
    finally:
        stop_all(servers)
        installation.remove()


def configure(server: PostgresServer, setting: str, value: str) -> None:
    server.execute(f"ALTER SYSTEM SET {setting} = '{value}'")
    server.execute("SELECT pg_reload_conf()")
    until = time.monotonic() + 5
    while server.execute(f"SHOW {setting}")[0][0] != value:
        assert time.monotonic() < until
        time.sleep(0.02)


async def refusal(url: str) -> str:
    with pytest.raises(StoreFailed) as refused:
        await PostgresEngine(url).open()
    return str(refused.value)


async def accept(url: str) -> None:
    store = await PostgresData(url).open()
    await store.close()


async def test_a_primary_without_a_synchronous_standby_is_refused(
    pair: tuple[PostgresServer, PostgresServer],
) -> None:
    first, second = pair
    configure(first, "synchronous_standby_names", "")
    message = await refusal(first.url(options=""))
    assert "has no synchronous standby, so that a confirmed answer may be lost with its disk" in message
    assert "?durability=disk" in message
    await accept(first.url(options="durability=disk"))
    await accept(first.url(options="durability=storage"))
    configure(first, "synchronous_standby_names", "ANY 1 (second)")
    await accept(first.url(options=""))
    assert "is a standby, or read-only: name the primary" in await refusal(second.url(options=""))
    await accept(second.url("tilth", "", first))
    configure(first, "synchronous_standby_names", "")


async def test_a_primary_that_takes_anybody_for_a_standby_is_refused(
    pair: tuple[PostgresServer, PostgresServer],
) -> None:
    """A pg_basebackup that is running would confirm commits that no standby has."""
    first, _ = pair
    for names in ("*", "ANY 1 (second, *)"):
        configure(first, "synchronous_standby_names", names)
        message = await refusal(first.url(options=""))
        assert (
            f"has synchronous_standby_names = {names}, so that a confirmed answer may be lost with its"
            in message
        )
        await accept(first.url(options="durability=storage"))
    configure(first, "synchronous_standby_names", "")


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
async def test_a_primary_that_does_not_write_to_its_disk_is_refused(
    pair: tuple[PostgresServer, PostgresServer], setting: str
) -> None:
    first, _ = pair
    configure(first, setting, "off")
    try:
        message = await refusal(first.url())
        assert f"has {setting} = off, so that a confirmed answer may be lost with the power: set" in message
        await accept(first.url(options="durability=storage"))
    finally:
        configure(first, setting, "on")
    await accept(first.url())


async def test_a_running_server_confirms_nothing_while_a_setting_is_gone(
    pair: tuple[PostgresServer, PostgresServer],
) -> None:
    """The first batch after the change is confirmed when a standby has it, and stored once."""
    first, _ = pair
    first.make_database("changed")
    configure(first, "synchronous_standby_names", "ANY 1 (second)")
    store = await PostgresData(first.url("changed", "")).open()
    await store.append("match/a", 0, [b"0"])
    for number, (setting, gone, back) in enumerate(
        (
            ("synchronous_standby_names", "", "ANY 1 (second)"),
            ("synchronous_standby_names", "ANY 1 (*)", "ANY 1 (second)"),
            ("fsync", "off", "on"),
        ),
        1,
    ):
        configure(first, setting, gone)
        appends = [asyncio.ensure_future(store.append("match/a", number, [b"%d" % number]))]
        appends.append(asyncio.ensure_future(store.append("match/b", number - 1, [b"%d" % number])))
        async with asyncio.timeout(5):
            while not store.fault:  # noqa: ASYNC110 - another process changes
                await asyncio.sleep(0.01)
        assert "so that a confirmed answer may be lost with" in store.fault
        assert not any(append.done() for append in appends), "confirmed without a standby or a disk"
        configure(first, setting, back)
        async with asyncio.timeout(10):
            await asyncio.gather(*appends)
        assert not store.fault
    assert await read_all(store, "match/a") == [b"0", b"1", b"2", b"3"]
    assert await read_all(store, "match/b") == [b"1", b"2", b"3"]
    await store.close()
    configure(first, "synchronous_standby_names", "")


async def log_names_the_reason(server: ServerProcess) -> bool:
    away = [line["error"] for line in server.log() if line["event"] == "database away"]
    return any(
        "has no synchronous standby, so that a confirmed answer may be lost" in error for error in away
    )


async def test_a_server_without_work_notices_a_change_and_says_why(
    pair: tuple[PostgresServer, PostgresServer], tmp_path: Path
) -> None:
    first, _ = pair
    first.make_database("idle")
    configure(first, "synchronous_standby_names", "ANY 1 (second)")
    url = first.url("idle", "")
    with running(tmp_path / "data", "--store", url, *MANY_CALLS) as server:
        async with channel_to(server.address) as channel:
            assert await is_serving(channel)
            configure(first, "synchronous_standby_names", "")
            await until(partial(is_serving, channel, False), 15)
            await until(partial(log_names_the_reason, server), 15)
            configure(first, "synchronous_standby_names", "ANY 1 (second)")
            await until(partial(is_serving, channel, True), 15)
    configure(first, "synchronous_standby_names", "")


async def test_a_database_that_confirms_too_early_is_set_right(
    pair: tuple[PostgresServer, PostgresServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = pair
    first.make_database("hasty")
    first.execute("ALTER DATABASE hasty SET synchronous_commit = off")
    await accept(first.url("hasty"))
    # As behind a pooler that keeps settings from the server.
    monkeypatch.setattr(primary, "SETTINGS", primary.SETTINGS.replace("SET synchronous_commit = on;", ""))
    assert "keeps synchronous_commit = off, so that a confirmed answer may be lost" in await refusal(
        first.url("hasty")
    )


async def test_a_primary_that_no_standby_confirms_to_is_not_taken(
    pair: tuple[PostgresServer, PostgresServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A primary that was replaced still says that it is one. No standby confirms its commits."""
    first, _ = pair
    monkeypatch.setattr(primary, "ASK_SECONDS", 1.0)
    configure(first, "synchronous_standby_names", "gone")
    try:
        assert "has confirmed no commit for 1 s" in await refusal(first.url(options=""))
    finally:
        configure(first, "synchronous_standby_names", "")


async def test_hosts_are_asked_side_by_side(pair: tuple[PostgresServer, PostgresServer]) -> None:
    """A host that was stopped accepts connections and says nothing. It must not use up the time of the others."""
    first, second = pair
    with socket.socket() as silent, socket.socket() as closed:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        closed.bind(("127.0.0.1", 0))
        hosts = [silent.getsockname()[1], closed.getsockname()[1], second.port, first.port]
        named = ",".join(f"127.0.0.1:{port}" for port in hosts)
        began = time.monotonic()
        async with asyncio.timeout(30):
            await accept(f"postgresql://tilth@{named}/tilth?durability=disk")
        assert time.monotonic() - began < primary.CONNECT_SECONDS


async def test_a_host_that_becomes_the_primary_while_another_is_silent_is_taken(
    pair: tuple[PostgresServer, PostgresServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = pair
    monkeypatch.setattr(primary, "AGAIN_SECONDS", 0.1)
    with socket.socket() as silent, Proxy(1) as proxy:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        named = f"127.0.0.1:{silent.getsockname()[1]},127.0.0.1:{proxy.port}"
        began = time.monotonic()
        opening = asyncio.create_task(accept(f"postgresql://tilth@{named}/tilth?durability=disk"))
        await asyncio.sleep(0.3)
        proxy.target = first.port
        await asyncio.wait_for(opening, 30)
        assert time.monotonic() - began < primary.CONNECT_SECONDS


async def test_what_cannot_be_reached_is_named(pair: tuple[PostgresServer, PostgresServer]) -> None:
    first, _ = pair
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        message = await refusal(f"postgresql://127.0.0.1:{port}/tilth")
    assert message.startswith(f"PostgreSQL at 127.0.0.1:{port} cannot be reached: ")
    assert 'database "none" does not exist' in await refusal(first.url("none"))
