"""What operators, and only operators, can do."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from grpc import StatusCode

from tests.server.operations.helpers import CALLS, first_reply, refused
from tests.server.serve.games import orchard
from tests.server.serve.whole import Person, Running, new_match, play_on, running
from tilth.v1 import lobby_pb2, players_pb2
from tilth.v1 import operations_pb2 as pb
from tilth_server.operations.copying import PREFIX
from tilth_server.settings import Registration


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path, orchard()) as here:
        yield here


async def match_of(person: Person, match: str) -> Any:
    return (await person.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match


@pytest.mark.parametrize("method", CALLS)
async def test_players_may_not_operate(house: Running, method: str) -> None:
    ann = await house.person("Ann")
    assert await refused(first_reply(house, ann, method)) == (StatusCode.PERMISSION_DENIED, "operators_only")


async def test_the_status_counts_what_is_there(house: Running) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    await new_match(ann, start=False)
    match = await new_match(ann, bob)
    given = await play_on(match, ann, bob, most=2)
    status = await house.operator.operations.GetStatus(pb.GetStatusRequest())
    assert (status.open_matches, status.running_matches, status.over_matches) == (1, 1, 0)
    assert status.live_matches >= 1
    assert status.players == 3
    assert status.answers == given
    assert status.registration == "open"
    assert status.uptime.ToNanoseconds() > 0
    assert not status.draining


async def test_a_drained_server_takes_no_new_matches_and_plays_on(house: Running) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob)
    waiting = await new_match(ann, start=False)
    assert (await house.operator.operations.Drain(pb.DrainRequest())).draining
    creation = lobby_pb2.CreateMatchRequest(game="orchard", seat_count=2)
    assert await refused(ann.lobby.CreateMatch(creation)) == (StatusCode.UNAVAILABLE, "draining")
    taking = lobby_pb2.TakeSeatRequest(match_id=waiting)
    assert await refused(bob.lobby.TakeSeat(taking)) == (StatusCode.UNAVAILABLE, "draining")
    await play_on(match, ann, bob)
    assert (await match_of(ann, match)).state == lobby_pb2.MATCH_STATE_OVER
    assert not (await house.operator.operations.Drain(pb.DrainRequest(undo=True))).draining
    await ann.lobby.CreateMatch(creation)


async def test_a_paused_match_takes_no_answers_and_goes_on_when_it_is_resumed(house: Running) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob)
    await play_on(match, ann, bob, most=2)
    desk = house.operator.operations
    await desk.PauseMatch(pb.PauseMatchRequest(match_id=match, reason="the power"))
    assert (await match_of(ann, match)).paused == "the power"
    assert (await desk.GetStatus(pb.GetStatusRequest())).paused_matches == 1
    assert (await refused(play_on(match, ann, bob, seed=2)))[1] == "paused"
    await desk.ResumeMatch(pb.ResumeMatchRequest(match_id=match))
    assert (await desk.GetStatus(pb.GetStatusRequest())).paused_matches == 0
    await play_on(match, ann, bob, seed=3)
    assert (await match_of(ann, match)).state == lobby_pb2.MATCH_STATE_OVER
    assert (await refused(desk.PauseMatch(pb.PauseMatchRequest(match_id=match))))[1] == "not_running"


async def test_an_operator_cancels_a_match(house: Running) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob)
    await house.operator.operations.CancelMatch(pb.CancelMatchRequest(match_id=match, reason="the cat"))
    found = await match_of(ann, match)
    assert (found.state, found.cancelled) == (lobby_pb2.MATCH_STATE_CANCELLED, "the cat")
    code, reason = await refused(
        house.operator.operations.CancelMatch(pb.CancelMatchRequest(match_id="nowhere"))
    )
    assert (code, reason) == (StatusCode.NOT_FOUND, "no_match")


async def test_a_revoked_player_is_out_and_nobody_waits_for_them(house: Running) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    playing = await new_match(ann, bob)
    waiting = await new_match(bob, start=False)
    revocation = pb.RevokePlayerRequest(player_id=bob.id, reason="rude")
    await house.operator.operations.RevokePlayer(revocation)
    assert await refused(bob.players.GetMe(players_pb2.GetMeRequest())) == (
        StatusCode.UNAUTHENTICATED,
        "bad_token",
    )
    assert (await match_of(ann, playing)).seats[1].resigned
    assert (await match_of(ann, waiting)).seats[0].player_id == ""
    await play_on(playing, ann)
    assert (await match_of(ann, playing)).state == lobby_pb2.MATCH_STATE_OVER
    await house.operator.operations.RevokePlayer(revocation)
    code, reason = await refused(
        house.operator.operations.RevokePlayer(pb.RevokePlayerRequest(player_id="nobody"))
    )
    assert (code, reason) == (StatusCode.NOT_FOUND, "no_player")


async def test_an_invitation_lets_one_player_in(tmp_path: Path) -> None:
    async with running(tmp_path, orchard(), registration=Registration.INVITATION) as house:
        nobody = Person(house.channel, "")
        assert await refused(nobody.players.Register(players_pb2.RegisterRequest(name="Ann"))) == (
            StatusCode.PERMISSION_DENIED,
            "invitation_needed",
        )
        made = await house.operator.operations.CreateInvitation(pb.CreateInvitationRequest())
        request = players_pb2.RegisterRequest(name="Ann", invitation=made.invitation)
        assert (await nobody.players.Register(request)).player.name == "Ann"
        request.name = "Bob"
        assert await refused(nobody.players.Register(request)) == (
            StatusCode.PERMISSION_DENIED,
            "bad_invitation",
        )


async def test_an_operator_can_renew_the_token_and_the_file_follows(house: Running, tmp_path: Path) -> None:
    renewed = await house.operator.players.RenewToken(players_pb2.RenewTokenRequest())
    assert (tmp_path / "operator.token").read_text().strip() == renewed.token
    operator = Person(house.channel, renewed.token)
    await operator.operations.GetStatus(pb.GetStatusRequest())


def names_in(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]


async def test_what_is_left_of_a_copy_goes_at_the_next_start_and_nothing_else(tmp_path: Path) -> None:
    """A server that was killed while it copied."""
    (tmp_path / f"{PREFIX}abc").mkdir()
    (tmp_path / f"{PREFIX}abc" / "copy").write_bytes(b"half of it")
    (tmp_path / "backup-of-mine").mkdir()
    async with running(tmp_path, orchard()):
        left = names_in(tmp_path)
    assert "backup-of-mine" in left
    assert not any(name.startswith(PREFIX) for name in left)
