"""How much better one entrant is than another, in Elo, from what they scored against each other.

Results are counted by score, from the worst to the best: `(losses, draws, wins)` of single games, and of pairs of
games with the seats swapped how many had 0, a half, 1, one and a half, 2 points. Two games of a pair are not
independent (the same deal helps or hurts whoever sits there), so their sum is what varies; with `pairs` left out this
is the trinomial estimate of cutechess-cli, with `singles` left out the pentanomial one of fishtest and fastchess.
"""

import math
from collections.abc import Sequence

import msgspec

from tilth_server.tournaments.ratings.elo_scale import elo_of

DEVIATIONS = 1.959963984540054
"""Half-width of the 95% interval in standard deviations."""

TAIL = 0.025
"""What lies beyond it on one side."""


class Difference(msgspec.Struct, frozen=True):
    """Of the first against the second. Ends of the interval may be infinite, and so may be `elo`."""

    elo: float
    low: float
    high: float
    superiority: float
    """The likelihood that the first is the better one, 0 to 1."""

    @property
    def margin(self) -> float:
        """What the programs print after "+/-"."""
        return (self.high - self.low) / 2


def difference(singles: Sequence[int], pairs: Sequence[int] = (0, 0, 0, 0, 0)) -> Difference:
    """What single games and pairs of games say together. Of no games: that nothing is known."""
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
    """Of the expected score. Where all results are equal they show no spread, though there may be one: then so many
    of all results are sure (with 97.5%) to be like these, and the rest may be anything."""
    if error > 0:
        return mean - DEVIATIONS * error, mean + DEVIATIONS * error
    alike = TAIL ** (1 / count)
    return alike * mean, 1 - alike * (1 - mean)


def _superiority(singles: Sequence[int], pairs: Sequence[int], mean: float, error: float) -> float:
    """Of pairs by the score; of single games, and where all pairs are alike, by who won: draws say nothing about it."""
    if any(pairs) and error > 0:
        return _normal((mean - 0.5) / error)
    won = singles[2] + pairs[3] + pairs[4]
    lost = singles[0] + pairs[1] + pairs[0]
    return _normal((won - lost) / math.sqrt(won + lost)) if won + lost else 0.5


def _normal(deviations: float) -> float:
    return (1 + math.erf(deviations / math.sqrt(2))) / 2
