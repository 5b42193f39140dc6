"""Cards that turn goods into food and other goods, and gains of the field phase."""

from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola.codes import BREEDING
from tilth_rules.agricola.moves.numbers import FEED_FAMILY
from tilth_rules.agricola.rounds.harvest import Harvest
from tilth_rules.agricola.rounds.work import PlacePerson


def turn(scene: Scene, seat: int = ANN) -> Scene:
    """Ask the seat something, so that it may use offers."""
    return scene.run(PlacePerson(seat))


# Conversions at any time -------------------------------------------------------------------------


def turned(name: str, way: int = 0, **goods: int) -> dict[str, int]:
    """Return the goods after the card's conversion, on an ordinary turn."""
    return turn(Scene().owns(ANN, name).has(ANN, **goods)).offer(ANN, name, way).got()


def test_e17_windmill_turns_grain_into_two_food() -> None:
    assert turned("E17", grain=1) == {"grain": -1, "food": 2}


def test_e17_windmill_turns_any_number_one_by_one() -> None:
    scene = turn(Scene().owns(ANN, "E17").has(ANN, grain=2)).offer(ANN, "E17").offer(ANN, "E17")
    assert scene.got() == {"grain": -2, "food": 4}
    assert scene.offers() == []


def test_e158_turns_wood_into_food() -> None:
    assert turned("E158", wood=1) == {"wood": -1, "food": 1}


def test_e171_turns_building_resources_into_others() -> None:
    ways = [
        ("wood", 3, ("clay", "reed", "stone")),
        ("clay", 2, ("wood", "reed", "stone")),
        ("reed", 2, ("wood", "clay", "stone")),
        ("stone", 2, ("wood", "clay", "reed")),
    ]
    way = 0
    for good, amount, others in ways:
        for other in others:
            assert turned("E171", way, **{good: amount}) == {good: -amount, other: 1}
            way += 1


def test_e185_turns_clay_into_stone() -> None:
    assert turned("E185", 0, clay=2) == {"clay": -2, "stone": 1}
    assert turned("E185", 1, clay=3) == {"clay": -3, "stone": 2}


def test_e186_turns_clay_into_animals_reed_and_stone() -> None:
    assert turned("E186", 0, clay=2) == {"clay": -2, "sheep": 1}
    assert turned("E186", 1, clay=2) == {"clay": -2, "reed": 1}
    assert turned("E186", 2, clay=3) == {"clay": -3, "boar": 1}
    assert turned("E186", 3, clay=3) == {"clay": -3, "stone": 1}
    assert turned("E186", 4, clay=4) == {"clay": -4, "cattle": 1}


def test_e209_turns_stone_into_two_food() -> None:
    assert turned("E209", stone=1) == {"stone": -1, "food": 2}


def test_k285_turns_clay_into_food_and_two_into_three_once_a_well_was_built() -> None:
    assert turned("K285", 0, clay=1) == {"clay": -1, "food": 1}
    assert turn(Scene().owns(ANN, "K285").has(ANN, clay=2)).offers() == [("K285", 0)]
    scene = turn(Scene().owns(ANN, "K285").owns(BOB, "A10").has(ANN, clay=2)).offer(ANN, "K285", 1)
    assert scene.got() == {"clay": -2, "food": 3}


def test_k297_turns_three_sheep_into_a_boar_and_a_cattle_but_not_while_animals_breed() -> None:
    farm = Scene().owns(ANN, "K297").pasture(ANN, 4).pasture(ANN, 2).has(ANN, sheep=3)
    assert turn(farm).offer(ANN, "K297").got() == {"sheep": -3, "boar": 1, "cattle": 1}
    farm.has(ANN, sheep=3).state.phase = BREEDING
    assert turn(farm).offers() == []


# Conversions in the harvest ----------------------------------------------------------------------


def harvested(name: str, times: int = 1, **goods: int) -> dict[str, int]:
    """Return the goods after a conversion that the card allows `times` times while its family is fed.

    There is always a vegetable that could be eaten, so that the seat is asked on.
    """
    scene = Scene().owns(ANN, name).has(ANN, **{"vegetable": 1, **goods}).feeding()
    for _ in range(times):
        scene.offer(ANN, name)
    assert scene.offers() == []
    return scene.got()


def only_in_harvests(name: str, **goods: int) -> bool:
    return turn(Scene().owns(ANN, name).has(ANN, **goods)).offers() == []


def test_a7_joinery_turns_a_wood_into_two_food_once_a_harvest() -> None:
    assert harvested("A7", wood=3) == {"wood": -1, "food": 2}
    assert only_in_harvests("A7", wood=3)


