"""The stream itself: how it begins, goes on while the client is silent, and ends."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest

from tests.server.play.streams import Stream, asked_by, some_answer
from tests.server.serve.games import orchard
from tests.server.serve.small import reason_of, until
from tests.server.serve.whole import Running, new_match, running
from tilth.v1 import lobby_pb2
from tilth.v1 import play_pb2 as pb
from tilth_server.api import outbox
from tilth_server.settings import Limits


async def test_two_play_a_match_to_its_end_on_their_streams(house: Running) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = await new_match(ann, ben)
    streams = [Stream(house, ann), Stream(house, ben)]
    random = Random(1)

    async def play(seat: int) -> pb.Told:
        stream = streams[seat]
        await stream.open(match, seat=seat, from_record=0)
        while True:
            told = await stream.hear()
            if told.HasField("ended"):
                return told
            asked = asked_by(told)
            if asked is not None:
                await stream.say(some_answer(asked, 1, random))

    ends = await asyncio.gather(play(0), play(1))
    assert ends[0] == ends[1]
    assert ends[0].ended.result.places == [1, 1]
    numbers = [[told.record for told in stream.heard if told.HasField("happened")] for stream in streams]
    assert numbers[0] == numbers[1] == list(range(ends[0].record + 1))
    for told in streams[0].heard:
        if told.happened.cause == pb.CAUSE_ANSWERED:
            assert (told.happened.seat == 0) == bool(told.happened.accepted)
    reply = await ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))
    assert reply.match.state == lobby_pb2.MATCH_STATE_OVER


async def test_who_half_closes_goes_on_watching(house: Running) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = await new_match(ann, ben)
    watching, playing = Stream(house, ben), Stream(house, ann)
    await watching.open(match)
    await watching.until("caught_up")
    await watching.call.done_writing()
    await playing.open(match, seat=0)
    asked = asked_by(await playing.until("caught_up"))
    await playing.answer(asked)
    assert (await watching.until("happened")).happened.cause == pb.CAUSE_ANSWERED
    watching.call.cancel()
    await until(lambda: house.server.house.watchers() == 1)


async def test_a_client_that_goes_leaves_nothing_behind(house: Running) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = await new_match(ann, ben)
    stream = Stream(house, ann)
    await stream.open(match, seat=0)
    asked = asked_by(await stream.until("caught_up"))
    await stream.answer(asked, request_id="last words")
    stream.call.cancel()
    await until(lambda: house.server.house.watchers() == 0)
    await until(lambda: house.server.metrics.streams == 0)
    again = Stream(house, ann)
    await again.open(match, seat=0)
    await again.until("caught_up")
    await again.answer(asked, request_id="last words")
    told = await again.until(lambda told: told.HasField("accepted") or bool(told.happened.accepted))
    assert told.record == 4


async def test_an_answer_whose_client_is_gone_is_stored_all_the_same(house: Running) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = await new_match(ann, ben)
    for _ in range(20):
        stream = Stream(house, ann)
        await stream.open(match, seat=0)
        asked = asked_by(await stream.until("caught_up"))
        if asked is None:
            break
        await stream.answer(asked)
        stream.call.cancel()
        await until(lambda: house.server.metrics.streams == 0)
        await house.server.house.all_down()
    assert house.server.house.find(match).record_count > 4


@pytest.mark.parametrize("raw", [b"\xff\xff\xff", b"\x0a\x05abc", bytes(range(200))])
async def test_garbage_ends_the_stream_with_a_status_and_changes_nothing(house: Running, raw: bytes) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = await new_match(ann, ben)
    stream, other = Stream(house, ann), Stream(house, ann)
    for each in (stream, other):
        await each.open(match, seat=0)
        await each.until("caught_up")
    await stream.call.write(raw)
    assert await stream.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert "Traceback" not in await stream.call.details()
    assert asked_by(other.heard[-1]) is not None
    await other.answer(asked_by(other.heard[-1]))
    assert (await other.until("happened")).happened.accepted


async def test_a_message_that_is_too_long_names_the_limit(tmp_path: Path) -> None:
    async with running(tmp_path, orchard(), limits=Limits(message_bytes=1000)) as house:
        ann = await house.person("Ann")
        stream = Stream(house, ann)
        await stream.call.write(b"\x0a" * 2000)
        assert await stream.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        assert "message_bytes" in await stream.call.details()


async def test_a_stream_on_which_nothing_happens_says_that_it_is_alive(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "TICK_SECONDS", 0.02)
    monkeypatch.setattr(outbox, "PROGRESS_SECONDS", 0.05)
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = await new_match(ann, ben)
    stream = Stream(house, ann)
    await stream.open(match, seat=0)
    for _ in range(2):
        assert (await stream.until("progress")).record == 4


async def test_a_server_that_stops_says_where_to_resume(tmp_path: Path) -> None:
    async with running(tmp_path, orchard()) as house:
        ann, ben = await house.person("Ann"), await house.person("Ben")
        match = await new_match(ann, ben)
        stream, watching = Stream(house, ann), Stream(house, ben)
        await stream.open(match, seat=0)
        await watching.open(match)
        asked = asked_by(await stream.until("caught_up"))
        await watching.until("caught_up")
        await stream.answer(asked)
        await stream.until("happened")
        stopping = asyncio.ensure_future(house.server.stop())
        for each in (stream, watching):
            told = await each.until("cut_off")
            assert (told.record, told.cut_off.reason) == (5, "closing")
            assert await each.code() == grpc.StatusCode.OK
        await stopping


async def test_a_reader_that_stops_reading_is_cut_off_and_nobody_waits_for_it(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "TICK_SECONDS", 0.02)
    monkeypatch.setattr(outbox, "SLOW_SECONDS", 0.3)
    ann, ben = await house.person("Ann"), await house.person("Ben")
    matches = [await new_match(ann, ben) for _ in range(40)]
    options = [("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 4096)]
    async with grpc.aio.insecure_channel(str(house.server.address), options) as narrow:
        slow = Stream(house, ben, channel=narrow)
        for turn in range(30):
            await slow.say(
                *(
                    pb.Said(
                        channel=turn * 100 + number,
                        open=pb.Open(match_id=match, from_record=0, views=True, texts=True),
                    )
                    for number, match in enumerate(matches)
                )
            )
        await until(lambda: house.server.house.watchers() == 0)
        quick = Stream(house, ann)
        await quick.open(matches[0], seat=0)
        asked = asked_by(await quick.until("caught_up"))
        await quick.answer(asked)
        await quick.until("happened")
        assert await slow.code() == grpc.StatusCode.OK
        last = {told.channel: told for told in slow.heard}
        cut = [told for told in last.values() if told.HasField("cut_off")]
        assert cut
        for told in cut:
            assert told.cut_off.reason == "too_slow"
            before = [
                each.record
                for each in slow.heard
                if each.channel == told.channel and each.HasField("happened")
            ]
            assert told.record == (before[-1] + 1 if before else 0)


async def test_a_stream_needs_a_token(house: Running) -> None:
    call: Any = house.channel.stream_stream("/tilth.v1.PlayService/Attend")()
    with pytest.raises(grpc.aio.AioRpcError) as error:
        async for _ in call:
            pass
    assert error.value.code() == grpc.StatusCode.UNAUTHENTICATED
    assert reason_of(error.value)[0] == "no_token"
