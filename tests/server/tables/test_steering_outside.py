"""Operators and tournaments steer matches in which something waits for a fact from outside."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.tables.coins import FIRST_THROW, Slow, at_the_throw, heard_by
from tests.server.tables.tables import ANN, BEN, Listener, Tables, disk_failing, silence, tables
from tests.server.tables.test_clocks import times
from tilth.v1 import play_pb2 as pb
from tilth.v1 import record_pb2
from tilth_server.outside import NoAnswer
from tilth_server.refusal import Refusal
from tilth_server.tables.flights import Flight
from tilth_server.tables.flying import REVIVE_SECONDS
from tilth_server.tables.matches import ClockSettings, MatchInfo, State


@pytest.fixture
async def house(tmp_path: Path, slow: Slow) -> AsyncIterator[Tables]:
    async with tables(tmp_path, oracle=slow) as opened:
        yield opened


class Notes:
    """Who was refused, and how many records became durable."""

    def __init__(self) -> None:
        self.players: list[str] = []
        self.records = 0

    def landed(self, flight: Flight) -> None:
        self.records += sum(len(leg.entries) for leg in flight.legs.values())

    def refused(self, player_id: str) -> None:
        self.players.append(player_id)


async def under_way(call: "asyncio.Task[MatchInfo]") -> None:
    """It has begun, and isn't done."""
    await asyncio.sleep(0.01)
    assert not call.done()


def causes(*told: pb.Told) -> list[int]:
    return [each.happened.cause for each in told if each.HasField("happened")]


