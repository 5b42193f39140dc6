"""What a garden is worth to its gardener, in points: an estimate, smooth where the future is open."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from tilth.games.petrichor.v1 import petrichor_pb2 as petrichor
from tilth_bots.gardener.garden import FROST, RAIN, SUN, WIND, Changes, Garden, Plot

RANKS: Final[dict[tuple[int, int], tuple[float, ...]]] = {
    (petrichor.CROP_WHEAT, petrichor.GROWTH_DEVELOPED): (2, 3, 3, 3),
    (petrichor.CROP_COTTON, petrichor.GROWTH_DEVELOPED): (5, 2, 0, 0),
    (petrichor.CROP_GRASS, petrichor.GROWTH_DEVELOPED): (4, 3, 2, 1),
    (petrichor.CROP_POTATO, petrichor.GROWTH_DEVELOPED): (3, 5, 2, 1),
    (petrichor.CROP_COFFEE, petrichor.GROWTH_SPROUTING): (5, 3, 2, 1),
    (petrichor.CROP_COFFEE, petrichor.GROWTH_DEVELOPED): (10, 6, 4, 2),
    (petrichor.CROP_CACTUS, petrichor.GROWTH_DEVELOPED): (6, 4, 2, 1),
    (petrichor.CROP_CACTUS, petrichor.GROWTH_OVERWATERED): (2, 1, 2, 1),
}
"""Points by place, for each crop and growth."""
CORN: Final = (12, 8, 4, 2)
"""By the number of players present."""
WHEAT_TOKEN: Final = 5.0
"""What a Wheat token may come to: 12 points for the most of them."""
DROWNS_AT: Final = 4

WIN_AGAIN: Final = 1.0
"""Voting wins to expect of each round to come."""


def odds(argument: float) -> float:
    """From 0 to 1, a half at 0."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, argument))))


@dataclass(frozen=True, slots=True)
class Forecast:
    """How likely each weather is to come this round, and what that means for a cloud."""

    weather: tuple[float, ...]
    light: float
    """How likely a drop in a light cloud is to reach the tile below it."""
    thunder: float

    @classmethod
    def of(cls, garden: Garden, certain: int | None = None) -> "Forecast":
        """`certain` is a weather that is sure to come."""
        weather = list(_weathers(garden))
        if certain is not None:
            weather[certain] = 1.0
        later = 1 - 0.75**garden.rounds_to_come
        thunder = 1 - (1 - weather[RAIN]) * (1 - 0.9 * later)
        light = 1 - (1 - weather[RAIN] * weather[FROST]) * (1 - 0.7 * later)
        # A light cloud can be rained from and filled up, as long as somebody plays cards.
        return cls(tuple(weather), 0.15 + 0.85 * light, 0.15 + 0.85 * thunder)

    def cloud(self, kind: int) -> float:
        return self.thunder if kind == petrichor.CLOUD_THUNDER else self.light


def _weathers(garden: Garden) -> Sequence[float]:
    totals = [sum(votes[weather] for votes in garden.votes) for weather in (FROST, SUN, WIND, RAIN)]
    if not garden.rounds_to_come:
        return [1.0 if total else 0.35 for total in totals]
    ranked = sorted(totals, reverse=True)
    between = (ranked[1] + ranked[2]) / 2
    return [odds(1.1 * (total - between)) for total in totals]


def worth(garden: Garden, forecast: Forecast | None = None) -> float:
    """All of it: my points to come less the others'."""
    forecast = forecast or Forecast.of(garden)
    fields = sum(plot_worth(garden, forecast, plot) for plot in garden.plots.values())
    return fields + votes_worth(garden, forecast)


def gain(garden: Garden, forecast: Forecast, changes: Changes) -> float:
    """What changed plots are worth more than before."""
    return sum(
        plot_worth(garden, forecast, plot) - plot_worth(garden, forecast, garden.plots[place])
        for place, plot in changes.items()
    )


