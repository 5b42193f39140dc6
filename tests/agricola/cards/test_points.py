"""Cards that bring bonus points at the end."""

from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola.codes import CLAY_HOUSE, STONE_HOUSE, WOODEN


def points_by_house(name: str, rooms: int) -> list[int]:
    """Return the points in a wooden hut, a clay hut and a stone house of this many rooms."""
    houses = (WOODEN, CLAY_HOUSE, STONE_HOUSE)
    return [Scene().owns(ANN, name).rooms(ANN, rooms, house).bonus() for house in houses]


def points_for(name: str, good: str, counts: tuple[int, ...]) -> list[int]:
    """Return the points for each of these amounts of a good in the supply."""
    return [Scene().owns(ANN, name).has(ANN, **{good: count}).bonus() for count in counts]


def test_a7_joinery_points_for_wood() -> None:
    assert points_for("A7", "wood", (2, 3, 4, 5, 6, 7, 9)) == [0, 1, 1, 2, 2, 3, 3]


def test_a7_joinery_points_for_wood_on_plots_too() -> None:
    assert Scene().owns(ANN, "A7", "I78").planted(ANN, 0, "wood", 3).bonus() == 1


def test_a7_joinery_scores_nothing_beside_a_sawmill() -> None:
    assert Scene().owns(ANN, "A7", "K122").has(ANN, wood=7).bonus() == 3
    assert Scene().owns(ANN, "A7").owns(BOB, "K122").has(ANN, wood=7).bonus() == 3


def test_a8_pottery_points_for_clay() -> None:
    assert points_for("A8", "clay", (2, 3, 4, 5, 6, 7, 9)) == [0, 1, 1, 2, 2, 3, 3]


def test_a9_workshop_points_for_reed() -> None:
    assert points_for("A9", "reed", (1, 2, 3, 4, 5, 9)) == [0, 1, 1, 2, 3, 3]


def test_k122_sawmill_points_for_wood() -> None:
    assert points_for("K122", "wood", (1, 2, 3, 4, 5, 9)) == [0, 1, 1, 2, 3, 3]


def test_i98_points_for_vegetables_on_fields_and_in_the_supply() -> None:
    assert points_for("I98", "vegetable", (4, 5, 6, 9)) == [0, 1, 2, 2]
    assert Scene().owns(ANN, "I98").has(ANN, vegetable=3).fields(ANN, "vegetable 2").bonus() == 1


def test_k110_a_point_for_nine_grain_on_fields_and_in_the_supply() -> None:
    assert points_for("K110", "grain", (8, 9, 20)) == [0, 1, 1]
    assert Scene().owns(ANN, "K110").has(ANN, grain=6).fields(ANN, "grain 3").bonus() == 1


def test_e21_a_point_for_each_room_of_a_stone_house() -> None:
    assert points_by_house("E21", 4) == [0, 0, 4]


def test_e21_scores_nothing_beside_the_mansion() -> None:
    assert Scene().owns(ANN, "E21", "K144").rooms(ANN, 3, STONE_HOUSE).bonus() == 6


def test_k144_two_points_for_each_room_of_a_stone_house() -> None:
    assert points_by_house("K144", 3) == [0, 0, 6]


def test_e172_a_point_for_each_room_of_a_stone_house() -> None:
    assert points_by_house("E172", 4) == [0, 0, 4]


def test_e177_a_point_for_each_room_of_a_wooden_hut() -> None:
    assert points_by_house("E177", 5) == [5, 0, 0]


def test_e28_clogs_a_point_in_a_clay_hut_and_two_in_a_stone_house() -> None:
    assert points_by_house("E28", 4) == [0, 1, 2]


def test_k123_points_for_five_and_for_six_rooms() -> None:
    assert [Scene().owns(ANN, "K123").rooms(ANN, rooms).bonus() for rooms in (4, 5, 6, 7)] == [0, 2, 4, 4]


