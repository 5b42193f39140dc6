"""Cards about food and the people that need it: Cook, Layabout, Plane, Flagon, Water Mill."""

import pytest

from tests.agricola.cards.farms import people, turn
from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola.codes import FEEDING
from tilth_rules.agricola.moves.numbers import AGREE
from tilth_rules.agricola.rounds.harvest import Harvest, appetite


def planed(wood: int, tool: str = "A7") -> Scene:
    scene = Scene().owns(ANN, tool, "E26").has(ANN, wood=wood)
    scene.state.phase = FEEDING
    return turn(scene).offer(ANN, tool)


@pytest.mark.parametrize(("tool", "food"), [("A7", 2), ("K122", 3), ("I258", 2)])
def test_e26_wood_turned_into_food_brings_a_food_or_turns_another_wood_into_two(tool: str, food: int) -> None:
    assert planed(2, tool).takes(ANN, "food", 1).got() == {"wood": -1, "food": food + 1}
    assert planed(2, tool).takes(ANN, "food", 2).got() == {"wood": -2, "food": food + 2}


def test_e26_nothing_is_asked_when_the_wood_is_gone() -> None:
    assert planed(1).got() == {"wood": -1, "food": 3}


def test_e26_other_food_has_nothing_to_do_with_it() -> None:
    assert Scene().owns(ANN, "A7", "E26").has(ANN, wood=1).use(ANN, "B-DAY").got() == {"food": 2}


def test_e181_only_two_people_eat_two_food() -> None:
    scene = people(Scene(round_=4).owns(ANN, "E181"), ANN, 5)
    assert appetite(scene.state, ANN) == 2 + 2 + 1 + 1 + 1
    scene.seat().born[4] = 4
    assert appetite(scene.state, ANN) == 2 + 2 + 1 + 1 + 1
    assert appetite(people(scene, ANN, 2).state, ANN) == 4


def test_e181_the_family_is_fed_with_so_much() -> None:
    scene = people(Scene(round_=4).owns(ANN, "E181"), ANN, 5).has(ANN, food=9)
    assert (scene.feeding().got(), scene.seat().begging) == ({"food": -7}, 0)
    scene = people(Scene(round_=4).owns(ANN, "E181"), ANN, 3).has(ANN, food=4)
    assert (scene.feeding().got(), scene.seat().begging) == ({"food": -4}, 1)


def test_e181_alone_the_two_eat_three_each() -> None:
    assert appetite(people(Scene(1).owns(ANN, "E181"), ANN, 4).state, ANN) == 3 + 3 + 1 + 1


def test_i103_everybody_may_mill_a_grain_and_others_pay_a_food() -> None:
    scene = Scene(3).owns(ANN, "I103").has(ANN, grain=2).has(BOB, grain=1).field_phase()
    scene.answer(ANN, AGREE.number)
    assert scene.got() == {"grain": -1, "food": 3}
    scene.answer(BOB, AGREE.number)
    assert (scene.got(BOB), scene.got()) == ({"grain": -1, "food": 2}, {"grain": -1, "food": 4})
    assert scene.kind(CID) == ""


def test_i103_nobody_has_to() -> None:
    scene = Scene().owns(ANN, "I103").has(BOB, grain=1).field_phase().answer(BOB)
    assert scene.got(BOB) == {}


def test_i103_seats_come_in_turn_from_the_starting_player_on_without_those_that_sit_out() -> None:
    scene = Scene(3).owns(ANN, "I103").has(ANN, grain=1).has(BOB, grain=1).has(CID, grain=1)
    scene.state.first = BOB
    scene.seat(CID).skips = 1
    scene.field_phase().answer(BOB)
    assert scene.kind() == "use-card"
    assert scene.answer(ANN).kind(CID) == ""


def test_i87_each_well_that_is_built_brings_four_food_and_others_one() -> None:
    scene = Scene(3).owns(ANN, "I87").play(BOB, "A10")
    assert [scene.got(seat) for seat in (ANN, BOB, CID)] == [{"food": 4}, {"food": 1}, {"food": 1}]
    scene.play(CID, "I66")
    assert [scene.got(seat) for seat in (ANN, BOB, CID)] == [{"food": 4}, {"food": 1}, {"food": 1}]
    assert Scene().owns(ANN, "I87").play(BOB, "A9").got() == {}


@pytest.mark.parametrize(("wells", "times"), [((), 0), (("A10",), 1), (("I66",), 1), (("A10", "I66"), 2)])
def test_i87_wells_that_are_there_already_count_when_it_is_played(wells: tuple[str, ...], times: int) -> None:
    scene = Scene().owns(BOB, *wells).play(ANN, "I87")
    assert scene.got(ANN).get("food", 0) == 4 * times
    assert scene.got(BOB).get("food", 0) == times


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
