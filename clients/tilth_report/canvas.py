"""Drawing with matplotlib into SVG that is part of a page: its texts stay text in the page's font, and its colours
follow the reader's light or dark."""

import io
import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

INK, FAINT, LINE, PANEL, PAPER = "#1b1f24", "#5b6570", "#d5dbe1", "#f4f6f8", "#fdfdfe"
SERIES = ("#0072b2", "#d55e00", "#008a65", "#a8498a")
"""Colours that colour-blind readers can tell apart, too (after Okabe and Ito); lines differ in their dashes besides."""
DASHES = ("-", "--", "-.", ":")
VARIABLES = {
    INK: "ink",
    FAINT: "faint",
    LINE: "line",
    PANEL: "panel",
    PAPER: "paper",
    **{colour: f"series-{number}" for number, colour in enumerate(SERIES)},
}
"""Colours that the page's style sheet defines, for light and for dark."""

WIDTH = 10.0
"""Inches of matplotlib's, as all pictures have; the page shows them at most PIXELS wide."""
PIXELS = 960
LONGEST_NAME = 24

STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.edgecolor": FAINT,
    "axes.labelcolor": FAINT,
    "axes.titlecolor": INK,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.unicode_minus": True,
    "figure.facecolor": "none",
    "grid.color": LINE,
    "grid.linewidth": 0.7,
    "text.color": INK,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "lines.linewidth": 1.5,
    "legend.frameon": False,
}


@dataclass(frozen=True)
class Picture:
    """A finished plot: its SVG, title and caption."""

    svg: str
    title: str
    caption: str = ""


class Canvas:
    """A matplotlib figure; `svg` is set when the block of `canvas` ends."""

    def __init__(self, name: str, width: float, height: float) -> None:
        self.name = name
        self.figure = Figure(figsize=(width, height), layout=ConstrainedLayoutEngine(wspace=0.06))
        self.svg = ""

    def axes(self, rows: int = 1, columns: int = 1, **more: Any) -> list[Axes]:
        """Add a grid of plots to the figure and return their axes, row by row; `more` goes to matplotlib's
        `subplots`."""
        return list(self.figure.subplots(rows, columns, squeeze=False, **more).flat)


@contextmanager
def canvas(name: str, height: float, width: float = WIDTH) -> Iterator[Canvas]:
    """Yield a figure to draw on. When the block ends without an error, set the figure's `svg` to the text for the page.
    `name` makes the ids in it unique."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # its caches of fonts are no reader's concern
    style: Any = {**STYLE, "svg.hashsalt": name}
    with mpl.rc_context(style), warnings.catch_warnings():
        # A glyph that the font for measuring lacks is drawn by the browser, which has others.
        warnings.simplefilter("ignore", UserWarning)
        drawn = Canvas(name, width, height)
        yield drawn
        file = io.StringIO()
        drawn.figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
        drawn.svg = _embedded(file.getvalue(), name, width)


def short(name: str) -> str:
    """Return a name, cut off with an ellipsis if it is longer than LONGEST_NAME."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _embedded(svg: str, name: str, width: float) -> str:
    """Return matplotlib's SVG as an element of a page: without XML header, metadata, namespaces and fonts, with the
    width of the page at most, the picture's name in its ids, and the page's colours."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\s(?:xmlns(?::\w+)?|version)="[^"]*"', "", svg)
    svg = svg.replace("xlink:href=", "href=")
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    pixels = round(PIXELS * width / WIDTH)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', rf'\1 style="max-width: {pixels}px"', svg, count=1)
    used = set(re.findall(r"#([\w-]+)[\")]", svg))
    svg = re.sub(r'\sid="([^"]*)"', lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", svg)
    svg = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", svg)
    svg = re.sub(r"font-family: [^;\"]*;? ?", "", svg)
    svg = re.sub(r"(font: [^;\"']*)'[^;\"]*", r"\1var(--font)", svg)  # so in older versions
    return re.sub(r"#[0-9a-f]{6}\b", lambda found: _themed(found[0]), svg)


def _themed(colour: str) -> str:
    """Return a colour as a variable of the page's style sheet, if it has one."""
    return f"var(--{VARIABLES[colour]})" if colour in VARIABLES else colour
