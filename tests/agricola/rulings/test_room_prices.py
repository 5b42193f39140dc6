"""Rulings of the appendix on prices of rooms: prices of cards, changes to them, and several rooms at once."""

import pytest

from tests.agricola.cards.farms import turn
from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.codes import CLAY_HOUSE, GOOD_NAMES, STONE_HOUSE, WOODEN
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.paying.purchases import ROOM, Purchase, all_prices


def room_prices(house: int, *cards: str) -> list[dict[str, int]]:
    """Return every price of a room that no other one beats, for the owner of these cards."""
    scene = Scene().owns(ANN, *cards).rooms(ANN, 2, house)
    found = [
        {GOOD_NAMES[good]: amount for good, amount in price.goods}
        for price in all_prices(scene.state, ANN, Purchase(ROOM, house=house))
    ]
    return sorted(found, key=str)


@pytest.mark.parametrize(
    ("cards", "house", "price"),
    [
        (("E218", "I243"), CLAY_HOUSE, {"clay": 1, "reed": 2}),
        (("I241", "I243"), CLAY_HOUSE, {"clay": 1, "reed": 2}),
        (("E37", "I243"), CLAY_HOUSE, {"wood": 1, "reed": 1}),
        (("E13", "E157"), WOODEN, {"wood": 2, "reed": 1}),
        (("E218", "E211"), STONE_HOUSE, {"stone": 2, "reed": 2}),
        (("E218", "I91"), STONE_HOUSE, {"stone": 3, "reed": 1}),
    ],
)
def test_a_card_with_a_price_of_its_own_goes_with_those_that_change_prices(
    cards: tuple[str, ...], house: int, price: dict[str, int]
) -> None:
    assert price in room_prices(house, *cards)


def test_e36_a_roof_of_clay_goes_with_every_price_of_a_room() -> None:
    assert {"wood": 2, "clay": 2} in room_prices(WOODEN, "E13", "E36")
    assert {"wood": 3, "clay": 2} in room_prices(WOODEN, "E218", "E36")
    assert {"clay": 3, "wood": 1} in room_prices(CLAY_HOUSE, "E37", "E36")
    assert {"clay": 5} in room_prices(CLAY_HOUSE, "I241", "E36")


def test_k301_a_wood_less_goes_with_the_axe() -> None:
    scene = Scene().owns(ANN, "E13", "K301").has(ANN, wood=1, reed=2).do(ANN, acts.BuildRooms(most=1))
    assert scene.answer(ANN, scene.choices()[0]).got() == {"wood": -1, "reed": -2}


def test_one_card_with_a_price_of_its_own_serves_a_room_and_no_second_one() -> None:
    """The carpenter's three clay and the supports' single reed do not go together."""
    assert room_prices(CLAY_HOUSE, "E218", "E37", "I241") == [
        {"clay": 3, "reed": 2},
        {"wood": 1, "clay": 2, "reed": 1},
    ]


@pytest.mark.parametrize(
    ("card", "goods", "first", "both"),
    [
        ("K294", {"wood": 11, "reed": 2}, {"wood": 5, "reed": 2}, {"wood": -11, "reed": -2}),
        (
            "K272",
            {"clay": 8, "wood": 1, "reed": 4},
            {"clay": 5, "reed": 2},
            {"clay": -8, "wood": -1, "reed": -4},
        ),
    ],
)
def test_one_of_several_rooms_may_be_paid_another_way(
    card: str, goods: dict[str, int], first: dict[str, int], both: dict[str, int]
) -> None:
    house = WOODEN if card == "K294" else CLAY_HOUSE
    scene = Scene().owns(ANN, card).rooms(ANN, 2, house).has(ANN, **goods).do(ANN, acts.BuildRooms())
    scene.answer(ANN, scene.choices()[0]).pays(ANN, False, **first)
    scene.answer(ANN, scene.choices()[0])
    if scene.kind() == "pay":
        scene.answer(ANN, scene.choices()[0])
    assert scene.got() == both


@pytest.mark.parametrize("card", ["E157", "I91"])
def test_each_of_several_rooms_is_a_reed_cheaper(card: str) -> None:
    scene = Scene().owns(ANN, card).has(ANN, wood=10, reed=2).do(ANN, acts.BuildRooms())
    for _ in range(2):
        scene.answer(ANN, scene.choices()[0])
    assert scene.got() == {"wood": -10, "reed": -2}


def test_e191_and_e151_the_free_room_waits_till_it_is_wanted() -> None:
    for card, rooms, house in (("E191", 4, STONE_HOUSE), ("E151", 5, WOODEN)):
        for round_ in (5, 9):
            scene = Scene(round_=round_).owns(ANN, card).rooms(ANN, rooms, house)
            assert (card, 0) in turn(scene).offers()
