"""The stream itself: its beginning, its heartbeats while the client is silent, and its end."""

import asyncio
import gc
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest

from tests.server.play.streams import Stream, asked_by, some_answer
from tests.server.serve.full_server import RunningServer, full_server, new_match
from tests.server.serve.games import orchard
from tests.server.serve.one_service import reason_of, until
from tilth.v1 import lobby_pb2
from tilth.v1 import play_pb2 as pb
from tilth_server.api import stream_writer
from tilth_server.api.play_service import _CommandReader
from tilth_server.settings import Limits


async def test_two_play_a_match_to_its_end_on_their_streams(running: RunningServer) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    match = await new_match(ann, ben)
    streams = [Stream(running, ann), Stream(running, ben)]
    random = Random(1)

    async def play(seat: int) -> pb.Frame:
        stream = streams[seat]
        await stream.open(match, seat=seat, from_record=0)
        while True:
            received = await stream.receive()
            if received.HasField("ended"):
                return received
            asked = asked_by(received)
            if asked is not None:
                await stream.send(some_answer(asked, 1, random))

    ends = await asyncio.gather(play(0), play(1))
    assert ends[0] == ends[1]
    assert ends[0].ended.result.places == [1, 1]
    numbers = [
        [received.record for received in stream.frames if received.HasField("update")] for stream in streams
    ]
    assert numbers[0] == numbers[1] == list(range(ends[0].record + 1))
    for received in streams[0].frames:
        if received.update.cause == pb.CAUSE_ANSWERED:
            assert (received.update.seat == 0) == bool(received.update.accepted_request_id)
    reply = await ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))
    assert reply.match.state == lobby_pb2.MATCH_STATE_FINISHED


async def test_a_client_that_half_closes_continues_to_watch(running: RunningServer) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    match = await new_match(ann, ben)
    watching, playing = Stream(running, ben), Stream(running, ann)
    await watching.open(match)
    await watching.until("caught_up")
    await watching.call.done_writing()
    await playing.open(match, seat=0)
    asked = asked_by(await playing.until("caught_up"))
    await playing.answer(asked)
    assert (await watching.until("update")).update.cause == pb.CAUSE_ANSWERED
    watching.call.cancel()
    await until(lambda: running.server.matches.channel_count() == 1)


async def test_a_client_that_goes_leaves_nothing_behind(running: RunningServer) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    match = await new_match(ann, ben)
    stream = Stream(running, ann)
    await stream.open(match, seat=0)
    asked = asked_by(await stream.until("caught_up"))
    await stream.answer(asked, request_id="last words")
    stream.call.cancel()
    await until(lambda: running.server.matches.channel_count() == 0)
    await until(lambda: running.server.metrics.streams == 0)
    again = Stream(running, ann)
    await again.open(match, seat=0)
    await again.until("caught_up")
    await again.answer(asked, request_id="last words")
    received = await again.until(
        lambda received: received.HasField("accepted") or bool(received.update.accepted_request_id)
    )
    assert received.record == 4


async def test_an_answer_whose_client_is_gone_is_stored_all_the_same(running: RunningServer) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    match = await new_match(ann, ben)
    for _ in range(20):
        stream = Stream(running, ann)
        await stream.open(match, seat=0)
        asked = asked_by(await stream.until("caught_up"))
        if asked is None:
            break
        await stream.answer(asked)
        stream.call.cancel()
        await until(lambda: running.server.metrics.streams == 0)
        await running.server.matches.commits.wait_all_committed()
    assert running.server.matches.find(match).record_count > 4


@pytest.mark.parametrize("raw", [b"\xff\xff\xff", b"\x0a\x05abc", bytes(range(200))])
async def test_garbage_ends_the_stream_with_a_status_and_changes_nothing(
    running: RunningServer, raw: bytes
) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    match = await new_match(ann, ben)
    stream, other = Stream(running, ann), Stream(running, ann)
    for each in (stream, other):
        await each.open(match, seat=0)
        await each.until("caught_up")
    await stream.call.write(raw)
    assert await stream.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert "Traceback" not in await stream.call.details()
    assert asked_by(other.frames[-1]) is not None
    await other.answer(asked_by(other.frames[-1]))
    assert (await other.until("update")).update.accepted_request_id


