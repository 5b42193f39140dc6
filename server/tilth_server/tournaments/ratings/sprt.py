"""The sequential probability ratio test between two entrants, in the generalised form that engine testers use.

The ratio is that of two likelihoods of the results: under the best-fitting distribution whose expected score is that of
elo1, and under the best-fitting one whose expected score is that of elo0. Nothing else about the distribution (the rate
of draws, the correlation in a pair of games) is assumed; it is fitted, too. Elo is logistic, as everywhere in Tilth;
`Model.NORMALISED` is the unit of fishtest's `<elo0,elo1>`, which measures the score in its own standard deviations.

The test ends when the logarithm of the ratio leaves (log(beta / (1 - alpha)), log((1 - beta) / alpha)).
"""

import math
from collections.abc import Sequence
from enum import Enum

import msgspec

from tilth_server.tournaments.ratings.elo_scale import POINTS, score_of

UNSEEN_COUNT = 1e-3
"""The count for a result that has not come yet, so that it is taken as rare and not as impossible."""

DEFAULT_ERROR = 0.05
"""The chance of either error if the settings name none."""


class Model(Enum):
    """The unit of elo0 and elo1."""

    LOGISTIC = "logistic"
    """The expected score."""
    NORMALISED = "normalised"
    """The expected score less a half, in standard deviations of one game."""


class Sprt(msgspec.Struct, frozen=True):
    """The state of a sequential test: it decides when `log_ratio` leaves the interval from `lower` to `upper`."""

    log_ratio: float
    """The logarithm of the likelihood ratio."""
    lower: float
    upper: float
    decision: int
    """-1: the test accepts elo0; 1: it accepts elo1; 0: it has not decided."""


def sprt(
    wins: int, draws: int, losses: int, elo0: float, elo1: float, alpha: float = 0, beta: float = 0
) -> Sprt:
    """Return the state of the test after these single games, with logistic Elo. An error of 0 means 0.05."""
    return sprt_from_ratio(log_likelihood_ratio((losses, draws, wins), elo0, elo1), alpha, beta)


def sprt_of_pairs(pairs: Sequence[int], elo0: float, elo1: float, alpha: float = 0, beta: float = 0) -> Sprt:
    """Return the state of the test after these pairs of games: the numbers of pairs with 0, a half, 1, one and a half,
    2 points."""
    return sprt_from_ratio(log_likelihood_ratio(pairs, elo0, elo1), alpha, beta)


def sprt_from_ratio(llr: float, alpha: float, beta: float) -> Sprt:
    """Return the state of a test with this logarithm of the likelihood ratio and these chances of errors."""
    alpha, beta = alpha or DEFAULT_ERROR, beta or DEFAULT_ERROR
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    return Sprt(llr, lower, upper, (llr >= upper) - (llr <= lower))


def log_likelihood_ratio(
    counts: Sequence[int], elo0: float, elo1: float, model: Model = Model.LOGISTIC
) -> float:
    """Return the logarithm of the likelihood ratio of elo1 to elo0.

    `counts` are the numbers of results with each score, evenly from the worst to the best: three for single games, five
    for pairs.
    """
    if not any(counts):
        return 0.0
    seen = [float(count) or UNSEEN_COUNT for count in counts]
    total = sum(seen)
    shares = [count / total for count in seen]
    scores = [k / (len(counts) - 1) for k in range(len(counts))]
    if model is Model.LOGISTIC:
        worse, better = (_with_mean(scores, shares, score_of(elo)) for elo in (elo0, elo1))
    else:
        # The mean of several games has a smaller deviation than one game.
        unit = math.sqrt((len(counts) - 1) / 2) / (2 * POINTS)
        worse, better = (_with_effect(scores, shares, elo * unit) for elo in (elo0, elo1))
    return sum(count * math.log(b / a) for count, a, b in zip(seen, worse, better, strict=True))


def _with_mean(scores: Sequence[float], shares: Sequence[float], mean: float) -> list[float]:
    """Return the distribution with this mean score under which the observed `shares` are most likely: the probability
    of each of `scores`.
    """
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
    """Return the distribution under which the observed `shares` are most likely, among those whose mean is `effect` of
    their own deviations above a half.

    The condition is not linear. It is made linear at the last fit, again and again, which converges quickly.
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
