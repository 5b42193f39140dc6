"""Resigning: the others finish, and the match says who gave up."""

import pytest

from tests.server.matches.match_host import ANN, BEN, MatchHost
from tilth.v1 import play_pb2 as pb
from tilth_server.matches.match_info import State
from tilth_server.matches.places import final_places
from tilth_server.refusal import Refusal


async def test_default_answers_are_given_for_a_seat_that_resigned(host: MatchHost) -> None:
    match = await host.match(settings={"rounds": "1"})
    ann, ben = await host.seated(match, 0), await host.seated(match, 1)
    info = await host.matches.lobby.resign(BEN, match, 1, "r")
    assert info.resigned == {1}
    received = await ann.next("update")
    assert (received.update.cause, received.update.seat) == (pb.CAUSE_RESIGNED, 1)
    assert received.update.pending_seats == [0]
    ann.answer(3)
    received = (await ann.receive_until("update", 2))[-1]
    assert (received.update.cause, received.update.seat) == (pb.CAUSE_DEFAULTED, 1)
    assert received.update.pending_seats == [0]
    assert ann.decisions[1].kind == "throw", "Ben's throw waits for Ann's"
    ben.answer(1, decision_id=1)
    assert await refused(ben) == "SEAT_RESIGNED"
    ann.answer(numbers=[5])
    await ann.receive_until("update", 2)
    for deed in (3, 3, None):
        ann.answer(*([deed] if deed else []))
        received = (await ann.receive_until("update"))[-1]
    assert received.HasField("ended")
    assert list(received.ended.result.places) == [1, 2]
    assert host.info(match).state is State.FINISHED
    assert host.info(match).resigned == {1}


async def test_a_seat_that_resigned_is_no_longer_asked(host: MatchHost) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    assert ann.decisions[1].kind == "bid"
    again = host.attend(ANN)
    again.open(1, match, seat=0)
    await host.matches.lobby.resign(ANN, match, 0, "r")
    for listener in (ann, again):
        received = [
            each.update for each in await listener.receive_until("update", 2) if each.HasField("update")
        ]
        assert [update.cause for update in received[:2]] == [pb.CAUSE_RESIGNED, pb.CAUSE_DEFAULTED]
        assert not any(update.HasField("decision") or update.open_decision_id for update in received)


async def refused(listener: object) -> str:
    received = await listener.receive_until("refused")  # type: ignore[attr-defined]
    reason: str = received[-1].refused.reason
    return reason


async def test_when_all_seats_have_resigned_the_match_ends(host: MatchHost) -> None:
    match = await host.match()
    await host.matches.lobby.resign(ANN, match, 0, "")
    info = await host.matches.lobby.resign(BEN, match, 1, "")
    assert info.state is State.FINISHED
    assert info.result is not None


async def test_to_resign_again_changes_nothing(host: MatchHost) -> None:
    match = await host.match()
    await host.matches.lobby.resign(BEN, match, 1, "r")
    count = host.info(match).record_count
    await host.matches.lobby.resign(BEN, match, 1, "r")
    assert host.info(match).record_count == count


async def test_nobody_resigns_for_another(host: MatchHost) -> None:
    match = await host.match()
    with pytest.raises(Refusal, match="NOT_YOUR_SEAT"):
        await host.matches.lobby.resign(ANN, match, 1, "")
    with pytest.raises(Refusal, match="SEAT_NOT_FOUND"):
        await host.matches.lobby.resign(ANN, match, 2, "")


def test_a_resigned_seat_is_placed_behind_all_others() -> None:
    assert final_places((1, 2, 3), ()) == [1, 2, 3]
    assert final_places((2,), ()) == [2], "alone, and lost"
    assert final_places((2,), {0}) == [2]
    assert final_places((1, 2, 3), {0}) == [3, 1, 2]
    assert final_places((1, 1, 3), {0}) == [3, 1, 2]
    assert final_places((1, 1, 1), {0, 2}) == [2, 1, 2]
    assert final_places((2, 1, 2), {0, 1, 2}) == [2, 1, 2]
