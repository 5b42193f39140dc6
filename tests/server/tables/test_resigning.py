"""Resigning: the others finish, and the match says who gave up."""

import pytest

from tests.server.tables.tables import ANN, BEN, Tables
from tilth.v1 import play_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tables.matches import State
from tilth_server.tables.standing import standing


async def test_who_resigns_is_played_on_by_default_answers(house: Tables) -> None:
    match = await house.match(settings={"rounds": "1"})
    ann, ben = await house.seated(match, 0), await house.seated(match, 1)
    info = await house.house.resign(BEN, match, 1, "r")
    assert info.resigned == {1}
    told = await ann.next("happened")
    assert (told.happened.cause, told.happened.seat) == (pb.CAUSE_RESIGNED, 1)
    assert told.happened.waiting == [0]
    ann.answer(3)
    told = (await ann.hear_until("happened", 2))[-1]
    assert (told.happened.cause, told.happened.seat) == (pb.CAUSE_DEFAULTED, 1)
    assert told.happened.waiting == [0]
    assert ann.asked[1].kind == "throw", "Ben's throw waits for Ann's"
    ben.answer(1, decision=1)
    assert await refused(ben) == "resigned"
    ann.answer(measured=[5])
    await ann.hear_until("happened", 2)
    for deed in (3, 3, None):
        ann.answer(*([deed] if deed else []))
        told = (await ann.hear_until("happened"))[-1]
    assert told.HasField("ended")
    assert list(told.ended.result.places) == [1, 2]
    assert house.info(match).state is State.OVER
    assert house.info(match).resigned == {1}


async def refused(listener: object) -> str:
    told = await listener.hear_until("refused")  # type: ignore[attr-defined]
    reason: str = told[-1].refused.reason
    return reason


async def test_when_all_have_resigned_the_match_is_over(house: Tables) -> None:
    match = await house.match()
    await house.house.resign(ANN, match, 0, "")
    info = await house.house.resign(BEN, match, 1, "")
    assert info.state is State.OVER
    assert info.result is not None


async def test_to_resign_again_changes_nothing(house: Tables) -> None:
    match = await house.match()
    await house.house.resign(BEN, match, 1, "r")
    count = house.info(match).record_count
    await house.house.resign(BEN, match, 1, "r")
    assert house.info(match).record_count == count


async def test_nobody_resigns_for_another(house: Tables) -> None:
    match = await house.match()
    with pytest.raises(Refusal, match="not_your_seat"):
        await house.house.resign(ANN, match, 1, "")
    with pytest.raises(Refusal, match="no_seat"):
        await house.house.resign(ANN, match, 2, "")


def test_who_resigned_stands_behind_all_others() -> None:
    assert standing((1, 2, 3), ()) == [1, 2, 3]
    assert standing((2,), ()) == [2], "alone, and lost"
    assert standing((2,), {0}) == [2]
    assert standing((1, 2, 3), {0}) == [3, 1, 2]
    assert standing((1, 1, 3), {0}) == [3, 1, 2]
    assert standing((1, 1, 1), {0, 2}) == [2, 1, 2]
    assert standing((2, 1, 2), {0, 1, 2}) == [2, 1, 2]
