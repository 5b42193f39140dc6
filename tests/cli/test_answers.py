"""Typed lines are read as answers."""

import pytest

from tilth_cli.answers import NotAnAnswer, Reply, bounds_text, read_reply
from tilth_dataclasses.tilth.v1 import Decision, Option, Quantity


def options(*ids: int) -> list[Option]:
    return [Option(id=one) for one in ids]


ONE = Decision(min_picks=1, max_picks=1, options=options(16, 48, 7), offers=options(900))
SEVERAL = Decision(min_picks=0, max_picks=6, options=options(16, 48), max_each=[4, 2])
ANGLE = Quantity(name="angle", min=-900, max=900, scale=10)
FORCE = Quantity(name="force", min=1, max=5)
FLICK = Decision(quantities=[ANGLE, FORCE])


@pytest.mark.parametrize(
    ("typed", "decision", "picks"),
    [
        ("2", ONE, (48,)),
        ("o1", ONE, (900,)),
        ("o2", Decision(min_picks=1, max_picks=1, options=options(16), offers=options(900, 901)), (901,)),
        ("1 1 2", SEVERAL, (16, 16, 48)),
        ("1,2", SEVERAL, (16, 48)),
        ("1x3 2", SEVERAL, (16, 16, 16, 48)),
        ("0", SEVERAL, ()),
        ("-", SEVERAL, ()),
        ("2 1", Decision(min_picks=2, max_picks=2, ordered=True, options=options(5, 6)), (6, 5)),
        ("", Decision(min_picks=1, max_picks=1, options=options(5)), (5,)),
        ("", Decision(), ()),
        ("", Decision(min_picks=0, max_picks=1, offers=options(900)), ()),
        ("0", Decision(min_picks=0, max_picks=1, offers=options(900)), ()),
    ],
)
def test_options_are_picked_by_their_place_in_the_list(
    typed: str, decision: Decision, picks: tuple[int, ...]
) -> None:
    assert read_reply(typed, decision) == Reply(picks=picks)


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [("1.5 3", (15, 3)), ("-90 1", (-900, 1)), ("force=5 angle=0", (0, 5)), ("1,5; 2", (15, 2))],
)
def test_numbers_are_given_in_order_or_by_name(typed: str, numbers: tuple[int, ...]) -> None:
    assert read_reply(typed, FLICK) == Reply(numbers=numbers)


@pytest.mark.parametrize(
    ("typed", "decision", "expected"),
    [
        ("4", ONE, "no 4"),
        ("1", Decision(min_picks=0, max_picks=1), "nothing to pick: press Enter"),
        ("0", ONE, "pick one"),
        ("1 2", ONE, "pick one"),
        ("o2", ONE, "no o2"),
        ("frost", ONE, "frost is not a number"),
        ("", ONE, "pick one"),
        ("2 2 2", SEVERAL, "at most 2 times"),
        ("1x5", SEVERAL, "at most 4 times"),
        ("1x1000000", SEVERAL, "up to 6"),
        ("1.55 3", FLICK, "angle must be within -90..90"),
        ("91 3", FLICK, "angle must be within"),
        ("1", FLICK, "angle force"),
        ("angle=1 power=2", FLICK, "angle force"),
        ("nan 3", FLICK, "nan is not a number"),
        ("1e999999999 3", FLICK, "not a number"),
        ("1e9 3", FLICK, "angle must be"),
    ],
)
def test_an_answer_out_of_bounds_is_refused_before_it_is_sent(
    typed: str, decision: Decision, expected: str
) -> None:
    with pytest.raises(NotAnAnswer, match=expected):
        read_reply(typed, decision)


@pytest.mark.parametrize(
    ("least", "most", "ordered", "expected"),
    [
        (1, 1, False, "pick one"),
        (2, 2, True, "pick 2 in order"),
        (1, 3, False, "pick 1 to 3"),
        (0, 3, False, "pick up to 3, 0 for none"),
        (0, 0, False, "nothing to pick: press Enter"),
    ],
)
def test_the_bounds_of_a_decision_are_one_sentence(
    least: int, most: int, ordered: bool, expected: str
) -> None:
    asked = Decision(min_picks=least, max_picks=most, ordered=ordered, options=options(5, 6, 7))
    assert bounds_text(asked) == expected
