"""The entrants' ratings: over time, and at the end."""

import math
from collections.abc import Sequence

from matplotlib.axes import Axes

from tilth_dataclasses.tilth.v1 import Standing
from tilth_report.canvas import DASHES, FAINT, INK, LINE, SERIES, Canvas, Picture, canvas, short
from tilth_report.figures import Z
from tilth_report.messages import Translate
from tilth_report.tournament_data import TournamentData

TOGETHER = 4
"""The number of lines with their bands that are legible in one panel; if there are more, each gets a panel."""
PANELS = 12
COLUMNS = 4
ROWS_SHOWN = 40
POINTS = 240
"""The points of one line; a longer line is thinned out to about this number."""
OTHERS_POINTS = 40
"""The points of a line that is there only for comparison."""
UNITS = (("days", 86_400, 3), ("hours", 3_600, 3), ("minutes", 60, 3), ("seconds", 1, 0))
"""Units of time: the name, the seconds, and the number of units from which the unit is used."""

Line = list[tuple[float, float, float]]
"""A line of points: time, rating, half-width of the rating's interval."""


def ratings_over_time(data: TournamentData, tr: Translate) -> Picture | None:
    """Return the entrants' ratings over the time of the tournament: in one panel for up to TOGETHER entrants, else in a
    panel for each of the best PANELS. None if no rating has a history."""
    lines = _lines(data)
    if not lines:
        return None
    ranked = [standing for standing in data.ranked if standing.entrant in lines]
    unit, seconds = _unit(max(line[-1][0] for line in lines.values()))
    for number, line in lines.items():
        lines[number] = [(at / seconds, mu, reach) for at, mu, reach in line]
    label = tr("ratings-time", unit=tr(f"unit-{unit}"))
    if len(ranked) <= TOGETHER:
        with canvas("ratings-over-time", 4.2) as drawn:
            _together(drawn, ranked, lines)
            drawn.figure.supxlabel(label, fontsize=9, color=FAINT)
            drawn.figure.supylabel(tr("ratings-rating"), fontsize=9, color=FAINT)
        return Picture(drawn.svg, tr("ratings-title"), tr("ratings-caption"))
    rows = math.ceil(min(len(ranked), PANELS) / COLUMNS)
    with canvas("ratings-over-time", 0.8 + 1.9 * rows) as drawn:
        _apart(drawn, ranked, lines, rows)
        drawn.figure.supxlabel(label, fontsize=9, color=FAINT)
        drawn.figure.supylabel(tr("ratings-rating"), fontsize=9, color=FAINT)
    more = len(ranked) > PANELS
    caption = (
        tr("ratings-caption_best", shown=PANELS, all=len(ranked)) if more else tr("ratings-caption_each")
    )
    return Picture(drawn.svg, tr("ratings-title"), f"{tr('ratings-caption')} {caption}")


def _lines(data: TournamentData) -> dict[int, Line]:
    """Return the lines by the entrants' numbers; time is in seconds since the beginning."""
    histories = {
        number: [(point.at, point) for point in rating.history if point.at is not None]
        for number, rating in data.rating_of.items()
    }
    times = [at for points in histories.values() for at, _ in points]
    if not times:
        return {}
    begin = min(times)
    if data.tournament.started_at is not None:
        begin = min(begin, data.tournament.started_at)
    lines = {
        number: [((at - begin).total_seconds(), point.mu, Z * point.sigma) for at, point in points]
        for number, points in histories.items()
    }
    return {number: _thinned(line, POINTS) for number, line in lines.items() if line}


def _thinned(line: Line, most: int) -> Line:
    """Return every n-th point of a line and its last one, so that about `most` points are left."""
    step = max(1, len(line) // most)
    return [*line[:-1:step], line[-1]]


def _unit(span_s: float) -> tuple[str, int]:
    """Return the name and the seconds of the largest unit of which the span has enough."""
    return next((name, seconds) for name, seconds, least in UNITS if span_s >= least * seconds)


def _together(drawn: Canvas, ranked: Sequence[Standing], lines: dict[int, Line]) -> None:
    """Draw the rating lines of all entrants with their intervals in one panel, with a legend above it."""
    (axes,) = drawn.axes()
    for number, standing in enumerate(ranked):
        line = lines[standing.entrant]
        _band(axes, line, SERIES[number], DASHES[number], f"{standing.place}. {short(standing.player_name)}")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.12), ncols=TOGETHER, handlelength=3)
    axes.margins(x=0.01)


