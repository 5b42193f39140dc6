"""A fact from outside takes its time: the match that asked waits for it, and nobody else does."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.tables.coins import FIRST_THROW, Slow, at_the_throw, heard_by
from tests.server.tables.market import Where
from tests.server.tables.tables import ANN, BEN, Tables, silence, tables
from tilth.v1 import play_pb2 as pb
from tilth.v1 import record_pb2
from tilth_server.tables import calls
from tilth_server.tables.inquiries import MOST_WAITING
from tilth_server.tables.matches import ClockSettings, State


@pytest.fixture
async def house(tmp_path: Path, slow: Slow) -> AsyncIterator[Tables]:
    async with tables(tmp_path, oracle=slow) as opened:
        yield opened


async def test_nothing_is_recorded_or_told_before_the_fact_is_there(house: Tables, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(house)
    request = ann.answer(measured=[3])
    await silence(ann, ben)
    assert slow.asked == [Where(3)]
    assert house.info(match).record_count == FIRST_THROW
    view = await calls.view(house.house, BEN, match, 1, None)
    assert pb.GetViewResponse.FromString(view).record == FIRST_THROW
    slow.say(4)
    told = await ann.next("happened")
    assert (told.record, told.happened.accepted) == (FIRST_THROW, request)
    assert (await ben.next("happened")).happened.asked.kind == "throw"
    (stored,) = house.store.read_now(house.info(match).stream, FIRST_THROW)
    assert list(record_pb2.Record.FromString(stored.body).facts) == [b'{"coins":4}']


async def test_other_matches_go_on(house: Tables, slow: Slow) -> None:
    waiting, ann, _ = await at_the_throw(house)
    ann.answer(measured=[3])
    for _ in range(3):
        other, his, hers = await at_the_throw(house)
        assert house.info(other).record_count == FIRST_THROW
        his.leave()
        hers.leave()
    assert house.info(waiting).record_count == FIRST_THROW
    slow.say(1)
    await ann.next("happened")


async def test_one_message_may_hold_answers_of_a_match_that_waits_and_of_one_that_does_not(
    house: Tables, slow: Slow
) -> None:
    _, ann, _ = await at_the_throw(house)
    other = await house.match()
    ann.open(2, other, seat=0)
    await ann.hear_until("caught_up")
    ann.say(ann.answering(measured=[1]), ann.answering(2, channel=2))
    told = await ann.next("happened")
    assert told.channel == 2
    slow.say(1)
    assert (await ann.next("happened")).channel == 1


async def test_the_same_request_again_gets_the_same_reply_and_throws_no_second_coin(
    house: Tables, slow: Slow
) -> None:
    match, ann, _ = await at_the_throw(house)
    request = ann.answer(measured=[3])
    again = house.attend(ANN)
    again.open(1, match, seat=0)
    await again.hear_until("caught_up")
    again.answer(measured=[3], request_id=request)
    await silence(again)
    slow.say(2)
    told = await again.hear_until("accepted")
    assert [each.WhichOneof("what") for each in told] == ["happened", "accepted"]
    assert (told[1].record, told[1].accepted.request_id) == (FIRST_THROW, request)
    assert len(slow.asked) == 1


async def test_what_comes_meanwhile_is_done_afterwards_in_its_order(house: Tables, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(house)
    decision = ann.asked[1].id
    ann.answer(measured=[3])
    ann.answer(measured=[4], request_id="twice")
    ann.undo("u")
    ben.answer(measured=[2], decision=2, request_id="early")
    await silence(ann, ben)
    slow.say(3, 2)
    told = await ann.hear_until("happened", 2)
    refused = {each.refused.request_id: each.refused.reason for each in told if each.HasField("refused")}
    assert refused == {"twice": "closed", "u": "not_undoable"}
    assert [each.record for each in told if each.HasField("happened")] == [FIRST_THROW, FIRST_THROW + 1]
    assert (await ben.hear_until("happened", 2))[-1].happened.accepted == "early"
    assert slow.asked == [Where(3), Where(2)]
    assert ann.asked[1].id == decision + 1
    assert house.info(match).record_count == FIRST_THROW + 2


async def test_no_more_than_so_much_queues_up(house: Tables, slow: Slow) -> None:
    _, ann, _ = await at_the_throw(house)
    ann.answer(measured=[3])
    for number in range(MOST_WAITING):
        ann.answer(measured=[3], request_id=f"q{number}")
    assert (await ann.next("refused")).refused.request_id == f"q{MOST_WAITING - 1}"
    slow.say(3)
    told = await ann.hear_until("refused", MOST_WAITING - 1)
    assert told[0].WhichOneof("what") == "happened"


async def test_answers_together_are_cut_behind_the_fact(house: Tables, slow: Slow) -> None:
    match, ann, _ = await at_the_throw(house, settings={"rounds": "2"})
    first = ann.asked[1].id
    throw = ann.filled((), measured=[3])
    ann.together(throw, ann.filled((1,), decision=first + 1))
    await silence(ann)
    slow.say(3)
    told = await ann.hear_until("refused")
    assert told[0].happened.accepted == throw.request_id
    assert told[1].refused.reason == "beyond_reveal"
    ann.together(throw, ann.filled((1,), decision=first + 1, request_id="r4"))
    told = await ann.hear_until("refused")
    assert told[0].accepted.request_id == throw.request_id
    assert house.info(match).record_count == FIRST_THROW + 1


async def test_a_single_call_waits_for_its_fact(house: Tables, slow: Slow) -> None:
    match, ann, _ = await at_the_throw(house)
    answer = pb.Answer(request_id="c", decision=ann.asked[1].id, measured=[3])
    call = asyncio.create_task(calls.answer(house.house, ANN, match, 0, [answer]))
    await heard_by(slow)
    assert not call.done()
    slow.say(3)
    assert await call == [FIRST_THROW]


async def test_who_leaves_has_answered(house: Tables, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(house)
    request = ann.answer(measured=[3])
    ann.leave()
    slow.say(3)
    await ben.next("happened")
    back = await house.seated(match, 0)
    back.answer(measured=[3], request_id=request, decision=2)
    assert (await back.next("accepted")).record == FIRST_THROW


async def test_the_answer_counts_while_the_next_seat_that_has_resigned_waits_for_a_fact(
    house: Tables, slow: Slow
) -> None:
    match, ann, _ = await at_the_throw(house)
    await house.house.resign(BEN, match, 1, "r")
    await ann.next("happened")
    request = ann.answer(measured=[3])
    slow.say(3)
    told = await ann.next("happened")
    assert told.happened.accepted == request
    assert told.happened.waiting == [1]
    await heard_by(slow, 2)
    ann.answer(measured=[3], request_id=request)
    await silence(ann)
    slow.say(5)
    told_then = await ann.hear_until("accepted")
    assert {each.happened.cause for each in told_then[:-1]} == {pb.CAUSE_DEFAULTED}
    assert told_then[0].happened.seat == 1
    assert slow.asked == [Where(3), Where(-5)], "each coin is thrown once"


async def test_after_a_stop_who_has_resigned_is_played_on(house: Tables, slow: Slow) -> None:
    """The server stopped between the resignation and the coin that is thrown for who resigned."""
    match, _, _ = await at_the_throw(house)
    resigning = asyncio.create_task(house.house.resign(ANN, match, 0, "r"))
    await heard_by(slow)
    await house.house.close()
    assert (await resigning).resigned == {0}
    await house.store.close()
    async with tables(house.folder, oracle=slow) as reopened:
        ben = await reopened.seated(match, 1)
        slow.say(2)
        assert (await ben.next("happened")).happened.asked.kind == "throw"
        ben.answer(measured=[2], request_id="after")
        slow.say(2)
        await ben.hear_until("happened")


async def test_who_resigns_meanwhile_has_thrown_before(house: Tables, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(house)
    ann.answer(measured=[3])
    resigning = asyncio.create_task(house.house.resign(ANN, match, 0, "r"))
    await heard_by(slow)
    await asyncio.sleep(0.01)
    assert not resigning.done()
    slow.say(3)
    assert (await resigning).resigned == {0}
    told = await ben.hear_until("happened", 2)
    assert [each.happened.cause for each in told] == [pb.CAUSE_ANSWERED, pb.CAUSE_RESIGNED]


async def test_who_has_resigned_is_played_on_when_the_fact_is_there(house: Tables, slow: Slow) -> None:
    match, _, ben = await at_the_throw(house)
    resigning = asyncio.create_task(house.house.resign(ANN, match, 0, "r"))
    assert (await ben.next("happened")).happened.cause == pb.CAUSE_RESIGNED
    await heard_by(slow)
    await silence(ben)
    slow.say(3)
    assert (await resigning).resigned == {0}
    assert (await ben.next("happened")).happened.cause == pb.CAUSE_DEFAULTED
    assert ben.asked[1].kind == "throw"


async def test_when_all_resign_the_match_is_played_to_its_end(house: Tables, slow: Slow) -> None:
    match, _, _ = await at_the_throw(house)
    slow.say(1, 2, 3, 4)
    await house.house.resign(BEN, match, 1, "")
    info = await house.house.resign(ANN, match, 0, "")
    assert info.state is State.OVER
    assert info.result is not None
    assert info.result.scores == (1 + 1 + 1 + 3, 1 + 2 + 1 + 4), "bids of 1 and these coins"


async def test_the_clock_stood_when_the_answer_came(house: Tables, slow: Slow) -> None:
    """It takes 20 s until the coin lies; Ann had answered in time, and Ben begins with all of his."""
    clock = ClockSettings(decision_ms=10_000, bank_ms=60_000)
    match, ann, ben = await at_the_throw(house, clock=clock)
    house.hands.turn(4)
    ann.answer(measured=[3])
    await heard_by(slow)
    house.hands.turn(100)
    await silence(ann, ben)
    slow.say(3)
    told = await ben.next("happened")
    assert told.happened.cause == pb.CAUSE_ANSWERED
    times = {
        each.seat: (each.bank_ms, each.HasField("left_ms") and each.left_ms) for each in told.happened.clocks
    }
    assert times == {0: (60_000, False), 1: (60_000, 70_000)}
    (stored,) = house.store.read_now(house.info(match).stream, FIRST_THROW)
    assert record_pb2.Record.FromString(stored.body).answered.spent_ms == 0


async def test_a_timeout_may_need_a_fact_too(house: Tables, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(house, clock=ClockSettings(decision_ms=10_000))
    house.hands.turn(10)
    await heard_by(slow)
    ann.answer(measured=[3], request_id="late")
    await silence(ann, ben)
    slow.say(5)
    told = await ann.hear_until("refused")
    assert [each.WhichOneof("what") for each in told] == ["happened", "refused"]
    assert told[0].happened.cause == pb.CAUSE_TIMED_OUT
    assert told[1].refused.reason == "closed"
    house.hands.turn(10)
    slow.say(5)
    await ben.hear_until("happened", 2)
    assert house.info(match).record_count == FIRST_THROW + 2, "and then Ben's time is out"


async def test_a_match_that_waits_does_not_leave_memory(house: Tables, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(house)
    ann.answer(measured=[3])
    ann.leave()
    await heard_by(slow)
    table = house.house.live(match).table
    house.hands.turn(100_000)
    assert house.house.live(match).table is table is not None
    slow.say(3)
    await ben.next("happened")
