"""The difference in strength between two entrants, in Elo, from their results against each other.

Results are counted by score, from the worst to the best: `(losses, draws, wins)` of single games, and for pairs of
games with the seats swapped the numbers of pairs with 0, a half, 1, one and a half, 2 points. Two games of a pair are
not independent (the same deal helps or hurts the same seat), so their sum is what varies. Without `pairs` this is the
trinomial estimate of cutechess-cli, without `singles` the pentanomial one of fishtest and fastchess.
"""

import math
from collections.abc import Sequence

import msgspec

from tilth_server.tournaments.ratings.elo_scale import elo_of

DEVIATIONS = 1.959963984540054
"""Half-width of the 95% interval in standard deviations."""

TAIL = 0.025
"""The probability beyond the 95% interval on one side."""


class Difference(msgspec.Struct, frozen=True):
    """The difference of the first entrant's strength to the second's, in Elo, with its 95% interval. All three may be
    infinite."""

    elo: float
    low: float
    high: float
    superiority: float
    """The likelihood, from 0 to 1, that the first entrant is the stronger one."""

    @property
    def margin(self) -> float:
        """Half of the interval's width, which other programs print after "+/-"."""
        return (self.high - self.low) / 2


def difference(singles: Sequence[int], pairs: Sequence[int] = (0, 0, 0, 0, 0)) -> Difference:
    """Return the difference that follows from single games and pairs of games together.

    Both are counted by score, as the module describes. Without games the interval is infinite.
    """
    games = sum(singles) + 2 * sum(pairs)
    if not games:
        return Difference(0.0, -math.inf, math.inf, 0.5)
    points = sum(count * k for k, count in enumerate(singles)) / 2
    points += sum(count * k for k, count in enumerate(pairs)) / 2
    mean = points / games
    spread = sum(count * (k / 2 - mean) ** 2 for k, count in enumerate(singles))
    spread += sum(count * (k / 2 - 2 * mean) ** 2 for k, count in enumerate(pairs))
    error = math.sqrt(spread) / games
    low, high = _interval(mean, error, sum(singles) + sum(pairs))
    return Difference(elo_of(mean), elo_of(low), elo_of(high), _superiority(singles, pairs, mean, error))


def _interval(mean: float, error: float, count: int) -> tuple[float, float]:
    """Return the 95% interval of the expected score, from its mean, its standard error and the number of results.

    If all results are equal, the standard error is 0, although results may vary. Then the interval assumes that a share
    of all results is like these (which is true with 97.5%), and that the rest may be anything.
    """
    if error > 0:
        return mean - DEVIATIONS * error, mean + DEVIATIONS * error
    alike = TAIL ** (1 / count)
    return alike * mean, 1 - alike * (1 - mean)


def _superiority(singles: Sequence[int], pairs: Sequence[int], mean: float, error: float) -> float:
    """Return the likelihood, from 0 to 1, that the first entrant is the stronger one; 0.5 if no result shows it.

    Pairs are compared by their scores. Single games, and pairs that are all alike, are compared by wins, because draws
    say nothing about it.
    """
    if any(pairs) and error > 0:
        return _normal((mean - 0.5) / error)
    won = singles[2] + pairs[3] + pairs[4]
    lost = singles[0] + pairs[1] + pairs[0]
    return _normal((won - lost) / math.sqrt(won + lost)) if won + lost else 0.5


def _normal(deviations: float) -> float:
    """Return the probability that a normal variable lies below this many standard deviations."""
    return (1 + math.erf(deviations / math.sqrt(2))) / 2
