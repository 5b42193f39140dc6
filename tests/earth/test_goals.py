"""Fauna goals: the moment at which a seat reaches one, and the points of the leaf."""

from collections.abc import Callable
from random import Random

import pytest

from tests.earth.situations import ANN, BOB, CID, NINETEEN, Scene, event, good, of_kind, place, plant
from tilth_rules.earth import Options, Setup
from tilth_rules.earth.area.awards import is_reached
from tilth_rules.earth.codes import (
    CARD,
    COMPOST,
    EVENT_BIT,
    GROW,
    GROWTH_BIT,
    HAND_BIT,
    PLANT,
    SOIL,
    SOIL_BIT,
    SPROUT,
    SPROUT_BIT,
    WATER,
)
from tilth_rules.earth.content.faces import CountPool
from tilth_rules.earth.events.rounds import GoalsReached, LeafPlaced
from tilth_rules.earth.moves import EXCHANGE, TAKING
from tilth_rules.earth.rounds.goals import ClaimGoals, note_goals

GOALS = Scene(2).book.goals


def soil_goal() -> str:
    """Return the id of the goal of twenty soil in the reserve."""
    faces = Scene(2).book.cards.faces
    at = next(
        at
        for at, (goal, _) in GOALS.items()
        if isinstance(goal.measure, CountPool) and goal.measure.of == "soil"
    )
    return f"{faces[at].number}{faces[at].side}"


def test_a_goal_met_in_a_turn_is_claimed_at_its_end_for_the_best_free_space() -> None:
    scene = Scene(2).fauna(soil_goal()).soil(ANN, 19)
    scene.turn(ANN, COMPOST)
    assert GoalsReached(ANN, (0,)) in scene.records[-1].events
    events = scene.done(ANN, BOB)
    assert of_kind(events, LeafPlaced) == [LeafPlaced(ANN, 0, 15)]
    assert scene.state.points[ANN] == 15
    assert scene.seat(ANN).leaves == 1


def test_a_goal_counts_even_if_it_is_no_longer_met_at_the_end_of_the_turn() -> None:
    scene = Scene(2).fauna("358a").field(BOB, "10+1/1 33+3/1 9+3 174+1/2")
    scene.turn(ANN, WATER)
    scene.answer(BOB, good(SPROUT))
    assert GoalsReached(BOB, (0,)) in scene.answer(BOB, place(0, 3)), "four plants are full"
    scene.answer(BOB, place(0, 3))
    scene.answer(BOB, place(0, 3))
    assert scene.seat(BOB).area.growth[place(0, 3)] == 1, "an ability took growth off again"
    scene.done(BOB)
    assert LeafPlaced(BOB, 0, 15) in scene.answer(ANN)


def test_a_card_meets_a_goal_as_soon_as_it_is_planted() -> None:
    scene = Scene(2).fauna("343a").field(ANN, "1 4 7").hand(ANN, 255, 13).soil(ANN, 99)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(13))
    assert GoalsReached(ANN, (0,)) in scene.answer(ANN, place(0, 3)), "four trees"


def planting_for_soil() -> Scene:
    scene = Scene(2).fauna("339a").hand(BOB, 258).soil(BOB, 15)
    scene.turn(ANN, PLANT)
    scene.answer(BOB, plant(258))
    return scene


def drawing_for_a_price() -> Scene:
    scene = Scene(2).fauna("340a").hand(BOB, 259, *NINETEEN[:18]).soil(BOB, 1)
    scene.turn(ANN, PLANT)
    scene.answer(BOB, plant(259))
    assert scene.kind(BOB) == "compost", "two cards were drawn and up to four may be composted"
    return scene


def keeping_one() -> Scene:
    scene = Scene(2).fauna("340a").hand(BOB, *NINETEEN)
    scene.turn(BOB, PLANT)
    scene.answer(BOB)
    scene.answer(BOB, scene.offered(BOB)[0])
    return scene


def drawing_after_planting() -> Scene:
    scene = Scene(2).fauna("340a").hand(BOB, *NINETEEN)
    scene.turn(ANN, PLANT)
    scene.answer(BOB)
    scene.answer(BOB, good(CARD))
    return scene


def reacting() -> Scene:
    scene = Scene(2).fauna("339a").soil(BOB, 18)
    scene.turn(ANN, COMPOST)
    scene.answer(BOB, good(SOIL))
    return scene


def taking_less() -> Scene:
    scene = Scene(2).fauna("339a").soil(BOB, 19)
    scene.turn(ANN, COMPOST)
    scene.answer(BOB, good(SOIL) + TAKING)
    scene.answer(BOB, SOIL)
    return scene


def using_an_ability() -> Scene:
    scene = Scene(2).fauna("339a").soil(BOB, 19).field(BOB, "18")
    scene.turn(ANN, COMPOST)
    scene.answer(BOB)
    scene.answer(BOB, place(0, 0))
    return scene


