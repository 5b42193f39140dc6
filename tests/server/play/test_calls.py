"""Playing and watching without a stream of one's own: Answer, Undo, Watch, GetView."""

from typing import Any

import grpc
import pytest

from tests.server.play.streams import asked_by
from tests.server.serve.full_server import Person, RunningServer, new_match, open_decision, play_randomly
from tests.server.serve.one_service import reason_of
from tilth.v1 import play_pb2 as pb


async def refused(call: Any) -> tuple[str, dict[str, str], list[str], grpc.StatusCode]:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call
    return (*reason_of(error.value), error.value.code())


async def two(running: RunningServer) -> tuple[Person, Person, str]:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    return ann, ben, await new_match(ann, ben)


def answering(match: str, seat: int, *answers: pb.Answer) -> pb.AnswerRequest:
    return pb.AnswerRequest(match_id=match, seat=seat, answers=answers)


async def test_an_answer_returns_its_record_and_again_when_it_is_repeated(
    running: RunningServer,
) -> None:
    ann, _, match = await two(running)
    answer = pb.Answer(request_id="a", decision_id=1, picks=[1])
    for _ in range(2):
        assert (await ann.play.Answer(answering(match, 0, answer))).records == [4]
    other = pb.Answer(request_id="b", decision_id=1, picks=[1])
    assert (await refused(ann.play.Answer(answering(match, 0, other))))[0] == "DECISION_CLOSED"


async def test_refusals_are_precise(running: RunningServer) -> None:
    ann, ben, match = await two(running)
    answer = pb.Answer(request_id="a", decision_id=1, picks=[9])
    reason, _, fields, code = await refused(ann.play.Answer(answering(match, 0, answer)))
    assert (reason, fields, code) == ("OPTION_NOT_OFFERED", ["picks"], grpc.StatusCode.INVALID_ARGUMENT)
    reason, _, _, code = await refused(ben.play.Answer(answering(match, 0, answer)))
    assert (reason, code) == ("NOT_YOUR_SEAT", grpc.StatusCode.PERMISSION_DENIED)
    reason, _, _, code = await refused(ben.play.Answer(answering(match, 1, answer)))
    assert (reason, code) == ("NO_OPEN_DECISION", grpc.StatusCode.FAILED_PRECONDITION)
    reason, _, _, code = await refused(ann.play.Answer(answering("nowhere", 0, answer)))
    assert (reason, code) == ("MATCH_NOT_FOUND", grpc.StatusCode.NOT_FOUND)
    reason, _, _, code = await refused(ann.play.Answer(answering(match, 0)))
    assert (reason, code) == ("EMPTY_COMMAND", grpc.StatusCode.INVALID_ARGUMENT)
    most = running.server.settings.limits.commands_per_message
    reason, details, _, code = await refused(ann.play.Answer(answering(match, 0, *[answer] * (most + 1))))
    assert (reason, details["limit"]) == ("LIMIT_EXCEEDED", "commands_per_message")
    assert code == grpc.StatusCode.RESOURCE_EXHAUSTED
    assert running.server.matches.find(match).record_count == 4
    counted = +running.server.metrics.refusals
    assert counted == dict.fromkeys(
        (
            "OPTION_NOT_OFFERED",
            "NOT_YOUR_SEAT",
            "NO_OPEN_DECISION",
            "MATCH_NOT_FOUND",
            "EMPTY_COMMAND",
            "LIMIT_EXCEEDED",
        ),
        1,
    )


async def test_an_answer_is_taken_back(running: RunningServer) -> None:
    ann, _, match = await two(running)
    await ann.play.Answer(answering(match, 0, pb.Answer(request_id="a", decision_id=1, picks=[1])))
    undo = pb.UndoRequest(match_id=match, seat=0, request_id="u")
    for _ in range(2):
        assert (await ann.play.Undo(undo)).record == 5
    undo.request_id = "more"
    assert (await refused(ann.play.Undo(undo)))[0] == "NOTHING_TO_UNDO"
    assert (await open_decision(ann, match, 0)).id == 3


async def test_a_view_is_its_seats_own(running: RunningServer) -> None:
    ann, ben, match = await two(running)
    mine = await ann.play.GetView(pb.GetViewRequest(match_id=match, seat=0, texts=True, language="en"))
    seen = await ben.play.GetView(pb.GetViewRequest(match_id=match))
    assert mine.next_record == seen.next_record == 4
    assert mine.view != seen.view
    assert mine.view_type == "tilth.games.orchard.v1.View"
    assert mine.decision.kind == "fruit"
    assert mine.decision.text
    assert mine.pending_seats == seen.pending_seats == [0]
    assert not seen.HasField("decision")
    reason, _, fields, code = await refused(ben.play.GetView(pb.GetViewRequest(match_id=match, seat=0)))
    assert (reason, fields, code) == ("NOT_YOUR_SEAT", ["seat"], grpc.StatusCode.PERMISSION_DENIED)
    unstarted = await new_match(ann, ben, start=False)
    reason, _, _, code = await refused(ben.play.GetView(pb.GetViewRequest(match_id=unstarted)))
    assert (reason, code) == ("MATCH_NOT_STARTED", grpc.StatusCode.FAILED_PRECONDITION)


async def test_a_watch_tells_everything_and_ends_with_the_match(running: RunningServer) -> None:
    ann, ben, match = await two(running)
    call = ben.play.Watch(pb.WatchRequest(open=pb.OpenChannel(match_id=match, seat=1, from_record=0)))
    received: list[pb.Frame] = []
    async for message in call:
        received += message.frames
        if received[-1].HasField("caught_up"):
            await play_randomly(match, ann, ben)
    assert [each.WhichOneof("payload") for each in received[:6]] == ["opened", *["update"] * 4, "caught_up"]
    assert received[-1].HasField("ended")
    numbers = [each.record for each in received if each.HasField("update")]
    assert numbers == list(range(received[-1].record + 1))
    assert {each.channel for each in received} == {0}
    assert any(asked_by(each) is not None for each in received)
    assert await call.code() == grpc.StatusCode.OK


async def test_a_watch_that_cannot_be_is_a_status(running: RunningServer) -> None:
    ann, ben, match = await two(running)

    async def watch(person: Person, **opening: Any) -> tuple[str, grpc.StatusCode]:
        with pytest.raises(grpc.aio.AioRpcError) as error:
            async for _ in person.play.Watch(pb.WatchRequest(open=pb.OpenChannel(**opening))):
                pass
        return reason_of(error.value)[0], error.value.code()

    assert await watch(ann, match_id="nowhere") == ("MATCH_NOT_FOUND", grpc.StatusCode.NOT_FOUND)
    assert await watch(ben, match_id=match, seat=0) == ("NOT_YOUR_SEAT", grpc.StatusCode.PERMISSION_DENIED)
    code = grpc.StatusCode.INVALID_ARGUMENT
    assert await watch(ann, match_id=match, from_record=99) == ("RECORD_BEYOND_LOG", code)
    assert running.server.matches.channel_count() == 0
