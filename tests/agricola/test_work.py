"""Placing people, and the acts of spaces, in the full game and on the other sides of the family game."""

import pytest

from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola import Options
from tilth_rules.agricola.cards.moments import ENTER, PEOPLE, TOLL, USED
from tilth_rules.agricola.cards.registry import ANSWERS, LISTENERS
from tilth_rules.agricola.codes import (
    AT_HOME,
    CATTLE,
    CLAY,
    GUEST,
    REED,
    STONE,
    WOOD,
)
from tilth_rules.agricola.codes import FAMILY as MEMBER
from tilth_rules.agricola.content.cards import MAJORS
from tilth_rules.agricola.content.spaces import INDEX, SPACES
from tilth_rules.agricola.events.rounds import StartingPlayerChanged
from tilth_rules.agricola.moves.numbers import (
    BUILD_ROOM,
    GIVE_UP_CARD,
    PART_GROW,
    PART_ROOMS,
    PART_TAKE,
    PLAY_CARD,
    TAKE_GOOD,
    USE_SPACE,
    part_option,
)
from tilth_rules.agricola.rounds.work import PlacePerson

PLAIN = Options(family=True)


def open_to(scene: Scene, seat: int = ANN) -> set[str]:
    """Return the spaces that the seat may choose."""
    scene.run(PlacePerson(seat))
    return {SPACES[USE_SPACE.part(option)].id for option in scene.choices(seat)}


# Goods -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "heap", "got"),
    [
        ("B-WOOD3", {"wood": 6}, {"wood": 6}),
        ("B-CLAY1", {"clay": 2}, {"clay": 2}),
        ("B-REED1", {"reed": 1}, {"reed": 1}),
        ("B-FISH", {"food": 4}, {"food": 4}),
        ("B-GRAIN", {}, {"grain": 1}),
        ("R3-VEG", {}, {"vegetable": 1}),
        ("R2-STONE", {"stone": 3}, {"stone": 3}),
        ("P4-RSF", {}, {"reed": 1, "stone": 1, "food": 1}),
        ("P5-RSW", {"reed": 2}, {"reed": 2, "stone": 1, "wood": 1}),
        ("F-START", {"food": 3}, {"food": 3}),
    ],
)
def test_a_person_brings_home(space: str, heap: dict[str, int], got: dict[str, int]) -> None:
    seats = {"P4": 4, "P5": 5}.get(space[:2], 2)
    scene = Scene(seats, PLAIN).heap(space, **heap).use(ANN, space)
    assert scene.got() == got
    assert scene.lies(space) == {}


def test_the_seat_that_takes_the_storehouse_is_the_starting_player_too() -> None:
    scene = Scene(options=PLAIN).heap("F-START", food=2).use(BOB, "F-START")
    assert StartingPlayerChanged(BOB) in scene.events
    assert scene.state.first == BOB


def test_a_day_labourer_of_the_family_game_gets_a_food_and_a_building_resource() -> None:
    scene = Scene(options=PLAIN).use(ANN, "F-DAY")
    assert scene.choices() == [TAKE_GOOD.option(good) for good in (WOOD, CLAY, REED, STONE)]
    assert scene.answer(ANN, TAKE_GOOD.option(REED)).got() == {"food": 1, "reed": 1}


def test_two_resources_of_choice_are_different_ones() -> None:
    scene = Scene(3, PLAIN).use(ANN, "F3-RES2")
    decision = scene.decision()
    assert (decision.min_picks, decision.max_picks, decision.max_each) == (2, 2, ())  # type: ignore[union-attr]
    assert scene.answer(ANN, TAKE_GOOD.option(WOOD), TAKE_GOOD.option(STONE)).got() == {"wood": 1, "stone": 1}


def test_the_animal_market_gives_one_of_three() -> None:
    scene = Scene(5, PLAIN).has(ANN, food=1).use(ANN, "P5-ANIMAL")
    assert len(scene.choices()) == 3
    assert scene.takes(ANN, "cattle").got() == {"cattle": 1, "food": -1}
    poor = Scene(5, PLAIN).use(ANN, "P5-ANIMAL")
    assert poor.takes(ANN, "sheep").got() == {"sheep": 1, "food": 1}


