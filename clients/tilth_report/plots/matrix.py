"""The crosstable as a matrix of the entrants' scores against each other."""

from collections.abc import Sequence

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import ListedColormap
from matplotlib.patches import Rectangle

from tilth_dataclasses.tilth.v1 import CrosstableCell
from tilth_report.canvas import FAINT, LINE, WIDTH, Canvas, Picture, canvas, short
from tilth_report.messages import Translate
from tilth_report.tournament_data import TournamentData

ROWS_SHOWN = 40
WITH_POINTS = 12
"""The most rows for which a cell shows points and games. With up to twice as many it shows the share; beyond, only the
colour."""
COLOURS = colormaps["RdBu"]
"""Two hues that colour-blind readers tell apart, with an even score in pale grey."""
DARK, LIGHT = "#111417", "#fefefe"
STEPS = 40
"""The number of steps of the scale; from fifty on matplotlib would draw it as a raster image."""


def score_matrix(data: TournamentData, tr: Translate) -> Picture | None:
    """Return the crosstable as a matrix of coloured squares, with at most ROWS_SHOWN entrants; None if no games have
    been counted."""
    rows = data.standings.crosstable[:ROWS_SHOWN]
    if not any(cell.games for row in rows for cell in row.cells):
        return None
    names = [short(standing.player_name) for standing in data.ranked[: len(rows)]]
    size = len(rows)
    cell_inches = min(0.75, 7.4 / size)
    height = cell_inches * size
    with canvas("score-matrix", 1.4 + height, WIDTH if size > 5 else 6.0) as drawn:
        (axes,) = drawn.axes()
        for number, row in enumerate(rows):
            _draw_row(axes, number, row.cells[:size])
        _frame(axes, names)
        _scale(drawn, axes, height, tr)
    left_out = len(data.standings.crosstable) - size
    caption = tr("matrix-caption")
    if left_out:
        caption += f" {tr('more-left_out', shown=size, more=left_out)}"
    return Picture(drawn.svg, tr("matrix-title"), caption)


def _draw_row(axes: Axes, row: int, cells: Sequence[CrosstableCell]) -> None:
    """Draw an entrant's row: for each opponent a square whose colour shows the share of points, if they have played."""
    for column, cell in enumerate(cells):
        if column == row:
            axes.add_patch(Rectangle((column, row), 1, 1, facecolor=LINE, edgecolor=LINE, linewidth=0.6))
        elif cell.games:
            share = cell.points / cell.games
            # The ends of the scale are so dark that they say more than there is to say.
            shade = COLOURS(0.1 + 0.8 * share)
            axes.add_patch(Rectangle((column, row), 1, 1, facecolor=shade, edgecolor=LINE, linewidth=0.6))
            _write(axes, (column + 0.5, row + 0.5), cell, len(cells))


def _write(axes: Axes, at: tuple[float, float], cell: CrosstableCell, size: int) -> None:
    """Write the points and games, or in a larger crosstable the share, into a square; nothing in a very large one."""
    if size > 2 * WITH_POINTS:
        return
    share = cell.points / cell.games
    text = f"{cell.points:g}/{cell.games}" if size <= WITH_POINTS else f"{share:.0%}"
    colour = LIGHT if abs(share - 0.5) > 0.33 else DARK
    axes.text(*at, text, ha="center", va="center", color=colour, fontsize=9 if size <= 8 else 7)


def _frame(axes: Axes, names: Sequence[str]) -> None:
    """Set the axes of the matrix: a square for each pair, numbers above, and numbers with names on the left."""
    size = len(names)
    axes.set_xlim(0, size)
    axes.set_ylim(size, 0)
    axes.set_aspect("equal")
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelsize=9 if size <= 24 else 7)
    axes.set_xticks([number + 0.5 for number in range(size)], [str(number + 1) for number in range(size)])
    axes.set_yticks(
        [number + 0.5 for number in range(size)],
        [f"{number}. {name}" for number, name in enumerate(names, 1)],
    )


def _scale(drawn: Canvas, axes: Axes, height: float, tr: Translate) -> None:
    """Draw the scale of the colours below the matrix, as wide as it."""
    bar = axes.inset_axes((0, -0.25 / height, 1, 0.12 / height))
    kept = ListedColormap([COLOURS(0.1 + 0.8 * step / (STEPS - 1)) for step in range(STEPS)])
    scale = drawn.figure.colorbar(ScalarMappable(cmap=kept), cax=bar, orientation="horizontal")
    scale.set_label(tr("matrix-scale"), color=FAINT)
    scale.set_ticks([0, 0.5, 1], labels=["0%", "50%", "100%"])
    scale.outline.set_visible(False)
    if scale.solids is not None:
        scale.solids.set_edgecolor("face")
