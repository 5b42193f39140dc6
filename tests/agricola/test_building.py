"""Rooms, stables, renovations, fields and fences: the changes that spaces let a family make to its farm."""

from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola import Options
from tilth_rules.agricola.codes import (
    AT_HOME,
    GRAIN,
    SHEEP,
    VEGETABLE,
)
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.moves.numbers import (
    BUILD_ROOM,
    BUILD_STABLE,
    CUT_PASTURE,
    ENCLOSE,
    PART_BAKE,
    PART_ROOMS,
    PART_SOW,
    PART_STABLES,
    PLOUGH_FIELD,
    SKETCH_CELL,
    SOW_PLOT,
    part_option,
)

PLAIN = Options(family=True)


# Building ----------------------------------------------------------------------------------------


def test_rooms_and_stables_are_built_one_by_one_till_it_is_enough() -> None:
    scene = Scene(options=PLAIN).has(ANN, wood=14, reed=4).use(ANN, "B-BUILD")
    assert set(scene.choices()) == {part_option(PART_ROOMS), part_option(PART_STABLES)}
    scene.answer(ANN, part_option(PART_ROOMS))
    assert scene.choices() == [BUILD_ROOM.option(cell) for cell in (0, 6, 11)]
    scene.answer(ANN, BUILD_ROOM.option(6)).answer(ANN, BUILD_ROOM.option(7))
    assert scene.kind() == "stable"
    scene.answer(ANN, BUILD_STABLE.option(4)).answer(ANN, BUILD_STABLE.option(14))
    yard = scene.seat().yard
    assert (yard.rooms.bit_count(), yard.stables) == (4, 1 << 4 | 1 << 14)
    assert scene.got() == {"wood": -14, "reed": -4}


def test_the_first_thing_has_to_be_built_the_second_need_not() -> None:
    scene = (
        Scene(options=PLAIN).has(ANN, wood=9, reed=2).use(ANN, "B-BUILD").answer(ANN, part_option(PART_ROOMS))
    )
    assert scene.decision().min_picks == 1  # type: ignore[union-attr]
    scene.answer(ANN, BUILD_ROOM.option(0))
    assert scene.kind() == "stable"
    scene.answer(ANN)
    assert scene.got() == {"wood": -5, "reed": -2}


def test_only_four_stables_are_built() -> None:
    scene = Scene(options=PLAIN).has(ANN, wood=20).stables(ANN, 0, 1, 2).use(ANN, "B-BUILD")
    scene.answer(ANN, BUILD_STABLE.option(3))
    assert scene.kind() != "stable"
    assert scene.got() == {"wood": -2}


def test_in_the_family_game_a_stable_for_a_wood_or_bread_or_both() -> None:
    scene = Scene(options=PLAIN).has(ANN, wood=1, grain=2).owns(ANN, "A1").use(ANN, "F-STABLEBAKE")
    scene.answer(ANN, part_option(PART_STABLES)).answer(ANN, BUILD_STABLE.option(0))
    assert scene.kind() == "bake"
    assert scene.answer(ANN, 2).got() == {"wood": -1, "grain": -2, "food": 4}


def test_a_renovation_takes_a_resource_a_room_and_a_reed() -> None:
    scene = Scene(options=PLAIN).rooms(ANN, 3).has(ANN, clay=3, reed=1).use(ANN, "R2-RENO")
    assert scene.got() == {"clay": -3, "reed": -1}
    assert scene.seat().yard.house == 1


def test_clara_of_the_rulebook_builds_and_renovates() -> None:
    """A third room in wood, then a clay house, then a fourth room in clay, then stone."""
    scene = Scene(options=PLAIN).has(ANN, wood=5, clay=8, reed=7, stone=4)
    scene.use(ANN, "B-BUILD").answer(ANN, part_option(PART_ROOMS)).answer(ANN, BUILD_ROOM.option(6))
    assert scene.got() == {"wood": -5, "reed": -2}
    assert scene.use(ANN, "R2-RENO").got() == {"clay": -3, "reed": -1}
    scene.state.visitors = [0] * len(SPACES)
    scene.seat().places = [AT_HOME] * 2
    scene.use(ANN, "B-BUILD").answer(ANN, BUILD_ROOM.option(7))
    assert scene.got() == {"clay": -5, "reed": -2}
    assert scene.use(ANN, "R6-RENOFENCE").got() == {"stone": -4, "reed": -1}
    assert scene.seat().yard.house == 2


def test_one_renovation_does_not_lead_from_wood_to_stone() -> None:
    scene = Scene(options=PLAIN).has(ANN, clay=9, stone=9, reed=9).use(ANN, "R2-RENO")
    assert scene.seat().yard.house == 1


def test_after_a_renovation_a_major_may_be_built() -> None:
    scene = Scene(options=PLAIN).has(ANN, clay=4, reed=1).use(ANN, "R2-RENO")
    assert scene.kind() == "improvement"
    assert scene.plays(ANN, "A1").got() == {"clay": -4, "reed": -1}


