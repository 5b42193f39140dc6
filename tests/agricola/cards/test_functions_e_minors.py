"""Minor improvements of deck E that have functions of their own."""

import pytest

from tests.agricola.cards.farms import bake, cook, sketch, sow, turn
from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.steps import Opens
from tilth_rules.agricola.cards.words import OCCED
from tilth_rules.agricola.choices import SKETCH_AT, SOW_AT, VEGETABLE_TO_FOOD, YES
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.content.spaces import INDEX as SPACES
from tilth_rules.agricola.words import FEEDING, VEGETABLE

CORNER = 4

# Cooking -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "food"), [((1, 0, 0, 0), 2), ((2, 0, 0, 0), 5), ((2, 0, 0, 2), 10), ((0, 3, 0, 3), 15)]
)
def test_e19_every_two_goods_cooked_together_bring_a_food(counts: tuple[int, ...], food: int) -> None:
    assert cook(Scene().owns(ANN, "A1", "E19"), *counts) == food


def test_e19_only_pots_count_and_what_cooks_better_takes_goods_away_from_them() -> None:
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


def test_e25_a_raw_vegetable_brings_no_more_than_ever() -> None:
    scene = turn(Scene().owns(ANN, "E25").has(ANN, vegetable=1)).answer(ANN, VEGETABLE_TO_FOOD)
    assert scene.got() == {"vegetable": -1, "food": 1}


# Plane -------------------------------------------------------------------------------------------


def planed(wood: int, tool: str = "A7") -> Scene:
    scene = Scene().owns(ANN, tool, "E26").has(ANN, wood=wood)
    scene.state.phase = FEEDING
    return turn(scene).offer(ANN, tool)


@pytest.mark.parametrize(("tool", "food"), [("A7", 2), ("K122", 3), ("I258", 2)])
def test_e26_wood_turned_into_food_brings_a_food_or_turns_another_wood_into_two(tool: str, food: int) -> None:
    assert planed(2, tool).takes(ANN, "food", 1).got() == {"wood": -1, "food": food + 1}
    assert planed(2, tool).takes(ANN, "food", 2).got() == {"wood": -2, "food": food + 2}


def test_e26_nothing_is_asked_when_the_wood_is_gone() -> None:
    assert planed(1).got() == {"wood": -1, "food": 3}


def test_e26_other_food_has_nothing_to_do_with_it() -> None:
    assert Scene().owns(ANN, "A7", "E26").has(ANN, wood=1).use(ANN, "B-DAY").got() == {"food": 2}


# Mini Pasture ------------------------------------------------------------------------------------


def test_e40_one_cell_is_fenced_in_for_nothing() -> None:
    scene = sketch(Scene().has(ANN, wood=9).play(ANN, "E40"), ANN, CORNER)
    assert (scene.kind(), scene.got()) == ("", {})
    assert scene.seat().yard.pastures() == (1 << CORNER,)


def test_e40_the_cell_lies_beside_a_pasture_if_there_is_one() -> None:
    scene = Scene().pasture(ANN, CORNER).play(ANN, "E40")
    assert scene.choices() == [SKETCH_AT + 3, SKETCH_AT + 9]
    assert sketch(scene, ANN, 9).seat().yard.fences.bit_count() == 7


def test_e40_there_may_be_a_stable_on_the_cell() -> None:
    assert sketch(Scene().stables(ANN, CORNER).play(ANN, "E40"), ANN, CORNER).seat().yard.fenced_stables()


def test_e40_the_owner_may_do_without() -> None:
    assert Scene().play(ANN, "E40").answer(ANN).seat().yard.fences == 0


def test_e40_it_falls_away_where_too_few_fences_are_left() -> None:
    scene = Scene().pasture(ANN, 2, 3, 4, 7, 8, 9).pasture(ANN, 12, 13).play(ANN, "E40")
    assert scene.seat().yard.fences.bit_count() == 14
    assert (scene.kind(), INDEX["E40"] in scene.seat().cards) == ("", True)


def test_e40_with_hedge_keeper_three_more_fences_follow_for_nothing_and_no_others() -> None:
    scene = sketch(Scene().owns(ANN, "E175").has(ANN, wood=9).play(ANN, "E40"), ANN, CORNER)
    assert scene.kind() == "fence"
    assert sketch(scene, ANN, 9).got() == {}
    assert (scene.kind(), scene.seat().yard.fences.bit_count()) == ("", 7)
    again = sketch(Scene().owns(ANN, "E175").play(ANN, "E40"), ANN, CORNER).answer(ANN)
    assert again.seat().yard.fences.bit_count() == 4


def test_e40_brings_the_farmer_an_animal() -> None:
    assert sketch(Scene().owns(ANN, "E160").play(ANN, "E40"), ANN, CORNER).got() == {"boar": 1}


