"""Stuck matches: operators find them, resign a seat, adjudicate; and matches that nobody plays end by the rule."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from tests.server.archive.test_archive import exported, imported, verified
from tests.server.serve.full_server import (
    Person,
    RunningServer,
    answer,
    full_server,
    new_match,
    open_decision,
    play_randomly,
)
from tests.server.serve.games import orchard
from tests.server.serve.one_service import reason_of
from tilth.v1 import archive_pb2, lobby_pb2, play_pb2, record_pb2
from tilth.v1 import operations_pb2 as pb
from tilth.v1.record_pb2 import Record

SECOND_IN_DAYS = 1 / 86_400


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path / "here", orchard()) as here:
        yield here


@pytest.fixture
async def people(house: RunningServer) -> tuple[Person, Person]:
    return await house.person("Ann"), await house.person("Bob")


async def idle(house: RunningServer, **wanted: Any) -> list[pb.IdleMatch]:
    reply = await house.operator.operations.ListIdleMatches(pb.ListIdleMatchesRequest(**wanted))
    return list(reply.matches)


async def match_of(person: Person, match: str) -> lobby_pb2.Match:
    found: lobby_pb2.Match = (await person.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match
    return found


async def answered_by(person: Person, match: str, seat: int) -> None:
    await answer(person, match, seat, await open_decision(person, match, seat), Random(1))


async def refused(call: Any) -> str:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call
    return reason_of(error.value)[0]


async def test_matches_are_listed_by_their_last_record_and_by_the_player_who_is_awaited(
    house: RunningServer, people: tuple[Person, Person]
) -> None:
    ann, bob = people
    first, second = await new_match(ann, bob), await new_match(ann, bob)
    lonely = await new_match(ann)
    over = await new_match(ann, bob)
    await play_randomly(over, ann, bob)
    assert [row.match.id for row in await idle(house)] == [first, second, lonely]
    while await open_decision(ann, first, 0) is not None:
        await answered_by(ann, first, 0)
    listed = await idle(house)
    assert [row.match.id for row in listed] == [second, lonely, first]
    assert [list(row.pending_seats) for row in listed] == [[0], [], [1]]
    assert not any(row.HasField("ends_at") or row.unreadable for row in listed)
    log = [
        Record.FromString(entry.record)
        async for piece in ann.archive.ReadLog(archive_pb2.ReadLogRequest(match_id=first))
        for entry in piece.entries
    ]
    assert listed[-1].last_record_at == log[-1].at
    assert [row.match.id for row in await idle(house, player_id=ann.id)] == [second]
    assert [row.match.id for row in await idle(house, player_id=bob.id)] == [first]
    assert [row.match.id for row in await idle(house, max_rows=1)] == [second]
    hour = Duration()
    hour.FromSeconds(3600)
    assert await idle(house, idle=hour) == []
    assert await refused(ann.operations.ListIdleMatches(pb.ListIdleMatchesRequest())) == "OPERATORS_ONLY"


async def test_matches_that_left_memory_are_listed_as_before(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as house:
        ann, bob = await house.person("Ann"), await house.person("Bob")
        matches = [await new_match(ann, bob) for _ in range(3)]
        await answered_by(ann, matches[0], 0)
        before = await idle(house)
        operator = house.operator.token
    async with full_server(tmp_path, orchard()) as house:
        house.operator = Person(house.channel, operator)
        after = await idle(house)
        assert [(row.match.id, row.last_record_at, list(row.pending_seats)) for row in after] == [
            (row.match.id, row.last_record_at, list(row.pending_seats)) for row in before
        ]


async def test_an_operator_resigns_a_seat_that_keeps_the_others_waiting(
    house: RunningServer, people: tuple[Person, Person]
) -> None:
    ann, bob = people
    match = await new_match(ann, bob)
    await answered_by(ann, match, 0)
    resign = pb.ResignSeatRequest(match_id=match, seat=0, reason="away for a month")
    await house.operator.operations.ResignSeat(resign)
    await house.operator.operations.ResignSeat(resign)
    assert [seat.resigned for seat in (await match_of(ann, match)).seats] == [True, False]
    assert await refused(ann.operations.ResignSeat(resign)) == "OPERATORS_ONLY"
    await play_randomly(match, ann, bob)
    finished = await match_of(ann, match)
    assert finished.state == lobby_pb2.MATCH_STATE_FINISHED
    resigned = [
        record.resigned
        async for piece in ann.archive.ReadLog(archive_pb2.ReadLogRequest(match_id=match))
        for entry in piece.entries
        if (record := Record.FromString(entry.record)).HasField("resigned")
    ]
    assert [(each.cause, each.detail) for each in resigned] == [
        (record_pb2.FORFEIT_CAUSE_OPERATOR, "away for a month")
    ]
    assert await refused(house.operator.operations.ResignSeat(resign)) == "MATCH_NOT_RUNNING"
    other = await new_match(ann, bob)
    for wrong, reason in (
        (pb.ResignSeatRequest(seat=7), "SEAT_NOT_FOUND"),
        (pb.ResignSeatRequest(seat=0, reason="x" * 201), "FORFEIT_INVALID"),
    ):
        wrong.match_id = other
        assert await refused(house.operator.operations.ResignSeat(wrong)) == reason


async def test_an_adjudicated_match_has_its_result_everywhere_and_verifies_and_travels(
    house: RunningServer, people: tuple[Person, Person], tmp_path: Path
) -> None:
    ann, bob = people
    match = await new_match(ann, bob)
    await answered_by(ann, match, 0)
    operations = house.operator.operations
    for places in ([1], [0, 1], [1, 3], []):
        wrong = pb.AdjudicateMatchRequest(match_id=match, places=places)
        assert await refused(operations.AdjudicateMatch(wrong)) == "PLACES_INVALID"
    watching = asyncio.create_task(_end_of(bob, match))
    await asyncio.sleep(0.2)
    judged = pb.AdjudicateMatchRequest(match_id=match, places=[2, 1], reason="Ann has left")
    await operations.AdjudicateMatch(judged)
    end = await watching
    assert (list(end.result.places), end.adjudication_reason) == ([2, 1], "Ann has left")
    finished = await match_of(ann, match)
    assert finished.state == lobby_pb2.MATCH_STATE_FINISHED
    assert (list(finished.result.places), finished.adjudication_reason) == ([2, 1], "Ann has left")
    assert await refused(operations.AdjudicateMatch(judged)) == "MATCH_NOT_RUNNING"
    found = await verified(ann, match)
    assert found.chain_ok
    assert found.fold_ok
    assert found.rules_ok
    many = [piece async for piece in ann.archive.VerifyMatches(archive_pb2.VerifyMatchesRequest())][-1]
    assert (many.matches_done, list(many.failed)) == (1, [])
    played = await new_match(ann, bob)
    await play_randomly(played, ann, bob)
    assert not (await match_of(ann, played)).HasField("adjudication_reason")
    async with full_server(tmp_path / "there", orchard()) as there:
        cy = await there.person("Cy")
        await imported(there, cy, await exported(ann, match))
        assert (await match_of(cy, match)).adjudication_reason == "Ann has left"
        assert (await verified(cy, match)).fold_ok
    async with full_server(tmp_path / "third", orchard()) as third:
        dee = await third.person("Dee")
        text = (await ann.archive.ExportText(archive_pb2.ExportTextRequest(match_id=match))).text
        await dee.archive.ImportText(archive_pb2.ImportTextRequest(text=text))
        assert (await match_of(dee, match)).adjudication_reason == "Ann has left"


async def _end_of(person: Person, match: str) -> play_pb2.MatchEnd:
    """Watch the match until it has ended; return its last frame."""
    opening = play_pb2.OpenChannel(match_id=match)
    frames: list[play_pb2.Frame] = []
    async for response in person.play.Watch(play_pb2.WatchRequest(open=opening)):
        frames += response.frames
    return frames[-1].ended


async def info_of(house: RunningServer) -> lobby_pb2.ServerInfo:
    reply = await Person(house.channel, "").lobby.GetServerInfo(lobby_pb2.GetServerInfoRequest())
    info: lobby_pb2.ServerInfo = reply.server
    return info


async def test_matches_end_only_after_the_announced_time_and_only_idle_ones(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as house:
        ann, bob = await house.person("Ann"), await house.person("Bob")
        idle_one, paused, played, lonely = [
            await new_match(ann, bob),
            await new_match(ann, bob),
            await new_match(ann, bob),
            await new_match(ann),
        ]
        await house.operator.operations.PauseMatch(pb.PauseMatchRequest(match_id=paused, reason="wait"))
        assert not (await info_of(house)).HasField("idle_match")
        operator = house.operator.token
    await asyncio.sleep(2.5)
    announced = time.time()
    async with full_server(tmp_path, orchard(), idle_match_days=2 * SECOND_IN_DAYS) as house:
        house.operator = Person(house.channel, operator)
        ann, bob = Person(house.channel, ann.token, ann.id), Person(house.channel, bob.token, bob.id)
        info = await info_of(house)
        assert info.idle_match.ToMilliseconds() == 2000
        assert abs(info.idle_match_since.ToMilliseconds() / 1000 - announced) < 1.5
        rows = {row.match.id: row for row in await idle(house)}
        assert rows[idle_one].ends_at.ToMilliseconds() == info.idle_match_since.ToMilliseconds() + 2000
        assert not rows[paused].HasField("ends_at")
        await asyncio.sleep(1.2)
        assert (await match_of(ann, idle_one)).state == lobby_pb2.MATCH_STATE_RUNNING
        await answered_by(ann, played, 0)
        async with asyncio.timeout(10):
            await _end_of(ann, idle_one)
        assert time.time() >= announced + 2
        assert (await match_of(ann, played)).state == lobby_pb2.MATCH_STATE_RUNNING
        await asyncio.sleep(0.5)
        ended = await match_of(ann, lonely)
        assert ended.state == lobby_pb2.MATCH_STATE_CANCELLED
        assert "nobody has played for" in ended.cancel_reason
        assert (await match_of(ann, paused)).state == lobby_pb2.MATCH_STATE_RUNNING


async def test_a_restart_keeps_the_announcement_and_another_time_is_announced_again(tmp_path: Path) -> None:
    since = []
    for days in (30, 30, 20, 0, 20):
        async with full_server(tmp_path, orchard(), idle_match_days=days) as house:
            info = await info_of(house)
            since.append(info.idle_match_since.ToMilliseconds() if info.HasField("idle_match") else 0)
        await asyncio.sleep(0.02)
    first, again, shorter, none, last = since
    assert first == again < shorter < last
    assert none == 0
