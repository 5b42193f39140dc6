"""Clocks: they run exactly while a seat is asked, and what a timeout does is the match's own rule."""

from typing import Any

import pytest

from tests.server.tables.market import BUY
from tests.server.tables.tables import Listener, Tables, disk_failing, silence, tables
from tilth.v1 import play_pb2 as pb
from tilth.v1 import record_pb2
from tilth_server.tables.matches import ClockSettings, State

TEN_SECONDS = ClockSettings(decision_ms=10_000)
BANK = ClockSettings(decision_ms=10_000, bank_ms=60_000, increment_ms=2_000)
DEADLY = ClockSettings(decision_ms=10_000, resigns=True)


async def both(house: Tables, clock: ClockSettings, **asked: Any) -> tuple[str, Listener, Listener]:
    match = await house.match(clock=clock, **asked)
    return match, await house.seated(match, 0), await house.seated(match, 1)


def times(told: pb.Told) -> dict[int, tuple[int, int | None]]:
    """By seat: what is in the bank, and how long until the time is out."""
    clocks = told.caught_up.clocks if told.HasField("caught_up") else told.happened.clocks
    return {each.seat: (each.bank_ms, each.left_ms if each.HasField("left_ms") else None) for each in clocks}


async def test_a_match_without_clocks_waits_for_ever(house: Tables) -> None:
    match = await house.match()
    ann = await house.seated(match, 0)
    house.hands.turn(10**9)
    await silence(ann)
    assert times(ann.heard[-1]) == {}


async def test_only_the_seat_that_is_asked_loses_time(house: Tables) -> None:
    _, ann, ben = await both(house, BANK)
    assert times(ann.heard[-1]) == {0: (60_000, 70_000), 1: (60_000, None)}
    house.hands.turn(4)
    ann.answer(1)
    told = await ann.next("happened")
    assert times(told) == {0: (62_000, None), 1: (60_000, 70_000)}
    await ben.hear_until("happened")


async def test_the_decisions_own_time_goes_first_and_then_the_bank(house: Tables) -> None:
    match, ann, ben = await both(house, BANK)
    house.hands.turn(25)
    late = await house.watching(match)
    assert times(late.heard[-1])[0] == (45_000, 45_000)
    ann.answer(1)
    assert times(await ann.next("happened"))[0] == (60_000 - 15_000 + 2_000, None)
    await ben.hear_until("happened")
    (stored,) = house.store.read_now(house.info(match).stream, 4)
    assert record_pb2.Record.FromString(stored.body).answered.spent_ms == 15_000


async def test_a_timeout_gives_the_default_answer_and_the_match_goes_on(house: Tables) -> None:
    match, ann, ben = await both(house, TEN_SECONDS)
    house.hands.turn(9.999)
    await silence(ann, ben)
    house.hands.turn(0.001)
    mine, theirs = await ann.next("happened"), await ben.next("happened")
    assert mine.happened.cause == theirs.happened.cause == pb.CAUSE_TIMED_OUT
    assert mine.happened.seat == 0
    assert theirs.happened.asked.kind == "bid"
    assert not mine.happened.undoable
    ann.answer(2, decision=1)
    assert await ann.refusal() == "closed"
    assert house.info(match).state is State.RUNNING


async def test_a_timeout_may_mean_to_resign(house: Tables) -> None:
    match, ann, ben = await both(house, DEADLY)
    house.hands.turn(10)
    told = await ben.hear_until("happened", 2)
    assert [each.happened.cause for each in told] == [pb.CAUSE_RESIGNED, pb.CAUSE_DEFAULTED]
    assert ben.asked[1].kind == "bid"
    assert house.info(match).resigned == {0}
    (stored,) = house.store.read_now(house.info(match).stream, 4, 1)
    assert record_pb2.Record.FromString(stored.body).resigned.by_timeout
    await ann.hear_until("happened", 2)
    ann.answer(2, decision=2)
    assert await ann.refusal() == "resigned"


async def test_a_timeout_touches_its_own_lane_only(house: Tables) -> None:
    _, ann, ben = await both(house, TEN_SECONDS)
    for listener in (ann, ben, ann, ben):
        if listener.asked[1].quantities:
            listener.answer(measured=[0])
        else:
            listener.answer(1)
        await ann.hear_until("happened")
        await ben.hear_until("happened")
    house.hands.turn(6)
    ann.answer(BUY)
    await ann.hear_until("happened")
    told = await ben.next("happened")
    assert times(told) == {0: (0, 10_000), 1: (0, 4_000)}
    house.hands.turn(4)
    told = await ben.next("happened")
    assert (told.happened.cause, told.happened.seat) == (pb.CAUSE_TIMED_OUT, 1)
    assert ben.asked[1].kind == "leave"
    assert (await ann.next("happened")).happened.open_decision == ann.asked[1].id


