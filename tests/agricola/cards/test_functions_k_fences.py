"""Cards about fences with functions: Animal Breeder, Fence Overseer, Fence Builder."""

import pytest

from tests.agricola.cards.farms import fence, sketch, turn
from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.choices import CUT_AT, SKETCH_AT, SPACE_AT, STABLE_AT
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.words import GOOD_OF

CELL = 4
"""The upper right corner: two fences less than in the middle make no difference, the edge takes fences, too."""

# Animal Breeder ----------------------------------------------------------------------------------


def breeder(food: int = 9) -> Scene:
    return Scene().owns(ANN, "K307").has(ANN, wood=15, food=food)


@pytest.mark.parametrize(("animal", "price"), [("sheep", 1), ("boar", 2), ("cattle", 3)])
def test_k307_a_new_pasture_brings_a_pair_for_food(animal: str, price: int) -> None:
    scene = fence(breeder(), ANN, CELL).with_card(ANN, "K307").takes(ANN, animal, 2)
    assert scene.got() == {"wood": -4, "food": -price, animal: 2}


def test_k307_offers_what_can_be_paid() -> None:
    scene = fence(breeder(food=2), ANN, CELL).with_card(ANN, "K307")
    assert len(scene.choices()) == 2
    assert fence(breeder(food=0), ANN, CELL).kind() == ""


def test_k307_one_pair_for_all_pastures_of_an_action() -> None:
    scene = breeder().do(ANN, acts.BuildFences())
    sketch(sketch(scene, ANN, 3), ANN, CELL).answer(ANN)
    scene.with_card(ANN, "K307").takes(ANN, "sheep", 2)
    assert scene.kind() == ""
    assert scene.got()["sheep"] == 2


def test_k307_wants_a_cell_that_had_no_use_before() -> None:
    assert fence(breeder().stables(ANN, CELL), ANN, CELL).kind() == ""
    scene = fence(breeder().stables(ANN, CELL), ANN, 3, CELL)
    assert scene.kind() == "next-card"


def test_k307_a_pasture_that_is_cut_is_none() -> None:
    scene = breeder().pasture(ANN, 3, CELL).do(ANN, acts.BuildFences())
    scene.answer(ANN, next(option for option in scene.choices() if option >= CUT_AT))
    assert scene.kind() == "fence"
    assert scene.answer(ANN).kind() == ""


def test_k307_serves_the_mini_pasture() -> None:
    scene = breeder().play(ANN, "E40")
    while scene.kind() != "next-card":
        scene.answer(ANN, next(option for option in scene.choices()))
    assert scene.with_card(ANN, "K307").takes(ANN, "boar", 2).got()["boar"] == 2


# Fence Overseer ----------------------------------------------------------------------------------


def stabling(*cards: str) -> Scene:
    """Ann can build stables, and has some food."""
    return Scene().owns(ANN, "K312", *cards).has(ANN, wood=2, food=9)


def build_stable(scene: Scene, cell: int = CELL) -> Scene:
    return scene.do(ANN, acts.BuildStables(most=1)).answer(ANN, STABLE_AT + cell)


def test_k312_a_new_stable_is_fenced_in_for_a_food_and_no_wood() -> None:
    scene = build_stable(stabling()).with_card(ANN, "K312")
    assert scene.got() == {"food": -1}
    assert scene.seat().yard.pastures() == (1 << CELL,)
    assert scene.kind() == ""


def test_k312_once_a_round() -> None:
    scene = build_stable(stabling()).with_card(ANN, "K312")
    assert build_stable(scene, 3).kind() == ""


def test_k312_keeps_to_the_rules_of_fencing() -> None:
    """A pasture lies beside the others, and there are fifteen fences."""
    assert build_stable(stabling().pasture(ANN, 14)).kind() == ""
    assert build_stable(stabling().pasture(ANN, 0, 1, 2, 3, 7), 4).kind() == "next-card"
    assert build_stable(stabling().pasture(ANN, 1, 2, 3, 6, 7, 8, 12), 14).kind() == ""


def test_k312_cuts_the_stable_off_from_a_pasture() -> None:
    scene = build_stable(stabling().pasture(ANN, 3, CELL)).with_card(ANN, "K312")
    assert scene.seat().yard.pastures() == (1 << 3, 1 << CELL)


def test_k312_a_stable_that_is_fenced_in_alone_needs_nothing_and_nothing_happens_without_food() -> None:
    assert build_stable(stabling().pasture(ANN, CELL)).kind() == ""
    assert build_stable(stabling().has(ANN, food=0)).kind() == ""


