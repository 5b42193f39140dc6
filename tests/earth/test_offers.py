"""Offers at any time: events, and soil for sprouts."""

import pytest

from tests.earth.situations import ANN, BOB, CID, Scene, event, face, of_kind, place, plant
from tilth_rules.earth import game
from tilth_rules.earth.codes import BY_EVENT, COMPOST, GROW, PLANT, WATER
from tilth_rules.earth.events.cards import (
    CardsDrawn,
    CompostLookedAt,
    CompostPutBack,
    DeckComposted,
    TakenFromCompost,
)
from tilth_rules.earth.events.field import CardsStayKnown, EventPlayed
from tilth_rules.earth.events.goods import GrowthPlaced, SoilGained, SproutsExchanged, SproutsPaid
from tilth_rules.earth.moves import EXCHANGE, TAKING
from tilth_rules.earth.rounds.turns import PlayRound


def test_an_event_can_be_played_before_the_action_is_chosen() -> None:
    scene = Scene(2).hand(ANN, 223)
    scene.state.first = ANN
    scene.run(PlayRound())
    assert scene.kind(ANN) == "action"
    assert event(223) in scene.offers(ANN)
    assert scene.answer(ANN, event(223)) == [
        EventPlayed(ANN, face(223)),
        SoilGained(ANN, 1, BY_EVENT),
        SoilGained(ANN, 1, BY_EVENT),
    ], "and the island gives one for every event"
    assert scene.kind(ANN) == "action"
    assert scene.seat(ANN).area.events == [face(223)]


def test_an_event_can_be_played_in_anybodys_turn_between_two_abilities() -> None:
    scene = Scene(3).board(BOB, "287b").field(BOB, "33 13").hand(BOB, 224)
    scene.turn(ANN, GROW)
    scene.answer(BOB)
    scene.answer(BOB, place(0, 0))
    scene.answer(BOB, event(224))
    assert scene.kind(BOB) == "growth"
    assert scene.answer(BOB, place(0, 1)) == [GrowthPlaced(BOB, (place(0, 1),))]
    assert scene.kind(BOB) == "activate"
    assert place(0, 1) in scene.offered(BOB)


def test_an_event_whose_price_cannot_be_paid_is_not_offered() -> None:
    scene = Scene(2).hand(BOB, 208, 210)
    scene.turn(ANN, GROW)
    assert scene.offers(BOB) == []
    scene = Scene(2).field(BOB, "4+1").hand(BOB, 208, 210)
    scene.turn(ANN, GROW)
    assert scene.offers(BOB) == [event(208), event(208) + TAKING]
    events = scene.answer(BOB, event(208))
    assert events[1:] == [
        SproutsPaid(BOB, (place(0, 0),)),
        SoilGained(BOB, 3, BY_EVENT),
        SoilGained(BOB, 1, BY_EVENT),
    ]


def test_less_may_be_taken_of_an_event() -> None:
    scene = Scene(2).hand(BOB, 220)
    scene.turn(ANN, WATER)
    scene.answer(BOB, event(220) + TAKING)
    assert scene.kind(BOB) == "amounts"
    assert scene.answer(BOB) == [SoilGained(BOB, 1, BY_EVENT)]


def test_an_event_that_is_taken_back_stays_known() -> None:
    scene = Scene(2).board(BOB, "287b").hand(BOB, 223)
    scene.turn(ANN, WATER)
    played = scene.answer(BOB, event(223))
    assert game.kept_on_undo(scene.state, played) == [CardsStayKnown(BOB, (face(223),))]


def test_an_island_draws_a_card_after_every_event() -> None:
    scene = Scene(2).board(BOB, "291b").hand(BOB, 220)
    scene.turn(ANN, WATER)
    events = scene.answer(BOB, event(220))
    assert [type(one) for one in events] == [EventPlayed, DeckComposted, CardsDrawn]


def test_the_price_and_both_gains_of_an_event_come_before_abilities_that_listen() -> None:
    scene = Scene(2).field(BOB, "89+5/4 13+2/4").hand(BOB, 225)
    scene.turn(ANN, WATER)
    scene.answer(BOB, event(225))
    assert scene.kind(BOB) == "pay-sprouts"
    scene.answer(BOB, *[place(0, 0)] * 5)
    assert scene.kind(BOB) == "pay-growth"
    events = scene.answer(BOB, *[place(0, 1)] * 4)
    assert [type(one).__name__ for one in events] == [
        "GrowthPaid",
        "SoilGained",
        "CardsDrawn",
        "SoilGained",
    ]


