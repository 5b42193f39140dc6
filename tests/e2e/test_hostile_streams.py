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
    asked: Decision

    async def refusal(self, channel: int, **said: Any) -> play_pb2.Refused:
        """What this is refused with."""
        await self.stream.say(channel, **said)
        told = await self.stream.next("refused", "happened", "accepted", "opened", "ended", "cut_off")
        assert told.WhichOneof("what") == "refused", told
        assert told.channel == channel
        return told.refused


@pytest.fixture
async def scene(server: ServerProcess, ann: Person, bo: Person) -> AsyncIterator[Scene]:
    """Ann is asked. Whatever a test says in here, it changes nothing and breaks nothing."""
    log = server.log_size()
    match_id = await new_match(ann, bo)
    await play_on(match_id, [ann, bo], 6, Random(1))
    while 0 not in (await standing(ann, match_id)).waiting:
        await play_on(match_id, [ann, bo], 1, Random(1))
    before = await picture_of(match_id, [ann, bo])
    async with attending(ann) as stream:
        await stream.open(1, match_id, 0)
        asked = (await stream.next("caught_up")).caught_up.asked
        assert asked.id
        await stream.open(2, match_id)
        await stream.next("caught_up")
        yield Scene(ann, bo, match_id, stream, asked)
        # The stream has not suffered.
        await stream.say(1, answer=answer_to(asked, "good", Random(1)))
        told = await stream.next("happened")
        assert told.happened.accepted == "good"
        assert told.record == len(before.log), "something else has happened"
    log_now = [each.SerializeToString(deterministic=True) for each in await log_of(ann, match_id, 0)]
    assert log_now[: len(before.log)] == before.log
    assert_calm(server, log)


def an_answer(scene: Scene, **changed: Any) -> play_pb2.Answer:
    """The default answer with something else in it."""
    answer = answer_to(scene.asked, "bad")
    for name, value in changed.items():
        if isinstance(value, list):
            answer.ClearField(name)  # type: ignore[arg-type]
            getattr(answer, name).extend(value)
        else:
            setattr(answer, name, value)
    return answer


async def test_saying_nothing_is_refused(scene: Scene) -> None:
    assert (await scene.refusal(1)).reason == "nothing_said"
    assert (await scene.refusal(9)).reason == "nothing_said"
    await scene.stream.call.write(play_pb2.AttendRequest())
    assert (await scene.refusal(1, together=play_pb2.AnswerTogether())).reason == "nothing_said"


async def test_a_channel_that_is_not_open_says_nothing(scene: Scene) -> None:
    for channel in (0, 3, BEYOND):
        for said in (
            {"answer": an_answer(scene)},
            {"undo": play_pb2.Undo(request_id="u")},
            {"together": play_pb2.AnswerTogether(answers=[an_answer(scene)])},
            {"close": play_pb2.Close()},
        ):
            assert (await scene.refusal(channel, **said)).reason == "channel_not_open"


async def test_a_watch_speaks_for_nobody(scene: Scene) -> None:
    assert (await scene.refusal(2, answer=an_answer(scene))).reason == "spectator"
    assert (await scene.refusal(2, undo=play_pb2.Undo(request_id="u"))).reason == "spectator"
    together = play_pb2.AnswerTogether(answers=[an_answer(scene), an_answer(scene)])
    assert (await scene.refusal(2, together=together)).reason == "spectator"
    assert (await scene.stream.next("refused")).refused.reason == "spectator"


@pytest.mark.parametrize(
    ("opening", "reason"),
    [
        ({"match_id": "nowhere"}, "no_match"),
        ({"match_id": ""}, "no_match"),
        ({"match_id": "../players"}, "no_match"),
        ({"match_id": "a\x00b\n"}, "no_match"),
        ({"seat": 1}, "not_your_seat"),
        ({"seat": 2}, "no_seat"),
        ({"seat": BEYOND}, "no_seat"),
        ({"from_record": 100_000}, "beyond_log"),
        ({"from_record": (1 << 64) - 1}, "beyond_log"),
        ({"seat": 0, "from_record": 1 << 63}, "beyond_log"),
    ],
)
async def test_what_cannot_be_opened_is_refused(scene: Scene, opening: dict[str, Any], reason: str) -> None:
    opening = {"match_id": scene.match_id, **opening}
    refused = await scene.refusal(3, open=play_pb2.Open(**opening))
    assert (refused.reason, refused.request_id) == (reason, "")
    assert (await scene.refusal(3, close=play_pb2.Close())).reason == "channel_not_open"


async def test_a_channel_that_is_open_cannot_be_opened_again(scene: Scene) -> None:
    for channel in (1, 2):
        opening = play_pb2.Open(match_id=scene.match_id, seat=0)
        assert (await scene.refusal(channel, open=opening)).reason == "channel_in_use"


