"""Short lines side by side, in as few rows as there is room for; where lines are too long for that they are wrapped."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from tilth_cli.games.lines import beside, wrapped

GAP: Final = 3
LEAST: Final = 20
"""A column with wrapped lines is no narrower."""
WORTH_IT: Final = 0.75
"""Wrapped lines stand in two columns if that takes at most so much of the height."""


def in_columns(lines: Sequence[Text], width: int, indent: int) -> list[Text]:
    """In reading order from top to bottom; what is wrapped goes on under its first word, so far from the left."""
    for count in range(len(lines), 1, -1):
        columns = _columns(lines, count)
        if sum(map(_widest, columns)) + GAP * (len(columns) - 1) <= width:
            return _side_by_side(columns, [_widest(column) for column in columns])
    if not lines:
        return []
    alone = [part for line in lines for part in wrapped(line, width, indent)]
    half = (width - GAP) // 2
    two = _in_two(lines, half, indent) if half >= LEAST else alone
    return two if len(two) <= WORTH_IT * len(alone) else alone


def _columns(lines: Sequence[Text], count: int) -> list[Sequence[Text]]:
    high = -(-len(lines) // count)
    return [lines[at : at + high] for at in range(0, len(lines), high)]


def _widest(column: Sequence[Text]) -> int:
    return max(line.cell_len for line in column)


def _in_two(lines: Sequence[Text], half: int, indent: int) -> list[Text]:
    """Each line beside the one of the same number in the other column, wrapped or not."""
    high = -(-len(lines) // 2)
    left, right = lines[:high], lines[high:]
    found: list[Text] = []
    for at, line in enumerate(left):
        other = wrapped(right[at], half, indent) if at < len(right) else []
        found += beside(wrapped(line, half, indent), half + GAP, other)
    return found


def _side_by_side(columns: Sequence[Sequence[Text]], widths: Sequence[int]) -> list[Text]:
    found = list(columns[-1])
    for column, wide in zip(columns[-2::-1], widths[-2::-1], strict=True):
        found = beside(column, wide + GAP, found)
    return found
