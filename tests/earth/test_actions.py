"""The gains of the actions, for the active seat and for the others."""

from tests.earth.situations import ANN, BOB, Scene, face, good, place
from tilth_rules.earth.codes import (
    BY_ACTION,
    CARD,
    COMPOST,
    DECK_COMPOST,
    GROW,
    GROWTH,
    LESS,
    SOIL,
    SPROUT,
    WATER,
)
from tilth_rules.earth.events.cards import DeckComposted
from tilth_rules.earth.events.goods import SoilGained, SproutsPlaced
from tilth_rules.earth.moves import TAKING


def test_composting_gives_five_soil_and_two_cards_from_the_deck_that_nobody_sees() -> None:
    scene = Scene(2).deck(7, 100, 8, 101)
    scene.turn(ANN, COMPOST)
    events = scene.records[-1].events
    assert SoilGained(ANN, 5, BY_ACTION) in events
    assert DeckComposted(ANN, 2, (face(7), face(8))) in events
    for viewer in (ANN, BOB):
        assert DeckComposted(ANN, 2, ()) in scene.records[-1].seen_by(viewer)
    assert scene.offered(BOB) == [
        good(SOIL),
        good(SOIL) + TAKING,
        good(DECK_COMPOST),
        good(DECK_COMPOST) + TAKING,
    ]
    assert DeckComposted(BOB, 2, (face(100), face(101))) in scene.answer(BOB, good(DECK_COMPOST))


def test_a_seat_may_take_less_than_an_action_gives() -> None:
    scene = Scene(2)
    scene.turn(ANN, COMPOST, taking=LESS)
    asked = scene.decision(ANN)
    assert (asked.kind, list(asked.options), list(asked.max_each)) == (
        "amounts",
        [SOIL, DECK_COMPOST],
        [5, 2],
    )
    scene.answer(ANN, SOIL, SOIL, DECK_COMPOST)
    assert scene.seat(ANN).area.soil == 2
    assert len(scene.seat(ANN).area.compost) == 1
    scene.answer(BOB, good(SOIL) + TAKING)
    scene.answer(BOB, SOIL)
    assert scene.seat(BOB).area.soil == 1


def test_watering_gives_six_sprouts_and_two_soil_or_to_the_others_two_of_either() -> None:
    scene = Scene(2).field(ANN, "4").field(BOB, "5")
    scene.turn(ANN, WATER)
    scene.answer(ANN, place(0, 0), place(0, 0))
    assert (scene.seat(ANN).sprouts, scene.seat(ANN).area.soil) == (2, 2)
    assert good(SPROUT) in scene.offered(BOB)
    scene.answer(BOB, good(SPROUT))
    assert scene.answer(BOB, place(0, 0), place(0, 0)) == [SproutsPlaced(BOB, (place(0, 0), place(0, 0)))]


def test_growing_gives_four_cards_and_two_growth_or_to_the_others_two_of_either() -> None:
    scene = Scene(2).field(ANN, "5").field(BOB, "5")
    scene.turn(ANN, GROW)
    assert len(scene.seat(ANN).area.hand) == 4
    assert scene.decision(ANN).max_picks == 1, "there is room for one"
    scene.answer(BOB, good(GROWTH))
    assert scene.kind(BOB) == "growth"
    scene = Scene(2)
    scene.turn(ANN, GROW)
    scene.answer(BOB, good(CARD))
    assert len(scene.seat(BOB).area.hand) == 2
