"""Scores and shares of wins by seat, which show whether a seat wins more."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from tilth_report.canvas import FAINT, INK, PAPER, SERIES, Picture, canvas
from tilth_report.figures import SeatFigures, seat_figures
from tilth_report.messages import Translate
from tilth_report.tournament_data import TournamentData

SPREAD = 0.32
"""Half the width of a box."""


def seat_scores(data: TournamentData, tr: Translate) -> Picture | None:
    """Return two plots by seat, of the scores and of the share of wins, with sentences on seats that win more or less
    than their even share; None without counted games."""
    seats = seat_figures(data)
    if not seats:
        return None
    with canvas("seat-scores", 3.9) as drawn:
        scores, wins = drawn.axes(1, 2)
        _scores(scores, seats, tr)
        _wins(wins, seats, tr)
    return Picture(drawn.svg, tr("seats-title"), f"{verdict(seats, tr)} {tr('seats-caption')}")


def verdict(seats: Sequence[SeatFigures], tr: Translate) -> str:
    """Return a sentence for each seat that surely wins more or less than its even share; one sentence that the seats
    are even if there is none."""
    leaning = [seat for seat in seats if seat.leans]
    if not leaning:
        return tr("seats-even")
    return " ".join(
        tr(
            "seats-more" if seat.leans > 0 else "seats-less",
            seat=seat.seat,
            share=f"{seat.wins.value:.1%}",
            low=f"{seat.wins.low:.1%}",
            high=f"{seat.wins.high:.1%}",
            even=f"{seat.even:.1%}",
            games=seat.games,
        )
        for seat in leaning
    )


def _scores(axes: Axes, seats: Sequence[SeatFigures], tr: Translate) -> None:
    """Draw a box plot of the scores of each seat."""
    axes.set_title(tr("seats-scores"))
    axes.set_xlabel(tr("seats-axis"))
    axes.set_ylabel(tr("seats-scores_axis"))
    scored = [seat for seat in seats if seat.scores]
    if scored:
        drawn = axes.boxplot(
            [seat.scores for seat in scored],
            positions=[seat.seat for seat in scored],
            widths=2 * SPREAD,
            whis=(5, 95),
            patch_artist=True,
            flierprops={"marker": ".", "markersize": 3, "markeredgecolor": FAINT, "alpha": 0.6},
            medianprops={"color": INK, "linewidth": 1.8},
            whiskerprops={"color": FAINT},
            capprops={"color": FAINT},
        )
        for box in drawn["boxes"]:
            box.set(facecolor=SERIES[0], alpha=0.35, edgecolor=SERIES[0])
    _number(axes, seats, [f"{seat.seat}\n{tr('seats-matches', games=len(seat.scores))}" for seat in seats])


def _wins(axes: Axes, seats: Sequence[SeatFigures], tr: Translate) -> None:
    """Draw a bar for the share of games that each seat has won, with its interval."""
    axes.set_title(tr("seats-wins"))
    axes.set_xlabel(tr("seats-axis"))
    axes.set_ylabel(tr("seats-wins_axis"))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    for seat in seats:
        below, above = seat.wins.value - seat.wins.low, seat.wins.high - seat.wins.value
        axes.bar([seat.seat], [seat.wins.value], width=2 * SPREAD, color=SERIES[0], alpha=0.35)
        axes.errorbar(
            [seat.seat],
            [seat.wins.value],
            [[max(0.0, below)], [max(0.0, above)]],
            fmt="o",
            color=SERIES[0],
            capsize=5,
        )
        axes.annotate(
            f"{seat.wins.value:.1%}",
            (seat.seat, seat.wins.high),
            xytext=(0, 5),
            textcoords="offset points",
            ha="center",
            va="bottom",
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1.5},
        )
        axes.plot(
            [seat.seat - 0.48, seat.seat + 0.48],
            [seat.even, seat.even],
            color=INK,
            linestyle="--",
            linewidth=1.2,
        )
    axes.set_ylim(0, min(1.12, max(seat.wins.high for seat in seats) * 1.25))
    _number(axes, seats, [f"{seat.seat}\n{won_of(seat, tr)}" for seat in seats])


def won_of(seat: SeatFigures, tr: Translate) -> str:
    """Return a text with the number of games of a seat, those that it won alone and, if there are some, those that it
    shared."""
    key = "seats-won_and_shared" if seat.shared else "seats-won"
    return tr(key, won=seat.won, shared=seat.shared, games=seat.games)


def _number(axes: Axes, seats: Sequence[SeatFigures], labels: Sequence[str]) -> None:
    """Label the axis with these texts, one at each seat."""
    axes.set_xticks([seat.seat for seat in seats], labels)
    axes.set_xlim(seats[0].seat - 0.6, seats[-1].seat + 0.6)
    axes.tick_params(axis="x", length=0)
    axes.grid(visible=False, axis="x")
