"""Wild cards that copy abilities of other cards."""

import pytest

from tests.earth.situations import ANN, BOB, Scene, face, place, reacting
from tilth_rules.earth.codes import BY_ABILITY, COMPOST, GROW, WATER
from tilth_rules.earth.events.goods import AbilityCopied, SoilGained


def test_a_wild_card_copies_an_ability_of_another_card_used_already_or_not() -> None:
    scene = reacting("33 282 13", "10 131 -", climate="303a")
    scene.answer(BOB, place(0, 0))
    assert scene.seat(BOB).area.soil == 2
    scene.answer(BOB, place(0, 1))
    assert scene.kind(BOB) == "copy"
    assert scene.in_full(BOB) == [
        place(0, 0),
        place(0, 2),
        place(1, 1),
    ], "not itself, not what cannot be paid for, not the climate"
    assert scene.answer(BOB, place(0, 0)) == [
        AbilityCopied(BOB, place(0, 1), face(33)),
        SoilGained(BOB, 2, BY_ABILITY),
    ]
    assert scene.in_full(BOB) == [place(0, 2), place(1, 1)], "the next card comes after the wild card"


def test_a_copied_ability_acts_from_the_copying_card() -> None:
    scene = reacting("282 10 -", "- 131 10")
    scene.answer(BOB, place(0, 0))
    scene.answer(BOB, place(1, 1))
    assert list(scene.decision(BOB).options) == [place(0, 0)], (
        "the column of the wild card, a mushroom as well"
    )


def test_a_wild_card_with_nothing_to_copy_is_not_offered() -> None:
    assert reacting("282 10").in_full(BOB) == []


@pytest.mark.parametrize(("action", "wild", "copied"), [(WATER, 280, 5), (COMPOST, 281, 6), (GROW, 282, 33)])
def test_each_wild_card_copies_its_own_colour_multicoloured_abilities_too(
    action: int, wild: int, copied: int
) -> None:
    scene = Scene(2).field(BOB, f"{wild} {copied} 243 2 ").soil(BOB, 1)
    scene.turn(ANN, action)
    scene.answer(BOB)
    scene.answer(BOB, place(0, 0))
    assert scene.in_full(BOB) == [place(0, 1), place(0, 2)]