def _apart(drawn: Canvas, ranked: Sequence[Standing], lines: dict[int, Line], rows: int) -> None:
    """Draw a panel for each entrant, the best first, as many as there are panels, with the lines of up to ROWS_SHOWN
    entrants in grey behind it."""
    all_axes = drawn.axes(rows, COLUMNS, sharex=True, sharey=True)
    others = [_thinned(lines[standing.entrant], OTHERS_POINTS) for standing in ranked[:ROWS_SHOWN]]
    for axes, standing in zip(all_axes, ranked, strict=False):
        for line in others:
            axes.plot(
                [at for at, _, _ in line], [mu for _, mu, _ in line], color=LINE, linewidth=0.7, zorder=1
            )
        _band(axes, lines[standing.entrant], SERIES[0], DASHES[0], "")
        axes.set_title(f"{standing.place}. {short(standing.player_name)}", fontsize=9)
        axes.margins(x=0.02)
    for axes in all_axes[len(ranked) :]:
        axes.set_visible(False)


def _band(axes: Axes, line: Line, colour: str, dashes: str, name: str) -> None:
    """Draw a line with the shaded band of its interval; a line of one point is drawn as a dot."""
    at = [at for at, _, _ in line]
    axes.fill_between(
        at,
        [mu - reach for _, mu, reach in line],
        [mu + reach for _, mu, reach in line],
        color=colour,
        alpha=0.16,
        linewidth=0,
        zorder=2,
    )
    # One game is a point, and no line.
    marker = "o" if len(line) == 1 else ""
    ratings = [mu for _, mu, _ in line]
    axes.plot(at, ratings, color=colour, linestyle=dashes, marker=marker, label=name, zorder=3)


def final_ratings(data: TournamentData, tr: Translate) -> Picture | None:
    """Return two plots of the entrants who have played, the best ROWS_SHOWN: their Elo and their final rating, each
    with its interval. None if nobody has played."""
    shown = [standing for standing in data.ranked if standing.games][:ROWS_SHOWN]
    if not shown:
        return None
    with canvas("final-ratings", 1.3 + 0.26 * len(shown)) as drawn:
        elo, rating = drawn.axes(1, 2, sharey=True)
        elo.set_title(tr("final-elo"))
        elo.set_xlabel(tr("final-elo_axis"))
        _whiskers(elo, [(standing.elo, standing.elo_margin) for standing in shown])
        elo.axvline(0, color=FAINT, linewidth=0.9, linestyle="--", zorder=1)
        rating.set_title(tr("final-rating"))
        rating.set_xlabel(tr("final-rating_axis"))
        found = [data.rating_of.get(standing.entrant) for standing in shown]
        _whiskers(rating, [(each.mu, Z * each.sigma) if each else (math.nan, math.nan) for each in found])
        elo.set_ylim(len(shown) - 0.4, -0.6)
        elo.set_yticks(
            range(len(shown)),
            [f"{standing.place}. {short(standing.player_name)}" for standing in shown],
        )
    more = len(data.ranked) - len(shown)
    caption = tr("final-caption") + (f" {tr('more-left_out', shown=len(shown), more=more)}" if more else "")
    return Picture(drawn.svg, tr("final-title"), caption)


def _whiskers(axes: Axes, figures: Sequence[tuple[float, float]]) -> None:
    """Draw each figure in its own row as a dot and its interval as a line; an infinite figure is an arrow at the edge,
    and a missing one (NaN) is left out."""
    bounded = [(value, reach) for value, reach in figures if math.isfinite(value)]
    edges = [
        edge for value, reach in bounded for edge in (value - reach, value + reach) if math.isfinite(edge)
    ]
    low, high = min(edges, default=-1.0), max(edges, default=1.0)
    room = (high - low) * 0.05 or 1.0
    for row, (value, reach) in enumerate(figures):
        if math.isinf(value):
            at = high + room if value > 0 else low - room
            axes.plot([at], [row], marker=">" if value > 0 else "<", color=SERIES[0], markersize=7)
        elif not math.isnan(value):
            left, right = max(low - room, value - reach), min(high + room, value + reach)
            axes.plot([left, right], [row, row], color=SERIES[0], linewidth=1.6, alpha=0.55)
            axes.plot([value], [row], marker="o", color=SERIES[0], markersize=5)
    axes.set_xlim(low - 2 * room, high + 2 * room)
    axes.grid(axis="y", color=LINE, linewidth=0.4)
    axes.tick_params(axis="y", length=0, labelcolor=INK)
