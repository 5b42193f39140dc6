"""Too much of everything: the limits hold and are named, and nobody else waits."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.e2e.hostile_client import unharmed
from tests.e2e.people import (
    Person,
    Refusal,
    answer_to,
    attending,
    channel_to,
    give,
    match_of,
    new_match,
    refusal_of,
    refused,
    somebody,
    standing,
)
from tests.e2e.serving import ServerProcess, assert_calm, running
from tests.seeds import Seeds
from tilth.v1 import lobby_pb2, operations_pb2, play_pb2, players_pb2

MEGABYTE = 1 << 20
LIMITS = {
    "calls_per_second": 50,
    "unfinished_matches_per_player": 3,
    "streams_per_player": 4,
    "channels_per_stream": 5,
    "commands_per_message": 6,
    "channels_per_match": 7,
    "message_bytes": 20_000,
}


@pytest.fixture
def tight_server(tmp_path: Path) -> Iterator[ServerProcess]:
    flags = [word for name, value in LIMITS.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    with running(tmp_path / "data", *flags) as process:
        yield process


def assert_limit(refusal: Refusal, name: str) -> None:
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "LIMIT_EXCEEDED"), refusal
    assert refusal["limit"] == name
    assert refusal["value"] == str(LIMITS[name])


async def test_requests_over_a_limit_are_refused_by_its_name_and_others_continue(
    tight_server: ServerProcess,
) -> None:
    async with channel_to(tight_server.address) as channel:
        ann = await somebody(channel)
        match_id = await new_match(ann, ann)
        for _ in range(LIMITS["unfinished_matches_per_player"] - 1):
            await new_match(ann, ann)
        another = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2)
        assert_limit(await refused(ann.lobby.CreateMatch(another)), "unfinished_matches_per_player")

        too_long = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, title="t" * 20_000)
        assert_limit(await refused(ann.lobby.CreateMatch(too_long)), "message_bytes")

        answers = [play_pb2.Answer(request_id=f"r{number}", decision_id=1) for number in range(7)]
        request = play_pb2.AnswerRequest(match_id=match_id, seat=0, answers=answers)
        assert_limit(await refused(ann.play.Answer(request)), "commands_per_message")

        async with attending(ann) as stream:
            for number in range(LIMITS["channels_per_stream"]):
                await stream.open(number, match_id)
                await stream.next("caught_up")
            await stream.open(99, match_id)
            frame = await stream.next("refused")
            assert frame.refused.reason == "LIMIT_EXCEEDED"
            assert "channels_per_stream (5)" in frame.refused.message
            many = [play_pb2.Command(channel=0, close=play_pb2.CloseChannel()) for _ in range(7)]
            await stream.call.write(play_pb2.AttendRequest(commands=many))
            refusals = [(await stream.next("refused")).refused for _ in range(6)]
            assert [each.reason for each in refusals] == ["CHANNEL_NOT_OPEN"] * 5 + ["LIMIT_EXCEEDED"]
            assert "commands_per_message (6)" in refusals[-1].message

    async with channel_to(tight_server.address) as channel:
        bo = await somebody(channel)
        streams = []
        for _ in range(LIMITS["streams_per_player"]):
            call = bo.play.Watch(play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id=match_id)))
            await call.read()
            streams.append(call)
        one_more = bo.play.Watch(play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id=match_id)))
        assert_limit(await refused(one_more), "streams_per_player")
        third = await somebody(channel)
        async with attending(third) as stream:
            for number in range(3):
                await stream.open(number, match_id)
                await stream.next("caught_up")
            await stream.open(3, match_id)
            frame = await stream.next("refused")
            assert frame.refused.reason == "LIMIT_EXCEEDED"
            assert "channels_per_match (7)" in frame.refused.message
        for call in streams:
            call.cancel()
    assert_calm(tight_server)


async def test_a_flood_of_calls_is_cut_for_its_client_and_for_nobody_else(tmp_path: Path) -> None:
    with running(tmp_path / "data", "--calls-per-second", "150") as server:
        async with unharmed(server), channel_to(server.address) as channel:
            mallory = await somebody(channel)
            codes: Counter[str] = Counter()

            async def call() -> None:
                refusal = await _outcome(mallory.players.GetMe(players_pb2.GetMeRequest()))
                codes[refusal.reason or refusal.code.name] += 1

            began = time.monotonic()
            for _ in range(2):
                await asyncio.gather(*(call() for _ in range(900)))
            took = time.monotonic() - began
            assert codes.keys() == {"OK", "LIMIT_EXCEEDED"}, codes
            assert 300 <= codes["OK"] <= 300 + 150 * took, (codes, took)
            await asyncio.sleep(0.1)
            await mallory.players.GetMe(players_pb2.GetMeRequest())


async def _outcome(call: Any) -> Refusal:
    try:
        await call
    except grpc.aio.AioRpcError as error:
        return refusal_of(error)
    return Refusal(grpc.StatusCode.OK)


async def test_thousands_of_calls_at_once_fail_for_nobody_else(server: ServerProcess, seeds: Seeds) -> None:
    """The calls are more than the server's queue holds. gRPC must not turn away other clients' calls for them."""
    async with unharmed(server), channel_to(server.address) as channel:
        mallory = await somebody(channel)
        request = players_pb2.GetMeRequest()
        for _ in range(seeds.often(1, 3)):
            outcomes = await asyncio.gather(*(_outcome(mallory.players.GetMe(request)) for _ in range(4000)))
            codes = {outcome.code for outcome in outcomes}
            assert codes <= {grpc.StatusCode.OK, grpc.StatusCode.RESOURCE_EXHAUSTED}, codes


async def test_a_flood_of_wrong_tokens_does_not_stop_those_with_right_ones(
    tight_server: ServerProcess,
) -> None:
    async with channel_to(tight_server.address) as channel:
        ann = await somebody(channel)
        liar = Person(channel, "not a token")
        calls = [liar.players.GetMe(players_pb2.GetMeRequest()) for _ in range(600)]
        reasons = await asyncio.gather(*map(refused, calls))
        assert {each.reason for each in reasons} == {"TOKEN_INVALID", "LIMIT_EXCEEDED"}
        await ann.players.GetMe(players_pb2.GetMeRequest())


async def test_a_message_over_the_limit_is_refused_by_name_and_ends_its_stream_only(
    server: ServerProcess,
) -> None:
    async with unharmed(server), channel_to(server.address) as channel:
        mallory = await somebody(channel)
        match_id = await new_match(mallory, mallory)
        long = play_pb2.Answer(request_id="r", decision_id=1, picks=[(1 << 32) - 1] * (MEGABYTE // 5 + 10))
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await give(mallory, match_id, 0, long)
        assert refusal_of(raised.value).reason == "LIMIT_EXCEEDED"
        assert refusal_of(raised.value)["limit"] == "message_bytes"
        for size in (MEGABYTE + 10, 7 * MEGABYTE):
            async with attending(mallory) as kept, attending(mallory) as stream:
                await kept.open(1, match_id, 0)
                await kept.next("caught_up")
                too_long = play_pb2.Answer(request_id="r" * size)
                await stream.send(1, answer=too_long)
                assert await stream.call.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
                await kept.send(1, undo=play_pb2.Undo(request_id="u"))
                assert (await kept.next("refused")).refused.reason == "NOTHING_TO_UNDO"


async def test_answers_cannot_be_given_faster_than_they_are_taken(server: ServerProcess) -> None:
    """A client that says an answer a hundred times in one message gets a hundred replies and one record."""
    async with unharmed(server), channel_to(server.address) as channel:
        ann = await somebody(channel)
        match_id = await new_match(ann, ann)
        (seat,) = (await standing(ann, match_id)).pending_seats[:1]
        asked = (await standing(ann, match_id, seat)).decision
        length = (await match_of(ann, match_id)).record_count
        async with attending(ann) as stream:
            await stream.open(1, match_id, seat)
            await stream.next("caught_up")
            commands = [play_pb2.Command(channel=1, answer=answer_to(asked, "same")) for _ in range(100)]
            await stream.call.write(play_pb2.AttendRequest(commands=commands))
            replies: Counter[str] = Counter()
            for _ in range(100):
                frame = await stream.next("update", "accepted", "refused")
                assert frame.record == length
                replies[frame.WhichOneof("payload") or ""] += 1
            assert replies == {"update": 1, "accepted": 99}
            commands = [
                play_pb2.Command(channel=1, answer=answer_to(asked, f"r{number}")) for number in range(100)
            ]
            await stream.call.write(play_pb2.AttendRequest(commands=commands))
            for _ in range(100):
                assert (await stream.next("refused")).refused.reason in (
                    "DECISION_CLOSED",
                    "NO_OPEN_DECISION",
                )
        assert (await match_of(ann, match_id)).record_count == length + 1


async def test_the_status_for_operators_counts_refusals(server: ServerProcess, ann: Person) -> None:
    operator = Person(ann.channel, server.operator_token)
    before = (await operator.operations.GetStatus(operations_pb2.GetStatusRequest())).refusals
    for _ in range(5):
        await refused(ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id="none")))
    after = (await operator.operations.GetStatus(operations_pb2.GetStatusRequest())).refusals
    assert after >= before + 5
