"""Differences in Elo, their margins and likelihoods are what cutechess-cli and fastchess have printed."""

import math
from collections.abc import Sequence

import pytest

from tilth_server.tournaments.ratings.elo import difference
from tilth_server.tournaments.ratings.elo_scale import elo_of, score_of

# Where it was published; losses, draws, wins; Elo difference, +/-, LOS in percent.
CUTECHESS = [
    ("github.com/cutechess/cutechess/issues/543", (759, 1863, 880), 12.0, 7.9, 99.9),
    ("github.com/brunocodutra/cinder/pull/570", (1037, 1925, 1038), 0.1, 7.7, 50.9),
    ("github.com/princesslana/princhess/pull/256", (294, 417, 289), -1.7, 16.4, 41.8),
]
# The same by fastchess, of pairs.
FASTCHESS = [
    ("github.com/Disservin/fastchess/issues/807", (30, 6, 18, 0, 6), -168.40, 73.37, 0.00),
    ("github.com/Disservin/fastchess/pull/515", (0, 1, 4, 0, 0), -34.86, 62.20, 13.18),
    ("github.com/brunocodutra/cinder/pull/727", (50, 287, 610, 387, 73), 18.04, 8.23, 100.00),
    ("github.com/brunocodutra/cinder/pull/773", (36, 340, 767, 462, 82), 22.07, 7.16, 100.00),
    ("github.com/brunocodutra/cinder/pull/795", (1447, 13972, 26437, 14412, 1441), 1.29, 1.18, 98.39),
    ("github.com/brunocodutra/cinder/pull/836", (835, 6884, 13116, 7201, 852), 2.11, 1.70, 99.25),
    ("github.com/lynx-chess/Lynx/pull/1899", (235, 1384, 2521, 1341, 239), -1.06, 4.05, 30.33),
]


@pytest.mark.parametrize(("source", "counts", "elo", "margin", "superiority"), CUTECHESS)
def test_published_results_of_games_have_the_same_elo(
    source: str, counts: Sequence[int], elo: float, margin: float, superiority: float
) -> None:
    found = difference(counts)
    assert found.elo == pytest.approx(elo, abs=0.05), source
    # cutechess-cli's quantile of the normal distribution is an approximation, a little too small.
    assert found.margin == pytest.approx(margin, abs=0.1), source
    assert 100 * found.superiority == pytest.approx(superiority, abs=0.05), source


@pytest.mark.parametrize(("source", "pairs", "elo", "margin", "superiority"), FASTCHESS)
def test_published_results_of_pairs_have_the_same_elo(
    source: str, pairs: Sequence[int], elo: float, margin: float, superiority: float
) -> None:
    found = difference((0, 0, 0), pairs)
    assert found.elo == pytest.approx(elo, abs=0.005), source
    assert found.margin == pytest.approx(margin, abs=0.005), source
    assert 100 * found.superiority == pytest.approx(superiority, abs=0.005), source


def test_the_interval_is_around_the_difference() -> None:
    found = difference((20, 30, 40))
    assert found.low < found.elo < found.high


def test_without_games_nothing_is_known() -> None:
    found = difference((0, 0, 0))
    assert (found.elo, found.low, found.high, found.superiority) == (0, -math.inf, math.inf, 0.5)


@pytest.mark.parametrize("counts", [(0, 0, 1), (0, 0, 20)])
def test_an_entrant_who_won_everything_has_a_lower_bound_and_no_upper_one(
    counts: Sequence[int],
) -> None:
    found = difference(counts)
    assert found.elo == found.high == math.inf
    # A player of this strength would win all of them once in forty times.
    assert score_of(found.low) ** counts[2] == pytest.approx(0.025)


def test_losing_everything_mirrors_winning_everything() -> None:
    won, lost = difference((0, 0, 6)), difference((6, 0, 0))
    assert lost.elo == lost.low == -math.inf
    assert lost.high == pytest.approx(-won.low)
    assert lost.superiority == pytest.approx(1 - won.superiority)


def test_draws_alone_leave_a_doubt_that_becomes_smaller() -> None:
    few, many = difference((0, 4, 0)), difference((0, 400, 0))
    assert few.elo == many.elo == 0
    assert few.superiority == many.superiority == 0.5
    assert 0 < many.margin < few.margin


def test_draws_do_not_change_the_superiority() -> None:
    assert difference((1, 50, 4)).superiority == difference((1, 0, 4)).superiority


def test_pairs_in_which_the_seat_wins_leave_less_doubt_than_as_many_games() -> None:
    pairs = difference((0, 0, 0), (1, 2, 40, 5, 2))
    games = difference((45, 5, 50))
    assert pairs.elo == pytest.approx(games.elo)
    assert pairs.margin < games.margin / 2


def test_a_game_whose_other_half_is_still_to_come_counts_as_itself() -> None:
    assert difference((1, 0, 0), (0, 0, 9, 3, 1)).elo < difference((0, 0, 0), (0, 0, 9, 3, 1)).elo


def test_four_hundred_points_are_ten_to_one() -> None:
    assert score_of(400) == pytest.approx(10 / 11)
    assert elo_of(10 / 11) == pytest.approx(400)
    assert (elo_of(1), elo_of(0)) == (math.inf, -math.inf)
