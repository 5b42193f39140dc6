"""Roles: who may do what for the server, who gives them, and that each call is checked for each of them."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import grpc
import pytest
from grpc import StatusCode

from tests.e2e.serving import running as running_process
from tests.server.operations.helpers import CALLS, audit, first_reply, refused, streaming
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match
from tests.server.serve.games import orchard
from tests.server.serve.one_service import bearer, reason_of
from tilth.v1 import lobby_pb2, operations_pb2_grpc, players_pb2, players_pb2_grpc
from tilth.v1 import operations_pb2 as pb

ROLES: Final = {
    "auditor": players_pb2.OPERATOR_ROLE_AUDITOR,
    "moderator": players_pb2.OPERATOR_ROLE_MODERATOR,
    "operator": players_pb2.OPERATOR_ROLE_OPERATOR,
}
NO_ROLE: Final = players_pb2.OPERATOR_ROLE_UNSPECIFIED

AUDITORS: Final = {"GetStatus", "WatchServer", "ListCalls", "ReadAudit", "ListNodes", "ListOperators"} | {
    "GetPlayerDetails",
    "ListInvitations",
    "ListInvitedPlayers",
    "ListBans",
    "ListLoad",
    "ListReports",
    "ListIdleMatches",
}
MODERATORS: Final = {
    "CreateInvitation",
    "CancelMatch",
    "PauseMatch",
    "ResumeMatch",
    "KickPlayer",
    "BanPlayer",
    "UnbanPlayer",
    "RenamePlayer",
    "RetitleMatch",
    "RetitleTournament",
    "RevokeInvitation",
    "BanAddress",
    "BanInvitation",
    "LiftBan",
    "ResolveReport",
    "ResignSeat",
    "AdjudicateMatch",
}
OPERATORS: Final = {
    "RevokePlayer",
    "ErasePlayer",
    "IssueToken",
    "Drain",
    "CreateBackup",
    "SetRole",
    "Announce",
}
ALLOWED: Final = {
    "auditor": AUDITORS,
    "moderator": AUDITORS | MODERATORS,
    "operator": AUDITORS | MODERATORS | OPERATORS,
}
DENIED: Final = (StatusCode.PERMISSION_DENIED, "OPERATORS_ONLY")
ME: Final = players_pb2.GetMeRequest()


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path, orchard()) as here:
        yield here


async def give(running: RunningServer, person: Person, role: int) -> None:
    request = pb.SetRoleRequest(player_id=person.id, role=role, reason="helps")  # type: ignore[arg-type]
    await running.operator.operations.SetRole(request)


async def with_role(running: RunningServer, name: str, role: str) -> Person:
    person = await running.person(name)
    await give(running, person, ROLES[role])
    return person


def test_each_call_has_its_smallest_role() -> None:
    assert set(CALLS) == AUDITORS | MODERATORS | OPERATORS
    assert not AUDITORS & MODERATORS
    assert not OPERATORS & (AUDITORS | MODERATORS)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("method", CALLS)
async def test_each_call_is_for_its_roles_alone(running: RunningServer, method: str, role: str) -> None:
    """An empty request is mostly refused for what it lacks, and that comes after the role."""
    ann = await with_role(running, "Ann", role)
    try:
        await first_reply(running, ann, method)
        reason = ""
    except grpc.aio.AioRpcError as error:
        reason = reason_of(error)[0]
    assert (reason != "OPERATORS_ONLY") == (method in ALLOWED[role]), reason
    entries = [entry for entry in await audit(running.operator) if entry.operator_name == "Ann"]
    assert bool(entries) == (method in ALLOWED[role] - AUDITORS), "a refused call is not an action"


async def test_a_refusal_names_the_role_that_a_call_needs(running: RunningServer) -> None:
    ann = await with_role(running, "Ann", "auditor")
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await ann.operations.KickPlayer(pb.KickPlayerRequest())
    assert reason_of(error.value)[:2] == ("OPERATORS_ONLY", {"role": "moderator"})
    assert error.value.details() == "only an operator or a moderator may do this"


async def test_the_audit_tells_operators_and_their_roles_apart(running: RunningServer) -> None:
    ann = await with_role(running, "Ann", "operator")
    bob = await with_role(running, "Bob", "moderator")
    cat = await running.person("Cat")
    await ann.operations.Drain(pb.DrainRequest(stop=True))
    await bob.operations.KickPlayer(pb.KickPlayerRequest(player_id=cat.id))
    found = [
        (entry.operator_name, entry.record.role, entry.record.action, entry.record.subject)
        for entry in await audit(running.operator)
    ]
    assert found == [
        ("operator", ROLES["operator"], "SetRole", ann.id),
        ("operator", ROLES["operator"], "SetRole", bob.id),
        ("Ann", ROLES["operator"], "Drain", ""),
        ("Bob", ROLES["moderator"], "KickPlayer", cat.id),
    ]


async def test_operators_are_listed_and_marked_until_the_role_is_taken(running: RunningServer) -> None:
    for name, role in (("Zoe", "auditor"), ("Ann", "moderator"), ("Bob", "operator")):
        await with_role(running, name, role)
    ann = (await running.operator.operations.ListOperators(pb.ListOperatorsRequest())).players[2]
    assert (ann.name, ann.role, ann.operator) == ("Ann", ROLES["moderator"], False)
    await running.operator.operations.SetRole(pb.SetRoleRequest(player_id=ann.id))
    listed = (await running.operator.operations.ListOperators(pb.ListOperatorsRequest())).players
    assert [(one.name, one.role, one.operator) for one in listed] == [
        ("Bob", ROLES["operator"], True),
        ("operator", ROLES["operator"], True),
        ("Zoe", ROLES["auditor"], False),
    ]
    shown = (await running.operator.players.GetPlayer(players_pb2.GetPlayerRequest(player_id=ann.id))).player
    assert (shown.role, shown.operator) == (NO_ROLE, False)


async def test_a_removed_operator_may_do_nothing_more_and_reads_nothing_more(running: RunningServer) -> None:
    ann = await with_role(running, "Ann", "operator")
    watch = streaming(running, ann, "WatchServer", pb.WatchServerRequest(interval_ms=200))
    await watch.read()
    reading = streaming(running, ann, "ReadAudit", pb.ReadAuditRequest())
    await reading.read()
    await give(running, ann, NO_ROLE)
    for stream in (watch, reading):
        assert await refused(read_to_its_end(stream)) == DENIED
    assert await refused(ann.operations.GetStatus(pb.GetStatusRequest())) == DENIED
    assert (await ann.players.GetMe(ME)).player.name == "Ann", "a player like any other"


async def read_to_its_end(stream: Any) -> None:
    async with asyncio.timeout(10):
        while await stream.read() is not grpc.aio.EOF:
            pass


async def test_the_last_operator_keeps_the_role(running: RunningServer) -> None:
    first = Person(
        running.channel, running.operator.token, (await running.operator.players.GetMe(ME)).player.id
    )
    lower = pb.SetRoleRequest(player_id=first.id, role=ROLES["moderator"])
    assert (await refused(first.operations.SetRole(lower)))[1] == "LAST_OPERATOR"
    ann = await with_role(running, "Ann", "operator")
    await first.operations.SetRole(lower)
    assert (await refused(ann.operations.SetRole(pb.SetRoleRequest(player_id=ann.id))))[1] == "LAST_OPERATOR"
    assert (await refused(ann.operations.RevokePlayer(pb.RevokePlayerRequest(player_id=ann.id))))[
        1
    ] == "LAST_OPERATOR"


async def test_a_moderator_does_not_act_on_others_who_have_a_role(running: RunningServer) -> None:
    ann, bob = await with_role(running, "Ann", "moderator"), await with_role(running, "Bob", "auditor")
    me = (await running.operator.players.GetMe(ME)).player
    for player_id in (bob.id, me.id):
        calls: list[Any] = [
            ann.operations.KickPlayer(pb.KickPlayerRequest(player_id=player_id)),
            ann.operations.BanPlayer(pb.BanPlayerRequest(player_id=player_id)),
            ann.operations.UnbanPlayer(pb.UnbanPlayerRequest(player_id=player_id)),
            ann.operations.RenamePlayer(pb.RenamePlayerRequest(player_id=player_id, new_name="X")),
        ]
        for call in calls:
            assert await refused(call) == DENIED
    await ann.operations.RenamePlayer(pb.RenamePlayerRequest(player_id=ann.id, new_name="Anna"))
    await running.operator.operations.BanPlayer(pb.BanPlayerRequest(player_id=bob.id))
    assert (await refused(bob.operations.GetStatus(pb.GetStatusRequest())))[1] == "PLAYER_BANNED"


async def test_a_player_with_a_role_is_given_no_token_by_others(running: RunningServer) -> None:
    ann = await with_role(running, "Ann", "auditor")
    issue = pb.IssueTokenRequest(player_id=ann.id)
    assert (await refused(running.operator.operations.IssueToken(issue)))[1] == "PLAYER_IS_OPERATOR"
    await give(running, ann, NO_ROLE)
    assert (await running.operator.operations.IssueToken(issue)).token


@pytest.mark.parametrize(("number", "reason"), [(99, "MALFORMED")])
async def test_an_unknown_role_is_refused(running: RunningServer, number: int, reason: str) -> None:
    ann = await running.person("Ann")
    request = pb.SetRoleRequest(player_id=ann.id, role=number)  # type: ignore[arg-type]
    assert (await refused(running.operator.operations.SetRole(request)))[1] == reason


async def test_moderators_help_with_matches_of_others_and_auditors_do_not(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = lobby_pb2.StartMatchRequest(match_id=await new_match(ann, bob, start=False))
    cat = await with_role(running, "Cat", "auditor")
    assert (await refused(cat.lobby.StartMatch(match)))[1] == "NOT_YOUR_MATCH"
    await give(running, cat, ROLES["moderator"])
    await cat.lobby.StartMatch(match)
    assert [entry.record.action for entry in await audit(running.operator)][-1] == "StartMatch"


async def test_the_file_of_the_operators_token_stays_the_first_operators(
    running: RunningServer, tmp_path: Path
) -> None:
    ann = await with_role(running, "Ann", "operator")
    renewed = (await ann.players.RenewToken(players_pb2.RenewTokenRequest())).token
    file = tmp_path / "operator.token"
    assert file.read_text().strip() == running.operator.token != renewed
    again = Person(running.channel, renewed)
    assert (await again.operations.GetStatus(pb.GetStatusRequest())).players == 2
    file.write_text(renewed + "\n")
    last = (await again.players.RenewToken(players_pb2.RenewTokenRequest())).token
    assert file.read_text().strip() == last


def test_roles_are_there_after_a_kill_and_in_a_backup(tmp_path: Path) -> None:
    with running_process(tmp_path / "data") as server:
        with grpc.insecure_channel(server.address) as channel:
            players = players_pb2_grpc.PlayersServiceStub(channel)
            ann = players.Register(players_pb2.RegisterRequest(name="Ann"), timeout=30)
            operations = operations_pb2_grpc.OperationsServiceStub(channel)
            request = pb.SetRoleRequest(player_id=ann.player.id, role=players_pb2.OPERATOR_ROLE_MODERATOR)
            operations.SetRole(request, metadata=bearer(server.operator_token), timeout=30)
            chunks = operations.CreateBackup(
                pb.CreateBackupRequest(), metadata=bearer(server.operator_token), timeout=30
            )
            copy = b"".join(chunk.chunk for chunk in chunks)
        server.kill()
        server.start()
        assert role_at(server.address, ann.token) == players_pb2.OPERATOR_ROLE_MODERATOR
    (tmp_path / "copy").mkdir(mode=0o700)
    (tmp_path / "copy" / "tilth.db").write_bytes(copy)
    with running_process(tmp_path / "copy") as restored:
        assert role_at(restored.address, ann.token) == players_pb2.OPERATOR_ROLE_MODERATOR


def role_at(address: str, token: str) -> int:
    with grpc.insecure_channel(address) as channel:
        players = players_pb2_grpc.PlayersServiceStub(channel)
        return players.GetMe(ME, metadata=bearer(token), timeout=30).player.role
