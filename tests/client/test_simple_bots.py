"""The bots that know no game."""

import asyncio
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.client.decisions_at_random import OFFER, as_sent, chooses, measures
from tilth_bots import BOTS, random_bot
from tilth_client import Answer, Bot, Decision, numbers, picks
from tilth_rules.kernel import Choose, Measure, Quantity


def answer_of(bot: Bot, decision: Decision) -> Answer:
    answer = bot(None, decision)
    return answer if isinstance(answer, Answer) else asyncio.run(result_of(answer))


async def result_of(answer: object) -> Answer:
    assert asyncio.iscoroutine(answer)
    given = await answer
    assert isinstance(given, Answer)
    return given


@pytest.mark.parametrize("name", sorted(BOTS))
@given(decision=st.one_of(chooses(), measures()), offers=st.booleans(), seed=st.integers(0, 99))
def test_a_bot_answers_any_decision_within_its_bounds(
    name: str, decision: Choose | Measure, offers: bool, seed: int
) -> None:
    asked = as_sent(decision, offers=offers)
    answer = answer_of(BOTS[name](seed), asked)
    assert asked.allows(answer), asked.problem_with(answer)


def test_first_picks_the_fewest_and_the_first() -> None:
    first = BOTS["first"](0)
    assert answer_of(first, as_sent(Choose(0, "choose", (7, 5, 3), 3, 4, (2, 1, 1)))) == picks(7, 7, 5)
    assert answer_of(
        first, as_sent(Measure(0, "aim", (Quantity("x", -3, 3), Quantity("y", 1, 2))))
    ) == numbers(-3, 1)


def random_answers(
    decision: Choose | Measure, offers: bool = False, seed: int = 1, many: int = 600
) -> list[Answer]:
    bot = random_bot(seed)
    return [answer_of(bot, as_sent(decision, number, offers)) for number in range(1, many + 1)]


def test_random_picks_every_number_of_options_equally_often() -> None:
    counted = Counter(len(answer.picks) for answer in random_answers(Choose(0, "choose", range(9), 2, 4)))
    assert sorted(counted) == [2, 3, 4]
    assert min(counted.values()) > 150


def test_random_picks_every_option_and_none_more_often_than_it_may() -> None:
    answers = random_answers(Choose(0, "choose", (1, 2), 1, 3, (2, 1)))
    assert {tuple(sorted(answer.picks)) for answer in answers} == {(1,), (2,), (1, 1), (1, 2), (1, 1, 2)}


def test_random_measures_its_quantities_over_their_whole_range() -> None:
    answers = random_answers(Measure(0, "aim", (Quantity("x", -3, 3), Quantity("y", 5, 6))))
    assert {answer.numbers[0] for answer in answers} == set(range(-3, 4))
    assert {answer.numbers[1] for answer in answers} == {5, 6}


def test_random_takes_an_offer_now_and_then() -> None:
    taken = random_answers(Choose(0, "choose", (1, 2)), offers=True).count(picks(OFFER))
    assert 10 < taken < 100


def test_random_answers_alike_with_the_same_seed_and_differently_with_another() -> None:
    decision = Choose(0, "choose", range(9), 0, 9)
    assert random_answers(decision, many=20) == random_answers(decision, many=20)
    assert random_answers(decision, many=20) != random_answers(decision, seed=2, many=20)
