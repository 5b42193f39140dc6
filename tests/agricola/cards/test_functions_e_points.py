"""Cards of deck E with functions that are about points."""

import pytest

from tests.agricola.cards.farms import cook
from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.cards.losses import lost
from tilth_rules.agricola.cards.words import FINAL
from tilth_rules.agricola.choices import GOOD_AT
from tilth_rules.agricola.scoring import sheets
from tilth_rules.agricola.words import BOAR, CATTLE, SHEEP

EMPTY_LINES = 7
"""Categories in which a farm without anything loses a point each."""


def all_lost(scene: Scene, seat: int = ANN) -> int:
    return lost(scene.state, seat, sheets(scene.state)[seat])


# Brush Maker -------------------------------------------------------------------------------------


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


# Yeoman Farmer -----------------------------------------------------------------------------------


def test_e165_lines_that_cost_points_are_forgiven() -> None:
    scene = Scene().owns(ANN, "E165").fields(ANN, "grain 3", "")
    assert scene.bonus() == EMPTY_LINES - 2
    assert all_lost(scene) == scene.seat().yard.unused().bit_count() == 11


def test_e165_unused_cells_and_begging_cards_are_not() -> None:
    scene = Scene().owns(ANN, "E165")
    scene.seat().begging = 2
    assert scene.bonus() == EMPTY_LINES
    assert all_lost(scene) == 13 + 6
    assert all_lost(scene, BOB) == 13 + EMPTY_LINES


# Estate Manager ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "points"), [(3, 2), (4, 3), (5, 4)])
def test_e170_having_as_many_of_each_kind_as_anybody_brings_points(seats: int, points: int) -> None:
    scene = Scene(seats).owns(ANN, "E170").has(ANN, sheep=2, boar=1).has(BOB, sheep=2)
    assert scene.bonus() == points


def test_e170_each_kind_is_compared_by_itself() -> None:
    scene = Scene(3).owns(ANN, "E170").has(ANN, sheep=9, boar=9).has(BOB, cattle=1)
    assert scene.bonus() == 0


# Tutor -------------------------------------------------------------------------------------------


def test_e174_later_occupations_bring_a_point_each_and_academic_two() -> None:
    scene = Scene().owns(ANN, "E166").play(ANN, "E174")
    assert scene.bonus() == 0
    assert scene.play(ANN, "E177").seat().points == 1
    assert scene.play(ANN, "E148").seat().points == 3
    assert scene.play(BOB, "E187").seat().points == 3


# Lord of the Manor -------------------------------------------------------------------------------


def test_e189_lines_with_four_points_bring_one_more() -> None:
    scene = Scene().owns(ANN, "E189").fields(ANN, "", "", "", "")
    assert scene.bonus() == 0
    scene.fields(ANN, "", "", "", "", "grain 3").has(ANN, grain=5, vegetable=4, sheep=8, boar=7, cattle=6)
    assert scene.bonus() == 6


def test_e189_four_fenced_stables_count_and_loose_ones_do_not() -> None:
    scene = Scene().owns(ANN, "E189").pasture(ANN, 3, 4, 8, 9).stables(ANN, 3, 4, 8)
    assert scene.bonus() == 0
    assert scene.stables(ANN, 14).bonus() == 0
    assert Scene().owns(ANN, "E189").pasture(ANN, 3, 4, 8, 9).stables(ANN, 3, 4, 8, 9).bonus() == 1


# Tenant Farmer -----------------------------------------------------------------------------------


def tenancy(*others: str) -> Scene:
    """Ann's borrowed animals stand on her farm."""
    scene = Scene().owns(ANN, *others).pasture(ANN, 4).pasture(ANN, 9).pasture(ANN, 14)
    return scene.play(ANN, "E215")


def test_e215_three_animals_are_borrowed_and_given_back_before_scoring() -> None:
    scene = tenancy()
    assert scene.got() == {"sheep": 1, "boar": 1, "cattle": 1}
    scene.comes(FINAL).with_card(ANN, "E215").answer(ANN, GOOD_AT + SHEEP, GOOD_AT + BOAR, GOOD_AT + CATTLE)
    assert scene.got() == {"sheep": -1, "boar": -1, "cattle": -1}
    assert (scene.bonus(), scene.kind()) == (0, "")


def test_e215_each_animal_that_is_kept_costs_a_point() -> None:
    scene = tenancy().comes(FINAL).with_card(ANN, "E215").answer(ANN, GOOD_AT + BOAR)
    assert (scene.got(), scene.bonus()) == ({"boar": -1}, -2)
    lines, cells, debt = 4, 10, 2
    assert all_lost(scene) == lines + cells + debt
    assert tenancy().comes(FINAL).answer(ANN).bonus() == -3


def test_e215_eaten_animals_cannot_be_given_back() -> None:
    scene = tenancy().has(ANN, cattle=0, boar=0).comes(FINAL).with_card(ANN, "E215")
    assert scene.choices() == [GOOD_AT + SHEEP]
    assert scene.answer(ANN, GOOD_AT + SHEEP).bonus() == -2


def test_e215_a_yeoman_keeps_the_animals_and_loses_nothing() -> None:
    scene = tenancy("E165").comes(FINAL)
    assert scene.kind() == ""
    assert scene.bonus() == -sum(min(0, line) for line in sheets(scene.state)[ANN][:7])
