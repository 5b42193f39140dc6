"""Occupations of deck I that have functions of their own."""

import pytest

from tests.agricola.cards.farms import convert, guest, people, sketch, sow
from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola.actions.fences import fences_left
from tilth_rules.agricola.actions.growth import Grow
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.steps import Opens
from tilth_rules.agricola.cards.words import FINAL, HOME, ROUND
from tilth_rules.agricola.choices import COOK, GRAIN_TO_FOOD, SPACE_AT, YES
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.content.spaces import INDEX as SPACES
from tilth_rules.agricola.hands.hands import LayOut
from tilth_rules.agricola.rounds.harvest import EndHarvest, Harvest
from tilth_rules.agricola.rounds.work import PlacePerson
from tilth_rules.agricola.scoring import UNUSED, sheets
from tilth_rules.agricola.words import BREEDING, CLAY_HOUSE, NOBODY, STONE_HOUSE, WOODEN

# Fields ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fields", "stacks"), [((14,), [5]), ((14, 13), [4, 4]), ((14, 13, 9), [3, 3, 3])])
def test_i219_one_or_two_fields_sown_in_an_action_bear_more(
    fields: tuple[int, ...], stacks: list[int]
) -> None:
    scene = Scene().owns(ANN, "I219").has(ANN, grain=3).fields(ANN, "", "", "").do(ANN, acts.Sow())
    yard = sow(scene, "grain", *fields).seat().yard
    assert [yard.stacks[cell] for cell in fields] == stacks


def test_i219_every_plot_of_a_card_is_a_field_and_so_is_wood() -> None:
    scene = Scene().owns(ANN, "I219", "K105").has(ANN, grain=2).do(ANN, acts.Sow())
    assert sow(scene, "grain", 15, 16).seat().plot_stacks == [4, 4]
    beans = Scene().owns(ANN, "I219", "E18").has(ANN, vegetable=1).do(ANN, acts.Sow())
    assert sow(beans, "vegetable", 15).seat().plot_stacks == [4]
    copse = Scene().owns(ANN, "I219", "I78").has(ANN, wood=1).do(ANN, acts.Sow())
    assert sow(copse, "wood", 15).seat().plot_stacks[0] == 3 + 2


def test_i226_vegetables_come_from_the_supply_and_stay_on_all_fields() -> None:
    scene = Scene().owns(ANN, "I226", "E18").planted(ANN, 0, "vegetable", 1)
    scene.fields(ANN, "vegetable 2", "grain 3").field_phase()
    assert scene.got() == {"vegetable": 2, "grain": 1}
    assert (scene.seat().plot_stacks, scene.seat().yard.stacks[13:]) == ([1], [2, 2])


# Church Warden -----------------------------------------------------------------------------------


def evening(round_: int = 14) -> Scene:
    """Three seats have gone to work: Ann with five people, Bob with four and a guest, Cid with four and a child."""
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


def test_i227_people_who_found_no_work_do_not_count() -> None:
    scene = evening()
    scene.seat(ANN).places[4] = -2
    assert scene.comes(HOME).bonus(ANN) == 0


@pytest.mark.parametrize(
    ("round_", "wood"), [(5, 4), (6, 3), (8, 3), (9, 2), (11, 2), (12, 1), (13, 1), (14, 0)]
)
def test_i227_brings_wood_by_the_rounds_that_are_left(round_: int, wood: int) -> None:
    assert Scene(round_=round_).play(ANN, "I227").got().get("wood", 0) == wood


# Family ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("own", "before", "food"), [(2, 2, 1), (2, 3, 2), (2, 4, 2), (3, 2, 0), (3, 3, 1)])
def test_i232_a_family_that_outgrows_the_owners_brings_food(own: int, before: int, food: int) -> None:
    scene = people(people(Scene().owns(ANN, "I232"), ANN, own), BOB, before)
    assert scene.run(Grow(Facts(BOB))).got().get("food", 0) == food


def test_i232_guests_are_no_family_and_own_children_bring_nothing() -> None:
    scene = guest(people(guest(people(Scene().owns(ANN, "I232"), ANN, 2), ANN), BOB, 2), BOB)
    assert scene.run(Grow(Facts(BOB))).got() == {"food": 1}
    assert people(scene, BOB, 2).run(Grow(Facts(ANN))).got() == {}


