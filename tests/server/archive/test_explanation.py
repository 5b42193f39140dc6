"""Explanations of records: what was asked and offered, who answered, and the time that was left."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest

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
from tilth.v1 import archive_pb2 as pb
from tilth.v1 import lobby_pb2, operations_pb2, play_pb2, record_pb2
from tilth.v1.record_pb2 import Record


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path / "here", orchard()) as here:
        yield here


@pytest.fixture
async def people(house: RunningServer) -> tuple[Person, Person]:
    return await house.person("Ann"), await house.person("Bob")


async def explained(person: Person, match: str, record: int) -> pb.ExplainRecordResponse:
    found: pb.ExplainRecordResponse = await person.archive.ExplainRecord(
        pb.ExplainRecordRequest(match_id=match, record=record)
    )
    return found


async def log_of(person: Person, match: str) -> list[Record]:
    request = pb.ReadLogRequest(match_id=match)
    return [
        Record.FromString(entry.record)
        async for piece in person.archive.ReadLog(request)
        for entry in piece.entries
    ]


async def answer_first(person: Person, match: str, seat: int) -> tuple[Any, int]:
    """Answer the seat's open decision; return it and the number of the answer's record."""
    decision = await open_decision(person, match, seat)
    assert decision is not None
    reply = await answer(person, match, seat, decision, Random(1))
    return decision, reply.records[0]


async def test_every_answer_of_a_match_is_explained_with_the_decision_that_was_open(
    people: tuple[Person, Person],
) -> None:
    match = await new_match(*people)
    given: dict[int, Any] = {}
    while (await people[0].lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match.state == (
        lobby_pb2.MATCH_STATE_RUNNING
    ):
        for seat, person in enumerate(people):
            if await open_decision(person, match, seat) is not None:
                decision, record = await answer_first(person, match, seat)
                given[record] = decision
    log = await log_of(people[0], match)
    assert len(given) > 5
    for number, decision in given.items():
        found = await explained(people[0], match, number)
        assert found.answered_by == pb.ANSWERED_BY_PLAYER
        assert (found.seat, found.player_id) == (decision.seat, people[decision.seat].id)
        assert found.player_name == people[decision.seat].name
        assert [option.id for option in found.decision.options] == [option.id for option in decision.options]
        assert all(option.text for option in found.decision.options)
        assert list(found.picks) == list(log[number].answered.picks)
        # The record that opened it: before it nobody asked the seat this decision.
        view = pb.ViewAtRequest(match_id=match, record=found.opened_record, viewer=pb.Viewer(seat=found.seat))
        assert (await people[0].archive.ViewAt(view)).decision.id == decision.id
        if "started" not in str(log[found.opened_record].WhichOneof("cause")):
            view.record -= 1
            assert (await people[0].archive.ViewAt(view)).decision.id != decision.id
        assert not found.HasField("remaining_ms")


async def test_a_running_match_is_explained_to_each_as_far_as_their_own_seat(
    people: tuple[Person, Person],
) -> None:
    ann, bob = people
    match = await new_match(*people)
    while await open_decision(ann, match, 0) is None:
        await answer_first(bob, match, 1)
    decision, record = await answer_first(ann, match, 0)
    assert (await explained(ann, match, record)).decision.id == decision.id
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await explained(bob, match, record)
    assert reason_of(error.value)[0] == "NOT_YOUR_SEAT"
    start = [str(each.WhichOneof("cause")) for each in await log_of(bob, match)].index("started")
    assert (await explained(bob, match, start)).answered_by == pb.ANSWERED_BY_UNSPECIFIED
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await explained(bob, match, 10_000)
    assert reason_of(error.value)[0] == "RECORD_NOT_FOUND"


async def test_the_time_that_was_left_is_without_pauses_and_of_decision_and_bank(
    house: RunningServer, people: tuple[Person, Person]
) -> None:
    clock = record_pb2.ClockSettings(decision_ms=60_000, bank_ms=30_000, increment_ms=1_000)
    match = await new_match(*people, clock=clock)
    seat = 0 if await open_decision(people[0], match, 0) is not None else 1
    await asyncio.sleep(0.3)
    operations = house.operator.operations
    await operations.PauseMatch(operations_pb2.PauseMatchRequest(match_id=match, reason="look"))
    await asyncio.sleep(0.6)
    await operations.ResumeMatch(operations_pb2.ResumeMatchRequest(match_id=match))
    _, record = await answer_first(people[seat], match, seat)
    found = await explained(people[seat], match, record)
    assert 59_000 < found.remaining_ms < 59_750
    assert found.remaining_bank_ms == 30_000
    assert found.opened_at.ToMilliseconds() < found.at.ToMilliseconds() - 800


async def test_the_bank_is_what_was_left_of_it(people: tuple[Person, Person]) -> None:
    match = await new_match(*people, clock=record_pb2.ClockSettings(decision_ms=50, bank_ms=30_000))
    seat = 0 if await open_decision(people[0], match, 0) is not None else 1
    await asyncio.sleep(0.3)
    _, record = await answer_first(people[seat], match, seat)
    found = await explained(people[seat], match, record)
    assert found.remaining_ms == 0
    assert 29_000 < found.remaining_bank_ms < 29_800


async def test_answers_of_the_clock_and_of_resigned_seats_are_named(people: tuple[Person, Person]) -> None:
    match = await new_match(*people, clock=record_pb2.ClockSettings(decision_ms=60_000))
    await people[1].lobby.ResignMatch(lobby_pb2.ResignMatchRequest(match_id=match, seat=1, request_id="r"))
    await play_randomly(match, people[0])
    log = await log_of(people[0], match)
    defaulted = [number for number, each in enumerate(log) if each.WhichOneof("cause") == "defaulted"]
    found = await explained(people[0], match, defaulted[0])
    assert found.answered_by == pb.ANSWERED_BY_RESIGNATION
    assert found.decision.options
    assert not found.HasField("remaining_ms")
    resigned = next(number for number, each in enumerate(log) if each.WhichOneof("cause") == "resigned")
    assert (await explained(people[0], match, resigned)).forfeit == record_pb2.FORFEIT_CAUSE_RESIGNED

    match = await new_match(*people, clock=record_pb2.ClockSettings(decision_ms=20))
    async for _ in people[0].play.Watch(play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id=match))):
        pass
    log = await log_of(people[0], match)
    timed_out = [number for number, each in enumerate(log) if each.WhichOneof("cause") == "defaulted"]
    found = await explained(people[0], match, timed_out[-1])
    assert (found.answered_by, found.remaining_ms) == (pb.ANSWERED_BY_CLOCK, 0)
    assert (found.cause, found.remaining_bank_ms) == (play_pb2.CAUSE_TIMED_OUT, 0)


async def test_an_answer_that_was_taken_back_says_so_and_the_next_one_pays_for_its_time(
    people: tuple[Person, Person],
) -> None:
    clock = record_pb2.ClockSettings(decision_ms=60_000, bank_ms=30_000)
    match = await new_match(*people, clock=clock)
    seat = record = undone = -1
    while undone < 0:
        seat = 0 if await open_decision(people[0], match, 0) is not None else 1
        await asyncio.sleep(0.2)
        _, record = await answer_first(people[seat], match, seat)
        undo = play_pb2.UndoRequest(match_id=match, seat=seat, request_id=f"undo {record}")
        with suppress(grpc.aio.AioRpcError):
            undone = (await people[seat].play.Undo(undo)).record
    _, again = await answer_first(people[seat], match, seat)
    assert (await explained(people[seat], match, record)).undone_by == undone
    found = await explained(people[seat], match, again)
    assert found.opened_record == undone
    assert not found.HasField("undone_by")
    assert 59_000 < found.remaining_ms < 59_800
