"""Answers, one at a time: who gets which reply, and when."""

import pytest

from tests.server.matches.market import BUY, CURSE
from tests.server.matches.match_host import ANN, BEN, Listener, MatchHost, match_host, silence
from tests.server.matches.test_backlog import shop_for_long
from tilth.v1 import play_pb2 as pb
from tilth_server.matches import unary
from tilth_server.refusal import Refusal


async def test_acceptance_events_and_the_next_decision_are_one_frame(host: MatchHost) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    ben = await host.seated(match, 1)
    request = ann.answer(2)
    mine = await ann.next("update")
    theirs = await ben.next("update")
    assert mine.update.accepted_request_id == request
    assert not mine.update.HasField("decision")
    assert mine.update.undoable
    assert theirs.update.accepted_request_id == ""
    assert theirs.update.decision.kind == "bid"
    assert theirs.update.open_decision_id == theirs.update.decision.id == 1
    for received in (mine, theirs):
        assert received.record == 4
        assert received.update.cause == pb.CAUSE_ANSWERED
        assert received.update.seat == 0
        assert len(received.update.events) == 1
        assert received.update.pending_seats == [1]


async def test_nothing_is_sent_before_it_is_durable(host: MatchHost) -> None:
    match = await host.match()
    ann, ben, watcher = (
        await host.seated(match, 0),
        await host.seated(match, 1),
        await host.watching(match),
    )
    with host.store.held():
        request = ann.answer(2)
        ann.answer(2, decision_id=1)
        await silence(ann, ben, watcher, seconds=0.2)
        assert host.info(match).record_count == 4
    received = await ann.receive_until("refused")
    assert [each.WhichOneof("payload") for each in received] == ["update", "refused"]
    assert received[0].update.accepted_request_id == request
    assert received[1].refused.reason == "DECISION_CLOSED"
    await ben.next("update")
    await watcher.next("update")
    assert host.info(match).record_count == 5


async def test_a_repeated_request_gets_the_first_reply_again(host: MatchHost) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    request = ann.answer(2)
    first = await ann.next("update")
    ann.answer(2, request_id=request, decision_id=1)
    again = await ann.next("accepted")
    assert again.accepted.request_id == request
    assert again.record == first.record
    ann.answer(3, request_id=request, decision_id=1)
    assert await ann.refusal() == "REQUEST_ID_REUSED"
    ann.answer(1, decision_id=1, request_id="other")
    assert await ann.refusal() == "DECISION_CLOSED"


async def test_a_request_id_used_again_for_the_next_decision_is_refused(
    host: MatchHost,
) -> None:
    match = await host.match()
    ann, ben = await shop_for_long(host, match, 0)
    request = ann.answer(BUY)
    first = await ann.next("update")
    ann.answer(BUY, request_id=request)
    assert await ann.refusal() == "REQUEST_ID_REUSED"
    assert host.info(match).record_count == first.record + 1
    ben.answer(BUY, request_id=request)
    assert (await ben.receive_until("update", 2))[-1].update.accepted_request_id == request, (
        "it is unique for the seat"
    )


async def test_a_request_repeated_while_it_is_pending_is_answered_when_it_is_durable(host: MatchHost) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    with host.store.held():
        request = ann.answer(2)
        ann.answer(2, request_id=request)
        await silence(ann)
    received = await ann.receive_until("accepted")
    assert [each.WhichOneof("payload") for each in received] == ["update", "accepted"]
    assert {each.record for each in received} == {4}


async def test_a_refused_request_stays_refused_even_if_it_would_be_right_by_now(host: MatchHost) -> None:
    match = await host.match()
    ann, ben = await host.seated(match, 0), await host.seated(match, 1)
    ben.answer(2, decision_id=1, request_id="early")
    assert await ben.refusal() == "NO_OPEN_DECISION"
    ann.answer(2)
    await ben.next("update")
    ben.answer(2, request_id="early")
    assert await ben.refusal() == "NO_OPEN_DECISION"
    ben.answer(2, request_id="late")
    assert (await ben.next("update")).update.accepted_request_id == "late"


