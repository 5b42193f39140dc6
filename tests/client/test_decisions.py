"""The bounds of a decision tell a client which answers are legal; the kernel decides the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.client.decisions_at_random import OFFER, as_sent, chooses, measures
from tilth.v1 import decision_pb2
from tilth_client import Answer, Context, Decision, numbers, offer, picks
from tilth_rules.kernel import Choose, Measure, Refused
from tilth_rules.kernel.decisions import check_answer

answers = st.one_of(
    st.lists(st.integers(0, 31), max_size=7).map(lambda chosen: picks(*chosen)),
    st.lists(st.integers(-21, 31), max_size=4).map(lambda measured: numbers(*measured)),
)


def is_taken_by_the_kernel(decision: Choose | Measure, answer: Answer) -> bool:
    try:
        check_answer(decision, answer.picks, answer.numbers)
    except Refused:
        return False
    return True


@given(st.one_of(chooses(), measures()), answers)
def test_an_answer_is_allowed_exactly_when_the_kernel_takes_it(
    decision: Choose | Measure, answer: Answer
) -> None:
    assert as_sent(decision).allows(answer) == is_taken_by_the_kernel(decision, answer)


@given(chooses(), st.data())
def test_picks_of_what_is_offered_are_allowed_as_the_kernel_takes_them(
    decision: Choose, data: st.DataObject
) -> None:
    option = st.sampled_from(decision.options) if decision.options else st.just(0)
    answer = picks(*data.draw(st.lists(option, max_size=7)))
    assert as_sent(decision).allows(answer) == is_taken_by_the_kernel(decision, answer)


@given(st.one_of(chooses(), measures()))
def test_the_default_is_always_allowed(decision: Choose | Measure) -> None:
    assert as_sent(decision).allows(as_sent(decision).default)


@given(st.one_of(chooses(), measures()))
def test_a_standing_offer_may_be_taken_alone_whatever_is_asked(decision: Choose | Measure) -> None:
    asked = as_sent(decision, offers=True)
    assert asked.allows(offer(OFFER))
    assert not asked.allows(picks(OFFER, OFFER))


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (picks(4), "option 4 is not offered"),
        (picks(1, 1, 1), "option 1 picked 3 times, at most 2"),
        (picks(), "0 picks, 1 to 3 are asked for"),
        (numbers(1), "picks are asked for, not numbers"),
    ],
)
def test_the_problem_with_an_illegal_answer_is_named(answer: Answer, problem: str) -> None:
    assert as_sent(Choose(0, "choose", (1, 2), 1, 3, (2, 1))).problem_with(answer) == problem


def test_a_decision_prints_its_bounds() -> None:
    asked = as_sent(Choose(0, "choose", (1, 2), 1, 3, (2, 1)))
    assert repr(asked) == f"<Decision {asked.id} of seat 0: choose, 1 to 3 of (1, 2)>"
    aim, power = (decision_pb2.Quantity(name=name, min=-5, max=5) for name in ("aim", "power"))
    message = decision_pb2.Decision(id=3, seat=1, kind="flick", quantities=[aim, power])
    assert repr(Decision(message, Context())) == "<Decision 3 of seat 1: flick, aim -5 to 5, power -5 to 5>"
