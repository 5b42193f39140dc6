"""Nodes of adjacent versions: what each may write, and which cannot join."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from tests.postgres.stores import PostgresData, until
from tilth_server.nodes.levels import NotAdjacent
from tilth_server.nodes.membership import Membership, new_member
from tilth_server.store import Member, Members
from tilth_server.store.postgres import PostgresEngine

WINDOW = 5.0


@pytest.fixture
async def tables(engine: PostgresData) -> AsyncIterator[list[Members]]:
    await (await engine.open()).close()
    tables: list[Members] = [PostgresEngine(engine.url).members() for _ in range(3)]
    yield tables
    for table in tables:
        await table.close()


@asynccontextmanager
async def joined(table: Members, level: int) -> AsyncIterator[Membership]:
    """Yield a node of this level that has joined."""
    membership = Membership(
        table, new_member(f"10.0.0.{level}:4040", f"1.{level}", level), heartbeat_seconds=0.05
    )
    await membership.start()
    try:
        yield membership
    finally:
        await membership.close()


async def reads(membership: Membership, level: int, wanted: bool) -> bool:
    return membership.everyone_reads(level) is wanted


async def test_a_field_is_written_while_all_members_can_read_it(tables: list[Members]) -> None:
    async with joined(tables[0], 3) as new:
        assert new.everyone_reads(3)
        assert not new.everyone_reads(4)
        async with joined(tables[1], 2) as old:
            await until(partial(reads, new, 3, False))
            assert new.everyone_reads(2)
            await until(partial(reads, old, 3, False))
        await until(partial(reads, new, 3, True))


async def test_a_node_that_is_more_than_one_version_away_cannot_join_and_takes_nothing(
    tables: list[Members],
) -> None:
    async with joined(tables[0], 3) as running:
        for level, reason in ((1, "too old to run beside"), (5, "too new to run beside")):
            stranger = new_member(f"10.0.0.{level}:4040", f"1.{level}", level)
            with pytest.raises(NotAdjacent) as refused:
                await Membership(tables[1], stranger).start()
            assert str(refused.value).startswith(
                f"this version (1.{level}) is {reason} the node at 10.0.0.3:4040 (version 1.3): "
            )
            assert "\n" not in str(refused.value)
            await asyncio.sleep(0.1)
            assert all(running.owns(f"match {n}") for n in range(50)), "it never owned one"
        async with joined(tables[2], 2), joined(tables[1], 3):
            pass


async def test_a_build_before_levels_has_the_lowest(engine: PostgresData, tables: list[Members]) -> None:
    """It names its columns, so the new one keeps its default."""
    statement = (
        "INSERT INTO tilth.members (id, address, version, leaving, gone, heartbeat_at)"
        " VALUES ('1111', '10.0.0.9:1', '0.1', false, false, clock_timestamp())"
    )
    await asyncio.to_thread(engine.change, statement)
    reply = await tables[0].send_heartbeat(Member("2222", "10.0.0.8:1", "0.2", level=1), WINDOW)
    assert [member.level for member in reply.members] == [0, 1]
