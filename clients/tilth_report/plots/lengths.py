"""How long the matches were: in records, and in time."""

import math
import statistics
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from tilth_report.canvas import INK, PAPER, SERIES, Picture, canvas
from tilth_report.contest import Contest
from tilth_report.figures import lengths
from tilth_report.words import Say

BINS = 24
UNITS = (("hours", 3_600.0), ("minutes", 60.0), ("seconds", 1.0), ("milliseconds", 0.001))


def match_lengths(contest: Contest, say: Say) -> Picture | None:
    records, seconds = lengths(contest)
    if not records and not seconds:
        return None
    with canvas("match-lengths", 3.1) as drawn:
        by_records, by_time = drawn.axes(1, 2)
        by_records.set_title(say("lengths.records"))
        by_records.set_xlabel(say("lengths.records_axis"))
        _histogram(by_records, [float(count) for count in records], "", say)
        unit, worth = unit_of(seconds)
        by_time.set_title(say("lengths.time"))
        by_time.set_xlabel(say("lengths.time_axis", unit=say(f"unit.{unit}")))
        _histogram(by_time, [each / worth for each in seconds], say(f"unit_short.{unit}"), say)
    return Picture(drawn.svg, say("lengths.title"), say("lengths.caption"))


def unit_of(seconds: Sequence[float]) -> tuple[str, float]:
    """The largest unit of which the median is at least two."""
    middle = statistics.median(seconds) if seconds else 1.0
    return next(((name, worth) for name, worth in UNITS if middle >= 2 * worth), UNITS[-1])


def _histogram(axes: Axes, values: Sequence[float], unit: str, say: Say) -> None:
    axes.set_ylabel(say("lengths.matches"))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(visible=False, axis="x")
    if not values:
        return
    axes.hist(values, bins=_bins(values), color=SERIES[0], alpha=0.6, edgecolor=PAPER, linewidth=0.8)
    middle = statistics.median(values)
    axes.axvline(middle, color=INK, linestyle="--", linewidth=1.2)
    axes.margins(y=0.18)
    text = say("lengths.median", value=f"{middle:.4g}", unit=unit).strip()
    left_half = middle < (min(values) + max(values)) / 2
    axes.text(
        middle,
        0.98,
        f"\N{NO-BREAK SPACE}{text}\N{NO-BREAK SPACE}",
        ha="left" if left_half else "right",
        va="top",
        transform=axes.get_xaxis_transform(),
        fontsize=9,
    )


def _bins(values: Sequence[float]) -> int:
    return max(1, min(BINS, len(set(values)), round(2 * math.sqrt(len(values)))))
