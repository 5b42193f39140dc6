"""Cards about fences: Mini Pasture, Farmer, Shepherd's Crook, Animal Breeder, Fence Overseer."""

import pytest

from tests.agricola.cards.farms import fence, sketch
from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.events.rounds import TurnBegan
from tilth_rules.agricola.moves.numbers import BUILD_STABLE, CUT_PASTURE, SKETCH_CELL

CORNER = 4


def test_e40_one_cell_is_fenced_in_for_nothing() -> None:
    scene = sketch(Scene().has(ANN, wood=9).play(ANN, "E40"), ANN, CORNER)
    assert (scene.kind(), scene.got()) == ("", {})
    assert scene.seat().yard.pastures() == (1 << CORNER,)


def test_e40_the_cell_lies_beside_a_pasture_if_there_is_one() -> None:
    scene = Scene().pasture(ANN, CORNER).play(ANN, "E40")
    assert scene.choices() == [SKETCH_CELL.option(3), SKETCH_CELL.option(9)]
    assert sketch(scene, ANN, 9).seat().yard.fences.bit_count() == 7


def test_e40_there_may_be_a_stable_on_the_cell() -> None:
    assert sketch(Scene().stables(ANN, CORNER).play(ANN, "E40"), ANN, CORNER).seat().yard.fenced_stables()


def test_e40_the_owner_may_do_without() -> None:
    assert Scene().play(ANN, "E40").answer(ANN).seat().yard.fences == 0


def test_e40_it_falls_away_where_too_few_fences_are_left() -> None:
    scene = Scene().pasture(ANN, 2, 3, 4, 7, 8, 9).pasture(ANN, 12, 13).play(ANN, "E40")
    assert scene.seat().yard.fences.bit_count() == 14
    assert (scene.kind(), INDEX["E40"] in scene.seat(BOB).hand) == ("", True), "it was played and passed on"


def test_e40_with_hedge_keeper_three_more_fences_follow_for_nothing_and_no_others() -> None:
    scene = sketch(Scene().owns(ANN, "E175").has(ANN, wood=9).play(ANN, "E40"), ANN, CORNER)
    assert scene.kind() == "fence"
    assert sketch(scene, ANN, 9).got() == {}
    assert (scene.kind(), scene.seat().yard.fences.bit_count()) == ("", 7)
    again = sketch(Scene().owns(ANN, "E175").play(ANN, "E40"), ANN, CORNER).answer(ANN)
    assert again.seat().yard.fences.bit_count() == 4


def test_e40_brings_the_farmer_an_animal() -> None:
    assert sketch(Scene().owns(ANN, "E160").play(ANN, "E40"), ANN, CORNER).got() == {"boar": 1}


def test_e160_the_first_fences_bring_a_boar_and_all_later_ones_cattle() -> None:
    scene = Scene().owns(ANN, "E160").has(ANN, wood=15)
    assert fence(scene, ANN, CORNER).got() == {"wood": -4, "boar": 1}
    assert fence(scene, ANN, 3).got() == {"wood": -3, "cattle": 1}
    scene.pasture(ANN, 8, 9)
    assert fence(scene, ANN, 2).got() == {"wood": -3, "cattle": 1}


def test_e160_several_pastures_in_one_action_bring_one_animal() -> None:
    scene = fence(Scene().owns(ANN, "E160").has(ANN, wood=7).do(ANN, acts.BuildFences()), ANN, CORNER)
    assert scene.got() == {"wood": -4, "boar": 1}


def test_i77_a_new_pasture_of_four_cells_brings_two_sheep() -> None:
    scene = Scene().owns(ANN, "I77").has(ANN, wood=15)
    assert fence(scene, ANN, 3, 4, 8, 9).got() == {"wood": -8, "sheep": 2}
    assert fence(Scene().owns(ANN, "I77").has(ANN, wood=15), ANN, 3, 4, 9).got() == {"wood": -8}


def test_i77_the_sheep_need_no_other_room_than_the_new_pasture() -> None:
    scene = Scene().owns(ANN, "I77").has(ANN, wood=15, cattle=1)
    assert fence(scene, ANN, 3, 4, 8, 9).got() == {"wood": -8, "sheep": 2}
    assert scene.kind() == ""


def test_i77_parts_of_a_pasture_that_is_cut_bring_nothing() -> None:
    scene = Scene().owns(ANN, "I77").has(ANN, wood=2).pasture(ANN, 2, 3, 4, 7, 8, 9)
    scene.do(ANN, acts.BuildFences()).answer(ANN, CUT_PASTURE.first + (1 << 2 | 1 << 7))
    assert (scene.kind(), scene.got()) == ("", {"wood": -2})


