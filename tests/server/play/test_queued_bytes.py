"""A player who reads nothing: what waits for all of the player's streams and replies together is bounded."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.attack.http2 import Connection, message, request_block, whole_call
from tests.server.play.streams import Stream, asked_by
from tests.server.serve.full_server import RunningServer, full_server, new_match
from tests.server.serve.games import orchard
from tests.server.serve.one_service import reason_of, until
from tilth.v1 import archive_pb2, lobby_pb2
from tilth.v1 import play_pb2 as pb
from tilth_server.settings import Limits

LIMIT = 1 << 20
SLACK = 1 << 20
"""Bytes that all outboxes of the test may hold without asking for room, and bytes that are being written."""
NARROW = [("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 4096)]
NOISE = [pb.Command(channel=9, answer=pb.Answer(request_id="n" * 64, decision_id=1))] * 900
"""Each is refused, by a frame that is longer than itself."""


@pytest.fixture
async def tight(tmp_path: Path) -> AsyncIterator[RunningServer]:
    limits = Limits(queued_bytes_per_player=LIMIT)
    async with full_server(tmp_path, orchard(), limits=limits) as served:
        yield served


async def test_streams_that_nobody_reads_are_cut_off_before_they_hold_more_than_the_limit(
    tight: RunningServer,
) -> None:
    ann, ben = await tight.person("Ann"), await tight.person("Ben")
    match = await new_match(ann, ben)
    queued, held = tight.server.gate.queued, 0
    async with grpc.aio.insecure_channel(str(tight.server.address), NARROW) as channel:
        slow = [Stream(tight, ben, channel=channel) for _ in range(6)]
        for stream in slow:
            await stream.open(match)
            await stream.until("caught_up")
        for _ in range(5):  # 0.7 MB for each stream: under a stream's own limit
            for stream in slow:
                await stream.send(*NOISE)
            await asyncio.sleep(0.05)
            held = max(held, queued.bytes_of(ben.id))
        await until(lambda: tight.server.matches.channel_count() < len(slow))
        quick = Stream(tight, ann)
        await quick.open(match, seat=0)
        await quick.answer(asked_by(await quick.until("caught_up")))
        await quick.until("update")
        assert LIMIT / 2 < held <= LIMIT + SLACK
        assert _waiting(tight) <= LIMIT + SLACK
        assert tight.server.metrics.refusals["TOO_MANY_QUEUED_BYTES"] >= 1
        for stream in slow:
            await stream.call.done_writing()
        reasons = set()
        for stream in slow[:]:
            received = await stream.until(lambda received: received.channel == 1)
            if received.HasField("cut_off"):
                assert received.record == 4
                reasons.add(received.cut_off.reason)
                assert await stream.code() is grpc.StatusCode.OK
            stream.call.cancel()
        assert reasons == {"TOO_MANY_QUEUED_BYTES"}
        await until(lambda: queued.bytes_of(ben.id) == 0)


async def test_a_client_that_reads_on_gets_room_again(tight: RunningServer) -> None:
    """Frames that were read no longer count: one after the other, ten times as much as the limit can be sent."""
    ben = await tight.person("Ben")
    async with grpc.aio.insecure_channel(str(tight.server.address), NARROW) as channel:
        stream = Stream(tight, ben, channel=channel)
        for _ in range(20):
            for _ in range(6):
                await stream.send(*NOISE)
            for _ in range(6 * len(NOISE)):
                await stream.until("refused")
        assert sum(each.ByteSize() for each in stream.frames) > 10 * LIMIT
        assert tight.server.gate.queued.bytes_of(ben.id) < LIMIT


@pytest.mark.parametrize(
    ("path", "request_type"),
    [
        ("/tilth.v1.PlayService/GetView", pb.GetViewRequest),
        ("/tilth.v1.ArchiveService/ReadLog", archive_pb2.ReadLogRequest),
        ("/tilth.v1.LobbyService/ListGames", lobby_pb2.ListGamesRequest),
    ],
)
async def test_calls_whose_replies_nobody_reads_are_refused_by_name(
    tmp_path: Path, path: str, request_type: Any
) -> None:
    limits = Limits(queued_bytes_per_player=500, streams_per_connection=1000)
    async with full_server(tmp_path, orchard(), limits=limits) as served:
        ann = await served.person("Ann")
        fields = {} if request_type is lobby_pb2.ListGamesRequest else {"match_id": await new_match(ann, ann)}
        body = message(request_type(**fields).SerializeToString())
        block = request_block(path, ann.token)
        queued, most = served.server.gate.queued, 0
        unread = await Connection.open(str(served.server.address), window=0)
        for _ in range(50):
            await unread.send(whole_call(unread.next_stream(), block, body))
            await asyncio.sleep(0.002)
            most = max(most, queued.bytes_of(ann.id))
        await until(lambda: unread.seen["grpc-status 8"] > 0)
        assert 500 <= most < 20_000
        error = await refusal(ann.lobby.ListGames(lobby_pb2.ListGamesRequest()))
        assert reason_of(error)[1] == {"limit": "queued_bytes_per_player", "value": "500"}
        await (await served.person("Ben")).lobby.ListGames(lobby_pb2.ListGamesRequest())
        await unread.close()
        await until(lambda: queued.bytes_of(ann.id) == 0)
        await ann.lobby.ListGames(lobby_pb2.ListGamesRequest())


def _waiting(running: RunningServer) -> int:
    """Return the bytes that wait in the outboxes of all streams."""
    writers = running.server.play.writers
    calls = running.server.gate.calls
    return sum(writer.outbox.size for call in calls if (writer := writers.session_of(call.task)) is not None)


async def refusal(call: Any) -> grpc.aio.AioRpcError:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call
    return raised.value
