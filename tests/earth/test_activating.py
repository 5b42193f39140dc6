"""Activating: the order, prices in full, gains in part, and the places of pieces."""

import pytest

from tests.earth.situations import ANN, BOB, Scene, face, of_kind, place, plant, reacting
from tilth_rules.earth.codes import BY_ABILITY, CARD, CLIMATE, COMPOST, GROW, ISLAND, PLANT, WATER
from tilth_rules.earth.events.cards import CardsComposted, CardsDrawn, CompostDiscarded
from tilth_rules.earth.events.goods import (
    AbilityUsed,
    GrowthPaid,
    GrowthPlaced,
    SoilGained,
    SoilPaid,
    SproutsPaid,
)
from tilth_rules.earth.moves import TAKING

LESS = TAKING


# The order -----------------------------------------------------------------------------------------


def test_cards_are_activated_row_by_row_from_the_left_and_each_once() -> None:
    scene = reacting("33 33", "13 33")
    assert scene.in_full(BOB) == [place(0, 0), place(0, 1), place(1, 0), place(1, 1)]
    scene.answer(BOB, place(0, 1))
    assert scene.in_full(BOB) == [place(1, 0), place(1, 1)], "the first one has been passed over"
    scene.answer(BOB, place(1, 1))
    assert scene.in_full(BOB) == []
    assert scene.kind(BOB) == "activate", "the seat itself says that it is done"
    scene.answer(BOB)
    assert BOB not in scene.table.open


def test_only_the_colour_of_the_action_is_activated_and_all_colours_count_as_multicoloured() -> None:
    for action, wanted in ((GROW, [1, 3]), (WATER, [0, 3]), (COMPOST, [2, 3])):
        scene = Scene(2).field(BOB, "5 33 6 243").soil(BOB, 1)
        scene.turn(ANN, action)
        scene.answer(BOB)
        assert scene.in_full(BOB) == [place(0, column) for column in wanted], action


def test_green_abilities_are_not_multicoloured() -> None:
    scene = Scene(2).field(BOB, "2 243").soil(BOB, 1)
    scene.turn(ANN, PLANT)
    scene.answer(BOB)
    scene.answer(BOB)
    assert scene.in_full(BOB) == [place(0, 0)]


def test_island_and_climate_come_before_the_field_or_after_it() -> None:
    def fresh() -> Scene:
        scene = Scene(2).board(ANN, "286b", "303a").field(ANN, "33 13")
        scene.turn(ANN, GROW)
        scene.answer(ANN)
        return scene

    scene = fresh()
    assert scene.in_full(ANN) == [place(0, 0), place(0, 1), ISLAND, CLIMATE]
    scene.answer(ANN, ISLAND)
    scene.answer(ANN)
    assert scene.in_full(ANN) == [place(0, 0), place(0, 1), CLIMATE]
    scene.answer(ANN, CLIMATE)
    scene.answer(ANN, place(0, 0))
    assert scene.in_full(ANN) == [place(0, 1)], "both came first"

    scene = fresh()
    scene.answer(ANN, place(0, 0))
    assert scene.in_full(ANN) == [place(0, 1), ISLAND, CLIMATE]
    scene.answer(ANN, ISLAND)
    scene.answer(ANN)
    assert scene.in_full(ANN) == [CLIMATE], "both come last"
    scene.answer(ANN, CLIMATE)
    assert scene.in_full(ANN) == []


def test_the_island_comes_before_the_climate_and_neither_in_the_midst_of_the_field() -> None:
    scene = Scene(2).board(ANN, "286b", "303a").field(ANN, "33 13")
    scene.turn(ANN, GROW)
    scene.answer(ANN)
    scene.answer(ANN, CLIMATE)
    assert scene.in_full(ANN) == [place(0, 0), place(0, 1)]
    scene.answer(ANN, place(0, 0))
    assert scene.in_full(ANN) == [place(0, 1)]


@pytest.mark.parametrize(("seat", "allowed"), [(ANN, [ISLAND]), (BOB, [])])
def test_some_abilities_work_only_in_ones_own_turn(seat: int, allowed: list[int]) -> None:
    scene = Scene(2).board(seat, "290b")
    scene.turn(ANN, WATER)
    if seat == BOB:
        scene.answer(BOB)
    assert scene.in_full(seat) == allowed


