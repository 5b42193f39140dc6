"""Answers, one at a time: who gets which reply, and when."""

import pytest

from tests.server.tables.market import BUY, CURSE
from tests.server.tables.tables import ANN, BEN, Listener, Tables, silence, tables
from tests.server.tables.test_joining import shop_for_long
from tilth.v1 import play_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tables import calls


async def test_acceptance_events_and_what_comes_next_are_one_frame(house: Tables) -> None:
    match = await house.match()
    ann = await house.seated(match, 0)
    ben = await house.seated(match, 1)
    request = ann.answer(2)
    mine = await ann.next("happened")
    theirs = await ben.next("happened")
    assert mine.happened.accepted == request
    assert not mine.happened.HasField("asked")
    assert mine.happened.undoable
    assert theirs.happened.accepted == ""
    assert theirs.happened.asked.kind == "bid"
    assert theirs.happened.open_decision == theirs.happened.asked.id == 1
    for told in (mine, theirs):
        assert told.record == 4
        assert told.happened.cause == pb.CAUSE_ANSWERED
        assert told.happened.seat == 0
        assert len(told.happened.events) == 1
        assert told.happened.waiting == [1]


async def test_nothing_is_told_before_it_is_durable(house: Tables) -> None:
    match = await house.match()
    ann, ben, watcher = (
        await house.seated(match, 0),
        await house.seated(match, 1),
        await house.watching(match),
    )
    with house.store.held():
        request = ann.answer(2)
        ann.answer(2, decision=1)
        await silence(ann, ben, watcher, seconds=0.2)
        assert house.info(match).record_count == 4
    told = await ann.hear_until("refused")
    assert [each.WhichOneof("what") for each in told] == ["happened", "refused"]
    assert told[0].happened.accepted == request
    assert told[1].refused.reason == "closed"
    await ben.next("happened")
    await watcher.next("happened")
    assert house.info(match).record_count == 5


async def test_a_repeated_request_gets_the_first_reply_again(house: Tables) -> None:
    match = await house.match()
    ann = await house.seated(match, 0)
    request = ann.answer(2)
    first = await ann.next("happened")
    ann.answer(3, request_id=request, decision=1)
    again = await ann.next("accepted")
    assert again.accepted.request_id == request
    assert again.record == first.record
    ann.answer(1, decision=1, request_id="other")
    assert await ann.refusal() == "closed"


async def test_a_request_id_used_again_for_the_next_decision_gets_the_first_reply_again(
    house: Tables,
) -> None:
    match = await house.match()
    ann, ben = await shop_for_long(house, match, 0)
    request = ann.answer(BUY)
    first = await ann.next("happened")
    ann.answer(BUY, request_id=request)
    again = await ann.next("accepted")
    assert again.record == first.record
    assert house.info(match).record_count == first.record + 1
    ben.answer(BUY, request_id=request)
    assert (await ben.hear_until("happened", 2))[-1].happened.accepted == request, "it is unique for the seat"


async def test_a_request_repeated_while_it_is_in_flight_is_answered_when_it_has_landed(house: Tables) -> None:
    match = await house.match()
    ann = await house.seated(match, 0)
    with house.store.held():
        request = ann.answer(2)
        ann.answer(2, request_id=request)
        await silence(ann)
    told = await ann.hear_until("accepted")
    assert [each.WhichOneof("what") for each in told] == ["happened", "accepted"]
    assert {each.record for each in told} == {4}


async def test_a_refused_request_stays_refused_even_if_it_would_be_right_by_now(house: Tables) -> None:
    match = await house.match()
    ann, ben = await house.seated(match, 0), await house.seated(match, 1)
    ben.answer(2, decision=1, request_id="early")
    assert await ben.refusal() == "not_open"
    ann.answer(2)
    await ben.next("happened")
    ben.answer(2, request_id="early")
    assert await ben.refusal() == "not_open"
    ben.answer(2, request_id="late")
    assert (await ben.next("happened")).happened.accepted == "late"


async def test_an_old_answer_is_known_from_the_log_after_a_restart(house: Tables) -> None:
    match = await house.match()
    ann = await house.seated(match, 0)
    request = ann.answer(2)
    await ann.next("happened")
    await house.house.close()
    await house.store.close()
    async with tables(house.folder) as reopened:
        ann = await reopened.seated(match, 0)
        ann.answer(2, request_id=request, decision=1)
        again = await ann.next("accepted")
        assert (again.accepted.request_id, again.record) == (request, 4)
        ann.answer(2, request_id="another", decision=1)
        assert await ann.refusal() == "closed"
        assert reopened.info(match).record_count == 5


