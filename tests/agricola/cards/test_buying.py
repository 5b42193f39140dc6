"""Cards that change the prices of rooms, renovations, stables, fences and improvements."""

from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.actions import parts
from tilth_rules.agricola.actions.fences import Tally, fence_terms
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.codes import CLAY_HOUSE, REED, STONE_HOUSE, WOOD, WOODEN
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.moves.numbers import BUILD_ROOM, ENCLOSE, PLAY_CARD, SKETCH_CELL
from tilth_rules.agricola.paying.fence_prices import fence_prices
from tilth_rules.agricola.paying.purchases import IMPROVEMENT, Purchase, all_prices


def room(scene: Scene) -> dict[str, int]:
    """Return the price of a room; empty if it isn't payable."""
    scene.do(ANN, acts.BuildRooms(most=1))
    if scene.kind() == "room":
        scene.answer(ANN, BUILD_ROOM.first)
    return scene.got()


def renovation(scene: Scene) -> dict[str, int]:
    """Return the price of a renovation of the house."""
    return scene.do(ANN, acts.Renovate()).got() if possible(scene, acts.Renovate()) else {}


def possible(scene: Scene, act: acts.Act) -> bool:
    return parts.possible(scene.state, Facts(ANN), act)


def stable(scene: Scene, wood: int = 2) -> dict[str, int]:
    scene.do(ANN, acts.BuildStables(most=1, price=((WOOD, wood),)))  # type: ignore[arg-type]
    if scene.kind() == "stable":
        scene.answer(ANN, scene.choices()[0])
    return scene.got()


def fence(scene: Scene, *cells: int) -> dict[str, int]:
    """Return the price of the fences of a pasture, in an action of their own."""
    scene.do(ANN, acts.BuildFences())
    for cell in cells:
        scene.answer(ANN, SKETCH_CELL.option(cell))
    scene.answer(ANN, ENCLOSE.number)
    if scene.kind() == "fence":
        scene.answer(ANN)
    return scene.got()


def improvement(scene: Scene, name: str, major: bool = True) -> dict[str, int]:
    """Return the price of an improvement, by an action for minor ones, or for minor and major ones."""
    scene.do(ANN, acts.Improve(major=major))
    if scene.kind() == "improvement" and PLAY_CARD.option(INDEX[name]) in scene.choices():
        scene.plays(ANN, name)
    return scene.got()


WITH_REED = ("I103", "E21", "I84", "I71", "K144", "I86")
"""Improvements for which cards spare a reed."""


def reed_for(name: str, *cards: str) -> int:
    """Return the most reed that an improvement costs an owner of these cards."""
    scene = Scene().owns(ANN, *cards)
    found = all_prices(scene.state, ANN, Purchase(IMPROVEMENT, INDEX[name]))
    return max(dict(price.goods).get(REED, 0) for price in found)


# Rooms and renovations ---------------------------------------------------------------------------


def test_e13_axe_a_room_of_a_wooden_hut_is_two_wood_and_two_reed() -> None:
    assert room(Scene().owns(ANN, "E13").has(ANN, wood=2, reed=2)) == {"wood": -2, "reed": -2}
    assert room(Scene().has(ANN, wood=2, reed=2)) == {}
    assert room(Scene().owns(ANN, "E13").rooms(ANN, 2, CLAY_HOUSE).has(ANN, clay=2, reed=2)) == {}


def test_e37_a_room_of_a_clay_hut_is_two_clay_a_wood_and_a_reed() -> None:
    scene = Scene().owns(ANN, "E37").rooms(ANN, 2, CLAY_HOUSE).has(ANN, clay=2, wood=1, reed=1)
    assert room(scene) == {"clay": -2, "wood": -1, "reed": -1}


def test_e37_the_usual_price_may_be_paid_as_well() -> None:
    scene = Scene().owns(ANN, "E37").rooms(ANN, 2, CLAY_HOUSE).has(ANN, clay=5, wood=1, reed=2)
    room(scene)
    assert scene.kind() == "pay"
    assert scene.pays(ANN, clay=5, reed=2).got() == {"clay": -5, "reed": -2}