def grown(house: int, *spaces: str, rooms: int = 2) -> Scene:
    """Ann's people go to these spaces, one after another."""
    scene = people(Scene().owns(ANN, "I233").rooms(ANN, rooms, house), ANN, 2)
    for space in spaces:
        scene.use(ANN, space)
    scene.opened("R2-GROWTH")
    scene.state.visitors[SPACES["R2-GROWTH"]] = 0
    return scene.run(PlacePerson(ANN))


GROWTH = SPACE_AT + SPACES["R2-GROWTH"]


def test_i233_in_a_better_house_the_family_grows_once_without_a_free_room() -> None:
    assert GROWTH in grown(CLAY_HOUSE).choices()
    assert GROWTH in grown(STONE_HOUSE).choices()
    assert GROWTH not in grown(WOODEN).choices()
    scene = grown(CLAY_HOUSE, "R2-GROWTH")
    assert (len(scene.seat().kinds), GROWTH in scene.choices()) == (3, False)


def test_i233_a_growth_that_does_not_need_it_leaves_it_for_later() -> None:
    assert GROWTH in grown(CLAY_HOUSE, "R5-GROWTH").choices()
    assert GROWTH in grown(CLAY_HOUSE, "R2-GROWTH", rooms=3).choices()


# Hide Farmer -------------------------------------------------------------------------------------


def test_i236_unused_cells_may_be_paid_for() -> None:
    scene = Scene().owns(ANN, "I236").has(ANN, food=5).comes(FINAL).answer(ANN, 4)
    assert (scene.got(), scene.bonus()) == ({"food": -4}, 4)
    assert sheets(scene.state)[ANN][UNUSED] == -13


def test_i236_grain_and_animals_may_become_food_for_it() -> None:
    scene = Scene().owns(ANN, "I236", "A1").has(ANN, grain=1, cattle=1)
    scene.state.phase = BREEDING
    convert(convert(scene.run(EndHarvest(), Opens(FINAL, Facts(NOBODY))), GRAIN_TO_FOOD), COOK)
    scene.answer(ANN, 0, 0, 1, 0).answer(ANN, 4)
    assert (scene.got(), scene.bonus()) == ({"grain": -1, "cattle": -1}, 4)


def test_i236_no_more_than_there_are_and_none_has_to_be() -> None:
    scene = Scene().owns(ANN, "I236").has(ANN, food=99).comes(FINAL)
    with pytest.raises(Exception, match="out"):
        scene.answer(ANN, 14)
    assert scene.answer(ANN, 0).bonus() == 0
    assert Scene().owns(ANN, "I236").comes(FINAL).kind() == ""


# -------------------------------------------------------------------------------------------------


def harvest(number: int, scene: Scene) -> Scene:
    return scene.run(Harvest(number))


def test_i244_the_next_harvest_takes_place_without_the_owner() -> None:
    scene = Scene(round_=4).owns(ANN, "E51", "I93").fields(ANN, "grain 3").has(ANN, sheep=2, food=1)
    scene.pasture(ANN, 3, 4, 8, 9).play(ANN, "I244")
    harvest(1, scene)
    assert (scene.got(), scene.seat().begging, scene.seat().yard.stacks[14]) == ({}, 0, 3)
    assert scene.seat(BOB).begging == 4


def test_i244_the_one_after_that_is_a_harvest_like_any_other() -> None:
    scene = Scene(round_=4).fields(ANN, "grain 3").play(ANN, "I244")
    harvest(1, scene)
    harvest(2, scene)
    scene.answer(ANN, scene.choices()[0])
    assert (scene.got(), scene.seat().begging) == ({"grain": 1}, 4)


# Net Fisherman -----------------------------------------------------------------------------------


def netted(space: str, **heap: int) -> Scene:
    scene = Scene(4, round_=3).owns(ANN, "I248", "E12").heap("B-FISH", food=3).heap(space, **heap)
    return scene.use(ANN, space)


def test_i248_after_taking_reed_the_food_on_fishing_comes_home() -> None:
    scene = netted("B-REED1", reed=1).comes(HOME)
    assert (scene.got(), scene.lies("B-FISH")) == ({"food": 3}, {})
    assert netted("P4-RSF").comes(HOME).got() == {"food": 3}


