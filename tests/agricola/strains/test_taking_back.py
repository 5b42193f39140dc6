"""Undo of sketches, choices, payments and shown cards, as far as nobody has learned anything."""

import pytest

from tests.agricola.situations import ANN, BOB, CID, Scene
from tests.agricola.strains.stories import Story
from tilth_rules.agricola.codes import IDLE
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.moves.numbers import (
    AGREE,
    COOK_SOME,
    DRAW_MINOR,
    EAT_GRAIN,
    ENCLOSE,
    SKETCH_CELL,
    USE_SPACE,
)
from tilth_rules.agricola.options import Options
from tilth_rules.agricola.rounds.phases import ReturnHome
from tilth_rules.agricola.rounds.work import NextPerson, PlacePerson
from tilth_rules.agricola.view import view
from tilth_rules.kernel import Refused


def placing(scene: Scene, space: str) -> Story:
    """Place a person of Ann's there; Bob is next."""
    assert isinstance(scene, Story)
    at = scene.opened(space)
    return scene.begin(PlacePerson(ANN)).answer(ANN, USE_SPACE.option(at))


def fencing() -> Story:
    return placing(Story().has(ANN, wood=9), "R1-FENCES")


def test_a_sketch_is_taken_back_cell_by_cell_and_so_is_the_person() -> None:
    story = fencing().answer(ANN, SKETCH_CELL.option(3)).answer(ANN, SKETCH_CELL.option(4))
    assert (ENCLOSE.number in story.choices(), SKETCH_CELL.option(4) in story.choices()) == (True, False)
    assert SKETCH_CELL.option(4) in story.undo(ANN).choices()
    assert SKETCH_CELL.option(3) in story.undo(ANN).choices()
    assert story.undo(ANN).kind() == "place"
    assert story.state == fencing().undo(ANN).state
    with pytest.raises(Refused, match="NOTHING_TO_UNDO"):
        story.undo(ANN)


def test_a_pasture_that_was_enclosed_and_paid_for_is_taken_back_with_its_wood() -> None:
    story = fencing().answer(ANN, SKETCH_CELL.option(4))
    before = story.state.clone()
    story.answer(ANN, ENCLOSE.number)
    assert (story.got(), story.seat().yard.fences.bit_count()) == ({"wood": -4}, 4)
    assert story.undo(ANN).state == before
    assert (story.got(), story.kind(), ENCLOSE.number in story.choices()) == ({}, "fence", True)


def test_the_use_of_a_card_is_undone() -> None:
    story = placing(Story().owns(ANN, "E34").heap("B-WOOD3", wood=3), "B-WOOD3")
    before = story.state.clone()
    story.with_card(ANN, "E34")
    assert story.got()["food"] == 3
    assert story.undo(ANN).state == before
    assert story.kind() == "next-card"
    assert story.answer(ANN).got() == {"wood": 3}


def test_a_price_is_chosen_again() -> None:
    story = placing(Story().owns(ANN, "A1").has(ANN, clay=4), "R1-IMPR").plays(ANN, "A3")
    before = story.state.clone()
    assert story.kind() == "pay"
    story.pays(ANN, clay=4)
    assert (story.got(), INDEX["A3"] in story.seat().cards) == ({"clay": -4}, True)
    assert story.undo(ANN).state == before
    assert story.answer(ANN, max(one for one in story.choices() if one < 1 << 30)).got() == {}
    assert INDEX["A1"] not in story.seat().cards


def test_a_standing_offer_is_taken_back_and_the_decision_stays() -> None:
    story = Story().has(ANN, grain=2).begin(PlacePerson(ANN))
    story.answer(ANN, EAT_GRAIN.number).answer(ANN, EAT_GRAIN.number)
    assert story.got() == {"grain": -2, "food": 2}
    assert story.undo(ANN).got() == {"grain": -1, "food": 1}
    assert story.undo(ANN).got() == {}
    assert story.kind() == "place"


def test_animals_that_were_cooked_come_back() -> None:
    story = Story().owns(ANN, "A1").has(ANN, sheep=1).begin(PlacePerson(ANN)).answer(ANN, COOK_SOME.number)
    story.answer(ANN, 1, 0, 0, 0)
    assert story.got() == {"sheep": -1, "food": 2}
    assert story.undo(ANN).kind() == "cook"
    assert (story.undo(ANN).kind(), story.got()) == ("place", {})


def test_i80_a_seat_that_was_asked_for_wood_may_go_somewhere_else() -> None:
    scene = Story().owns(BOB, "I80").heap("B-WOOD3", wood=3)
    story = placing(scene.holds(ANN, "E12").has(ANN, wood=1), "B-WOOD3")
    assert (story.got(ANN), story.got(BOB)) == ({"wood": 2}, {"wood": 1})
    story.undo(ANN).answer(ANN, USE_SPACE.option(story.opened("B-DAY")))
    assert (story.got(ANN), story.got(BOB)) == ({"food": 2}, {})
    assert story.lies("B-WOOD3") == {"wood": 3}


def test_a_card_that_was_shown_can_be_taken_back_and_all_know_it_from_then_on() -> None:
    story = placing(Story(3).holds(ANN, "E175", "E171"), "B-OCC").plays(ANN, "E175").undo(ANN)
    assert (story.kind(), story.seat().cards) == ("occupation", [])
    for viewer in (BOB, CID):
        assert view(story.state, viewer).players[ANN].shown == (INDEX["E175"],)
    assert story.plays(ANN, "E171").seat().cards == [INDEX["E171"]]


def test_a_later_answer_of_another_seat_stays() -> None:
    scene = Story(4).owns(BOB, "I249").holds(BOB, "K296").has(BOB, food=1).heap("P4-TRAVEL", food=1)
    story = placing(scene, "P4-TRAVEL")
    assert story.table.undoable(ANN) is not None, "Bob is asked, and has not answered yet"
    assert story.answer(BOB).table.undoable(ANN) is None


def test_a_card_that_was_drawn_cannot_be_given_back() -> None:
    scene = Story(options=Options(three_for_one=True)).holds(ANN, "E12", "E13", "E175")
    scene.state.decks = [[INDEX["K105"]], [INDEX["K266"]]]
    story = scene.begin(PlacePerson(ANN)).answer(ANN, DRAW_MINOR.number)
    assert story.table.undoable(ANN) is not None
    assert story.answer(ANN, *story.choices()[:3]).table.undoable(ANN) is None


def test_before_the_round_ends_the_last_placement_can_be_taken_back() -> None:
    """The next answer leads to the next round's card, which is chance."""
    scene = Story(1)
    scene.seat().places = [IDLE, -1]
    story = scene.begin(NextPerson(ANN), ReturnHome())
    story.answer(ANN, USE_SPACE.option(story.opened("B-DAY")))
    assert (story.kind(), story.got()) == ("end-turn", {"food": 2})
    assert (story.undo(ANN).kind(), story.got()) == ("place", {})


def test_an_answer_that_the_others_have_not_seen_is_final() -> None:
    """The seats that may buy the grain are asked at the same time, and don't see each other's answers. A seat's
    answer ends its question, and neither it nor the card's owner can undo it."""
    story = Story(4).owns(ANN, "I239").has(ANN, grain=1).has(BOB, food=2).has(CID, food=2)
    story.begin(PlacePerson(ANN)).offer(ANN, "I239")
    assert story.answer(BOB, AGREE.number).table.undoable(BOB) is None
    assert story.answer(CID).got() == {"grain": -1, "food": 2}
    assert story.table.undoable(ANN) is None
