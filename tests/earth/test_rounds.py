"""Rounds and the end: the order of turns, full fields, and eight lines of points."""

import pytest

from tests.earth.situations import ANN, BOB, CID, Scene, face, of_kind, place, plant
from tilth_rules.earth import Options, Setup, game
from tilth_rules.earth.codes import COMPOST, OVER, PLANT, WATER
from tilth_rules.earth.events.rounds import FieldFilled, MatchEnded, RoundBegan, TurnBegan
from tilth_rules.earth.rounds.turns import EndRound, EndTurn
from tilth_rules.earth.scoring import FinalScoring, growth_points, score, score_lines

FULL_BUT_ONE = ("5 8 14 19", "20 21 22 23", "24 25 27 28", "31 32 34")
FIELD = ("5 8 14 19", "20 21 22 23", "24 25 27 28", "31 32 34 33")


def test_everybody_is_active_once_a_round_clockwise_from_the_first_player() -> None:
    scene = Scene(3)
    scene.turn(BOB, COMPOST)
    turns = [BOB]
    for _ in range(5):
        events = scene.done(ANN, BOB, CID)
        active = of_kind(events, TurnBegan)[0].seat  # type: ignore[attr-defined]
        turns.append(active)
        scene.answer(active, COMPOST)
    assert turns == [BOB, CID, ANN, BOB, CID, ANN]
    assert scene.state.round == 2


def test_an_action_may_be_chosen_again_and_again() -> None:
    scene = Scene(2)
    scene.turn(ANN, WATER)
    scene.done(ANN, BOB)
    scene.answer(BOB, WATER)
    scene.done(ANN, BOB)
    assert WATER in scene.offered(ANN)


def test_the_match_ends_with_the_round_in_which_a_field_is_filled() -> None:
    scene = Scene(2).field(ANN, *FULL_BUT_ONE).hand(ANN, 33)
    scene.turn(ANN, PLANT)
    scene.answer(ANN, plant(33))
    assert scene.seat(ANN).area.spots[place(3, 3)] == face(33)
    scene.answer(ANN)
    scene.answer(ANN, scene.offered(ANN)[0])
    events = scene.done(ANN, BOB)
    assert of_kind(events, FieldFilled) == [FieldFilled(ANN, 7)]
    assert scene.kind(BOB) == "action", "Bob has as many turns as Ann"
    scene.answer(BOB, COMPOST)
    events = scene.done(ANN, BOB)
    assert type(events[-1]) is MatchEnded
    assert scene.table.over
    assert scene.state.phase == OVER


def test_a_seat_with_a_full_field_takes_turns_as_before() -> None:
    scene = Scene(2).field(BOB, *FIELD).hand(BOB, 5)
    scene.state.filled = BOB
    scene.turn(ANN, PLANT)
    assert scene.offered(BOB) == []
    scene.answer(BOB)
    assert scene.kind(BOB) == "draw"


def test_the_active_seat_comes_first_if_several_fill_their_fields_in_one_turn() -> None:
    scene = Scene(3, active=BOB).field(ANN, *FIELD).field(BOB, *FIELD)
    assert of_kind(scene.last_answer(BOB, EndTurn()), FieldFilled) == [FieldFilled(BOB, 7)]
    scene = Scene(3, active=BOB).field(ANN, *FIELD).field(CID, *FIELD)
    events = scene.last_answer(BOB, EndTurn())
    assert of_kind(events, FieldFilled) == [FieldFilled(CID, 7)], "then the next one clockwise"
    assert not of_kind(scene.last_answer(CID, EndTurn()), FieldFilled), "there is but one such bonus"


def test_without_a_full_field_the_match_ends_at_the_limit_of_rounds() -> None:
    scene = Scene(2, Options(turn_limit=3))
    scene.state.round = 2
    assert RoundBegan(3) in scene.run(EndRound())
    scene = Scene(2, Options(turn_limit=3))
    scene.state.round = 3
    assert type(scene.run(EndRound())[-1]) is MatchEnded


