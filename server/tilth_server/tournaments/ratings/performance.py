"""The strength of each entrant of one tournament: Elo above the mean of the field, fitted to all results at once.

The model is Bradley and Terry's: an entrant who is d Elo better than another has the expected score 1 / (1 + 10^(-d /
400)), and a draw is half a win. At a table of more than two every two of them are one comparison. The fit takes the
most likely strengths, with a weak prior for each entrant: a deviation of 500 Elo around the field's mean. The prior
hardly moves an entrant who has both won and lost, and keeps those finite who have only won.

The margins are of the 95% interval, from the curvature of the likelihood at the fit. That alone would take draws, the
several comparisons at one table, and the games of one set (which may have the same deal) for independent wins and
losses. So the curvature is divided by a ratio: how much the scores of whole sets scatter around the expected ones, over
how much independent wins and losses would. The ratio is much less than 1 if most games are drawn, and much more if a
set is all won or all lost. It is taken as 1 with the weight of eight even games, so that a few results don't make it
extreme.
"""

import math
from collections.abc import Iterable, Sequence
from operator import mul

import msgspec

from tilth_server.tournaments.pairing import Pairing
from tilth_server.tournaments.ratings.elo import DEVIATIONS
from tilth_server.tournaments.ratings.elo_scale import POINTS
from tilth_server.tournaments.totals import PairScore

PRIOR = (POINTS / 500) ** 2
"""The prior's precision, in units of log odds, as all values below."""

MAX_EXACT_ENTRANTS = 48
"""Number of entrants up to which margins are exact. In larger fields the uncertainty about opponents is
approximated."""

SCATTER_WEIGHT = 2.0
"""The weight of a ratio of 1 for the scatter: the information of eight games between equals."""

MAX_LAST_STEP = 1e-6
"""The fit ends when no strength moves by more than this."""

ScoresByEntrant = Sequence[dict[int, PairScore]]
"""The scores against each opponent, by entrant."""


class Performance(msgspec.Struct, frozen=True):
    """The strength of one entrant in Elo, and its margin of error. Without games it is 0, with the prior's margin."""

    elo: float
    margin: float


def strengths_of(met: ScoresByEntrant, sets: Iterable[Sequence[Pairing]]) -> list[Performance]:
    """Return the strength of each entrant, from their scores `met` against each opponent. `sets` are the same games, by
    set."""
    ordered = [dict(sorted(scores.items())) for scores in met]
    strengths = _fitted_strengths(ordered)
    expected = [
        {other: 1 / (1 + math.exp(strengths[other] - strengths[entrant])) for other in scores}
        for entrant, scores in enumerate(ordered)
    ]
    information = [
        {other: score.games * chance[other] * (1 - chance[other]) for other, score in scores.items()}
        for scores, chance in zip(ordered, expected, strict=True)
    ]
    scatter = _scatter_ratio(expected, information, sets)
    scaled = [{other: value / scatter for other, value in row.items()} for row in information]
    variances = _exact_variances(scaled) if len(met) <= MAX_EXACT_ENTRANTS else _approximate_variances(scaled)
    played = [strength for strength, scores in zip(strengths, ordered, strict=True) if scores]
    mean = sum(played) / len(played) if played else 0.0
    return [
        Performance(POINTS * (strength - mean) if scores else 0.0, POINTS * DEVIATIONS * math.sqrt(variance))
        for strength, scores, variance in zip(strengths, ordered, variances, strict=True)
    ]


def _fitted_strengths(met: ScoresByEntrant) -> list[float]:
    """Return the most likely strengths by entrant, found by Newton's method.

    Each step is solved by conjugate gradients, whose number of iterations hardly grows with the field.
    """
    points = [sum(score.points for score in scores.values()) for scores in met]
    others = [list(scores) for scores in met]
    counts = [[score.games for score in scores.values()] for scores in met]
    strengths = [0.0] * len(met)
    for _ in range(100):
        slopes, own, between = [], [], []
        for entrant, strength in enumerate(strengths):
            chances = [1 / (1 + math.exp(strengths[other] - strength)) for other in others[entrant]]
            expected = list(map(mul, counts[entrant], chances))
            between.append([each * (1 - chance) for each, chance in zip(expected, chances, strict=True)])
            own.append(PRIOR + sum(between[entrant]))
            slopes.append(points[entrant] - sum(expected) - PRIOR * strength)
        steps = _solve(own, between, others, slopes)
        longest = max(map(abs, steps), default=0.0)
        scale = min(1.0, 2 / longest) if longest else 0.0
        strengths = [strength + scale * step for strength, step in zip(strengths, steps, strict=True)]
        if longest < MAX_LAST_STEP:
            break
    return strengths


