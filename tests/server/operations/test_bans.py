"""Banned players are kept away: every call is refused, over every restart, until the time is up or it is lifted."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from tests.server.operations.helpers import refused
from tests.server.play.streams import Stream
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match, play_randomly
from tests.server.serve.games import orchard
from tests.server.serve.one_service import reason_of
from tilth.v1 import lobby_pb2, players_pb2
from tilth.v1 import operations_pb2 as pb
from tilth_server.players import PlayerRegistry
from tilth_server.refusal import Refusal
from tilth_server.settings import Registration
from tilth_server.store.sqlite import SqliteStreams

ME = players_pb2.GetMeRequest()
BANNED = (StatusCode.PERMISSION_DENIED, "PLAYER_BANNED")


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path, orchard()) as here:
        yield here


def ban_of(person: Person, seconds: float = 0.0, **more: Any) -> pb.BanPlayerRequest:
    request = pb.BanPlayerRequest(player_id=person.id, reason="rude", **more)
    if seconds:
        request.until.FromMilliseconds(int((time.time() + seconds) * 1000))
    return request


async def match_of(person: Person, match: str) -> Any:
    return (await person.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match


async def test_no_call_of_a_banned_player_is_taken_until_the_ban_is_lifted(running: RunningServer) -> None:
    ann = await running.person("Ann")
    await running.operator.operations.BanPlayer(ban_of(ann))
    assert await refused(ann.players.GetMe(ME)) == BANNED
    assert await refused(ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest())) == BANNED
    stream = Stream(running, ann)
    assert await stream.code() is StatusCode.PERMISSION_DENIED
    await running.operator.operations.UnbanPlayer(pb.UnbanPlayerRequest(player_id=ann.id))
    assert (await ann.players.GetMe(ME)).player.name == "Ann"


async def test_a_banned_player_gets_the_reason_and_the_end(running: RunningServer) -> None:
    ann = await running.person("Ann")
    await running.operator.operations.BanPlayer(ban_of(ann))
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await ann.players.GetMe(ME)
    assert reason_of(error.value)[1] == {}
    assert "rude" in str(error.value.details())
    request = pb.BanPlayerRequest(player_id=ann.id, reason="still rude")
    request.until.FromSeconds(4_000_000_000)
    await running.operator.operations.BanPlayer(request)
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await ann.players.GetMe(ME)
    assert reason_of(error.value)[1] == {"until": "2096-10-02T07:06:40+00:00"}


async def test_a_ban_ends_by_its_time_and_not_before(running: RunningServer) -> None:
    ann = await running.person("Ann")
    request = ban_of(ann, seconds=2)
    await running.operator.operations.BanPlayer(request)
    refusal = None
    async with asyncio.timeout(60):
        while True:
            try:
                await ann.players.GetMe(ME)
            except grpc.aio.AioRpcError as error:
                refusal = error.code()
                await asyncio.sleep(0.05)
            else:
                break
    assert time.time() * 1000 >= request.until.ToMilliseconds()
    assert refusal in (StatusCode.PERMISSION_DENIED, None), "None where the machine was slow"


async def test_a_ban_ends_the_streams_that_run(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    anns, bobs = Stream(running, ann), Stream(running, bob)
    for stream, seat in ((anns, 0), (bobs, 1)):
        await stream.open(match, seat=seat)
        await stream.until("caught_up")
    await running.operator.operations.BanPlayer(ban_of(ann))
    assert await anns.code() is StatusCode.PERMISSION_DENIED
    await bobs.open(match, channel=2)
    await bobs.until("caught_up")
    bobs.call.cancel()


async def test_a_ban_holds_over_a_restart_and_so_does_lifting_it(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann, bob = await running.person("Ann"), await running.person("Bob")
        operations = running.operator.operations
        await operations.BanPlayer(ban_of(ann, seconds=3600))
        await operations.BanPlayer(ban_of(bob))
        await operations.UnbanPlayer(pb.UnbanPlayerRequest(player_id=bob.id))
    async with full_server(tmp_path, orchard()) as again:
        ann, bob = Person(again.channel, ann.token), Person(again.channel, bob.token)
        assert await refused(ann.players.GetMe(ME)) == BANNED
        assert (await bob.players.GetMe(ME)).player.name == "Bob"


async def test_a_banned_player_keeps_the_name_and_the_seats(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    await running.operator.operations.BanPlayer(ban_of(bob))
    assert (await match_of(ann, match)).seats[1].player_name == "Bob"
    assert not (await match_of(ann, match)).seats[1].resigned
    registration = players_pb2.RegisterRequest(name="Bob")
    assert (await refused(Person(running.channel, "").players.Register(registration)))[1] == "NAME_TAKEN"


async def test_a_ban_with_resign_vacates_the_seats_so_that_nobody_waits(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    playing, waiting = await new_match(ann, bob), await new_match(bob, start=False)
    await running.operator.operations.BanPlayer(ban_of(bob, resign=True))
    assert (await match_of(ann, playing)).seats[1].resigned
    assert (await match_of(ann, waiting)).seats[0].player_id == ""
    await play_randomly(playing, ann)
    assert (await match_of(ann, playing)).state == lobby_pb2.MATCH_STATE_FINISHED


async def test_bans_that_make_no_sense_are_refused(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    operations = running.operator.operations
    me = (await running.operator.players.GetMe(ME)).player
    myself = pb.BanPlayerRequest(player_id=me.id)
    assert await refused(operations.BanPlayer(myself)) == (StatusCode.FAILED_PRECONDITION, "CANNOT_BAN_SELF")
    assert await refused(operations.BanPlayer(ban_of(ann, seconds=-5))) == (
        StatusCode.INVALID_ARGUMENT,
        "BAN_END_INVALID",
    )
    nobody = pb.BanPlayerRequest(player_id="nobody")
    assert await refused(operations.BanPlayer(nobody)) == (StatusCode.NOT_FOUND, "PLAYER_NOT_FOUND")
    await operations.RevokePlayer(pb.RevokePlayerRequest(player_id=bob.id))
    assert (await refused(operations.BanPlayer(ban_of(bob))))[1] == "PLAYER_REVOKED"
    assert (await refused(operations.RevokePlayer(pb.RevokePlayerRequest(player_id=me.id))))[
        1
    ] == "LAST_OPERATOR"
    await operations.UnbanPlayer(pb.UnbanPlayerRequest(player_id=ann.id))
    assert (await ann.players.GetMe(ME)).player.name == "Ann"


async def test_the_last_operator_without_a_ban_can_be_neither_banned_nor_revoked(tmp_path: Path) -> None:
    store = await SqliteStreams.open(tmp_path)
    try:
        register = PlayerRegistry(store, Registration.OPEN)
        first, _ = await register.make_operator(lambda token: None)
        second, _ = await register.make_operator(lambda token: None)
        await register.ban(second.id, first.id, "")
        for action in (register.ban(first.id, second.id, ""), register.revoke(first.id, second.id, "")):
            with pytest.raises(Refusal) as error:
                await action
            assert error.value.reason == "LAST_OPERATOR"
        await register.unban(second.id, first.id)
        await register.ban(first.id, second.id, "")
    finally:
        await store.close()
