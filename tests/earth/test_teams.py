"""Two against two: mates act in one lane and give to each other through the shared area."""

import pytest

from tests.earth.situations import (
    ANN,
    BOB,
    CID,
    DEE,
    NINETEEN,
    Scene,
    event,
    face,
    good,
    of_kind,
    place,
    plant,
)
from tilth_rules.earth import Options, game
from tilth_rules.earth.codes import (
    BY_ACTION,
    CARD,
    COMPOST,
    DECK_COMPOST,
    DONE,
    GROW,
    GROWTH,
    PLANT,
    SHARED,
    SHARED_PLACE,
    SOIL,
    SPROUT,
    WATER,
)
from tilth_rules.earth.events.cards import CardsComposted, CardsDrawn, DeckComposted
from tilth_rules.earth.events.goods import SoilGained, SproutsPlaced
from tilth_rules.earth.events.rounds import MatchEnded, TurnEnded
from tilth_rules.earth.events.teams import (
    CardsShared,
    CardsTakenFromShared,
    DeckShared,
    HandShared,
    PutInShared,
    TakenFromShared,
)
from tilth_rules.earth.moves import PICK_UP, TAKING
from tilth_rules.earth.scoring import FinalScoring
from tilth_rules.kernel import SPECTATOR

SHARING = 2 * TAKING
"""Added to an option of which the seat gives some to the team."""


def teams() -> Scene:
    return Scene(4, Options(teams=True))


def pick_up(half: int, thing: int) -> int:
    return PICK_UP + thing + 8 * half


def test_mates_sit_opposite_and_share_a_lane_in_which_either_may_speak_first() -> None:
    scene = teams()
    scene.turn(ANN, WATER)
    assert scene.kind(ANN) == "sprouts", "Ann's own water comes first"
    assert scene.table.pending_seats == [ANN, BOB, DEE]
    scene.answer(ANN)
    assert scene.table.pending_seats == [ANN, BOB, CID, DEE]
    scene.answer(CID, good(SOIL))
    scene.answer(ANN)
    assert scene.seat(ANN).stage == DONE
    assert scene.table.pending_seats == [BOB, CID, DEE]


def test_any_part_of_the_soil_may_go_to_the_seats_half_and_a_mate_may_take_any_part_of_it() -> None:
    scene = teams()
    scene.turn(ANN, COMPOST)
    scene.answer(CID, good(SOIL) + SHARING)
    assert (scene.decision(CID).kind, list(scene.decision(CID).max_each)) == ("share-amounts", [2])
    assert scene.answer(CID, SOIL) == [PutInShared(CID, SOIL, 1), SoilGained(CID, 1, BY_ACTION)]
    assert pick_up(CID, SOIL) in scene.offers(ANN)
    scene.answer(BOB)
    assert pick_up(CID, SOIL) not in scene.offers(BOB), "the other team has an area of its own"
    scene.answer(ANN, pick_up(CID, SOIL))
    assert scene.answer(ANN, SOIL) == [TakenFromShared(ANN, CID, SOIL, 1)]
    assert scene.seat(ANN).area.soil == 5 + 1


def test_the_active_seat_may_share_what_its_action_gives() -> None:
    scene = teams()
    scene.turn(ANN, COMPOST, taking=SHARED)
    events = scene.answer(ANN, SOIL, SOIL, SOIL, DECK_COMPOST)
    assert PutInShared(ANN, SOIL, 3) in events
    assert SoilGained(ANN, 2, BY_ACTION) in events
    assert [one.count for one in of_kind(events, DeckShared)] == [1]  # type: ignore[attr-defined]
    assert [one.count for one in of_kind(events, DeckComposted)] == [1]  # type: ignore[attr-defined]
    scene.answer(CID, pick_up(ANN, DECK_COMPOST))
    scene.answer(CID, DECK_COMPOST)
    assert len(scene.seat(CID).area.compost) == 1