def test_a_cattle_that_cannot_be_paid_for_is_not_offered() -> None:
    assert part_option(CATTLE, 1) not in Scene(5, PLAIN).use(ANN, "P5-ANIMAL").choices()


# A person must use its space -------------------------------------------------------------------------


def test_a_space_where_nothing_can_be_done_is_closed() -> None:
    scene = Scene(options=PLAIN)
    for space in ("R1-SOW", "R1-FENCES", "R1-IMPR", "R1-SHEEP", "R2-RENO", "R2-GROWTH", "R5-GROWTH"):
        scene.opened(space)
    assert open_to(scene) == {"B-GRAIN", "B-PLOUGH", "F-DAY", "F-START", "R5-GROWTH"}


def test_a_space_opens_as_soon_as_there_is_something_to_do() -> None:
    scene = Scene(options=PLAIN).has(ANN, wood=4, grain=1, clay=2, reed=1).fields(ANN, "")
    for space in ("R1-SOW", "R1-FENCES", "R1-IMPR", "R1-SHEEP", "R2-RENO", "R2-GROWTH"):
        scene.opened(space)
    scene.heap("R1-SHEEP", sheep=1)
    found = {"R1-SOW", "R1-FENCES", "R1-IMPR", "R1-SHEEP", "R2-RENO"}
    assert open_to(scene) >= found | {"B-BUILD", "F-STABLEBAKE"}
    assert "R2-GROWTH" not in open_to(scene.rooms(ANN, 2))
    assert "R2-GROWTH" in open_to(scene.rooms(ANN, 3))


def test_a_space_is_for_one_person() -> None:
    scene = Scene(options=PLAIN).heap("B-FISH", food=1)
    scene.use(BOB, "B-GRAIN")
    assert "B-GRAIN" not in open_to(scene)


def test_in_a_choice_of_one_thing_only_that_is_asked() -> None:
    scene = Scene(5, PLAIN).heap("P5-ROOMTRAVEL", food=2).use(ANN, "P5-ROOMTRAVEL")
    assert scene.got() == {"food": 2}


def test_a_seat_that_builds_a_room_leaves_the_food_lying() -> None:
    scene = Scene(5, PLAIN).has(ANN, wood=10, reed=4).heap("P5-ROOMTRAVEL", food=2)
    scene.use(ANN, "P5-ROOMTRAVEL")
    assert set(scene.choices()) == {part_option(PART_ROOMS), part_option(PART_TAKE)}
    scene.answer(ANN, part_option(PART_ROOMS)).answer(ANN, BUILD_ROOM.option(0))
    assert scene.lies("P5-ROOMTRAVEL") == {"food": 2}
    assert scene.seat().goods[WOOD] == 5


def test_the_family_grows_on_the_market_from_round_five_on() -> None:
    early = Scene(5, PLAIN, round_=4).rooms(ANN, 3).use(ANN, "F5-RES2GROW")
    assert early.kind() == "goods"
    late = Scene(5, PLAIN, round_=5).rooms(ANN, 3).use(ANN, "F5-RES2GROW")
    assert part_option(PART_GROW) in late.choices()


# Major improvements ------------------------------------------------------------------------------


def test_a_hearth_is_paid_with_clay_or_by_giving_up_a_fireplace() -> None:
    scene = Scene(options=PLAIN).owns(ANN, "A1").has(ANN, clay=4).use(ANN, "R1-IMPR").plays(ANN, "A3")
    assert scene.kind() == "pay"
    scene.answer(ANN, GIVE_UP_CARD.option(0))
    assert scene.got() == {}
    assert scene.seat().cards == [2]
    scene.state.visitors = [0] * len(SPACES)
    assert PLAY_CARD.first in scene.has(BOB, clay=2).use(BOB, "R1-IMPR").choices(BOB)


def test_without_clay_the_fireplace_is_given_up_unasked() -> None:
    scene = Scene(options=PLAIN).owns(ANN, "A2").use(ANN, "R1-IMPR").plays(ANN, "A4")
    assert scene.seat().cards == [3]