# Prices and gains ----------------------------------------------------------------------------------


def test_a_price_is_paid_in_full_or_the_ability_is_not_offered() -> None:
    poor = reacting("10")
    assert poor.in_full(BOB) == []
    scene = Scene(2).field(BOB, "10").compost(BOB, 7, 8)
    scene.turn(ANN, GROW)
    scene.answer(BOB)
    assert scene.answer(BOB, place(0, 0)) == [
        AbilityUsed(BOB, place(0, 0), face(10)),
        CompostDiscarded(BOB, 1),
        SoilGained(BOB, 3, BY_ABILITY),
    ]
    assert scene.seat(BOB).area.compost == [face(7)]
    assert scene.seat(BOB).heap == [face(8)]


def test_the_gain_of_one_ability_can_pay_for_the_next() -> None:
    scene = reacting("33 243")
    assert scene.in_full(BOB) == [place(0, 0)]
    scene.answer(BOB, place(0, 0))
    assert scene.in_full(BOB) == [place(0, 1)]


def test_prices_of_two_parts_are_paid_in_their_order() -> None:
    scene = Scene(2).field(BOB, "252+1/1").hand(BOB, 7)
    scene.turn(ANN, GROW)
    scene.answer(BOB)
    events = scene.answer(BOB, place(0, 0))
    assert events[1:] == [SproutsPaid(BOB, (place(0, 0),)), GrowthPaid(BOB, (place(0, 0),))]
    assert scene.kind(BOB) == "compost"
    events = scene.answer(BOB, face(7))
    assert events == [CardsComposted(BOB, 1, (face(7),)), SoilGained(BOB, 2, BY_ABILITY)]


@pytest.mark.parametrize("short", ["252+1", "252/1"])
def test_with_one_part_of_a_price_only_an_ability_is_not_offered(short: str) -> None:
    assert reacting(short).in_full(BOB) == []
    assert reacting("252+1/1").in_full(BOB) == [place(0, 0)]


def test_pieces_are_paid_from_any_plants_and_unasked_if_there_are_no_others() -> None:
    scene = Scene(2).field(BOB, "174+2 1+1")
    scene.turn(ANN, GROW)
    scene.answer(BOB)
    scene.answer(BOB, place(0, 0))
    assert scene.decision(BOB).kind == "pay-sprouts"
    assert list(scene.decision(BOB).max_each) == [2, 1]
    assert scene.answer(BOB, place(0, 1)) == [
        SproutsPaid(BOB, (place(0, 1),)),
        SoilGained(BOB, 2, BY_ABILITY),
    ]


def test_cards_that_are_a_price_are_chosen_in_secret() -> None:
    scene = Scene(2).board(BOB, climate="301a").hand(BOB, 7, 8, 12).field(BOB, "1")
    scene.turn(ANN, GROW)
    scene.answer(BOB)
    scene.answer(BOB, CLIMATE)
    asked = scene.decision(BOB)
    assert (asked.kind, asked.min_picks, asked.max_picks, asked.ordered) == ("pay-cards", 2, 2, True)
    scene.answer(BOB, face(12), face(7))
    assert scene.records[-1].seen_by(ANN)[0] == CardsComposted(BOB, 2, ())
    assert scene.seat(BOB).area.compost == [face(12), face(7)], "the last one on top"


def test_a_seat_may_take_less_than_an_ability_gives() -> None:
    scene = reacting("13")
    assert scene.offered(BOB) == [place(0, 0), place(0, 0) + LESS]
    scene.answer(BOB, place(0, 0) + LESS)
    asked = scene.decision(BOB)
    assert (asked.kind, list(asked.options), list(asked.max_each)) == ("amounts", [CARD], [2])
    assert [type(event) for event in scene.answer(BOB, CARD)] == [CardsDrawn]
    assert len(scene.seat(BOB).area.hand) == 1


def test_pieces_without_room_are_lost_without_a_question() -> None:
    scene = Scene(2).field(BOB, "5+6")
    scene.turn(ANN, WATER)
    scene.answer(BOB)
    assert scene.answer(BOB, place(0, 0)) == [AbilityUsed(BOB, place(0, 0), face(5))]