def test_k312_brings_the_farmer_his_animal_and_not_the_breeder_his_pair() -> None:
    scene = build_stable(stabling("E160", "K307")).with_card(ANN, "K312")
    assert scene.got() == {"food": -1, "boar": 1}
    assert scene.kind() == ""


def test_k307_a_pasture_that_the_hedge_keeper_adds_to_the_overseers_is_a_new_one() -> None:
    scene = build_stable(stabling("E175", "K307")).with_card(ANN, "K312")
    assert sketch(scene, ANN, 3).kind() == "next-card"


def test_k312_the_hedge_keeper_goes_on_with_three_fences() -> None:
    scene = build_stable(stabling("E175")).with_card(ANN, "K312")
    assert scene.kind() == "fence"
    assert scene.choices() == [SKETCH_AT + 3, SKETCH_AT + 9]
    sketch(scene, ANN, 3)
    assert scene.got() == {"food": -1}
    assert len(scene.seat().yard.pastures()) == 2


def test_k312_the_stablehand_builds_a_stable_but_no_second_one() -> None:
    scene = build_stable(stabling("E207")).with_card(ANN, "K312")
    assert scene.kind() == "stable"
    scene.answer(ANN, scene.choices()[0])
    assert scene.seat().yard.stables.bit_count() == 2
    assert scene.kind() == ""


def test_k312_fences_in_what_the_stablehand_has_built() -> None:
    scene = Scene().owns(ANN, "K312", "E207").has(ANN, wood=4, food=1)
    fence(scene, ANN, CELL).answer(ANN, STABLE_AT + 3).with_card(ANN, "K312")
    assert len(scene.seat().yard.pastures()) == 2


# Fence Builder -----------------------------------------------------------------------------------


def builder(space: str) -> Scene:
    """Ann's fence stands on that space."""
    scene = Scene().play(ANN, "I263")
    return scene.answer(ANN, SPACE_AT + scene.opened(space))


def test_i263_where_the_fence_stands_others_can_be_built_besides() -> None:
    scene = builder("B-DAY").has(ANN, wood=4).use(ANN, "B-DAY")
    assert scene.got() == {"food": 2}
    scene.with_card(ANN, "I263")
    sketch(scene, ANN, CELL)
    assert scene.got() == {"food": 2, "wood": -4}


def test_i263_the_main_action_comes_first() -> None:
    scene = builder("B-WOOD3").heap("B-WOOD3", wood=6).use(ANN, "B-WOOD3").with_card(ANN, "I263")
    assert scene.got() == {"wood": 6}
    assert scene.kind() == "fence"


def test_i263_elsewhere_nothing_can_be_built() -> None:
    assert builder("B-DAY").has(ANN, wood=4).use(ANN, "B-GRAIN").kind() != "next-card"


def test_i263_any_space_but_no_round_card_to_come() -> None:
    scene = Scene().play(ANN, "I263")
    assert scene.choices() == [SPACE_AT + space for space in scene.state.open]


def test_i263_fourteen_fences_are_left() -> None:
    scene = builder("B-DAY").has(ANN, wood=15).pasture(ANN, 0, 1, 2, 3)
    scene.run()
    assert scene.do(ANN, acts.BuildFences()).kind() == "fence"
    cells = [option - SKETCH_AT for option in scene.choices() if SKETCH_AT <= option < SKETCH_AT + 15]
    assert 4 in cells
    scene = builder("B-DAY").has(ANN, wood=15).pasture(ANN, 0, 1, 2, 3, 4)
    scene.do(ANN, acts.BuildFences())
    cells = [option - SKETCH_AT for option in scene.choices() if SKETCH_AT <= option < SKETCH_AT + 15]
    assert cells == []


def test_i263_the_use_by_which_it_was_played_builds_nothing() -> None:
    scene = Scene().holds(ANN, "I263").has(ANN, wood=9, food=2).use(ANN, "B-OCC").plays(ANN, "I263")
    scene.answer(ANN, SPACE_AT + scene.opened("B-OCC"))
    assert scene.kind(ANN) != "next-card"


def test_i263_its_fences_bring_what_fences_bring() -> None:
    scene = builder("B-DAY").owns(ANN, "E160", "K307", "E207").has(ANN, wood=4, food=1)
    scene.use(ANN, "B-DAY").with_card(ANN, "I263")
    sketch(scene, ANN, CELL)
    assert scene.got()["boar"] == 1
    assert GOOD_OF["boar"]
    assert turn(scene).kind() == "place"
