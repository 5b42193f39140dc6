"""Cards that act after building, sowing, playing cards, or when a round begins."""

import pytest

from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.cards.moments import ROUND, WORK
from tilth_rules.agricola.codes import CLAY_HOUSE, GRAIN, STONE_HOUSE, WOODEN
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.moves.numbers import (
    ENCLOSE,
    PART_IMPROVEMENT,
    PART_OCCUPATION,
    SKETCH_CELL,
    SOW_PLOT,
    part_option,
)

CORNER = 4
FIELD = 14


def stable(scene: Scene, seat: int = ANN) -> Scene:
    """Build a stable for the seat for nothing."""
    scene.do(seat, acts.BuildStables(most=1))
    return scene.answer(seat, scene.choices(seat)[-1])


def fence(scene: Scene, seat: int, *cells: int) -> Scene:
    """Fence one pasture for the seat, and no more."""
    scene.do(seat, acts.BuildFences())
    for cell in cells:
        scene.answer(seat, SKETCH_CELL.option(cell))
    scene.answer(seat, ENCLOSE.number)
    return scene.answer(seat) if scene.kind(seat) == "fence" else scene


# Building ----------------------------------------------------------------------------------------


def test_e207_a_stable_has_to_be_built_for_nothing_with_fences_once_a_round() -> None:
    scene = fence(Scene().owns(ANN, "E207").has(ANN, wood=9), ANN, CORNER)
    assert scene.kind() == "stable"
    with pytest.raises(Exception, match="TOO_FEW"):
        scene.answer(ANN)
    assert scene.answer(ANN, scene.choices()[0]).got() == {"wood": -4}
    assert scene.kind() == ""
    assert fence(scene, ANN, CORNER - 1).kind() == ""


def test_e213_the_second_third_and_fourth_stable_bring_an_animal() -> None:
    scene = Scene().owns(ANN, "E213").pasture(ANN, 9).pasture(ANN, 7)
    assert [stable(scene).got() for _ in range(4)] == [{}, {"cattle": 1}, {"boar": 1}, {"sheep": 1}]


def test_i222_renovating_brings_stone_by_how_many_have_moved_before() -> None:
    for before, stone in ((0, 3), (1, 2), (2, 1), (3, 0)):
        scene = Scene(5).owns(ANN, "I222").has(ANN, clay=2, reed=1)
        scene.state.renovations[CLAY_HOUSE] = before
        assert scene.do(ANN, acts.Renovate()).got().get("stone", 0) == stone


def laid_by_moving(name: str, house: int, round_: int = 11) -> list[tuple[int, str, int]]:
    """Return the goods that the card lays when the house becomes this one."""
    scene = Scene(round_=round_).owns(ANN, name).rooms(ANN, 2, house - 1)
    return scene.has(ANN, clay=2, stone=2, reed=1).do(ANN, acts.Renovate()).laid()


def laid_when_played(name: str, house: int) -> list[tuple[int, str, int]]:
    return Scene(round_=11).rooms(ANN, 2, house).play(ANN, name).laid()


def test_i231_lays_food_once_the_house_is_of_stone() -> None:
    food = [(round_, "food", 3) for round_ in (12, 13, 14)]
    assert [laid_by_moving("I231", house) for house in (CLAY_HOUSE, STONE_HOUSE)] == [[], food]
    assert [laid_when_played("I231", house) for house in (CLAY_HOUSE, STONE_HOUSE)] == [[], food]
    assert len(laid_by_moving("I231", STONE_HOUSE, 1)) == 13


def test_k298_lays_sheep_once_the_house_is_of_stone() -> None:
    sheep = [(round_, "sheep", 1) for round_ in (12, 13, 14)]
    assert [laid_by_moving("K298", house) for house in (CLAY_HOUSE, STONE_HOUSE)] == [[], sheep]
    assert [laid_when_played("K298", house) for house in (CLAY_HOUSE, STONE_HOUSE)] == [[], sheep]
    assert len(laid_by_moving("K298", STONE_HOUSE, 1)) == 13