def plot_worth(garden: Garden, forecast: Forecast, plot: Plot) -> float:
    """What the harvest of a plot may bring me, less what it may bring the others."""
    share = forecast.cloud(plot.cloud)
    drops = [down + share * up for down, up in zip(plot.drops, plot.cloud_drops, strict=True)]
    total = sum(drops)
    if not total or plot.crop in (petrichor.CROP_UNSPECIFIED, petrichor.CROP_LAKE):
        return 0.0
    grown = odds(1.4 * (total - plot.need + 0.5 + 0.8 * garden.rounds_to_come))
    return grown * _over_others(garden, _points(garden, forecast, plot, drops))


def _over_others(garden: Garden, points: Sequence[float]) -> float:
    mine = points[garden.me]
    return mine - (sum(points) - mine) / max(1, garden.sides - 1)


def _points(garden: Garden, forecast: Forecast, plot: Plot, drops: Sequence[float]) -> list[float]:
    """What each side would score: by its expected place, as far as it is present at all."""
    present = [min(1.0, count) for count in drops]
    bonus = 1.0 if plot.fertilized else 0.0
    match plot.crop:
        case petrichor.CROP_RICE:
            developed = _develops(garden, forecast, plot, RAIN)
            return [developed * (count + bonus * here) for count, here in zip(drops, present, strict=True)]
        case petrichor.CROP_CORN:
            company = sum(present)
            return [here * (_between(CORN, max(0.0, company - 1)) + bonus) for here in present]
    ranks = _ranks(garden, forecast, plot, drops)
    points: list[float] = []
    for side, here in enumerate(present):
        if not here:
            points.append(0.0)
            continue
        ahead = [
            odds(2.2 * (theirs - drops[side]) + 0.3)
            for other, theirs in enumerate(drops)
            if other != side and theirs
        ]
        place = sum(ahead)
        score = _between(ranks, place) + bonus
        if plot.crop == petrichor.CROP_WHEAT:
            score += WHEAT_TOKEN * max(0.0, 1 - place)
        points.append(here * score)
    return points


def _ranks(garden: Garden, forecast: Forecast, plot: Plot, drops: Sequence[float]) -> Sequence[float]:
    grown = RANKS.get((plot.crop, petrichor.GROWTH_DEVELOPED), (0.0,))
    if plot.crop == petrichor.CROP_COFFEE:
        developed = _develops(garden, forecast, plot, SUN)
        sprouting = RANKS[plot.crop, petrichor.GROWTH_SPROUTING]
        return [developed * high + (1 - developed) * low for high, low in zip(grown, sprouting, strict=True)]
    if plot.crop == petrichor.CROP_CACTUS:
        drowned = odds(2.0 * (sum(drops) - DROWNS_AT + 0.5))
        low = RANKS[plot.crop, petrichor.GROWTH_OVERWATERED]
        return [(1 - drowned) * dry + drowned * wet for dry, wet in zip(grown, low, strict=True)]
    return grown


def _develops(garden: Garden, forecast: Forecast, plot: Plot, weather: int) -> float:
    if plot.growth == petrichor.GROWTH_DEVELOPED:
        return 1.0
    return 1 - (1 - forecast.weather[weather]) * 0.7**garden.rounds_to_come


def _between(values: Sequence[float], at: float) -> float:
    """The values, with a straight line from each to the next."""
    below = min(int(at), len(values) - 1)
    above = min(below + 1, len(values) - 1)
    return values[below] + (values[above] - values[below]) * (at - below)


def votes_worth(garden: Garden, forecast: Forecast) -> float:
    """What the Voting Wins track may bring me, less what it may bring the others."""
    ahead = garden.rounds_to_come * WIN_AGAIN
    return _over_others(
        garden,
        [
            _between(garden.track, garden.wins[side] + ahead + _wins(garden, forecast, side))
            for side in range(garden.sides)
        ],
    )


def _wins(garden: Garden, forecast: Forecast, side: int) -> float:
    """Voting wins to expect of this round."""
    found = 0.0
    for weather in (FROST, SUN, WIND, RAIN):
        mine = garden.votes[side][weather]
        theirs = max(votes[weather] for other, votes in enumerate(garden.votes) if other != side)
        if mine:
            tie = -0.6 if garden.sides == 2 else 0.6
            found += forecast.weather[weather] * odds(1.3 * (mine - theirs) + tie)
    return min(found, 2.0)
