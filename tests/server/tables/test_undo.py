"""Taking answers back."""

import pytest

from tests.server.tables.market import BUY, DONE, LOOK
from tests.server.tables.tables import ANN, Tables
from tests.server.tables.test_joining import records, shop_for_long
from tilth.v1 import play_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tables import calls


async def test_a_bid_is_taken_back_and_asked_anew(house: Tables) -> None:
    match = await house.match()
    ann, ben = await house.seated(match, 0, views=True), await house.seated(match, 1)
    before = (await house.seated(match, 0, views=True)).heard[-1].caught_up.view
    ann.answer(3)
    await ann.next("happened")
    await ben.next("happened")
    ann.undo("back")
    mine = (await ann.next("happened")).happened
    theirs = (await ben.next("happened")).happened
    assert mine.cause == theirs.cause == pb.CAUSE_UNDID
    assert mine.takes_back == theirs.takes_back == [4]
    assert mine.accepted == "back"
    assert mine.asked.kind == "bid"
    assert mine.asked.id == 3, "the numbers of answered decisions are not used again"
    assert mine.view == before
    assert not mine.undoable
    assert theirs.open_decision == 0
    assert theirs.waiting == [0]


async def test_a_repeated_undo_takes_nothing_more_back(house: Tables) -> None:
    match = await house.match()
    ann, _ = await shop_for_long(house, match, 3)
    ann.undo("back")
    first = await ann.next("happened")
    ann.undo("back")
    again = await ann.next("accepted")
    assert (again.record, again.accepted.request_id) == (first.record, "back")
    ann.leave()
    house.hands.turn(10_000)
    ann = await house.seated(match, 0)
    ann.undo("back")
    assert (await ann.next("accepted")).record == first.record
    ann.undo("more")
    told = await ann.next("happened")
    assert told.happened.takes_back == [first.record - 2]


async def test_in_a_lane_ones_own_answers_can_be_taken_back_while_others_go_on(house: Tables) -> None:
    match = await house.match()
    ann, ben = await shop_for_long(house, match, 2)
    ben.answer(BUY)
    await ann.hear_until("happened")
    await ben.hear_until("happened")
    asked_of_ben = ben.asked[1].id
    for number in (1, 2):
        ann.undo(f"u{number}")
        assert (await ann.next("happened")).happened.takes_back
        assert (await ben.next("happened")).happened.open_decision == asked_of_ben
    ann.undo("u3")
    assert await ann.refusal() == "not_undoable"
    ben.undo("b1")
    await ben.next("happened")


async def test_what_was_learned_is_not_taken_back(house: Tables) -> None:
    match = await house.match()
    ann, _ = await shop_for_long(house, match, 1)
    ann.answer(LOOK)
    assert not (await ann.next("happened")).happened.undoable
    ann.undo("u")
    assert await ann.refusal() == "not_undoable"
    ann.undo("u")
    assert await ann.refusal() == "not_undoable"


async def test_an_answer_and_its_undo_may_be_in_flight_together(house: Tables) -> None:
    match = await house.match()
    ann, ben = await shop_for_long(house, match, 0)
    with house.store.held():
        ann.answer(BUY)
        ann.undo("u1")
        ann.say(
            pb.Said(channel=1, answer=pb.Answer(request_id="z", decision=ann.asked[1].id + 2, chosen=[DONE]))
        )
    told = await ann.hear_until("happened", 3)
    assert [each.happened.cause for each in told] == [pb.CAUSE_ANSWERED, pb.CAUSE_UNDID, pb.CAUSE_ANSWERED]
    assert told[1].happened.takes_back == [told[0].record]
    assert told[2].happened.accepted == "z"
    late = await house.watching(match, from_record=told[0].record)
    assert records(late.heard) == records(told)
    await ben.hear_until("happened", 3)


async def test_a_match_folded_anew_stands_where_the_undo_left_it(house: Tables) -> None:
    match = await house.match()
    ann, ben = await shop_for_long(house, match, 2)
    ann.undo("u1")
    await ann.next("happened")
    standing = await calls.view(house.house, ANN, match, 0, None)
    ann.leave()
    ben.leave()
    house.hands.turn(10_000)
    assert house.house.counts()["live"] == 0
    assert await calls.view(house.house, ANN, match, 0, None) == standing


async def test_one_call_takes_back_too(house: Tables) -> None:
    match = await house.match()
    ann = await house.seated(match, 0)
    with pytest.raises(Refusal, match="not_undoable"):
        await calls.take_back(house.house, ANN, match, 0, "u0")
    ann.answer(1)
    await ann.next("happened")
    assert await calls.take_back(house.house, ANN, match, 0, "u1") == 5
    assert await calls.take_back(house.house, ANN, match, 0, "u1") == 5
    with pytest.raises(Refusal, match="bad_request_id"):
        await calls.take_back(house.house, ANN, match, 0, "")
