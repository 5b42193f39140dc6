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
    READ_ONLY,
    audit,
    first_reply,
    records_in_order,
    refused,
    streaming,
)
from tests.server.serve.full_server import RunningServer, full_server, new_match, play_randomly
from tests.server.serve.games import orchard
from tests.server.serve.one_service import bearer, reason_of, service_server
from tilth.v1 import archive_pb2, lobby_pb2, players_pb2
from tilth.v1 import operations_pb2 as pb
from tilth_server.api.call_context import CallContext
from tilth_server.api.moderation_service import ModerationService
from tilth_server.api.operations_service import OperationsService
from tilth_server.serving import Server
from tilth_server.store import chain


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path, orchard()) as here:
        yield here


@pytest.mark.parametrize("method", CALLS)
async def test_every_call_of_operators_changes_nothing_or_is_recorded(
    running: RunningServer, method: str
) -> None:
    """A new call is written down unless its name says that it only reads."""
    await running.operator.operations.Drain(pb.DrainRequest())
    with suppress(grpc.aio.AioRpcError):  # an empty request is mostly refused, after it was written down
        await first_reply(running, running.operator, method)
    written = [entry.record.action for entry in await audit(running.operator)]
    assert written == ["Drain"] + ([] if method in READ_ONLY else [method])


def test_calls_that_only_read_are_named_so() -> None:
    assert set(CALLS) > READ_ONLY
    assert all(name.startswith(("Get", "Watch", "List", "Read")) for name in READ_ONLY)


class Health:
    """Calls for everybody, that see whether it is an operator who calls."""

    BY_OPERATORS_TOO = ("Check",)
    AUDITED_INSIDE = ("List",)

    def __init__(self) -> None:
        self.operators: dict[str, bool] = {}

    async def Check(self, request: Any, call: CallContext) -> Any:
        self.operators["Check"] = call.caller.operator
        return health_pb2.HealthCheckResponse()

    async def List(self, request: Any, call: CallContext) -> Any:
        self.operators["List"] = call.caller.operator
        return health_pb2.HealthCheckResponse()

    async def Watch(self, request: Any, call: CallContext) -> AsyncIterator[Any]:
        self.operators["Watch"] = call.caller.operator
        yield health_pb2.HealthCheckResponse()


async def test_a_call_that_is_not_named_as_one_of_operators_gives_them_no_rights(tmp_path: Path) -> None:
    """So none can be made use of that isn't written down."""
    health = Health()
    async with service_server(tmp_path, (health_pb2.DESCRIPTOR.services_by_name["Health"], health)) as small:
        _, token = await small.register.make_operator(lambda token: None)
        for method in ("Check", "List"):
            call = small.channel.unary_unary(f"/grpc.health.v1.Health/{method}")
            await call(b"", metadata=bearer(token), timeout=30)
        watch = small.channel.unary_stream("/grpc.health.v1.Health/Watch")
        await watch(b"", metadata=bearer(token), timeout=30).read()
    assert health.operators == {"Check": True, "List": True, "Watch": False}


async def test_services_name_only_calls_that_they_have(running: RunningServer) -> None:
    server: Server = running.server
    heeding = 0
    for descriptor, service in server.services.items():
        named = [*getattr(service, "BY_OPERATORS_TOO", ()), *getattr(service, "AUDITED_INSIDE", ())]
        assert set(named) <= set(descriptor.methods_by_name), descriptor.full_name
        heeding += len(named)
        for name in getattr(service, "AUDITED_INSIDE", ()):
            assert "audit" in inspect.getsource(getattr(type(service), name)), name
    assert heeding >= 4


async def test_an_entry_names_the_operator_the_address_the_call_its_target_and_the_reason(
    running: RunningServer,
) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    me = (await running.operator.players.GetMe(players_pb2.GetMeRequest())).player
    operations = running.operator.operations
    await operations.CancelMatch(pb.CancelMatchRequest(match_id=match, reason="the cat"))
    await operations.Drain(pb.DrainRequest(stop=True))
    ban = pb.BanPlayerRequest(player_id=bob.id, reason="rude", resign=True)
    ban.until.FromSeconds(4_000_000_000)
    await operations.BanPlayer(ban)
    first, second, third = await audit(running.operator)
    assert (first.number, first.record.action, first.record.subject) == (0, "CancelMatch", match)
    assert first.record.reason == "the cat"
    assert (first.record.operator_id, first.operator_name) == (me.id, me.name)
    assert first.address == "ipv4:127.0.0.1"
    assert first.record.at.ToMilliseconds() > 0
    assert (second.record.action, second.record.subject, dict(second.record.details)) == (
        "Drain",
        "",
        {"stop": "true"},
    )
    assert third.record.subject == bob.id
    assert dict(third.record.details) == {"resign": "true", "until": "2096-10-02T07:06:40Z"}


async def test_the_entry_is_stored_before_the_action(running: RunningServer, tmp_path: Path) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    before = len(records_in_order(tmp_path))
    operations = running.operator.operations
    await operations.PauseMatch(pb.PauseMatchRequest(match_id=match))
    await operations.BanPlayer(pb.BanPlayerRequest(player_id=bob.id))
    await operations.CancelMatch(pb.CancelMatchRequest(match_id=match))
    play = f"match/{match}"
    assert records_in_order(tmp_path)[before:] == ["audit", play, "audit", "players", "audit", play]