async def test_the_last_answer_of_a_match_is_still_known_when_it_is_over(house: Tables) -> None:
    match = await house.match(settings={"rounds": "1"})
    await play_out(house, match)
    ann = house.attend(ANN)
    ann.say(
        pb.Said(channel=1, open=pb.Open(match_id=match, seat=0)),
        pb.Said(channel=1, answer=pb.Answer(request_id="0/1", decision=1, chosen=[1])),
        pb.Said(channel=1, answer=pb.Answer(request_id="new", decision=1, chosen=[1])),
    )
    told = await ann.hear_until("ended")
    replies = [each.WhichOneof("what") for each in told]
    assert replies == ["opened", "accepted", "refused", "caught_up", "ended"]
    assert told[2].refused.reason == "not_running"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"chosen": [4]}, "not_offered"),
        ({"chosen": []}, "too_few"),
        ({"chosen": [1, 2]}, "too_many"),
        ({"measured": [1]}, "wrong_kind"),
        ({"chosen": [1], "decision": 0}, "closed"),
        ({"chosen": [1], "decision": 2}, "closed"),
        ({"chosen": [1], "request_id": ""}, "bad_request_id"),
        ({"chosen": [1], "request_id": "x" * 65}, "bad_request_id"),
    ],
)
async def test_what_is_out_of_bounds_is_refused_and_changes_nothing(
    house: Tables, answer: dict[str, object], reason: str
) -> None:
    match = await house.match()
    ann = await house.seated(match, 0)
    given = pb.Answer(**{"request_id": "a", "decision": 1, **answer})  # type: ignore[arg-type]
    ann.say(pb.Said(channel=1, answer=given))
    told = await ann.next("refused")
    assert told.refused.reason == reason
    assert told.refused.request_id == given.request_id
    assert house.house.metrics.refusals == {reason: 1}
    assert house.info(match).record_count == 4
    ann.answer(2, request_id="b")
    assert (await ann.next("happened")).happened.accepted == "b"


async def test_nobody_speaks_for_anothers_seat(house: Tables) -> None:
    match = await house.match()
    ben = house.attend(BEN)
    ben.open(1, match, seat=0)
    assert await ben.refusal() == "not_your_seat"
    ben.open(1, match, seat=9)
    assert await ben.refusal() == "no_seat"
    ben.open(1, match)
    await ben.hear_until("caught_up")
    ben.answer(2, decision=1)
    assert await ben.refusal() == "spectator"
    ben.answer(2, decision=1, channel=7)
    assert await ben.refusal() == "channel_not_open"
    with pytest.raises(Refusal, match="not_your_seat"):
        await calls.answer(house.house, BEN, match, 0, [pb.Answer(request_id="a", decision=1, chosen=[1])])


async def test_a_fault_in_the_rules_leaves_the_match_as_it_was(house: Tables) -> None:
    match = await house.match()
    ann, ben = await house.seated(match, 0), await house.seated(match, 1)
    ann.answer(CURSE)
    assert await ann.refusal() == "rules_failed"
    await silence(ben)
    assert house.info(match).record_count == 4
    ann.answer(2)
    assert (await ann.next("happened")).record == 4
    assert (await ben.next("happened")).happened.asked.id == 1


async def test_a_fault_behind_a_good_answer_in_one_message_takes_back_only_the_faulty_one(
    house: Tables,
) -> None:
    first, second = await house.match(), await house.match()
    ann = house.attend(ANN)
    ann.open(1, first, seat=0)
    ann.open(2, second, seat=0)
    await ann.hear_until("caught_up", 2)
    ann.say(ann.answering(CURSE, channel=1), ann.answering(2, channel=2))
    told = await ann.hear_until("happened")
    assert {each.channel: each.WhichOneof("what") for each in told} == {1: "refused", 2: "happened"}
    assert [house.info(match).record_count for match in (first, second)] == [4, 5]


async def test_all_that_came_in_one_message_becomes_durable_together(house: Tables) -> None:
    matches = [await house.match() for _ in range(5)]
    ann = house.attend(ANN)
    for channel, match in enumerate(matches, 1):
        ann.open(channel, match, seat=0)
    await ann.hear_until("caught_up", 5)
    commits = house.house.metrics.commit_records
    before = commits.count
    ann.say(*(ann.answering(2, channel=channel) for channel in range(1, 6)))
    told = await ann.hear_until("happened", 5)
    assert [each.channel for each in told] == [1, 2, 3, 4, 5]
    assert commits.count == before + 1


async def test_too_much_in_one_message_is_refused_answer_by_answer(house: Tables) -> None:
    match = await house.match()
    ann = await house.seated(match, 0)
    most = house.house.limits.answers_per_message
    ann.say(*(ann.answering(9, decision=1) for _ in range(most + 2)))
    told = await ann.hear_until("refused", most + 2)
    assert [each.refused.reason for each in told[-3:]] == ["not_offered", "limit", "limit"]
    assert len({each.refused.request_id for each in told}) == most + 2


async def test_what_is_nothing_gets_a_reply_too(house: Tables) -> None:
    ann = house.attend(ANN)
    ann.say(pb.Said(channel=3))
    told = await ann.next("refused")
    assert (told.channel, told.refused.reason) == (3, "nothing_said")
    match = await house.match()
    ann = await house.seated(match, 0)
    ann.together()
    assert await ann.refusal() == "nothing_said"


async def play_out(house: Tables, match: str) -> None:
    """Everybody gives each decision's first option until the match is over."""
    seats: list[Listener] = [await house.seated(match, 0), await house.seated(match, 1)]
    over = False
    while not over:
        for seat, listener in enumerate(seats):
            listener.listen()
            asked = listener.asked.pop(1, None)
            if asked is None:
                continue
            answer = pb.Answer(request_id=f"{seat}/{asked.id}", decision=asked.id)
            answer.chosen.extend(asked.default_chosen)
            answer.measured.extend(asked.default_measured)
            listener.say(pb.Said(channel=1, answer=answer))
            told = await listener.hear_until("happened")
            over = told[-1].WhichOneof("what") == "ended"
