"""Cards that turn cooked animals into more than food: Tanner, Brush Maker, Basin Maker, Pelts."""

import pytest

from tests.agricola.cards.farms import cook
from tests.agricola.situations import ANN, Scene
from tilth_rules.kernel import Measure


@pytest.mark.parametrize(("boars", "points"), [(1, 0), (2, 1), (3, 2), (4, 3), (6, 3)])
def test_e156_boars_that_are_cooked_become_brushes(boars: int, points: int) -> None:
    scene = Scene().owns(ANN, "A1", "E156")
    cook(scene, 0, boars, 0, 0)
    assert scene.bonus() == points


def test_e156_boars_are_gathered_over_the_match_and_no_other_animals() -> None:
    scene = Scene().owns(ANN, "A1", "E156")
    cook(scene, 0, 1, 0, 0)
    cook(scene, 2, 0, 2, 0)
    assert scene.bonus() == 0
    cook(scene, 0, 2, 0, 0)
    assert scene.bonus() == 2


def kitchen(*cards: str) -> Scene:
    """Return a scene in which Ann can cook; a sheep or a boar is worth two food."""
    return Scene().owns(ANN, "A1", *cards)


def bounds(scene: Scene) -> tuple[str, int]:
    """Return the name and the upper bound of the number that is asked for."""
    decision = scene.decision()
    assert isinstance(decision, Measure)
    assert decision.kind == "card-goods"
    (quantity,) = decision.quantities
    assert quantity.min == 0
    return quantity.name, quantity.max


@pytest.mark.parametrize(
    ("boars", "cattle", "points"),
    [(1, 1, 0), (2, 0, 1), (3, 2, 2), (4, 3, 4), (6, 4, 6), (8, 6, 6)],
)
def test_k280_cooked_boars_and_cattle_become_hides(boars: int, cattle: int, points: int) -> None:
    scene = kitchen("K280")
    cook(scene, 3, boars, cattle, 0)
    assert scene.bonus() == points


def test_k280_hides_are_gathered_over_the_match() -> None:
    scene = kitchen("K280")
    for _ in range(3):
        cook(scene, 0, 2, 0, 0)
    assert scene.bonus() == 3


def test_k280_a_tanned_boar_serves_no_brush_maker() -> None:
    scene = kitchen("K280", "E156")
    cook(scene, 0, 4, 0, 0)
    assert bounds(scene) == ("boar", 4)
    scene.answer(ANN, 2)
    assert scene.bonus() == 1 + 1


def test_k280_a_tanned_boar_serves_no_basin_maker() -> None:
    scene = kitchen("K280", "K273").has(ANN, wood=9)
    cook(scene, 0, 3, 2, 0)
    scene.answer(ANN, 2)
    assert bounds(scene) == ("wood", 2)
    scene.answer(ANN, 2)
    assert scene.bonus() == 1 + 1 + 1


def test_k280_without_a_boar_left_the_basin_maker_is_not_asked() -> None:
    scene = kitchen("K280", "K273").has(ANN, wood=9)
    cook(scene, 0, 2, 0, 0)
    scene.answer(ANN, 2)
    assert scene.kind() == "place"


def test_k280_pelts_go_with_the_same_animal() -> None:
    scene = kitchen("K280", "K339")
    cook(scene, 0, 2, 0, 0)
    assert bounds(scene) == ("food", 2)
    scene.answer(ANN, 2)
    assert scene.bonus() == 1 + 2


@pytest.mark.parametrize(
    ("wood", "points"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (6, 4), (7, 4), (9, 6), (10, 6), (12, 8)]
)
def test_k273_wood_on_the_card_is_worth_points_but_for_every_third(wood: int, points: int) -> None:
    scene = kitchen("K273").has(ANN, wood=12)
    cook(scene, 0, 6, 0, 0)
    scene.answer(ANN, wood)
    assert scene.bonus() == points
    assert scene.seat().goods[1] == 12 - wood


def test_k273_takes_up_to_two_wood_a_boar() -> None:
    scene = kitchen("K273").has(ANN, wood=9)
    cook(scene, 4, 2, 0, 0)
    assert bounds(scene) == ("wood", 4)
    scene.answer(ANN, 3)
    assert scene.got()["wood"] == -3


def test_k273_takes_no_more_wood_than_there_is_and_asks_nothing_without() -> None:
    scene = kitchen("K273").has(ANN, wood=1)
    cook(scene, 0, 2, 0, 0)
    assert bounds(scene) == ("wood", 1)
    scene = kitchen("K273")
    cook(scene, 0, 2, 0, 0)
    assert scene.kind() == "place"


def test_k273_is_about_boars_only() -> None:
    scene = kitchen("K273").has(ANN, wood=9)
    cook(scene, 2, 0, 2, 0)
    assert scene.kind() == "place"


def test_k273_goes_with_the_brush_maker_for_the_same_boar() -> None:
    scene = kitchen("K273", "E156").has(ANN, wood=9)
    cook(scene, 0, 2, 0, 0)
    scene.answer(ANN, 3)
    assert scene.bonus() == 2 + 1


def test_k273_goes_with_pelts_for_the_same_boar() -> None:
    scene = kitchen("K273", "K339").has(ANN, wood=2)
    cook(scene, 0, 1, 0, 0)
    scene.answer(ANN, 2)
    assert bounds(scene) == ("food", 1)
    scene.answer(ANN, 1)
    assert scene.bonus() == 1 + 1


def test_k339_a_food_for_each_animal_is_locked_away_and_worth_a_point() -> None:
    scene = kitchen("K339").rooms(ANN, 4)
    cook(scene, 1, 1, 1, 1)
    assert bounds(scene) == ("food", 3)
    scene.answer(ANN, 3)
    assert scene.got()["food"] == 2 + 2 + 3 + 2 - 3
    assert scene.bonus() == 3


def test_k339_a_room_has_place_for_one() -> None:
    scene = kitchen("K339")
    cook(scene, 1, 0, 0, 0)
    scene.answer(ANN, 1)
    cook(scene, 3, 0, 0, 0)
    assert bounds(scene) == ("food", 1)
    scene.answer(ANN, 1)
    cook(scene, 3, 0, 0, 0)
    assert scene.kind() == "place"
    assert scene.bonus() == 2


def test_k339_nothing_has_to_be_locked_away() -> None:
    scene = kitchen("K339")
    cook(scene, 2, 0, 0, 0)
    assert scene.answer(ANN, 0).bonus() == 0
