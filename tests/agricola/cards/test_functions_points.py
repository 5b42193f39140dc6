"""Cards that score a farm when points are counted, and other cards about points."""

import pytest

from tests.agricola.cards.farms import convert, guest, people
from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola.cards.functions.losses import lost
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import FINAL, HOME
from tilth_rules.agricola.cards.steps import Opens
from tilth_rules.agricola.codes import BOAR, BREEDING, CATTLE, NOBODY, SHEEP
from tilth_rules.agricola.moves.numbers import COOK_SOME, EAT_GRAIN, TAKE_GOOD
from tilth_rules.agricola.rounds.harvest import EndHarvest
from tilth_rules.agricola.scoring import CARDS_LINE, UNUSED, sheets

EMPTY_LINES = 7
"""Categories in which a farm without anything loses a point each."""


def all_lost(scene: Scene, seat: int = ANN) -> int:
    return lost(scene.state, seat, sheets(scene.state)[seat])


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


@pytest.mark.parametrize(("seats", "points"), [(3, 2), (4, 3), (5, 4)])
def test_e170_having_as_many_of_each_kind_as_anybody_brings_points(seats: int, points: int) -> None:
    scene = Scene(seats).owns(ANN, "E170").has(ANN, sheep=2, boar=1).has(BOB, sheep=2)
    assert scene.bonus() == points


def test_e170_each_kind_is_compared_by_itself() -> None:
    scene = Scene(3).owns(ANN, "E170").has(ANN, sheep=9, boar=9).has(BOB, cattle=1)
    assert scene.bonus() == 0


def test_e174_later_occupations_bring_a_point_each_and_academic_two() -> None:
    scene = Scene().owns(ANN, "E166").play(ANN, "E174")
    assert scene.bonus() == 0
    assert scene.play(ANN, "E177").seat().points == 1
    assert scene.play(ANN, "E148").seat().points == 3
    assert scene.play(BOB, "E187").seat().points == 3


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


def tenancy(*others: str) -> Scene:
    """Return a scene in which Ann's borrowed animals stand on her farm."""
    scene = Scene().owns(ANN, *others).pasture(ANN, 4).pasture(ANN, 9).pasture(ANN, 14)
    return scene.play(ANN, "E215")


def test_e215_three_animals_are_borrowed_and_given_back_before_scoring() -> None:
    scene = tenancy()
    assert scene.got() == {"sheep": 1, "boar": 1, "cattle": 1}
    scene.comes(FINAL).with_card(ANN, "E215").answer(
        ANN, TAKE_GOOD.option(SHEEP), TAKE_GOOD.option(BOAR), TAKE_GOOD.option(CATTLE)
    )
    assert scene.got() == {"sheep": -1, "boar": -1, "cattle": -1}
    assert (scene.bonus(), scene.kind()) == (0, "")


def test_e215_each_animal_that_is_kept_costs_a_point() -> None:
    scene = tenancy().comes(FINAL).with_card(ANN, "E215").answer(ANN, TAKE_GOOD.option(BOAR))
    assert (scene.got(), scene.bonus()) == ({"boar": -1}, -2)
    lines, cells, debt = 4, 10, 2
    assert all_lost(scene) == lines + cells + debt
    assert tenancy().comes(FINAL).answer(ANN).bonus() == -3


def test_e215_eaten_animals_cannot_be_given_back() -> None:
    scene = tenancy().has(ANN, cattle=0, boar=0).comes(FINAL).with_card(ANN, "E215")
    assert scene.choices() == [TAKE_GOOD.option(SHEEP)]
    assert scene.answer(ANN, TAKE_GOOD.option(SHEEP)).bonus() == -2


def test_e215_a_yeoman_keeps_the_animals_and_loses_nothing() -> None:
    scene = tenancy("E165").comes(FINAL)
    assert scene.kind() == ""
    assert scene.bonus() == -sum(min(0, line) for line in sheets(scene.state)[ANN][:7])


