"""Planting: the place, the price, and the cards drawn afterwards."""

import json

import pytest

from tests.earth.situations import ANN, BOB, CID, Scene, face, of_kind, place, plant
from tilth_rules.earth import Options, game
from tilth_rules.earth.area.area import MIDDLE
from tilth_rules.earth.codes import BY_ABILITY, BY_ACTION, COMPOST, GROW, PLANT, WATER
from tilth_rules.earth.events.cards import CardKept, CardsComposted, CardsDrawn, CardsLookedAt
from tilth_rules.earth.events.field import CardPlanted, CardReplaced, CardsStayKnown, PlantingBegan
from tilth_rules.earth.events.goods import GrowthPaid, SoilGained, SproutsPaid
from tilth_rules.earth.moves import CARDS_AT, GROWTH_AT
from tilth_rules.earth.rounds.turns import PlayRound

TREE, BUSH, HERB, MUSHROOM = 13, 6, 5, 10


def test_the_first_card_goes_to_the_middle_of_the_frame_unasked() -> None:
    scene = Scene(2).hand(ANN, TREE).soil(ANN, 4)
    scene.turn(ANN, PLANT)
    events = scene.answer(ANN, plant(TREE))
    assert events[:2] == [
        PlantingBegan(ANN, face(TREE)),
        CardPlanted(ANN, face(TREE), MIDDLE, 4),
    ]
    assert scene.seat(ANN).area.soil == 0


def test_every_other_card_goes_beside_one_by_a_side_or_a_corner() -> None:
    scene = Scene(2).field(ANN, "1").hand(ANN, HERB)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(HERB))
    assert scene.kind(ANN) == "place"
    assert len(scene.offered(ANN)) == 8


def test_a_field_never_grows_wider_or_higher_than_four() -> None:
    scene = Scene(2).field(ANN, "1 4 7 8").hand(ANN, HERB)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(HERB))
    assert scene.offered(ANN) == [place(row, column) for row in (-1, 1) for column in range(4)]


def test_the_active_seat_plants_two_cards_one_after_the_other_and_the_others_one() -> None:
    scene = Scene(2).hand(ANN, HERB, MUSHROOM).hand(BOB, 33)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(HERB))
    assert scene.kind(ANN) == "plant"
    scene.answer(ANN, plant(MUSHROOM))
    scene.answer(ANN, scene.offered(ANN)[0])
    assert scene.kind(ANN) == "keep"
    scene.answer(BOB, plant(33))
    assert scene.kind(BOB) == "draw"


def test_the_active_seat_looks_at_four_cards_keeps_one_and_discards_the_others_unseen() -> None:
    scene = Scene(2).deck(7, 100, 8, 101, 12, 102, 14, 103)
    scene.turn(ANN, PLANT)
    scene.answer(ANN)
    looked = tuple(face(number) for number in (7, 8, 12, 14))
    assert scene.records[-1].events[-1] == CardsLookedAt(ANN, 4, looked), (
        "every second card: Bob has the others"
    )
    assert scene.records[-1].seen_by(BOB)[-1] == CardsLookedAt(ANN, 4, ())
    assert tuple(scene.offered(ANN)) == looked
    scene.answer(ANN, face(8))
    assert scene.records[-1].seen_by(BOB) == [CardKept(ANN, ())]
    assert scene.seat(ANN).area.hand == [face(8)]
    scene.done(ANN, BOB)
    assert scene.state.discards == [face(7), face(12), face(14)]
    assert scene.seat(ANN).area.compost == []


def test_the_others_may_draw_one_card_after_planting_or_without_it_and_plant_no_more() -> None:
    scene = Scene(2).hand(BOB, HERB).deck(7, 100)
    scene.turn(ANN, PLANT)
    scene.answer(BOB)
    assert scene.kind(BOB) == "draw"
    assert of_kind(scene.answer(BOB, *scene.offered(BOB)), CardsDrawn) == [
        CardsDrawn(BOB, 1, (face(100),), BY_ACTION)
    ]
    assert scene.kind(BOB) == "activate"


def test_a_card_that_cannot_be_paid_for_is_not_offered() -> None:
    scene = Scene(2).hand(ANN, TREE, BUSH, HERB).soil(ANN, 3)
    scene.turn(ANN, PLANT)
    assert scene.offered(ANN) == [plant(HERB)]


