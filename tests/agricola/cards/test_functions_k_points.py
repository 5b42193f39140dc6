"""Cards of deck K that look at a whole farm when points are counted: Organic Farmer, Constable."""

import pytest

from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.scoring import CARDS_LINE, sheets

# Organic Farmer ----------------------------------------------------------------------------------


def farmer(**animals: int) -> Scene:
    return Scene().owns(ANN, "K274").has(ANN, **animals)


@pytest.mark.parametrize(("sheep", "points"), [(0, 0), (1, 1), (2, 1), (3, 0)])
def test_k274_a_pasture_of_two_cells_has_room_to_spare_beside_one_animal(sheep: int, points: int) -> None:
    """A second sheep can live in the house."""
    assert farmer(sheep=sheep).pasture(ANN, 3, 4).bonus() == points


def test_k274_animals_stand_where_it_is_most() -> None:
    """Two pastures of four places: with one sheep each, and one in the house, both have room for three more."""
    for sheep, points in ((1, 1), (2, 2), (3, 2), (4, 1), (6, 1), (7, 0)):
        assert farmer(sheep=sheep).pasture(ANN, 3, 4).pasture(ANN, 8, 9).bonus() == points


def test_k274_a_small_pasture_never_has_the_room_but_a_stable_makes_it() -> None:
    scene = farmer(sheep=1).pasture(ANN, 4)
    assert scene.bonus() == 0
    assert scene.stables(ANN, 4).bonus() == 1


def test_k274_kinds_do_not_mix() -> None:
    scene = farmer(sheep=1, boar=1, cattle=1).pasture(ANN, 3, 4)
    assert scene.bonus() == 0
    assert scene.stables(ANN, 0).bonus() == 1


def test_k274_an_empty_farm_has_none() -> None:
    assert farmer().pasture(ANN, 3, 4).bonus() == 0


def test_k274_the_forest_pasture_counts_when_a_boar_lives_there() -> None:
    assert farmer(boar=1).owns(ANN, "K145").bonus() == 1
    assert farmer(sheep=1).owns(ANN, "K145").bonus() == 0
    assert farmer(boar=2).owns(ANN, "K145").pasture(ANN, 3, 4).bonus() == 2


# Constable ---------------------------------------------------------------------------------------


def spotless(scene: Scene, seat: int) -> Scene:
    """A farm that loses no point anywhere."""
    scene.has(seat, grain=1, vegetable=1, sheep=1, boar=1, cattle=1)
    yard = scene.seat(seat).yard
    for cell in range(15):
        yard.cells[cell] = 1 if cell in (0, 1, 5, 6, 10, 11) else 2
    for cell in (3, 4, 8, 9):
        yard.cells[cell] = 0
    return scene.pasture(seat, 3, 4, 8, 9)


def test_k276_whoever_loses_no_point_gets_five() -> None:
    scene = spotless(spotless(Scene(3).owns(ANN, "K276"), ANN), BOB)
    assert [min(sheet[:11]) >= 0 for sheet in sheets(scene.state)] == [True, True, False]
    assert [scene.bonus(seat) for seat in range(3)] == [5, 5, 0]


def test_k276_its_owner_may_go_without() -> None:
    scene = spotless(Scene(3).owns(ANN, "K276"), BOB)
    assert [scene.bonus(seat) for seat in range(3)] == [0, 5, 0]


@pytest.mark.parametrize("lacking", ["grain", "vegetable", "sheep", "boar", "cattle"])
def test_k276_any_category_breaks_it(lacking: str) -> None:
    scene = spotless(Scene(3).owns(ANN, "K276"), ANN).has(ANN, **{lacking: 0})
    assert scene.bonus() == 0


def test_k276_a_begging_card_or_an_unused_cell_breaks_it() -> None:
    scene = spotless(Scene(3).owns(ANN, "K276"), ANN)
    scene.seat().begging = 1
    assert scene.bonus() == 0
    scene.seat().begging = 0
    scene.seat().yard.cells[14] = 0
    assert scene.bonus() == 0


def test_k276_points_that_are_forgiven_do_not_break_it() -> None:
    scene = spotless(Scene(3).owns(ANN, "K276").owns(BOB, "E165"), BOB).has(BOB, sheep=0)
    assert scene.bonus(BOB) == 1 + 5


def test_k276_begging_cards_that_cost_nothing_do_not_break_it() -> None:
    scene = spotless(Scene(3).owns(ANN, "K276", "E153"), ANN)
    scene.seat().begging = 2
    assert scene.bonus() == 6 + 5
    scene.seat().begging = 3
    assert scene.bonus() == 6


@pytest.mark.parametrize(
    ("round_", "wood"), [(1, 4), (5, 4), (6, 3), (8, 3), (9, 2), (11, 2), (12, 1), (13, 1), (14, 0)]
)
def test_k276_brings_wood_for_the_rounds_that_are_left(round_: int, wood: int) -> None:
    assert Scene(3, round_=round_).play(ANN, "K276").got() == ({"wood": wood} if wood else {})


def test_k276_a_card_is_worth_no_less_than_nothing() -> None:
    assert sheets(Scene(3).owns(ANN, "K276").state)[ANN][CARDS_LINE] == 0
