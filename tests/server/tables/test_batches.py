"""Several answers in one message: all or none, and no free look."""

import pytest

from tests.server.tables.market import BUY, DONE, LOOK
from tests.server.tables.tables import ANN, Listener, Tables
from tests.server.tables.test_joining import shop_for_long
from tilth.v1 import play_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tables import calls


async def at_the_stalls(house: Tables) -> tuple[str, Listener, Listener]:
    match = await house.match()
    ann, ben = await shop_for_long(house, match, 0)
    return match, ann, ben


def shopping(listener: Listener, *deeds: int) -> list[pb.Answer]:
    first = listener.asked[1].id
    return [listener.filled((deed,), decision=first + place) for place, deed in enumerate(deeds)]


async def test_answers_given_together_are_told_one_by_one(house: Tables) -> None:
    match, ann, ben = await at_the_stalls(house)
    before = house.info(match).record_count
    answers = shopping(ann, BUY, BUY, DONE)
    ann.together(*answers)
    mine = await ann.hear_until("happened", 3)
    theirs = await ben.hear_until("happened", 3)
    assert [each.happened.accepted for each in mine] == [answer.request_id for answer in answers]
    assert [each.record for each in theirs] == [before, before + 1, before + 2]
    assert [each.happened.open_decision for each in mine] == [answers[0].decision + n for n in (1, 2, 3)]
    assert ann.asked[1].kind == "leave"


async def test_one_that_is_refused_refuses_them_all(house: Tables) -> None:
    match, ann, ben = await at_the_stalls(house)
    before = house.info(match).record_count
    answers = shopping(ann, BUY, 99, BUY)
    ann.together(*answers)
    told = await ann.hear_until("refused", 3)
    assert [each.refused.request_id for each in told] == [answer.request_id for answer in answers]
    assert [each.refused.reason for each in told] == ["refused_together", "not_offered", "refused_together"]
    assert house.info(match).record_count == before
    assert ben.listen() == []
    ann.answer(BUY)
    told_now = await ann.next("happened")
    assert told_now.happened.open_decision == answers[0].decision + 1


async def test_what_comes_after_a_look_is_refused_unread(house: Tables) -> None:
    match, ann, _ = await at_the_stalls(house)
    before = house.info(match).record_count
    answers = shopping(ann, BUY, LOOK, 99, BUY)
    ann.together(*answers)
    told = await ann.hear_until("refused", 2)
    assert [each.WhichOneof("what") for each in told] == ["happened", "happened", "refused", "refused"]
    assert [each.refused.reason for each in told[2:]] == ["beyond_reveal", "beyond_reveal"]
    assert house.info(match).record_count == before + 2


async def test_the_same_answers_together_again_get_the_same_replies(house: Tables) -> None:
    _, ann, _ = await at_the_stalls(house)
    answers = shopping(ann, BUY, LOOK, BUY)
    ann.together(*answers)
    first = await ann.hear_until("refused")
    ann.together(*answers)
    again = await ann.hear_until("refused")
    assert [(each.record, each.accepted.request_id) for each in again[:2]] == [
        (each.record, each.happened.accepted) for each in first[:2]
    ]
    assert again[2] == first[2]


async def test_they_get_the_same_replies_from_the_log_too(house: Tables) -> None:
    match, ann, _ = await at_the_stalls(house)
    answers = shopping(ann, BUY, LOOK, BUY)
    ann.together(*answers)
    first = await ann.hear_until("refused")
    ann.leave()
    house.hands.turn(10_000)
    ann = await house.seated(match, 0)
    ann.together(*answers)
    again = await ann.hear_until("refused")
    assert [each.record for each in again[:2]] == [each.record for each in first[:2]]
    assert again[2].refused.reason == "beyond_reveal"


async def test_a_request_id_names_one_answer(house: Tables) -> None:
    _, ann, _ = await at_the_stalls(house)
    first, second = shopping(ann, BUY, BUY)
    second.request_id = first.request_id
    ann.together(first, second)
    told = await ann.hear_until("refused", 2)
    assert "bad_request_id" in {each.refused.reason for each in told}


async def test_one_call_may_carry_several_answers(house: Tables) -> None:
    match, ann, _ = await at_the_stalls(house)
    before = house.info(match).record_count
    assert await calls.answer(house.house, ANN, match, 0, shopping(ann, BUY, LOOK, BUY)) == [
        before,
        before + 1,
    ]
    await ann.hear_until("happened", 2)
    with pytest.raises(Refusal, match="not_offered"):
        await calls.answer(house.house, ANN, match, 0, shopping(ann, BUY, 99))
    with pytest.raises(Refusal, match="nothing_said"):
        await calls.answer(house.house, ANN, match, 0, [])
    assert house.info(match).record_count == before + 2
