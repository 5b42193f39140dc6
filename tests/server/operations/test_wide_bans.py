"""Bans of addresses and of invitations' trees, which hit all who come from there, until they end or are lifted."""

import asyncio
import time
from collections.abc import AsyncIterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from tests.e2e.serving import running as running_process
from tests.server.operations.helpers import audit, refused
from tests.server.operations.test_invitations import bytes_in, invited
from tests.server.play.streams import Stream
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match
from tests.server.serve.games import orchard
from tests.server.serve.one_service import bearer
from tilth.v1 import lobby_pb2, moderation_pb2_grpc, operations_pb2, players_pb2, players_pb2_grpc
from tilth.v1 import moderation_pb2 as pb
from tilth_server.players.bans import holds, network_of
from tilth_server.refusal import Refusal
from tilth_server.settings import Registration

ME = players_pb2.GetMeRequest()
ADDRESS = "203.0.113.7"
BANNED = (StatusCode.PERMISSION_DENIED, "ADDRESS_BANNED")
TREE_BANNED = (StatusCode.PERMISSION_DENIED, "PLAYER_BANNED")


class FromElsewhere(Person):
    """A person behind a proxy that the server trusts."""

    def __init__(self, channel: grpc.aio.Channel, token: str, address: str) -> None:
        super().__init__(channel, token)
        for calls in (self.lobby, self.players, self.operations, self.moderation):
            calls._metadata = (*calls._metadata, ("x-forwarded-for", address))


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    proxies = (ip_network("127.0.0.0/8"),)
    async with full_server(tmp_path, orchard(), trusted_proxies=proxies) as here:
        yield here


@pytest.fixture
async def inviting(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path, orchard(), registration=Registration.INVITATION) as here:
        yield here


async def ban(running: RunningServer, network: str = ADDRESS, seconds: float = 0.0) -> Any:
    request = pb.BanAddressRequest(network=network, reason="floods")
    if seconds:
        request.until.FromMilliseconds(int((time.time() + seconds) * 1000))
    return (await running.operator.moderation.BanAddress(request)).ban


async def bans(running: RunningServer) -> list[Any]:
    return list((await running.operator.moderation.ListBans(pb.ListBansRequest())).bans)


async def test_no_call_from_a_banned_address_is_taken_until_the_ban_is_lifted(running: RunningServer) -> None:
    ann = await running.person("Ann")
    near, far = (FromElsewhere(running.channel, ann.token, one) for one in (ADDRESS, "203.0.114.7"))
    made = await ban(running, "203.0.113.0/24")
    assert await refused(near.players.GetMe(ME)) == BANNED
    nobody = FromElsewhere(running.channel, "", ADDRESS)
    register = players_pb2.RegisterRequest(name="Bob")
    assert await refused(nobody.players.Register(register)) == BANNED
    assert await refused(nobody.lobby.GetServerInfo(lobby_pb2.GetServerInfoRequest())) == BANNED
    assert (await far.players.GetMe(ME)).player.name == "Ann"
    (shown,) = await bans(running)
    assert (shown.id, shown.network, shown.reason, shown.creator_name) == (
        *(made.id, "203.0.113.0/24"),
        *("floods", "operator"),
    )
    await running.operator.moderation.LiftBan(pb.LiftBanRequest(ban_id=made.id))
    assert (await near.players.GetMe(ME)).player.name == "Ann"
    assert await bans(running) == []
    assert (await refused(running.operator.moderation.LiftBan(pb.LiftBanRequest(ban_id=made.id))))[
        1
    ] == "BAN_NOT_FOUND"


