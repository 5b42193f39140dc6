"""Lines of text of known width, so that a page can be counted, put beside another one and cut where it must be."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

FAINT: Final = "grey58"
"""Legible on dark and on light ground."""
LABEL: Final = "bold reverse"
BETWEEN: Final = "  "


def fitted(line: Text, width: int) -> Text:
    """Return a copy of the line with exactly this width: cut off with an ellipsis, or filled with blanks."""
    found = line.copy()
    found.truncate(width, overflow="ellipsis")
    return found.append(" " * (width - found.cell_len))


def beside(left: Sequence[Text], width: int, right: Sequence[Text]) -> list[Text]:
    """Return two blocks of lines side by side. The lines of the left block are cut or filled to `width`; those of the
    right block stay as they are."""
    lines = []
    for at in range(max(len(left), len(right))):
        line = fitted(left[at] if at < len(left) else Text(), width)
        lines.append(line.append_text(right[at]) if at < len(right) else line)
    return lines


def wrapped(line: Text, width: int, indent: int = 0) -> list[Text]:
    """Return a line broken between words into lines of at most `width` characters; all but the first begin with
    `indent` blanks."""
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
    """Return a title with the things behind it, one after another in lines of at most `width`. Further lines are
    indented by two blanks. A thing is broken only if it is too long for a line."""
    lines = [Text.assemble((f"{title} ", FAINT))]
    for thing in things:
        begun = lines[-1].cell_len > (len(title) + 1 if len(lines) == 1 else 2)
        if lines[-1].cell_len + begun * len(BETWEEN) + thing.cell_len > width and begun:
            lines.append(Text("  "))
            begun = False
        lines[-1].append(BETWEEN if begun else "").append_text(thing)
    return [part for line in lines for part in wrapped(line, width, indent=2)]


def _indented(line: Text, indent: int) -> Text:
    """Return a line with this many blanks in front."""
    return Text.assemble(" " * indent, line)


def label_text(labels: Iterable[str]) -> Text:
    """Return the labels that a thing is picked by: [3], [2,o1]; an empty text if it can't be picked."""
    shown = ",".join(labels)
    return Text(f"[{shown}]", style=LABEL) if shown else Text()
