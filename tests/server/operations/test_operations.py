"""Calls that operators, and only operators, may make."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from grpc import StatusCode

from tests.server.operations.helpers import CALLS, first_reply, refused
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match, play_randomly
from tests.server.serve.games import orchard
from tilth.v1 import lobby_pb2, players_pb2
from tilth.v1 import operations_pb2 as pb
from tilth_server.operations.backup_stream import PREFIX
from tilth_server.settings import Registration


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path, orchard()) as here:
        yield here


async def match_of(person: Person, match: str) -> Any:
    return (await person.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match


@pytest.mark.parametrize("method", CALLS)
async def test_players_may_not_operate(running: RunningServer, method: str) -> None:
    ann = await running.person("Ann")
    assert await refused(first_reply(running, ann, method)) == (
        StatusCode.PERMISSION_DENIED,
        "OPERATORS_ONLY",
    )


async def test_the_status_counts_matches_players_and_streams(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    await new_match(ann, start=False)
    match = await new_match(ann, bob)
    given = await play_randomly(match, ann, bob, max_answers=2)
    status = await running.operator.operations.GetStatus(pb.GetStatusRequest())
    assert (status.open_matches, status.running_matches, status.finished_matches) == (1, 1, 0)
    assert status.loaded_matches >= 1
    assert status.players == 3
    assert status.answers == given
    assert status.registration == "open"
    assert status.uptime.ToNanoseconds() > 0
    assert not status.draining


async def test_a_drained_server_takes_no_new_matches_and_continues_running_ones(
    running: RunningServer,
) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    waiting = await new_match(ann, start=False)
    assert (await running.operator.operations.Drain(pb.DrainRequest())).draining
    creation = lobby_pb2.CreateMatchRequest(game="orchard", seat_count=2)
    assert await refused(ann.lobby.CreateMatch(creation)) == (StatusCode.UNAVAILABLE, "SERVER_DRAINING")
    taking = lobby_pb2.TakeSeatRequest(match_id=waiting)
    assert await refused(bob.lobby.TakeSeat(taking)) == (StatusCode.UNAVAILABLE, "SERVER_DRAINING")
    await play_randomly(match, ann, bob)
    assert (await match_of(ann, match)).state == lobby_pb2.MATCH_STATE_FINISHED
    assert not (await running.operator.operations.Drain(pb.DrainRequest(stop=True))).draining
    await ann.lobby.CreateMatch(creation)


async def test_a_paused_match_takes_no_answers_until_it_is_resumed(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    await play_randomly(match, ann, bob, max_answers=2)
    operations = running.operator.operations
    await operations.PauseMatch(pb.PauseMatchRequest(match_id=match, reason="the power"))
    assert (await match_of(ann, match)).pause_reason == "the power"
    assert (await operations.GetStatus(pb.GetStatusRequest())).paused_matches == 1
    assert (await refused(play_randomly(match, ann, bob, seed=2)))[1] == "MATCH_PAUSED"
    await operations.ResumeMatch(pb.ResumeMatchRequest(match_id=match))
    assert (await operations.GetStatus(pb.GetStatusRequest())).paused_matches == 0
    await play_randomly(match, ann, bob, seed=3)
    assert (await match_of(ann, match)).state == lobby_pb2.MATCH_STATE_FINISHED
    assert (await refused(operations.PauseMatch(pb.PauseMatchRequest(match_id=match))))[
        1
    ] == "MATCH_NOT_RUNNING"


async def test_an_operator_cancels_a_match(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    await running.operator.operations.CancelMatch(pb.CancelMatchRequest(match_id=match, reason="the cat"))
    found = await match_of(ann, match)
    assert (found.state, found.cancel_reason) == (lobby_pb2.MATCH_STATE_CANCELLED, "the cat")
    code, reason = await refused(
        running.operator.operations.CancelMatch(pb.CancelMatchRequest(match_id="nowhere"))
    )
    assert (code, reason) == (StatusCode.NOT_FOUND, "MATCH_NOT_FOUND")


async def test_a_revoked_player_loses_access_and_nobody_waits_for_them(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    playing = await new_match(ann, bob)
    waiting = await new_match(bob, start=False)
    revocation = pb.RevokePlayerRequest(player_id=bob.id, reason="rude")
    await running.operator.operations.RevokePlayer(revocation)
    assert await refused(bob.players.GetMe(players_pb2.GetMeRequest())) == (
        StatusCode.UNAUTHENTICATED,
        "TOKEN_INVALID",
    )
    assert (await match_of(ann, playing)).seats[1].resigned
    assert (await match_of(ann, waiting)).seats[0].player_id == ""
    await play_randomly(playing, ann)
    assert (await match_of(ann, playing)).state == lobby_pb2.MATCH_STATE_FINISHED
    await running.operator.operations.RevokePlayer(revocation)
    code, reason = await refused(
        running.operator.operations.RevokePlayer(pb.RevokePlayerRequest(player_id="nobody"))
    )
    assert (code, reason) == (StatusCode.NOT_FOUND, "PLAYER_NOT_FOUND")


async def test_an_invitation_lets_one_player_in(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard(), registration=Registration.INVITATION) as running:
        nobody = Person(running.channel, "")
        assert await refused(nobody.players.Register(players_pb2.RegisterRequest(name="Ann"))) == (
            StatusCode.PERMISSION_DENIED,
            "INVITATION_REQUIRED",
        )
        made = await running.operator.operations.CreateInvitation(pb.CreateInvitationRequest())
        request = players_pb2.RegisterRequest(name="Ann", invitation=made.invitation)
        assert (await nobody.players.Register(request)).player.name == "Ann"
        request.name = "Bob"
        assert await refused(nobody.players.Register(request)) == (
            StatusCode.PERMISSION_DENIED,
            "INVITATION_INVALID",
        )


async def test_an_operator_can_renew_the_token_and_the_file_follows(
    running: RunningServer, tmp_path: Path
) -> None:
    renewed = await running.operator.players.RenewToken(players_pb2.RenewTokenRequest())
    assert (tmp_path / "operator.token").read_text().strip() == renewed.token
    operator = Person(running.channel, renewed.token)
    await operator.operations.GetStatus(pb.GetStatusRequest())


def names_in(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]


async def test_a_left_over_backup_is_removed_at_the_next_start_and_nothing_else(tmp_path: Path) -> None:
    """A server that was killed while it copied."""
    (tmp_path / f"{PREFIX}abc").mkdir()
    (tmp_path / f"{PREFIX}abc" / "copy").write_bytes(b"half of it")
    (tmp_path / "backup-of-mine").mkdir()
    async with full_server(tmp_path, orchard()):
        left = names_in(tmp_path)
    assert "backup-of-mine" in left
    assert not any(name.startswith(PREFIX) for name in left)
