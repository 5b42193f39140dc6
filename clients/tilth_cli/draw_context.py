"""The data that a drawing needs besides the view, and the signs and colours that tell seats apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from betterproto2 import Message
from rich.text import Text

from tilth_cli.labels import NO_LABELS, Labels

MARKS = "●▲■◆★▼"
NOBODY = "○"
"""The mark of a side that no player holds."""
STYLES = ("bright_blue", "bright_red", "bright_green", "bright_yellow", "bright_magenta", "bright_cyan")


def seat_mark(seat: int) -> str:
    """Return a seat's mark: a shape, so that a board is legible without its colours."""
    return MARKS[seat % len(MARKS)]


def seat_style(seat: int) -> str:
    """Return the style of a seat's marks and names."""
    return f"bold {STYLES[seat % len(STYLES)]}"


def seat_text(seat: int, name: str) -> Text:
    """Return a seat's mark and name in the seat's colour."""
    return Text.assemble((seat_mark(seat), seat_style(seat)), " ", (name, seat_style(seat)))


@dataclass(frozen=True)
class DrawContext:
    """The circumstances of a drawing: viewer, width and height, page, and the moves that can be picked."""

    names: Sequence[str]
    width: int
    seat: int | None = None
    moves: Mapping[str, Message] = field(default_factory=dict)
    """The moves that are offered, by the label they are picked by."""
    short: bool = False
    """True if the terminal is low and the drawing must save lines."""
    room: int = 40
    """The number of lines that the drawing may take. A drawing that needs more is divided into pages."""
    rest: int = 0
    """The number of lines that pages after the first may take, where a long question gives way to them; 0 means
    `room`."""
    page: int = 0
    """The page to draw, counted upwards without end; after the last page the first one follows."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """The numbers of the answer being set, by the names of its quantities; empty if none is being set."""
    about: Message | None = None
    """A move of the game that the question is about; None if the question's kind says enough."""
    labels: Labels = NO_LABELS
    """The game's words for its numbers."""

    def name(self, seat: int) -> str:
        """Return the name of a seat's player, or the seat's mark."""
        return self.names[seat] if seat < len(self.names) else seat_mark(seat)
