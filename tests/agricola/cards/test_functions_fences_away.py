"""Cards that take fences out of their owner's hands: Fence Builder, Fence Deliveryman."""

from tests.agricola.cards.farms import sketch, turn
from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.actions.fences import fences_left
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.hands.dealing import LayOut
from tilth_rules.agricola.moves.numbers import SKETCH_CELL, USE_SPACE


def rails(round_: int = 1, *cards: str) -> Scene:
    return Scene(round_=round_).owns(ANN, *cards).has(ANN, food=4).play(ANN, "I265")


def test_i265_four_fences_each_lie_on_two_rounds_and_cannot_be_built_before() -> None:
    scene = rails()
    assert [round_ for round_, _, _ in scene.laid()] == [7, 11]
    assert fences_left(scene.state, ANN) == 7
    assert fences_left(rails(5).state, ANN) == 11
    assert [round_ for round_, _, _ in rails(4).laid()] == [10, 14]
    assert [round_ for round_, _, _ in rails(5).laid()] == [11]
    assert rails(9).laid() == []


def test_i265_for_two_food_they_are_built_without_wood() -> None:
    scene = rails().reaches(7).with_card(ANN, "I265")
    assert sketch(scene, ANN, 4).got() == {"food": -2}
    assert (scene.kind(), fences_left(scene.state, ANN)) == ("", 7)
    assert sketch(scene.reaches(11).with_card(ANN, "I265"), ANN, 3).got() == {"food": -2}
    assert fences_left(scene.state, ANN) == 8


def test_i265_fences_that_are_not_built_go_to_the_supply() -> None:
    scene = rails().reaches(7).answer(ANN)
    assert (scene.got(), fences_left(scene.state, ANN)) == ({}, 11)


def test_i265_without_food_the_answer_is_no() -> None:
    scene = rails().has(ANN, food=1).reaches(7)
    assert (scene.kind(), fences_left(scene.state, ANN)) == ("", 11)


def test_i265_no_more_are_laid_than_there_are() -> None:
    scene = Scene().pasture(ANN, 2, 3, 4, 7, 8, 9).play(ANN, "I265")
    assert (len(scene.laid()), fences_left(scene.state, ANN)) == (2, 0)
    scene = Scene().pasture(ANN, 2, 3, 4, 7, 8, 9).pasture(ANN, 12).play(ANN, "I265")
    assert (len(scene.laid()), fences_left(scene.state, ANN)) == (1, 0)


def test_i265_hedge_keeper_adds_three() -> None:
    scene = rails(1, "E175").reaches(7).with_card(ANN, "I265")
    sketch(sketch(scene, ANN, 4), ANN, 3)
    assert (scene.got(), scene.seat().yard.fences.bit_count(), scene.kind()) == ({"food": -2}, 7, "")


def test_i265_learned_before_the_match_it_counts_from_round_zero() -> None:
    scene = Scene(1, round_=0).owns(ANN, "I265").run(LayOut(INDEX["I265"]))
    assert [round_ for round_, _, _ in scene.laid()] == [6, 10]


CELL = 4
"""The upper right corner: two fences less than in the middle make no difference, the edge takes fences, too."""


def builder(space: str) -> Scene:
    """Return a scene in which Ann's fence stands on that space."""
    scene = Scene().play(ANN, "I263")
    return scene.answer(ANN, USE_SPACE.option(scene.opened(space)))


def test_i263_where_the_fence_stands_others_can_be_built_besides() -> None:
    scene = builder("B-DAY").has(ANN, wood=4).use(ANN, "B-DAY")
    assert scene.got() == {"food": 2}
    scene.with_card(ANN, "I263")
    sketch(scene, ANN, CELL)
    assert scene.got() == {"food": 2, "wood": -4}


def test_i263_they_may_be_left_unbuilt_and_cost_wood_as_usual() -> None:
    scene = builder("B-DAY").has(ANN, wood=4).use(ANN, "B-DAY").with_card(ANN, "I263")
    assert scene.answer(ANN).got() == {"food": 2}
    assert builder("B-DAY").use(ANN, "B-DAY").kind() == ""


def test_i263_the_main_action_comes_first() -> None:
    scene = builder("B-WOOD3").heap("B-WOOD3", wood=6).use(ANN, "B-WOOD3").with_card(ANN, "I263")
    assert scene.got() == {"wood": 6}
    assert scene.kind() == "fence"


def test_i263_elsewhere_nothing_can_be_built() -> None:
    assert builder("B-DAY").has(ANN, wood=4).use(ANN, "B-GRAIN").kind() != "next-card"


def test_i263_any_space_but_no_round_card_to_come() -> None:
    scene = Scene().play(ANN, "I263")
    assert scene.choices() == [USE_SPACE.option(space) for space in scene.state.open]


def test_i263_fourteen_fences_are_left() -> None:
    scene = builder("B-DAY").has(ANN, wood=15).pasture(ANN, 0, 1, 2, 3)
    scene.run()
    assert scene.do(ANN, acts.BuildFences()).kind() == "fence"
    cells = [SKETCH_CELL.part(option) for option in scene.choices() if option in SKETCH_CELL]
    assert 4 in cells
    scene = builder("B-DAY").has(ANN, wood=15).pasture(ANN, 0, 1, 2, 3, 4)
    scene.do(ANN, acts.BuildFences())
    cells = [SKETCH_CELL.part(option) for option in scene.choices() if option in SKETCH_CELL]
    assert cells == []


def test_i263_the_use_by_which_it_was_played_builds_nothing() -> None:
    scene = Scene().holds(ANN, "I263").has(ANN, wood=9, food=2).use(ANN, "B-OCC").plays(ANN, "I263")
    scene.answer(ANN, USE_SPACE.option(scene.opened("B-OCC")))
    assert scene.kind(ANN) != "next-card"


def test_i263_its_fences_have_all_effects_of_fences() -> None:
    scene = builder("B-DAY").owns(ANN, "E160", "K307", "E207").has(ANN, wood=4, food=1)
    scene.use(ANN, "B-DAY").with_card(ANN, "I263")
    sketch(scene, ANN, CELL)
    assert scene.got()["boar"] == 1
    assert turn(scene).kind() == "place"
