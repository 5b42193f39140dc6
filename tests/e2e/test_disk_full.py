"""A disk that is full, and records that are not what was written."""

import asyncio
import contextlib
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import grpc
import pytest

from tests.e2e.people import (
    Person,
    Refusal,
    answer_to,
    assert_proven,
    attending,
    channel_to,
    give,
    log_of,
    match_of,
    new_match,
    picture_of,
    play_on,
    play_out,
    refused,
    somebody,
    standing,
)
from tests.e2e.serving import ServerProcess, assert_calm
from tilth.v1 import lobby_pb2, play_pb2, players_pb2
from tilth.v1.record_pb2 import ClockSettings

NO_LIMIT = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


@asynccontextmanager
async def full_disk(server: ServerProcess) -> AsyncIterator[None]:
    """Keep the server's files from growing while the block runs, as on a full disk; its log keeps some room."""
    sizes = [file.stat().st_size for file in server.data.iterdir()]
    limit = max(server.log_size() + (1 << 16), *sizes)
    pid = server.pid
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, NO_LIMIT)


async def filled(person: Person, server: ServerProcess) -> None:
    """Use up what room is left in the files."""
    for number in range(20_000):
        request = lobby_pb2.CreateMatchRequest(
            game="petrichor", seat_count=1, title=f"{number}", invited_player_ids=["x" * 20_000] * 5
        )
        try:
            await person.lobby.CreateMatch(request)
        except grpc.aio.AioRpcError:
            return
    raise AssertionError("there is no end of room")


def assert_store_failed(refusal: Refusal) -> None:
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, "STORE_FAILED")


@pytest.fixture
async def channel(own_server: ServerProcess) -> AsyncIterator[grpc.aio.Channel]:
    async with channel_to(own_server.address) as channel:
        yield channel


async def test_a_server_on_a_full_disk_takes_nothing_shows_nothing_false_and_then_continues(
    own_server: ServerProcess, channel: grpc.aio.Channel
) -> None:
    ann, bo, carl = await somebody(channel), await somebody(channel), await somebody(channel)
    match_id = await new_match(ann, bo)
    await play_on(match_id, [ann, bo], 9, Random(1))
    other = await new_match(ann, bo)
    while 0 not in (await standing(ann, match_id)).pending_seats:
        await play_on(match_id, [ann, bo], 1, Random(1))
    before = await picture_of(match_id, [ann, bo])
    asked = (await standing(ann, match_id, 0)).decision
    again = answer_to(asked, "again and again", Random(2))
    async with attending(bo) as watching:
        await watching.open(1, match_id, 1)
        start = (await watching.next("caught_up")).record
        async with full_disk(own_server):
            await filled(carl, own_server)
            for _ in range(3):
                answering = play_pb2.AnswerRequest(match_id=match_id, seat=0, answers=[again])
                assert_store_failed(await refused(ann.play.Answer(answering)))
                assert await picture_of(match_id, [ann, bo]) == before
            async with attending(ann) as stream:
                await stream.open(1, match_id, 0)
                await stream.next("caught_up")
                await stream.send(1, answer=again)
                frame = await stream.next("refused", "update")
                assert (frame.refused.reason, frame.refused.request_id) == ("STORE_FAILED", "again and again")
                last = await stream.next()
                assert (last.cut_off.reason, last.record) == ("STORE_FAILED", start)
            calls = [
                ann.lobby.CreateMatch(lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2)),
                ann.lobby.ResignMatch(lobby_pb2.ResignMatchRequest(match_id=other, seat=0)),
                Person(channel, "").players.Register(players_pb2.RegisterRequest(name="Late")),
                ann.players.RenewToken(players_pb2.RenewTokenRequest()),
            ]
            for call in calls:
                assert_store_failed(await refused(call))
            assert (await ann.players.GetMe(players_pb2.GetMeRequest())).player.id == ann.id
            cut = await watching.next()
            assert (cut.cut_off.reason, cut.record) == ("STORE_FAILED", start), (
                "the watcher saw what is not so"
            )
        assert own_server.lives
        assert await give(ann, match_id, 0, again) == [start]
        assert await give(ann, match_id, 0, again) == [start]
        log = await log_of(ann, match_id, 0)
        taken = [n for n, record in enumerate(log) if record.answered.request_id == "again and again"]
        assert taken == [start]
        assert not (await match_of(ann, other)).seats[0].resigned
        await watching.open(2, match_id, 1, from_record=start)
        assert (await watching.next("update")).record == start
        await play_out(match_id, [ann, bo])
        await assert_proven(ann, match_id)
        await Person(channel, "").players.Register(players_pb2.RegisterRequest(name="Late"))
    assert_calm(own_server, 0, "store request failed", "commit failed")
    assert any(line["event"] in ("store request failed", "commit failed") for line in own_server.log())
    assert own_server.stop() == 0


async def test_matches_with_clocks_continue_when_there_is_room_again(
    own_server: ServerProcess, channel: grpc.aio.Channel
) -> None:
    ann, bo, carl = await somebody(channel), await somebody(channel), await somebody(channel)
    match_id = await new_match(ann, bo, clock=ClockSettings(decision_ms=500))
    async with full_disk(own_server):
        await filled(carl, own_server)
        before = (await match_of(ann, match_id)).record_count
        await asyncio.sleep(1.2)
        assert (await match_of(ann, match_id)).record_count == before
    for _ in range(600):
        if (await match_of(ann, match_id)).record_count > before + 2:
            break
        await asyncio.sleep(0.1)
    else:
        pytest.fail("the clock does not run")
    assert_calm(own_server, 0, "store request failed", "commit failed")


async def test_a_server_that_is_killed_on_a_full_disk_has_all_that_it_confirmed(
    own_server: ServerProcess, channel: grpc.aio.Channel
) -> None:
    ann, carl = await somebody(channel), await somebody(channel)
    match_id = await new_match(ann, ann)
    async with full_disk(own_server):
        await filled(carl, own_server)
        await play_on_until_refused(match_id, ann)
        before = await picture_of(match_id, [ann, ann])
        own_server.kill()
        own_server.start()
    assert await picture_of(match_id, [ann, ann]) == before
    await play_out(match_id, [ann, ann])
    await assert_proven(ann, match_id)


async def play_on_until_refused(match_id: str, person: Person) -> None:
    with contextlib.suppress(grpc.aio.AioRpcError):
        await play_on(match_id, [person, person])
        raise AssertionError("it was played to its end")