def test_a7_joinery_works_again_in_the_next_harvest() -> None:
    scene = (
        Scene()
        .owns(ANN, "A7")
        .has(ANN, wood=3, food=9, vegetable=1)
        .feeding()
        .offer(ANN, "A7")
        .answer(ANN, FEED_FAMILY.number)
    )
    assert scene.run(Harvest(2)).offer(ANN, "A7").seat().goods[1] == 1


def test_a8_pottery_turns_a_clay_into_two_food_once_a_harvest() -> None:
    assert harvested("A8", clay=3) == {"clay": -1, "food": 2}
    assert only_in_harvests("A8", clay=3)


def test_a9_workshop_turns_a_reed_into_three_food_once_a_harvest() -> None:
    assert harvested("A9", reed=3) == {"reed": -1, "food": 3}
    assert only_in_harvests("A9", reed=3)


def test_k122_sawmill_turns_a_wood_into_three_food_once_a_harvest() -> None:
    assert harvested("K122", wood=3) == {"wood": -1, "food": 3}
    assert only_in_harvests("K122", wood=3)


def test_e183_turns_a_reed_into_three_food_once_a_harvest() -> None:
    assert harvested("E183", reed=3) == {"reed": -1, "food": 3}
    assert only_in_harvests("E183", reed=3)


def test_e214_turns_a_clay_into_two_food_once_a_harvest() -> None:
    assert harvested("E214", clay=3) == {"clay": -1, "food": 2}
    assert only_in_harvests("E214", clay=3)


def test_i256_turns_a_stone_into_three_food_once_a_harvest() -> None:
    assert harvested("I256", stone=3) == {"stone": -1, "food": 3}
    assert only_in_harvests("I256", stone=3)


def test_i258_turns_a_wood_into_two_food_once_a_harvest() -> None:
    assert harvested("I258", wood=3) == {"wood": -1, "food": 2}
    assert only_in_harvests("I258", wood=3)


def test_i75_turns_a_grain_into_two_food_twice_a_feeding() -> None:
    assert harvested("I75", 2, grain=3) == {"grain": -2, "food": 4}
    assert only_in_harvests("I75", grain=3)


def test_i98_turns_a_vegetable_into_four_food_once_a_feeding() -> None:
    assert harvested("I98", vegetable=3) == {"vegetable": -1, "food": 4}
    assert only_in_harvests("I98", vegetable=3)


def test_k110_turns_a_grain_into_three_food_once_a_feeding() -> None:
    assert harvested("K110", grain=3) == {"grain": -1, "food": 3}
    assert only_in_harvests("K110", grain=3)


def test_e154_turns_a_grain_into_three_food_once_a_feeding() -> None:
    assert harvested("E154", grain=3) == {"grain": -1, "food": 3}
    assert only_in_harvests("E154", grain=3)


def test_k300_turns_a_vegetable_into_five_food_once_a_feeding() -> None:
    assert harvested("K300", vegetable=3) == {"vegetable": -1, "food": 5}
    assert only_in_harvests("K300", vegetable=3)


# Gains of the field phase ------------------------------------------------------------------------


def food_in_the_field_phase(name: str, animal: str, counts: tuple[int, ...]) -> list[int]:
    """Return the food that these numbers of animals bring."""
    scenes = [Scene().owns(ANN, name).has(ANN, **{animal: count}).field_phase() for count in counts]
    return [scene.got().get("food", 0) for scene in scenes]


def test_e51_three_sheep_bring_a_food_and_five_bring_two() -> None:
    assert food_in_the_field_phase("E51", "sheep", (2, 3, 4, 5, 9)) == [0, 1, 1, 2, 2]


def test_e53_every_three_sheep_and_every_two_cattle_bring_a_food() -> None:
    assert food_in_the_field_phase("E53", "sheep", (2, 3, 5, 6)) == [0, 1, 1, 2]
    assert food_in_the_field_phase("E53", "cattle", (1, 2, 3, 4)) == [0, 1, 1, 2]


def test_i93_counts_the_sheep_and_the_cattle_of_all() -> None:
    scene = Scene(3).owns(ANN, "I93").has(ANN, sheep=3).has(BOB, sheep=6, cattle=1).has(CID, cattle=5)
    assert scene.field_phase().got() == {"food": 1 + 2}
    assert scene.has(ANN, sheep=4).field_phase().got() == {"food": 2 + 2}


def test_k133_cattle_bring_food() -> None:
    assert food_in_the_field_phase("K133", "cattle", (0, 1, 2, 3, 4, 5)) == [0, 1, 1, 2, 2, 3]


def test_i246_cattle_bring_food() -> None:
    assert food_in_the_field_phase("I246", "cattle", (0, 1, 2, 3, 4, 5)) == [0, 1, 1, 2, 2, 3]


def test_k146_sheep_bring_food() -> None:
    assert food_in_the_field_phase("K146", "sheep", (0, 1, 3, 4, 6, 7)) == [0, 1, 1, 2, 2, 3]