async def test_an_action_that_can_not_be_recorded_is_not_carried_out(
    running: RunningServer, tmp_path: Path
) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    operations = running.operator.operations
    await operations.CreateInvitation(pb.CreateInvitationRequest())
    await running.server.stop()
    with sqlite3.connect(tmp_path / "tilth.db") as database:
        database.execute("UPDATE streams SET head = x'00' WHERE name = 'audit'")
    database.close()
    async with full_server(tmp_path, orchard()) as again:
        operations = type(running.operator)(again.channel, running.operator.token).operations
        cancel = pb.CancelMatchRequest(match_id=match)
        assert await refused(operations.CancelMatch(cancel)) == (StatusCode.DATA_LOSS, "DATA_DAMAGED")
        ann = type(ann)(again.channel, ann.token)
        found = await ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))
        assert found.match.state == lobby_pb2.MATCH_STATE_RUNNING


async def test_a_refused_action_is_in_the_audit_too(running: RunningServer) -> None:
    operations = running.operator.operations
    assert (await refused(operations.CancelMatch(pb.CancelMatchRequest(match_id="nowhere"))))[
        1
    ] == "MATCH_NOT_FOUND"
    (entry,) = await audit(running.operator)
    assert (entry.record.action, entry.record.subject) == ("CancelMatch", "nowhere")


async def test_a_call_of_a_player_who_is_no_operator_leaves_no_entry(running: RunningServer) -> None:
    ann = await running.person("Ann")
    await refused(ann.operations.CancelMatch(pb.CancelMatchRequest(match_id="nowhere")))
    assert await audit(running.operator) == []


async def test_calls_for_everybody_are_recorded_for_operators_and_not_for_players(
    running: RunningServer,
) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    first, second = await new_match(ann, bob, start=False), await new_match(ann, bob, start=False)
    await ann.lobby.StartMatch(lobby_pb2.StartMatchRequest(match_id=first))
    await running.operator.lobby.StartMatch(lobby_pb2.StartMatchRequest(match_id=second))
    (entry,) = await audit(running.operator)
    assert (entry.record.action, entry.record.subject) == ("StartMatch", second)


async def test_an_operators_import_is_recorded_with_the_imported_match(
    running: RunningServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    await play_randomly(match, ann, bob)
    export = ann.archive.ExportMatch(archive_pb2.ExportMatchRequest(match_id=match))
    pieces = [reply.chunk async for reply in export]

    async def requests() -> AsyncIterator[Any]:
        for piece in pieces:
            yield archive_pb2.ImportMatchRequest(chunk=piece)

    async with full_server(tmp_path_factory.mktemp("elsewhere"), orchard()) as other:
        carol = await other.person("Carol")
        for who, entries in ((other.operator, 1), (carol, 1), (other.operator, 1)):
            await who.archive.ImportMatch(requests())
            assert len(await audit(other.operator)) == entries, "what is there already is not brought in"
        (entry,) = await audit(other.operator)
        assert (entry.record.action, entry.record.subject) == ("ImportMatch", match)


async def test_entries_are_chained_and_any_part_can_be_read(running: RunningServer) -> None:
    operations = running.operator.operations
    for _ in range(3):
        await operations.CreateInvitation(pb.CreateInvitationRequest())
    link = chain.root("audit")
    for entry in await audit(running.operator):
        link = chain.link(link, entry.record.SerializeToString(deterministic=True))
        assert entry.hash == link
    assert [entry.number for entry in await audit(running.operator, start=2)] == [2]
    assert await audit(running.operator, start=3) == []
    beyond = operations.ReadAudit(pb.ReadAuditRequest(from_record=4))
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await beyond.read()
    assert reason_of(error.value) == ("RECORD_NOT_FOUND", {}, ["from_record"])


async def test_a_reader_who_follows_receives_the_next_entry(running: RunningServer) -> None:
    operations = running.operator.operations
    await operations.Drain(pb.DrainRequest())
    call = streaming(running, running.operator, "ReadAudit", pb.ReadAuditRequest())
    assert [entry.record.action for entry in (await call.read()).entries] == ["Drain"]
    await operations.CreateInvitation(pb.CreateInvitationRequest())
    await operations.Drain(pb.DrainRequest(stop=True))
    later = [(await asyncio.wait_for(call.read(), 30)).entries[0].record.action for _ in range(2)]
    assert later == ["CreateInvitation", "Drain"]
    call.cancel()


async def test_a_damaged_audit_is_logged_at_the_start_and_refused_to_readers(
    running: RunningServer, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    operations = running.operator.operations
    for _ in range(4):
        await operations.CreateInvitation(pb.CreateInvitationRequest())
    await running.server.stop()
    with sqlite3.connect(tmp_path / "tilth.db") as database:
        row = "SELECT id FROM streams WHERE name = 'audit'"
        database.execute(f"UPDATE records SET body = x'1234' WHERE number = 2 AND stream = ({row})")
    database.close()
    async with full_server(tmp_path, orchard()) as again:
        assert "record 2 of stream 'audit'" in "".join(capfd.readouterr())
        operator = type(running.operator)(again.channel, running.operator.token)
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
    assert {name for name in CALLS if not hasattr(OperationsService, name)} <= {*vars(ModerationService)}