def test_sprouts_for_a_mate_go_through_the_shared_area_onto_the_mates_own_plants() -> None:
    scene = teams().field(ANN, "4").field(CID, "5").field(BOB, "5")
    scene.turn(ANN, WATER)
    assert list(scene.decision(ANN).options) == [place(0, 0), SHARED_PLACE]
    assert list(scene.decision(ANN).max_each) == [2, 6]
    events = scene.answer(ANN, place(0, 0), place(0, 0), *[SHARED_PLACE] * 4)
    assert events[:2] == [
        PutInShared(ANN, SPROUT, 4),
        SproutsPlaced(ANN, (place(0, 0), place(0, 0))),
    ]
    assert pick_up(ANN, SPROUT) not in scene.offers(ANN), "there is no room for them"
    scene.answer(CID, pick_up(ANN, SPROUT))
    assert (scene.decision(CID).min_picks, scene.decision(CID).max_picks) == (1, 4)
    scene.answer(CID, *[place(0, 0)] * 3)
    assert scene.seat(CID).sprouts == 3
    assert scene.seat(ANN).shared_sprouts == 1


def test_growth_for_a_mate_goes_through_the_shared_area_too() -> None:
    scene = teams().field(CID, "13")
    scene.turn(ANN, GROW)
    scene.answer(ANN, SHARED_PLACE, SHARED_PLACE)
    scene.answer(CID, pick_up(ANN, GROWTH))
    scene.answer(CID, *[option for option in scene.offered(CID) for _ in range(2)])
    assert scene.seat(CID).growth == 2


@pytest.mark.parametrize(("plant", "given", "most"), [("5", 2, 2), ("4", 5, 2)])
def test_no_more_is_picked_up_than_lies_there_or_has_room(plant: str, given: int, most: int) -> None:
    scene = teams().field(CID, plant)
    scene.turn(ANN, WATER)
    scene.answer(ANN, *[SHARED_PLACE] * given)
    scene.answer(CID, pick_up(ANN, SPROUT))
    assert scene.decision(CID).max_picks == most


def test_soil_and_cards_that_a_mate_picks_up_may_meet_a_goal() -> None:
    scene = teams().fauna("339a", "340a").soil(ANN, 19).hand(ANN, *NINETEEN)
    scene.turn(BOB, COMPOST)
    scene.answer(DEE)
    scene.answer(CID, good(SOIL) + SHARING)
    scene.answer(CID, SOIL)
    scene.answer(ANN, pick_up(CID, SOIL))
    scene.answer(ANN, SOIL)
    assert scene.seat(ANN).reached == 0b01, "twenty soil"
    scene.seat(CID).shared_cards = [face(25)]
    scene.answer(CID)
    scene.answer(ANN, pick_up(CID, CARD))
    scene.answer(ANN, face(25))
    assert scene.seat(ANN).reached == 0b11, "twenty cards"


def test_sprouts_that_a_mate_picks_up_may_meet_a_goal() -> None:
    scene = teams().fauna("338b").field(CID, "1+1 5+1 6+1 7+1", "8+1 9+1 10+1 11+1", "13")
    scene.turn(ANN, WATER)
    scene.answer(ANN, SHARED_PLACE)
    scene.answer(CID, pick_up(ANN, SPROUT))
    scene.answer(CID, place(2, 0))
    assert scene.seat(CID).reached == 1, "nine plants with a sprout"


def test_cards_for_the_team_are_seen_by_both_mates_and_counted_by_the_others() -> None:
    scene = teams().deck(7, 100, 8, 101, 12, 102)
    scene.turn(ANN, GROW)
    scene.answer(ANN)
    scene.answer(CID, good(CARD) + SHARING)
    events = scene.answer(CID, CARD)
    shared = of_kind(events, CardsShared)[0]
    assert isinstance(shared, CardsShared)
    assert shared.seen_by(ANN) == shared == shared.seen_by(CID)
    for viewer in (BOB, DEE, SPECTATOR):
        assert shared.seen_by(viewer) == CardsShared(CID, ANN, 1, ())
        assert game.view(scene.state, viewer).players[CID].shared.cards == ()  # type: ignore[attr-defined]
    assert game.view(scene.state, ANN).players[CID].shared.cards == shared.cards  # type: ignore[attr-defined]
    assert len(of_kind(events, CardsDrawn)) == 1
    scene.answer(ANN, pick_up(CID, CARD))
    taken = scene.answer(ANN, shared.cards[0])[0]
    assert taken == CardsTakenFromShared(ANN, CID, 1, shared.cards)
    assert taken.seen_by(CID) == taken, "the mate saw them lie there"
    assert taken.seen_by(BOB) == CardsTakenFromShared(ANN, CID, 1, ())
    assert shared.cards[0] in scene.seat(ANN).area.hand


