"""Nonsense on an Attend stream: each gets its refusal, the stream lives on, and the match stays as it is."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from random import Random
from typing import Any

import grpc
import pytest

from tests.e2e.people import (
    Person,
    Stream,
    answer_to,
    attending,
    give,
    log_of,
    match_of,
    new_match,
    picture_of,
    play_on,
    play_out,
    refusal_of,
    somebody,
    standing,
)
from tests.e2e.serving import ServerProcess, assert_calm
from tilth.v1 import play_pb2
from tilth.v1.decision_pb2 import Decision

BEYOND = (1 << 32) - 1


@dataclass
class Scene:
    """A match of Ann and Bo, and Ann's stream: channel 1 is her seat, 2 watches, 3 is not open."""

    ann: Person
    bo: Person
    match_id: str
    stream: Stream
    decision: Decision

    async def refusal(self, channel: int, **payload: Any) -> play_pb2.Refused:
        """Send a command that must be refused, and return the refusal."""
        await self.stream.send(channel, **payload)
        frame = await self.stream.next("refused", "update", "accepted", "opened", "ended", "cut_off")
        assert frame.WhichOneof("payload") == "refused", frame
        assert frame.channel == channel
        return frame.refused


@pytest.fixture
async def scene(server: ServerProcess, ann: Person, bo: Person) -> AsyncIterator[Scene]:
    """Ann is asked. Whatever a test says in here, it changes nothing and breaks nothing."""
    log = server.log_size()
    match_id = await new_match(ann, bo)
    await play_on(match_id, [ann, bo], 6, Random(1))
    while 0 not in (await standing(ann, match_id)).pending_seats:
        await play_on(match_id, [ann, bo], 1, Random(1))
    before = await picture_of(match_id, [ann, bo])
    async with attending(ann) as stream:
        await stream.open(1, match_id, 0)
        asked = (await stream.next("caught_up")).caught_up.decision
        assert asked.id
        await stream.open(2, match_id)
        await stream.next("caught_up")
        yield Scene(ann, bo, match_id, stream, asked)
        # The stream has not suffered.
        await stream.send(1, answer=answer_to(asked, "good", Random(1)))
        frame = await stream.next("update")
        assert frame.update.accepted_request_id == "good"
        assert frame.record == len(before.log), "something else has happened"
    log_now = [each.SerializeToString(deterministic=True) for each in await log_of(ann, match_id, 0)]
    assert log_now[: len(before.log)] == before.log
    assert_calm(server, log)


def an_answer(scene: Scene, **changed: Any) -> play_pb2.Answer:
    """The default answer with something else in it."""
    answer = answer_to(scene.decision, "bad")
    for name, value in changed.items():
        if isinstance(value, list):
            answer.ClearField(name)  # type: ignore[arg-type]
            getattr(answer, name).extend(value)
        else:
            setattr(answer, name, value)
    return answer


async def test_saying_nothing_is_refused(scene: Scene) -> None:
    assert (await scene.refusal(1)).reason == "EMPTY_COMMAND"
    assert (await scene.refusal(9)).reason == "EMPTY_COMMAND"
    await scene.stream.call.write(play_pb2.AttendRequest())
    assert (await scene.refusal(1, answer_batch=play_pb2.AnswerBatch())).reason == "EMPTY_COMMAND"


async def test_a_command_on_a_channel_that_is_not_open_is_refused(scene: Scene) -> None:
    for channel in (0, 3, BEYOND):
        for payload in (
            {"answer": an_answer(scene)},
            {"undo": play_pb2.Undo(request_id="u")},
            {"answer_batch": play_pb2.AnswerBatch(answers=[an_answer(scene)])},
            {"close": play_pb2.CloseChannel()},
        ):
            assert (await scene.refusal(channel, **payload)).reason == "CHANNEL_NOT_OPEN"


async def test_a_spectators_channel_cannot_act(scene: Scene) -> None:
    assert (await scene.refusal(2, answer=an_answer(scene))).reason == "SPECTATOR_CANNOT_ACT"
    assert (await scene.refusal(2, undo=play_pb2.Undo(request_id="u"))).reason == "SPECTATOR_CANNOT_ACT"
    together = play_pb2.AnswerBatch(answers=[an_answer(scene), an_answer(scene)])
    assert (await scene.refusal(2, answer_batch=together)).reason == "SPECTATOR_CANNOT_ACT"
    assert (await scene.stream.next("refused")).refused.reason == "SPECTATOR_CANNOT_ACT"


