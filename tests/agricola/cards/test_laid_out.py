"""Cards that lay goods on later rounds as soon as they are played."""

from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.moves.numbers import PLOUGH_FIELD

FIELD = 3
"""A cell that every farm has free."""


def laid(name: str, round_: int) -> list[tuple[int, str, int]]:
    """Return the goods that the card lays on later rounds when it is played in that round."""
    return Scene(round_=round_).play(ANN, name).laid()


def each(good: str, *rounds: int, amount: int = 1) -> list[tuple[int, str, int]]:
    return [(round_, good, amount) for round_ in rounds]


def test_a10_well_lays_food_for_five_rounds() -> None:
    assert laid("A10", 4) == each("food", 5, 6, 7, 8, 9)
    assert laid("A10", 12) == each("food", 13, 14)


def test_a10_food_of_the_well_comes_when_its_round_begins() -> None:
    scene = Scene(round_=4).play(ANN, "A10").reaches(5)
    assert scene.got() == {"food": 1}
    assert scene.laid() == each("food", 6, 7, 8, 9)


def test_e24_animal_pen_lays_two_food_for_every_round_left() -> None:
    assert laid("E24", 11) == each("food", 12, 13, 14, amount=2)
    assert laid("E24", 1) == each("food", *range(2, 15), amount=2)


def test_e31_carp_pond_lays_food_for_odd_rounds() -> None:
    assert laid("E31", 5) == each("food", 7, 9, 11, 13)
    assert laid("E31", 1) == each("food", 3, 5, 7, 9, 11, 13)


def test_e43_fruit_tree_lays_food_from_round_eight_on() -> None:
    assert laid("E43", 9) == each("food", 10, 11, 12, 13, 14)
    assert laid("E43", 1) == each("food", 8, 9, 10, 11, 12, 13, 14)


def test_e45_lays_wood_for_even_rounds() -> None:
    assert laid("E45", 6) == each("wood", 8, 10, 12, 14)
    assert laid("E45", 1) == each("wood", 2, 4, 6, 8, 10, 12, 14)


def test_e46_lays_grain_for_every_third_round() -> None:
    assert laid("E46", 5) == each("grain", 8, 11, 14)
    assert laid("E46", 1) == each("grain", 5, 8, 11, 14)


def test_e48_lays_reed_for_three_rounds() -> None:
    assert laid("E48", 2) == each("reed", 3, 4, 5)


def test_e57_lays_food_for_the_last_five_rounds() -> None:
    assert laid("E57", 11) == each("food", 12, 13, 14)
    assert laid("E57", 3) == each("food", 10, 11, 12, 13, 14)


def test_i66_village_well_lays_food_for_three_rounds() -> None:
    assert laid("I66", 7) == each("food", 8, 9, 10)


def test_i69_lays_food_for_three_rounds() -> None:
    assert laid("I69", 1) == each("food", 2, 3, 4)


def test_i72_lays_food_for_four_rounds() -> None:
    assert laid("I72", 1) == each("food", 2, 3, 4, 5)


def test_i84_lays_food_for_eight_rounds() -> None:
    assert laid("I84", 2) == each("food", 3, 4, 5, 6, 7, 8, 9, 10)


def test_k108_lays_two_food_for_even_rounds() -> None:
    assert laid("K108", 9) == each("food", 10, 12, 14, amount=2)
    assert laid("K108", 1) == each("food", 2, 4, 6, 8, 10, 12, 14, amount=2)


def test_k114_lays_food_for_three_rounds() -> None:
    assert laid("K114", 3) == each("food", 4, 5, 6)


def test_k116_lays_grain_for_rounds_eight_ten_and_twelve() -> None:
    assert laid("K116", 8) == each("grain", 10, 12)
    assert laid("K116", 1) == each("grain", 8, 10, 12)


def test_k117_lays_vegetables_that_cost_a_food_each() -> None:
    scene = Scene(round_=3).has(ANN, food=1).play(ANN, "K117")
    assert scene.laid() == each("vegetable", 7, 10)
    assert scene.reaches(7).with_card(ANN, "K117").got() == {"food": -1, "vegetable": 1}


def test_k117_a_vegetable_that_is_refused_is_gone() -> None:
    scene = Scene(round_=3).has(ANN, food=1).play(ANN, "K117").reaches(7).answer(ANN)
    assert scene.got() == {}
    assert scene.laid() == each("vegetable", 10)


def test_k130_lays_food_for_five_rounds() -> None:
    assert laid("K130", 1) == each("food", 2, 3, 4, 5, 6)