def evening(round_: int = 14) -> Scene:
    """Return a scene with three seats at work: Ann with five people, Bob with four and a guest, Cid with four and a
    child."""
    scene = Scene(3, round_=round_).owns(BOB, "I227")
    guest(people(people(people(scene, ANN, 5), BOB, 4), CID, 5), BOB)
    scene.seat(CID).born[4] = round_
    for seat in (ANN, BOB, CID):
        scene.seat(seat).places = list(range(5))
    return scene


def test_i227_five_people_at_work_in_the_last_round_bring_anybody_three_points() -> None:
    scene = evening().comes(HOME)
    assert [scene.bonus(seat) for seat in (ANN, BOB, CID)] == [3, 3, 0]
    assert evening(13).comes(HOME).bonus(ANN) == 0


def test_i227_people_without_work_do_not_count() -> None:
    scene = evening()
    scene.seat(ANN).places[4] = -2
    assert scene.comes(HOME).bonus(ANN) == 0


@pytest.mark.parametrize(
    ("round_", "wood"), [(5, 4), (6, 3), (8, 3), (9, 2), (11, 2), (12, 1), (13, 1), (14, 0)]
)
def test_i227_brings_wood_by_the_rounds_that_are_left(round_: int, wood: int) -> None:
    assert Scene(round_=round_).play(ANN, "I227").got().get("wood", 0) == wood


def test_i236_unused_cells_may_be_paid_for() -> None:
    scene = Scene().owns(ANN, "I236").has(ANN, food=5).comes(FINAL).answer(ANN, 4)
    assert (scene.got(), scene.bonus()) == ({"food": -4}, 4)
    assert sheets(scene.state)[ANN][UNUSED] == -13


def test_i236_grain_and_animals_may_become_food_for_it() -> None:
    scene = Scene().owns(ANN, "I236", "A1").has(ANN, grain=1, cattle=1)
    scene.state.phase = BREEDING
    convert(convert(scene.run(EndHarvest(), Opens(FINAL, Facts(NOBODY))), EAT_GRAIN.number), COOK_SOME.number)
    scene.answer(ANN, 0, 0, 1, 0).answer(ANN, 4)
    assert (scene.got(), scene.bonus()) == ({"grain": -1, "cattle": -1}, 4)


def test_i236_no_more_than_there_are_and_none_has_to_be() -> None:
    scene = Scene().owns(ANN, "I236").has(ANN, food=99).comes(FINAL)
    with pytest.raises(Exception, match="NUMBER_OUT_OF_BOUNDS"):
        scene.answer(ANN, 14)
    assert scene.answer(ANN, 0).bonus() == 0
    assert Scene().owns(ANN, "I236").comes(FINAL).kind() == ""


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


def test_k274_in_a_shared_pasture_places_for_sheep_are_room_to_spare_beside_cattle() -> None:
    """One of two places is left beside the cattle; the pipe has room for two sheep more."""
    scene = farmer(cattle=1).owns(ANN, "E216").pasture(ANN, 4)
    assert scene.bonus() == 0
    assert scene.owns(ANN, "E29").bonus() == 1


def test_k274_an_empty_farm_has_none() -> None:
    assert farmer().pasture(ANN, 3, 4).bonus() == 0


def test_k274_the_forest_pasture_counts_when_a_boar_lives_there() -> None:
    assert farmer(boar=1).owns(ANN, "K145").bonus() == 1
    assert farmer(sheep=1).owns(ANN, "K145").bonus() == 0
    assert farmer(boar=2).owns(ANN, "K145").pasture(ANN, 3, 4).bonus() == 2


def spotless(scene: Scene, seat: int) -> Scene:
    """Give the seat a farm that loses no point anywhere."""
    scene.has(seat, grain=1, vegetable=1, sheep=1, boar=1, cattle=1)
    yard = scene.seat(seat).yard
    yard.rooms = sum(1 << cell for cell in (0, 1, 5, 6, 10, 11))
    yard.fields = sum(1 << cell for cell in (2, 7, 12, 13, 14))
    return scene.pasture(seat, 3, 4, 8, 9)


def test_k276_a_seat_that_loses_no_point_gets_five() -> None:
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
    scene.seat().yard.fields ^= 1 << 14
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