@pytest.mark.parametrize("kind", ["place", "keep", "sprouts"])
def test_nothing_is_offered_in_the_midst_of_an_action(kind: str) -> None:
    if kind == "sprouts":
        scene = Scene(2).field(ANN, "89+4").hand(ANN, 223)
        scene.turn(ANN, WATER)
    else:
        scene = Scene(2).field(ANN, "89+4").hand(ANN, 223, 5)
        scene.turn(ANN, PLANT)
        scene.answer(ANN, *((plant(5),) if kind == "place" else ()))
    assert scene.kind(ANN) == kind
    assert scene.offers(ANN) == []


def test_three_sprouts_from_any_plants_become_two_soil_as_often_as_the_seat_likes() -> None:
    scene = Scene(2).field(BOB, "89+5 4+2")
    scene.turn(ANN, COMPOST)
    for soil in (2, 4):
        assert scene.offers(BOB) == [EXCHANGE]
        scene.answer(BOB, EXCHANGE)
        asked = scene.decision(BOB)
        assert (asked.kind, asked.min_picks, asked.max_picks) == ("exchange", 3, 3)
        events = scene.answer(BOB, *scene.offered(BOB)[:1] * 2, place(0, 1) if soil == 2 else place(0, 0))
        assert type(events[0]) is SproutsExchanged
        assert scene.seat(BOB).area.soil == soil
    assert scene.offers(BOB) == [], "one sprout is left"


def test_sprouts_exchanged_pay_for_a_card() -> None:
    scene = Scene(2).field(BOB, "89+3").hand(BOB, 9)
    scene.turn(ANN, PLANT)
    assert scene.offered(BOB) == []
    scene.answer(BOB, EXCHANGE)
    scene.answer(BOB, *[place(0, 0)] * 3)
    assert scene.offered(BOB) == [plant(9)], "the question is asked again"


def test_events_of_several_seats_do_not_wait_for_one_another() -> None:
    scene = Scene(3).hand(BOB, 223).hand(CID, 220)
    scene.turn(ANN, COMPOST)
    scene.answer(CID, event(220))
    scene.answer(BOB, event(223))
    assert scene.seat(BOB).area.soil == 2
    assert len(scene.seat(CID).area.compost) == 2


def test_a_seat_looks_at_three_cards_of_its_compost_keeps_one_and_puts_the_others_back_in_any_order() -> None:
    scene = Scene(2).compost(BOB, 1, 4, 7, 8).hand(BOB, 262)
    scene.turn(ANN, WATER)
    events = scene.answer(BOB, event(262))
    assert events[1] == CompostLookedAt(BOB, 3, (face(4), face(7), face(8)))
    assert scene.records[-1].seen_by(ANN)[1] == CompostLookedAt(BOB, 3, ())
    asked = scene.decision(BOB)
    assert (asked.kind, asked.min_picks, asked.max_picks) == ("keep-compost", 0, 1)
    assert scene.answer(BOB, face(7)) == [TakenFromCompost(BOB, 1, (face(7),))]
    assert scene.decision(BOB).ordered
    events = scene.answer(BOB, face(4), face(8))
    assert events[0] == CompostPutBack(BOB, (face(4), face(8)))
    assert scene.seat(BOB).area.compost == [face(1), face(8), face(4)], "the first one named lies on top"
    assert scene.seat(BOB).area.hand == [face(7)]


def test_with_an_empty_compost_there_is_nothing_to_look_at() -> None:
    scene = Scene(2).hand(BOB, 262)
    scene.turn(ANN, WATER)
    assert of_kind(scene.answer(BOB, event(262)), CompostLookedAt) == []
    assert scene.kind(BOB) == "react"


def test_a_lane_stays_open_until_its_seat_is_done_whatever_it_holds() -> None:
    for hand in ((), (223,)):
        scene = Scene(2).hand(BOB, *hand)
        scene.turn(ANN, WATER)
        scene.answer(BOB)
        assert scene.table.pending_seats == [ANN, BOB]
        assert scene.decision(BOB).options == []


def test_the_text_of_the_exchange_names_what_it_then_does() -> None:
    """A client shows this text: it knows no rate of exchange."""
    scene = Scene(2).field(BOB, "89+4")
    scene.turn(ANN, COMPOST)
    facts = game.offer_facts(scene.state, BOB, EXCHANGE)
    sprouts, soil = facts["sprouts"], facts["soil"]
    assert isinstance(sprouts, int)
    assert isinstance(soil, int)
    scene.answer(BOB, EXCHANGE)
    assert scene.decision(BOB).min_picks == scene.decision(BOB).max_picks == sprouts
    events = scene.answer(BOB, *[place(0, 0)] * scene.decision(BOB).min_picks)
    assert of_kind(events, SproutsExchanged) == [SproutsExchanged(BOB, (place(0, 0),) * sprouts, soil)]
