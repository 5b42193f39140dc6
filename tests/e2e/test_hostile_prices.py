"""What costs little to send and much to serve, and readers who never read."""

import asyncio
import contextlib
from random import Random
from typing import Any

import grpc
import pytest

from tests.e2e.hostility import GRPCS_OWN, unharmed
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
        before = server.most_resident_bytes()
        contents = {
            "nothing": b"\x0a\x00" * (MEGABYTE // 2 - 10),
            "closes": b"\x0a\x02\x32\x00" * (MEGABYTE // 4 - 10),
            "empty answers": b"\x0a\x02\x1a\x00" * (MEGABYTE // 4 - 10),
        }
        for name, content in contents.items():
            call: Any = channel.stream_stream("/tilth.v1.PlayService/Attend")(metadata=bearer(mallory.token))
            await call.write(content)
            await call.read()
            call.cancel()
            assert server.most_resident_bytes() - before < 100 * MEGABYTE, name
        together = play_pb2.AnswerTogether(answers=[play_pb2.Answer() for _ in range(MEGABYTE // 2 - 100)])
        async with attending(mallory) as stream:
            await stream.open(1, match_id, 0)
            await stream.next("caught_up")
            await stream.say(1, together=together)
            assert (await stream.next("refused")).refused.reason == "limit"
        assert server.most_resident_bytes() - before < 100 * MEGABYTE
        assert (await refused(_answer_call(mallory, match_id, together))).reason == "limit"


def _answer_call(person: Person, match_id: str, together: play_pb2.AnswerTogether) -> Any:
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
        before = own_server.most_resident_bytes()
        answers = [play_pb2.Answer(request_id="x" * 500_000, decision=1)]
        answers += [play_pb2.Answer(request_id=f"r{number}", decision=number) for number in range(400)]
        async with attending(mallory) as stream:
            if open_first:
                await stream.open(1, match_id, 0)
                await stream.next("caught_up")
            await stream.say(1, together=play_pb2.AnswerTogether(answers=answers))
            await stream.next("refused")
        assert own_server.most_resident_bytes() - before < 60 * MEGABYTE


async def test_very_many_picks_are_refused_at_once(server: ServerProcess) -> None:
    async with unharmed(server), channel_to(server.address) as channel:
        mallory = await somebody(channel)
        match_id = await new_match(mallory, mallory)
        (seat,) = (await standing(mallory, match_id)).waiting[:1]
        asked = (await standing(mallory, match_id, seat)).asked
        for number in range(20):
            answer = play_pb2.Answer(
                request_id=f"r{number}", decision=asked.id, chosen=[asked.options[0].id] * 200_000
            )
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await give(mallory, match_id, seat, answer)
            assert refusal_of(raised.value).reason == "too_many"


async def test_an_import_full_of_nothing_costs_nobody_much(own_server: ServerProcess) -> None:
    """A file of zeros is millions of empty entries."""
    async with unharmed(own_server), channel_to(own_server.address) as channel:
        mallory = await somebody(channel)
        before = own_server.most_resident_bytes()
        header = archive_pb2.ExportHeader(
            format="tilth match", version=1, match_id="m", record_count=1
        ).SerializeToString()
        file = bytes([len(header)]) + header + bytes(3 * MEGABYTE)
        pieces = [
            archive_pb2.ImportMatchRequest(piece=file[at : at + 900_000])
            for at in range(0, len(file), 900_000)
        ]
        assert (await refused(mallory.archive.ImportMatch(iter(pieces)))).reason == "bad_file"
        assert own_server.most_resident_bytes() - before < 100 * MEGABYTE


async def refused_import(person: Person, piece: bytes, pieces: int) -> Refusal:
    request = archive_pb2.ImportMatchRequest(piece=piece)
    for _ in range(9):
        refusal = await refused(person.archive.ImportMatch(iter([request] * pieces)))
        if refusal.what != GRPCS_OWN:
            return refusal
    raise AssertionError("gRPC never told the status")


async def test_imports_without_end_are_refused_and_leave_nothing_behind(own_server: ServerProcess) -> None:
    async with unharmed(own_server), channel_to(own_server.address) as channel:
        mallory = await somebody(channel)
        for _ in range(10):
            refusal = await refused_import(mallory, b"\x7f" * 1_000_000, 80)
            assert refusal.reason == "limit"
            assert refusal["limit"] == "import_bytes"
        assert own_server.most_resident_bytes() < 400 * MEGABYTE


async def test_many_imports_at_once_do_not_fill_the_memory(own_server: ServerProcess) -> None:
    """Each is under its limit; what one player may have under way is not the number of streams times that."""
    async with unharmed(own_server), channel_to(own_server.address) as channel:
        mallory = await somebody(channel)
        request = archive_pb2.ImportMatchRequest(piece=b"\x7f" * 1_000_000)
        calls = []
        for _ in range(16):
            call = mallory.archive.ImportMatch()
            calls.append(call)
            with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                for _ in range(40):
                    await call.write(request)
        assert own_server.most_resident_bytes() < 400 * MEGABYTE
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
                said = [
                    play_pb2.Said(channel=1, undo=play_pb2.Undo(request_id=f"{batch}/{number}"))
                    for number in range(500)
                ]
                await stream.call.write(play_pb2.AttendRequest(said=said))
            for _ in range(20 * 500):
                assert (await stream.next("refused")).refused.reason == "not_undoable"


# Readers who don't read -----------------------------------------------------------------------------------------


async def test_who_never_reads_is_let_go_and_nobody_waits_for_them(own_server: ServerProcess) -> None:
    """What waits for them stays within bounds, however much they ask for."""
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
            said = [
                play_pb2.Said(
                    channel=number,
                    open=play_pb2.Open(match_id=match_id, from_record=0, views=True, texts=True),
                )
                for number in range(300)
            ]
            await call.write(play_pb2.AttendRequest(said=said))
            for _ in range(30):
                with contextlib.suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError):
                    noise = [play_pb2.Said(channel=9999, answer=play_pb2.Answer(request_id="n" * 900))] * 900
                    await asyncio.wait_for(call.write(play_pb2.AttendRequest(said=noise)), SECONDS)
            calls.append(call)
        another = await new_match(ann, ann)
        await play_out(another, [ann, ann], random)
        assert own_server.resident_bytes() - before < 120 * MEGABYTE
        for call in calls:
            call.cancel()


async def test_a_slow_reader_is_told_where_to_resume_and_misses_nothing(own_server: ServerProcess) -> None:
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
            told: dict[int, list[int]] = {}
            cut: dict[int, int] = {}
            async for frame in stream:
                if frame.WhichOneof("what") == "happened":
                    told.setdefault(frame.channel, []).append(frame.record)
                elif frame.WhichOneof("what") == "cut_off":
                    assert frame.cut_off.reason == "too_slow"
                    cut[frame.channel] = frame.record
            assert await stream.call.code() is grpc.StatusCode.OK
        assert len(cut) == 400
        length = (await match_of(ann, match_id)).record_count
        for number, resume in cut.items():
            seen = told.get(number, [])
            assert seen == list(range(seen[0], seen[-1] + 1)) if seen else True
            assert resume == (seen[-1] + 1 if seen else resume) < length
    assert_calm(own_server)
