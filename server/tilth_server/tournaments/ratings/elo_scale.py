"""The Elo scale: 400 points are odds of ten to one."""

import math

POINTS = 400 / math.log(10)
"""Elo points of one unit of log odds."""


def score_of(elo: float) -> float:
    """The expected score, 0 to 1, of who is so much better."""
    return 1 / (1 + math.exp(-elo / POINTS))


def elo_of(score: float) -> float:
    """Infinite for a score of 0 or 1, which no difference of strength explains."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return POINTS * math.log(score / (1 - score))
