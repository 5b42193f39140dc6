"""Operators see every call that is under way, and can end a player's streams."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from grpc import StatusCode

from tests.server.operations.helpers import refused
from tests.server.play.streams import Stream
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match
from tests.server.serve.games import orchard
from tests.server.serve.one_service import until
from tilth.v1 import operations_pb2 as pb
from tilth.v1 import play_pb2

ATTEND = "tilth.v1.PlayService/Attend"


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path, orchard()) as here:
        yield here


async def calls(running: RunningServer, person: Person | None = None) -> list[Any]:
    request = pb.ListCallsRequest(player_id="" if person is None else person.id)
    return list((await running.operator.operations.ListCalls(request)).calls)


async def attending(running: RunningServer, person: Person, match: str, channels: int = 1) -> Stream:
    stream = Stream(running, person)
    for channel in range(1, channels + 1):
        await stream.open(match, channel=channel)
        await stream.until("caught_up")
    return stream


async def test_every_active_call_is_listed_with_its_player_method_and_start(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    stream = await attending(running, ann, match, channels=3)
    watch = bob.play.Watch(play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id=match)))
    await watch.read()
    attend, watching, this = await calls(running)
    assert (attend.method, attend.player_id, attend.player_name) == (ATTEND, ann.id, "Ann")
    assert (attend.channels, watching.channels, this.channels) == (3, 1, 0)
    assert attend.queued_bytes == 0
    assert (watching.method, watching.player_name) == ("tilth.v1.PlayService/Watch", "Bob")
    assert this.method == "tilth.v1.OperationsService/ListCalls"
    assert len({attend.id, watching.id, this.id}) == 3
    assert attend.since.ToMilliseconds() <= watching.since.ToMilliseconds() <= this.since.ToMilliseconds()
    address, _, port = attend.peer.rpartition(":")
    assert address == "ipv4:127.0.0.1"
    assert int(port) > 0
    assert [call.player_name for call in await calls(running, bob)] == ["Bob"]
    stream.call.cancel()
    watch.cancel()
    await until(lambda: running.server.metrics.streams == 0)
    assert [call.method for call in await calls(running)] == [this.method]


async def test_calls_about_an_unknown_player_are_refused(running: RunningServer) -> None:
    operations = running.operator.operations
    assert (await refused(operations.ListCalls(pb.ListCallsRequest(player_id="nobody"))))[
        1
    ] == "PLAYER_NOT_FOUND"
    assert (await refused(operations.KickPlayer(pb.KickPlayerRequest(player_id="nobody"))))[
        1
    ] == "PLAYER_NOT_FOUND"


async def test_a_kick_ends_all_streams_of_the_player_and_nobody_elses(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    anns = [await attending(running, ann, match) for _ in range(3)]
    bobs = await attending(running, bob, match)
    kick = pb.KickPlayerRequest(player_id=ann.id, reason="too loud")
    assert (await running.operator.operations.KickPlayer(kick)).streams == 3
    for stream in anns:
        assert await stream.code() is StatusCode.ABORTED
        assert "too loud" in str(await stream.call.details())
    await until(lambda: running.server.metrics.streams == 1)
    assert await calls(running, ann) == []
    assert [call.method for call in await calls(running, bob)] == [ATTEND]
    assert running.server.metrics.refusals["KICKED"] == 3
    assert (await running.operator.operations.KickPlayer(kick)).streams == 0
    bobs.call.cancel()


async def test_a_kicked_player_may_come_again(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    stream = await attending(running, ann, match)
    await running.operator.operations.KickPlayer(pb.KickPlayerRequest(player_id=ann.id))
    assert await stream.code() is StatusCode.ABORTED
    again = await attending(running, ann, match)
    again.call.cancel()