def test_cards_composted_from_the_hand_may_go_to_the_shared_area() -> None:
    scene = teams().field(CID, "6").hand(CID, 7)
    scene.turn(ANN, COMPOST)
    scene.answer(CID)
    scene.answer(CID, place(0, 0))
    assert scene.kind(CID) == "share-compost"
    assert scene.answer(CID, face(7)) == [HandShared(CID, 1, (face(7),))]
    scene = teams().field(CID, "6").hand(CID, 7)
    scene.turn(ANN, COMPOST)
    scene.answer(CID)
    scene.answer(CID, place(0, 0))
    scene.answer(CID)
    assert scene.answer(CID, face(7)) == [CardsComposted(CID, 1, (face(7),))]


def test_the_top_of_shared_compost_is_taken_first() -> None:
    scene = teams().hand(CID, 7, 8)
    scene.turn(ANN, COMPOST)
    scene.answer(CID)
    HandShared(CID, 2, (face(7), face(8))).apply(scene.state)
    TakenFromShared(ANN, CID, DECK_COMPOST, 1).apply(scene.state)
    assert scene.seat(ANN).area.compost[-1:] == [face(8)]
    assert scene.seat(CID).shared_compost == [face(7)]


def test_abilities_and_events_may_be_shared() -> None:
    scene = teams().field(CID, "33").hand(CID, 220)
    scene.turn(ANN, GROW)
    scene.answer(ANN)
    scene.answer(CID, event(220) + SHARING)
    scene.answer(CID, DECK_COMPOST)
    assert (len(scene.seat(CID).shared_compost), len(scene.seat(CID).area.compost)) == (1, 1)
    scene.answer(CID)
    scene.answer(CID, place(0, 0) + SHARING)
    scene.answer(CID, SOIL, SOIL)
    assert scene.seat(CID).shared_soil == 2


def test_a_gift_reopens_a_mate_who_was_done() -> None:
    scene = teams()
    scene.turn(ANN, COMPOST)
    scene.answer(ANN)
    assert scene.seat(ANN).stage == DONE
    scene.answer(CID, good(SOIL) + SHARING)
    scene.answer(CID, SOIL)
    assert ANN in scene.table.open
    scene.answer(CID)
    assert ANN in scene.table.open, "the lane ends when both are done"
    scene.answer(ANN)
    assert scene.table.pending_seats == [BOB, DEE]


def test_goods_left_in_the_shared_area_at_the_end_of_the_turn_are_lost() -> None:
    scene = teams()
    scene.turn(ANN, COMPOST, taking=SHARED)
    scene.answer(ANN, SOIL, DECK_COMPOST, DECK_COMPOST)
    events = scene.done(BOB, DEE)
    while ANN in scene.table.open and scene.kind(ANN) == "activate":
        events += scene.answer(ANN)
    events += scene.done(CID)
    assert of_kind(events, TurnEnded)
    assert scene.seat(ANN).shared_soil == 0
    assert len(scene.state.discards) == 2


def test_a_mate_waits_while_the_other_answers_a_question() -> None:
    scene = teams().field(ANN, "1").hand(ANN, 5)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(5))
    assert scene.kind(ANN) == "place"
    assert CID not in scene.table.open
    scene.answer(ANN, scene.offered(ANN)[0])
    assert CID in scene.table.open


def test_the_two_lanes_read_two_stripes_of_the_deck() -> None:
    scene = teams().deck(7, 100, 8, 101, 12, 102, 14, 103, 15, 104)
    scene.turn(ANN, GROW)
    scene.answer(DEE, good(CARD))
    scene.answer(BOB, good(CARD))
    faces = scene.book.cards.faces
    assert [faces[card].number for card in scene.seat(ANN).area.hand] == [7, 8, 12, 14]
    assert [faces[card].number for card in scene.seat(DEE).area.hand] == [100, 101]
    assert [faces[card].number for card in scene.seat(BOB).area.hand] == [102, 103]


@pytest.mark.parametrize(("soil", "places"), [(0, (1, 1, 1, 1)), (1, (2, 1, 2, 1))])
def test_mates_add_up_their_points_and_their_tie_breaks(soil: int, places: tuple[int, ...]) -> None:
    scene = teams()
    scene.state.points[ANN], scene.state.points[DEE] = 20, 20
    scene.soil(BOB, soil)
    ended = scene.run(FinalScoring())[-1]
    assert isinstance(ended, MatchEnded)
    own = sum(ended.for_cards[:1])
    assert ended.scores == (2 * own + 20,) * 4
    assert ended.places == places
    assert game.scores(scene.state) == ended.scores
