"""Operators and tournaments steer matches in which something waits for a fact from outside."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.matches.coins import FIRST_THROW, Slow, at_the_throw, wait_for_questions
from tests.server.matches.match_host import ANN, BEN, Listener, MatchHost, disk_failing, match_host, silence
from tests.server.matches.test_clocks import times
from tilth.v1 import play_pb2 as pb
from tilth.v1 import record_pb2
from tilth_server.matches.match_info import ClockSettings, MatchInfo, State
from tilth_server.matches.recovery import RELOAD_SECONDS
from tilth_server.matches.unit_of_work import UnitOfWork
from tilth_server.outside.fact_source import FactTimeout
from tilth_server.refusal import Refusal


@pytest.fixture
async def host(tmp_path: Path, slow: Slow) -> AsyncIterator[MatchHost]:
    async with match_host(tmp_path, oracle=slow) as opened:
        yield opened


class Notes:
    """An observer that notes which players were refused, and how many records became durable."""

    def __init__(self) -> None:
        self.players: list[str] = []
        self.records = 0

    def committed(self, work: UnitOfWork) -> None:
        self.records += sum(len(writes.records) for writes in work.writes.values())

    def refused(self, player_id: str, reason: str) -> None:
        self.players.append(player_id)


async def under_way(call: "asyncio.Task[MatchInfo]") -> None:
    """Check that the call has begun, and has not returned."""
    await asyncio.sleep(0.01)
    assert not call.done()


def causes(*received: pb.Frame) -> list[int]:
    return [each.update.cause for each in received if each.HasField("update")]


async def test_commands_sent_before_a_pause_run_before_it(host: MatchHost, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(host)
    request = ann.answer(numbers=[3])
    pausing = asyncio.create_task(host.matches.admin.pause("op", match, "tea"))
    await wait_for_questions(slow)
    await under_way(pausing)
    assert host.info(match).paused is None
    slow.give(4)
    assert (await pausing).paused == "tea"
    received = await ann.receive_until("update", 2)
    assert causes(*received) == [pb.CAUSE_ANSWERED, pb.CAUSE_PAUSED]
    assert received[0].update.accepted_request_id == request
    assert causes(*await ben.receive_until("update", 2)) == [pb.CAUSE_ANSWERED, pb.CAUSE_PAUSED]
    ben.answer(numbers=[2])
    assert await ben.refusal() == "MATCH_PAUSED"
    assert len(slow.questions) == 1, "a paused match asks for nothing"
    assert host.info(match).record_count == FIRST_THROW + 2


async def test_the_answer_refused_while_it_was_paused_is_taken_after_it(host: MatchHost, slow: Slow) -> None:
    match, ann, _ = await at_the_throw(host)
    await host.matches.admin.pause("op", match, "")
    await ann.next("update")
    request = ann.answer(numbers=[3])
    assert await ann.refusal() == "MATCH_PAUSED"
    await host.matches.admin.resume("op", match)
    assert (await ann.next("update")).update.decision.kind == "throw"
    ann.answer(numbers=[3], request_id=request)
    slow.give(3)
    received = await ann.next("update")
    assert (received.record, received.update.accepted_request_id) == (FIRST_THROW + 2, request)
    (stored,) = [each async for each in host.store.read(host.info(match).stream, FIRST_THROW + 2)]
    assert list(record_pb2.Record.FromString(stored.body).facts) == [b'{"coins":3}']


async def test_a_seat_that_answered_in_time_loses_none_to_a_pause(host: MatchHost, slow: Slow) -> None:
    clock = ClockSettings(decision_ms=10_000, bank_ms=60_000)
    match, ann, ben = await at_the_throw(host, clock=clock)
    host.clock.advance(4)
    ann.answer(numbers=[3])
    pausing = asyncio.create_task(host.matches.admin.pause("op", match, ""))
    await wait_for_questions(slow)
    host.clock.advance(100)
    slow.give(3)
    await pausing
    received = await ben.receive_until("update", 2)
    assert causes(*received) == [pb.CAUSE_ANSWERED, pb.CAUSE_PAUSED]
    await ann.receive_until("update", 2)
    host.clock.advance(1000)
    await silence(ann, ben)
    await host.matches.admin.resume("op", match)
    assert times(await ben.next("update")) == times(received[1])
    host.clock.advance(69.9)
    await silence(ben)
    host.clock.advance(0.2)
    slow.give(1)
    assert causes(await ben.next("update")) == [pb.CAUSE_TIMED_OUT]


async def test_a_pause_comes_too_when_nobody_answers(host: MatchHost, slow: Slow) -> None:
    match, ann, _ = await at_the_throw(host)
    slow.give(FactTimeout("dead"))
    ann.answer(numbers=[3])
    assert (await host.matches.admin.pause("op", match, "a fire")).paused == "a fire"
    received = await ann.receive_until("update")
    assert [each.WhichOneof("payload") for each in received] == ["refused", "update"]
    assert received[0].refused.reason == "FACT_UNAVAILABLE"


async def test_a_pause_that_waits_does_not_outlast_the_match(host: MatchHost, slow: Slow) -> None:
    match, ann, _ = await at_the_throw(host)
    ann.answer(numbers=[3])
    pausing = asyncio.create_task(host.matches.admin.pause("op", match, ""))
    await wait_for_questions(slow)
    await host.matches.lobby.cancel("op", match, "rain")
    with pytest.raises(Refusal, match="isn't being played"):
        await pausing
    assert host.info(match).paused is None


async def test_while_a_match_is_paused_only_resigned_seats_are_answered_for(
    host: MatchHost, slow: Slow
) -> None:
    match, _, ben = await at_the_throw(host)
    await host.matches.admin.pause("op", match, "")
    await host.matches.admin.resign_seat(match, 0)
    assert host.info(match).resigned == {0}, "without having waited for the coin"
    await wait_for_questions(slow)
    ben.answer(numbers=[2], decision_id=2, request_id="meanwhile")
    resuming = asyncio.create_task(host.matches.admin.resume("op", match))
    await under_way(resuming)
    slow.give(4)
    await resuming
    received = await ben.receive_until("update", 4)
    assert causes(*received) == [pb.CAUSE_PAUSED, pb.CAUSE_RESIGNED, pb.CAUSE_DEFAULTED, pb.CAUSE_RESUMED]
    (refused,) = [each.refused for each in received if each.HasField("refused")]
    assert (refused.request_id, refused.reason) == ("meanwhile", "MATCH_PAUSED")
    ben.answer(numbers=[2])
    slow.give(2)
    assert causes(*await ben.receive_until("update"))[0] == pb.CAUSE_ANSWERED


async def test_a_fault_in_a_default_answer_does_not_let_the_clocks_of_a_paused_match_run(
    host: MatchHost, slow: Slow
) -> None:
    match, _, ben = await at_the_throw(host, clock=ClockSettings(decision_ms=10_000))
    await host.matches.admin.pause("op", match, "")
    slow.give(10**6)
    await host.matches.admin.resign_seat(match, 0)
    await host.wait_idle()
    assert causes(*await ben.receive_until("update", 2)) == [pb.CAUSE_PAUSED, pb.CAUSE_RESIGNED]
    host.clock.advance(20)
    await silence(ben)
    slow.give(4)
    host.clock.advance(20)
    assert causes(await ben.next("update")) == [pb.CAUSE_DEFAULTED]
    host.clock.advance(100_000)
    await silence(ben)
    assert host.info(match).paused == ""


async def test_nobody_is_absent_while_a_fact_is_asked_for(host: MatchHost, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(host)
    ann.answer(numbers=[3])
    ann.leave()
    ben.leave()
    await wait_for_questions(slow)
    host.clock.advance(100)
    assert await host.matches.admin.absent_seats(match, 60_000) == []
    slow.give(3)
    await host.wait_idle()
    assert await host.matches.admin.absent_seats(match, 60_000) == [1], "Ben is asked now, and left 100 s ago"


async def test_a_seat_that_is_made_to_resign_has_thrown_before(host: MatchHost, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(host)
    ann.answer(numbers=[3])
    resigning = asyncio.create_task(host.matches.admin.resign_seat(match, 0, by_absence=True))
    await wait_for_questions(slow)
    await under_way(resigning)
    slow.give(3)
    assert (await resigning).resigned == {0}
    received = await ben.receive_until("update", 2)
    assert causes(*received) == [pb.CAUSE_ANSWERED, pb.CAUSE_RESIGNED]
    (stored,) = [each async for each in host.store.read(host.info(match).stream, FIRST_THROW + 1)]
    assert record_pb2.Record.FromString(stored.body).resigned.by_absence


async def all_resigned(host: MatchHost, slow: Slow) -> str:
    """Both seats have resigned, and the first coin that they threw is in the air."""
    match, ann, ben = await at_the_throw(host)
    await host.matches.admin.resign_seat(match, 1, by_absence=True)
    await host.matches.admin.resign_seat(match, 0, by_absence=True)
    for listener in (ann, ben):
        listener.leave()
    await wait_for_questions(slow)
    return match


async def test_a_match_that_ends_before_its_pause_is_not_paused(host: MatchHost, slow: Slow) -> None:
    match = await all_resigned(host, slow)
    pausing = asyncio.create_task(host.matches.admin.pause("op", match, ""))
    await under_way(pausing)
    slow.give(1, 2, 3, 4)
    with pytest.raises(Refusal, match="isn't being played"):
        await pausing
    info = host.info(match)
    assert (info.state, info.paused) == (State.FINISHED, None)


async def test_after_a_stop_a_match_that_nobody_attends_is_played_to_its_end(
    host: MatchHost, slow: Slow
) -> None:
    """A tournament waits for its result."""
    match = await all_resigned(host, slow)
    await host.matches.close()
    await host.store.close()
    async with match_host(host.folder, oracle=slow) as reopened:
        slow.give(1, 2, 3, 4)
        await asyncio.sleep(0)
        await reopened.wait_idle()
        assert reopened.info(match).state is State.FINISHED


async def test_a_stopping_server_asks_for_no_more_facts(host: MatchHost, slow: Slow) -> None:
    """A tournament may let a seat resign while the server ends."""
    match, ann, _ = await at_the_throw(host)
    await host.matches.close()
    assert (await host.matches.admin.resign_seat(match, 0)).resigned == {0}
    await ann.receive_until("update")
    await host.wait_idle()
    assert slow.questions == []


async def test_after_a_failed_commit_it_is_played_to_its_end_too(host: MatchHost, slow: Slow) -> None:
    match = await all_resigned(host, slow)
    with disk_failing(host.folder):
        slow.give(1)
        await host.wait_idle()
    assert host.info(match).state is State.RUNNING
    slow.give(1, 2, 3, 4)
    host.clock.advance(RELOAD_SECONDS)
    await asyncio.sleep(0)
    await host.wait_idle()
    assert host.info(match).state is State.FINISHED


async def test_observers_see_each_commit_once_and_each_refusal(host: MatchHost, slow: Slow) -> None:
    match, ann, _ = await at_the_throw(host)
    notes = Notes()
    host.matches.commits.observers = (notes,)
    slow.give(FactTimeout("dead"), 3)
    request = ann.answer(numbers=[3])
    assert await ann.refusal() == "FACT_UNAVAILABLE"
    assert (notes.players, notes.records) == ([ANN], 0)
    ann.answer(numbers=[3], request_id=request)
    await ann.next("update")
    assert (notes.players, notes.records) == ([ANN], 1)
    assert host.info(match).record_count == FIRST_THROW + 1


async def test_a_followed_match_is_opened_and_waits_like_any_other(host: MatchHost, slow: Slow) -> None:
    follower: Listener = host.attend(BEN)
    follower.send(pb.Command(channel=5, auto_open=pb.AutoOpen()))
    _, ann, _ = await at_the_throw(host)
    await follower.receive_until("update", 2)
    ann.answer(numbers=[3])
    slow.give(3)
    assert (await follower.next("update")).update.decision.kind == "throw"
