"""The table of members, by the database's clock, and a node's view of it."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import asyncpg
import pytest
import structlog

from tests.postgres.conftest import SharedServer
from tests.postgres.proxy import Proxy
from tests.postgres.stores import PostgresData
from tilth_server.nodes import membership
from tilth_server.nodes.membership import Membership, new_member
from tilth_server.store import Member, Members, NotOffered, engine_of
from tilth_server.store.postgres import PostgresEngine

WINDOW = 5.0
ONE = Member("1111", "10.0.0.1:4040", "1.0")
TWO = Member("2222", "10.0.0.2:4040", "1.1")


@pytest.fixture
async def table(engine: PostgresData) -> AsyncIterator[Members]:
    await (await engine.open()).close()
    table = PostgresEngine(engine.url).members()
    yield table
    await table.close()


async def beat(table: Members, member: Member, *, is_first: bool = False) -> list[str]:
    """Send a heartbeat; return the ids of the members."""
    reply = await table.send_heartbeat(member, WINDOW, is_first=is_first)
    return [each.id for each in reply.members]


async def age(engine: PostgresData, member: Member, seconds: float) -> None:
    """Let the last heartbeat of a member be older."""
    statement = (
        "UPDATE tilth.members SET heartbeat_at = heartbeat_at - make_interval(secs => $2) WHERE id = $1"
    )
    await asyncio.to_thread(engine.change, statement, member.id, seconds)


async def test_a_heartbeat_tells_all_that_run_with_what_they_said(table: Members) -> None:
    assert (await table.send_heartbeat(TWO, WINDOW)).members == (TWO,)
    assert (await table.send_heartbeat(ONE, WINDOW)).members == (ONE, TWO)
    leaving = Member(TWO.id, "10.0.0.2:4041", "1.2", is_leaving=True)
    assert (await table.send_heartbeat(leaving, WINDOW)).members == (ONE, leaving)
    assert (await table.send_heartbeat(ONE, WINDOW)).members == (ONE, leaving)


async def test_a_member_without_a_heartbeat_is_gone_after_the_window(
    engine: PostgresData, table: Members
) -> None:
    await beat(table, ONE)
    await age(engine, ONE, WINDOW - 1)
    assert await beat(table, TWO) == [ONE.id, TWO.id]
    await age(engine, ONE, 1)
    assert await beat(table, TWO) == [TWO.id]
    assert await beat(table, ONE) == [ONE.id, TWO.id]


async def test_the_clock_of_a_heartbeat_is_the_databases(
    engine: PostgresData, table: Members, postgres: SharedServer, database: str
) -> None:
    reply = await table.send_heartbeat(ONE, WINDOW)
    asked = "SELECT (extract(epoch FROM heartbeat_at) * 1000)::bigint AS at FROM tilth.members"
    rows = await asyncio.to_thread(lambda: postgres.execute(asked, database=database))
    assert 0 <= reply.now_ms - rows[0]["at"] < 1000


async def test_a_member_that_is_gone_comes_back_with_its_next_heartbeat(table: Members) -> None:
    await beat(table, ONE)
    await beat(table, TWO)
    await table.mark_gone(ONE.id)
    assert await beat(table, TWO) == [TWO.id]
    assert await beat(table, ONE) == [ONE.id, TWO.id]
    assert await beat(table, TWO) == [ONE.id, TWO.id]


async def test_a_process_that_is_started_again_replaces_the_one_at_its_address(table: Members) -> None:
    again = Member("3333", ONE.address, ONE.version)
    await beat(table, ONE, is_first=True)
    assert await beat(table, TWO, is_first=True) == [ONE.id, TWO.id]
    assert await beat(table, again, is_first=True) == [TWO.id, again.id]


async def test_members_of_yesterday_are_forgotten(
    engine: PostgresData, table: Members, postgres: SharedServer, database: str
) -> None:
    await beat(table, ONE)
    await beat(table, TWO)
    await age(engine, ONE, 90_000)
    await beat(table, Member("3333", "10.0.0.3:4040", "1.0"), is_first=True)
    asked = "SELECT id FROM tilth.members ORDER BY id"
    rows = await asyncio.to_thread(lambda: postgres.execute(asked, database=database))
    assert [row["id"] for row in rows] == [TWO.id, "3333"]


def test_a_data_directory_has_no_members() -> None:
    with pytest.raises(NotOffered, match="several nodes need --store postgresql://"):
        engine_of("sqlite:/nowhere").members()


# A node's view


@asynccontextmanager
async def nodes(*urls: str) -> AsyncIterator[list[Membership]]:
    """Yield a node for each URL. Their heartbeats and windows are a tenth of the usual."""
    async with AsyncExitStack() as stack:
        started: list[Membership] = []
        for number, url in enumerate(urls):
            member = new_member(f"10.0.0.{number}:4040", "1.0")
            node = Membership(
                PostgresEngine(url).members(), member, heartbeat_seconds=0.1, window_seconds=0.5
            )
            await node.start()
            stack.push_async_callback(node.close)
            started.append(node)
        yield started


async def until_it_sees(node: Membership, *others: Membership) -> None:
    wanted = sorted((other.me.id, other.me.is_leaving) for other in (node, *others))
    async with asyncio.timeout(20):
        while [(member.id, member.is_leaving) for member in node.members] != wanted:  # noqa: ASYNC110 - a database changes
            await asyncio.sleep(0.01)


@pytest.fixture
async def store_url(engine: PostgresData) -> str:
    """The URL of a store that exists."""
    await (await engine.open()).close()
    return engine.url


@pytest.fixture
def proxy(postgres: SharedServer) -> Iterator[Proxy]:
    with Proxy(postgres.port) as proxy:
        yield proxy


async def test_nodes_see_each_other_and_agree_on_every_owner(store_url: str) -> None:
    async with nodes(store_url, store_url, store_url) as (one, two, three):
        await until_it_sees(one, two, three)
        await until_it_sees(two, one, three)
        keys = [f"match {number}" for number in range(200)]
        owners = [one.owner_of(key).id for key in keys]
        assert owners == [two.owner_of(key).id for key in keys] == [three.owner_of(key).id for key in keys]
        assert set(owners) == {one.me.id, two.me.id, three.me.id}
        assert [one.owns(key) for key in keys] == [owner == one.me.id for owner in owners]


async def test_a_node_that_closes_is_gone_at_once(store_url: str) -> None:
    async with nodes(store_url) as (one,):
        async with nodes(store_url) as (two,):
            await until_it_sees(one, two)
            changes: list[int] = []
            one.on_change.append(lambda: changes.append(len(one.members)))
        row = await one._table.send_heartbeat(one.me, 3600)
        assert [member.id for member in row.members] == [one.me.id]
        await until_it_sees(one)
        assert changes == [1]


async def test_a_node_that_leaves_is_a_member_and_owns_nothing(store_url: str) -> None:
    async with nodes(store_url, store_url) as (one, two):
        await until_it_sees(one, two)
        await two.leave()
        async with asyncio.timeout(20):
            while {one.owner_of(f"{n}").id for n in range(50)} != {one.me.id}:  # noqa: ASYNC110 - a database changes
                await asyncio.sleep(0.01)
        assert two.me.id in [member.id for member in one.members]


async def test_a_node_that_a_peer_reports_is_gone_for_all_until_its_next_heartbeat(store_url: str) -> None:
    async with nodes(store_url, store_url, store_url) as (one, two, three):
        await until_it_sees(one, two, three)
        await until_it_sees(two, one, three)
        assert three._beating is not None
        three._beating.cancel()
        await asyncio.wait([three._beating])
        await one.report_gone(three.me.id)
        assert [member.id for member in one.members] == sorted([one.me.id, two.me.id])
        reply = await two._table.send_heartbeat(two.me, 3600)
        assert [member.id for member in reply.members] == sorted([one.me.id, two.me.id])
        await two._send()
        await until_it_sees(two, one)
        await three._send()
        await until_it_sees(one, two, three)


async def test_a_node_that_the_database_does_not_hear_is_gone_after_the_window(
    store_url: str, postgres: SharedServer, proxy: Proxy
) -> None:
    far = store_url.replace(f":{postgres.port}/", f":{proxy.port}/")
    async with nodes(store_url, far) as (near, cut):
        await until_it_sees(near, cut)
        proxy.answers_pass = False
        proxy.cut_all()
        await until_it_sees(near)
        proxy.answers_pass = True
        proxy.cut_all()
        await until_it_sees(near, cut)


async def test_after_an_outage_the_others_have_time_to_come_back(
    store_url: str, postgres: SharedServer, database: str
) -> None:
    async with nodes(store_url, store_url) as (one, two):
        await until_it_sees(one, two)
        await until_it_sees(two, one)
        for node in (one, two):
            assert node._beating is not None
            node._beating.cancel()
            await asyncio.wait([node._beating])
        reports: list[bool] = []
        one.on_change.append(lambda: reports.append(one.is_sure_of("match")))
        await asyncio.sleep(0.7)
        await one._send()
        # A commit of another node may have waited all the time: what was read before is no longer believed.
        assert reports == [False]
        assert [member.id for member in one.members] == sorted([one.me.id, two.me.id])
        for _ in range(3):
            await asyncio.sleep(0.2)
            await one._send()
        assert one.members == (one.me,)


async def test_a_clock_that_differs_from_the_databases_is_logged(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with nodes(store_url) as (node,):
        assert abs(node.clock_offset_ms) < 500
        now = time.time_ns
        monkeypatch.setattr(time, "time_ns", lambda: now() + 3_000_000_000)
        with structlog.testing.capture_logs() as logs:
            await node._send()
            await node._send()
        assert 2500 < node.clock_offset_ms < 3500
        assert [line["event"] for line in logs] == ["clock differs from database"]


async def test_a_late_heartbeat_says_nothing_about_the_clocks(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "MAX_CLOCK_OFFSET_MS", 100)
    async with nodes(store_url) as (node,):
        connection = await asyncpg.connect(store_url.partition("?")[0], ssl=False)
        try:
            await connection.execute("BEGIN; SELECT FROM tilth.members FOR UPDATE")
            with structlog.testing.capture_logs() as logs:
                heartbeat = asyncio.create_task(node._send())
                await asyncio.sleep(0.5)
                assert not heartbeat.done()
                await connection.execute("ROLLBACK")
                await heartbeat
        finally:
            await connection.close()
    assert "clock differs from database" not in [line["event"] for line in logs]
