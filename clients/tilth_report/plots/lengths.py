"""The lengths of the matches: in records, and in time."""

import math
import statistics
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from tilth_report.canvas import INK, PAPER, SERIES, Picture, canvas
from tilth_report.figures import lengths
from tilth_report.messages import Translate
from tilth_report.tournament_data import TournamentData

BINS = 24
UNITS = (("hours", 3_600.0), ("minutes", 60.0), ("seconds", 1.0), ("milliseconds", 0.001))


def match_lengths(data: TournamentData, tr: Translate) -> Picture | None:
    """Return two histograms, of the lengths in records and in time of the matches that were played to the end; None if
    there are none."""
    records, seconds = lengths(data)
    if not records and not seconds:
        return None
    with canvas("match-lengths", 3.1) as drawn:
        by_records, by_time = drawn.axes(1, 2)
        by_records.set_title(tr("lengths-records"))
        by_records.set_xlabel(tr("lengths-records_axis"))
        _histogram(by_records, [float(count) for count in records], "", tr)
        unit, worth = unit_of(seconds)
        by_time.set_title(tr("lengths-time"))
        by_time.set_xlabel(tr("lengths-time_axis", unit=tr(f"unit-{unit}")))
        _histogram(by_time, [each / worth for each in seconds], tr(f"unit_short-{unit}"), tr)
    return Picture(drawn.svg, tr("lengths-title"), tr("lengths-caption"))


def unit_of(seconds: Sequence[float]) -> tuple[str, float]:
    """Return the name and the seconds of the largest unit of time of which the median is at least two; milliseconds if
    none is."""
    middle = statistics.median(seconds) if seconds else 1.0
    return next(((name, worth) for name, worth in UNITS if middle >= 2 * worth), UNITS[-1])


def _histogram(axes: Axes, values: Sequence[float], unit: str, tr: Translate) -> None:
    """Draw a histogram of the values, with a line at their median."""
    axes.set_ylabel(tr("lengths-matches"))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(visible=False, axis="x")
    if not values:
        return
    axes.hist(values, bins=_bins(values), color=SERIES[0], alpha=0.6, edgecolor=PAPER, linewidth=0.8)
    middle = statistics.median(values)
    axes.axvline(middle, color=INK, linestyle="--", linewidth=1.2)
    axes.margins(y=0.18)
    text = tr("lengths-median", value=f"{middle:.4g}", unit=unit).strip()
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
    """Return the number of bins: about twice the square root of the number of values, at most BINS and one for each
    value."""
    return max(1, min(BINS, len(set(values)), round(2 * math.sqrt(len(values)))))
