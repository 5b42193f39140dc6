"""Answers one pick at a time."""

from collections.abc import Callable
from itertools import product

import pytest

from tests.kernel.test_conforms import breaks
from tilth_rules.kernel import Answer, Choose, Measure, PartialAnswer, Quantity, Refused, picks_of
from tilth_rules.kernel.base import Decision
from tilth_rules.kernel.decisions import check_answer
from tilth_rules.kernel.partial_answer import DONE, OFFER_PICKS, OPTION_PICKS, PICKS

LAW = "picks lead to legal answers"


def answers(partial: PartialAnswer) -> list[Answer]:
    """Return every answer that the picks lead to."""
    if partial.answer is not None:
        assert not any(partial.allowed)
        return [partial.answer]
    allowed = [pick for pick, may in enumerate(partial.allowed) if may]
    return [answer for pick in allowed for answer in answers(partial.then(pick))]


def is_legal(decision: Decision, picks: tuple[int, ...]) -> bool:
    try:
        check_answer(decision, picks, ())
    except Refused:
        return False
    return True


@pytest.mark.parametrize(
    "decision",
    [
        Choose(0, "one", (7, 8, 9)),
        Choose(0, "none or one", (7, 8, 9), 0, 1),
        Choose(0, "nothing", (), 0, 0),
        Choose(0, "two in order", (7, 8, 9), 2, 2, ordered=True),
        Choose(0, "some", (7, 8, 9), 1, 3, (1, 2, 1)),
        Choose(0, "more than there are", (7, 8), 1, 5),
    ],
)
def test_picks_lead_to_all_legal_answers_and_no_others(decision: Choose) -> None:
    found = [answer.picks for answer in answers(PartialAnswer(decision))]
    tried = [picks for many in range(5) for picks in product((*decision.options, 1), repeat=many)]
    assert sorted(found) == sorted(picks for picks in tried if is_legal(decision, picks))


def test_an_offer_is_the_whole_answer() -> None:
    decision = Choose(0, "some", (7, 8), 0, 2)
    found = answers(PartialAnswer(decision, (100, 101)))
    assert Answer(0, (101,)) in found
    assert PartialAnswer(decision, (100, 101)).then(0).allowed[OPTION_PICKS : OPTION_PICKS + 2] == b"\0\0"
    assert list(picks_of(decision, (100, 101), Answer(0, (101,)))) == [OPTION_PICKS + 1]


def test_numbers_are_given_digit_by_digit() -> None:
    small = Measure(0, "throw", (Quantity("aim", -1, 1), Quantity("fixed", 4, 4), Quantity("power", 0, 2)))
    found = {answer.numbers for answer in answers(PartialAnswer(small))}
    assert found == {(aim, 4, power) for aim in (-1, 0, 1) for power in (0, 1, 2)}
    wide = Measure(0, "throw", (Quantity("aim", -300, 300),))
    found = {answer.numbers for answer in answers(PartialAnswer(wide))}
    assert found == {(aim,) for aim in range(-300, 301)}
    assert list(picks_of(wide, (), Answer(0, (), (300,)))) == [2, 88]


def test_an_offer_may_be_taken_instead_of_the_only_number_there_is() -> None:
    decision = Measure(0, "bake", (Quantity("grain", 1, 1),))
    assert answers(PartialAnswer(decision, (20_000,))) == [Answer(0, (), (1,)), Answer(0, (20_000,))]
    assert list(picks_of(decision, (20_000,), Answer(0, (20_000,)))) == [OPTION_PICKS]
    assert list(picks_of(decision, (20_000,), Answer(0, (), (1,)))) == [0]


def test_the_picks_are_few_and_fixed() -> None:
    assert (OPTION_PICKS, OFFER_PICKS, DONE, PICKS) == (256, 64, 320, 321)
    assert len(PartialAnswer(Choose(0, "one", (7, 8, 9))).allowed) == PICKS


# Broken on purpose ---------------------------------------------------------------------------------


def misses_the_last_option(mask: bytearray, partial: PartialAnswer) -> None:
    options = getattr(partial.decision, "options", ())
    if len(options) > 1:
        mask[len(options) - 1] = 0


def allows_one_too_many(mask: bytearray, partial: PartialAnswer) -> None:
    decision = partial.decision
    if isinstance(decision, Choose) and decision.options and not partial.given[1:]:
        mask[0] = 1


def ends_too_early(mask: bytearray, partial: PartialAnswer) -> None:
    if isinstance(partial.decision, Choose) and partial.answer is None:
        mask[DONE] = 1


def misses_an_offer(mask: bytearray, partial: PartialAnswer) -> None:
    mask[OPTION_PICKS:DONE] = bytes(OFFER_PICKS)


def misses_a_number(mask: bytearray, partial: PartialAnswer) -> None:
    if isinstance(partial.decision, Measure):
        mask[0] = 0


@pytest.mark.parametrize(
    "fault",
    [misses_the_last_option, allows_one_too_many, ends_too_early, misses_an_offer, misses_a_number],
)
def test_a_mask_that_misses_a_pick_or_allows_one_too_many_is_caught(
    fault: Callable[[bytearray, PartialAnswer], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    right: Callable[[PartialAnswer], bytes] = vars(PartialAnswer)["allowed"].fget

    def wrong(partial: PartialAnswer) -> bytes:
        mask = bytearray(right(partial))
        fault(mask, partial)
        return bytes(mask)

    monkeypatch.setattr(PartialAnswer, "allowed", property(wrong))
    breaks(LAW, thorough=False)
