"""Several answers in one message: all or none, and no free look."""

import pytest

from tests.server.matches.market import BUY, DONE, LOOK
from tests.server.matches.match_host import ANN, Listener, MatchHost
from tests.server.matches.test_backlog import shop_for_long
from tilth.v1 import play_pb2 as pb
from tilth_server.matches import unary
from tilth_server.refusal import Refusal


async def at_the_stalls(host: MatchHost) -> tuple[str, Listener, Listener]:
    match = await host.match()
    ann, ben = await shop_for_long(host, match, 0)
    return match, ann, ben


def shopping(listener: Listener, *deeds: int) -> list[pb.Answer]:
    first = listener.decisions[1].id
    return [listener.filled((deed,), decision_id=first + place) for place, deed in enumerate(deeds)]


async def test_answers_of_a_batch_are_sent_one_by_one(host: MatchHost) -> None:
    match, ann, ben = await at_the_stalls(host)
    before = host.info(match).record_count
    answers = shopping(ann, BUY, BUY, DONE)
    ann.send_batch(*answers)
    mine = await ann.receive_until("update", 3)
    theirs = await ben.receive_until("update", 3)
    assert [each.update.accepted_request_id for each in mine] == [answer.request_id for answer in answers]
    assert [each.record for each in theirs] == [before, before + 1, before + 2]
    assert [each.update.open_decision_id for each in mine] == [answers[0].decision_id + n for n in (1, 2, 3)]
    assert ann.decisions[1].kind == "leave"


async def test_a_refused_answer_refuses_its_whole_batch(host: MatchHost) -> None:
    match, ann, ben = await at_the_stalls(host)
    before = host.info(match).record_count
    answers = shopping(ann, BUY, 99, BUY)
    ann.send_batch(*answers)
    received = await ann.receive_until("refused", 3)
    assert [each.refused.request_id for each in received] == [answer.request_id for answer in answers]
    assert [each.refused.reason for each in received] == [
        "BATCH_REFUSED",
        "OPTION_NOT_OFFERED",
        "BATCH_REFUSED",
    ]
    assert host.info(match).record_count == before
    assert ben.listen() == []
    ann.answer(BUY)
    received_now = await ann.next("update")
    assert received_now.update.open_decision_id == answers[0].decision_id + 1


async def test_answers_of_a_batch_after_a_reveal_are_refused_unread(host: MatchHost) -> None:
    match, ann, _ = await at_the_stalls(host)
    before = host.info(match).record_count
    answers = shopping(ann, BUY, LOOK, 99, BUY)
    ann.send_batch(*answers)
    received = await ann.receive_until("refused", 2)
    assert [each.WhichOneof("payload") for each in received] == ["update", "update", "refused", "refused"]
    assert [each.refused.reason for each in received[2:]] == ["AFTER_REVEAL", "AFTER_REVEAL"]
    assert host.info(match).record_count == before + 2


async def test_the_same_answers_together_again_get_the_same_replies(host: MatchHost) -> None:
    _, ann, _ = await at_the_stalls(host)
    answers = shopping(ann, BUY, LOOK, BUY)
    ann.send_batch(*answers)
    first = await ann.receive_until("refused")
    ann.send_batch(*answers)
    again = await ann.receive_until("refused")
    assert [(each.record, each.accepted.request_id) for each in again[:2]] == [
        (each.record, each.update.accepted_request_id) for each in first[:2]
    ]
    assert again[2] == first[2]


async def test_they_get_the_same_replies_from_the_log_too(host: MatchHost) -> None:
    match, ann, _ = await at_the_stalls(host)
    answers = shopping(ann, BUY, LOOK, BUY)
    ann.send_batch(*answers)
    first = await ann.receive_until("refused")
    ann.leave()
    host.clock.advance(10_000)
    ann = await host.seated(match, 0)
    ann.send_batch(*answers)
    again = await ann.receive_until("refused")
    assert [each.record for each in again[:2]] == [each.record for each in first[:2]]
    assert again[2].refused.reason == "AFTER_REVEAL"


async def test_a_request_id_names_one_answer(host: MatchHost) -> None:
    _, ann, _ = await at_the_stalls(host)
    first, second = shopping(ann, BUY, BUY)
    second.request_id = first.request_id
    ann.send_batch(first, second)
    received = await ann.receive_until("refused", 2)
    assert "REQUEST_ID_INVALID" in {each.refused.reason for each in received}


async def test_one_call_may_carry_several_answers(host: MatchHost) -> None:
    match, ann, _ = await at_the_stalls(host)
    before = host.info(match).record_count
    assert await unary.answer(host.matches, ANN, match, 0, shopping(ann, BUY, LOOK, BUY)) == [
        before,
        before + 1,
    ]
    await ann.receive_until("update", 2)
    with pytest.raises(Refusal, match="OPTION_NOT_OFFERED"):
        await unary.answer(host.matches, ANN, match, 0, shopping(ann, BUY, 99))
    with pytest.raises(Refusal, match="EMPTY_COMMAND"):
        await unary.answer(host.matches, ANN, match, 0, [])
    assert host.info(match).record_count == before + 2
