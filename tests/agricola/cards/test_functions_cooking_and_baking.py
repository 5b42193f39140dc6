"""Cards about cooking and baking: Gypsy's Crock, Spices, Master Baker."""

import pytest

from tests.agricola.cards.farms import bake, cook, turn
from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.moves.numbers import EAT_VEGETABLE


@pytest.mark.parametrize(
    ("counts", "food"), [((1, 0, 0, 0), 2), ((2, 0, 0, 0), 5), ((2, 0, 0, 2), 10), ((0, 3, 0, 3), 15)]
)
def test_e19_every_two_goods_cooked_together_bring_a_food(counts: tuple[int, ...], food: int) -> None:
    assert cook(Scene().owns(ANN, "A1", "E19"), *counts) == food


def test_e19_only_pots_count_and_better_kitchens_take_goods_away_from_them() -> None:
    assert cook(Scene().owns(ANN, "I247", "E19"), 0, 0, 2, 0) == 6
    assert cook(Scene().owns(ANN, "A1", "A5", "E162", "E19"), 0, 2, 0, 0) == 6
    assert cook(Scene().owns(ANN, "A1", "A5", "E162", "E19"), 2, 2, 0, 0) == 4 + 6 + 1


def test_e19_several_pots_are_used_together() -> None:
    assert cook(Scene().owns(ANN, "A1", "A3", "I85", "E19"), 1, 1, 1, 1) == 2 + 3 + 4 + 4 + 2


def test_e19_baking_in_a_pot_is_cooking_and_baking_in_an_oven_is_not() -> None:
    assert bake(Scene().owns(ANN, "A1", "E19"), 4) == 8 + 2
    assert bake(Scene().owns(ANN, "A1", "A5", "E19"), 4) == 5 + 6 + 1
    assert bake(Scene().owns(ANN, "A6", "E19"), 2) == 8


def test_e25_vegetables_cooked_in_a_pot_bring_a_food_more() -> None:
    assert cook(Scene().owns(ANN, "A1", "E25"), 1, 0, 0, 2) == 2 + 2 * 3
    assert cook(Scene().owns(ANN, "A1", "E19", "E25"), 0, 0, 0, 2) == 2 * 3 + 1


def test_e25_a_raw_vegetable_brings_no_more_than_usual() -> None:
    scene = turn(Scene().owns(ANN, "E25").has(ANN, vegetable=1)).answer(ANN, EAT_VEGETABLE.number)
    assert scene.got() == {"vegetable": -1, "food": 1}


def baking(scene: Scene, seat: int, grain: int) -> Scene:
    return scene.do(seat, acts.Bake()).answer(seat, grain)


def test_e149_own_bread_brings_a_food_more() -> None:
    scene = Scene().owns(ANN, "E149", "A1").has(ANN, grain=2)
    assert baking(scene, ANN, 2).got() == {"grain": -2, "food": 2 * 2 + 1}


def test_e149_bakes_when_somebody_else_does_without_the_food_more() -> None:
    scene = Scene(3).owns(ANN, "E149", "A1").owns(BOB, "A3").has(ANN, grain=2).has(BOB, grain=1)
    baking(scene, BOB, 1).with_card(ANN, "E149", 1).answer(ANN, 2)
    assert scene.got(ANN) == {"grain": -2, "food": 2 * 2}
    assert scene.got(BOB) == {"grain": -1, "food": 3}
    assert [scene.kind(seat) for seat in range(3)] == ["", "", ""]


def test_e149_need_not_bake_and_cannot_without_grain_or_oven() -> None:
    scene = Scene().owns(ANN, "E149", "A1").owns(BOB, "A3").has(ANN, grain=2).has(BOB, grain=1)
    assert baking(scene, BOB, 1).kind(ANN) == "next-card"
    assert scene.answer(ANN).got(ANN) == {}
    scene = Scene().owns(ANN, "E149", "A1").owns(BOB, "A3").has(BOB, grain=1)
    assert baking(scene, BOB, 1).kind(ANN) == ""
    scene = Scene().owns(ANN, "E149").owns(BOB, "A3").has(ANN, grain=2).has(BOB, grain=1)
    assert baking(scene, BOB, 1).kind(ANN) == ""


def test_e149_grain_that_is_not_baked_brings_nothing() -> None:
    scene = turn(Scene().owns(ANN, "E149", "E17", "A1").has(ANN, grain=1))
    assert scene.offer(ANN, "E17").got() == {"grain": -1, "food": 2}


def test_e149_every_kind_of_own_baking_counts() -> None:
    scene = Scene().owns(ANN, "E149", "A1").has(ANN, grain=1).play(ANN, "E150").with_card(ANN, "E150")
    assert scene.answer(ANN, 1).got() == {"grain": -1, "food": 2 + 1}
