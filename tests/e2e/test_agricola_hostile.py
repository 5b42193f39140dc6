"""Before every answer of some matches of Agricola there is one that means something, but was not asked for."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from tests.e2e.agricola_campaign import EVERYTHING, begun
from tests.e2e.people import Person, channel_to, give, refused
from tests.e2e.serving import ServerProcess, assert_calm
from tests.e2e.sonora_campaign import assert_proven, people, played, records_of
from tilth.v1.play_pb2 import Answer as AnswerMessage
from tilth_bots import random_bot
from tilth_client import Answer, Bot, Decision
from tilth_rules.agricola.moves import numbers

LAST: Final = (1 << 32) - 1
STARTS: Final = sorted(
    {one.first for name, one in vars(numbers).items() if name.isupper() and hasattr(one, "first")}
)
"""The first number of each kind of move."""
REASONS: Final = {
    "OPTION_NOT_OFFERED",
    "TOO_MANY",
    "TOO_FEW",
    "OPTION_PICKED_TOO_OFTEN",
    "WRONG_ANSWER_KIND",
    "DECISION_CLOSED",
}


def unasked(decision: Decision, random: Random) -> Iterator[AnswerMessage]:
    """Answers that break its bounds."""
    offered = {*decision.ids, *(each.id for each in decision.offers)}
    numbers = (*STARTS, *(start + random.randrange(1 << 15) for start in STARTS), LAST)
    foreign = [number for number in numbers if number not in offered]
    yield AnswerMessage(decision_id=decision.id, picks=[random.choice(foreign)])
    if decision.ids:
        yield AnswerMessage(decision_id=decision.id, picks=[*decision.ids, *decision.ids])
    yield AnswerMessage(decision_id=decision.id, picks=[], numbers=[random.randrange(-9, 9)])
    yield AnswerMessage(decision_id=decision.id + random.randrange(1, 99), picks=decision.ids[:1])
    if decision.min_picks:
        yield AnswerMessage(decision_id=decision.id, picks=[])


def hostile(person: Person, match_id: str, bot: Bot, repelled: list[str]) -> Bot:
    random = Random(match_id)

    async def bad(view: Any, decision: Decision) -> Answer:
        illegal = random.choice(list(unasked(decision, random)))
        illegal.request_id = f"bad {decision.seat} {decision.id}"
        refusal = await refused(give(person, match_id, decision.seat, illegal))
        assert refusal.reason in REASONS, (refusal, illegal, decision.kind)
        repelled.append(refusal.reason)
        answer = bot(view, decision)
        return answer if isinstance(answer, Answer) else await answer

    bad.wants_views = False  # type: ignore[attr-defined]
    return bad


@pytest.mark.parametrize(("seats", "settings"), [(3, EVERYTHING), (1, {}), (2, {"family": "true"})])
async def test_illegal_answers_are_refused_and_leave_no_trace_in_the_match(
    server: ServerProcess, seats: int, settings: dict[str, str]
) -> None:
    after = server.log_size()
    async with people(server.address, seats) as tilths, channel_to(server.address) as channel:
        calm = await begun(tilths, settings)
        await played(tilths, calm.id, [random_bot(seat) for seat in range(seats)])
        match = await begun(tilths, settings)
        repelled: list[str] = []
        bots = [
            hostile(Person(channel, tilth.token), match.id, random_bot(seat), repelled)
            for seat, tilth in enumerate(tilths)
        ]
        await played(tilths, match.id, bots)
        log = await records_of(tilths[0], match.id)
        assert len(repelled) == sum(record.HasField("answered") for record in log)
        assert await outcome_of(tilths[0], match.id) == await outcome_of(tilths[0], calm.id)
        await assert_proven(tilths[0], match.id)
    assert_calm(server, after)


async def outcome_of(tilth: Any, match_id: str) -> tuple[int, list[int], list[bytes]]:
    log = await records_of(tilth, match_id)
    return len(log), list((await tilth.match(match_id)).result.scores), list(log[-2].events)