def test_k140_lays_food_for_five_rounds() -> None:
    assert laid("K140", 8) == each("food", 9, 10, 11, 12, 13)


def test_k142_lays_stone_for_even_rounds() -> None:
    assert laid("K142", 10) == each("stone", 12, 14)
    assert laid("K142", 1) == each("stone", 2, 4, 6, 8, 10, 12, 14)


def test_e187_lays_clay_from_round_six_on() -> None:
    assert laid("E187", 3) == each("clay", 6, 7, 8, 9, 10, 11, 12, 13, 14)
    assert laid("E187", 12) == each("clay", 13, 14)


def test_e201_lays_cattle_five_and_nine_rounds_later() -> None:
    assert laid("E201", 3) == each("cattle", 8, 12)
    assert laid("E201", 6) == each("cattle", 11)


def test_e201_the_cattle_finds_room_or_is_a_question() -> None:
    scene = Scene(round_=3).has(ANN, sheep=1).play(ANN, "E201").reaches(8)
    assert scene.kind() == "keep-animals"


def test_e204_lays_sheep_for_three_rounds() -> None:
    assert laid("E204", 4) == each("sheep", 5, 6, 7)


def test_e205_lays_reed_for_four_rounds() -> None:
    assert laid("E205", 4) == each("reed", 5, 6, 7, 8)


def test_i235_lays_wood_for_five_rounds() -> None:
    assert laid("I235", 4) == each("wood", 5, 6, 7, 8, 9)


def test_i250_lays_sheep_four_seven_nine_and_eleven_rounds_later() -> None:
    assert laid("I250", 2) == each("sheep", 6, 9, 11, 13)


def test_k283_lays_wood_from_round_eight_on() -> None:
    assert laid("K283", 10) == each("wood", 11, 12, 13, 14)
    assert laid("K283", 1) == each("wood", 8, 9, 10, 11, 12, 13, 14)


def test_k302_lays_boars_four_seven_and_ten_rounds_later() -> None:
    assert laid("K302", 4) == each("boar", 8, 11, 14)


def test_k305_lays_an_animal_of_each_kind_to_be_bought() -> None:
    scene = Scene(round_=2).has(ANN, food=1).play(ANN, "K305")
    assert scene.laid() == [(7, "sheep", 1), (10, "boar", 1), (14, "cattle", 1)]
    for round_, animal in ((7, "sheep"), (10, "boar"), (14, "cattle")):
        scene = Scene(round_=2).has(ANN, food=1).play(ANN, "K305")
        assert scene.reaches(round_).with_card(ANN, "K305").got() == {"food": -1, animal: 1}


def test_k305_without_food_nothing_can_be_bought() -> None:
    scene = Scene(round_=2).play(ANN, "K305").reaches(7)
    assert (scene.kind(), scene.laid()) == ("", [(10, "boar", 1), (14, "cattle", 1)])


def test_i262_water_carrier_lays_food_if_a_well_was_ever_built() -> None:
    assert laid("I262", 3) == []
    scene = Scene(round_=1).owns(BOB, "A10")
    assert scene.play(ANN, "I262").laid() == each("food", *range(2, 15))


def test_i262_water_carrier_lays_food_for_a_well_of_any_seat() -> None:
    assert Scene(round_=1).owns(ANN, "I262").play(BOB, "A10").laid() == each("food", *range(2, 15))


def test_i262_village_well_is_no_well() -> None:
    assert Scene(round_=12).owns(ANN, "I262").play(BOB, "I66").laid() == []


def test_k293_a_field_may_be_ploughed_for_a_food_when_its_round_begins() -> None:
    scene = Scene(round_=3).has(ANN, food=2).play(ANN, "K293")
    assert [round_ for round_, _, _ in scene.laid()] == [7, 10, 13]
    scene.reaches(7).with_card(ANN, "K293").answer(ANN, PLOUGH_FIELD.option(FIELD))
    assert scene.got() == {"food": -1}
    assert scene.seat().yard.fields == 1 << FIELD
    assert [round_ for round_, _, _ in scene.laid()] == [10, 13]


def test_k293_a_field_that_is_refused_is_gone() -> None:
    scene = Scene(round_=3).has(ANN, food=2).play(ANN, "K293").reaches(7).answer(ANN)
    assert scene.seat().yard.fields == 0
    assert [round_ for round_, _, _ in scene.laid()] == [10, 13]


def test_k293_without_food_nobody_is_asked() -> None:
    assert Scene(round_=3).play(ANN, "K293").reaches(7).kind() == ""