def test_i248_without_reed_or_in_another_round_there_is_nothing() -> None:
    assert netted("B-CLAY1", clay=1).comes(HOME).got() == {}
    scene = netted("B-REED1", reed=1)
    scene.state.round = 4
    assert scene.comes(HOME).got() == {}


def test_i248_reed_that_a_card_brings_is_no_claim() -> None:
    scene = Scene(round_=3).owns(ANN, "I248").heap("B-FISH", food=3).play(ANN, "I96")
    assert scene.got() == {"reed": 2}
    assert scene.comes(HOME).got() == {}


def test_i248_food_that_somebody_has_fished_before_is_gone() -> None:
    scene = netted("B-REED1", reed=1).use(BOB, "B-FISH")
    assert scene.comes(HOME).got() == {}


# Outrider ----------------------------------------------------------------------------------------


def test_i261_the_card_of_this_round_brings_a_grain() -> None:
    scene = Scene().owns(ANN, "I261").heap("R1-SHEEP", sheep=1)
    scene.state.order = (SPACES["R1-FENCES"], SPACES["R1-SHEEP"])
    assert scene.use(ANN, "R1-SHEEP").got() == {"sheep": 1, "grain": 1}
    assert scene.has(ANN, wood=9).use(ANN, "R1-FENCES").got() == {}


def test_i261_the_grain_may_be_the_one_that_is_sown_there() -> None:
    scene = Scene().owns(ANN, "I261").fields(ANN, "")
    scene.state.order = (SPACES["R1-SOW"],)
    sow(scene.use(ANN, "R1-SOW"), "grain", 14)
    assert (scene.got(), scene.seat().yard.stacks[14]) == ({}, 3)


# Fence Deliveryman -------------------------------------------------------------------------------


def rails(round_: int = 1, *cards: str) -> Scene:
    return Scene(round_=round_).owns(ANN, *cards).has(ANN, food=4).play(ANN, "I265")


def test_i265_four_fences_each_lie_on_two_rounds_and_cannot_be_built_before() -> None:
    scene = rails()
    assert [round_ for round_, _, _ in scene.laid()] == [7, 11]
    assert fences_left(scene.state, ANN) == 7
    assert fences_left(rails(5).state, ANN) == 11
    assert rails(9).laid() == []


def test_i265_for_two_food_they_are_built_without_wood() -> None:
    scene = rails().reaches(7).answer(ANN, YES)
    assert sketch(scene, ANN, 4).got() == {"food": -2}
    assert (scene.kind(), fences_left(scene.state, ANN)) == ("", 7)
    assert sketch(scene.reaches(11).answer(ANN, YES), ANN, 3).got() == {"food": -2}
    assert fences_left(scene.state, ANN) == 8


def test_i265_what_is_not_built_goes_to_the_supply() -> None:
    scene = rails().reaches(7).answer(ANN)
    assert (scene.got(), fences_left(scene.state, ANN)) == ({}, 11)


def test_i265_without_food_the_answer_is_no() -> None:
    assert rails().has(ANN, food=1).reaches(7).choices() == []


def test_i265_no_more_are_laid_than_there_are() -> None:
    scene = Scene().pasture(ANN, 2, 3, 4, 7, 8, 9).play(ANN, "I265")
    assert (len(scene.laid()), fences_left(scene.state, ANN)) == (2, 0)


def test_i265_hedge_keeper_adds_three() -> None:
    scene = rails(1, "E175").reaches(7).answer(ANN, YES)
    sketch(sketch(scene, ANN, 4), ANN, 3)
    assert (scene.got(), scene.seat().yard.fences.bit_count(), scene.kind()) == ({"food": -2}, 7, "")


def test_i265_learned_before_the_match_it_counts_from_round_zero() -> None:
    scene = Scene(1, round_=0).owns(ANN, "I265").run(LayOut(INDEX["I265"]))
    assert [round_ for round_, _, _ in scene.laid()] == [6, 10]


# -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("own", "others", "wood"), [(2, 1, 1), (2, 2, 0), (1, 2, 0)])
def test_i340_fewer_unused_cells_than_everybody_else_bring_a_wood(own: int, others: int, wood: int) -> None:
    scene = Scene(3).owns(ANN, "I340").fields(ANN, *[""] * own).fields(BOB, *[""] * others)
    assert scene.comes(ROUND).got().get("wood", 0) == wood
