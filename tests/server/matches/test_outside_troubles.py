"""Without a valid fact, or if the match or the server ends before it comes, nothing changes."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.matches.coins import FIRST_THROW, Slow, at_the_throw, wait_for_questions
from tests.server.matches.market import FARTHEST
from tests.server.matches.match_host import ANN, MatchHost, disk_failing, match_host, silence
from tilth.v1 import play_pb2 as pb
from tilth_server.matches import unary
from tilth_server.matches.match_info import ClockSettings, State
from tilth_server.outside.fact_source import FactSourceFailed, FactTimeout
from tilth_server.refusal import Refusal


@pytest.fixture
async def host(tmp_path: Path, slow: Slow) -> AsyncIterator[MatchHost]:
    async with match_host(tmp_path, oracle=slow) as opened:
        yield opened


async def test_a_cancelled_match_no_longer_takes_a_fact(host: MatchHost, slow: Slow) -> None:
    match, ann, _ = await at_the_throw(host)
    ann.answer(numbers=[3])
    ann.answer(numbers=[4], request_id="behind")
    await wait_for_questions(slow)
    info = await host.matches.lobby.cancel("operator", match, "enough")
    slow.give(3)
    assert info.state is State.CANCELLED
    received = await ann.receive_until("ended")
    reasons = [each.refused.reason for each in received if each.HasField("refused")]
    assert reasons == ["MATCH_NOT_RUNNING", "MATCH_NOT_RUNNING"]
    await silence(ann)
    assert host.info(match).record_count == FIRST_THROW + 1


async def test_when_the_server_stops_waiting_actions_are_refused_and_may_be_repeated(
    host: MatchHost, slow: Slow
) -> None:
    match, ann, _ = await at_the_throw(host)
    request = ann.answer(numbers=[3])
    answer = pb.Answer(request_id="c", decision_id=ann.decisions[1].id, numbers=[3])
    call = asyncio.create_task(unary.answer(host.matches, ANN, match, 0, [answer]))
    await wait_for_questions(slow)
    async with asyncio.timeout(60):  # an action that waits for the fact waits forever
        await host.matches.close()
    assert await ann.refusal() == "SERVER_STOPPING"
    with pytest.raises(Refusal, match="SERVER_STOPPING"):
        await call
    await host.store.close()
    slow.give(2)
    async with match_host(host.folder, oracle=slow) as reopened:
        again = await reopened.seated(match, 0)
        assert reopened.info(match).record_count == FIRST_THROW
        again.answer(numbers=[3], request_id=request)
        assert (await again.next("update")).update.accepted_request_id == request


async def test_if_a_commit_is_lost_the_actions_behind_it_are_lost_too(host: MatchHost, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(host)
    slow.give(3)
    with disk_failing(host.folder):
        with host.store.held():
            ann.answer(numbers=[3])
            ben.answer(numbers=[2], decision_id=2, request_id="early")
            await wait_for_questions(slow, 2)
        await ben.receive_until("cut_off")
    slow.give(4)
    await asyncio.sleep(0.01)
    refused = [each.refused.reason for each in ben.received if each.HasField("refused")]
    assert refused == ["STORE_FAILED"]
    assert host.info(match).record_count == FIRST_THROW
    back = await host.seated(match, 1)
    back.answer(numbers=[2], decision_id=2, request_id="back")
    assert await back.refusal() == "NO_OPEN_DECISION"


async def test_without_a_fact_the_seat_is_refused_and_may_try_again(host: MatchHost, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(host)
    slow.give(FactTimeout("dead"), 3)
    request = ann.answer(numbers=[3])
    assert await ann.refusal() == "FACT_UNAVAILABLE"
    await silence(ben)
    assert host.info(match).record_count == FIRST_THROW
    ann.answer(numbers=[3], request_id=request)
    assert (await ann.next("update")).update.accepted_request_id == request


@pytest.mark.parametrize("answers", [1, 2])
@pytest.mark.parametrize("resigns", [False, True])
async def test_a_seat_that_answered_in_time_loses_none_where_no_fact_came(
    host: MatchHost, slow: Slow, resigns: bool, answers: int
) -> None:
    """Half a minute goes by until it is given up. Ann had four of her ten seconds left, and still has."""
    clock = ClockSettings(decision_ms=10_000, resigns=resigns)
    match, ann, _ = await at_the_throw(host, clock=clock)
    host.clock.advance(6)
    throws = [ann.filled((), numbers=[3]) for _ in range(answers)]
    if answers > 1:
        ann.send_batch(*throws)
    else:
        ann.send(pb.Command(channel=1, answer=throws[0]))
    await wait_for_questions(slow)
    host.clock.advance(30)
    slow.give(FactTimeout("dead"))
    received = await ann.receive_until("refused", answers)
    assert [each.refused.reason for each in received] == ["FACT_UNAVAILABLE"] * answers
    host.clock.advance(3)
    await silence(ann)
    assert host.info(match).record_count == FIRST_THROW
    slow.give(3)
    ann.answer(numbers=[3])
    assert (await ann.receive_until("update"))[-1].update.cause == pb.CAUSE_ANSWERED


async def test_questions_are_counted_by_their_outcome(host: MatchHost, slow: Slow) -> None:
    """Failures of default answers count as well, although no client receives them."""
    _, ann, _ = await at_the_throw(host, clock=ClockSettings(decision_ms=10_000))
    metrics = host.matches.metrics
    slow.give(FactTimeout("dead"), FactSourceFailed("the table wobbles"))
    ann.answer(numbers=[3])
    assert await ann.refusal() == "FACT_UNAVAILABLE"
    ann.answer(numbers=[3])
    assert await ann.refusal() == "RULES_FAILED"
    slow.give(FactTimeout("dead"))
    host.clock.advance(10)
    await host.wait_idle()
    await silence(ann)
    assert metrics.fact_failures == {"FACT_UNAVAILABLE": 2, "RULES_FAILED": 1}
    assert metrics.fact_seconds.count == 0
    host.clock.advance(60)
    await wait_for_questions(slow, 4)
    host.clock.advance(2)
    slow.give(3)
    await ann.receive_until("update")
    assert metrics.fact_seconds.count == 1
    assert metrics.fact_seconds.total == pytest.approx(2)


async def test_a_port_that_fails_is_a_fault_of_the_game(
    host: MatchHost, slow: Slow, capsys: pytest.CaptureFixture[str]
) -> None:
    match, ann, _ = await at_the_throw(host)
    slow.give(FactSourceFailed("the table wobbles"), 3)
    ann.answer(numbers=[3])
    assert await ann.refusal() == "RULES_FAILED"
    assert "the table wobbles" in capsys.readouterr().out
    assert host.info(match).record_count == FIRST_THROW
    ann.answer(numbers=[3])
    await ann.next("update")


@pytest.mark.parametrize("wrong", [b'{"coins":99}', b"no json", b'{"coins":"many"}'])
async def test_a_fact_that_the_game_does_not_believe_is_not_recorded(
    tmp_path: Path, wrong: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    class Liar(Slow):
        async def ask(self, game: str, question: Any) -> bytes:
            self.questions.append(question)
            return wrong if len(self.questions) == 1 else b'{"coins":1}'

    assert FARTHEST < 99
    async with match_host(tmp_path, oracle=Liar()) as host:
        match, ann, ben = await at_the_throw(host)
        request = ann.answer(numbers=[3])
        assert await ann.refusal() == "RULES_FAILED"
        assert "rules failed" in capsys.readouterr().out
        assert host.info(match).record_count == FIRST_THROW
        await silence(ben)
        ann.answer(numbers=[3], request_id=request)
        await ann.next("update")


@pytest.mark.parametrize("trouble", [FactTimeout("dead"), FactSourceFailed("the table wobbles")])
async def test_a_timeout_without_an_answer_is_tried_again_later_and_not_at_once(
    host: MatchHost, slow: Slow, trouble: Exception
) -> None:
    match, ann, _ = await at_the_throw(host, clock=ClockSettings(decision_ms=10_000))
    host.clock.advance(10)
    await wait_for_questions(slow)
    host.clock.advance(40)
    slow.give(trouble)
    await silence(ann)
    host.clock.advance(20)
    await silence(ann)
    assert len(slow.questions) == 1
    assert host.info(match).record_count == FIRST_THROW
    slow.give(3)
    host.clock.advance(20)
    assert (await ann.next("update")).update.cause == pb.CAUSE_TIMED_OUT


async def test_a_seat_resigned_by_a_timeout_does_not_resign_again_without_a_fact(
    host: MatchHost, slow: Slow
) -> None:
    clock = ClockSettings(decision_ms=10_000, resigns=True)
    match, _, ben = await at_the_throw(host, clock=clock)
    slow.give(FactTimeout("dead"))
    host.clock.advance(10)
    assert (await ben.next("update")).update.cause == pb.CAUSE_RESIGNED
    await silence(ben)
    host.clock.advance(20)
    await silence(ben)
    assert len(slow.questions) == 1
    assert host.info(match).record_count == FIRST_THROW + 1
    slow.give(3)
    host.clock.advance(20)
    assert (await ben.next("update")).update.cause == pb.CAUSE_DEFAULTED


async def test_default_answers_for_a_resigned_seat_are_tried_again_without_a_fact(
    host: MatchHost, slow: Slow
) -> None:
    match, _, ben = await at_the_throw(host)
    slow.give(FactTimeout("dead"))
    assert (await host.matches.lobby.resign(ANN, match, 0, "r")).resigned == {0}
    await ben.next("update")
    await silence(ben)
    slow.give(3)
    host.clock.advance(60)
    assert (await ben.next("update")).update.cause == pb.CAUSE_DEFAULTED


async def test_a_default_answer_that_the_rules_fail_on_is_tried_again_later_and_not_at_once(
    host: MatchHost, slow: Slow
) -> None:
    match, _, ben = await at_the_throw(host)
    slow.give(FARTHEST + 1)
    assert (await host.matches.lobby.resign(ANN, match, 0, "r")).resigned == {0}
    await ben.next("update")
    await silence(ben)
    ben.answer(numbers=[1], decision_id=2, request_id="not yet")
    await ben.receive_until("refused")
    await silence(ben)
    assert len(slow.questions) == 1
    slow.give(3)
    host.clock.advance(60)
    assert (await ben.next("update")).update.cause == pb.CAUSE_DEFAULTED