def test_e190_lays_food_once_the_house_is_no_wooden_hut() -> None:
    food = [(round_, "food", 1) for round_ in (12, 13, 14)]
    assert laid_by_moving("E190", CLAY_HOUSE) == food
    assert [laid_when_played("E190", house) for house in (WOODEN, CLAY_HOUSE, STONE_HOUSE)] == [
        [],
        food,
        food,
    ]
    assert len(laid_by_moving("E190", CLAY_HOUSE, 1)) == 13


def test_i242_lays_clay_for_five_rounds_once_the_house_is_no_wooden_hut() -> None:
    clay = [(round_, "clay", 2) for round_ in (12, 13, 14)]
    assert laid_by_moving("I242", CLAY_HOUSE) == clay
    assert [laid_when_played("I242", house) for house in (WOODEN, CLAY_HOUSE, STONE_HOUSE)] == [
        [],
        clay,
        clay,
    ]
    scene = Scene(round_=2).rooms(ANN, 2, CLAY_HOUSE).play(ANN, "I242")
    assert [round_ for round_, _, _ in scene.laid()] == [3, 4, 5, 6, 7]


def lays_once(name: str) -> bool:
    """Return whether another renovation lays nothing more."""
    scene = Scene(round_=11).owns(ANN, name).has(ANN, clay=2, stone=2, reed=2).do(ANN, acts.Renovate())
    before = scene.laid()
    return scene.do(ANN, acts.Renovate()).laid() == before


def test_e190_lays_food_once_in_the_match() -> None:
    assert lays_once("E190")


def test_i242_lays_clay_once_in_the_match() -> None:
    assert lays_once("I242")


def test_i264_gets_wood_when_others_build_fences() -> None:
    def wood(*cells: int) -> int:
        scene = fence(Scene().owns(ANN, "I264").has(BOB, wood=9), BOB, *cells)
        return scene.got(ANN).get("wood", 0)

    assert (wood(4), wood(4, 3)) == (1, 2)
    scene = Scene().owns(ANN, "I264").pasture(BOB, 4).has(BOB, wood=9)
    assert fence(scene, BOB, 3, 2).got(ANN) == {"wood": 2}
    scene = Scene().owns(ANN, "I264").pasture(BOB, 4, 3).has(BOB, wood=1).do(BOB, acts.BuildFences())
    assert scene.answer(BOB, scene.choices(BOB)[-1]).got() == {"wood": 1}
    assert fence(Scene().owns(ANN, "I264").has(ANN, wood=9), ANN, 4).got() == {"wood": -4}


def test_i224_gets_a_grain_or_a_food_when_others_sow() -> None:
    def got(seats: int, sower: int) -> dict[str, int]:
        scene = Scene(seats).owns(ANN, "I224").fields(sower, "").has(sower, grain=1)
        return scene.do(sower, acts.Sow()).answer(sower, SOW_PLOT.option(FIELD, GRAIN)).got(ANN)

    assert (got(3, BOB), got(4, BOB)) == ({"grain": 1}, {"food": 1})
    assert got(3, ANN) == {"grain": -1}


# Playing cards -----------------------------------------------------------------------------------


def test_e182_brings_food_and_wood_for_every_fireplace_and_oven_of_any_seat() -> None:
    for name in ("A1", "A2", "A3", "A4", "A5", "A6", "E14", "E20", "E27", "I65", "I85", "K106", "K128"):
        assert Scene().owns(ANN, "E182").play(BOB, name).got(ANN) == {"food": 1, "wood": 1}
    assert Scene().owns(ANN, "E182").play(ANN, "A1").got(ANN) == {"food": 1, "wood": 1}
    assert Scene().owns(ANN, "E182").play(BOB, "A7").got(ANN) == {}


def occupation(scene: Scene, name: str, food: int) -> Scene:
    """Play an occupation for this much food."""
    return scene.holds(ANN, name).do(ANN, acts.PlayOccupation(food=food)).plays(ANN, name)


def test_k112_brings_three_food_before_an_occupation_is_paid_for() -> None:
    assert occupation(Scene().owns(ANN, "K112"), "K283", 2).got() == {"food": 3 - 2}


def test_e192_brings_two_food_before_an_occupation_is_paid_for() -> None:
    assert occupation(Scene().owns(ANN, "E192"), "K283", 2).got() == {}