def test_e218_carpenter_rooms_are_three_of_the_material_and_two_reed() -> None:
    for house, good in ((WOODEN, "wood"), (CLAY_HOUSE, "clay"), (STONE_HOUSE, "stone")):
        scene = Scene().owns(ANN, "E218").rooms(ANN, 2, house).has(ANN, reed=2, **{good: 3})
        assert room(scene) == {good: -3, "reed": -2}


def test_i241_clay_rooms_are_three_clay_and_two_reed() -> None:
    scene = Scene().owns(ANN, "I241").rooms(ANN, 2, CLAY_HOUSE).has(ANN, clay=3, reed=2)
    assert room(scene) == {"clay": -3, "reed": -2}


def test_i241_renovation_to_clay_is_a_clay_and_a_reed_for_all_rooms() -> None:
    scene = Scene().owns(ANN, "I241").rooms(ANN, 4).has(ANN, clay=1, reed=1)
    assert renovation(scene) == {"clay": -1, "reed": -1}
    assert renovation(Scene().owns(ANN, "I241").rooms(ANN, 2, CLAY_HOUSE).has(ANN, stone=1, reed=1)) == {}


def test_e36_clay_stands_for_reed_one_by_one() -> None:
    assert room(Scene().owns(ANN, "E36").has(ANN, wood=5, reed=1, clay=1)) == {
        "wood": -5,
        "reed": -1,
        "clay": -1,
    }
    assert room(Scene().owns(ANN, "E36").has(ANN, wood=5, clay=2)) == {"wood": -5, "clay": -2}
    assert renovation(Scene().owns(ANN, "E36").has(ANN, clay=3)) == {"clay": -3}


def test_k136_wood_stands_for_reed_one_by_one() -> None:
    assert room(Scene().owns(ANN, "K136").has(ANN, wood=6, reed=1)) == {"wood": -6, "reed": -1}
    assert renovation(Scene().owns(ANN, "K136").has(ANN, clay=2, wood=1)) == {"clay": -2, "wood": -1}


def test_i99_no_reed_is_needed() -> None:
    assert room(Scene().owns(ANN, "I99").has(ANN, wood=5)) == {"wood": -5}
    assert renovation(Scene().owns(ANN, "I99").has(ANN, clay=2)) == {"clay": -2}


def test_k294_a_wood_stands_for_all_reed() -> None:
    assert room(Scene().owns(ANN, "K294").has(ANN, wood=6)) == {"wood": -6}
    assert renovation(Scene().owns(ANN, "K294").has(ANN, clay=2, wood=1)) == {"clay": -2, "wood": -1}


def test_k272_a_wood_stands_for_a_clay_of_a_renovation_and_for_two_of_a_room() -> None:
    scene = Scene().owns(ANN, "K272").has(ANN, clay=1, wood=1, reed=1)
    assert renovation(scene) == {"clay": -1, "wood": -1, "reed": -1}
    scene = Scene().owns(ANN, "K272").rooms(ANN, 2, CLAY_HOUSE).has(ANN, clay=3, wood=1, reed=2)
    assert room(scene) == {"clay": -3, "wood": -1, "reed": -2}
    assert room(Scene().owns(ANN, "K272").rooms(ANN, 2, CLAY_HOUSE).has(ANN, clay=1, wood=2, reed=2)) == {}


def test_k272_a_wood_stands_for_stone_as_well() -> None:
    scene = Scene().owns(ANN, "K272").rooms(ANN, 2, CLAY_HOUSE).has(ANN, stone=1, wood=1, reed=1)
    assert renovation(scene) == {"stone": -1, "wood": -1, "reed": -1}
    scene = Scene().owns(ANN, "K272").rooms(ANN, 2, STONE_HOUSE).has(ANN, stone=3, wood=1, reed=2)
    assert room(scene) == {"stone": -3, "wood": -1, "reed": -2}


def test_e157_a_reed_less_for_rooms_renovations_and_some_improvements() -> None:
    assert room(Scene().owns(ANN, "E157").has(ANN, wood=5, reed=1)) == {"wood": -5, "reed": -1}
    assert renovation(Scene().owns(ANN, "E157").has(ANN, clay=2)) == {"clay": -2}
    assert [reed_for(name) - reed_for(name, "E157") for name in (*WITH_REED, "A9", "E34")] == [1] * 6 + [0, 0]