# Fields ------------------------------------------------------------------------------------------


def test_a_further_field_lies_beside_another() -> None:
    scene = Scene(options=PLAIN).use(ANN, "B-PLOUGH")
    assert len(scene.choices()) == 13
    scene.answer(ANN, PLOUGH_FIELD.option(12)).use(ANN, "R5-PLOUGHSOW")
    assert scene.choices() == [PLOUGH_FIELD.option(cell) for cell in (7, 11, 13)]


def test_jacob_of_the_rulebook_sows_a_grain_and_a_vegetable() -> None:
    scene = Scene(options=PLAIN).fields(ANN, "", "").has(ANN, grain=1, vegetable=1).use(ANN, "R1-SOW")
    scene.answer(ANN, SOW_PLOT.option(13, GRAIN)).answer(ANN, SOW_PLOT.option(14, VEGETABLE))
    yard = scene.seat().yard
    assert (yard.stacks[13], yard.stacks[14]) == (3, 2)
    for grain, vegetables in ((1, 1), (2, 2), (3, 2)):
        scene.field_phase()
        assert (scene.seat().goods[GRAIN], scene.seat().goods[VEGETABLE]) == (grain, vegetables)
    assert yard.stacks == [0] * 15


def test_sowing_and_baking_may_both_be_done() -> None:
    scene = Scene(options=PLAIN).owns(ANN, "A3").fields(ANN, "").has(ANN, grain=3).use(ANN, "R1-SOW")
    assert set(scene.choices()) == {part_option(PART_SOW), part_option(PART_BAKE)}
    scene.answer(ANN, part_option(PART_SOW)).answer(ANN, SOW_PLOT.option(14, GRAIN))
    assert scene.answer(ANN, 2).got() == {"grain": -3, "food": 6}


def test_bread_alone_will_do_and_at_least_one_grain_is_baked() -> None:
    scene = Scene(options=PLAIN).owns(ANN, "A5", "A6").has(ANN, grain=5).use(ANN, "R1-SOW")
    quantity = scene.decision().quantities[0]  # type: ignore[union-attr]
    assert (quantity.min, quantity.max) == (1, 3)
    assert scene.answer(ANN, 3).got() == {"grain": -3, "food": 5 + 4 + 4}


# Fences ------------------------------------------------------------------------------------------


def test_a_pasture_is_drawn_cell_by_cell_and_costs_a_wood_a_fence() -> None:
    scene = Scene(options=PLAIN).has(ANN, wood=6).use(ANN, "R1-FENCES")
    scene.answer(ANN, SKETCH_CELL.option(0)).answer(ANN, SKETCH_CELL.option(1)).answer(ANN, ENCLOSE.number)
    assert scene.got() == {"wood": -6}
    assert scene.seat().yard.pastures() == (0b11,)


def test_fences_that_wood_does_not_pay_for_are_not_offered() -> None:
    scene = Scene(options=PLAIN).has(ANN, wood=4).use(ANN, "R1-FENCES").answer(ANN, SKETCH_CELL.option(0))
    assert scene.choices() == [ENCLOSE.number]


def test_a_further_pasture_shares_fences() -> None:
    scene = Scene(options=PLAIN).has(ANN, wood=7).use(ANN, "R1-FENCES")
    scene.answer(ANN, SKETCH_CELL.option(0)).answer(ANN, ENCLOSE.number)
    assert SKETCH_CELL.option(1) in scene.choices()
    assert SKETCH_CELL.option(3) not in scene.choices()
    scene.answer(ANN, SKETCH_CELL.option(1)).answer(ANN, ENCLOSE.number)
    assert scene.got() == {"wood": -7}


def test_a_pasture_with_a_stable_is_cut_in_two_as_in_the_rulebook() -> None:
    """Eight animals in two cells with a stable; afterwards four with the stable and two without."""
    scene = Scene(options=PLAIN).pasture(ANN, 3, 4).stables(ANN, 4).has(ANN, wood=1, sheep=8)
    scene.use(ANN, "R1-FENCES")
    cuts = [option for option in scene.choices() if option >= CUT_PASTURE.first]
    assert len(cuts) == 1
    scene.answer(ANN, cuts[0])
    assert len(scene.seat().yard.pastures()) == 2
    assert scene.kind() == "keep-animals"
    scene.answer(ANN, scene.choices()[0])
    assert scene.seat().goods[SHEEP] == 7


def test_after_the_last_renovation_fences_may_follow() -> None:
    scene = Scene(options=PLAIN).has(ANN, clay=2, reed=1, wood=4).use(ANN, "R6-RENOFENCE")
    assert scene.kind() == "fence"
    assert scene.decision().min_picks == 0  # type: ignore[union-attr]
