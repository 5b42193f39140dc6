"""Short lines side by side, in as few rows as there is room for; where lines are too long for that they are wrapped."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from tilth_cli.games.lines import beside, wrapped

GAP: Final = 3
MIN_WIDTH: Final = 20
"""The least width of a column with wrapped lines."""
WORTH_IT: Final = 0.75
"""The share of the height that two columns of wrapped lines may take at most to be preferred to one column."""


def in_columns(lines: Sequence[Text], width: int, indent: int) -> list[Text]:
    """Return lines side by side in as many columns as fit, read from top to bottom. If two do not fit, lines are
    wrapped, in two columns if that is much shorter than one. Wrapped lines continue behind `indent` blanks."""
    for count in range(len(lines), 1, -1):
        columns = _columns(lines, count)
        if sum(map(_widest, columns)) + GAP * (len(columns) - 1) <= width:
            return _side_by_side(columns, [_widest(column) for column in columns])
    if not lines:
        return []
    alone = [part for line in lines for part in wrapped(line, width, indent)]
    half = (width - GAP) // 2
    two = _in_two(lines, half, indent) if half >= MIN_WIDTH else alone
    return two if len(two) <= WORTH_IT * len(alone) else alone


def _columns(lines: Sequence[Text], count: int) -> list[Sequence[Text]]:
    """Return the lines divided into at most this number of columns of the same height; the last one may be shorter."""
    high = -(-len(lines) // count)
    return [lines[at : at + high] for at in range(0, len(lines), high)]


def _widest(column: Sequence[Text]) -> int:
    """Return the width of the widest line."""
    return max(line.cell_len for line in column)


def _in_two(lines: Sequence[Text], half: int, indent: int) -> list[Text]:
    """Return the lines in two columns, wrapped where they are too wide."""
    high = -(-len(lines) // 2)
    left, right = lines[:high], lines[high:]
    found: list[Text] = []
    for at, line in enumerate(left):
        other = wrapped(right[at], half, indent) if at < len(right) else []
        found += beside(wrapped(line, half, indent), half + GAP, other)
    return found


def _side_by_side(columns: Sequence[Sequence[Text]], widths: Sequence[int]) -> list[Text]:
    """Return the lines of columns drawn side by side, each as wide as given, with a gap between them."""
    found = list(columns[-1])
    for column, wide in zip(columns[-2::-1], widths[-2::-1], strict=True):
        found = beside(column, wide + GAP, found)
    return found