def test_i91_a_reed_less_for_rooms_renovations_and_some_improvements() -> None:
    assert room(Scene().owns(ANN, "I91").has(ANN, wood=5, reed=1)) == {"wood": -5, "reed": -1}
    assert renovation(Scene().owns(ANN, "I91").has(ANN, clay=2)) == {"clay": -2}
    assert [reed_for(name) - reed_for(name, "I91") for name in (*WITH_REED, "A9", "E34")] == [1] * 6 + [0, 0]


def test_i243_a_clay_less_for_improvements_and_renovations_two_for_rooms() -> None:
    assert improvement(Scene().owns(ANN, "I243").has(ANN, clay=1), "A1") == {"clay": -1}
    assert renovation(Scene().owns(ANN, "I243").has(ANN, clay=1, reed=1)) == {"clay": -1, "reed": -1}
    scene = Scene().owns(ANN, "I243").rooms(ANN, 2, CLAY_HOUSE).has(ANN, clay=3, reed=2)
    assert room(scene) == {"clay": -3, "reed": -2}


def test_e199_renovations_are_two_clay_or_two_stone_less() -> None:
    assert renovation(Scene().owns(ANN, "E199").rooms(ANN, 3).has(ANN, clay=1, reed=1)) == {
        "clay": -1,
        "reed": -1,
    }
    scene = Scene().owns(ANN, "E199").rooms(ANN, 3, CLAY_HOUSE).has(ANN, stone=1, reed=1)
    assert renovation(scene) == {"stone": -1, "reed": -1}


def test_e211_a_stone_less_for_improvements_rooms_and_renovations() -> None:
    assert improvement(Scene().owns(ANN, "E211").has(ANN, wood=1, stone=2), "A10") == {
        "wood": -1,
        "stone": -2,
    }
    scene = Scene().owns(ANN, "E211").rooms(ANN, 2, STONE_HOUSE).has(ANN, stone=4, reed=2)
    assert room(scene) == {"stone": -4, "reed": -2}
    scene = Scene().owns(ANN, "E211").rooms(ANN, 2, CLAY_HOUSE).has(ANN, stone=1, reed=1)
    assert renovation(scene) == {"stone": -1, "reed": -1}


# Stables and fences ------------------------------------------------------------------------------


def test_k121_a_stable_is_two_wood_less_once_in_the_match() -> None:
    scene = Scene().owns(ANN, "K121")
    assert stable(scene) == {}
    assert scene.seat().yard.stables.bit_count() == 1
    assert stable(scene) == {}
    assert scene.seat().yard.stables.bit_count() == 1
    scene.has(ANN, wood=2)
    assert stable(scene) == {"wood": -2}


def test_k121_every_third_fence_is_free() -> None:
    scene = Scene().owns(ANN, "K121").has(ANN, wood=9)
    assert [fence(scene, cell) for cell in (4, 3, 2)] == [{"wood": -3}, {"wood": -2}, {"wood": -2}]
    scene.has(ANN, wood=9)
    assert [fence(scene, cell) for cell in (9, 8)] == [{"wood": -2}, {"wood": -1}]


def test_k121_the_free_fences_are_counted_from_the_first_one() -> None:
    scene = Scene().owns(ANN, "K121")
    free = []
    for number in range(1, 16):
        scene.seat().yard.fences = (1 << number - 1) - 1
        if fence_prices(fence_terms(scene.state, ANN, Tally()), 1)[0].wood == 0:
            free.append(number)
    assert free == [3, 6, 9, 12, 15]


def test_e175_three_fences_are_free_once_one_stands() -> None:
    scene = Scene().owns(ANN, "E175").has(ANN, wood=9)
    assert fence(scene, 4) == {"wood": -1}
    assert fence(scene, 3) == {"wood": -3}
    assert fence(Scene().owns(ANN, "E175").has(ANN, wood=9), 4, 3) == {"wood": -3}


def test_k301_a_wood_less_once_a_round() -> None:
    assert stable(Scene().owns(ANN, "K301").has(ANN, wood=1)) == {"wood": -1}
    assert room(Scene().owns(ANN, "K301").has(ANN, wood=4, reed=2)) == {"wood": -4, "reed": -2}
    assert fence(Scene().owns(ANN, "K301").has(ANN, wood=3), 4) == {"wood": -3}
    assert improvement(Scene().owns(ANN, "K301").has(ANN, stone=3), "A10") == {"stone": -3}
    assert room(Scene().owns(ANN, "K301", "E37").rooms(ANN, 2, CLAY_HOUSE).has(ANN, clay=2, reed=1)) == {}