def test_e23_manger_points_for_fenced_spaces() -> None:
    cells = (4, 3, 2, 9, 8, 7, 14, 13, 12, 6)
    counts = (5, 6, 7, 8, 9, 10)
    assert [Scene().owns(ANN, "E23").pasture(ANN, *cells[:count]).bonus() for count in counts] == [
        0,
        1,
        2,
        3,
        4,
        4,
    ]


def test_i76_two_points_for_six_fields_or_for_five_without_a_plough() -> None:
    def points(fields: int, *cards: str) -> int:
        return Scene().owns(ANN, "I76", *cards).fields(ANN, *([""] * fields)).bonus()

    assert [points(4), points(5), points(6), points(7)] == [0, 2, 2, 2]
    for plough in ("E61", "E62", "I63", "K115", "K119", "I68", "I70", "K124"):
        assert [points(5, plough), points(6, plough)] == [0, 2]
    assert points(4, "E18", "K105") == 0


def test_i83_two_points_unless_a_better_building_lies_on_the_table() -> None:
    assert Scene().owns(ANN, "I83").bonus() == 2
    assert Scene().owns(ANN, "I83").owns(BOB, "I89").bonus() == 0
    assert Scene().owns(ANN, "I83").owns(BOB, "I94").bonus() == 0


def test_i89_two_points_unless_the_best_building_lies_on_the_table() -> None:
    assert Scene().owns(ANN, "I89").owns(BOB, "I83").bonus() == 2
    assert Scene().owns(ANN, "I89").owns(BOB, "I94").bonus() == 0


def test_i94_brings_two_points_in_spite_of_the_buildings_of_others() -> None:
    assert Scene().owns(ANN, "I94").owns(BOB, "I83", "I89").bonus() == 2


def test_k133_a_point_for_every_two_cattle() -> None:
    assert points_for("K133", "cattle", (1, 2, 3, 4)) == [0, 1, 1, 2]


def test_i246_a_point_for_every_two_cattle() -> None:
    assert points_for("I246", "cattle", (1, 2, 3, 4)) == [0, 1, 1, 2]


def test_k146_a_point_for_every_three_sheep() -> None:
    assert points_for("K146", "sheep", (2, 3, 5, 6)) == [0, 1, 1, 2]


def test_k135_two_points_if_a_kind_of_animals_is_missing() -> None:
    assert Scene().owns(ANN, "K135").has(ANN, sheep=1, boar=4).bonus() == 2
    assert Scene().owns(ANN, "K135").has(ANN, sheep=1, boar=4, cattle=1).bonus() == 0


def test_e153_two_begging_cards_cost_nothing() -> None:
    def points(begging: int) -> int:
        scene = Scene().owns(ANN, "E153")
        scene.seat().begging = begging
        return scene.bonus()

    assert [points(0), points(1), points(2), points(3)] == [0, 3, 6, 6]


def test_e197_points_for_improvements() -> None:
    cards = ("A1", "A5", "A6", "E12", "E13", "E16", "E17", "E18", "E20", "E22")
    counts = (4, 5, 6, 7, 8, 9, 10)
    assert [Scene().owns(ANN, "E197", *cards[:count]).bonus() for count in counts] == [0, 1, 3, 5, 7, 9, 9]


def test_e217_three_points_for_everybody_with_most_occupations() -> None:
    scene = Scene(3).owns(ANN, "E217").owns(BOB, "E148").owns(CID, "E147")
    assert [scene.bonus(seat) for seat in (ANN, BOB, CID)] == [0, 3, 0]
    scene.owns(CID, "E150")
    assert [scene.bonus(seat) for seat in (ANN, BOB, CID)] == [0, 3, 3]


def test_i221_three_points_for_everybody_with_most_improvements() -> None:
    scene = Scene(3).owns(ANN, "I221").owns(BOB, "A1").owns(CID, "E12")
    assert [scene.bonus(seat) for seat in (ANN, BOB, CID)] == [0, 3, 3]


def test_k282_three_points_for_everybody_with_most_rooms() -> None:
    scene = Scene(3).owns(ANN, "K282").rooms(ANN, 3).rooms(CID, 4)
    assert [scene.bonus(seat) for seat in (ANN, BOB, CID)] == [0, 0, 3]
