"""Occupations of deck I with functions that are about what others do."""

import pytest

from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola.choices import GOOD_AT, YES
from tilth_rules.agricola.content.spaces import INDEX as SPACES
from tilth_rules.agricola.words import REED, STONE, WOOD

# Dealers -----------------------------------------------------------------------------------------


def test_i234_a_wood_may_be_bought_from_whoever_gets_some() -> None:
    scene = Scene().owns(ANN, "I234").has(ANN, food=1).heap("B-WOOD3", wood=3).use(BOB, "B-WOOD3")
    scene.with_card(ANN, "I234")
    assert (scene.got(ANN), scene.got(BOB)) == ({"food": -1, "wood": 1}, {"food": 1, "wood": 2})


def test_i234_wood_from_cards_own_wood_and_wood_without_food_are_not_for_sale() -> None:
    scene = Scene().owns(ANN, "I234").has(ANN, food=1)
    assert scene.play(BOB, "E16").takes(BOB, "wood").kind() == ""
    assert scene.heap("B-WOOD3", wood=3).use(ANN, "B-WOOD3").kind() != "next-card"
    poor = Scene().owns(ANN, "I234").heap("B-WOOD3", wood=3).use(BOB, "B-WOOD3")
    assert poor.kind() != "next-card"


def test_i234_wood_from_the_supply_counts() -> None:
    scene = Scene(5).owns(ANN, "I234").has(ANN, food=1).heap("P5-RSW", reed=1).use(BOB, "P5-RSW")
    assert scene.with_card(ANN, "I234").got(BOB) == {"reed": 1, "stone": 1, "food": 1}
    chosen = Scene(3).owns(ANN, "I234").has(ANN, food=1).use(BOB, "P3-RES1")
    assert chosen.answer(BOB, GOOD_AT + WOOD).kind() == "next-card"


DEALS = [("I251", "reed", "B-REED1"), ("I255", "stone", "R2-STONE")]


def market(card: str, good: str, space: str, food: int = 5) -> Scene:
    return Scene(4, round_=6).owns(ANN, card).has(ANN, food=food).heap(space, **{good: 3})


@pytest.mark.parametrize(("card", "good", "space"), DEALS)
def test_i251_and_i255_the_first_who_takes_some_has_to_sell_one(card: str, good: str, space: str) -> None:
    scene = market(card, good, space).use(BOB, space).answer(ANN, YES)
    assert (scene.got(ANN), scene.got(BOB)) == ({"food": -1, good: 1}, {"food": 2, good: 2})
    assert market(card, good, space).use(BOB, space).answer(ANN).got(BOB) == {good: 3}


@pytest.mark.parametrize(("card", "good", "space"), DEALS)
def test_i251_and_i255_only_once_a_round_whoever_was_first(card: str, good: str, space: str) -> None:
    for first in (ANN, BOB):
        scene = market(card, good, space).use(first, space)
        if first == BOB:
            scene.answer(ANN)
        assert scene.use(CID, "P4-RSF").kind(ANN) != "use-card"
        scene.state.round += 1
        scene.state.visitors[SPACES["P4-RSF"]] = 0
        assert scene.use(CID, "P4-RSF").kind(ANN) == "use-card"


@pytest.mark.parametrize(("card", "good", "space"), DEALS)
def test_i251_and_i255_played_after_somebody_has_taken_some_they_wait(
    card: str, good: str, space: str
) -> None:
    scene = Scene(4, round_=6).has(ANN, food=5).heap(space, **{good: 1}).use(BOB, space)
    assert scene.play(ANN, card).use(CID, "P4-RSF").kind(ANN) != "use-card"


@pytest.mark.parametrize(("card", "good", "space"), DEALS)
def test_i251_and_i255_cannot_buy_without_food(card: str, good: str, space: str) -> None:
    assert market(card, good, space, food=0).use(BOB, space).kind(ANN) != "use-card"


@pytest.mark.parametrize(("card", "good"), [("I251", REED), ("I255", STONE)])
def test_i251_and_i255_goods_of_ones_choice_count_when_they_are_chosen(card: str, good: int) -> None:
    scene = Scene(3).owns(ANN, card).has(ANN, food=1).use(BOB, "P3-RES1")
    assert scene.answer(BOB, GOOD_AT + good).kind(ANN) == "use-card"