def test_events_are_not_planted() -> None:
    scene = Scene(2).hand(ANN, 196, 222).soil(ANN, 20)
    scene.turn(ANN, PLANT)
    assert scene.offered(ANN) == []


def test_cuts_of_a_price_add_up_and_it_never_falls_below_nothing() -> None:
    scene = Scene(2).field(ANN, "90 91").hand(ANN, TREE, BUSH, 4, 268).soil(ANN, 2)
    scene.turn(ANN, PLANT)
    assert scene.offered(ANN) == [plant(TREE), plant(BUSH)], "4 - 2; 268 costs 5 - 2, and 4 costs 6 - 2"
    scene.answer(ANN, plant(BUSH))
    paid = scene.answer(ANN, scene.offered(ANN)[0])
    assert of_kind(paid, CardPlanted)[0].soil == 2  # type: ignore[attr-defined]

    cheap = Scene(2).board(ANN, island="286a").field(ANN, "91").hand(ANN, 33)
    cheap.turn(ANN, PLANT)
    cheap.answer(ANN, plant(33))
    paid = cheap.answer(ANN, cheap.offered(ANN)[0])
    assert of_kind(paid, CardPlanted)[0].soil == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(("terrain", "forbidden"), [(178, COMPOST), (179, GROW), (180, WATER)])
def test_terrain_can_forbid_an_action_to_its_owner_when_active(terrain: int, forbidden: int) -> None:
    scene = Scene(2).field(ANN, str(terrain)).field(BOB, "1")
    scene.turn(ANN, PLANT)
    scene.answer(ANN)
    scene.answer(ANN, scene.offered(ANN)[0])
    scene.done(ANN, BOB)
    assert forbidden in scene.offered(BOB)
    forbidding = Scene(2).field(ANN, str(terrain))
    forbidding.run(PlayRound())
    assert forbidden not in forbidding.offered(ANN)


# Other goods than soil ----------------------------------------------------------------------------


def test_a_price_may_be_paid_with_sprouts() -> None:
    scene = Scene(2).field(ANN, "1+2 9+1").hand(ANN, 192).soil(ANN, 1)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(192))
    scene.answer(ANN, place(1, 1))
    asked = scene.decision(ANN)
    assert (asked.kind, asked.min_picks, asked.max_picks) == ("price", 2, 3)
    events = scene.answer(ANN, place(0, 0), place(0, 1))
    assert events[0] == SproutsPaid(ANN, (place(0, 0), place(0, 1)))
    assert of_kind(events, CardPlanted) == [CardPlanted(ANN, face(192), place(1, 1), 1)]


def test_a_price_may_be_paid_with_growth() -> None:
    scene = Scene(2).field(ANN, "1/1").hand(ANN, 194)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(194))
    scene.answer(ANN, place(1, 1))
    events = scene.answer(ANN, GROWTH_AT + place(0, 0))
    assert events[0] == GrowthPaid(ANN, (place(0, 0),))


def test_a_price_may_be_paid_with_cards_that_are_composted_and_not_with_the_card_itself() -> None:
    scene = Scene(2).hand(ANN, 190, 1, 4).soil(ANN, 0)
    scene.turn(ANN, PLANT)
    assert scene.offered(ANN) == [], "it costs three, and there are but two other cards"
    scene = Scene(2).hand(ANN, 190, 1, 4, 7)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(190))
    events = scene.answer(ANN, *(CARDS_AT + face(number) for number in (7, 1, 4)))
    assert events[0] == CardsComposted(ANN, 3, (face(7), face(1), face(4)))
    assert scene.seat(ANN).area.compost == [face(7), face(1), face(4)]
    assert scene.records[-1].seen_by(BOB)[0] == CardsComposted(ANN, 3, ())


# Replacing -----------------------------------------------------------------------------------------


