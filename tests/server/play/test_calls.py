"""Playing and watching without a stream of one's own: Answer, Undo, Watch, GetView."""

from typing import Any

import grpc
import pytest

from tests.server.play.streams import asked_by
from tests.server.serve.small import reason_of
from tests.server.serve.whole import Person, Running, asked, new_match, play_on
from tilth.v1 import play_pb2 as pb


async def refused(call: Any) -> tuple[str, dict[str, str], list[str], grpc.StatusCode]:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call
    return (*reason_of(error.value), error.value.code())


async def two(house: Running) -> tuple[Person, Person, str]:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    return ann, ben, await new_match(ann, ben)


def answering(match: str, seat: int, *answers: pb.Answer) -> pb.AnswerRequest:
    return pb.AnswerRequest(match_id=match, seat=seat, answers=answers)


async def test_an_answer_returns_its_record_and_again_when_it_is_repeated(house: Running) -> None:
    ann, _, match = await two(house)
    answer = pb.Answer(request_id="a", decision=1, chosen=[1])
    for _ in range(2):
        assert (await ann.play.Answer(answering(match, 0, answer))).records == [4]
    other = pb.Answer(request_id="b", decision=1, chosen=[1])
    assert (await refused(ann.play.Answer(answering(match, 0, other))))[0] == "closed"


async def test_refusals_are_precise(house: Running) -> None:
    ann, ben, match = await two(house)
    answer = pb.Answer(request_id="a", decision=1, chosen=[9])
    reason, _, fields, code = await refused(ann.play.Answer(answering(match, 0, answer)))
    assert (reason, fields, code) == ("not_offered", ["chosen"], grpc.StatusCode.INVALID_ARGUMENT)
    reason, _, _, code = await refused(ben.play.Answer(answering(match, 0, answer)))
    assert (reason, code) == ("not_your_seat", grpc.StatusCode.PERMISSION_DENIED)
    reason, _, _, code = await refused(ben.play.Answer(answering(match, 1, answer)))
    assert (reason, code) == ("not_open", grpc.StatusCode.FAILED_PRECONDITION)
    reason, _, _, code = await refused(ann.play.Answer(answering("nowhere", 0, answer)))
    assert (reason, code) == ("no_match", grpc.StatusCode.NOT_FOUND)
    reason, _, _, code = await refused(ann.play.Answer(answering(match, 0)))
    assert (reason, code) == ("nothing_said", grpc.StatusCode.INVALID_ARGUMENT)
    most = house.server.settings.limits.answers_per_message
    reason, details, _, code = await refused(ann.play.Answer(answering(match, 0, *[answer] * (most + 1))))
    assert (reason, details["limit"]) == ("limit", "answers_per_message")
    assert code == grpc.StatusCode.RESOURCE_EXHAUSTED
    assert house.server.house.find(match).record_count == 4
    counted = house.server.metrics.refusals
    assert counted == dict.fromkeys(
        ("not_offered", "not_your_seat", "not_open", "no_match", "nothing_said", "limit"), 1
    )


async def test_an_answer_is_taken_back(house: Running) -> None:
    ann, _, match = await two(house)
    await ann.play.Answer(answering(match, 0, pb.Answer(request_id="a", decision=1, chosen=[1])))
    undo = pb.UndoRequest(match_id=match, seat=0, request_id="u")
    for _ in range(2):
        assert (await ann.play.Undo(undo)).record == 5
    undo.request_id = "more"
    assert (await refused(ann.play.Undo(undo)))[0] == "not_undoable"
    assert (await asked(ann, match, 0)).id == 3


async def test_a_view_is_its_seats_own(house: Running) -> None:
    ann, ben, match = await two(house)
    mine = await ann.play.GetView(pb.GetViewRequest(match_id=match, seat=0, texts=True, language="en"))
    seen = await ben.play.GetView(pb.GetViewRequest(match_id=match))
    assert mine.record == seen.record == 4
    assert mine.view != seen.view
    assert mine.view_type == "tilth.games.orchard.v1.View"
    assert mine.asked.kind == "fruit"
    assert mine.asked.text
    assert mine.waiting == seen.waiting == [0]
    assert not seen.HasField("asked")
    reason, _, fields, code = await refused(ben.play.GetView(pb.GetViewRequest(match_id=match, seat=0)))
    assert (reason, fields, code) == ("not_your_seat", ["seat"], grpc.StatusCode.PERMISSION_DENIED)
    unstarted = await new_match(ann, ben, start=False)
    reason, _, _, code = await refused(ben.play.GetView(pb.GetViewRequest(match_id=unstarted)))
    assert (reason, code) == ("not_running", grpc.StatusCode.FAILED_PRECONDITION)


async def test_a_watch_tells_everything_and_ends_with_the_match(house: Running) -> None:
    ann, ben, match = await two(house)
    call = ben.play.Watch(pb.WatchRequest(open=pb.Open(match_id=match, seat=1, from_record=0)))
    told: list[pb.Told] = []
    async for message in call:
        told += message.told
        if told[-1].HasField("caught_up"):
            await play_on(match, ann, ben)
    assert [each.WhichOneof("what") for each in told[:6]] == ["opened", *["happened"] * 4, "caught_up"]
    assert told[-1].HasField("ended")
    numbers = [each.record for each in told if each.HasField("happened")]
    assert numbers == list(range(told[-1].record + 1))
    assert {each.channel for each in told} == {0}
    assert any(asked_by(each) is not None for each in told)
    assert await call.code() == grpc.StatusCode.OK


async def test_a_watch_that_cannot_be_is_a_status(house: Running) -> None:
    ann, ben, match = await two(house)

    async def watch(person: Person, **opening: Any) -> tuple[str, grpc.StatusCode]:
        with pytest.raises(grpc.aio.AioRpcError) as error:
            async for _ in person.play.Watch(pb.WatchRequest(open=pb.Open(**opening))):
                pass
        return reason_of(error.value)[0], error.value.code()

    assert await watch(ann, match_id="nowhere") == ("no_match", grpc.StatusCode.NOT_FOUND)
    assert await watch(ben, match_id=match, seat=0) == ("not_your_seat", grpc.StatusCode.PERMISSION_DENIED)
    code = grpc.StatusCode.INVALID_ARGUMENT
    assert await watch(ann, match_id=match, from_record=99) == ("beyond_log", code)
    assert house.server.house.watchers() == 0
