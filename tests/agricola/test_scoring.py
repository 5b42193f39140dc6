"""Points: every line of the sheet at each of its limits, and whole farms added up."""

import pytest

from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola import game
from tilth_rules.agricola.codes import AT_HOME
from tilth_rules.agricola.codes import FAMILY as MEMBER
from tilth_rules.agricola.scoring import (
    BEGGING,
    BOAR_LINE,
    BONUS,
    CARDS_LINE,
    CATTLE_LINE,
    FAMILY,
    FIELDS,
    GRAIN_LINE,
    PASTURES,
    ROOMS,
    SHEEP_LINE,
    STABLES,
    UNUSED,
    VEGETABLES,
    FinalScoring,
)


def sheet(scene: Scene, seat: int = ANN) -> list[int]:
    return scene.sheet(seat)


@pytest.mark.parametrize(("count", "points"), [(0, -1), (1, -1), (2, 1), (3, 2), (4, 3), (5, 4), (7, 4)])
def test_fields_are_worth(count: int, points: int) -> None:
    assert sheet(Scene().fields(ANN, *[""] * count))[FIELDS] == points


PASTURE_CELLS = ((0,), (1,), (2,), (3,), (4,))


@pytest.mark.parametrize(("count", "points"), [(0, -1), (1, 1), (2, 2), (3, 3), (4, 4), (5, 4)])
def test_pastures_of_any_size_are_worth_a_point_each(count: int, points: int) -> None:
    scene = Scene()
    for cells in PASTURE_CELLS[:count]:
        scene.pasture(ANN, *cells)
        assert scene.seat().yard.fences
    assert len(scene.seat().yard.pastures()) == count
    assert sheet(scene)[PASTURES] == points


def test_one_large_pasture_is_worth_no_more_than_a_small_one() -> None:
    assert sheet(Scene().pasture(ANN, 3, 4, 8, 9))[PASTURES] == 1


@pytest.mark.parametrize(
    ("line", "good", "limits"),
    [
        (GRAIN_LINE, "grain", (1, 4, 6, 8)),
        (VEGETABLES, "vegetable", (1, 2, 3, 4)),
        (SHEEP_LINE, "sheep", (1, 4, 6, 8)),
        (BOAR_LINE, "boar", (1, 3, 5, 7)),
        (CATTLE_LINE, "cattle", (1, 2, 4, 6)),
    ],
)
def test_goods_are_graded_at_each_limit(line: int, good: str, limits: tuple[int, ...]) -> None:
    assert sheet(Scene())[line] == -1
    for points, least in enumerate(limits, 1):
        assert sheet(Scene().has(ANN, **{good: least}))[line] == points
        assert sheet(Scene().has(ANN, **{good: least - 1}))[line] == (points - 1 or -1)
    assert sheet(Scene().has(ANN, **{good: 30}))[line] == 4


def test_crops_count_in_the_supply_and_on_the_fields() -> None:
    scene = Scene().fields(ANN, "grain 3", "vegetable 2").has(ANN, grain=1, vegetable=1)
    assert sheet(scene)[GRAIN_LINE] == 2
    assert sheet(scene)[VEGETABLES] == 3


def test_every_cell_with_nothing_on_it_costs_a_point() -> None:
    assert sheet(Scene())[UNUSED] == -13
    scene = Scene().fields(ANN, "", "").pasture(ANN, 0, 1).stables(ANN, 3)
    assert sheet(scene)[UNUSED] == -8


def test_stables_are_worth_a_point_in_a_pasture_and_none_outside() -> None:
    scene = Scene().pasture(ANN, 0, 1).stables(ANN, 0, 1, 3)
    assert sheet(scene)[STABLES] == 2


@pytest.mark.parametrize(("house", "points"), [(0, 0), (1, 4), (2, 8)])
def test_rooms_are_worth_nothing_in_wood_one_in_clay_two_in_stone(house: int, points: int) -> None:
    assert sheet(Scene().rooms(ANN, 4, house))[ROOMS] == points


@pytest.mark.parametrize("people", [2, 3, 4, 5])
def test_a_person_is_worth_three_points(people: int) -> None:
    scene = Scene()
    mine = scene.seat()
    mine.places = [AT_HOME] * people
    mine.born = [0] * people
    mine.kinds = [MEMBER] * people
    assert sheet(scene)[FAMILY] == 3 * people


def test_begging_cards_cost_three_points_each() -> None:
    scene = Scene()
    scene.seat().begging = 2
    assert sheet(scene)[BEGGING] == -6


def test_cards_are_worth_their_printed_points() -> None:
    assert sheet(Scene().owns(ANN, "A10", "A6", "A1"))[CARDS_LINE] == 4 + 3 + 1


@pytest.mark.parametrize(
    ("card", "good", "limits"),
    [("A7", "wood", (3, 5, 7)), ("A8", "clay", (3, 5, 7)), ("A9", "reed", (2, 4, 5))],
)
def test_workshops_give_bonus_points_for_goods_that_are_left(
    card: str, good: str, limits: tuple[int, ...]
) -> None:
    for points, least in enumerate(limits, 1):
        assert sheet(Scene().owns(ANN, card).has(ANN, **{good: least}))[BONUS] == points
        assert sheet(Scene().owns(ANN, card).has(ANN, **{good: least - 1}))[BONUS] == points - 1


def test_an_untouched_farm_is_worth_minus_fourteen() -> None:
    scene = Scene()
    assert sheet(scene) == [-1, -1, -1, -1, -1, -1, -1, -13, 0, 0, 6, 0, 0, 0]
    assert game.scores(scene.state)[ANN] == -14


def test_a_good_farm_is_added_up_line_by_line() -> None:
    scene = (
        Scene()
        .rooms(ANN, 3, house=1)
        .fields(ANN, "grain 3", "vegetable 2", "")
        .pasture(ANN, 2, 3)
        .pasture(ANN, 4)
        .stables(ANN, 2, 1)
        .has(ANN, grain=3, vegetable=1, sheep=4, boar=2, cattle=1, clay=4)
        .owns(ANN, "A1", "A8")
    )
    scene.seat().places.append(AT_HOME)
    scene.seat().born.append(3)
    scene.seat().kinds.append(MEMBER)
    scene.seat().begging = 1
    assert sheet(scene) == [2, 2, 3, 3, 2, 1, 1, -5, 1, 3, 9, 3, 1, -3]
    assert game.scores(scene.state)[ANN] == 23


def test_the_best_possible_lines_are_four_points_each() -> None:
    scene = (
        Scene()
        .fields(ANN, "grain 3", "vegetable 2", "", "", "")
        .has(ANN, grain=5, vegetable=2, sheep=8, boar=7, cattle=6)
    )
    assert sheet(scene)[:7] == [4, -1, 4, 4, 4, 4, 4]


def test_the_seat_with_most_points_wins_and_equal_points_share_the_place() -> None:
    scene = Scene(3).has(ANN, grain=1).has(BOB, grain=1).run(FinalScoring())
    assert scene.state.places == (1, 1, 3)
    result = game.result(scene.state)
    assert result is not None
    assert result.scores == (-12, -12, -14)
