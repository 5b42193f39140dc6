"""The sequential test says what the programs that engine authors use have published."""

import math
from collections.abc import Sequence

import pytest

from tilth_server.tournaments.ratings.sprt import Model, log_likelihood_ratio, sprt, sprt_of_pairs

LOGISTIC, NORMALISED = Model.LOGISTIC, Model.NORMALISED

# Where it was published, what was counted from the worst score to the best, elo0, elo1, and the LLR.
GAMES = [
    ("cutechess-cli, github.com/cutechess/cutechess/issues/543", (759, 1863, 880), 0, 5, 2.95),
    ("cutechess-cli, github.com/brunocodutra/cinder/pull/570", (1037, 1925, 1038), -5, 5, 0.0555),
]
PAIRS = [
    ("fishtest, Stockfish pull 3209, STC", LOGISTIC, (253, 4282, 17604, 4431, 286), -0.25, 1.25, 2.94),
    ("fishtest, Stockfish pull 3209, LTC", LOGISTIC, (58, 3302, 33130, 3518, 84), 0.25, 1.25, 2.97),
    ("fishtest, Stockfish pull 3098, STC", LOGISTIC, (491, 7345, 29693, 7670, 465), -0.25, 1.25, 2.96),
    ("fishtest, Stockfish pull 2971, STC", LOGISTIC, (17, 253, 1042, 337, 39), -0.5, 1.5, 2.96),
    ("fishtest, Stockfish pull 2971, LTC", LOGISTIC, (11, 407, 3238, 513, 11), 0.25, 1.75, 2.93),
    ("fastchess, lynx-chess/Lynx pull 1899", LOGISTIC, (235, 1384, 2521, 1341, 239), -5, 0, 1.69),
    ("fishtest, Stockfish pull 3514, STC", NORMALISED, (264, 5737, 31270, 5964, 269), -0.5, 2.5, 2.97),
    ("fishtest, Stockfish pull 5712, STC", NORMALISED, (831, 31795, 68460, 32448, 834), 0, 2, 2.93),
    ("fishtest, Stockfish pull 5712, LTC", NORMALISED, (307, 54901, 140959, 56230, 281), 0.5, 2.5, 2.95),
    ("fastchess, brunocodutra/cinder pull 727", NORMALISED, (50, 287, 610, 387, 73), 0, 5, 2.97),
    ("fastchess, brunocodutra/cinder pull 836", NORMALISED, (835, 6884, 13116, 7201, 852), 0, 3, 2.89),
    ("OpenBench, Yoshie2000/PlentyChess pull 95", NORMALISED, (46, 936, 2083, 1043, 63), 0, 5, 2.91),
    ("OpenBench, Yoshie2000/PlentyChess pull 211", NORMALISED, (1, 3, 32, 87, 164), 0, 3, 2.93),
    ("OpenBench, cosmobobak/viridithas pull 210", NORMALISED, (189, 845, 1540, 899, 214), -5, 0, 2.98),
]


@pytest.mark.parametrize(("source", "counts", "elo0", "elo1", "llr"), GAMES)
def test_published_tests_over_games_have_the_same_ratio(
    source: str, counts: Sequence[int], elo0: float, elo1: float, llr: float
) -> None:
    losses, draws, wins = counts
    assert sprt(wins, draws, losses, elo0, elo1, 0.05, 0.05).log_ratio == pytest.approx(llr, abs=0.005), (
        source
    )


@pytest.mark.parametrize(("source", "model", "counts", "elo0", "elo1", "llr"), PAIRS)
def test_published_tests_over_pairs_have_the_same_ratio(
    source: str, model: Model, counts: Sequence[int], elo0: float, elo1: float, llr: float
) -> None:
    assert log_likelihood_ratio(counts, elo0, elo1, model) == pytest.approx(llr, abs=0.005), source


def test_the_bounds_are_those_that_are_printed() -> None:
    even = sprt(0, 0, 0, 0, 5, 0.05, 0.05)
    assert (round(even.lower, 2), round(even.upper, 2)) == (-2.94, 2.94)
    # brunocodutra/cinder pull 836: alpha=0.05 beta=0.10 prints (-2.25, 2.89).
    uneven = sprt(0, 0, 0, 0, 5, 0.05, 0.10)
    assert (round(uneven.lower, 2), round(uneven.upper, 2)) == (-2.25, 2.89)


def test_errors_that_nobody_asked_for_are_one_in_twenty() -> None:
    assert sprt(3, 2, 1, 0, 5) == sprt(3, 2, 1, 0, 5, 0.05, 0.05)


def test_the_published_test_that_was_accepted_is_accepted() -> None:
    assert sprt(880, 1863, 759, 0, 5, 0.05, 0.05).decision == 1


def test_the_test_rejects_an_entrant_who_is_no_better() -> None:
    assert sprt(1000, 1000, 1100, 0, 10).decision == -1


def test_a_few_games_decide_nothing() -> None:
    for wins, draws, losses in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (5, 0, 0)):
        test = sprt(wins, draws, losses, 0, 5)
        assert test.decision == 0
        assert math.isfinite(test.log_ratio)


def test_before_anything_is_played_the_ratio_is_even() -> None:
    assert sprt(0, 0, 0, 0, 5).log_ratio == 0
    assert sprt_of_pairs((0, 0, 0, 0, 0), 0, 5).log_ratio == 0


def test_swapping_the_entrants_and_the_hypotheses_swaps_the_answer() -> None:
    there = sprt(60, 30, 40, -5, 5, 0.05, 0.1)
    back = sprt(40, 30, 60, -5, 5, 0.1, 0.05)
    assert there.log_ratio == pytest.approx(-back.log_ratio)
    assert there.upper == pytest.approx(-back.lower)


def test_pairs_that_always_split_say_that_nobody_is_better() -> None:
    """Counted as single games, the results would look like a coin's; as pairs they show that the seat decides."""
    pairs = sprt_of_pairs((0, 2, 96, 2, 0), 0, 20)
    games = sprt(100, 0, 100, 0, 20)
    assert pairs.log_ratio < 3 * games.log_ratio < 0
