"""The harvest, food at any time, and animals that find no room."""

import pytest

from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola import Options
from tilth_rules.agricola.codes import AT_HOME, BOAR, CATTLE, FOOD, SHEEP
from tilth_rules.agricola.codes import FAMILY as MEMBER
from tilth_rules.agricola.moves.numbers import COOK_SOME, EAT_GRAIN, EAT_VEGETABLE, FEED_FAMILY, KEEP_HERD
from tilth_rules.agricola.rounds.harvest import appetite

PLAIN = Options(family=True)


# Field phase -------------------------------------------------------------------------------------


def test_every_sown_field_gives_one_of_its_crop_and_may_be_sown_again_when_it_is_empty() -> None:
    scene = Scene(options=PLAIN).fields(ANN, "grain 3", "grain 1", "vegetable 2", "").field_phase()
    assert scene.got() == {"grain": 2, "vegetable": 1}
    assert scene.seat().yard.stacks[14] == 2
    assert scene.seat().yard.crops[13] == 0


# Feeding -----------------------------------------------------------------------------------------


def test_an_adult_eats_two_and_a_newborn_one() -> None:
    scene = Scene(options=PLAIN, round_=7)
    mine = scene.seat()
    mine.places, mine.born, mine.kinds = [AT_HOME] * 3, [0, 0, 7], [MEMBER] * 3
    assert appetite(scene.state, ANN) == 5
    mine.born = [0, 0, 6]
    assert appetite(scene.state, ANN) == 6


def test_alone_an_adult_eats_three() -> None:
    scene = Scene(1, PLAIN, round_=7)
    assert appetite(scene.state, ANN) == 6
    scene.seat().born = [0, 7]
    assert appetite(scene.state, ANN) == 4


def test_for_each_food_that_is_missing_there_is_a_begging_card() -> None:
    scene = Scene(options=PLAIN).has(ANN, food=3).has(BOB, food=9).feeding()
    assert scene.seat(ANN).begging == 1
    assert scene.seat(BOB).begging == 0
    assert [scene.seat(seat).goods[FOOD] for seat in (ANN, BOB)] == [0, 5]


def test_a_seat_that_can_turn_goods_into_food_is_asked_first() -> None:
    scene = Scene(options=PLAIN).has(ANN, food=3, grain=1).has(BOB, food=4).feeding()
    assert scene.kind() == "feed"
    scene.answer(ANN, EAT_GRAIN.number)
    assert scene.seat().begging == 0


def test_one_may_beg_though_there_is_grain() -> None:
    scene = (
        Scene(options=PLAIN)
        .has(ANN, food=3, grain=1)
        .has(BOB, food=4)
        .feeding()
        .answer(ANN, FEED_FAMILY.number)
    )
    assert scene.seat().begging == 1
    assert scene.got() == {"food": -3}


def test_families_are_fed_one_after_another_from_the_starting_player_on() -> None:
    scene = Scene(3, PLAIN)
    scene.state.first = CID
    for seat in (ANN, BOB, CID):
        scene.has(seat, grain=1, food=4)
    scene.feeding()
    asked = []
    while scene.table.open:
        asked += scene.table.pending_seats
        scene.answer(scene.table.pending_seats[0], FEED_FAMILY.number)
    assert asked == [CID, ANN, BOB]


@pytest.mark.parametrize(("card", "good", "food"), [("A7", "wood", 2), ("A8", "clay", 2), ("A9", "reed", 3)])
def test_a_workshop_works_once_in_a_harvest(card: str, good: str, food: int) -> None:
    scene = Scene(options=PLAIN).owns(ANN, card).has(ANN, **{good: 3}, food=4).has(BOB, food=4)
    scene.feeding()
    assert scene.offers() == [(card, 0)]
    scene.offer(ANN, card)
    assert scene.offers() == []
    assert scene.got()[good] == -1
    assert scene.got()["food"] == food - 4


# Food at any time --------------------------------------------------------------------------------


def test_cooking_is_one_answer_with_four_numbers() -> None:
    scene = Scene(options=PLAIN).owns(ANN, "A3").has(ANN, sheep=1, vegetable=2, food=4).has(BOB, food=4)
    scene.feeding().answer(ANN, COOK_SOME.number)
    assert [(one.name, one.min, one.max) for one in scene.decision().quantities] == [  # type: ignore[union-attr]
        ("sheep", 0, 1),
        ("boar", 0, 0),
        ("cattle", 0, 0),
        ("vegetables", 0, 2),
    ]
    scene.answer(ANN, 1, 0, 0, 2)
    assert scene.got() == {"sheep": -1, "vegetable": -2, "food": 2 + 3 + 3 - 4}


