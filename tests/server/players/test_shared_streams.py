"""Streams that several nodes write: one of them is always quicker, and nobody notices."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tilth.v1.moderation_pb2 import ReportState
from tilth.v1.operations_pb2 import AuditRecord
from tilth.v1.players_pb2 import ReportKind
from tilth_server.operations.audit import Audit
from tilth_server.operations.notices import Notices
from tilth_server.operations.reports import Reports
from tilth_server.players import PlayerRegistry, Role
from tilth_server.refusal import Refusal
from tilth_server.settings import Registration
from tilth_server.store.sqlite import SqliteStreams

NODES = 3
TIMES = 8


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStreams]:
    opened = await SqliteStreams.open(tmp_path)
    yield opened
    await opened.close()


async def registries(store: SqliteStreams) -> list[PlayerRegistry]:
    """The players as several nodes see them, which have all begun with an empty store."""
    players = [PlayerRegistry(store, Registration.OPEN) for _ in range(NODES)]
    for each in players:
        each.turn.is_shared = True
    await asyncio.gather(*(each.load() for each in players))
    return players


async def test_players_register_at_all_nodes_at_once(store: SqliteStreams) -> None:
    players = await registries(store)
    assert len({each.ids.secret for each in players}) == 1
    made = await asyncio.gather(
        *(players[n % NODES].register(f"player {n}", peer=str(n)) for n in range(NODES * TIMES))
    )
    for each in players:
        await each.turn.catch_up()
        assert [each.get(player.id).name for player, _ in made] == [player.name for player, _ in made]


async def test_one_of_those_who_want_a_name_at_once_gets_it(store: SqliteStreams) -> None:
    players = await registries(store)
    tried = await asyncio.gather(
        *(each.register("ann", peer=str(place)) for place, each in enumerate(players)),
        return_exceptions=True,
    )
    refused = [each for each in tried if isinstance(each, Refusal)]
    assert [each.reason for each in refused] == ["NAME_TAKEN"] * (NODES - 1)


async def test_players_are_changed_at_all_nodes_at_once(store: SqliteStreams) -> None:
    players = await registries(store)
    made = [(await players[0].register(f"player {n}"))[0] for n in range(NODES * 5)]
    changes = []
    for place, each in enumerate(players):
        await each.turn.catch_up()
        mine = [player.id for player in made[place * 5 :]]
        changes += [
            each.renew_token(mine[0]),
            each.rename(mine[1], f"other {place}", "by"),
            each.set_role(mine[2], "by", Role.OPERATOR),
            each.revoke(mine[3], "by", "reason"),
            each.bans.ban_address(f"b{place}", f"10.{place}.0.0/16", "by", "ipv4:127.0.0.1", "reason", 0),
            each.invitations.create("by"),
        ]
    await asyncio.gather(*changes)
    for each in players:
        await each.turn.catch_up()
        assert sum(player.revoked for player in map(each.get, (one.id for one in made))) == NODES


async def test_operators_act_at_all_nodes_at_once(store: SqliteStreams) -> None:
    audits = [Audit(store) for _ in range(NODES)]
    notices = [Notices(store, lambda: False) for _ in range(NODES)]
    reports = [Reports(store) for _ in range(NODES)]
    turns = [each.turn for each in audits] + [each.turn for each in notices]
    for turn in turns + [each.turn for each in reports]:
        turn.is_shared = True
    await asyncio.gather(
        *(
            audits[n % NODES].record(AuditRecord(action=f"action {n}", peer=f"ipv4:10.0.0.{n}"))
            for n in range(NODES * TIMES)
        ),
        *(notices[n % NODES].announce(f"soon {n}", "by", 0) for n in range(NODES * TIMES)),
        *(
            reports[n % NODES].make(
                f"p{n}", ReportKind.REPORT_KIND_PLAYER, ("player_id", f"q{n}"), "name", "text"
            )
            for n in range(NODES * TIMES)
        ),
    )
    for audit in audits:
        pages = [page async for page in audit.read(0, once=True)]
        entries = [entry for page in pages for entry in page]
        assert sorted(entry.record.action for entry in entries) == sorted(f"action {n}" for n in range(24))
        assert all(entry.address == f"ipv4:10.0.0.{entry.record.action.split()[1]}" for entry in entries), (
            "the address of a client is kept also if another node was quicker"
        )
    for report in reports:
        await report.turn.catch_up()
        assert report.open_count == NODES * TIMES
    await asyncio.gather(
        *(each.resolve(n + 1, "by", ReportState.REPORT_STATE_UPHELD) for n, each in enumerate(reports))
    )
    for report in reports:
        await report.turn.catch_up()
        assert report.open_count == NODES * (TIMES - 1)
