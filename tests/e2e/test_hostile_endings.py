"""Repeated request ids, and streams that end strangely."""

import asyncio
from random import Random
from typing import Any

import grpc
import pytest

from tests.e2e.hostile_client import assert_nothing_left, unharmed
from tests.e2e.people import (
    Person,
    answer_to,
    attending,
    bearer,
    channel_to,
    give,
    how_it_ended,
    log_of,
    match_of,
    new_match,
    picture_of,
    play_on,
    play_out,
    refusal_of,
    somebody,
    standing,
)
from tests.e2e.serving import ServerProcess
from tilth.v1 import play_pb2


@pytest.mark.parametrize("restarted", [False, True])
async def test_an_old_request_id_with_new_contents_is_never_taken_again(
    own_server: ServerProcess, restarted: bool
) -> None:
    """The request gets its first reply again, at any time later, or it is refused."""
    async with channel_to(own_server.address) as channel:
        ann, bo = await somebody(channel), await somebody(channel)
        match_id = await new_match(ann, bo)
        await play_on(match_id, [ann, bo], 40, Random(1))
        while 0 not in (await standing(ann, match_id)).pending_seats:
            await play_on(match_id, [ann, bo], 1, Random(1))
        if restarted:
            own_server.kill()
            own_server.start()
        asked = (await standing(ann, match_id, 0)).decision
        before = await picture_of(match_id, [ann, bo])
        log = await log_of(ann, match_id, 0)
        for number, record in enumerate(log):
            if record.HasField("answered") and record.answered.seat == 0:
                again = answer_to(asked, record.answered.request_id)
                try:
                    reply: Any = await give(ann, match_id, 0, again)
                except grpc.aio.AioRpcError as error:
                    reply = refusal_of(error).reason
                assert reply in ([number], "DECISION_CLOSED", "REQUEST_ID_REUSED"), (
                    f"{again.request_id} got {reply}"
                )
                assert await picture_of(match_id, [ann, bo]) == before, f"{again.request_id} was taken twice"


async def test_every_old_answer_sent_again_gets_its_record_again(own_server: ServerProcess) -> None:
    async with channel_to(own_server.address) as channel:
        ann, bo = await somebody(channel), await somebody(channel)
        match_id = await new_match(ann, bo)
        await play_on(match_id, [ann, bo], 30, Random(1))
        for _ in range(2):
            before = await picture_of(match_id, [ann, bo])
            for number, record in enumerate(await log_of(ann, match_id, 0)):
                if record.HasField("answered") and record.answered.seat == 0:
                    done = record.answered
                    again = play_pb2.Answer(
                        request_id=done.request_id, decision_id=done.decision_id, picks=done.picks
                    )
                    assert await give(ann, match_id, 0, again) == [number]
            assert await picture_of(match_id, [ann, bo]) == before
            own_server.kill()
            own_server.start()


async def test_a_client_that_half_closes_still_receives_frames(ann: Person, bo: Person) -> None:
    match_id = await new_match(ann, bo)
    async with attending(ann) as stream:
        await stream.open(1, match_id, 0, from_record=0)
        await stream.call.done_writing()
        await stream.next("caught_up")
        playing = asyncio.create_task(play_out(match_id, [ann, bo]))
        records = []
        async for frame in stream:
            if frame.WhichOneof("payload") == "ended":
                break
            records.append(frame.record)
        await playing
        assert records == sorted(records)
        assert records[-1] == (await match_of(ann, match_id)).record_count - 1


async def test_a_message_that_is_malformed_ends_its_stream_only(server: ServerProcess) -> None:
    async with unharmed(server), channel_to(server.address) as channel:
        ann, bo = await somebody(channel), await somebody(channel)
        match_id = await new_match(ann, bo)
        async with attending(ann) as other:
            await other.open(1, match_id, 0)
            await other.next("caught_up")
            raw: Any = channel.stream_stream("/tilth.v1.PlayService/Attend")(metadata=bearer(ann.token))
            good = play_pb2.AttendRequest(
                commands=[play_pb2.Command(channel=1, open=play_pb2.OpenChannel(match_id=match_id))]
            )
            await raw.write(good.SerializeToString())
            assert await raw.read()
            await raw.write(b"\x0a\xff\xff")
            assert (await how_it_ended(raw)).reason == "MALFORMED"
            await play_on(match_id, [ann, bo], 1)
            await other.next("update")


async def test_cancelled_streams_leave_nothing_behind(own_server: ServerProcess) -> None:
    random = Random(6)
    async with unharmed(own_server), channel_to(own_server.address) as channel:
        mallory = await somebody(channel)
        match_id = await new_match(mallory, mallory)
        await play_out(match_id, [mallory, mallory])

        async def come_and_go() -> None:
            async with attending(mallory) as stream:
                for number in range(random.randint(0, 5)):
                    await stream.open(number, match_id, from_record=0, texts=True)
                await asyncio.sleep(random.uniform(0, 0.03))

        for _ in range(10):
            await asyncio.gather(*(come_and_go() for _ in range(20)))
        await assert_nothing_left(own_server, channel)