def test_an_oven_bakes_at_once_if_its_owner_likes() -> None:
    scene = Scene(options=PLAIN).has(ANN, clay=3, stone=1, grain=2).use(ANN, "R1-IMPR").plays(ANN, "A5")
    assert scene.kind() == "next-card"
    scene.with_card(ANN, "A5")
    assert scene.answer(ANN, 1).got() == {"clay": -3, "stone": -1, "grain": -1, "food": 5}


def test_the_well_lays_food_on_five_rounds_and_on_no_more_than_there_are() -> None:
    scene = Scene(options=PLAIN, round_=3).has(ANN, wood=1, stone=3).use(ANN, "R1-IMPR").plays(ANN, "A10")
    assert scene.laid() == [(round_, "food", 1) for round_ in range(4, 9)]
    late = Scene(options=PLAIN, round_=12).has(ANN, wood=1, stone=3).use(ANN, "R1-IMPR").plays(ANN, "A10")
    assert late.laid() == [(13, "food", 1), (14, "food", 1)]


def test_no_seat_builds_an_improvement_that_another_has() -> None:
    scene = Scene(options=PLAIN).owns(BOB, "A1").has(ANN, clay=3).use(ANN, "R1-IMPR")
    assert scene.choices() == [PLAY_CARD.option(1)]


# Family ------------------------------------------------------------------------------------------


def test_a_child_comes_where_there_is_a_room_for_it_and_does_not_work_yet() -> None:
    scene = Scene(options=PLAIN, round_=6).rooms(ANN, 3).use(ANN, "R2-GROWTH")
    mine = scene.seat()
    assert mine.kinds == [MEMBER] * 3
    assert mine.places[2] == INDEX["R2-GROWTH"]
    assert mine.born[2] == 6


def test_a_child_without_a_room_takes_the_next_room_that_is_built() -> None:
    scene = Scene(options=PLAIN, round_=12).use(ANN, "R5-GROWTH")
    assert scene.seat().kinds == [MEMBER] * 3
    scene.opened("R2-GROWTH")
    assert "R2-GROWTH" not in open_to(scene.rooms(ANN, 3))
    assert "R2-GROWTH" in open_to(scene.rooms(ANN, 4))


def test_a_family_has_five_members_at_most() -> None:
    scene = Scene(options=PLAIN, round_=12).rooms(ANN, 6)
    mine = scene.seat()
    mine.places, mine.born, mine.kinds = [AT_HOME] * 5, [0] * 5, [MEMBER] * 5
    scene.opened("R5-GROWTH")
    assert "R5-GROWTH" not in open_to(scene)


def test_a_guest_works_though_a_newborn_is_at_home() -> None:
    scene = Scene(options=PLAIN, round_=6)
    mine = scene.seat()
    mine.places = [INDEX["B-FISH"], INDEX["B-WOOD3"], AT_HOME, AT_HOME]
    mine.born, mine.kinds = [0, 0, 6, 0], [MEMBER, MEMBER, MEMBER, GUEST]
    scene.use(ANN, "B-GRAIN")
    assert mine.places == [INDEX["B-FISH"], INDEX["B-WOOD3"], AT_HOME, INDEX["B-GRAIN"]]


# The round ---------------------------------------------------------------------------------------


def test_the_last_person_of_a_round_says_so() -> None:
    scene = Scene(3, PLAIN)
    for seat in (BOB, CID):
        scene.seat(seat).places = [1, 1]
    scene.seat().places = [1, AT_HOME]
    scene.use(ANN, "B-GRAIN")
    assert scene.kind() == "end-turn"
    assert scene.table.undoable(ANN) is not None


def test_no_major_improvement_takes_a_toll_or_listens_to_people_going_to_a_space() -> None:
    """So in the family game a person who only carries goods off does it at once (`ONLY_HAULS`)."""
    for card in MAJORS:
        assert not any(LISTENERS[moment][card] for moment in (ENTER, USED))
        assert not any(ANSWERS[rule][card] for rule in (TOLL, PEOPLE))