@pytest.mark.parametrize(
    ("opening", "reason"),
    [
        ({"match_id": "nowhere"}, "MATCH_NOT_FOUND"),
        ({"match_id": ""}, "MATCH_NOT_FOUND"),
        ({"match_id": "../players"}, "MATCH_NOT_FOUND"),
        ({"match_id": "a\x00b\n"}, "MATCH_NOT_FOUND"),
        ({"seat": 1}, "NOT_YOUR_SEAT"),
        ({"seat": 2}, "SEAT_NOT_FOUND"),
        ({"seat": BEYOND}, "SEAT_NOT_FOUND"),
        ({"from_record": 100_000}, "RECORD_BEYOND_LOG"),
        ({"from_record": (1 << 64) - 1}, "RECORD_BEYOND_LOG"),
        ({"seat": 0, "from_record": 1 << 63}, "RECORD_BEYOND_LOG"),
    ],
)
async def test_an_impossible_opening_is_refused(scene: Scene, opening: dict[str, Any], reason: str) -> None:
    opening = {"match_id": scene.match_id, **opening}
    refused = await scene.refusal(3, open=play_pb2.OpenChannel(**opening))
    assert (refused.reason, refused.request_id) == (reason, "")
    assert (await scene.refusal(3, close=play_pb2.CloseChannel())).reason == "CHANNEL_NOT_OPEN"


async def test_a_channel_that_is_open_cannot_be_opened_again(scene: Scene) -> None:
    for channel in (1, 2):
        opening = play_pb2.OpenChannel(match_id=scene.match_id, seat=0)
        assert (await scene.refusal(channel, open=opening)).reason == "CHANNEL_IN_USE"


async def test_an_unknown_language_is_english(scene: Scene) -> None:
    for channel, language in enumerate(("", "xx", "../ru", "\x00", "ru" * 1000), 10):
        await scene.stream.open(channel, scene.match_id, 0, texts=True, language=language)
        asked = (await scene.stream.next("caught_up")).caught_up.decision
        assert asked.text.isascii()
        await scene.stream.send(channel, close=play_pb2.CloseChannel())


ILLEGAL: dict[str, tuple[dict[str, Any], str]] = {
    "decision 0": ({"decision_id": 0}, "DECISION_CLOSED"),
    "one of before": ({"decision_id": 1}, "DECISION_CLOSED"),
    "one to come": ({"decision_id": 500}, "DECISION_CLOSED"),
    "the last number": ({"decision_id": BEYOND}, "DECISION_CLOSED"),
    "an option that is none": ({"picks": [BEYOND]}, "OPTION_NOT_OFFERED"),
    "too many picks": ({"picks": [0] * 99}, "TOO_MANY"),
    "very many picks": ({"picks": [BEYOND] * 900}, "TOO_MANY"),
    "a number for a pick": ({"picks": [], "numbers": [1]}, "WRONG_ANSWER_KIND"),
    "a number besides the pick": ({"numbers": [-(1 << 63)]}, "WRONG_ANSWER_KIND"),
    "no request id": ({"request_id": ""}, "REQUEST_ID_INVALID"),
    "a long request id": ({"request_id": "r" * 65}, "REQUEST_ID_INVALID"),
    "a request id of 65 bytes": ({"request_id": "я" * 32 + "r"}, "REQUEST_ID_INVALID"),
}


@pytest.mark.parametrize("case", ILLEGAL)
async def test_an_illegal_answer_is_refused_and_changes_nothing(scene: Scene, case: str) -> None:
    changed, reason = ILLEGAL[case]
    answer = an_answer(scene, **changed)
    refused = await scene.refusal(1, answer=answer)
    assert (refused.reason, refused.request_id) == (reason, answer.request_id)


@pytest.mark.parametrize("case", ILLEGAL)
async def test_an_illegal_answer_is_refused_by_the_single_call_alike(scene: Scene, case: str) -> None:
    changed, reason = ILLEGAL[case]
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await give(scene.ann, scene.match_id, 0, an_answer(scene, **changed))
    assert refusal_of(raised.value).reason == reason


@pytest.mark.parametrize("case", ILLEGAL)
async def test_an_illegal_answer_takes_those_sent_with_it_along(scene: Scene, case: str) -> None:
    """A batch of answers is taken as a whole or not at all: one illegal answer makes the server refuse the good one,
    too."""
    changed, reason = ILLEGAL[case]
    good = answer_to(scene.decision, "first")
    bad = an_answer(scene, **{"decision_id": scene.decision.id + 1, **changed})
    await scene.stream.send(1, answer_batch=play_pb2.AnswerBatch(answers=[bad, good]))
    refusals = [await scene.stream.next("refused", "update") for _ in range(2)]
    assert [frame.WhichOneof("payload") for frame in refusals] == ["refused", "refused"]
    assert {frame.refused.request_id for frame in refusals} == {bad.request_id, "first"}
    assert any(frame.refused.reason in (reason, "DECISION_CLOSED") for frame in refusals)


