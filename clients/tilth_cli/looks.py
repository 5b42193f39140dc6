"""What a drawing needs to know besides the view, and the signs by which seats are told apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from betterproto2 import Message
from rich.text import Text

from tilth_cli.lexicon import NO_WORDS, Lexicon

MARKS = "●▲■◆★▼"
NOBODY = "○"
"""The mark of a side that no player holds."""
STYLES = ("bright_blue", "bright_red", "bright_green", "bright_yellow", "bright_magenta", "bright_cyan")


def seat_mark(seat: int) -> str:
    """A shape, so that a board is legible without its colours."""
    return MARKS[seat % len(MARKS)]


def seat_style(seat: int) -> str:
    return f"bold {STYLES[seat % len(STYLES)]}"


def seat_text(seat: int, name: str) -> Text:
    return Text.assemble((seat_mark(seat), seat_style(seat)), " ", (name, seat_style(seat)))


@dataclass(frozen=True)
class Look:
    """Who looks, how wide, and what can be picked."""

    names: Sequence[str]
    width: int
    seat: int | None = None
    moves: Mapping[str, Message] = field(default_factory=dict)
    """The moves that are offered, by the label they are picked by."""
    short: bool = False
    """The terminal is low: lines are dear."""
    room: int = 40
    """How many lines the drawing may take. What has more to show than that has pages."""
    rest: int = 0
    """Lines that the pages after the first may take, where a long question gives way to them; 0: as the first."""
    page: int = 0
    """Which of them is wanted, counted on and on: from the last one goes to the first."""
    setting: Mapping[str, int] = field(default_factory=dict)
    """The numbers of an answer that is being set, by the names of its quantities; empty while none is."""
    about: Message | None = None
    """What the question is about, where its kind does not say it: a move of the game's."""
    words: Lexicon = NO_WORDS
    """What the game calls its numbers."""

    def name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else seat_mark(seat)
