"""The worth of a garden to its player, in points: a smooth estimate of the outcome."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from tilth.games.petrichor.v1 import petrichor_pb2 as petrichor
from tilth_bots.gardener.garden import FROST, RAIN, SUN, WIND, Changes, Garden, Plot

WHEAT_TOKEN: Final = 5 / 12
"""Share of the points for most Wheat tokens that one token counts for."""

WIN_AGAIN: Final = 1.0
"""Expected voting wins in each round to come."""


def odds(argument: float) -> float:
    """Return the logistic function of a number: between 0 and 1, and a half at 0."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, argument))))


@dataclass(frozen=True, slots=True)
class Forecast:
    """The probability that each weather is resolved in this round, and the probability that a drop in a light or a
    thunder cloud reaches the tile below it."""

    weather: tuple[float, ...]
    light: float
    """Probability that a drop in a light cloud reaches the tile below it; `thunder` is the same for a thunder
    cloud."""
    thunder: float

    @classmethod
    def of(cls, garden: Garden, certain: int | None = None) -> "Forecast":
        """Return the forecast for a garden from its votes and the rounds that are left. `certain` is a weather (0 to 3)
        that is sure to be resolved, or None."""
        weather = list(_weathers(garden))
        if certain is not None:
            weather[certain] = 1.0
        later = 1 - 0.75**garden.rounds_to_come
        thunder = 1 - (1 - weather[RAIN]) * (1 - 0.9 * later)
        light = 1 - (1 - weather[RAIN] * weather[FROST]) * (1 - 0.7 * later)
        # A light cloud can be rained from and filled up, as long as somebody plays cards.
        return cls(tuple(weather), 0.15 + 0.85 * light, 0.15 + 0.85 * thunder)

    def cloud(self, kind: int) -> float:
        """Return the probability that a drop in a cloud of this kind reaches the tile below it; any kind but a thunder
        cloud counts as light."""
        return self.thunder if kind == petrichor.CLOUD_THUNDER else self.light


def _weathers(garden: Garden) -> Sequence[float]:
    """Return the probability that each of the four weathers is resolved in this round, from the votes of all sides."""
    totals = [sum(votes[weather] for votes in garden.votes) for weather in (FROST, SUN, WIND, RAIN)]
    if not garden.rounds_to_come:
        return [1.0 if total else 0.35 for total in totals]
    ranked = sorted(totals, reverse=True)
    between = (ranked[1] + ranked[2]) / 2
    return [odds(1.1 * (total - between)) for total in totals]


def worth(garden: Garden, forecast: Forecast | None = None) -> float:
    """Return the worth of a garden in points: the expected points of the bot from now on less the average of the
    others'. Points already scored are left out. Without a forecast, the one of the garden is used."""
    forecast = forecast or Forecast.of(garden)
    fields = sum(plot_worth(garden, forecast, plot) for plot in garden.plots.values())
    return fields + votes_worth(garden, forecast)


def gain(garden: Garden, forecast: Forecast, changes: Changes) -> float:
    """Return the gain in points if the plots in `changes` replace those of the garden; the forecast stays the same."""
    return sum(
        plot_worth(garden, forecast, plot) - plot_worth(garden, forecast, garden.plots[place])
        for place, plot in changes.items()
    )


def plot_worth(garden: Garden, forecast: Forecast, plot: Plot) -> float:
    """Return the points that the bot expects from the harvest of a plot, less the average of the others'. 0 for a plot
    without drops or without a crop."""
    share = forecast.cloud(plot.cloud)
    drops = [down + share * up for down, up in zip(plot.drops, plot.cloud_drops, strict=True)]
    total = sum(drops)
    if not total or plot.crop not in garden.crops:
        return 0.0
    grown = odds(1.4 * (total - plot.need + 0.5 + 0.8 * garden.rounds_to_come))
    return grown * _over_others(garden, _points(garden, forecast, plot, drops))


def _over_others(garden: Garden, points: Sequence[float]) -> float:
    """Return the bot's number of points less the average of the other sides'. `points` holds one number for each
    side."""
    mine = points[garden.me]
    return mine - (sum(points) - mine) / max(1, garden.sides - 1)


def _points(garden: Garden, forecast: Forecast, plot: Plot, drops: Sequence[float]) -> list[float]:
    """Return the expected points of each side at a harvest of a grown plot. `drops` are the expected drops by side; a
    side with less than one drop gets that share of its points."""
    present = [min(1.0, count) for count in drops]
    bonus = garden.printed.fertilizer_bonus if plot.fertilized else 0
    crop = garden.crops[plot.crop]
    match plot.crop:
        case petrichor.CROP_RICE:
            developed = _develops(garden, forecast, plot, RAIN)
            return [
                developed * (crop.per_drop * count + bonus * here)
                for count, here in zip(drops, present, strict=True)
            ]
        case petrichor.CROP_CORN:
            company = sum(present)
            return [here * (_between(crop.by_company, max(0.0, company - 1)) + bonus) for here in present]
    ranks = _ranks(garden, forecast, plot, drops, crop)
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
            score += WHEAT_TOKEN * garden.printed.wheat_most * max(0.0, 1 - place)
        points.append(here * score)
    return points


def _ranks(
    garden: Garden, forecast: Forecast, plot: Plot, drops: Sequence[float], crop: petrichor.PrintedCrop
) -> Sequence[float]:
    """Return the expected points for the first, second, ... place at a harvest of a plot with these expected drops by
    side."""
    grown = crop.developed
    if crop.sprouting:
        developed = _develops(garden, forecast, plot, SUN)
        return [
            developed * high + (1 - developed) * low for high, low in zip(grown, crop.sprouting, strict=True)
        ]
    if crop.overwatered:
        drowned = odds(2.0 * (sum(drops) - crop.overwatered_at + 0.5))
        return [(1 - drowned) * dry + drowned * wet for dry, wet in zip(grown, crop.overwatered, strict=True)]
    return grown


def _develops(garden: Garden, forecast: Forecast, plot: Plot, weather: int) -> float:
    """Return the probability that a plot becomes developed, for which this weather (0 to 3) must be resolved in this or
    a later round; 1 if it is."""
    if plot.growth == petrichor.GROWTH_DEVELOPED:
        return 1.0
    return 1 - (1 - forecast.weather[weather]) * 0.7**garden.rounds_to_come


def _between(values: Sequence[float], at: float) -> float:
    """Return the value at a fractional index, interpolated linearly; beyond the end, the last value."""
    below = min(int(at), len(values) - 1)
    above = min(below + 1, len(values) - 1)
    return values[below] + (values[above] - values[below]) * (at - below)


def votes_worth(garden: Garden, forecast: Forecast) -> float:
    """Return the expected points of the bot from the Voting Wins track, less the average of the others'."""
    ahead = garden.rounds_to_come * WIN_AGAIN
    return _over_others(
        garden,
        [
            _between(garden.track, garden.wins[side] + ahead + _wins(garden, forecast, side))
            for side in range(garden.sides)
        ],
    )


def _wins(garden: Garden, forecast: Forecast, side: int) -> float:
    """Return the expected number of voting wins of a side in this round, at most 2."""
    found = 0.0
    for weather in (FROST, SUN, WIND, RAIN):
        mine = garden.votes[side][weather]
        theirs = max(votes[weather] for other, votes in enumerate(garden.votes) if other != side)
        if mine:
            tie = -0.6 if garden.sides == 2 else 0.6
            found += forecast.weather[weather] * odds(1.3 * (mine - theirs) + tie)
    return min(found, 2.0)
