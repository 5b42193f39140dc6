"""A fact from outside takes its time: the match that asked waits for it, and nobody else does."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.matches.coins import FIRST_THROW, Slow, at_the_throw, wait_for_questions
from tests.server.matches.market import Where
from tests.server.matches.match_host import ANN, BEN, MatchHost, match_host, silence
from tilth.v1 import play_pb2 as pb
from tilth.v1 import record_pb2
from tilth_server.matches import unary
from tilth_server.matches.match_facts import MAX_WAITING
from tilth_server.matches.match_info import ClockSettings, State


@pytest.fixture
async def host(tmp_path: Path, slow: Slow) -> AsyncIterator[MatchHost]:
    async with match_host(tmp_path, oracle=slow) as opened:
        yield opened


async def test_nothing_is_recorded_or_sent_before_the_fact_is_there(host: MatchHost, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(host)
    request = ann.answer(numbers=[3])
    await silence(ann, ben)
    assert slow.questions == [Where(3)]
    assert host.info(match).record_count == FIRST_THROW
    view = await unary.view(host.matches, BEN, match, 1, None)
    assert pb.GetViewResponse.FromString(view).next_record == FIRST_THROW
    slow.give(4)
    received = await ann.next("update")
    assert (received.record, received.update.accepted_request_id) == (FIRST_THROW, request)
    assert (await ben.next("update")).update.decision.kind == "throw"
    (stored,) = [each async for each in host.store.read(host.info(match).stream, FIRST_THROW)]
    assert list(record_pb2.Record.FromString(stored.body).facts) == [b'{"coins":4}']


async def test_other_matches_continue_while_a_fact_is_awaited(host: MatchHost, slow: Slow) -> None:
    waiting, ann, _ = await at_the_throw(host)
    ann.answer(numbers=[3])
    for _ in range(3):
        other, his, hers = await at_the_throw(host)
        assert host.info(other).record_count == FIRST_THROW
        his.leave()
        hers.leave()
    assert host.info(waiting).record_count == FIRST_THROW
    slow.give(1)
    await ann.next("update")


async def test_one_message_may_hold_answers_of_a_match_that_waits_and_of_one_that_does_not(
    host: MatchHost, slow: Slow
) -> None:
    _, ann, _ = await at_the_throw(host)
    other = await host.match()
    ann.open(2, other, seat=0)
    await ann.receive_until("caught_up")
    ann.send(ann.answering(numbers=[1]), ann.answering(2, channel=2))
    received = await ann.next("update")
    assert received.channel == 2
    slow.give(1)
    assert (await ann.next("update")).channel == 1


async def test_the_same_request_again_gets_the_same_reply_and_throws_no_second_coin(
    host: MatchHost, slow: Slow
) -> None:
    match, ann, _ = await at_the_throw(host)
    request = ann.answer(numbers=[3])
    again = host.attend(ANN)
    again.open(1, match, seat=0)
    await again.receive_until("caught_up")
    again.answer(numbers=[3], request_id=request)
    await silence(again)
    slow.give(2)
    received = await again.receive_until("accepted")
    assert [each.WhichOneof("payload") for each in received] == ["update", "accepted"]
    assert (received[1].record, received[1].accepted.request_id) == (FIRST_THROW, request)
    assert len(slow.questions) == 1


async def test_actions_that_come_while_a_fact_is_awaited_run_afterwards_in_order(
    host: MatchHost, slow: Slow
) -> None:
    match, ann, ben = await at_the_throw(host)
    decision = ann.decisions[1].id
    ann.answer(numbers=[3])
    ann.answer(numbers=[4], request_id="twice")
    ann.undo("u")
    ben.answer(numbers=[2], decision_id=2, request_id="early")
    await silence(ann, ben)
    slow.give(3, 2)
    received = await ann.receive_until("update", 2)
    refused = {each.refused.request_id: each.refused.reason for each in received if each.HasField("refused")}
    assert refused == {"twice": "DECISION_CLOSED", "u": "NOTHING_TO_UNDO"}
    assert [each.record for each in received if each.HasField("update")] == [FIRST_THROW, FIRST_THROW + 1]
    assert (await ben.receive_until("update", 2))[-1].update.accepted_request_id == "early"
    assert slow.questions == [Where(3), Where(2)]
    assert ann.decisions[1].id == decision + 1
    assert host.info(match).record_count == FIRST_THROW + 2


async def test_no_more_than_so_much_queues_up(host: MatchHost, slow: Slow) -> None:
    _, ann, _ = await at_the_throw(host)
    ann.answer(numbers=[3])
    for number in range(MAX_WAITING):
        ann.answer(numbers=[3], request_id=f"q{number}")
    assert (await ann.next("refused")).refused.request_id == f"q{MAX_WAITING - 1}"
    slow.give(3)
    received = await ann.receive_until("refused", MAX_WAITING - 1)
    assert received[0].WhichOneof("payload") == "update"


async def test_answers_together_are_cut_behind_the_fact(host: MatchHost, slow: Slow) -> None:
    match, ann, _ = await at_the_throw(host, settings={"rounds": "2"})
    first = ann.decisions[1].id
    throw = ann.filled((), numbers=[3])
    ann.send_batch(throw, ann.filled((1,), decision_id=first + 1))
    await silence(ann)
    slow.give(3)
    received = await ann.receive_until("refused")
    assert received[0].update.accepted_request_id == throw.request_id
    assert received[1].refused.reason == "AFTER_REVEAL"
    ann.send_batch(throw, ann.filled((1,), decision_id=first + 1, request_id="r4"))
    received = await ann.receive_until("refused")
    assert received[0].accepted.request_id == throw.request_id
    assert host.info(match).record_count == FIRST_THROW + 1


async def test_a_single_call_waits_for_its_fact(host: MatchHost, slow: Slow) -> None:
    match, ann, _ = await at_the_throw(host)
    answer = pb.Answer(request_id="c", decision_id=ann.decisions[1].id, numbers=[3])
    call = asyncio.create_task(unary.answer(host.matches, ANN, match, 0, [answer]))
    await wait_for_questions(slow)
    assert not call.done()
    slow.give(3)
    assert await call == [FIRST_THROW]


async def test_a_client_that_leaves_has_answered(host: MatchHost, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(host)
    request = ann.answer(numbers=[3])
    ann.leave()
    slow.give(3)
    await ben.next("update")
    back = await host.seated(match, 0)
    back.answer(numbers=[3], request_id=request, decision_id=2)
    assert (await back.next("accepted")).record == FIRST_THROW


async def test_the_answer_counts_while_the_next_seat_that_has_resigned_waits_for_a_fact(
    host: MatchHost, slow: Slow
) -> None:
    match, ann, _ = await at_the_throw(host)
    await host.matches.lobby.resign(BEN, match, 1, "r")
    await ann.next("update")
    request = ann.answer(numbers=[3])
    slow.give(3)
    received = await ann.next("update")
    assert received.update.accepted_request_id == request
    assert received.update.pending_seats == [1]
    await wait_for_questions(slow, 2)
    ann.answer(numbers=[3], request_id=request)
    await silence(ann)
    slow.give(5)
    received_then = await ann.receive_until("accepted")
    assert {each.update.cause for each in received_then[:-1]} == {pb.CAUSE_DEFAULTED}
    assert received_then[0].update.seat == 1
    assert slow.questions == [Where(3), Where(-5)], "each coin is thrown once"


async def test_after_a_stop_default_answers_continue_for_a_resigned_seat(host: MatchHost, slow: Slow) -> None:
    """The server stopped between the resignation and the coin that is thrown for who resigned."""
    match, _, _ = await at_the_throw(host)
    resigning = asyncio.create_task(host.matches.lobby.resign(ANN, match, 0, "r"))
    await wait_for_questions(slow)
    await host.matches.close()
    assert (await resigning).resigned == {0}
    await host.store.close()
    async with match_host(host.folder, oracle=slow) as reopened:
        ben = await reopened.seated(match, 1)
        slow.give(2)
        assert (await ben.next("update")).update.decision.kind == "throw"
        ben.answer(numbers=[2], request_id="after")
        slow.give(2)
        await ben.receive_until("update")


async def test_a_seat_that_resigns_while_a_fact_is_awaited_has_thrown_before(
    host: MatchHost, slow: Slow
) -> None:
    match, ann, ben = await at_the_throw(host)
    ann.answer(numbers=[3])
    resigning = asyncio.create_task(host.matches.lobby.resign(ANN, match, 0, "r"))
    await wait_for_questions(slow)
    await asyncio.sleep(0.01)
    assert not resigning.done()
    slow.give(3)
    assert (await resigning).resigned == {0}
    received = await ben.receive_until("update", 2)
    assert [each.update.cause for each in received] == [pb.CAUSE_ANSWERED, pb.CAUSE_RESIGNED]


async def test_default_answers_for_a_resigned_seat_continue_when_the_fact_is_there(
    host: MatchHost, slow: Slow
) -> None:
    match, _, ben = await at_the_throw(host)
    resigning = asyncio.create_task(host.matches.lobby.resign(ANN, match, 0, "r"))
    assert (await ben.next("update")).update.cause == pb.CAUSE_RESIGNED
    await wait_for_questions(slow)
    await silence(ben)
    slow.give(3)
    assert (await resigning).resigned == {0}
    assert (await ben.next("update")).update.cause == pb.CAUSE_DEFAULTED
    assert ben.decisions[1].kind == "throw"


async def test_when_all_resign_the_match_is_played_to_its_end(host: MatchHost, slow: Slow) -> None:
    match, _, _ = await at_the_throw(host)
    slow.give(1, 2, 3, 4)
    await host.matches.lobby.resign(BEN, match, 1, "")
    info = await host.matches.lobby.resign(ANN, match, 0, "")
    assert info.state is State.FINISHED
    assert info.result is not None
    assert info.result.scores == (1 + 1 + 1 + 3, 1 + 2 + 1 + 4), "bids of 1 and these coins"


async def test_the_clock_stood_when_the_answer_came(host: MatchHost, slow: Slow) -> None:
    """The coin takes 20 s to land. Ann answered in time, and Ben begins with all of his time."""
    clock = ClockSettings(decision_ms=10_000, bank_ms=60_000)
    match, ann, ben = await at_the_throw(host, clock=clock)
    host.clock.advance(4)
    ann.answer(numbers=[3])
    await wait_for_questions(slow)
    host.clock.advance(100)
    await silence(ann, ben)
    slow.give(3)
    received = await ben.next("update")
    assert received.update.cause == pb.CAUSE_ANSWERED
    times = {
        each.seat: (each.bank_ms, each.HasField("remaining_ms") and each.remaining_ms)
        for each in received.update.clocks
    }
    assert times == {0: (60_000, False), 1: (60_000, 70_000)}
    (stored,) = [each async for each in host.store.read(host.info(match).stream, FIRST_THROW)]
    assert record_pb2.Record.FromString(stored.body).answered.bank_spent_ms == 0


async def test_a_timeout_may_need_a_fact_too(host: MatchHost, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(host, clock=ClockSettings(decision_ms=10_000))
    host.clock.advance(10)
    await wait_for_questions(slow)
    ann.answer(numbers=[3], request_id="late")
    await silence(ann, ben)
    slow.give(5)
    received = await ann.receive_until("refused")
    assert [each.WhichOneof("payload") for each in received] == ["update", "refused"]
    assert received[0].update.cause == pb.CAUSE_TIMED_OUT
    assert received[1].refused.reason == "DECISION_CLOSED"
    host.clock.advance(10)
    slow.give(5)
    await ben.receive_until("update", 2)
    assert host.info(match).record_count == FIRST_THROW + 2, "and then Ben's time is out"


async def test_a_match_that_waits_does_not_leave_memory(host: MatchHost, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(host)
    ann.answer(numbers=[3])
    ann.leave()
    await wait_for_questions(slow)
    table = host.matches.cache.get(match).table
    host.clock.advance(100_000)
    assert host.matches.cache.get(match).table is table is not None
    slow.give(3)
    await ben.next("update")