# Scoring -------------------------------------------------------------------------------------------


def test_points_are_counted_in_eight_lines() -> None:
    scene = (
        Scene(2).board(ANN, "285b", "296a").field(ANN, "1+4/3 13+1/2 2", "5+2 - 129").compost(ANN, 7, 8, 9)
    )
    mine = scene.seat(ANN)
    mine.area.events = [face(197), face(220)]
    mine.ecosystem = face("320a")
    scene.state.ecosystems = (face("319b"), face("305a"))
    scene.state.points[ANN] = 18
    vp = scene.book.cards.vp
    assert score_lines(scene.state, ANN) == (
        2 + 2 + 2 + 0 + 1 + 10 + 3,
        vp[face(197)] + vp[face(220)],
        3,
        7,
        4 + 2,
        3 * 0 + 6,
        0 + 0 + 4,
        18,
    )
    assert score(scene.state, ANN) == sum(score_lines(scene.state, ANN))


def test_a_canopy_counts_instead_of_its_pieces() -> None:
    scene = Scene(2).field(ANN, "4/5 13/3 9")
    assert score_lines(scene.state, ANN)[4] == 7 + 3, "a canopy worth 7, and three pieces of a trunk"


def test_terrain_may_earn_by_the_cards_of_another_seat() -> None:
    scene = Scene(2).field(ANN, "30").field(BOB, "1 4 7 8", "12 14 26")
    cards = scene.book.cards
    rocky = []
    for area in (seat.area for seat in scene.state.seats):
        before = (area.island, area.climate, *(area.spots[at] for at in area.places()))
        rocky.append(sum("rocky" in cards.faces[card].habitats for card in before))
    assert rocky[BOB] > rocky[ANN]
    assert score_lines(scene.state, ANN)[5] == 2 * rocky[BOB]


def test_beginners_score_no_ecosystems() -> None:
    scene = Scene(2, Options(setup=Setup.BEGINNER)).field(ANN, "5 14")
    assert score_lines(scene.state, ANN)[6] == 0


@pytest.mark.parametrize("at", range(5))
def test_ties_are_broken_by_soil_hand_growth_sprouts_and_compost_in_this_order(at: int) -> None:
    """Ann is ahead of Bob in one of them and behind in all that come after it; the points are equal."""
    scene = Scene(2).field(ANN, "4 89").field(BOB, "13 86")
    for seat, amounts in ((ANN, [1] * at + [2] + [1] * 4), (BOB, [1] * (at + 1) + [2] * 4)):
        mine = scene.seat(seat)
        scene.soil(seat, amounts[0])
        mine.area.hand = [0] * amounts[1]
        mine.growth = amounts[2]
        mine.area.growth[mine.places[0]] = amounts[2]
        mine.sprouts = amounts[3]
        mine.area.sprouts[mine.places[1]] = amounts[3]
        mine.area.compost = [0] * amounts[4]
    difference = score(scene.state, BOB) - score(scene.state, ANN)
    scene.state.points[ANN] += difference
    ended = scene.run(FinalScoring())[-1]
    assert isinstance(ended, MatchEnded)
    assert ended.scores[ANN] == ended.scores[BOB]
    assert ended.places == (1, 2)


def test_seats_equal_in_every_tie_break_share_the_place() -> None:
    scene = Scene(3).soil(CID, 1)
    scene.run(FinalScoring())
    result = game.result(scene.state)
    assert result is not None
    assert result.places == (2, 2, 1)


def test_gaias_growth_fills_plants_of_five_four_three_two_and_one() -> None:
    assert [growth_points(n) for n in (0, 4, 5, 6, 9, 12, 14, 15, 16, 20)] == [
        0,
        4,
        7,
        8,
        13,
        18,
        22,
        25,
        26,
        32,
    ]
