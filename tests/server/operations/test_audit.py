"""Whatever an operator does stands in the audit before it is done."""

import asyncio
import inspect
import sqlite3
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode
from grpc_health.v1 import health_pb2

from tests.server.operations.helpers import (
    CALLS,
    audit,
    first_reply,
    records_in_order,
    refused,
    streaming,
)
from tests.server.serve.games import orchard
from tests.server.serve.small import bearer, reason_of, serving
from tests.server.serve.whole import Running, new_match, play_on, running
from tilth.v1 import archive_pb2, lobby_pb2, players_pb2
from tilth.v1 import operations_pb2 as pb
from tilth_server.api.operations import OperationsService
from tilth_server.serving import Server
from tilth_server.store import chain


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path, orchard()) as here:
        yield here


@pytest.mark.parametrize("method", CALLS)
async def test_every_call_of_operators_changes_nothing_or_is_written_down(
    house: Running, method: str
) -> None:
    """A new call is written down unless its name says that it only reads."""
    await house.operator.operations.Drain(pb.DrainRequest())
    with suppress(grpc.aio.AioRpcError):  # an empty request is mostly refused, after it was written down
        await first_reply(house, house.operator, method)
    written = [entry.record.action for entry in await audit(house.operator)]
    assert written == ["Drain"] + ([] if method in OperationsService.READ_ONLY else [method])


def test_what_only_reads_is_named_so() -> None:
    assert set(OperationsService.READ_ONLY) < set(CALLS)
    assert all(name.startswith(("Get", "Watch", "List", "Read")) for name in OperationsService.READ_ONLY)


class Health:
    """Calls for everybody, that see whether it is an operator who calls."""

    BY_OPERATORS_TOO = ("Check",)
    SIGNED_WITHIN = ("List",)

    def __init__(self) -> None:
        self.operators: dict[str, bool] = {}

    async def Check(self, request: Any, caller: Any, call: Any) -> Any:
        self.operators["Check"] = caller.operator
        return health_pb2.HealthCheckResponse()

    async def List(self, request: Any, caller: Any, call: Any) -> Any:
        self.operators["List"] = caller.operator
        return health_pb2.HealthCheckResponse()

    async def Watch(self, request: Any, caller: Any, call: Any) -> AsyncIterator[Any]:
        self.operators["Watch"] = caller.operator
        yield health_pb2.HealthCheckResponse()


async def test_a_call_that_is_not_named_as_one_of_operators_gives_them_no_rights(tmp_path: Path) -> None:
    """So none can be made use of that isn't written down."""
    health = Health()
    async with serving(tmp_path, (health_pb2.DESCRIPTOR.services_by_name["Health"], health)) as small:
        _, token = await small.register.make_operator(lambda token: None)
        for method in ("Check", "List"):
            call = small.channel.unary_unary(f"/grpc.health.v1.Health/{method}")
            await call(b"", metadata=bearer(token), timeout=30)
        watch = small.channel.unary_stream("/grpc.health.v1.Health/Watch")
        await watch(b"", metadata=bearer(token), timeout=30).read()
    assert health.operators == {"Check": True, "List": True, "Watch": False}


async def test_what_services_say_of_operators_names_calls_that_they_have(house: Running) -> None:
    server: Server = house.server
    heeding = 0
    for descriptor, service in server.services.items():
        named = [*getattr(service, "BY_OPERATORS_TOO", ()), *getattr(service, "SIGNED_WITHIN", ())]
        assert set(named) <= set(descriptor.methods_by_name), descriptor.full_name
        heeding += len(named)
        for name in getattr(service, "SIGNED_WITHIN", ()):
            assert "sign" in inspect.getsource(getattr(type(service), name)), name
    assert heeding >= 4


async def test_an_entry_says_who_from_where_what_to_whom_and_why(house: Running) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob)
    me = (await house.operator.players.GetMe(players_pb2.GetMeRequest())).player
    desk = house.operator.operations
    await desk.CancelMatch(pb.CancelMatchRequest(match_id=match, reason="the cat"))
    await desk.Drain(pb.DrainRequest(undo=True))
    ban = pb.BanPlayerRequest(player_id=bob.id, reason="rude", resign=True)
    ban.until.FromSeconds(4_000_000_000)
    await desk.BanPlayer(ban)
    first, second, third = await audit(house.operator)
    assert (first.number, first.record.action, first.record.subject) == (0, "CancelMatch", match)
    assert first.record.reason == "the cat"
    assert (first.record.operator_id, first.record.operator_name) == (me.id, me.name)
    assert first.record.peer == "ipv4:127.0.0.1"
    assert first.record.at.ToMilliseconds() > 0
    assert (second.record.action, second.record.subject, dict(second.record.details)) == (
        "Drain",
        "",
        {"undo": "true"},
    )
    assert third.record.subject == bob.id
    assert dict(third.record.details) == {"resign": "true", "until": "2096-10-02T07:06:40Z"}


async def test_the_entry_is_stored_before_the_deed(house: Running, tmp_path: Path) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob)
    before = len(records_in_order(tmp_path))
    desk = house.operator.operations
    await desk.PauseMatch(pb.PauseMatchRequest(match_id=match))
    await desk.BanPlayer(pb.BanPlayerRequest(player_id=bob.id))
    await desk.CancelMatch(pb.CancelMatchRequest(match_id=match))
    play = f"match/{match}"
    assert records_in_order(tmp_path)[before:] == ["audit", play, "audit", "players", "audit", play]


