"""The end: the track, the wheat, the victory."""

import pytest

from tests.petrichor.situations import Scene
from tilth_rules.common.match_end import places
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.events.rounds import MatchEnded
from tilth_rules.petrichor.events.votes import TrackScored, WheatScored
from tilth_rules.petrichor.options import values_of
from tilth_rules.petrichor.scoring import GameEnd


def test_everybody_scores_their_place_on_the_voting_wins_track() -> None:
    scene = Scene(3)
    scene.state.wins = [0, 3, 8]
    scene.run(GameEnd())
    assert scene.events[0] == TrackScored((0, 6, 26))


@pytest.mark.parametrize(("long_form", "spaces"), [(False, 9), (True, 13)])
def test_the_track_is_as_long_as_two_steps_a_round(long_form: bool, spaces: int) -> None:
    assert len(values_of(Options()).track(long_form)) == spaces


def test_the_most_wheat_tokens_score_twelve() -> None:
    scene = Scene(3)
    scene.state.wheat = [1, 2, 0]
    scene.run(GameEnd())
    assert WheatScored((1,), 12) in scene.events
    assert scene.events[-1] == MatchEnded((2, 1, 2), (0, 12, 0))


def test_all_players_tied_for_wheat_score_twelve() -> None:
    scene = Scene(3)
    scene.state.wheat = [2, 0, 2]
    table = scene.run(GameEnd())
    assert table.state.points == [12, 0, 12]


def test_nobody_scores_for_wheat_without_a_token() -> None:
    scene = Scene(2)
    table = scene.run(GameEnd())
    assert table.state.points == [0, 0]


def test_the_most_points_win() -> None:
    assert places([(30, 0), (41, 0), (35, 5)]) == (3, 1, 2)


def test_a_tie_goes_to_the_player_higher_on_the_track() -> None:
    assert places([(40, 2), (40, 3), (12, 9)]) == (2, 1, 3)


def test_an_equal_place_on_the_track_is_a_shared_victory() -> None:
    assert places([(40, 3), (40, 3), (12, 9)]) == (1, 1, 3)


def test_the_result_names_places_and_points() -> None:
    scene = Scene(2)
    assert game.result(scene.state) is None
    scene.state.points = [10, 20]
    table = scene.run(GameEnd())
    result = game.result(table.state)
    assert result is not None
    assert (result.places, result.scores) == ((2, 1), (10, 20))


@pytest.mark.parametrize(("yours", "neutral", "place"), [(20, 19, 1), (20, 20, 2), (19, 20, 2)])
def test_alone_you_win_only_with_more_points_than_the_neutral_player(
    yours: int, neutral: int, place: int
) -> None:
    scene = Scene(1)
    scene.state.points = [yours, neutral]
    table = scene.run(GameEnd())
    result = game.result(table.state)
    assert result is not None
    assert result.places == (place,)
    assert result.scores == (yours,)
    assert scene.events[-1] == MatchEnded((place,), (yours, neutral))


def test_the_neutral_player_scores_track_and_wheat_too() -> None:
    scene = Scene(1)
    scene.state.wins = [0, 2]
    scene.state.wheat = [0, 1]
    table = scene.run(GameEnd())
    assert table.state.points == [0, 15]
