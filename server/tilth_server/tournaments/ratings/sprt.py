"""The sequential probability ratio test between two entrants, in the generalised form that engine testers use.

The ratio is of the likelihoods of two best fits to what was seen: the distribution of results under which the
expected score is that of elo1, and the one under which it is that of elo0. Nothing else about the results (how often
games are drawn, how much two games of a pair agree) is presumed: it is fitted too. Elo is logistic, as everywhere in
Tilth; `Model.NORMALISED` is what fishtest's `<elo0,elo1>` are in, where the score is measured in its own deviations.

The test ends when the logarithm of the ratio leaves (log(beta / (1 - alpha)), log((1 - beta) / alpha)).
"""

import math
from collections.abc import Sequence
from enum import Enum

import msgspec

from tilth_server.tournaments.ratings.elo_scale import POINTS, score_of

UNSEEN = 1e-3
"""Counts of results that have not come yet: they are rare, not impossible."""

ERROR = 0.05
"""The chance of either error where none is asked for."""


class Model(Enum):
    """What elo0 and elo1 measure."""

    LOGISTIC = "logistic"
    """The expected score."""
    NORMALISED = "normalised"
    """The expected score less a half, in standard deviations of one game."""


class Sprt(msgspec.Struct, frozen=True):
    """Where a test stands."""

    llr: float
    """The logarithm of the likelihood ratio."""
    lower: float
    upper: float
    decision: int
    """-1: elo0 it is, 1: elo1 it is, 0: nobody knows yet."""


def sprt(
    wins: int, draws: int, losses: int, elo0: float, elo1: float, alpha: float = 0, beta: float = 0
) -> Sprt:
    """The test over single games, in logistic Elo. An error of 0 means 0.05."""
    return judged(log_likelihood_ratio((losses, draws, wins), elo0, elo1), alpha, beta)


def sprt_of_pairs(pairs: Sequence[int], elo0: float, elo1: float, alpha: float = 0, beta: float = 0) -> Sprt:
    """The test over pairs of games: how many pairs had 0, a half, 1, one and a half, 2 points."""
    return judged(log_likelihood_ratio(pairs, elo0, elo1), alpha, beta)


def judged(llr: float, alpha: float, beta: float) -> Sprt:
    """What follows from a log-likelihood ratio."""
    alpha, beta = alpha or ERROR, beta or ERROR
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    return Sprt(llr, lower, upper, (llr >= upper) - (llr <= lower))


def log_likelihood_ratio(
    counts: Sequence[int], elo0: float, elo1: float, model: Model = Model.LOGISTIC
) -> float:
    """Of elo1 against elo0. `counts` are how often each score came, evenly from the worst to the best:
    three for single games, five for pairs."""
    if not any(counts):
        return 0.0
    seen = [float(count) or UNSEEN for count in counts]
    total = sum(seen)
    shares = [count / total for count in seen]
    scores = [k / (len(counts) - 1) for k in range(len(counts))]
    if model is Model.LOGISTIC:
        worse, better = (_with_mean(scores, shares, score_of(elo)) for elo in (elo0, elo1))
    else:
        # Of the mean of several games the deviation is that much smaller.
        unit = math.sqrt((len(counts) - 1) / 2) / (2 * POINTS)
        worse, better = (_with_effect(scores, shares, elo * unit) for elo in (elo0, elo1))
    return sum(count * math.log(b / a) for count, a, b in zip(seen, worse, better, strict=True))


def _with_mean(scores: Sequence[float], shares: Sequence[float], mean: float) -> list[float]:
    """The most likely distribution behind `shares` among those with this mean."""
    off = [score - mean for score in scores]
    low, high = -1 / max(off), -1 / min(off)
    for _ in range(100):
        tilt = (low + high) / 2
        if tilt in (low, high):
            break
        if sum(share * each / (1 + tilt * each) for share, each in zip(shares, off, strict=True)) > 0:
            low = tilt
        else:
            high = tilt
    tilt = (low + high) / 2
    return [share / (1 + tilt * each) for share, each in zip(shares, off, strict=True)]


def _with_effect(scores: Sequence[float], shares: Sequence[float], effect: float) -> list[float]:
    """The most likely distribution behind `shares` whose mean is so many of its own deviations above a half.

    The condition is bent, so it is made straight at the last fit, over and over; that settles quickly.
    """
    fit = [1 / len(shares)] * len(shares)
    for _ in range(50):
        mean = sum(share * score for share, score in zip(fit, scores, strict=True))
        spread = math.sqrt(sum(share * (score - mean) ** 2 for share, score in zip(fit, scores, strict=True)))
        straight = [
            score - 0.5 - effect * spread * (1 + ((mean - score) / spread) ** 2) / 2 for score in scores
        ]
        last, fit = fit, _with_mean(straight, shares, 0)
        if max(abs(a - b) for a, b in zip(last, fit, strict=True)) < 1e-12:
            break
    return fit
