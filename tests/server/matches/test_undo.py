"""Taking answers back."""

import pytest

from tests.server.matches.market import BUY, DONE, LOOK
from tests.server.matches.match_host import ANN, MatchHost
from tests.server.matches.test_backlog import records, shop_for_long
from tilth.v1 import play_pb2 as pb
from tilth_server.matches import unary
from tilth_server.refusal import Refusal


async def test_a_bid_is_undone_and_asked_again(host: MatchHost) -> None:
    match = await host.match()
    ann, ben = await host.seated(match, 0, views=True), await host.seated(match, 1)
    before = (await host.seated(match, 0, views=True)).received[-1].caught_up.view
    ann.answer(3)
    await ann.next("update")
    await ben.next("update")
    ann.undo("back")
    mine = (await ann.next("update")).update
    theirs = (await ben.next("update")).update
    assert mine.cause == theirs.cause == pb.CAUSE_UNDONE
    assert mine.undone_records == theirs.undone_records == [4]
    assert mine.accepted_request_id == "back"
    assert mine.decision.kind == "bid"
    assert mine.decision.id == 3, "the numbers of answered decisions are not used again"
    assert mine.view == before
    assert not mine.undoable
    assert theirs.open_decision_id == 0
    assert theirs.pending_seats == [0]


async def test_a_repeated_undo_takes_nothing_more_back(host: MatchHost) -> None:
    match = await host.match()
    ann, _ = await shop_for_long(host, match, 3)
    ann.undo("back")
    first = await ann.next("update")
    ann.undo("back")
    again = await ann.next("accepted")
    assert (again.record, again.accepted.request_id) == (first.record, "back")
    ann.leave()
    host.clock.advance(10_000)
    ann = await host.seated(match, 0)
    ann.undo("back")
    assert (await ann.next("accepted")).record == first.record
    ann.undo("more")
    received = await ann.next("update")
    assert received.update.undone_records == [first.record - 2]


async def test_in_a_lane_a_seat_can_undo_its_answers_while_others_continue(host: MatchHost) -> None:
    match = await host.match()
    ann, ben = await shop_for_long(host, match, 2)
    ben.answer(BUY)
    await ann.receive_until("update")
    await ben.receive_until("update")
    asked_of_ben = ben.decisions[1].id
    for number in (1, 2):
        ann.undo(f"u{number}")
        assert (await ann.next("update")).update.undone_records
        assert (await ben.next("update")).update.open_decision_id == asked_of_ben
    ann.undo("u3")
    assert await ann.refusal() == "NOTHING_TO_UNDO"
    ben.undo("b1")
    await ben.next("update")


async def test_an_answer_that_revealed_something_cannot_be_undone(host: MatchHost) -> None:
    match = await host.match()
    ann, _ = await shop_for_long(host, match, 1)
    ann.answer(LOOK)
    assert not (await ann.next("update")).update.undoable
    ann.undo("u")
    assert await ann.refusal() == "NOTHING_TO_UNDO"
    ann.undo("u")
    assert await ann.refusal() == "NOTHING_TO_UNDO"


async def test_an_answer_and_its_undo_may_be_pending_together(host: MatchHost) -> None:
    match = await host.match()
    ann, ben = await shop_for_long(host, match, 0)
    with host.store.held():
        ann.answer(BUY)
        ann.undo("u1")
        ann.send(
            pb.Command(
                channel=1, answer=pb.Answer(request_id="z", decision_id=ann.decisions[1].id + 2, picks=[DONE])
            )
        )
    received = await ann.receive_until("update", 3)
    assert [each.update.cause for each in received] == [pb.CAUSE_ANSWERED, pb.CAUSE_UNDONE, pb.CAUSE_ANSWERED]
    assert received[1].update.undone_records == [received[0].record]
    assert received[2].update.accepted_request_id == "z"
    late = await host.watching(match, from_record=received[0].record)
    assert records(late.received) == records(received)
    await ben.receive_until("update", 3)


async def test_a_match_loaded_again_is_where_the_undo_left_it(host: MatchHost) -> None:
    match = await host.match()
    ann, ben = await shop_for_long(host, match, 2)
    ann.undo("u1")
    await ann.next("update")
    standing = await unary.view(host.matches, ANN, match, 0, None)
    ann.leave()
    ben.leave()
    host.clock.advance(10_000)
    assert len(host.matches.loaded()) == 0
    assert await unary.view(host.matches, ANN, match, 0, None) == standing


async def test_a_unary_call_undoes_too(host: MatchHost) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    with pytest.raises(Refusal, match="NOTHING_TO_UNDO"):
        await unary.undo(host.matches, ANN, match, 0, "u0")
    ann.answer(1)
    await ann.next("update")
    assert await unary.undo(host.matches, ANN, match, 0, "u1") == 5
    assert await unary.undo(host.matches, ANN, match, 0, "u1") == 5
    with pytest.raises(Refusal, match="REQUEST_ID_INVALID"):
        await unary.undo(host.matches, ANN, match, 0, "")