def test_k301_a_wood_less_only_for_the_first_purchase_of_the_round() -> None:
    scene = Scene().owns(ANN, "K301").has(ANN, wood=2)
    assert stable(scene.has(ANN, wood=1)) == {"wood": -1}
    assert stable(scene.has(ANN, wood=1)) == {}
    assert stable(scene.has(ANN, wood=2)) == {"wood": -2}


def test_k301_the_saving_may_be_spared() -> None:
    scene = Scene().owns(ANN, "K301").has(ANN, wood=3)
    stable(scene)
    assert scene.kind() == "pay"
    assert scene.pays(ANN, wood=2).got() == {"wood": -2}
    assert stable(scene.has(ANN, wood=1)) == {"wood": -1}


def test_k301_nothing_is_turned_into_food_while_a_price_is_chosen() -> None:
    """A seat that turned goods into food then could be left with no payable price."""
    scene = Scene().owns(ANN, "K301", "E158").has(ANN, wood=2, grain=1)
    stable(scene)
    assert (scene.kind(), scene.table.offered[ANN]) == ("pay", [])
    scene = Scene().owns(ANN, "K301", "E158").has(ANN, wood=4, grain=1).do(ANN, acts.BuildFences())
    scene.answer(ANN, SKETCH_CELL.option(4)).answer(ANN, ENCLOSE.number)
    assert (scene.kind(), scene.table.offered[ANN]) == ("pay-fences", [])


# Majors as minors --------------------------------------------------------------------------------


def test_e15_ovens_are_minor_improvements_and_a_resource_less() -> None:
    scene = Scene().owns(ANN, "E15").has(ANN, clay=2, stone=1)
    assert improvement(scene, "A5", major=False) == {"clay": -2, "stone": -1}
    scene = Scene().owns(ANN, "E15").has(ANN, clay=3)
    assert improvement(scene, "A5", major=False) == {"clay": -3}
    scene = Scene().owns(ANN, "E15").has(ANN, clay=1, stone=2)
    assert improvement(scene, "A6", major=False) == {"clay": -1, "stone": -2}
    assert improvement(Scene().has(ANN, clay=3, stone=1), "A5", major=False) == {}


def test_e15_the_wood_fired_oven_is_a_resource_less() -> None:
    assert improvement(Scene().owns(ANN, "E15").holds(ANN, "E27").has(ANN, wood=3), "E27") == {"wood": -3}


def test_e33_ceramics_the_pottery_is_a_minor_improvement_for_nothing() -> None:
    scene = Scene().owns(ANN, "E33")
    assert improvement(scene, "A8", major=False) == {}
    assert scene.state.owner[INDEX["A8"]] == ANN


def test_i220_the_well_is_a_minor_improvement_for_a_wood_and_a_stone() -> None:
    scene = Scene().owns(ANN, "I220").has(ANN, wood=1, stone=1)
    assert improvement(scene, "A10", major=False) == {"wood": -1, "stone": -1}
    assert improvement(Scene().has(ANN, wood=1, stone=3), "A10", major=False) == {}


def test_i220_the_well_costs_as_little_by_an_action_for_both_kinds() -> None:
    scene = Scene().owns(ANN, "I220").has(ANN, wood=1, stone=1)
    assert improvement(scene, "A10") == {"wood": -1, "stone": -1}


def test_k277_workshops_are_minor_and_two_resources_less_once_the_house_is_clay() -> None:
    scene = Scene().owns(ANN, "K277").rooms(ANN, 2, CLAY_HOUSE).has(ANN, clay=2)
    assert improvement(scene, "A8", major=False) == {"clay": -2}
    for name, good in (("A7", "wood"), ("A8", "clay"), ("A9", "reed")):
        scene = Scene().owns(ANN, "K277").rooms(ANN, 2, STONE_HOUSE).has(ANN, **{good: 2})
        assert improvement(scene, name, major=False) == {good: -2}
    assert improvement(Scene().owns(ANN, "K277").has(ANN, clay=2, stone=2), "A8", major=False) == {}
    assert improvement(Scene().owns(ANN, "K277").has(ANN, clay=2), "A8") == {}