def test_vegetables_are_eaten_raw_only_by_seats_that_cannot_cook_them() -> None:
    plain = Scene(options=PLAIN).has(ANN, vegetable=1).has(BOB, food=4).feeding()
    assert list(plain.table.offered[ANN]) == [EAT_VEGETABLE.number]
    cook = Scene(options=PLAIN).owns(ANN, "A1").has(ANN, vegetable=1).has(BOB, food=4).feeding()
    assert list(cook.table.offered[ANN]) == [COOK_SOME.number]


def test_animals_are_no_food_without_a_fireplace() -> None:
    scene = Scene(options=PLAIN).has(ANN, sheep=1, food=4).has(BOB, food=4).feeding()
    assert not scene.table.open


# Room for animals --------------------------------------------------------------------------------


def test_a_farm_without_pastures_keeps_one_pet() -> None:
    scene = Scene(options=PLAIN).heap("R1-SHEEP", sheep=3).use(ANN, "R1-SHEEP")
    assert scene.kind() == "keep-animals"
    assert scene.choices() == [KEEP_HERD.option(1, 0, 0)]
    scene.answer(ANN, KEEP_HERD.option(1, 0, 0))
    assert scene.seat().goods[SHEEP] == 1


def test_animals_without_room_can_be_cooked_first() -> None:
    scene = Scene(options=PLAIN).owns(ANN, "A1").heap("R1-SHEEP", sheep=3).use(ANN, "R1-SHEEP")
    scene.answer(ANN, COOK_SOME.number).answer(ANN, 2, 0, 0, 0)
    assert scene.kind() != "keep-animals"
    assert scene.got() == {"sheep": 1, "food": 4}


def test_the_choice_is_among_the_fullest_herds() -> None:
    scene = Scene(options=PLAIN).pasture(ANN, 4).has(ANN, sheep=2).heap("R3-BOAR", boar=2)
    scene.use(ANN, "R3-BOAR")
    assert sorted(scene.choices()) == sorted([KEEP_HERD.option(2, 1, 0), KEEP_HERD.option(1, 2, 0)])


# Breeding ----------------------------------------------------------------------------------------


def test_two_of_a_kind_have_one_young_and_more_have_no_more() -> None:
    scene = Scene(options=PLAIN).pasture(ANN, 3, 4).pasture(ANN, 8, 9).has(ANN, sheep=2, boar=3).breeding()
    assert scene.got() == {"sheep": 1, "boar": 1}


def test_one_animal_has_no_young() -> None:
    assert Scene(options=PLAIN).pasture(ANN, 3, 4).has(ANN, sheep=1).breeding().got() == {}


def test_a_calf_finds_room_in_a_stable() -> None:
    """Three cattle in the rulebook's picture, whose young one lives in a stable outside of the pastures."""
    scene = Scene(options=PLAIN).pasture(ANN, 4).stables(ANN, 2).has(ANN, cattle=3).breeding()
    assert scene.got() == {"cattle": 1}


def test_young_without_room_run_away() -> None:
    scene = Scene(options=PLAIN).pasture(ANN, 4).has(ANN, sheep=3).breeding()
    assert scene.got() == {}
    assert not scene.table.open


def test_where_one_young_finds_room_its_owner_says_which() -> None:
    scene = Scene(options=PLAIN).pasture(ANN, 4).pasture(ANN, 3).has(ANN, sheep=2, boar=2).breeding()
    assert scene.kind() == "keep-young"
    assert sorted(scene.choices()) == sorted([KEEP_HERD.option(3, 2, 0), KEEP_HERD.option(2, 3, 0)])
    scene.answer(ANN, KEEP_HERD.option(2, 3, 0))
    assert scene.seat().goods[SHEEP : CATTLE + 1] == [2, 3, 0]


def test_nothing_is_cooked_while_animals_breed() -> None:
    scene = Scene(options=PLAIN).owns(ANN, "A1").pasture(ANN, 4).pasture(ANN, 3)
    scene.has(ANN, sheep=2, boar=2, vegetable=1).breeding()
    assert COOK_SOME.number not in scene.table.offered[ANN]
    assert scene.seat().goods[BOAR] == 2
