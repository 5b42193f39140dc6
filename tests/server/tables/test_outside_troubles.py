"""No fact comes, or one that nobody believes, or the match or the server ends before: nothing has happened then."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.tables.coins import FIRST_THROW, Slow, at_the_throw, heard_by
from tests.server.tables.market import FARTHEST
from tests.server.tables.tables import ANN, Tables, disk_failing, silence, tables
from tilth.v1 import play_pb2 as pb
from tilth_server.outside import NoAnswer, PortFailed
from tilth_server.refusal import Refusal
from tilth_server.tables import calls
from tilth_server.tables.matches import ClockSettings, State


@pytest.fixture
async def house(tmp_path: Path, slow: Slow) -> AsyncIterator[Tables]:
    async with tables(tmp_path, oracle=slow) as opened:
        yield opened


async def test_a_cancelled_match_takes_no_fact_any_more(house: Tables, slow: Slow) -> None:
    match, ann, _ = await at_the_throw(house)
    ann.answer(measured=[3])
    ann.answer(measured=[4], request_id="behind")
    await heard_by(slow)
    info = await house.house.cancel("operator", match, "enough")
    slow.say(3)
    assert info.state is State.CANCELLED
    told = await ann.hear_until("ended")
    reasons = [each.refused.reason for each in told if each.HasField("refused")]
    assert reasons == ["not_running", "not_running"]
    await silence(ann)
    assert house.info(match).record_count == FIRST_THROW + 1


async def test_when_the_server_stops_what_waits_is_refused_and_may_be_said_again(
    house: Tables, slow: Slow
) -> None:
    match, ann, _ = await at_the_throw(house)
    request = ann.answer(measured=[3])
    answer = pb.Answer(request_id="c", decision=ann.asked[1].id, measured=[3])
    call = asyncio.create_task(calls.answer(house.house, ANN, match, 0, [answer]))
    await heard_by(slow)
    async with asyncio.timeout(60):  # who waits for the fact waits for ever
        await house.house.close()
    assert await ann.refusal() == "closing"
    with pytest.raises(Refusal, match="closing"):
        await call
    await house.store.close()
    slow.say(2)
    async with tables(house.folder, oracle=slow) as reopened:
        again = await reopened.seated(match, 0)
        assert reopened.info(match).record_count == FIRST_THROW
        again.answer(measured=[3], request_id=request)
        assert (await again.next("happened")).happened.accepted == request


async def test_if_what_came_before_is_lost_so_is_what_waits(house: Tables, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(house)
    slow.say(3)
    with disk_failing(house.folder):
        with house.store.held():
            ann.answer(measured=[3])
            ben.answer(measured=[2], decision=2, request_id="early")
            await heard_by(slow, 2)
        await ben.hear_until("cut_off")
    slow.say(4)
    await asyncio.sleep(0.01)
    refused = [each.refused.reason for each in ben.heard if each.HasField("refused")]
    assert refused == ["store_failed"]
    assert house.info(match).record_count == FIRST_THROW
    back = await house.seated(match, 1)
    back.answer(measured=[2], decision=2, request_id="back")
    assert await back.refusal() == "not_open"


async def test_when_nobody_answers_the_seat_is_told_and_may_try_again(house: Tables, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(house)
    slow.say(NoAnswer("dead"), 3)
    request = ann.answer(measured=[3])
    assert await ann.refusal() == "outside_failed"
    await silence(ben)
    assert house.info(match).record_count == FIRST_THROW
    ann.answer(measured=[3], request_id=request)
    assert (await ann.next("happened")).happened.accepted == request


@pytest.mark.parametrize("answers", [1, 2])
@pytest.mark.parametrize("resigns", [False, True])
async def test_who_answered_in_time_loses_none_where_no_fact_came(
    house: Tables, slow: Slow, resigns: bool, answers: int
) -> None:
    """Half a minute goes by until it is given up. Ann had four of her ten seconds left, and still has."""
    clock = ClockSettings(decision_ms=10_000, resigns=resigns)
    match, ann, _ = await at_the_throw(house, clock=clock)
    house.hands.turn(6)
    throws = [ann.filled((), measured=[3]) for _ in range(answers)]
    if answers > 1:
        ann.together(*throws)
    else:
        ann.say(pb.Said(channel=1, answer=throws[0]))
    await heard_by(slow)
    house.hands.turn(30)
    slow.say(NoAnswer("dead"))
    told = await ann.hear_until("refused", answers)
    assert [each.refused.reason for each in told] == ["outside_failed"] * answers
    house.hands.turn(3)
    await silence(ann)
    assert house.info(match).record_count == FIRST_THROW
    slow.say(3)
    ann.answer(measured=[3])
    assert (await ann.hear_until("happened"))[-1].happened.cause == pb.CAUSE_ANSWERED


async def test_questions_are_counted_by_what_came_of_them(house: Tables, slow: Slow) -> None:
    """Of default answers, too, whose failures are told to nobody."""
    _, ann, _ = await at_the_throw(house, clock=ClockSettings(decision_ms=10_000))
    metrics = house.house.metrics
    slow.say(NoAnswer("dead"), PortFailed("the table wobbles"))
    ann.answer(measured=[3])
    assert await ann.refusal() == "outside_failed"
    ann.answer(measured=[3])
    assert await ann.refusal() == "rules_failed"
    slow.say(NoAnswer("dead"))
    house.hands.turn(10)
    await house.all_down()
    await silence(ann)
    assert metrics.fact_failures == {"outside_failed": 2, "rules_failed": 1}
    assert metrics.fact_seconds.count == 0
    house.hands.turn(60)
    await heard_by(slow, 4)
    house.hands.turn(2)
    slow.say(3)
    await ann.hear_until("happened")
    assert metrics.fact_seconds.count == 1
    assert metrics.fact_seconds.total == pytest.approx(2)


async def test_a_port_that_fails_is_a_fault_of_the_game(
    house: Tables, slow: Slow, capsys: pytest.CaptureFixture[str]
) -> None:
    match, ann, _ = await at_the_throw(house)
    slow.say(PortFailed("the table wobbles"), 3)
    ann.answer(measured=[3])
    assert await ann.refusal() == "rules_failed"
    assert "the table wobbles" in capsys.readouterr().out
    assert house.info(match).record_count == FIRST_THROW
    ann.answer(measured=[3])
    await ann.next("happened")


@pytest.mark.parametrize("wrong", [b'{"coins":99}', b"no json", b'{"coins":"many"}'])
async def test_a_fact_that_the_game_does_not_believe_is_not_recorded(
    tmp_path: Path, wrong: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    class Liar(Slow):
        async def ask(self, game: str, question: Any) -> bytes:
            self.asked.append(question)
            return wrong if len(self.asked) == 1 else b'{"coins":1}'

    assert FARTHEST < 99
    async with tables(tmp_path, oracle=Liar()) as house:
        match, ann, ben = await at_the_throw(house)
        request = ann.answer(measured=[3])
        assert await ann.refusal() == "rules_failed"
        assert "rules failed" in capsys.readouterr().out
        assert house.info(match).record_count == FIRST_THROW
        await silence(ben)
        ann.answer(measured=[3], request_id=request)
        await ann.next("happened")


@pytest.mark.parametrize("trouble", [NoAnswer("dead"), PortFailed("the table wobbles")])
async def test_a_timeout_without_an_answer_is_tried_again_later_and_not_at_once(
    house: Tables, slow: Slow, trouble: Exception
) -> None:
    match, ann, _ = await at_the_throw(house, clock=ClockSettings(decision_ms=10_000))
    house.hands.turn(10)
    await heard_by(slow)
    house.hands.turn(40)
    slow.say(trouble)
    await silence(ann)
    house.hands.turn(20)
    await silence(ann)
    assert len(slow.asked) == 1
    assert house.info(match).record_count == FIRST_THROW
    slow.say(3)
    house.hands.turn(20)
    assert (await ann.next("happened")).happened.cause == pb.CAUSE_TIMED_OUT


async def test_who_resigned_by_a_timeout_does_not_do_so_again_when_nobody_answers(
    house: Tables, slow: Slow
) -> None:
    clock = ClockSettings(decision_ms=10_000, resigns=True)
    match, _, ben = await at_the_throw(house, clock=clock)
    slow.say(NoAnswer("dead"))
    house.hands.turn(10)
    assert (await ben.next("happened")).happened.cause == pb.CAUSE_RESIGNED
    await silence(ben)
    house.hands.turn(20)
    await silence(ben)
    assert len(slow.asked) == 1
    assert house.info(match).record_count == FIRST_THROW + 1
    slow.say(3)
    house.hands.turn(20)
    assert (await ben.next("happened")).happened.cause == pb.CAUSE_DEFAULTED


async def test_who_has_resigned_is_played_on_later_when_nobody_answers(house: Tables, slow: Slow) -> None:
    match, _, ben = await at_the_throw(house)
    slow.say(NoAnswer("dead"))
    assert (await house.house.resign(ANN, match, 0, "r")).resigned == {0}
    await ben.next("happened")
    await silence(ben)
    slow.say(3)
    house.hands.turn(60)
    assert (await ben.next("happened")).happened.cause == pb.CAUSE_DEFAULTED


async def test_a_default_answer_that_the_rules_fail_on_is_tried_again_later_and_not_at_once(
    house: Tables, slow: Slow
) -> None:
    match, _, ben = await at_the_throw(house)
    slow.say(FARTHEST + 1)
    assert (await house.house.resign(ANN, match, 0, "r")).resigned == {0}
    await ben.next("happened")
    await silence(ben)
    ben.answer(measured=[1], decision=2, request_id="not yet")
    await ben.hear_until("refused")
    await silence(ben)
    assert len(slow.asked) == 1
    slow.say(3)
    house.hands.turn(60)
    assert (await ben.next("happened")).happened.cause == pb.CAUSE_DEFAULTED