def test_i77_a_pasture_that_was_fenced_and_cut_in_one_action_is_new() -> None:
    scene = Scene().owns(ANN, "I77").has(ANN, wood=12).do(ANN, acts.BuildFences())
    sketch(scene, ANN, 4, 3, 2, 9, 8, 7).answer(ANN, CUT_PASTURE.first + (1 << 2 | 1 << 7))
    assert scene.got() == {"wood": -12, "sheep": 2}


CELL = 4
"""The upper right corner: two fences less than in the middle make no difference, the edge takes fences, too."""


def breeder(food: int = 9) -> Scene:
    return Scene().owns(ANN, "K307").has(ANN, wood=15, food=food)


@pytest.mark.parametrize(("animal", "price"), [("sheep", 1), ("boar", 2), ("cattle", 3)])
def test_k307_a_new_pasture_brings_a_pair_for_food(animal: str, price: int) -> None:
    scene = fence(breeder(), ANN, CELL).with_card(ANN, "K307").takes(ANN, animal, 2)
    assert scene.got() == {"wood": -4, "food": -price, animal: 2}


def test_k307_offers_only_payable_animals() -> None:
    scene = fence(breeder(food=2), ANN, CELL).with_card(ANN, "K307")
    assert len(scene.choices()) == 2
    assert fence(breeder(food=0), ANN, CELL).kind() == ""


def test_k307_one_pair_for_all_pastures_of_an_action() -> None:
    scene = breeder().do(ANN, acts.BuildFences())
    sketch(sketch(scene, ANN, 3), ANN, CELL).answer(ANN)
    scene.with_card(ANN, "K307").takes(ANN, "sheep", 2)
    assert scene.kind() == ""
    assert scene.got()["sheep"] == 2


def test_k307_brings_one_pair_in_a_turn_though_there_be_two_actions() -> None:
    scene = fence(breeder(), ANN, CELL).with_card(ANN, "K307").takes(ANN, "sheep", 2)
    assert fence(scene.has(ANN, wood=9, food=9), ANN, 3).kind() == ""
    TurnBegan(ANN).apply(scene.state)
    assert fence(scene.has(ANN, wood=9), ANN, 9).kind() == "next-card"


def test_k307_wants_a_cell_that_had_no_use_before() -> None:
    assert fence(breeder().stables(ANN, CELL), ANN, CELL).kind() == ""
    scene = fence(breeder().stables(ANN, CELL), ANN, 3, CELL)
    assert scene.kind() == "next-card"


def test_k307_a_pasture_that_is_cut_is_none() -> None:
    scene = breeder().pasture(ANN, 3, CELL).do(ANN, acts.BuildFences())
    scene.answer(ANN, next(option for option in scene.choices() if option >= CUT_PASTURE.first))
    assert scene.kind() == "fence"
    assert scene.answer(ANN).kind() == ""


def test_k307_serves_the_mini_pasture() -> None:
    scene = breeder().play(ANN, "E40")
    while scene.kind() != "next-card":
        scene.answer(ANN, next(option for option in scene.choices()))
    assert scene.with_card(ANN, "K307").takes(ANN, "boar", 2).got()["boar"] == 2


def stabling(*cards: str) -> Scene:
    """Return a scene in which Ann can build stables, and has some food."""
    return Scene().owns(ANN, "K312", *cards).has(ANN, wood=2, food=9)


def build_stable(scene: Scene, cell: int = CELL) -> Scene:
    return scene.do(ANN, acts.BuildStables(most=1)).answer(ANN, BUILD_STABLE.option(cell))


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


def test_k312_the_hedge_keeper_adds_three_fences() -> None:
    scene = build_stable(stabling("E175")).with_card(ANN, "K312")
    assert scene.kind() == "fence"
    assert scene.choices() == [SKETCH_CELL.option(3), SKETCH_CELL.option(9)]
    sketch(scene, ANN, 3)
    assert scene.got() == {"food": -1}
    assert len(scene.seat().yard.pastures()) == 2


def test_k312_the_stablehand_builds_a_stable_but_no_second_one() -> None:
    scene = build_stable(stabling("E207")).with_card(ANN, "K312")
    assert scene.kind() == "stable"
    scene.answer(ANN, scene.choices()[0])
    assert scene.seat().yard.stables.bit_count() == 2
    assert scene.kind() == ""


def test_k312_fences_in_the_stable_of_the_stablehand() -> None:
    scene = Scene().owns(ANN, "K312", "E207").has(ANN, wood=4, food=1)
    fence(scene, ANN, CELL).answer(ANN, BUILD_STABLE.option(3)).with_card(ANN, "K312")
    assert len(scene.seat().yard.pastures()) == 2