def test_e192_brings_nothing_for_itself() -> None:
    assert Scene().play(ANN, "E192").got() == {}


def test_k111_may_bake_after_playing_an_occupation() -> None:
    scene = Scene().owns(ANN, "K111", "A1").has(ANN, grain=1).play(ANN, "K283").with_card(ANN, "K111")
    assert scene.answer(ANN, 1).got() == {"grain": -1, "food": 2}


def test_k271_plays_an_occupation_for_three_food_when_others_play_one() -> None:
    def food(cards: tuple[str, ...]) -> dict[str, int]:
        scene = Scene().owns(ANN, *cards).holds(ANN, "K283").has(ANN, food=3).play(BOB, "K296")
        return scene.with_card(ANN, "K271").plays(ANN, "K283").got()

    assert food(("K271",)) == {"food": -3}
    assert food(("K271", "K290")) == {"food": -3}
    assert food(("K271", "K290", "K288")) == {"food": -2}


def test_k271_does_nothing_when_its_owner_plays_one() -> None:
    assert Scene().owns(ANN, "K271").holds(ANN, "K283").has(ANN, food=3).play(ANN, "K296").kind() == ""


# Rounds ------------------------------------------------------------------------------------------


def test_e194_ploughs_for_a_food_each_round_once_the_house_is_of_stone() -> None:
    scene = Scene().owns(ANN, "E194").rooms(ANN, 2, STONE_HOUSE).has(ANN, food=1).comes(ROUND)
    scene.with_card(ANN, "E194")
    assert scene.answer(ANN, scene.choices()[0]).got() == {"food": -1}
    assert scene.seat().yard.fields.bit_count() == 1
    assert Scene().owns(ANN, "E194").rooms(ANN, 2, CLAY_HOUSE).has(ANN, food=1).comes(ROUND).kind() == ""


def test_i254_builds_a_stable_for_a_wood_each_round_once_the_house_is_of_stone() -> None:
    scene = Scene().owns(ANN, "I254").rooms(ANN, 2, STONE_HOUSE).has(ANN, wood=3).comes(ROUND)
    scene.with_card(ANN, "I254")
    assert scene.answer(ANN, scene.choices()[0]).got() == {"wood": -1}
    assert scene.kind() == ""
    assert Scene().owns(ANN, "I254").rooms(ANN, 2, CLAY_HOUSE).has(ANN, wood=1).comes(ROUND).kind() == ""


def playing_each_round() -> Scene:
    scene = Scene().owns(ANN, "K279").rooms(ANN, 2, STONE_HOUSE).has(ANN, food=1, clay=2)
    return scene.holds(ANN, "K283").comes(ROUND).with_card(ANN, "K279")


def test_k279_plays_an_occupation_or_an_improvement_each_round_once_the_house_is_of_stone() -> None:
    scene = playing_each_round().answer(ANN, part_option(PART_OCCUPATION)).plays(ANN, "K283")
    assert scene.got() == {"food": -1}
    scene = playing_each_round().answer(ANN, part_option(PART_IMPROVEMENT)).plays(ANN, "A1")
    assert scene.got() == {"clay": -2}
    assert Scene().owns(ANN, "K279").rooms(ANN, 2, CLAY_HOUSE).has(ANN, clay=2).comes(ROUND).kind() == ""


def test_k287_brings_one_more_of_each_plentiful_good_each_round() -> None:
    scene = Scene().owns(ANN, "K287").has(ANN, stone=5, reed=6, clay=7, wood=8).comes(ROUND)
    assert scene.got() == {"stone": 1, "reed": 1, "clay": 1, "wood": 1}
    assert Scene().owns(ANN, "K287").has(ANN, stone=4, reed=5, clay=6, wood=7).comes(ROUND).got() == {}


def test_k309_brings_a_food_before_work_to_each_seat_with_two_sheep() -> None:
    assert Scene().owns(ANN, "K309").has(ANN, sheep=2).comes(WORK).got() == {"food": 1}
    assert Scene().owns(ANN, "K309").has(ANN, sheep=1).comes(WORK).got() == {}
