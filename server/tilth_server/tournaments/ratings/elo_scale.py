"""The Elo scale: 400 points are odds of ten to one."""

import math

POINTS = 400 / math.log(10)
"""Elo points of one unit of log odds."""


def score_of(elo: float) -> float:
    """Return the expected score, from 0 to 1, of a player who is this many Elo points stronger than the other."""
    return 1 / (1 + math.exp(-elo / POINTS))


def elo_of(score: float) -> float:
    """Return the Elo difference for this expected score; infinite for a score of 0 or 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return POINTS * math.log(score / (1 - score))
