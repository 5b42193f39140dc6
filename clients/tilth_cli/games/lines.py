"""Lines of text of known width, so that a page can be counted, put beside another one and cut where it must be."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

FAINT: Final = "grey58"
"""Legible on dark and on light ground."""
LABEL: Final = "bold reverse"
BETWEEN: Final = "  "


def fitted(line: Text, width: int) -> Text:
    """Exactly so wide."""
    found = line.copy()
    found.truncate(width, overflow="ellipsis")
    return found.append(" " * (width - found.cell_len))


def beside(left: Sequence[Text], width: int, right: Sequence[Text]) -> list[Text]:
    """Two blocks of lines, the left one so wide."""
    lines = []
    for at in range(max(len(left), len(right))):
        line = fitted(left[at] if at < len(left) else Text(), width)
        lines.append(line.append_text(right[at]) if at < len(right) else line)
    return lines


def wrapped(line: Text, width: int, indent: int = 0) -> list[Text]:
    """A long line as several, broken between words; all but the first are indented."""
    lines: list[Text] = []
    left = line
    while left.cell_len > width - (indent if lines else 0):
        room = width - (indent if lines else 0)
        cut = left.plain.rfind(" ", 0, room + 1)
        cut = cut if cut > 0 else room
        head, left = left[:cut], left[cut:]
        lines.append(_indented(head, indent if lines else 0))
        left = left[len(left.plain) - len(left.plain.lstrip()) :]
    return [*lines, _indented(left, indent if lines else 0)] if left.plain or not lines else lines


def listed(title: str, things: Iterable[Text], width: int) -> list[Text]:
    """Things one after the other behind a title, none of them broken unless it is too long for a line."""
    lines = [Text.assemble((f"{title} ", FAINT))]
    for thing in things:
        begun = lines[-1].cell_len > (len(title) + 1 if len(lines) == 1 else 2)
        if lines[-1].cell_len + begun * len(BETWEEN) + thing.cell_len > width and begun:
            lines.append(Text("  "))
            begun = False
        lines[-1].append(BETWEEN if begun else "").append_text(thing)
    return [part for line in lines for part in wrapped(line, width, indent=2)]


def _indented(line: Text, indent: int) -> Text:
    return Text.assemble(" " * indent, line)


def label_text(labels: Iterable[str]) -> Text:
    """What a thing is picked by: [3], [2,o1]; empty where it can't be picked."""
    shown = ",".join(labels)
    return Text(f"[{shown}]", style=LABEL) if shown else Text()
