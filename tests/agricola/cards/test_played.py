"""Cards that bring goods as soon as they are played."""

from tests.agricola.situations import ANN, BOB, Scene


def played(name: str, round_: int = 1, seats: int = 2) -> dict[str, int]:
    """Return the goods that the card brings at once."""
    return Scene(seats, round_=round_).play(ANN, name).got()


def wood_by_rounds(name: str) -> list[int]:
    """Return the wood that the card brings with 13, 9, 8, 6, 5, 3, 2, 1 and no rounds left."""
    return [played(name, 14 - left).get("wood", 0) for left in (13, 9, 8, 6, 5, 3, 2, 1, 0)]


def test_e16_building_material_is_wood_or_clay() -> None:
    assert Scene().play(ANN, "E16").takes(ANN, "wood").got() == {"wood": 1}
    assert Scene().play(ANN, "E16").takes(ANN, "clay").got() == {"clay": 1}


def test_e33_ceramics_bring_two_food() -> None:
    assert played("E33") == {"food": 2}


def test_e39_market_stall_brings_a_vegetable() -> None:
    assert played("E39") == {"vegetable": 1}


def test_e42_helpful_neighbours_bring_stone_or_reed() -> None:
    assert Scene().play(ANN, "E42").takes(ANN, "stone").got() == {"stone": 1}
    assert Scene().play(ANN, "E42").takes(ANN, "reed").got() == {"reed": 1}


def test_e60_brings_a_cattle_that_lives_in_the_house() -> None:
    assert played("E60") == {"cattle": 1}


def test_e60_a_cattle_without_room_is_a_question() -> None:
    assert Scene().has(ANN, sheep=1).play(ANN, "E60").kind() == "keep-animals"


def test_i64_brings_a_food_for_each_complete_round() -> None:
    assert played("I64", 1) == {}
    assert played("I64", 6) == {"food": 5}


def test_i96_brings_two_reed() -> None:
    assert played("I96") == {"reed": 2}


def test_i104_brings_two_vegetables() -> None:
    assert played("I104") == {"vegetable": 2}


def test_k107_brings_three_wood() -> None:
    assert played("K107") == {"wood": 3}


def test_k129_brings_a_grain() -> None:
    assert played("K129") == {"grain": 1}


def test_k141_brings_a_boar() -> None:
    assert played("K141") == {"boar": 1}


def test_k143_brings_two_stone() -> None:
    assert played("K143") == {"stone": 2}


def test_e217_brings_wood_by_the_rounds_left() -> None:
    assert wood_by_rounds("E217") == [4, 4, 3, 3, 2, 2, 1, 1, 0]


def test_i221_brings_wood_by_the_rounds_left() -> None:
    assert wood_by_rounds("I221") == [4, 4, 3, 3, 2, 2, 1, 1, 0]


def test_k282_brings_wood_by_the_rounds_left() -> None:
    assert wood_by_rounds("K282") == [4, 4, 3, 3, 2, 2, 1, 1, 0]


def test_e341_brings_two_for_each_workshop_that_lies_there() -> None:
    scene = Scene().owns(ANN, "A7", "I258", "E214", "A9").owns(BOB, "E183").play(ANN, "E341")
    assert scene.got() == {"wood": 4, "clay": 2, "reed": 2}
    assert Scene().owns(ANN, "K122", "A8", "E183").play(ANN, "E341").got() == {
        "wood": 2,
        "clay": 2,
        "reed": 2,
    }


def test_e341_brings_more_when_a_workshop_comes_later() -> None:
    assert Scene().owns(ANN, "E341").play(ANN, "A7").got() == {"wood": 4}
    assert Scene().owns(ANN, "E341").play(ANN, "I258").got() == {"wood": 4}
    assert Scene().owns(ANN, "E341").play(ANN, "A8").got() == {"clay": 4}
    assert Scene().owns(ANN, "E341").play(ANN, "E214").got() == {"clay": 4}
    assert Scene().owns(ANN, "E341").play(ANN, "A9").got() == {"reed": 3}
    assert Scene().owns(ANN, "E341").play(ANN, "E183").got() == {"reed": 3}


def test_e341_brings_nothing_for_a_workshop_of_another_seat() -> None:
    assert Scene().owns(ANN, "E341").play(BOB, "A7").got() == {}