def test_some_terrain_can_be_replaced_for_nothing_and_two_cards_are_drawn() -> None:
    scene = Scene(2).field(ANN, "230").hand(ANN, BUSH).deck(7, 100, 8, 101)
    scene.turn(ANN, PLANT)
    assert scene.offered(ANN) == [plant(BUSH)], "it costs four, but has a red ability"
    events = scene.answer(ANN, plant(BUSH))
    assert of_kind(events, CardReplaced) == [CardReplaced(ANN, face(BUSH), place(0, 0), face(230))]
    assert of_kind(events, CardsDrawn) == [CardsDrawn(ANN, 2, (face(7), face(8)), BY_ABILITY)]
    mine = scene.seat(ANN)
    assert mine.area.compost == [face(230)]
    assert mine.standing == [mine.area.island], "its permission is gone with it"
    assert mine.plantings == 1, "that was one planting"


def test_a_full_field_can_still_replace() -> None:
    row = "13 6 5 10"
    rows = [row, "1 4 7 8", "12 14 15 16", "17 18 19 230"]
    scene = Scene(2).field(ANN, *rows).hand(ANN, 75, 33).soil(ANN, 20)
    scene.turn(ANN, PLANT)
    assert scene.offered(ANN) == [plant(75)]
    scene.answer(ANN, plant(75))
    assert scene.seat(ANN).area.spots[place(3, 3)] == face(75)


def test_a_card_that_replaces_another_one_asks_for_no_price_even_if_other_goods_could_pay_it() -> None:
    red = {"colours": ["red"], "when": "activate", "gain": [["soil", 1]]}
    with_cards = {"colours": ["black"], "when": "always", "op": {"op": "pay_with", "what": "compost hand"}}
    values = json.dumps({"earth-190": {"abilities": [red, with_cards]}})
    scene = Scene(2, Options(values=values)).field(ANN, "230").hand(ANN, 190, 1)
    scene.turn(ANN, PLANT)
    assert CardReplaced(ANN, face(190), place(0, 0), face(230)) in scene.answer(ANN, plant(190))


def test_a_card_that_fits_may_go_to_a_free_place_or_onto_the_terrain() -> None:
    scene = Scene(2).field(ANN, "230").hand(ANN, BUSH).soil(ANN, 4)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(BUSH))
    assert place(0, 0) in scene.offered(ANN)
    assert len(scene.offered(ANN)) == 9


# Black abilities -----------------------------------------------------------------------------------


def test_a_black_ability_happens_as_soon_as_the_card_is_planted() -> None:
    scene = Scene(2).hand(ANN, 258).soil(ANN, 99)
    scene.turn(ANN, PLANT)
    events = scene.answer(ANN, plant(258))
    assert of_kind(events, SoilGained) == [SoilGained(ANN, 6, BY_ABILITY)]


def test_thirteen_sprouts_are_placed_in_one_answer() -> None:
    scene = Scene(2).field(ANN, "4 5", "13").hand(ANN, 255).soil(ANN, 99)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(255))
    scene.answer(ANN, place(1, 1))
    asked = scene.decision(ANN)
    assert (asked.kind, asked.min_picks, asked.max_picks) == ("sprouts", 0, 10), (
        "as many as there is room for"
    )
    assert list(asked.max_each) == [2, 6, 2]


def test_a_planted_card_gives_its_gains_in_the_printed_order() -> None:
    scene = Scene(2).hand(ANN, 259).soil(ANN, 1).deck(7, 100, 8, 101)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(259))
    assert scene.kind(ANN) == "compost"
    assert scene.offered(ANN) == [face(7), face(8)], "two are drawn, and then up to four composted"


def test_a_card_planted_in_this_turn_can_be_activated() -> None:
    scene = Scene(2).hand(ANN, 2).soil(ANN, 4)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(2))
    scene.answer(ANN)
    scene.answer(ANN, scene.offered(ANN)[0])
    assert MIDDLE in scene.offered(ANN)


def test_a_card_that_was_shown_and_taken_back_stays_known() -> None:
    scene = Scene(3).field(ANN, "1").hand(ANN, HERB)
    scene.turn(CID, PLANT)
    shown = scene.answer(ANN, plant(HERB))
    remembered = game.kept_on_undo(scene.state, shown)
    assert remembered == [CardsStayKnown(ANN, (face(HERB),))]
    scene.state.known[face(HERB)] = 0
    remembered[0].apply(scene.state)
    assert all(scene.state.known[face(HERB)] >> seat & 1 for seat in (ANN, BOB, CID))