async def test_an_old_answer_is_known_from_the_log_after_a_restart(host: MatchHost) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    request = ann.answer(2)
    await ann.next("update")
    await host.matches.close()
    await host.store.close()
    async with match_host(host.folder) as reopened:
        ann = await reopened.seated(match, 0)
        ann.answer(2, request_id=request, decision_id=1)
        again = await ann.next("accepted")
        assert (again.accepted.request_id, again.record) == (request, 4)
        ann.answer(2, request_id="another", decision_id=1)
        assert await ann.refusal() == "DECISION_CLOSED"
        assert reopened.info(match).record_count == 5


async def test_the_last_answer_of_a_match_is_still_known_when_it_is_over(host: MatchHost) -> None:
    match = await host.match(settings={"rounds": "1"})
    await play_out(host, match)
    ann = host.attend(ANN)
    ann.send(
        pb.Command(channel=1, open=pb.OpenChannel(match_id=match, seat=0)),
        pb.Command(channel=1, answer=pb.Answer(request_id="0/1", decision_id=1, picks=[1])),
        pb.Command(channel=1, answer=pb.Answer(request_id="new", decision_id=1, picks=[1])),
    )
    received = await ann.receive_until("ended")
    replies = [each.WhichOneof("payload") for each in received]
    assert replies == ["opened", "accepted", "refused", "caught_up", "ended"]
    assert received[2].refused.reason == "MATCH_NOT_RUNNING"


async def test_a_batch_for_an_ended_match_is_refused_as_a_whole(host: MatchHost) -> None:
    match = await host.match(settings={"rounds": "1"})
    await play_out(host, match)
    ann = host.attend(ANN)
    answers = [pb.Answer(request_id=name, decision_id=1, picks=[1]) for name in ("new", "newer")]
    ann.send(
        pb.Command(channel=1, open=pb.OpenChannel(match_id=match, seat=0)),
        pb.Command(channel=1, answer_batch=pb.AnswerBatch(answers=answers)),
    )
    received = await ann.receive_until("ended")
    assert [each.WhichOneof("payload") for each in received] == [
        "opened",
        "refused",
        "refused",
        "caught_up",
        "ended",
    ]
    assert received[1].refused.reason == "MATCH_NOT_RUNNING"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"picks": [4]}, "OPTION_NOT_OFFERED"),
        ({"picks": []}, "TOO_FEW"),
        ({"picks": [1, 2]}, "TOO_MANY"),
        ({"numbers": [1]}, "WRONG_ANSWER_KIND"),
        ({"picks": [1], "decision_id": 0}, "DECISION_CLOSED"),
        ({"picks": [1], "decision_id": 2}, "DECISION_CLOSED"),
        ({"picks": [1], "request_id": ""}, "REQUEST_ID_INVALID"),
        ({"picks": [1], "request_id": "x" * 65}, "REQUEST_ID_INVALID"),
    ],
)
async def test_an_answer_out_of_bounds_is_refused_and_changes_nothing(
    host: MatchHost, answer: dict[str, object], reason: str
) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    given = pb.Answer(**{"request_id": "a", "decision_id": 1, **answer})  # type: ignore[arg-type]
    ann.send(pb.Command(channel=1, answer=given))
    received = await ann.next("refused")
    assert received.refused.reason == reason
    assert received.refused.request_id == given.request_id
    assert host.matches.metrics.refusals == {reason: 1}
    assert host.info(match).record_count == 4
    ann.answer(2, request_id="b")
    assert (await ann.next("update")).update.accepted_request_id == "b"