async def test_what_can_not_be_written_down_is_not_done(house: Running, tmp_path: Path) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob)
    desk = house.operator.operations
    await desk.CreateInvitation(pb.CreateInvitationRequest())
    await house.server.stop()
    with sqlite3.connect(tmp_path / "tilth.db") as database:
        database.execute("UPDATE streams SET head = x'00' WHERE name = 'audit'")
    database.close()
    async with running(tmp_path, orchard()) as again:
        desk = type(house.operator)(again.channel, house.operator.token).operations
        cancel = pb.CancelMatchRequest(match_id=match)
        assert await refused(desk.CancelMatch(cancel)) == (StatusCode.DATA_LOSS, "broken_chain")
        ann = type(ann)(again.channel, ann.token)
        found = await ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))
        assert found.match.state == lobby_pb2.MATCH_STATE_RUNNING


async def test_a_deed_that_was_refused_stands_in_it_too(house: Running) -> None:
    desk = house.operator.operations
    assert (await refused(desk.CancelMatch(pb.CancelMatchRequest(match_id="nowhere"))))[1] == "no_match"
    (entry,) = await audit(house.operator)
    assert (entry.record.action, entry.record.subject) == ("CancelMatch", "nowhere")


async def test_who_is_no_operator_leaves_nothing_in_it(house: Running) -> None:
    ann = await house.person("Ann")
    await refused(ann.operations.CancelMatch(pb.CancelMatchRequest(match_id="nowhere")))
    assert await audit(house.operator) == []


async def test_what_operators_do_at_calls_for_everybody_is_written_down_and_what_players_do_is_not(
    house: Running,
) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    first, second = await new_match(ann, bob, start=False), await new_match(ann, bob, start=False)
    await ann.lobby.StartMatch(lobby_pb2.StartMatchRequest(match_id=first))
    await house.operator.lobby.StartMatch(lobby_pb2.StartMatchRequest(match_id=second))
    (entry,) = await audit(house.operator)
    assert (entry.record.action, entry.record.subject) == ("StartMatch", second)


async def test_an_operators_import_is_written_down_with_the_match_it_brings(
    house: Running, tmp_path_factory: pytest.TempPathFactory
) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob)
    await play_on(match, ann, bob)
    export = ann.archive.ExportMatch(archive_pb2.ExportMatchRequest(match_id=match))
    pieces = [reply.piece async for reply in export]

    async def requests() -> AsyncIterator[Any]:
        for piece in pieces:
            yield archive_pb2.ImportMatchRequest(piece=piece)

    async with running(tmp_path_factory.mktemp("elsewhere"), orchard()) as other:
        carol = await other.person("Carol")
        for who, entries in ((other.operator, 1), (carol, 1), (other.operator, 1)):
            await who.archive.ImportMatch(requests())
            assert len(await audit(other.operator)) == entries, "what is there already is not brought in"
        (entry,) = await audit(other.operator)
        assert (entry.record.action, entry.record.subject) == ("ImportMatch", match)


async def test_entries_are_chained_and_any_part_can_be_read(house: Running) -> None:
    desk = house.operator.operations
    for _ in range(3):
        await desk.CreateInvitation(pb.CreateInvitationRequest())
    link = chain.root("audit")
    for entry in await audit(house.operator):
        link = chain.link(link, entry.record.SerializeToString(deterministic=True))
        assert entry.hash == link
    assert [entry.number for entry in await audit(house.operator, start=2)] == [2]
    assert await audit(house.operator, start=3) == []
    beyond = desk.ReadAudit(pb.ReadAuditRequest(from_record=4))
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await beyond.read()
    assert reason_of(error.value) == ("no_record", {}, ["from_record"])


async def test_whoever_reads_on_is_told_of_the_next_one(house: Running) -> None:
    desk = house.operator.operations
    await desk.Drain(pb.DrainRequest())
    call = streaming(house, house.operator, "ReadAudit", pb.ReadAuditRequest())
    assert [entry.record.action for entry in (await call.read()).entries] == ["Drain"]
    await desk.CreateInvitation(pb.CreateInvitationRequest())
    await desk.Drain(pb.DrainRequest(undo=True))
    later = [(await asyncio.wait_for(call.read(), 30)).entries[0].record.action for _ in range(2)]
    assert later == ["CreateInvitation", "Drain"]
    call.cancel()


async def test_a_broken_audit_is_named_at_the_start_and_to_who_reads_it(
    house: Running, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    desk = house.operator.operations
    for _ in range(4):
        await desk.CreateInvitation(pb.CreateInvitationRequest())
    await house.server.stop()
    with sqlite3.connect(tmp_path / "tilth.db") as database:
        row = "SELECT id FROM streams WHERE name = 'audit'"
        database.execute(f"UPDATE records SET body = x'1234' WHERE number = 2 AND stream = ({row})")
    database.close()
    async with running(tmp_path, orchard()) as again:
        assert "record 2 of stream 'audit'" in "".join(capfd.readouterr())
        operator = type(house.operator)(again.channel, house.operator.token)
        call = operator.operations.ReadAudit(pb.ReadAuditRequest(once=True))
        numbers: list[int] = []

        async def read() -> None:
            async for reply in call:
                numbers.extend(entry.number for entry in reply.entries)

        with pytest.raises(grpc.aio.AioRpcError) as error:
            await read()
        assert numbers == [0, 1]
        assert error.value.code() is StatusCode.DATA_LOSS
        assert reason_of(error.value)[1] == {"stream": "audit", "record": "2"}
        await operator.operations.CreateInvitation(pb.CreateInvitationRequest())
        assert [entry.number for entry in await audit(operator, start=3)] == [3, 4]


def test_the_service_is_the_schemas() -> None:
    assert {name for name in CALLS if not hasattr(OperationsService, name)} == set()
