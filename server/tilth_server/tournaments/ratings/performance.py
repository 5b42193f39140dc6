"""How strong the entrants of one contest played: Elo against the mean of the field, fitted to all its results at once.

The model is Bradley and Terry's: who is d Elo better than another has the expected score 1 / (1 + 10^(-d / 400)),
a draw being half a win. At a table of more than two every two of them are one comparison. What is fitted is the
likelihood of everything that was seen, with a weak prior for each entrant: a deviation of 500 Elo around the field's
mean. It hardly moves anybody who has both won and lost; it is what keeps those finite who have only won.

The margins are of the 95% interval, from the curvature of the likelihood at the fit. That alone would take draws, the
several comparisons at one table, and the games of one set (which may have the same deal) for so many independent wins
and losses. So the curvature is divided by how much the scores of whole sets really scatter around what is expected,
over how much they would: much less than 1 where most games are drawn, much more where a set is all won or all lost.
That ratio is taken as 1 with the weight of eight even games, so that a few results don't make it extreme.
"""

import math
from collections.abc import Iterable, Sequence
from operator import mul

import msgspec

from tilth_server.tournaments.contest import Game
from tilth_server.tournaments.ledger import Score
from tilth_server.tournaments.ratings.elo import DEVIATIONS
from tilth_server.tournaments.ratings.elo_scale import POINTS

PRIOR = (POINTS / 500) ** 2
"""The prior's precision, as everything below in units of log odds."""

EXACT = 48
"""Up to so many entrants the curvature is inverted exactly; beyond, what is open about opponents counts once."""

BELIEF = 2.0
"""What the scatter's ratio of 1 weighs: the information of eight games between equals."""

SETTLED = 1e-6
"""The fit ends when nobody moves by more."""

Fields = Sequence[dict[int, Score]]
"""By entrant: the scores against everybody met."""


class Performance(msgspec.Struct, frozen=True):
    """One entrant's, in Elo. Nobody's who has not played is known: 0, with the prior's margin."""

    elo: float
    margin: float


def performances(met: Fields, sets: Iterable[Sequence[Game]]) -> list[Performance]:
    """By entrant. `sets` are the same games as `met`, by set."""
    ordered = [dict(sorted(scores.items())) for scores in met]
    strengths = _fit(ordered)
    expected = [
        {other: 1 / (1 + math.exp(strengths[other] - strengths[entrant])) for other in scores}
        for entrant, scores in enumerate(ordered)
    ]
    information = [
        {other: score.games * chance[other] * (1 - chance[other]) for other, score in scores.items()}
        for scores, chance in zip(ordered, expected, strict=True)
    ]
    scatter = _scatter(expected, information, sets)
    scaled = [{other: value / scatter for other, value in row.items()} for row in information]
    variances = _exact_variances(scaled) if len(met) <= EXACT else _near_variances(scaled)
    played = [strength for strength, scores in zip(strengths, ordered, strict=True) if scores]
    mean = sum(played) / len(played) if played else 0.0
    return [
        Performance(POINTS * (strength - mean) if scores else 0.0, POINTS * DEVIATIONS * math.sqrt(variance))
        for strength, scores, variance in zip(strengths, ordered, variances, strict=True)
    ]


def _fit(met: Fields) -> list[float]:
    """Newton's method. Each step is solved by conjugate gradients, whose number of rounds hardly grows with the field,
    nor where entrants have only met others of about their strength."""
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
        steps = _solved(own, between, others, slopes)
        longest = max(map(abs, steps), default=0.0)
        scale = min(1.0, 2 / longest) if longest else 0.0
        strengths = [strength + scale * step for strength, step in zip(strengths, steps, strict=True)]
        if longest < SETTLED:
            break
    return strengths


def _solved(
    own: Sequence[float],
    between: Sequence[Sequence[float]],
    others: Sequence[Sequence[int]],
    right: list[float],
) -> list[float]:
    """What the curvature times gives `right`, to a hundredth: the next step goes on from there."""
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


def _scatter(
    expected: Sequence[dict[int, float]],
    information: Sequence[dict[int, float]],
    sets: Iterable[Sequence[Game]],
) -> float:
    """How much the scores of sets scatter, as a part of what as many independent wins and losses would."""
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
    return (seen * (usual > 0) + BELIEF) / (usual + BELIEF)


def _near_variances(information: Sequence[dict[int, float]]) -> list[float]:
    """What one's own games leave open, and what is left open about each opponent in proportion to their part in it."""
    own = [PRIOR + sum(row.values()) for row in information]
    return [
        (1 + sum(value * value / own[other] for other, value in row.items()) / total) / total
        for row, total in zip(information, own, strict=True)
    ]


def _exact_variances(information: Sequence[dict[int, float]]) -> list[float]:
    """Of the differences from the mean: the diagonal of the inverse of the curvature, less what moves all alike."""
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
    """By elimination. The diagonal outweighs everything else, so it needs no exchange of rows."""
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