async def test_a_ban_of_an_address_ends_the_streams_from_there_and_no_others(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    here = Stream(running, bob)
    await here.open(match)
    await here.until("caught_up")
    call: Any = running.channel.stream_stream("/tilth.v1.PlayService/Attend")
    there = call(metadata=(*bearer(ann.token), ("x-forwarded-for", ADDRESS)), timeout=60)
    await there.write(b"")
    await asyncio.sleep(0.2)
    await ban(running)
    assert await there.code() is StatusCode.PERMISSION_DENIED
    assert "floods" in str(await there.details())
    assert not here.call.done()
    here.call.cancel()


async def test_players_with_a_role_are_not_hit_and_nobody_bans_the_own_address(
    running: RunningServer,
) -> None:
    near = FromElsewhere(running.channel, running.operator.token, ADDRESS)
    await ban(running)
    await near.operations.GetStatus(operations_pb2.GetStatusRequest())
    request = pb.BanAddressRequest(network="203.0.0.0/8")
    assert (await refused(near.moderation.BanAddress(request)))[1] == "CANNOT_BAN_SELF"
    request.network = "0.0.0.0/0"
    assert (await refused(running.operator.moderation.BanAddress(request)))[1] == "CANNOT_BAN_SELF"
    request.network = "nonsense"
    assert (await refused(running.operator.moderation.BanAddress(request)))[1] == "ADDRESS_INVALID"
    request.network, past = "203.0.113.9", request
    past.until.FromSeconds(1)
    assert (await refused(running.operator.moderation.BanAddress(past)))[1] == "BAN_END_INVALID"


async def test_a_banned_address_is_not_kept_after_the_ban_and_never_in_the_audit(
    running: RunningServer, tmp_path: Path
) -> None:
    made = await ban(running)
    assert ADDRESS.encode() in bytes_in(tmp_path)
    (entry,) = await audit(running.operator)
    assert (entry.record.action, entry.record.subject, dict(entry.record.details)) == (
        "BanAddress",
        made.id,
        {},
    )
    await running.operator.moderation.LiftBan(pb.LiftBanRequest(ban_id=made.id))
    short = await ban(running, "198.51.100.4", seconds=1.2)
    far = FromElsewhere(running.channel, (await running.person("Ann")).token, "198.51.100.4")
    assert await refused(far.players.GetMe(ME)) == BANNED
    await asyncio.sleep(1.3)
    assert (await far.players.GetMe(ME)).player.name == "Ann"
    await ban(running, "192.0.2.1")
    kept = await running.server.store.kept_values("ban/")
    assert len(kept) == 1, f"{short.id} has ended, {made.id} is lifted"


@pytest.mark.parametrize(
    ("text", "network", "inside", "outside"),
    [
        ("192.0.2.7", "192.0.2.7/32", "ipv4:192.0.2.7", "ipv4:192.0.2.8"),
        ("192.0.2.7/24", "192.0.2.0/24", "ipv4:192.0.2.200", "ipv4:192.0.3.1"),
        ("2001:db8::1", "2001:db8::/64", "ipv6:2001:db8::ffff", "ipv6:2001:db8:0:1::1"),
        ("192.0.2.0/24", "192.0.2.0/24", "ipv4:192.0.2.1", "unix:"),
    ],
)
def test_a_network_is_an_address_or_a_prefix(text: str, network: str, inside: str, outside: str) -> None:
    found = network_of(text)
    assert (str(found), holds(found, inside), holds(found, outside)) == (network, True, False)


def test_a_network_that_is_none_is_refused() -> None:
    with pytest.raises(Refusal):
        network_of("192.0.2.999")


async def test_the_tree_of_an_invitation_is_banned_whole_and_lifted_whole(inviting: RunningServer) -> None:
    operations, moderation = inviting.operator.operations, inviting.operator.moderation
    root = await operations.CreateInvitation(operations_pb2.CreateInvitationRequest(uses=3, label="club"))
    ann, bob = (
        await invited(inviting, root.invitation, "Ann"),
        await invited(inviting, root.invitation, "Bob"),
    )
    role = operations_pb2.SetRoleRequest(player_id=ann.id, role=players_pb2.OPERATOR_ROLE_MODERATOR)
    await operations.SetRole(role)
    branch = await ann.operations.CreateInvitation(operations_pb2.CreateInvitationRequest(uses=2))
    cat = await invited(inviting, branch.invitation, "Cat")
    other = await operations.CreateInvitation(operations_pb2.CreateInvitationRequest())
    eve = await invited(inviting, other.invitation, "Eve")
    match = await new_match(cat, eve)
    stream = Stream(inviting, bob)
    await stream.open(match)
    await stream.until("caught_up")
    request = pb.BanInvitationRequest(invitation_id=root.invitation_id, reason="spam", resign=True)
    done = await moderation.BanInvitation(request)
    assert (done.players, done.ban.invitation_id, done.ban.name) == (2, root.invitation_id, "club")
    assert await stream.code() is StatusCode.PERMISSION_DENIED
    for person in (bob, cat):
        assert await refused(person.players.GetMe(ME)) == TREE_BANNED
    for person in (ann, eve):
        assert (await person.players.GetMe(ME)).player.name == person.name
    seats = (await eve.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match.seats
    assert [seat.resigned for seat in seats] == [True, False]
    for invitation in (root, branch):
        assert (await refused(invited(inviting, invitation.invitation, "Dan")))[1] == "INVITATION_INVALID"
    about = pb.GetPlayerDetailsRequest(player_id=cat.id)
    assert (await moderation.GetPlayerDetails(about)).ban.id == root.invitation_id
    await operations.SetRole(operations_pb2.SetRoleRequest(player_id=ann.id))
    assert await refused(ann.players.GetMe(ME)) == TREE_BANNED, "without the role"
    await moderation.LiftBan(pb.LiftBanRequest(ban_id=root.invitation_id))
    for person in (ann, bob, cat):
        assert (await person.players.GetMe(ME)).player.name == person.name
    await invited(inviting, branch.invitation, "Dan")


async def test_bans_of_every_kind_are_listed_newest_first_and_lifted(inviting: RunningServer) -> None:
    operations, moderation = inviting.operator.operations, inviting.operator.moderation
    made = await operations.CreateInvitation(operations_pb2.CreateInvitationRequest())
    ann = await invited(inviting, made.invitation, "Ann")
    await operations.BanPlayer(operations_pb2.BanPlayerRequest(player_id=ann.id, reason="rude"))
    await asyncio.sleep(0.01)
    address = await ban(inviting)
    await asyncio.sleep(0.01)
    await moderation.BanInvitation(pb.BanInvitationRequest(invitation_id=made.invitation_id))
    shown = await bans(inviting)
    assert [one.WhichOneof("target") for one in shown] == ["invitation_id", "network", "player_id"]
    assert [one.id for one in shown] == [made.invitation_id, address.id, ann.id]
    for one in shown:
        await moderation.LiftBan(pb.LiftBanRequest(ban_id=one.id))
    assert await bans(inviting) == []
    assert (await ann.players.GetMe(ME)).player.name == "Ann"


def test_wide_bans_hold_after_a_kill(tmp_path: Path) -> None:
    words = ("--registration", "invitation", "--trusted-proxy", "127.0.0.0/8")
    with running_process(tmp_path / "data", *words) as server:
        metadata = bearer(server.operator_token)
        with grpc.insecure_channel(server.address) as channel:
            invite: Any = channel.unary_unary("/tilth.v1.OperationsService/CreateInvitation")
            made = operations_pb2.CreateInvitationResponse.FromString(
                invite(b"", metadata=metadata, timeout=30)
            )
            players = players_pb2_grpc.PlayersServiceStub(channel)
            request = players_pb2.RegisterRequest(name="Ann", invitation=made.invitation)
            ann = players.Register(request, timeout=30)
            stub = moderation_pb2_grpc.ModerationServiceStub(channel)
            stub.BanAddress(pb.BanAddressRequest(network=ADDRESS), metadata=metadata, timeout=30)
            tree = pb.BanInvitationRequest(invitation_id=made.invitation_id)
            stub.BanInvitation(tree, metadata=metadata, timeout=30)
        server.kill()
        server.start()
        with grpc.insecure_channel(server.address) as channel:
            players = players_pb2_grpc.PlayersServiceStub(channel)
            with pytest.raises(grpc.RpcError) as hit:
                players.GetMe(ME, metadata=bearer(ann.token), timeout=30)
            assert "you are banned" in str(hit.value.details())
            forwarded = (("x-forwarded-for", ADDRESS),)
            with pytest.raises(grpc.RpcError) as there:
                players.Register(players_pb2.RegisterRequest(name="Bob"), metadata=forwarded, timeout=30)
            assert "your address is banned" in str(there.value.details())