def _solve(
    own: Sequence[float],
    between: Sequence[Sequence[float]],
    others: Sequence[Sequence[int]],
    right: list[float],
) -> list[float]:
    """Return the vector whose product with the curvature is `right`, by conjugate gradients, to an accuracy of a
    hundredth.

    The curvature is a matrix: `own` is its diagonal, and `between` are the negated entries of each row, at the columns
    in `others`. The next Newton step corrects the rest.
    """
    found = [0.0] * len(right)
    rest = right
    towards = [each / weight for each, weight in zip(rest, own, strict=True)]
    size = bound = sum(map(mul, rest, towards))
    for _ in range(len(right)):
        if size <= 1e-4 * bound:
            break
        at = towards.__getitem__
        bent = [
            weight * each - sum(map(mul, row, map(at, columns)))
            for weight, each, row, columns in zip(own, towards, between, others, strict=True)
        ]
        length = size / sum(map(mul, towards, bent))
        found = [each + length * way for each, way in zip(found, towards, strict=True)]
        rest = [each - length * off for each, off in zip(rest, bent, strict=True)]
        eased = [each / weight for each, weight in zip(rest, own, strict=True)]
        size, last = sum(map(mul, rest, eased)), size
        towards = [each + size / last * way for each, way in zip(eased, towards, strict=True)]
    return found


def _scatter_ratio(
    expected: Sequence[dict[int, float]],
    information: Sequence[dict[int, float]],
    sets: Iterable[Sequence[Pairing]],
) -> float:
    """Return the ratio of the scatter of whole sets' scores to that of independent wins and losses."""
    seen, comparisons = 0.0, 0
    for games in sets:
        off: dict[int, float] = {}
        for game in games:
            for entrant, place in zip(game.seats, game.places, strict=True):
                chances = expected[entrant]
                miss = off.get(entrant, 0.0)
                for other, theirs in zip(game.seats, game.places, strict=True):
                    if other != entrant:
                        miss += (1.0 if place < theirs else 0.5 if place == theirs else 0.0) - chances[other]
                off[entrant] = miss
        seen += sum(miss * miss for miss in off.values())
        comparisons += len(off) - 1
    # The fit follows the results, so they scatter less around it than around the truth.
    fitted = max(0, sum(1 for row in information if row) - 1)
    free = max(0.0, 1 - fitted / comparisons) if comparisons else 0.0
    usual = free * sum(sum(row.values()) for row in information)
    return (seen * (usual > 0) + SCATTER_WEIGHT) / (usual + SCATTER_WEIGHT)


def _approximate_variances(information: Sequence[dict[int, float]]) -> list[float]:
    """Return approximate variances by entrant, from their own games and in part from the variances of each opponent."""
    own = [PRIOR + sum(row.values()) for row in information]
    return [
        (1 + sum(value * value / own[other] for other, value in row.items()) / total) / total
        for row, total in zip(information, own, strict=True)
    ]


def _exact_variances(information: Sequence[dict[int, float]]) -> list[float]:
    """Return the variances by entrant of their differences from the mean strength.

    They are the diagonal of the inverse of the curvature, without the part that moves all entrants alike.
    """
    playing = [entrant for entrant, row in enumerate(information) if row]
    matrix = [[-information[entrant].get(other, 0.0) for other in playing] for entrant in playing]
    for at, entrant in enumerate(playing):
        matrix[at][at] = PRIOR + sum(information[entrant].values())
    inverse = _inverse(matrix)
    means = [sum(row) / len(playing) for row in inverse]
    mean = sum(means) / max(1, len(playing))
    variances = [1 / PRIOR] * len(information)
    for at, entrant in enumerate(playing):
        variances[entrant] = max(0.0, inverse[at][at] - 2 * means[at] + mean)
    return variances


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of the matrix, by elimination. The diagonal dominates, so no rows have to be exchanged."""
    count = len(matrix)
    rows = [row + [float(each == column) for column in range(count)] for each, row in enumerate(matrix)]
    for pivot, pivot_row in enumerate(rows):
        factor = 1 / pivot_row[pivot]
        pivot_row = rows[pivot] = [value * factor for value in pivot_row]
        for each, row in enumerate(rows):
            if each != pivot and row[pivot]:
                scale = row[pivot]
                rows[each] = [value - scale * lead for value, lead in zip(row, pivot_row, strict=True)]
    return [row[count:] for row in rows]
