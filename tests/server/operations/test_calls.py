"""Operators see every call that is under way, and can end a player's streams."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from grpc import StatusCode

from tests.server.operations.helpers import refused
from tests.server.play.streams import Stream
from tests.server.serve.games import orchard
from tests.server.serve.small import until
from tests.server.serve.whole import Person, Running, new_match, running
from tilth.v1 import operations_pb2 as pb
from tilth.v1 import play_pb2

ATTEND = "tilth.v1.PlayService/Attend"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path, orchard()) as here:
        yield here


async def calls(house: Running, person: Person | None = None) -> list[Any]:
    request = pb.ListCallsRequest(player_id="" if person is None else person.id)
    return list((await house.operator.operations.ListCalls(request)).calls)


async def attending(house: Running, person: Person, match: str, channels: int = 1) -> Stream:
    stream = Stream(house, person)
    for channel in range(1, channels + 1):
        await stream.open(match, channel=channel)
        await stream.until("caught_up")
    return stream


async def test_every_call_under_way_is_listed_with_who_and_what_and_since_when(house: Running) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob)
    stream = await attending(house, ann, match, channels=3)
    watch = bob.play.Watch(play_pb2.WatchRequest(open=play_pb2.Open(match_id=match)))
    await watch.read()
    attend, watching, this = await calls(house)
    assert (attend.method, attend.player_id, attend.player_name) == (ATTEND, ann.id, "Ann")
    assert (attend.channels, watching.channels, this.channels) == (3, 1, 0)
    assert attend.waiting_bytes == 0
    assert (watching.method, watching.player_name) == ("tilth.v1.PlayService/Watch", "Bob")
    assert this.method == "tilth.v1.OperationsService/ListCalls"
    assert len({attend.id, watching.id, this.id}) == 3
    assert attend.since.ToMilliseconds() <= watching.since.ToMilliseconds() <= this.since.ToMilliseconds()
    address, _, port = attend.peer.rpartition(":")
    assert address == "ipv4:127.0.0.1"
    assert int(port) > 0
    assert [call.player_name for call in await calls(house, bob)] == ["Bob"]
    stream.call.cancel()
    watch.cancel()
    await until(lambda: house.server.metrics.streams == 0)
    assert [call.method for call in await calls(house)] == [this.method]


async def test_nobody_is_no_player_to_ask_about(house: Running) -> None:
    desk = house.operator.operations
    assert (await refused(desk.ListCalls(pb.ListCallsRequest(player_id="nobody"))))[1] == "no_player"
    assert (await refused(desk.KickPlayer(pb.KickPlayerRequest(player_id="nobody"))))[1] == "no_player"


async def test_a_kick_ends_all_streams_of_the_player_and_nobody_elses(house: Running) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob)
    anns = [await attending(house, ann, match) for _ in range(3)]
    bobs = await attending(house, bob, match)
    kick = pb.KickPlayerRequest(player_id=ann.id, reason="too loud")
    assert (await house.operator.operations.KickPlayer(kick)).streams == 3
    for stream in anns:
        assert await stream.code() is StatusCode.ABORTED
        assert "too loud" in str(await stream.call.details())
    await until(lambda: house.server.metrics.streams == 1)
    assert await calls(house, ann) == []
    assert [call.method for call in await calls(house, bob)] == [ATTEND]
    assert house.server.metrics.refusals["kicked"] == 3
    assert (await house.operator.operations.KickPlayer(kick)).streams == 0
    bobs.call.cancel()


async def test_who_was_kicked_may_come_again(house: Running) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob)
    stream = await attending(house, ann, match)
    await house.operator.operations.KickPlayer(pb.KickPlayerRequest(player_id=ann.id))
    assert await stream.code() is StatusCode.ABORTED
    again = await attending(house, ann, match)
    again.call.cancel()