async def test_a_channel_cannot_act_for_another_players_seat(host: MatchHost) -> None:
    match = await host.match()
    ben = host.attend(BEN)
    ben.open(1, match, seat=0)
    assert await ben.refusal() == "NOT_YOUR_SEAT"
    ben.open(1, match, seat=9)
    assert await ben.refusal() == "SEAT_NOT_FOUND"
    ben.open(1, match)
    await ben.receive_until("caught_up")
    ben.answer(2, decision_id=1)
    assert await ben.refusal() == "SPECTATOR_CANNOT_ACT"
    ben.answer(2, decision_id=1, channel=7)
    assert await ben.refusal() == "CHANNEL_NOT_OPEN"
    with pytest.raises(Refusal, match="NOT_YOUR_SEAT"):
        await unary.answer(host.matches, BEN, match, 0, [pb.Answer(request_id="a", decision_id=1, picks=[1])])


async def test_a_fault_in_the_rules_leaves_the_match_as_it_was(host: MatchHost) -> None:
    match = await host.match()
    ann, ben = await host.seated(match, 0), await host.seated(match, 1)
    ann.answer(CURSE)
    assert await ann.refusal() == "RULES_FAILED"
    await silence(ben)
    assert host.info(match).record_count == 4
    ann.answer(2)
    assert (await ann.next("update")).record == 4
    assert (await ben.next("update")).update.decision.id == 1


async def test_a_fault_behind_a_good_answer_in_one_message_takes_back_only_the_faulty_one(
    host: MatchHost,
) -> None:
    first, second = await host.match(), await host.match()
    ann = host.attend(ANN)
    ann.open(1, first, seat=0)
    ann.open(2, second, seat=0)
    await ann.receive_until("caught_up", 2)
    ann.send(ann.answering(CURSE, channel=1), ann.answering(2, channel=2))
    received = await ann.receive_until("update")
    assert {each.channel: each.WhichOneof("payload") for each in received} == {1: "refused", 2: "update"}
    assert [host.info(match).record_count for match in (first, second)] == [4, 5]


async def test_all_that_came_in_one_message_becomes_durable_together(host: MatchHost) -> None:
    matches = [await host.match() for _ in range(5)]
    ann = host.attend(ANN)
    for channel, match in enumerate(matches, 1):
        ann.open(channel, match, seat=0)
    await ann.receive_until("caught_up", 5)
    commits = host.matches.metrics.commit_records
    before = commits.count
    ann.send(*(ann.answering(2, channel=channel) for channel in range(1, 6)))
    received = await ann.receive_until("update", 5)
    assert [each.channel for each in received] == [1, 2, 3, 4, 5]
    assert commits.count == before + 1


async def test_too_much_in_one_message_is_refused_answer_by_answer(host: MatchHost) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    most = host.matches.limits.commands_per_message
    ann.send(*(ann.answering(9, decision_id=1) for _ in range(most + 2)))
    received = await ann.receive_until("refused", most + 2)
    assert [each.refused.reason for each in received[-3:]] == [
        "OPTION_NOT_OFFERED",
        "LIMIT_EXCEEDED",
        "LIMIT_EXCEEDED",
    ]
    assert len({each.refused.request_id for each in received}) == most + 2


async def test_an_empty_command_gets_a_reply_too(host: MatchHost) -> None:
    ann = host.attend(ANN)
    ann.send(pb.Command(channel=3))
    received = await ann.next("refused")
    assert (received.channel, received.refused.reason) == (3, "EMPTY_COMMAND")
    match = await host.match()
    ann = await host.seated(match, 0)
    ann.send_batch()
    assert await ann.refusal() == "EMPTY_COMMAND"


async def play_out(host: MatchHost, match: str) -> None:
    """Answer every decision with its first option until the match has ended."""
    seats: list[Listener] = [await host.seated(match, 0), await host.seated(match, 1)]
    over = False
    while not over:
        for seat, listener in enumerate(seats):
            listener.listen()
            asked = listener.decisions.pop(1, None)
            if asked is None:
                continue
            answer = pb.Answer(request_id=f"{seat}/{asked.id}", decision_id=asked.id)
            answer.picks.extend(asked.default_picks)
            answer.numbers.extend(asked.default_numbers)
            listener.send(pb.Command(channel=1, answer=answer))
            received = await listener.receive_until("update")
            over = received[-1].WhichOneof("payload") == "ended"
