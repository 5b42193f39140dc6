"""Clocks: they run exactly while a seat is asked, and what a timeout does is the match's own rule."""

import asyncio
from random import Random
from typing import Any

import pytest

from tests.kernel import bazaar
from tests.server.matches.market import BUY
from tests.server.matches.match_host import Listener, MatchHost, disk_failing, match_host, silence
from tests.server.matches.test_backlog import shop_for_long
from tilth.v1 import play_pb2 as pb
from tilth.v1 import record_pb2
from tilth_rules.kernel import SeededChance, Table
from tilth_rules.random_play import inside
from tilth_server.matches import clocks
from tilth_server.matches.match_info import ClockSettings, State

TEN_SECONDS = ClockSettings(decision_ms=10_000)
BANK = ClockSettings(decision_ms=10_000, bank_ms=60_000, increment_ms=2_000)
DEADLY = ClockSettings(decision_ms=10_000, resigns=True)


async def both(host: MatchHost, clock: ClockSettings, **asked: Any) -> tuple[str, Listener, Listener]:
    match = await host.match(clock=clock, **asked)
    return match, await host.seated(match, 0), await host.seated(match, 1)


def times(received: pb.Frame) -> dict[int, tuple[int, int | None]]:
    """By seat: what is in the bank, and how long until the time is out."""
    clocks = received.caught_up.clocks if received.HasField("caught_up") else received.update.clocks
    return {
        each.seat: (each.bank_ms, each.remaining_ms if each.HasField("remaining_ms") else None)
        for each in clocks
    }


async def test_a_match_without_clocks_waits_forever(host: MatchHost) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    host.clock.advance(10**9)
    await silence(ann)
    assert times(ann.received[-1]) == {}


async def test_only_the_seat_that_is_asked_loses_time(host: MatchHost) -> None:
    _, ann, ben = await both(host, BANK)
    assert times(ann.received[-1]) == {0: (60_000, 70_000), 1: (60_000, None)}
    host.clock.advance(4)
    ann.answer(1)
    received = await ann.next("update")
    assert times(received) == {0: (62_000, None), 1: (60_000, 70_000)}
    await ben.receive_until("update")


async def test_the_decisions_own_time_goes_first_and_then_the_bank(host: MatchHost) -> None:
    match, ann, ben = await both(host, BANK)
    host.clock.advance(25)
    late = await host.watching(match)
    assert times(late.received[-1])[0] == (45_000, 45_000)
    ann.answer(1)
    assert times(await ann.next("update"))[0] == (60_000 - 15_000 + 2_000, None)
    await ben.receive_until("update")
    (stored,) = [each async for each in host.store.read(host.info(match).stream, 4)]
    assert record_pb2.Record.FromString(stored.body).answered.bank_spent_ms == 15_000


async def test_a_timeout_gives_the_default_answer_and_the_match_continues(host: MatchHost) -> None:
    match, ann, ben = await both(host, TEN_SECONDS)
    host.clock.advance(9.999)
    await silence(ann, ben)
    host.clock.advance(0.001)
    mine, theirs = await ann.next("update"), await ben.next("update")
    assert mine.update.cause == theirs.update.cause == pb.CAUSE_TIMED_OUT
    assert mine.update.seat == 0
    assert theirs.update.decision.kind == "bid"
    assert not mine.update.undoable
    ann.answer(2, decision_id=1)
    assert await ann.refusal() == "DECISION_CLOSED"
    assert host.info(match).state is State.RUNNING


async def test_a_timeout_may_mean_to_resign(host: MatchHost) -> None:
    match, ann, ben = await both(host, DEADLY)
    host.clock.advance(10)
    received = await ben.receive_until("update", 2)
    assert [each.update.cause for each in received] == [pb.CAUSE_RESIGNED, pb.CAUSE_DEFAULTED]
    assert ben.decisions[1].kind == "bid"
    assert host.info(match).resigned == {0}
    (stored,) = [each async for each in host.store.read(host.info(match).stream, 4, 1)]
    assert record_pb2.Record.FromString(stored.body).resigned.by_timeout
    await ann.receive_until("update", 2)
    ann.answer(2, decision_id=2)
    assert await ann.refusal() == "SEAT_RESIGNED"


