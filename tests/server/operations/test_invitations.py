"""Invitations: their uses, ends and labels, who came by them, and that nobody comes by a revoked one."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from tests.e2e.serving import running as running_process
from tests.server.operations.helpers import audit, refused
from tests.server.serve.full_server import Person, RunningServer, full_server
from tests.server.serve.games import orchard
from tests.server.serve.one_service import bearer
from tilth.v1 import moderation_pb2, moderation_pb2_grpc, operations_pb2_grpc, players_pb2, players_pb2_grpc
from tilth.v1 import operations_pb2 as pb
from tilth_server.settings import Registration

INVALID = (StatusCode.PERMISSION_DENIED, "INVITATION_INVALID")


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path, orchard(), registration=Registration.INVITATION) as here:
        yield here


async def invited(running: RunningServer, invitation: str, name: str) -> Person:
    request = players_pb2.RegisterRequest(name=name, invitation=invitation)
    reply = await Person(running.channel, "").players.Register(request)
    return Person(running.channel, reply.token, reply.player.id, name)


async def listed(running: RunningServer, **wanted: Any) -> list[Any]:
    request = moderation_pb2.ListInvitationsRequest(**wanted)
    return list((await running.operator.moderation.ListInvitations(request)).invitations)


async def test_an_invitation_is_good_for_its_uses(running: RunningServer) -> None:
    made = await running.operator.operations.CreateInvitation(
        pb.CreateInvitationRequest(uses=2, label="club")
    )
    people = [await invited(running, made.invitation, name) for name in ("Ann", "Bob")]
    assert await refused(invited(running, made.invitation, "Cat")) == INVALID
    (shown,) = await listed(running)
    assert (shown.id, shown.label, shown.uses, shown.used) == (made.invitation_id, "club", 2, 2)
    assert (shown.creator_name, shown.revoked, shown.HasField("expires_at")) == ("operator", False, False)
    assert shown.created_at.ToMilliseconds() > 0
    assert await listed(running, valid_only=True) == []
    request = moderation_pb2.ListInvitedPlayersRequest(invitation_id=made.invitation_id, page_size=1)
    first = await running.operator.moderation.ListInvitedPlayers(request)
    request.page_token = first.next_page_token
    second = await running.operator.moderation.ListInvitedPlayers(request)
    assert [one.id for reply in (first, second) for one in reply.players] == [one.id for one in people]
    assert second.next_page_token == ""


async def test_registrations_at_once_do_not_exceed_the_uses(running: RunningServer) -> None:
    made = await running.operator.operations.CreateInvitation(pb.CreateInvitationRequest(uses=3))
    tries = (invited(running, made.invitation, f"P{number}") for number in range(8))
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, Person) for one in done) == 3


async def test_an_invitation_ends_by_the_clock(running: RunningServer) -> None:
    request = pb.CreateInvitationRequest(uses=5)
    request.expires_at.FromMilliseconds(int((time.time() + 1.5) * 1000))
    made = await running.operator.operations.CreateInvitation(request)
    await invited(running, made.invitation, "Ann")
    assert (await listed(running, valid_only=True))[0].expires_at == request.expires_at
    await asyncio.sleep(1.6)
    assert await refused(invited(running, made.invitation, "Bob")) == INVALID
    assert await listed(running, valid_only=True) == []
    past = pb.CreateInvitationRequest()
    past.expires_at.FromSeconds(1)
    assert (await refused(running.operator.operations.CreateInvitation(past)))[1] == "END_INVALID"


async def test_nobody_comes_by_a_revoked_invitation_and_who_came_stays(running: RunningServer) -> None:
    made = await running.operator.operations.CreateInvitation(pb.CreateInvitationRequest(uses=3))
    ann = await invited(running, made.invitation, "Ann")
    revoke = moderation_pb2.RevokeInvitationRequest(invitation_id=made.invitation_id, reason="leaked")
    for _ in range(2):
        await running.operator.moderation.RevokeInvitation(revoke)
    assert await refused(invited(running, made.invitation, "Bob")) == INVALID
    assert (await listed(running))[0].revoked
    assert (await ann.players.GetMe(players_pb2.GetMeRequest())).player.name == "Ann"
    revoke.invitation_id = "i0"
    code, reason = await refused(running.operator.moderation.RevokeInvitation(revoke))
    assert (code, reason) == (StatusCode.NOT_FOUND, "INVITATION_NOT_FOUND")


async def test_an_id_of_an_invitation_lets_nobody_in(running: RunningServer) -> None:
    made = await running.operator.operations.CreateInvitation(pb.CreateInvitationRequest())
    assert await refused(invited(running, made.invitation_id, "Ann")) == INVALID


async def test_a_players_record_shows_the_invitation_and_only_to_those_with_a_role(
    running: RunningServer,
) -> None:
    request = pb.CreateInvitationRequest(label="club", uses=2)
    made = await running.operator.operations.CreateInvitation(request)
    ann, bob = await invited(running, made.invitation, "Ann"), await invited(running, made.invitation, "Bob")
    about = moderation_pb2.GetPlayerDetailsRequest(player_id=ann.id)
    details = await running.operator.moderation.GetPlayerDetails(about)
    assert (details.player.name, details.invitation.id, details.invitation.label, details.tokens) == (
        *("Ann", made.invitation_id),
        *("club", 1),
    )
    assert (await refused(bob.moderation.GetPlayerDetails(about)))[1] == "OPERATORS_ONLY"
    me = (await running.operator.players.GetMe(players_pb2.GetMeRequest())).player
    about.player_id = me.id
    assert not (await running.operator.moderation.GetPlayerDetails(about)).HasField("invitation")


async def test_a_tree_holds_those_who_were_invited_by_invited_players(running: RunningServer) -> None:
    root = await running.operator.operations.CreateInvitation(pb.CreateInvitationRequest(uses=2))
    other = await running.operator.operations.CreateInvitation(pb.CreateInvitationRequest())
    ann, bob = await invited(running, root.invitation, "Ann"), await invited(running, root.invitation, "Bob")
    await invited(running, other.invitation, "Eve")
    await running.operator.operations.SetRole(
        pb.SetRoleRequest(player_id=ann.id, role=players_pb2.OPERATOR_ROLE_MODERATOR)
    )
    branch = await ann.operations.CreateInvitation(pb.CreateInvitationRequest())
    cat = await invited(running, branch.invitation, "Cat")
    request = moderation_pb2.ListInvitedPlayersRequest(invitation_id=root.invitation_id)
    assert [one.id for one in (await ann.moderation.ListInvitedPlayers(request)).players] == [ann.id, bob.id]
    request.tree = True
    assert {one.id for one in (await ann.moderation.ListInvitedPlayers(request)).players} == {
        ann.id,
        bob.id,
        cat.id,
    }


async def test_a_label_is_not_in_the_audit_and_goes_with_the_only_player_it_was_for(
    running: RunningServer, tmp_path: Path
) -> None:
    for label, uses in (("for Ann Clementine", 1), ("club", 2)):
        request = pb.CreateInvitationRequest(label=label, uses=uses)
        made = await running.operator.operations.CreateInvitation(request)
        person = await invited(running, made.invitation, f"P{uses}")
        await running.operator.operations.ErasePlayer(pb.ErasePlayerRequest(player_id=person.id))
    assert [one.label for one in await listed(running)] == ["club", ""]
    assert "label" not in (await audit(running.operator))[0].record.details
    await running.server.store.close()
    files = bytes_in(tmp_path)
    assert b"Clementine" not in files
    assert b"club" in files


def bytes_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob("tilth.db*"))


@pytest.mark.parametrize(
    ("label", "uses", "reason"),
    [("x" * 121, 0, "TITLE_INVALID"), ("a\u200bb", 0, "TITLE_INVALID"), ("", 10_001, "LIMIT_EXCEEDED")],
)
async def test_settings_that_make_no_sense_are_refused(
    running: RunningServer, label: str, uses: int, reason: str
) -> None:
    request = pb.CreateInvitationRequest(label=label, uses=uses)
    assert (await refused(running.operator.operations.CreateInvitation(request)))[1] == reason
    assert await listed(running) == []


async def test_a_list_is_paged_newest_first(running: RunningServer) -> None:
    made = [
        (await running.operator.operations.CreateInvitation(pb.CreateInvitationRequest())).invitation_id
        for _ in range(3)
    ]
    request = moderation_pb2.ListInvitationsRequest(page_size=2)
    first = await (await with_role_by_invitation(running)).moderation.ListInvitations(request)
    assert [one.id for one in first.invitations][1:] == [made[2]], "the auditor's own is the newest"
    request.page_token = first.next_page_token
    second = await running.operator.moderation.ListInvitations(request)
    assert [one.id for one in second.invitations] == [made[1], made[0]]
    request.page_token = "no token"
    assert (await refused(running.operator.moderation.ListInvitations(request)))[1] == "PAGE_TOKEN_INVALID"


async def with_role_by_invitation(running: RunningServer) -> Person:
    made = await running.operator.operations.CreateInvitation(pb.CreateInvitationRequest())
    zoe = await invited(running, made.invitation, "Zoe")
    role = pb.SetRoleRequest(player_id=zoe.id, role=players_pb2.OPERATOR_ROLE_AUDITOR)
    await running.operator.operations.SetRole(role)
    return zoe


def test_invitations_are_there_after_a_kill(tmp_path: Path) -> None:
    with running_process(tmp_path / "data", "--registration", "invitation") as server:
        metadata = bearer(server.operator_token)
        with grpc.insecure_channel(server.address) as channel:
            operations = operations_pb2_grpc.OperationsServiceStub(channel)
            request = pb.CreateInvitationRequest(uses=3, label="club")
            made = operations.CreateInvitation(request, metadata=metadata, timeout=30)
            gone = operations.CreateInvitation(pb.CreateInvitationRequest(), metadata=metadata, timeout=30)
            moderation = moderation_pb2_grpc.ModerationServiceStub(channel)
            revoke = moderation_pb2.RevokeInvitationRequest(invitation_id=gone.invitation_id)
            moderation.RevokeInvitation(revoke, metadata=metadata, timeout=30)
            ann = register(channel, "Ann", made.invitation)
        server.kill()
        server.start()
        with grpc.insecure_channel(server.address) as channel:
            moderation = moderation_pb2_grpc.ModerationServiceStub(channel)
            shown = moderation.ListInvitations(
                moderation_pb2.ListInvitationsRequest(), metadata=metadata, timeout=30
            ).invitations
            assert [(one.label, one.used, one.revoked) for one in shown] == [
                ("", 0, True),
                ("club", 1, False),
            ]
            about = moderation_pb2.GetPlayerDetailsRequest(player_id=ann.player.id)
            details = moderation.GetPlayerDetails(about, metadata=metadata, timeout=30)
            assert details.invitation.id == made.invitation_id
            register(channel, "Bob", made.invitation)
            with pytest.raises(grpc.RpcError):
                register(channel, "Cat", gone.invitation)


def register(channel: grpc.Channel, name: str, invitation: str) -> players_pb2.RegisterResponse:
    request = players_pb2.RegisterRequest(name=name, invitation=invitation)
    return players_pb2_grpc.PlayersServiceStub(channel).Register(request, timeout=30)
