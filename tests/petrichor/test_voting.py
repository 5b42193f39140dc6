"""Voting: the weather of the action or the next one, or a harvest die; and votes taken back from the board."""

from tests.petrichor.situations import BLUE, RED, Scene, kind, offered
from tilth_rules.petrichor.codes import FROST, RAIN, SUN, WIND
from tilth_rules.petrichor.events.votes import DieLowered, VoteMoved
from tilth_rules.petrichor.moves import TakeVote
from tilth_rules.petrichor.rounds.turns import MoveVote, Vote


def test_a_vote_is_placed_on_the_actions_weather_or_the_next_one_clockwise() -> None:
    for action, following in ((FROST, SUN), (SUN, WIND), (WIND, RAIN), (RAIN, FROST)):
        table = Scene(2).run(Vote(RED, action))
        assert offered(table, RED)[:2] == [action, following]


def test_lowering_a_die_scores_a_point() -> None:
    scene = Scene(2)
    scene.state.dice = (0, 3, 4)
    table = scene.run(Vote(RED, FROST))
    assert offered(table, RED) == [FROST, SUN, 4 + 3, 4 + 4]
    assert scene.answer(table, RED, 4 + 3) == [DieLowered(RED, 3, 1)]
    assert sorted(table.state.dice) == [0, 2, 4]
    assert table.state.points == [1, 0]


def test_turning_a_die_to_its_harvest_icon_scores_two_points() -> None:
    scene = Scene(2)
    scene.state.dice = (1, 1, 4)
    table = scene.run(Vote(RED, FROST))
    scene.answer(table, RED, 4 + 1)
    assert sorted(table.state.dice) == [0, 1, 4]
    assert table.state.points == [2, 0]


def test_dice_that_all_show_the_harvest_icon_cannot_be_lowered() -> None:
    scene = Scene(2)
    scene.state.dice = (0, 0, 0)
    assert offered(scene.run(Vote(RED, RAIN)), RED) == [RAIN, FROST]


def test_without_a_vote_left_one_is_taken_from_another_space() -> None:
    scene = Scene(2).votes(FROST, {RED: 7}).votes(SUN, {RED: 5})
    table = scene.run(Vote(RED, SUN))
    scene.answer(table, RED, SUN)
    assert kind(table, RED) == "vote-from"
    assert offered(table, RED) == [FROST], "not from the space it goes to"
    assert MoveVote.move(FROST) == TakeVote(FROST)
    assert scene.answer(table, RED, FROST) == [VoteMoved(RED, FROST, SUN)]
    assert table.state.free[RED] == 0


def test_with_all_votes_on_one_space_there_is_none_to_bring_there() -> None:
    scene = Scene(2).votes(FROST, {RED: 12})
    scene.state.dice = (0, 0, 0)
    assert offered(scene.run(Vote(RED, FROST)), RED) == [SUN]


def test_without_a_vote_left_a_die_may_still_be_lowered() -> None:
    scene = Scene(2).votes(FROST, {RED: 7}).votes(SUN, {RED: 5})
    table = scene.run(Vote(RED, WIND))
    assert offered(table, RED) == [WIND, RAIN, 4 + 2, 4 + 3, 4 + 4]
    assert scene.answer(table, RED, 4 + 4) == [DieLowered(RED, 4, 1)]
    assert table.over, "and no vote is moved"


def test_a_vote_taken_from_the_board_may_go_to_the_next_weather_too() -> None:
    scene = Scene(2).votes(FROST, {RED: 12})
    table = scene.run(Vote(RED, RAIN))
    assert offered(table, RED)[:1] == [RAIN], "Frost, the next one, holds all that could come"
    scene = Scene(2).votes(FROST, {RED: 11}).votes(RAIN, {RED: 1})
    table = scene.run(Vote(RED, SUN))
    scene.answer(table, RED, WIND)
    assert offered(table, RED) == [FROST, RAIN]
    assert scene.answer(table, RED, RAIN) == [VoteMoved(RED, RAIN, WIND)]


def test_other_peoples_votes_are_never_taken() -> None:
    scene = Scene(3).votes(FROST, {RED: 12}).votes(RAIN, {BLUE: 3})
    assert offered(scene.run(MoveVote(RED, SUN)), RED) == [FROST]
