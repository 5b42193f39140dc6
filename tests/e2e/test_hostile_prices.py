"""Requests that cost little to send and much to serve, and readers that never read."""

import asyncio
import contextlib
from random import Random
from typing import Any

import grpc
import pytest

from tests.e2e.hostile_client import GRPCS_OWN, unharmed
from tests.e2e.people import (
    SECONDS,
    Person,
    Refusal,
    attending,
    bearer,
    channel_to,
    give,
    match_of,
    new_match,
    play_out,
    refusal_of,
    refused,
    somebody,
    standing,
)
from tests.e2e.serving import ServerProcess, assert_calm
from tilth.v1 import archive_pb2, play_pb2

MEGABYTE = 1 << 20


async def test_a_message_full_of_nothing_costs_nobody_much(server: ServerProcess) -> None:
    """Half a million empty things fit into one message of a megabyte; each asks for a reply."""
    async with unharmed(server), channel_to(server.address) as channel:
        mallory = await somebody(channel)
        match_id = await new_match(mallory, mallory)
        before = server.peak_resident_bytes()
        contents = {
            "nothing": b"\x0a\x00" * (MEGABYTE // 2 - 10),
            "closes": b"\x0a\x02\x32\x00" * (MEGABYTE // 4 - 10),
            "empty answers": b"\x0a\x02\x1a\x00" * (MEGABYTE // 4 - 10),
        }
        for name, content in contents.items():
            call: Any = channel.stream_stream("/tilth.v1.PlayService/Attend")(metadata=bearer(mallory.token))
            await call.write(content)
            assert await call.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert server.peak_resident_bytes() - before < 100 * MEGABYTE, name
        together = play_pb2.AnswerBatch(answers=[play_pb2.Answer() for _ in range(MEGABYTE // 2 - 100)])
        async with attending(mallory) as stream:
            await stream.open(1, match_id, 0)
            await stream.next("caught_up")
            await stream.send(1, answer_batch=together)
            assert await stream.call.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert server.peak_resident_bytes() - before < 100 * MEGABYTE
        assert (await refused(_answer_call(mallory, match_id, together))).reason == "LIMIT_EXCEEDED"


def _answer_call(person: Person, match_id: str, together: play_pb2.AnswerBatch) -> Any:
    request = play_pb2.AnswerRequest(match_id=match_id, seat=0, answers=together.answers)
    return person.play.Answer(request)


@pytest.mark.parametrize("open_first", [True, False])
async def test_a_long_request_id_is_not_repeated_a_thousand_times(
    own_server: ServerProcess, open_first: bool
) -> None:
    """One message of half a megabyte must not become half a gigabyte of replies."""
    async with unharmed(own_server), channel_to(own_server.address) as channel:
        mallory = await somebody(channel)
        match_id = await new_match(mallory, mallory)
        before = own_server.peak_resident_bytes()
        answers = [play_pb2.Answer(request_id="x" * 500_000, decision_id=1)]
        answers += [play_pb2.Answer(request_id=f"r{number}", decision_id=number) for number in range(400)]
        async with attending(mallory) as stream:
            if open_first:
                await stream.open(1, match_id, 0)
                await stream.next("caught_up")
            await stream.send(1, answer_batch=play_pb2.AnswerBatch(answers=answers))
            assert await stream.call.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert own_server.peak_resident_bytes() - before < 60 * MEGABYTE


async def test_very_many_picks_are_refused_at_once(server: ServerProcess) -> None:
    async with unharmed(server), channel_to(server.address) as channel:
        mallory = await somebody(channel)
        match_id = await new_match(mallory, mallory)
        (seat,) = (await standing(mallory, match_id)).pending_seats[:1]
        asked = (await standing(mallory, match_id, seat)).decision
        for number in range(20):
            answer = play_pb2.Answer(
                request_id=f"r{number}", decision_id=asked.id, picks=[asked.options[0].id] * 200_000
            )
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await give(mallory, match_id, seat, answer)
            assert refusal_of(raised.value).reason == "LIMIT_EXCEEDED"


async def test_an_import_full_of_nothing_costs_nobody_much(own_server: ServerProcess) -> None:
    """A file of zeros is millions of empty entries."""
    async with unharmed(own_server), channel_to(own_server.address) as channel:
        mallory = await somebody(channel)
        before = own_server.peak_resident_bytes()
        header = archive_pb2.ExportHeader(
            format="tilth match", version=1, match_id="m", record_count=1
        ).SerializeToString()
        file = bytes([len(header)]) + header + bytes(3 * MEGABYTE)
        pieces = [
            archive_pb2.ImportMatchRequest(chunk=file[at : at + 900_000])
            for at in range(0, len(file), 900_000)
        ]
        assert (await refused(mallory.archive.ImportMatch(iter(pieces)))).reason == "FILE_INVALID"
        assert own_server.peak_resident_bytes() - before < 100 * MEGABYTE


async def refused_import(person: Person, piece: bytes, pieces: int) -> Refusal:
    request = archive_pb2.ImportMatchRequest(chunk=piece)
    for _ in range(9):
        refusal = await refused(person.archive.ImportMatch(iter([request] * pieces)))
        if refusal.message != GRPCS_OWN:
            return refusal
    raise AssertionError("gRPC never told the status")


async def test_imports_without_end_are_refused_and_leave_nothing_behind(own_server: ServerProcess) -> None:
    async with unharmed(own_server), channel_to(own_server.address) as channel:
        mallory = await somebody(channel)
        for _ in range(10):
            refusal = await refused_import(mallory, b"\x7f" * 1_000_000, 80)
            assert refusal.reason == "LIMIT_EXCEEDED"
            assert refusal["limit"] == "import_bytes"
        assert own_server.peak_resident_bytes() < 400 * MEGABYTE


async def test_many_imports_at_once_do_not_fill_the_memory(own_server: ServerProcess) -> None:
    """Each import is under its limit, and one player's imports together have a limit of their own."""
    async with unharmed(own_server), channel_to(own_server.address) as channel:
        mallory = await somebody(channel)
        request = archive_pb2.ImportMatchRequest(chunk=b"\x7f" * 1_000_000)
        calls = []
        for _ in range(16):
            call = mallory.archive.ImportMatch()
            calls.append(call)
            with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                for _ in range(40):
                    await call.write(request)
        assert own_server.peak_resident_bytes() < 400 * MEGABYTE
        for call in calls:
            call.cancel()


async def test_an_undo_that_is_none_again_and_again_costs_nobody_much(server: ServerProcess) -> None:
    async with unharmed(server), channel_to(server.address) as channel:
        mallory = await somebody(channel)
        match_id = await new_match(mallory, mallory, mallory, mallory, settings={"long_form": "true"})
        async with attending(mallory) as stream:
            await stream.open(1, match_id, 0)
            await stream.next("caught_up")
            for batch in range(20):
                commands = [
                    play_pb2.Command(channel=1, undo=play_pb2.Undo(request_id=f"{batch}/{number}"))
                    for number in range(500)
                ]
                await stream.call.write(play_pb2.AttendRequest(commands=commands))
            for _ in range(20 * 500):
                assert (await stream.next("refused")).refused.reason == "NOTHING_TO_UNDO"


# Readers who don't read -----------------------------------------------------------------------------------------


async def test_a_client_that_never_reads_is_cut_off_and_nobody_waits_for_it(
    own_server: ServerProcess,
) -> None:
    """The data queued for readers that never read stays within bounds, however much they request."""
    small = (("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 1 << 12))
    random = Random(3)
    async with (
        unharmed(own_server),
        channel_to(own_server.address) as channel,
        channel_to(own_server.address, *small) as slow,
    ):
        ann, mallory = await somebody(channel), await somebody(channel)
        match_id = await new_match(ann, ann)
        await play_out(match_id, [ann, ann], random)
        before = own_server.resident_bytes()
        calls = []
        for _ in range(8):
            call = mallory.on(slow).play.Attend()
            commands = [
                play_pb2.Command(
                    channel=number,
                    open=play_pb2.OpenChannel(match_id=match_id, from_record=0, views=True, texts=True),
                )
                for number in range(300)
            ]
            await call.write(play_pb2.AttendRequest(commands=commands))
            for _ in range(30):
                with contextlib.suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError):
                    noise = [
                        play_pb2.Command(channel=9999, answer=play_pb2.Answer(request_id="n" * 900))
                    ] * 900
                    await asyncio.wait_for(call.write(play_pb2.AttendRequest(commands=noise)), SECONDS)
            calls.append(call)
        another = await new_match(ann, ann)
        await play_out(another, [ann, ann], random)
        assert own_server.resident_bytes() - before < 120 * MEGABYTE
        for call in calls:
            call.cancel()


async def test_a_slow_reader_gets_the_record_to_resume_from_and_misses_nothing(
    own_server: ServerProcess,
) -> None:
    """Overflows the outbox while nothing is read, then reads on: the last frame says from which record."""
    small = (("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 1 << 12))
    async with channel_to(own_server.address) as channel, channel_to(own_server.address, *small) as slow:
        ann, mallory = await somebody(channel), await somebody(channel)
        match_id = await new_match(ann, ann, ann, ann, settings={"long_form": "true"})
        async with attending(mallory.on(slow)) as stream:
            for number in range(400):
                await stream.open(number, match_id, views=True, texts=True)
            for _ in range(400):
                await stream.next("caught_up")
            await play_out(match_id, [ann] * 4, Random(2))
            records: dict[int, list[int]] = {}
            cut: dict[int, int] = {}
            async for frame in stream:
                if frame.WhichOneof("payload") == "update":
                    records.setdefault(frame.channel, []).append(frame.record)
                elif frame.WhichOneof("payload") == "cut_off":
                    assert frame.cut_off.reason == "READER_TOO_SLOW"
                    cut[frame.channel] = frame.record
            assert await stream.call.code() is grpc.StatusCode.OK
        assert len(cut) == 400
        length = (await match_of(ann, match_id)).record_count
        for number, resume in cut.items():
            seen = records.get(number, [])
            assert seen == list(range(seen[0], seen[-1] + 1)) if seen else True
            assert resume == (seen[-1] + 1 if seen else resume) < length
    assert_calm(own_server)