def test_with_no_card_in_the_hand_nobody_is_asked_what_to_compost() -> None:
    scene = reacting("6", action=COMPOST)
    scene.answer(BOB, place(0, 0))
    assert scene.kind(BOB) == "activate"
    assert scene.seat(BOB).area.soil == 2


def test_soil_that_is_paid_goes_back() -> None:
    scene = Scene(2).field(ANN, "150").soil(ANN, 0)
    scene.turn(ANN, WATER)
    scene.answer(ANN)
    events = scene.answer(ANN, place(0, 0))
    assert events[1] == SoilPaid(ANN, 2)


# The places of pieces ------------------------------------------------------------------------------


def test_each_such_card_of_the_row_gets_one_piece_with_the_abilitys_own_among_them() -> None:
    scene = reacting("152 6 1 33", "6 6 6 6")
    scene.answer(BOB, place(0, 0))
    asked = scene.decision(BOB)
    assert (asked.kind, list(asked.options), list(asked.max_each), asked.max_picks) == (
        "growth",
        [place(0, 0), place(0, 1), place(0, 3)],
        [1, 1, 1],
        3,
    )


def test_each_such_card_of_the_column_gets_one_piece() -> None:
    scene = reacting("6 83 83", "6 174 5", action=WATER)
    scene.answer(BOB, place(0, 1))
    assert list(scene.decision(BOB).options) == [place(0, 1), place(1, 1)]


def test_pieces_spread_freely_over_the_eight_cards_around_but_not_on_itself() -> None:
    scene = reacting("1 2 4", "9 268 7", "- - 13 13")
    scene.answer(BOB, place(1, 1))
    asked = scene.decision(BOB)
    assert list(asked.options) == [place(0, 0), place(0, 2), place(1, 2), place(2, 2)]
    assert (asked.min_picks, asked.max_picks, list(asked.max_each)) == (0, 3, [3, 3, 3, 3])
    assert scene.answer(BOB, place(0, 0), place(0, 0), place(2, 2)) == [
        GrowthPlaced(BOB, (place(0, 0), place(0, 0), place(2, 2)))
    ]


def test_growth_stops_at_a_cards_limit_and_sprouts_at_its_spaces() -> None:
    scene = Scene(2).field(ANN, "1+3/2 9 4")
    scene.turn(ANN, WATER)
    asked = scene.decision(ANN)
    assert list(asked.max_each) == [1, 3, 2]
    assert (asked.min_picks, asked.max_picks) == (0, 6)
    scene.answer(ANN, *[place(0, 1)] * 3)
    assert scene.seat(ANN).area.soil == 2, "water first, then the soil"
    scene = Scene(2).field(ANN, "1+3/2 9 4")
    scene.turn(ANN, GROW)
    assert list(scene.decision(ANN).options) == [place(0, 0), place(0, 2)], "nothing grows on card 9"


# Conditions of the turn -----------------------------------------------------------------------------


def test_some_islands_give_something_for_each_such_card_planted_in_this_turn_active_or_not() -> None:
    for seat, seats in ((ANN, 2), (BOB, 2)):
        scene = Scene(seats).board(seat, "293a").hand(seat, 90, 91, 5)
        scene.turn(ANN, PLANT)
        for number in (90, 91) if seat == ANN else (90,):
            scene.answer(seat, plant(number))
            if scene.kind(seat) == "place":
                scene.answer(seat, scene.offered(seat)[0])
        if seat == ANN:
            scene.answer(seat, scene.offered(seat)[0])
        else:
            scene.answer(seat)
        events = scene.answer(seat, ISLAND)
        assert of_kind(events, SoilGained) == [SoilGained(seat, 4 if seat == ANN else 2, BY_ABILITY)]


def test_an_island_that_gives_for_planted_cards_is_not_offered_without_one() -> None:
    scene = Scene(2).board(ANN, "293a")
    scene.turn(ANN, PLANT)
    scene.answer(ANN)
    scene.answer(ANN, scene.offered(ANN)[0])
    assert scene.in_full(ANN) == []