async def test_an_answer_that_comes_too_late_finds_its_decision_closed(house: Tables) -> None:
    _, ann, ben = await both(house, TEN_SECONDS)
    house.hands._now += 10.5
    ann.answer(3)
    told = await ann.hear_until("refused")
    assert [each.WhichOneof("what") for each in told] == ["happened", "refused"]
    assert told[0].happened.cause == pb.CAUSE_TIMED_OUT
    assert told[1].refused.reason == "closed"
    await ben.hear_until("happened")


async def test_who_has_no_time_left_at_all_is_played_to_the_end(house: Tables) -> None:
    match, ann, _ = await both(house, ClockSettings(bank_ms=1_000), settings={"rounds": "1"})
    house.hands.turn(1)
    assert times((await ann.hear_until("happened"))[0])[0] == (0, None)
    for _ in range(20):
        house.hands.turn(1)
        await house.all_down()
    assert house.info(match).state is State.OVER


async def test_time_while_the_server_is_down_is_nobodys_and_the_bank_is_remembered(house: Tables) -> None:
    match, ann, ben = await both(house, BANK)
    house.hands.turn(30)
    ann.answer(1)
    await ann.hear_until("happened")
    await ben.hear_until("happened")
    house.hands.turn(69)
    await house.house.close()
    await house.store.close()
    async with tables(house.folder) as reopened:
        ann = await reopened.seated(match, 0)
        assert times(ann.heard[-1]) == {0: (42_000, None), 1: (60_000, 70_000)}
        reopened.hands.turn(70)
        told = await ann.next("happened")
        assert (told.happened.cause, told.happened.seat) == (pb.CAUSE_TIMED_OUT, 1)


async def test_clocks_run_after_a_restart_though_nobody_touches_the_match(house: Tables) -> None:
    match, _, _ = await both(house, TEN_SECONDS)
    await house.house.close()
    await house.store.close()
    async with tables(house.folder) as reopened:
        reopened.hands.turn(10)
        await reopened.house.all_down()
        assert reopened.info(match).record_count == 5


async def test_a_match_with_clocks_stays_in_memory(house: Tables) -> None:
    match, ann, ben = await both(house, ClockSettings(decision_ms=100_000_000))
    ann.leave()
    ben.leave()
    house.hands.turn(50_000)
    assert house.house.counts()["live"] == 1
    house.hands.turn(50_000)
    await house.all_down()
    assert house.info(match).record_count == 5


async def test_an_undo_gives_no_time_back(house: Tables) -> None:
    _, ann, ben = await both(house, BANK)
    house.hands.turn(25)
    ann.answer(1)
    await ann.next("happened")
    await ben.hear_until("happened")
    house.hands.turn(3)
    ann.undo("u1")
    told = await ann.next("happened")
    assert times(told)[0] == (45_000, 45_000), "15 s were lost before, the increment is taken back"
    house.hands.turn(5)
    ann.answer(1)
    assert times(await ann.next("happened"))[0] == (42_000, None)


async def test_taking_back_again_and_again_does_not_stop_the_clock(house: Tables) -> None:
    _, ann, ben = await both(house, TEN_SECONDS)
    told: list[pb.Told] = []
    for number in range(3):
        house.hands.turn(3)
        ann.answer(1)
        await ann.hear_until("happened")
        ann.undo(f"u{number}")
        told = await ann.hear_until("happened")
    assert times(told[-1])[0] == (0, 1_000)
    house.hands.turn(1)
    told = await ann.hear_until("happened")
    assert told[-1].happened.cause == pb.CAUSE_TIMED_OUT
    await ben.hear_until("happened")


async def test_the_clocks_of_a_dropped_match_run_again(house: Tables) -> None:
    match, ann, ben = await both(house, TEN_SECONDS)
    with disk_failing(house.folder):
        ann.answer(1)
        await ann.hear_until("cut_off")
    house.hands.turn(5)
    house.hands.turn(10)
    await house.all_down()
    assert house.info(match).record_count == 5
    ben.leave()


@pytest.mark.parametrize("seats", [2, 3])
async def test_who_is_not_asked_has_all_the_time(house: Tables, seats: int) -> None:
    match = await house.match(seats=seats, clock=TEN_SECONDS)
    listeners = [await house.seated(match, seat) for seat in range(seats)]
    for seat in range(seats):
        house.hands.turn(9)
        listeners[seat].answer(1)
        for listener in listeners:
            told = await listener.next("happened")
            assert told.happened.cause == pb.CAUSE_ANSWERED


async def test_a_finished_match_rings_no_more(house: Tables) -> None:
    match, _, _ = await both(house, DEADLY, settings={"rounds": "1"})
    house.hands.turn(10)
    await house.all_down()
    house.hands.turn(10)
    await house.all_down()
    assert house.info(match).state is State.OVER
    assert house.info(match).resigned == {0, 1}
    house.hands.turn(10_000)
    assert house.hands.waiting == 0