async def test_a_message_that_is_too_long_names_the_limit(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard(), limits=Limits(message_bytes=1000)) as running:
        ann = await running.person("Ann")
        stream = Stream(running, ann)
        await stream.call.write(b"\x0a" * 2000)
        assert await stream.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        assert "message_bytes" in await stream.call.details()


async def test_an_idle_stream_gets_heartbeats(
    running: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_writer, "TICK_SECONDS", 0.02)
    monkeypatch.setattr(stream_writer, "HEARTBEAT_SECONDS", 0.05)
    ann, ben = await running.person("Ann"), await running.person("Ben")
    match = await new_match(ann, ben)
    stream = Stream(running, ann)
    await stream.open(match, seat=0)
    for _ in range(2):
        assert (await stream.until("heartbeat")).record == 4


async def test_a_stopping_server_names_the_record_to_resume_from(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann, ben = await running.person("Ann"), await running.person("Ben")
        match = await new_match(ann, ben)
        stream, watching = Stream(running, ann), Stream(running, ben)
        await stream.open(match, seat=0)
        await watching.open(match)
        asked = asked_by(await stream.until("caught_up"))
        await watching.until("caught_up")
        await stream.answer(asked)
        await stream.until("update")
        stopping = asyncio.ensure_future(running.server.stop())
        for each in (stream, watching):
            received = await each.until("cut_off")
            assert (received.record, received.cut_off.reason) == (5, "SERVER_STOPPING")
            assert await each.code() == grpc.StatusCode.OK
        await stopping


async def test_a_reader_that_stops_reading_is_cut_off_and_nobody_waits_for_it(
    running: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_writer, "TICK_SECONDS", 0.02)
    monkeypatch.setattr(stream_writer, "SLOW_SECONDS", 0.3)
    ann, ben = await running.person("Ann"), await running.person("Ben")
    matches = [await new_match(ann, ben) for _ in range(40)]
    options = [("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 4096)]
    async with grpc.aio.insecure_channel(str(running.server.address), options) as narrow:
        slow = Stream(running, ben, channel=narrow)
        for turn in range(30):
            await slow.send(
                *(
                    pb.Command(
                        channel=turn * 100 + number,
                        open=pb.OpenChannel(match_id=match, from_record=0, views=True, texts=True),
                    )
                    for number, match in enumerate(matches)
                )
            )
        await until(lambda: running.server.matches.channel_count() == 0)
        quick = Stream(running, ann)
        await quick.open(matches[0], seat=0)
        asked = asked_by(await quick.until("caught_up"))
        await quick.answer(asked)
        await quick.until("update")
        assert await slow.code() == grpc.StatusCode.OK
        last = {received.channel: received for received in slow.frames}
        cut = [received for received in last.values() if received.HasField("cut_off")]
        assert cut
        for received in cut:
            assert received.cut_off.reason == "READER_TOO_SLOW"
            before = [
                each.record
                for each in slow.frames
                if each.channel == received.channel and each.HasField("update")
            ]
            assert received.record == (before[-1] + 1 if before else 0)


async def test_a_stream_needs_a_token(running: RunningServer) -> None:
    call: Any = running.channel.stream_stream("/tilth.v1.PlayService/Attend")()
    with pytest.raises(grpc.aio.AioRpcError) as error:
        async for _ in call:
            pass
    assert error.value.code() == grpc.StatusCode.UNAUTHENTICATED
    assert reason_of(error.value)[0] == "TOKEN_MISSING"


async def test_nothing_is_kept_of_a_stream_that_was_ended_for_its_message(
    running: RunningServer,
) -> None:
    ann = await running.person("Ann")
    gc.collect()
    gc.disable()
    try:
        stream = Stream(running, ann)
        await stream.send(*[pb.Command()] * 20_000)
        assert await stream.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        await until(lambda: not [each for each in gc.get_objects() if type(each) is _CommandReader])
    finally:
        gc.enable()