def playing_an_event() -> Scene:
    scene = Scene(2).fauna("339a").soil(BOB, 19).hand(BOB, 223).board(BOB, "291b")
    scene.turn(ANN, GROW)
    scene.answer(BOB, event(223))
    return scene


def listening_to_an_event() -> Scene:
    scene = Scene(2).fauna("339a").soil(BOB, 19).hand(BOB, 222)
    scene.turn(ANN, GROW)
    scene.answer(BOB, event(222))
    return scene


def exchanging() -> Scene:
    scene = Scene(2).fauna("339a").soil(BOB, 18).field(BOB, "5+3")
    scene.turn(ANN, GROW)
    scene.answer(BOB, EXCHANGE)
    scene.answer(BOB, *[place(0, 0)] * 3)
    return scene


WAYS = (
    planting_for_soil,
    drawing_for_a_price,
    keeping_one,
    drawing_after_planting,
    reacting,
    taking_less,
    using_an_ability,
    playing_an_event,
    listening_to_an_event,
    exchanging,
)


@pytest.mark.parametrize("way", WAYS)
def test_a_met_goal_is_noted_before_anything_else_happens(way: Callable[[], Scene]) -> None:
    assert way().seat(BOB).reached == 1


def test_leaves_of_one_turn_are_placed_in_turn_order_from_the_active_seat() -> None:
    scene = Scene(3).fauna(soil_goal())
    for seat in (ANN, BOB, CID):
        scene.soil(seat, 30)
        scene.seat(seat).reached = 1
    scene.state.active = CID
    assert scene.run(ClaimGoals()) == [
        LeafPlaced(CID, 0, 15),
        LeafPlaced(ANN, 0, 11),
        LeafPlaced(BOB, 0, 8),
    ]
    assert scene.state.claims == (3, 0, 0, 0)


def test_the_five_spaces_are_worth_15_11_8_6_and_5() -> None:
    scene = Scene(5)
    for seat in range(5):
        scene.seat(seat).reached = 1
    assert [event.points for event in scene.run(ClaimGoals())] == [15, 11, 8, 6, 5]  # type: ignore[attr-defined]


def test_beginners_have_ten_points_for_every_goal_in_any_order() -> None:
    scene = Scene(3, Options(setup=Setup.BEGINNER))
    for seat in range(3):
        scene.seat(seat).reached = 0b11
    assert [event.points for event in scene.run(ClaimGoals())] == [10] * 6  # type: ignore[attr-defined]


def test_nobody_has_two_leaves_at_one_card() -> None:
    scene = Scene(2).fauna(soil_goal()).soil(ANN, 19)
    scene.seat(ANN).leaves = 1
    scene.turn(ANN, COMPOST)
    assert scene.seat(ANN).reached == 0


def test_a_leaf_stays_when_the_soil_is_spent() -> None:
    scene = Scene(2).fauna(soil_goal()).soil(ANN, 19)
    scene.turn(ANN, COMPOST)
    scene.done(ANN, BOB)
    scene.soil(ANN, 0)
    assert scene.state.points[ANN] == 15


@pytest.mark.parametrize("number", sorted(GOALS))
def test_a_goal_depends_on_nothing_but_its_measure(number: int) -> None:
    """A goal is checked only when something has changed that it depends on."""
    random = Random(number)
    scene = Scene(2).field(ANN, "13 6 5 10", "1 4 7 8", "12 14 15 16", "17 18 19 20")
    cards = scene.book.cards
    area, places = scene.seat(ANN).area, scene.seat(ANN).places
    goal, depends = GOALS[number]

    def strew(pieces: list[int], limits: bytes) -> None:
        for at in places:
            pieces[at] = random.randint(0, limits[area.spots[at]])

    changes: dict[int, Callable[[], None]] = {
        SPROUT_BIT: lambda: strew(area.sprouts, cards.spaces),
        GROWTH_BIT: lambda: strew(area.growth, cards.limits),
        SOIL_BIT: lambda: setattr(area, "soil", random.randint(0, 40)),
        HAND_BIT: lambda: setattr(area, "hand", [0] * random.randint(0, 20)),
        EVENT_BIT: lambda: setattr(area, "events", random.sample(scene.state.deck, random.randint(0, 9))),
    }
    for _ in range(60):
        for at in places:
            area.spots[at] = random.choice(scene.state.deck)
        for bit, change in changes.items():
            before = is_reached(goal, area, (area,), cards)
            change()
            assert depends & bit or is_reached(goal, area, (area,), cards) == before


def test_a_goal_is_noted_only_when_something_it_depends_on_has_changed() -> None:
    scene = Scene(2).fauna(soil_goal()).soil(ANN, 40)
    scene.run()
    note_goals(scene.table, ANN, SPROUT_BIT)
    assert scene.seat(ANN).reached == 0
    note_goals(scene.table, ANN, SOIL_BIT)
    assert scene.seat(ANN).reached == 1