async def test_a_timeout_touches_its_own_lane_only(host: MatchHost) -> None:
    _, ann, ben = await both(host, TEN_SECONDS)
    for listener in (ann, ben, ann, ben):
        if listener.decisions[1].quantities:
            listener.answer(numbers=[0])
        else:
            listener.answer(1)
        await ann.receive_until("update")
        await ben.receive_until("update")
    host.clock.advance(6)
    ann.answer(BUY)
    await ann.receive_until("update")
    received = await ben.next("update")
    assert times(received) == {0: (0, 10_000), 1: (0, 4_000)}
    host.clock.advance(4)
    received = await ben.next("update")
    assert (received.update.cause, received.update.seat) == (pb.CAUSE_TIMED_OUT, 1)
    assert ben.decisions[1].kind == "leave"
    assert (await ann.next("update")).update.open_decision_id == ann.decisions[1].id


async def test_an_answer_that_comes_too_late_finds_its_decision_closed(host: MatchHost) -> None:
    _, ann, ben = await both(host, TEN_SECONDS)
    host.clock._now += 10.5
    ann.answer(3)
    received = await ann.receive_until("refused")
    assert [each.WhichOneof("payload") for each in received] == ["update", "refused"]
    assert received[0].update.cause == pb.CAUSE_TIMED_OUT
    assert received[1].refused.reason == "DECISION_CLOSED"
    await ben.receive_until("update")


async def test_default_answers_finish_a_match_for_a_seat_whose_time_ran_out(host: MatchHost) -> None:
    match, ann, _ = await both(host, ClockSettings(bank_ms=1_000), settings={"rounds": "1"})
    host.clock.advance(1)
    assert times((await ann.receive_until("update"))[0])[0] == (0, None)
    for _ in range(20):
        host.clock.advance(1)
        await host.wait_idle()
    assert host.info(match).state is State.FINISHED


async def test_no_seat_is_charged_while_the_server_is_down_and_the_bank_is_kept(host: MatchHost) -> None:
    match, ann, ben = await both(host, BANK)
    host.clock.advance(30)
    ann.answer(1)
    await ann.receive_until("update")
    await ben.receive_until("update")
    host.clock.advance(69)
    await host.matches.close()
    await host.store.close()
    async with match_host(host.folder) as reopened:
        ann = await reopened.seated(match, 0)
        assert times(ann.received[-1]) == {0: (42_000, None), 1: (60_000, 70_000)}
        reopened.clock.advance(70)
        received = await ann.next("update")
        assert (received.update.cause, received.update.seat) == (pb.CAUSE_TIMED_OUT, 1)


async def test_a_bank_that_a_timeout_has_used_up_stays_empty_after_a_restart(host: MatchHost) -> None:
    match, ann, _ = await both(host, BANK)
    host.clock.advance(70)
    assert times(await ann.next("update")) == {0: (0, None), 1: (60_000, 70_000)}
    await host.matches.close()
    await host.store.close()
    async with match_host(host.folder) as reopened:
        ann = await reopened.seated(match, 0)
        assert times(ann.received[-1]) == {0: (0, None), 1: (60_000, 70_000)}


async def test_answers_that_are_refused_together_change_no_clock(host: MatchHost) -> None:
    match = await host.match(clock=BANK)
    ann, ben = await shop_for_long(host, match, 0)
    before = times(ann.received[-1])
    host.clock.advance(4)
    decision = ann.decisions[1].id
    ann.send_batch(ann.filled((BUY,), decision_id=decision), ann.filled((99,), decision_id=decision + 1))
    await ann.receive_until("refused", 2)
    late = await host.watching(match)
    bank, left = before[0]
    assert left is not None
    assert times(late.received[-1])[0] == (bank, left - 4_000)
    await silence(ben)


