"""Rulings of the appendix on action spaces that no other test shows."""

from tests.agricola.cards.farms import sow
from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.moves.numbers import BUILD_ROOM
from tilth_rules.agricola.options import Options
from tilth_rules.agricola.rounds.phases import Replenish

PLAIN = Options(family=True)


def test_goods_that_are_taken_from_a_space_are_not_sown_there() -> None:
    for space, good in (("B-GRAIN", "grain"), ("R3-VEG", "vegetable")):
        scene = Scene(options=PLAIN).fields(ANN, "").use(ANN, space)
        assert (scene.kind(), scene.got()) == ("", {good: 1})
        assert scene.seat().yard.stacks[14] == 0


def test_the_day_labourer_has_two_food() -> None:
    assert Scene().use(ANN, "B-DAY").got() == {"food": 2}


def test_some_fields_may_stay_empty_and_no_grain_of_a_field_is_baked() -> None:
    scene = Scene(options=PLAIN).owns(ANN, "A1").fields(ANN, "", "", "grain 3").has(ANN, grain=2)
    scene.use(ANN, "R1-SOW")
    if scene.kind() == "part":
        scene.answer(ANN, scene.choices()[0])
    sow(scene, "grain", 14)
    assert scene.seat().yard.stacks[13] == 0
    assert scene.decision().quantities[0].max == 1, "of the supply's two one is sown, three lie on a field"  # type: ignore[union-attr]
    assert scene.answer(ANN, 1).got() == {"grain": -2, "food": 2}


def test_with_four_there_is_reed_stone_and_food_and_none_of_it_gathers() -> None:
    scene = Scene(4)
    for _ in range(3):
        scene.run(Replenish())
    assert scene.lies("P4-RSF") == {}
    assert scene.use(ANN, "P4-RSF").got() == {"reed": 1, "stone": 1, "food": 1}


def test_with_five_one_room_is_built_there_and_no_second_one() -> None:
    scene = Scene(5).has(ANN, wood=20, reed=8).heap("P5-ROOMTRAVEL", food=2).use(ANN, "P5-ROOMTRAVEL")
    rooms = max(scene.choices()) if scene.kind() == "part" else 0
    scene.answer(ANN, rooms).answer(ANN, BUILD_ROOM.first)
    assert (scene.kind(), scene.got()) == ("", {"wood": -5, "reed": -2})
    assert scene.lies("P5-ROOMTRAVEL") == {"food": 2}