async def test_what_was_said_before_a_pause_happens_before_it(house: Tables, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(house)
    request = ann.answer(measured=[3])
    pausing = asyncio.create_task(house.house.pause("op", match, "tea"))
    await heard_by(slow)
    await under_way(pausing)
    assert house.info(match).paused is None
    slow.say(4)
    assert (await pausing).paused == "tea"
    told = await ann.hear_until("happened", 2)
    assert causes(*told) == [pb.CAUSE_ANSWERED, pb.CAUSE_PAUSED]
    assert told[0].happened.accepted == request
    assert causes(*await ben.hear_until("happened", 2)) == [pb.CAUSE_ANSWERED, pb.CAUSE_PAUSED]
    ben.answer(measured=[2])
    assert await ben.refusal() == "paused"
    assert len(slow.asked) == 1, "a paused match asks for nothing"
    assert house.info(match).record_count == FIRST_THROW + 2


async def test_the_answer_refused_while_it_was_paused_is_taken_after_it(house: Tables, slow: Slow) -> None:
    match, ann, _ = await at_the_throw(house)
    await house.house.pause("op", match, "")
    await ann.next("happened")
    request = ann.answer(measured=[3])
    assert await ann.refusal() == "paused"
    await house.house.resume_match("op", match)
    assert (await ann.next("happened")).happened.asked.kind == "throw"
    ann.answer(measured=[3], request_id=request)
    slow.say(3)
    told = await ann.next("happened")
    assert (told.record, told.happened.accepted) == (FIRST_THROW + 2, request)
    (stored,) = house.store.read_now(house.info(match).stream, FIRST_THROW + 2)
    assert list(record_pb2.Record.FromString(stored.body).facts) == [b'{"coins":3}']


async def test_who_answered_in_time_loses_none_to_a_pause(house: Tables, slow: Slow) -> None:
    clock = ClockSettings(decision_ms=10_000, bank_ms=60_000)
    match, ann, ben = await at_the_throw(house, clock=clock)
    house.hands.turn(4)
    ann.answer(measured=[3])
    pausing = asyncio.create_task(house.house.pause("op", match, ""))
    await heard_by(slow)
    house.hands.turn(100)
    slow.say(3)
    await pausing
    told = await ben.hear_until("happened", 2)
    assert causes(*told) == [pb.CAUSE_ANSWERED, pb.CAUSE_PAUSED]
    await ann.hear_until("happened", 2)
    house.hands.turn(1000)
    await silence(ann, ben)
    await house.house.resume_match("op", match)
    assert times(await ben.next("happened")) == times(told[1])
    house.hands.turn(69.9)
    await silence(ben)
    house.hands.turn(0.2)
    slow.say(1)
    assert causes(await ben.next("happened")) == [pb.CAUSE_TIMED_OUT]


async def test_a_pause_comes_too_when_nobody_answers(house: Tables, slow: Slow) -> None:
    match, ann, _ = await at_the_throw(house)
    slow.say(NoAnswer("dead"))
    ann.answer(measured=[3])
    assert (await house.house.pause("op", match, "a fire")).paused == "a fire"
    told = await ann.hear_until("happened")
    assert [each.WhichOneof("what") for each in told] == ["refused", "happened"]
    assert told[0].refused.reason == "outside_failed"


async def test_a_pause_that_waits_does_not_outlast_the_match(house: Tables, slow: Slow) -> None:
    match, ann, _ = await at_the_throw(house)
    ann.answer(measured=[3])
    pausing = asyncio.create_task(house.house.pause("op", match, ""))
    await heard_by(slow)
    await house.house.cancel("op", match, "rain")
    with pytest.raises(Refusal, match="isn't being played"):
        await pausing
    assert house.info(match).paused is None


async def test_who_resigns_while_it_is_paused_is_played_on_and_nobody_else_plays(
    house: Tables, slow: Slow
) -> None:
    match, _, ben = await at_the_throw(house)
    await house.house.pause("op", match, "")
    await house.house.resign_for(match, 0)
    assert house.info(match).resigned == {0}, "without having waited for the coin"
    await heard_by(slow)
    ben.answer(measured=[2], decision=2, request_id="meanwhile")
    resuming = asyncio.create_task(house.house.resume_match("op", match))
    await under_way(resuming)
    slow.say(4)
    await resuming
    told = await ben.hear_until("happened", 4)
    assert causes(*told) == [pb.CAUSE_PAUSED, pb.CAUSE_RESIGNED, pb.CAUSE_DEFAULTED, pb.CAUSE_RESUMED]
    (refused,) = [each.refused for each in told if each.HasField("refused")]
    assert (refused.request_id, refused.reason) == ("meanwhile", "paused")
    ben.answer(measured=[2])
    slow.say(2)
    assert causes(*await ben.hear_until("happened"))[0] == pb.CAUSE_ANSWERED


async def test_a_fault_in_a_default_answer_does_not_let_the_clocks_of_a_paused_match_run(
    house: Tables, slow: Slow
) -> None:
    match, _, ben = await at_the_throw(house, clock=ClockSettings(decision_ms=10_000))
    await house.house.pause("op", match, "")
    slow.say(10**6)
    await house.house.resign_for(match, 0)
    await house.all_down()
    assert causes(*await ben.hear_until("happened", 2)) == [pb.CAUSE_PAUSED, pb.CAUSE_RESIGNED]
    house.hands.turn(20)
    await silence(ben)
    slow.say(4)
    house.hands.turn(20)
    assert causes(await ben.next("happened")) == [pb.CAUSE_DEFAULTED]
    house.hands.turn(100_000)
    await silence(ben)
    assert house.info(match).paused == ""


async def test_nobody_is_absent_while_a_fact_is_asked_for(house: Tables, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(house)
    ann.answer(measured=[3])
    ann.leave()
    ben.leave()
    await heard_by(slow)
    house.hands.turn(100)
    assert house.house.absent(match, 60_000) == []
    slow.say(3)
    await house.all_down()
    assert house.house.absent(match, 60_000) == [], "Ben was asked just now"
    house.hands.turn(61)
    assert house.house.absent(match, 60_000) == [1]


async def test_an_answer_that_did_not_happen_is_no_sign_of_life(house: Tables, slow: Slow) -> None:
    match, ann, _ = await at_the_throw(house)
    house.hands.turn(50)
    ann.answer(measured=[3])
    slow.say(NoAnswer("dead"))
    assert await ann.refusal() == "outside_failed"
    ann.leave()
    house.hands.turn(11)
    assert house.house.absent(match, 60_000) == [0]


async def test_nor_is_one_that_was_refused_together_with_another(house: Tables) -> None:
    match = await house.match()
    ann = await house.seated(match, 0)
    house.hands.turn(50)
    bid = ann.filled((1,))
    ann.together(bid, ann.filled((1,), decision=bid.decision + 1))
    await ann.hear_until("refused", 2)
    ann.leave()
    house.hands.turn(11)
    assert house.house.absent(match, 60_000) == [0]


async def test_who_is_made_to_resign_has_thrown_before(house: Tables, slow: Slow) -> None:
    match, ann, ben = await at_the_throw(house)
    ann.answer(measured=[3])
    resigning = asyncio.create_task(house.house.resign_for(match, 0, by_absence=True))
    await heard_by(slow)
    await under_way(resigning)
    slow.say(3)
    assert (await resigning).resigned == {0}
    told = await ben.hear_until("happened", 2)
    assert causes(*told) == [pb.CAUSE_ANSWERED, pb.CAUSE_RESIGNED]
    (stored,) = house.store.read_now(house.info(match).stream, FIRST_THROW + 1)
    assert record_pb2.Record.FromString(stored.body).resigned.by_absence


async def all_resigned(house: Tables, slow: Slow) -> str:
    """Nobody plays any more, and the first coin of those who did is in the air."""
    match, ann, ben = await at_the_throw(house)
    await house.house.resign_for(match, 1, by_absence=True)
    await house.house.resign_for(match, 0, by_absence=True)
    for listener in (ann, ben):
        listener.leave()
    await heard_by(slow)
    return match


async def test_a_match_that_ends_meanwhile_is_not_paused(house: Tables, slow: Slow) -> None:
    match = await all_resigned(house, slow)
    pausing = asyncio.create_task(house.house.pause("op", match, ""))
    await under_way(pausing)
    slow.say(1, 2, 3, 4)
    with pytest.raises(Refusal, match="isn't being played"):
        await pausing
    info = house.info(match)
    assert (info.state, info.paused) == (State.OVER, None)


async def test_after_a_stop_a_match_that_nobody_attends_is_played_to_its_end(
    house: Tables, slow: Slow
) -> None:
    """A tournament waits for its result."""
    match = await all_resigned(house, slow)
    await house.house.close()
    await house.store.close()
    async with tables(house.folder, oracle=slow) as reopened:
        slow.say(1, 2, 3, 4)
        await asyncio.sleep(0)
        await reopened.all_down()
        assert reopened.info(match).state is State.OVER


async def test_nothing_is_asked_any_more_when_the_server_stops(house: Tables, slow: Slow) -> None:
    """A tournament may let a seat resign while the server ends."""
    match, ann, _ = await at_the_throw(house)
    await house.house.close()
    assert (await house.house.resign_for(match, 0)).resigned == {0}
    await ann.hear_until("happened")
    await house.all_down()
    assert slow.asked == []


async def test_after_a_failed_commit_it_is_played_to_its_end_too(house: Tables, slow: Slow) -> None:
    match = await all_resigned(house, slow)
    with disk_failing(house.folder):
        slow.say(1)
        await house.all_down()
    assert house.info(match).state is State.RUNNING
    slow.say(1, 2, 3, 4)
    house.hands.turn(REVIVE_SECONDS)
    await asyncio.sleep(0)
    await house.all_down()
    assert house.info(match).state is State.OVER


async def test_observers_are_told_of_what_happens_once_and_of_what_is_refused(
    house: Tables, slow: Slow
) -> None:
    match, ann, _ = await at_the_throw(house)
    notes = Notes()
    house.house.observers = (notes,)
    slow.say(NoAnswer("dead"), 3)
    request = ann.answer(measured=[3])
    assert await ann.refusal() == "outside_failed"
    assert (notes.players, notes.records) == ([ANN], 0)
    ann.answer(measured=[3], request_id=request)
    await ann.next("happened")
    assert (notes.players, notes.records) == ([ANN], 1)
    assert house.info(match).record_count == FIRST_THROW + 1


async def test_a_followed_match_is_opened_and_waits_like_any_other(house: Tables, slow: Slow) -> None:
    follower: Listener = house.attend(BEN)
    follower.say(pb.Said(channel=5, follow=pb.Follow()))
    _, ann, _ = await at_the_throw(house)
    await follower.hear_until("happened", 2)
    ann.answer(measured=[3])
    slow.say(3)
    assert (await follower.next("happened")).happened.asked.kind == "throw"