# Lettuce Patch -----------------------------------------------------------------------------------


def patch(amount: int) -> Scene:
    scene = Scene().owns(ANN, "E47").fields(ANN, "vegetable 2")
    return (scene.planted(ANN, 0, "vegetable", amount) if amount else scene).field_phase()


def test_e47_the_vegetable_from_the_card_may_become_four_food_at_once() -> None:
    assert patch(2).answer(ANN, YES).got() == {"vegetable": 1, "food": 4}
    assert patch(1).answer(ANN).got() == {"vegetable": 2}


def test_e47_vegetables_from_other_fields_are_vegetables() -> None:
    assert (patch(0).kind(), patch(0).got()) == ("", {"vegetable": 1})


def test_e47_no_pot_is_needed_and_spices_bring_nothing() -> None:
    scene = Scene().owns(ANN, "E47", "A1", "E25").planted(ANN, 0, "vegetable", 1).field_phase()
    assert scene.answer(ANN, YES).got() == {"food": 4}


def test_e47_it_is_sown_like_any_other_field() -> None:
    scene = Scene().owns(ANN, "E47", "I219", "K118").has(ANN, grain=1, vegetable=1).do(ANN, acts.Sow())
    assert scene.choices() == [SOW_AT + 8 * 15 + VEGETABLE]
    assert sow(scene, "vegetable", 15).seat().plot_stacks == [2 + 2 + 1]


def test_e47_with_gardener_it_comes_from_the_supply_and_may_be_eaten_too() -> None:
    scene = Scene().owns(ANN, "E47", "I226").planted(ANN, 0, "vegetable", 1).field_phase()
    assert scene.answer(ANN, YES).got() == {"food": 4}
    assert scene.seat().plot_stacks == [1]


# Writing Desk ------------------------------------------------------------------------------------


def test_e49_a_second_occupation_may_follow_for_two_food() -> None:
    scene = Scene().owns(ANN, "E49").holds(ANN, "E166", "E177", "E170").has(ANN, food=5)
    scene.use(ANN, "B-OCC").plays(ANN, "E166").with_card(ANN, "E49").plays(ANN, "E177")
    assert scene.got() == {"food": -2}
    assert scene.kind() == "end-turn" or not scene.kind()
    assert INDEX["E170"] in scene.seat().hand


def test_e49_it_may_be_left_alone_or_turn_out_to_be_impossible() -> None:
    scene = Scene().owns(ANN, "E49").holds(ANN, "E166", "E177").has(ANN, food=1)
    assert scene.use(ANN, "B-OCC").plays(ANN, "E166").with_card(ANN, "E49").choices() == []
    assert scene.answer(ANN).got() == {}


def test_e49_an_empty_hand_is_not_asked() -> None:
    scene = Scene().owns(ANN, "E49").holds(ANN, "E166").has(ANN, food=9)
    assert scene.use(ANN, "B-OCC").plays(ANN, "E166").kind() != "next-card"


def test_e49_an_occupation_that_a_card_lets_play_brings_no_second_one() -> None:
    scene = Scene().owns(ANN, "E49").holds(ANN, "E177").has(ANN, food=9)
    by_card = Facts(ANN, SPACES["B-OCC"], INDEX["I249"], INDEX["E166"])
    assert scene.run(Opens(OCCED, by_card)).kind() == ""
    assert scene.run(Opens(OCCED, Facts(ANN, card=INDEX["E166"]))).kind() == ""


def test_e49_academic_is_one_occupation_here() -> None:
    scene = Scene().owns(ANN, "E49").holds(ANN, "E148", "E166", "E177").has(ANN, food=9)
    scene.use(ANN, "B-OCC").plays(ANN, "E148").with_card(ANN, "E49").plays(ANN, "E166")
    assert scene.kind() != "next-card"


# Feed Pellets ------------------------------------------------------------------------------------


def feeding(**goods: int) -> Scene:
    scene = Scene().owns(ANN, "E338").has(ANN, **goods)
    scene.state.phase = FEEDING
    return turn(scene)


def test_e338_a_vegetable_becomes_an_animal_of_a_kind_that_is_there_once_a_harvest() -> None:
    scene = feeding(vegetable=2, sheep=1, cattle=1)
    scene.pasture(ANN, 3, 4).pasture(ANN, 8, 9)
    assert scene.offers() == [("E338", 0), ("E338", 2)]
    assert scene.offer(ANN, "E338", 2).got() == {"vegetable": -1, "cattle": 1}
    assert scene.offers() == []


def test_e338_it_is_for_the_feeding_phase() -> None:
    assert turn(Scene().owns(ANN, "E338").has(ANN, vegetable=1, sheep=1)).offers() == []
    assert feeding(vegetable=1).offers() == []
