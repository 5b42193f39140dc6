"""The solo series: a game's options follow from the game before and from the occupation that is kept."""

from collections.abc import Sequence
from typing import Any

import pytest

from tilth_rules.agricola import game
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.options import Options
from tilth_rules.agricola.state import State, empty_state
from tilth_rules.kernel import OptionsRefused

FIREPLACE = "A1"
SEVEN = ("E148", "E149", "E150", "E151", "E152", "E153", "E154")


def over(options: Options, points: int, played: Sequence[str]) -> State:
    """Return the state of a finished game with these points, occupations and an improvement before its player."""
    state = empty_state(options, 1)
    state.seats[0].cards = [INDEX[name] for name in (*played, FIREPLACE)]
    state.seats[0].points = points - game.scores(state)[0]
    assert game.scores(state) == (points,)
    return state


def following(options: Options, points: int, played: Sequence[str], **choices: str) -> Any:
    return game.next_in_series(options, over(options, points, played), choices)


@pytest.mark.parametrize(("points", "food"), [(55, 2), (54, 2), (52, 1), (51, 0), (30, 0)])
def test_the_only_occupation_stays_and_two_points_above_the_target_are_a_food(points: int, food: int) -> None:
    options = Options(series=1, decks=("E", "I"), mulligan=True)
    made = following(options, points, ["E175"])
    assert made == Options(series=2, permanent=("E175",), extra_food=food, decks=("E", "I"), mulligan=True)


def test_one_of_several_is_named_and_the_earlier_ones_stay() -> None:
    options = Options(series=2, permanent=("E175",), extra_food=3)
    played = ("E175", "E172", "I233")
    assert following(options, 55, played, keep="i233") == Options(series=3, permanent=("E175", "I233"))
    for keep in ("", "E175", "E148", FIREPLACE):
        with pytest.raises(OptionsRefused, match=r"keep: .*one of E172, I233$"):
            following(options, 55, played, keep=keep)


def test_options_for_one_game_only_are_not_handed_on() -> None:
    options = Options(series=1, own_cards=("E175",), round_cards=("R1-SOW",))
    assert following(options, 50, ["E175"]) == Options(series=2, permanent=("E175",))


def test_without_an_occupation_the_series_ends_and_after_seven_none_is_chosen() -> None:
    with pytest.raises(OptionsRefused, match="the series ends"):
        following(Options(series=1), 60, [])
    options = Options(series=8, permanent=SEVEN)
    assert following(options, 70, SEVEN) == Options(series=9, permanent=SEVEN, extra_food=1)
    with pytest.raises(OptionsRefused, match="7 occupations stay"):
        following(options, 70, SEVEN, keep="E155")


def test_nothing_follows_a_game_of_its_own_and_no_other_choice_is_known() -> None:
    assert following(Options(), 50, ["E175"]) is None
    with pytest.raises(OptionsRefused, match="food: unknown choice; the only one is keep"):
        following(Options(series=1), 50, ["E175"], food="7")