async def test_too_few_and_too_often_are_refused(server: ServerProcess, ann: Person, bo: Person) -> None:
    """The test plays matches until it has met decisions with such bounds."""
    wanted = {"TOO_FEW", "OPTION_PICKED_TOO_OFTEN"}
    random = Random(5)
    for _ in range(6):
        match_id = await new_match(ann, bo, settings={"draft": "true"})
        while wanted and (waiting := (await standing(ann, match_id)).pending_seats):
            person = (ann, bo)[waiting[0]]
            asked = (await standing(person, match_id, waiting[0])).decision
            for reason in sorted(wanted):
                bad = _out_of_bounds(asked, reason)
                if bad is None:
                    continue
                before = await picture_of(match_id, [ann, bo])
                with pytest.raises(grpc.aio.AioRpcError) as raised:
                    await give(person, match_id, waiting[0], bad)
                assert refusal_of(raised.value).reason == reason
                assert await picture_of(match_id, [ann, bo]) == before
                wanted.discard(reason)
            await give(person, match_id, waiting[0], answer_to(asked, f"ok {asked.id}", random))
        if not wanted:
            break
    assert not wanted


def _out_of_bounds(asked: Decision, reason: str) -> play_pb2.Answer | None:
    answer = play_pb2.Answer(request_id=f"{reason} {asked.id}", decision_id=asked.id)
    if reason == "TOO_FEW":
        return answer if asked.min_picks > 0 else None
    for option, each in zip(asked.options, asked.max_each or [1] * len(asked.options), strict=True):
        if asked.min_picks <= each + 1 <= asked.max_picks:
            answer.picks.extend([option.id] * (each + 1))
            return answer
    return None


async def test_others_decisions_cannot_be_answered(scene: Scene) -> None:
    for seat in (1, 2, BEYOND):
        for person in (scene.ann, await somebody(scene.ann.channel)):
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await give(person, scene.match_id, seat, an_answer(scene))
            assert refusal_of(raised.value).reason == ("NOT_YOUR_SEAT" if seat == 1 else "SEAT_NOT_FOUND")
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await scene.bo.play.Undo(play_pb2.UndoRequest(match_id=scene.match_id, seat=0, request_id="u"))
    assert refusal_of(raised.value).reason == "NOT_YOUR_SEAT"


async def test_a_seat_without_a_decision_cannot_answer(scene: Scene) -> None:
    own = (await standing(scene.bo, scene.match_id, 1)).decision
    assert not own.id, "only Ann is asked"
    for decision in (1, 2, 77):
        answer = play_pb2.Answer(request_id=f"b{decision}", decision_id=decision)
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await give(scene.bo, scene.match_id, 1, answer)
        assert refusal_of(raised.value).reason in ("NO_OPEN_DECISION", "DECISION_CLOSED")


async def test_a_match_that_has_ended_takes_no_answers(ann: Person, bo: Person) -> None:
    match_id = await new_match(ann, bo)
    await play_out(match_id, [ann, bo])
    length = (await match_of(ann, match_id)).record_count
    for answer in (
        play_pb2.Answer(request_id="late", decision_id=1),
        play_pb2.Answer(request_id="x", decision_id=999),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await give(ann, match_id, 0, answer)
        assert refusal_of(raised.value).reason == "MATCH_NOT_RUNNING"
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await ann.play.Undo(play_pb2.UndoRequest(match_id=match_id, seat=0, request_id="late undo"))
    assert refusal_of(raised.value).reason == "MATCH_NOT_RUNNING"
    assert (await match_of(ann, match_id)).record_count == length


async def test_the_contents_of_an_answer_under_another_id_are_closed(scene: Scene) -> None:
    for number, record in enumerate(await log_of(scene.ann, scene.match_id, 0)):
        if record.HasField("answered") and record.answered.seat == 0:
            done = record.answered
            answer = play_pb2.Answer(
                request_id=f"another {number}", decision_id=done.decision_id, picks=done.picks
            )
            assert (await scene.refusal(1, answer=answer)).reason == "DECISION_CLOSED"
