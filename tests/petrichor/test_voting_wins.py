"""The winner of the vote for a weather, and the First Player of two after it."""

import pytest

from tests.petrichor.situations import BLUE, GREEN, RED, YELLOW, Scene, decided
from tilth_rules.petrichor.codes import FROST, RAIN, SUN, WIND
from tilth_rules.petrichor.events.rounds import FirstPlayerChanged
from tilth_rules.petrichor.events.votes import VotesReturned, VoteWon
from tilth_rules.petrichor.rounds.weather import ChangeFirstPlayer, CountVotes, WeatherPhase

# Winning the vote ---------------------------------------------------------------------------------


def test_the_rulebooks_vote_all_but_red_get_a_win() -> None:
    scene = Scene(4)
    scene.votes(FROST, {RED: 3})
    scene.votes(SUN, {GREEN: 3, BLUE: 2, RED: 1})
    scene.votes(WIND, {BLUE: 2, YELLOW: 2, RED: 1})
    table = scene.after_actions(WeatherPhase())
    assert decided(scene) == [(SUN, WIND)]
    assert table.state.wins == [0, 1, 1, 1]
    assert table.state.votes[4 * RED + FROST] == 3, "votes on weathers that did not come stay"
    assert table.state.free == [9, 12, 12, 12]


def test_the_rulebooks_vote_with_one_more_from_blue_gives_blue_a_second_win() -> None:
    scene = Scene(4)
    scene.votes(FROST, {RED: 3})
    scene.votes(SUN, {GREEN: 3, BLUE: 3, RED: 1})
    scene.votes(WIND, {BLUE: 2, YELLOW: 2, RED: 1})
    table = scene.after_actions(WeatherPhase())
    assert table.state.wins == [0, 2, 1, 1]


def test_with_two_players_a_tie_advances_nobody() -> None:
    scene = Scene(2).votes(SUN, {RED: 2, BLUE: 2})
    table = scene.run(CountVotes(SUN, True))
    assert scene.events == [VoteWon(SUN, ()), VotesReturned(SUN)]
    assert table.state.wins == [0, 0]


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_players_all_tied_players_advance(seats: int) -> None:
    scene = Scene(seats).votes(SUN, {RED: 2, BLUE: 1, GREEN: 2})
    scene.run(CountVotes(SUN, True))
    assert scene.events == [VoteWon(SUN, (RED, GREEN)), VotesReturned(SUN)]


def test_with_two_players_the_one_with_more_votes_advances() -> None:
    scene = Scene(2).votes(SUN, {RED: 1, BLUE: 2})
    table = scene.run(CountVotes(SUN, True))
    assert table.state.wins == [0, 1]
    assert table.state.free == [12, 12]


def test_nobody_wins_a_weather_without_votes() -> None:
    scene = Scene(3)
    scene.run(CountVotes(SUN, True))
    assert scene.events == []


# The First Player of two --------------------------------------------------------------------------


@pytest.mark.parametrize(("red", "blue", "moves"), [(2, 1, False), (1, 1, True), (0, 2, True), (0, 0, True)])
def test_with_two_players_the_marker_stays_only_with_more_votes_on_the_board(
    red: int, blue: int, moves: bool
) -> None:
    scene = Scene(2, first=RED).votes(RAIN, {RED: red, BLUE: blue})
    scene.run(ChangeFirstPlayer())
    assert scene.events == ([FirstPlayerChanged(BLUE)] if moves else [])


def test_with_more_players_the_marker_does_not_move_after_the_weather() -> None:
    scene = Scene(3, first=RED).votes(RAIN, {BLUE: 3})
    scene.run(ChangeFirstPlayer())
    assert scene.events == []


def test_the_marker_of_two_looks_at_the_votes_left_after_the_weather() -> None:
    scene = Scene(2, first=RED).votes(SUN, {RED: 5}).votes(WIND, {RED: 4}).votes(FROST, {BLUE: 1})
    table = scene.run(WeatherPhase())
    assert table.state.first == BLUE
