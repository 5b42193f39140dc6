"""Scores of entrants who played the same deals alone, compared deal by deal.

A deal may be worth more than another, which moves all entrants alike. So what is compared are differences on the same
deal: between two entrants, or from the mean of all who have a score there. The margins are half-widths of 95 %
intervals of such mean differences, by Student's distribution. A game that was void, or adjudicated, has no score.
"""

import math
from collections.abc import Sequence

import msgspec

from tilth_server.tournaments.paired_tables import is_scored
from tilth_server.tournaments.ratings.elo import DEVIATIONS
from tilth_server.tournaments.tournament import Tournament

ScoresByDeal = dict[int, dict[int, int]]
"""Scores by deal and entrant."""

EXACT_QUANTILES = {1: 12.706204736, 2: 4.302652730, 3: 3.182446305, 4: 2.776445105}
"""Bounds of the 95 % interval by degrees of freedom, where the series of `_quantile` is too coarse."""


class Comparison(msgspec.Struct, frozen=True):
    """The mean difference of scores over a number of deals, with the half-width of its 95 % interval."""

    mean: float
    margin: float
    """Infinite with fewer than two deals."""
    deals: int
    better: float
    """Number of deals with the higher score; an equal one counts a half."""


def scores_by_deal(tournament: Tournament) -> ScoresByDeal:
    """Return the scores of all games that count, by deal and entrant."""
    found: ScoresByDeal = {}
    for game in tournament.counted():
        if is_scored(tournament, game):
            found.setdefault(game.deal, {})[game.seats[0]] = game.scores[0]
    return found


def mean_differences(tournament: Tournament) -> dict[int, float]:
    """Return by entrant the mean difference from the mean score of each deal; entrants without a score are left out."""
    return {entrant: sum(off) / len(off) for entrant, off in _differences(scores_by_deal(tournament)).items()}


def score_margins(scores: ScoresByDeal) -> dict[int, float]:
    """Return by entrant the margin of the mean difference from the mean score of each deal."""
    return {entrant: margin_of(off) for entrant, off in _differences(scores).items()}


def compared(scores: ScoresByDeal, first: int, second: int) -> Comparison:
    """Return the scores of the first entrant less those of the second, over the deals that both have a score of."""
    off = [each[first] - each[second] for each in scores.values() if first in each and second in each]
    better = sum(each > 0 for each in off) + sum(each == 0 for each in off) / 2
    return Comparison(sum(off) / len(off) if off else 0.0, margin_of(off), len(off), better)


def margin_of(values: Sequence[float]) -> float:
    """Return the half-width of the 95 % interval of the mean of these values; infinite for fewer than two."""
    count = len(values)
    if count < 2:
        return math.inf
    mean = sum(values) / count
    variance = sum((each - mean) ** 2 for each in values) / (count - 1)
    return _quantile(count - 1) * math.sqrt(variance / count)


def _differences(scores: ScoresByDeal) -> dict[int, list[float]]:
    """Return by entrant the differences from the mean score of each deal that several entrants have a score of. If
    there is none, the deals of one entrant count, too.
    """
    shared = [each for each in scores.values() if len(each) > 1] or list(scores.values())
    found: dict[int, list[float]] = {}
    for deal in shared:
        mean = sum(deal.values()) / len(deal)
        for entrant, score in deal.items():
            found.setdefault(entrant, []).append(score - mean)
    return found


def _quantile(freedom: int) -> float:
    """Return how many standard errors the 95 % interval reaches to each side, by Fisher's series around the normal
    distribution.
    """
    if freedom in EXACT_QUANTILES:
        return EXACT_QUANTILES[freedom]
    z, n = DEVIATIONS, freedom
    first = (z**3 + z) / (4 * n)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    return z + first + second + third
