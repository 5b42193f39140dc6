"""A match that an operator has paused: nobody answers, no clock runs, and then it goes on as if nothing had been."""

import pytest

from tests.server.tables.tables import ANN, Listener, Tables, silence, tables
from tests.server.tables.test_clocks import BANK, both, times
from tilth.v1 import play_pb2 as pb
from tilth.v1 import record_pb2
from tilth_server.refusal import Refusal
from tilth_server.tables.matches import State


async def hear(*listeners: Listener) -> list[pb.Told]:
    return [await listener.next("happened") for listener in listeners]


async def test_nobody_answers_while_a_match_is_paused(house: Tables) -> None:
    match = await house.match()
    ann, ben = await house.seated(match, 0), await house.seated(match, 1)
    await house.house.pause("op", match, "a fire alarm")
    mine, theirs = await hear(ann, ben)
    assert mine.happened.cause == theirs.happened.cause == pb.CAUSE_PAUSED
    assert (mine.happened.open_decision, theirs.happened.open_decision) == (1, 0)
    assert mine.happened.waiting == [0]
    assert house.info(match).paused == "a fire alarm"
    answer = ann.filled((1,))
    ann.say(pb.Said(channel=1, answer=answer))
    assert await ann.refusal() == "paused"
    ann.undo()
    assert await ann.refusal() == "paused"
    ann.together(answer, ann.filled((1,), decision=2))
    assert [each.refused.reason for each in await ann.hear_until("refused", 2)] == [
        "paused",
        "refused_together",
    ]
    assert house.info(match).record_count == 5


async def test_after_it_the_open_decision_is_asked_anew_and_the_same_answer_is_taken(house: Tables) -> None:
    match = await house.match()
    ann = await house.seated(match, 0)
    await house.house.pause("op", match, "")
    await hear(ann)
    answer = ann.filled((1,))
    ann.say(pb.Said(channel=1, answer=answer))
    await ann.refusal()
    await house.house.resume_match("op", match)
    told = await ann.next("happened")
    assert told.happened.cause == pb.CAUSE_RESUMED
    assert told.happened.asked.id == told.happened.open_decision == 1
    assert house.info(match).paused is None
    ann.say(pb.Said(channel=1, answer=answer))
    told = await ann.next("happened")
    assert told.happened.accepted == answer.request_id
    assert told.record == 6 == house.info(match).record_count - 1


async def test_clocks_stand_while_it_is_paused(house: Tables) -> None:
    match, ann, _ = await both(house, BANK)
    house.hands.turn(15)
    await house.house.pause("op", match, "")
    assert times(await ann.next("happened"))[0] == (55_000, 55_000)
    house.hands.turn(100_000)
    await silence(ann)
    assert times((await house.watching(match)).heard[-1])[0] == (55_000, 55_000)
    await house.house.resume_match("op", match)
    assert times(await ann.next("happened"))[0] == (55_000, 55_000)
    house.hands.turn(54.9)
    await silence(ann)
    house.hands.turn(0.1)
    assert (await ann.next("happened")).happened.cause == pb.CAUSE_TIMED_OUT


async def test_a_pause_outlives_the_server(house: Tables) -> None:
    match, _, _ = await both(house, BANK)
    await house.house.pause("op", match, "tea")
    await house.house.close()
    await house.store.close()
    async with tables(house.folder) as anew:
        assert anew.info(match).paused == "tea"
        ann = await anew.seated(match, 0)
        anew.hands.turn(100_000)
        ann.answer(1)
        assert await ann.refusal() == "paused"
        await anew.house.resume_match("op", match)
        await ann.next("happened")
        ann.answer(1)
        told = await ann.next("happened")
        assert (told.record, told.happened.cause) == (6, pb.CAUSE_ANSWERED)


async def test_pausing_twice_is_pausing_once_and_so_is_resuming(house: Tables) -> None:
    match = await house.match()
    for _ in range(2):
        await house.house.pause("op", match, "once")
    for _ in range(2):
        await house.house.resume_match("op", match)
    causes = [
        record_pb2.Record.FromString(each.body).WhichOneof("cause")
        for each in house.store.read_now(house.info(match).stream, 4)
    ]
    assert causes == ["paused", "resumed"]


async def test_a_paused_match_can_be_resigned_and_cancelled(house: Tables) -> None:
    match = await house.match()
    ben = await house.seated(match, 1)
    await house.house.pause("op", match, "")
    await house.house.resign(ANN, match, 0, "r")
    told = await ben.hear_until("happened", 3)
    assert [each.happened.cause for each in told] == [pb.CAUSE_PAUSED, pb.CAUSE_RESIGNED, pb.CAUSE_DEFAULTED]
    assert ben.asked[1].kind == "bid"
    ben.answer(1)
    assert await ben.refusal() == "paused"
    await house.house.cancel("op", match, "no more")
    assert house.info(match).state is State.CANCELLED


async def test_what_is_not_played_is_not_paused(house: Tables) -> None:
    match = await house.match()
    await house.house.cancel("op", match, "")
    with pytest.raises(Refusal, match="isn't being played"):
        await house.house.pause("op", match, "")