def test_a_seat_whose_decision_a_mate_closed_has_all_the_time_for_the_next_one() -> None:
    table = Table(bazaar.bazaar, bazaar.Options(teams=True), 4, SeededChance(b"t" * 32), outside=bazaar.plate)
    table.start()
    random = Random(1)
    while not isinstance(table.step_of(table.pending_seats[0]), bazaar.TeamDig):
        seat = table.pending_seats[0]
        table.answer(seat, *inside(table.open[seat], random))
    step = table.step_of(table.pending_seats[0])
    assert isinstance(step, bazaar.TeamDig)
    digger, mate = step.mates
    settings = ClockSettings(decision_ms=10_000)
    begun = clocks.clocks_after((clocks.SeatClock(0),) * 4, table, 100.0)
    table.answer(digger, (bazaar.DIG,))
    followed = clocks.clocks_after(begun, table, 106.0)
    assert followed[mate].number == table.counts[mate] == begun[mate].number + 1
    assert followed[mate].deadline(settings) == 116.0


async def test_clocks_run_after_a_restart_though_nobody_touches_the_match(host: MatchHost) -> None:
    match, _, _ = await both(host, TEN_SECONDS)
    await host.matches.close()
    await host.store.close()
    async with match_host(host.folder) as reopened:
        reopened.clock.advance(10)
        await reopened.matches.commits.wait_all_committed()
        assert reopened.info(match).record_count == 5


async def test_a_match_with_clocks_stays_in_memory(host: MatchHost) -> None:
    match, ann, ben = await both(host, ClockSettings(decision_ms=100_000_000))
    ann.leave()
    ben.leave()
    host.clock.advance(50_000)
    assert len(host.matches.loaded()) == 1
    host.clock.advance(50_000)
    await host.wait_idle()
    assert host.info(match).record_count == 5


async def test_an_undo_gives_no_time_back(host: MatchHost) -> None:
    _, ann, ben = await both(host, BANK)
    host.clock.advance(25)
    ann.answer(1)
    await ann.next("update")
    await ben.receive_until("update")
    host.clock.advance(3)
    ann.undo("u1")
    received = await ann.next("update")
    assert times(received)[0] == (45_000, 45_000), "15 s were lost before, the increment is taken back"
    host.clock.advance(5)
    ann.answer(1)
    assert times(await ann.next("update"))[0] == (42_000, None)


async def test_taking_back_again_and_again_does_not_stop_the_clock(host: MatchHost) -> None:
    _, ann, ben = await both(host, TEN_SECONDS)
    received: list[pb.Frame] = []
    for number in range(3):
        host.clock.advance(3)
        ann.answer(1)
        await ann.receive_until("update")
        ann.undo(f"u{number}")
        received = await ann.receive_until("update")
    assert times(received[-1])[0] == (0, 1_000)
    host.clock.advance(1)
    received = await ann.receive_until("update")
    assert received[-1].update.cause == pb.CAUSE_TIMED_OUT
    await ben.receive_until("update")


async def test_the_clocks_of_a_dropped_match_run_again(host: MatchHost) -> None:
    match, ann, ben = await both(host, TEN_SECONDS)
    with disk_failing(host.folder):
        ann.answer(1)
        await ann.receive_until("cut_off")
    host.clock.advance(5)
    await asyncio.sleep(0)
    await host.wait_idle()
    host.clock.advance(10)
    await host.wait_idle()
    assert host.info(match).record_count == 5
    ben.leave()


@pytest.mark.parametrize("seats", [2, 3])
async def test_the_clock_of_a_seat_that_is_not_asked_stands(host: MatchHost, seats: int) -> None:
    match = await host.match(seats=seats, clock=TEN_SECONDS)
    listeners = [await host.seated(match, seat) for seat in range(seats)]
    for seat in range(seats):
        host.clock.advance(9)
        listeners[seat].answer(1)
        for listener in listeners:
            received = await listener.next("update")
            assert received.update.cause == pb.CAUSE_ANSWERED


async def test_a_finished_match_rings_no_more(host: MatchHost) -> None:
    match, _, _ = await both(host, DEADLY, settings={"rounds": "1"})
    host.clock.advance(10)
    await host.wait_idle()
    host.clock.advance(10)
    await host.wait_idle()
    assert host.info(match).state is State.FINISHED
    assert host.info(match).resigned == {0, 1}
    host.clock.advance(10_000)
    assert host.clock.waiting == 0