async def test_an_unknown_language_is_english(scene: Scene) -> None:
    for channel, language in enumerate(("", "xx", "../ru", "\x00", "ru" * 1000), 10):
        await scene.stream.open(channel, scene.match_id, 0, texts=True, language=language)
        asked = (await scene.stream.next("caught_up")).caught_up.asked
        assert asked.text.isascii()
        await scene.stream.say(channel, close=play_pb2.Close())


ILLEGAL: dict[str, tuple[dict[str, Any], str]] = {
    "decision 0": ({"decision": 0}, "closed"),
    "one of before": ({"decision": 1}, "closed"),
    "one to come": ({"decision": 500}, "closed"),
    "the last number": ({"decision": BEYOND}, "closed"),
    "an option that is none": ({"chosen": [BEYOND]}, "not_offered"),
    "too many picks": ({"chosen": [0] * 99}, "too_many"),
    "very many picks": ({"chosen": [BEYOND] * 50_000}, "too_many"),
    "a number for a pick": ({"chosen": [], "measured": [1]}, "wrong_kind"),
    "a number besides the pick": ({"measured": [-(1 << 63)]}, "wrong_kind"),
    "no request id": ({"request_id": ""}, "bad_request_id"),
    "a long request id": ({"request_id": "r" * 65}, "bad_request_id"),
    "a request id of 65 bytes": ({"request_id": "я" * 32 + "r"}, "bad_request_id"),
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
    """All or none: the good one before it isn't taken either."""
    changed, reason = ILLEGAL[case]
    good = answer_to(scene.asked, "first")
    bad = an_answer(scene, **{"decision": scene.asked.id + 1, **changed})
    await scene.stream.say(1, together=play_pb2.AnswerTogether(answers=[bad, good]))
    refusals = [await scene.stream.next("refused", "happened") for _ in range(2)]
    assert [told.WhichOneof("what") for told in refusals] == ["refused", "refused"]
    assert {told.refused.request_id for told in refusals} == {bad.request_id, "first"}
    assert any(told.refused.reason in (reason, "closed") for told in refusals)


async def test_too_few_and_too_often_are_refused(server: ServerProcess, ann: Person, bo: Person) -> None:
    """Looks for decisions with such bounds while a match goes on."""
    wanted = {"too_few", "too_often"}
    random = Random(5)
    for _ in range(6):
        match_id = await new_match(ann, bo, settings={"draft": "true"})
        while wanted and (waiting := (await standing(ann, match_id)).waiting):
            person = (ann, bo)[waiting[0]]
            asked = (await standing(person, match_id, waiting[0])).asked
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
    answer = play_pb2.Answer(request_id=f"{reason} {asked.id}", decision=asked.id)
    if reason == "too_few":
        return answer if asked.least > 0 else None
    for option, each in zip(asked.options, asked.each or [1] * len(asked.options), strict=True):
        if asked.least <= each + 1 <= asked.most:
            answer.chosen.extend([option.id] * (each + 1))
            return answer
    return None


async def test_others_decisions_cannot_be_answered(scene: Scene) -> None:
    for seat in (1, 2, BEYOND):
        for person in (scene.ann, await somebody(scene.ann.channel)):
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await give(person, scene.match_id, seat, an_answer(scene))
            assert refusal_of(raised.value).reason == ("not_your_seat" if seat == 1 else "no_seat")
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await scene.bo.play.Undo(play_pb2.UndoRequest(match_id=scene.match_id, seat=0, request_id="u"))
    assert refusal_of(raised.value).reason == "not_your_seat"


async def test_who_is_not_asked_cannot_answer(scene: Scene) -> None:
    own = (await standing(scene.bo, scene.match_id, 1)).asked
    assert not own.id, "only Ann is asked"
    for decision in (1, 2, 77):
        answer = play_pb2.Answer(request_id=f"b{decision}", decision=decision)
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await give(scene.bo, scene.match_id, 1, answer)
        assert refusal_of(raised.value).reason in ("not_open", "closed")


async def test_a_match_that_is_over_takes_no_answers(ann: Person, bo: Person) -> None:
    match_id = await new_match(ann, bo)
    await play_out(match_id, [ann, bo])
    length = (await match_of(ann, match_id)).record_count
    for said in (
        play_pb2.Answer(request_id="late", decision=1),
        play_pb2.Answer(request_id="x", decision=999),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await give(ann, match_id, 0, said)
        assert refusal_of(raised.value).reason == "not_running"
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await ann.play.Undo(play_pb2.UndoRequest(match_id=match_id, seat=0, request_id="late undo"))
    assert refusal_of(raised.value).reason == "not_running"
    assert (await match_of(ann, match_id)).record_count == length


async def test_the_contents_of_an_answer_under_another_id_are_closed(scene: Scene) -> None:
    for record in await log_of(scene.ann, scene.match_id, 0):
        if record.HasField("answered") and record.answered.seat == 0:
            done = record.answered
            answer = play_pb2.Answer(request_id="another", decision=done.decision, chosen=done.chosen)
            assert (await scene.refusal(1, answer=answer)).reason == "closed"
