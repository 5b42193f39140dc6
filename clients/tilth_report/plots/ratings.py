"""How strong the entrants turned out to be: over time, and in the end."""

import math
from collections.abc import Sequence

from matplotlib.axes import Axes

from tilth_dataclasses.tilth.v1 import Standing
from tilth_report.canvas import DASHES, FAINT, INK, LINE, SERIES, Canvas, Picture, canvas, short
from tilth_report.contest import Contest
from tilth_report.figures import Z
from tilth_report.words import Say

TOGETHER = 4
"""So many lines with their bands can be told apart in one panel; more get a panel each."""
PANELS = 12
COLUMNS = 4
ROWS_SHOWN = 40
POINTS = 240
"""Of one line; a longer one is thinned out to about so many."""
OTHERS_POINTS = 40
"""Of a line that is only there to be compared with."""
UNITS = (("days", 86_400, 3), ("hours", 3_600, 3), ("minutes", 60, 3), ("seconds", 1, 0))
"""A unit of time is used from so many of it on."""

Line = list[tuple[float, float, float]]
"""Time, rating, half-width of its interval."""


def ratings_over_time(contest: Contest, say: Say) -> Picture | None:
    lines = _lines(contest)
    if not lines:
        return None
    ranked = [standing for standing in contest.ranked if standing.entrant in lines]
    unit, seconds = _unit(max(line[-1][0] for line in lines.values()))
    for number, line in lines.items():
        lines[number] = [(at / seconds, mu, reach) for at, mu, reach in line]
    label = say("ratings.time", unit=say(f"unit.{unit}"))
    if len(ranked) <= TOGETHER:
        with canvas("ratings-over-time", 4.2) as drawn:
            _together(drawn, ranked, lines)
            drawn.figure.supxlabel(label, fontsize=9, color=FAINT)
            drawn.figure.supylabel(say("ratings.rating"), fontsize=9, color=FAINT)
        return Picture(drawn.svg, say("ratings.title"), say("ratings.caption"))
    rows = math.ceil(min(len(ranked), PANELS) / COLUMNS)
    with canvas("ratings-over-time", 0.8 + 1.9 * rows) as drawn:
        _apart(drawn, ranked, lines, rows)
        drawn.figure.supxlabel(label, fontsize=9, color=FAINT)
        drawn.figure.supylabel(say("ratings.rating"), fontsize=9, color=FAINT)
    more = len(ranked) > PANELS
    caption = (
        say("ratings.caption_best", shown=PANELS, all=len(ranked)) if more else say("ratings.caption_each")
    )
    return Picture(drawn.svg, say("ratings.title"), f"{say('ratings.caption')} {caption}")


def _lines(contest: Contest) -> dict[int, Line]:
    """By the entrants' numbers; time in seconds since the beginning."""
    histories = {
        number: [(point.at, point) for point in rating.history if point.at is not None]
        for number, rating in contest.rating_of.items()
    }
    times = [at for points in histories.values() for at, _ in points]
    if not times:
        return {}
    begin = min(times)
    if contest.tournament.started_at is not None:
        begin = min(begin, contest.tournament.started_at)
    lines = {
        number: [((at - begin).total_seconds(), point.mu, Z * point.sigma) for at, point in points]
        for number, points in histories.items()
    }
    return {number: _thinned(line, POINTS) for number, line in lines.items() if line}


def _thinned(line: Line, most: int) -> Line:
    step = max(1, len(line) // most)
    return [*line[:-1:step], line[-1]]


def _unit(span_s: float) -> tuple[str, int]:
    return next((name, seconds) for name, seconds, least in UNITS if span_s >= least * seconds)


def _together(drawn: Canvas, ranked: Sequence[Standing], lines: dict[int, Line]) -> None:
    (axes,) = drawn.axes()
    for number, standing in enumerate(ranked):
        line = lines[standing.entrant]
        _band(axes, line, SERIES[number], DASHES[number], f"{standing.place}. {short(standing.player_name)}")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.12), ncols=TOGETHER, handlelength=3)
    axes.margins(x=0.01)


def _apart(drawn: Canvas, ranked: Sequence[Standing], lines: dict[int, Line], rows: int) -> None:
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


def final_ratings(contest: Contest, say: Say) -> Picture | None:
    shown = [standing for standing in contest.ranked if standing.games][:ROWS_SHOWN]
    if not shown:
        return None
    with canvas("final-ratings", 1.3 + 0.26 * len(shown)) as drawn:
        elo, rating = drawn.axes(1, 2, sharey=True)
        elo.set_title(say("final.elo"))
        elo.set_xlabel(say("final.elo_axis"))
        _whiskers(elo, [(standing.elo, standing.elo_margin) for standing in shown])
        elo.axvline(0, color=FAINT, linewidth=0.9, linestyle="--", zorder=1)
        rating.set_title(say("final.rating"))
        rating.set_xlabel(say("final.rating_axis"))
        found = [contest.rating_of.get(standing.entrant) for standing in shown]
        _whiskers(rating, [(each.mu, Z * each.sigma) if each else (math.nan, math.nan) for each in found])
        elo.set_ylim(len(shown) - 0.4, -0.6)
        elo.set_yticks(
            range(len(shown)),
            [f"{standing.place}. {short(standing.player_name)}" for standing in shown],
        )
    more = len(contest.ranked) - len(shown)
    caption = say("final.caption") + (f" {say('more.left_out', shown=len(shown), more=more)}" if more else "")
    return Picture(drawn.svg, say("final.title"), caption)


def _whiskers(axes: Axes, figures: Sequence[tuple[float, float]]) -> None:
    """A dot and the line of its interval. What has no bound, as Elo of who won every game, is an arrow at the edge."""
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
