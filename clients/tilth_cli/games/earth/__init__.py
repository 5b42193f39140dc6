"""Earth's table: all fields side by side, the goals, the hand, and everybody's running score.

The pages that a person turns: what fits beside each other, then the fields that had no room, all goals, the hand with
its texts, and what lies before each player, one's own first. A page that is too long for the terminal is several.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from betterproto2 import Message
from rich.console import Group, RenderableType
from rich.text import Text

from tilth_cli.games.base import Drawn
from tilth_cli.games.earth.cards import Cards, faint
from tilth_cli.games.earth.fields import LEAST_BOX, Field, drawn_beside, fields_beside
from tilth_cli.games.earth.goals import goals, goals_in_short
from tilth_cli.games.earth.hands import hand, hand_in_short, laid_out
from tilth_cli.games.earth.hints import hint
from tilth_cli.games.earth.picks import ON_CARDS
from tilth_cli.games.earth.players import gaia, players, shared
from tilth_cli.games.lines import FAINT, beside
from tilth_cli.games.pages import Lines, blocks_in_pages, in_pages
from tilth_cli.games.players import around, own
from tilth_cli.looks import Look
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.earth.v1 import View

PANEL: Final = 36
"""Goals and hand want so much beside the fields."""
GAP: Final = 2
COMFORT: Final = 3
"""So much wider than they must be boxes are before the panel beside them grows."""


def draw(view: Message, look: Look) -> RenderableType:
    assert isinstance(view, View)
    room = max(1, look.room - 1)
    table = Table(view, look, room)
    pages = [table.first(), *table.others()]
    page = look.page % len(pages)
    return Group(_status(view, look, page, len(pages)), *pages[page])


def _status(view: View, look: Look, page: int, pages: int) -> Text:
    text = Text(say("earth.round", round=view.round), style="bold")
    text.append(f"  {look.words.text('phase', view.phase)}")
    if view.action:
        action = look.words.text("action", view.action)
        text.append(f"  {look.name(view.active)}: {action}", style="bold")
    text.append(f"   {say('earth.deck', count=view.deck)}, {say('earth.discards', count=view.discards)}")
    text.append(f"   {say('earth.page', page=page + 1, pages=pages)}", style=FAINT)
    text.truncate(look.width, overflow="ellipsis")
    return text


class Table:
    """What there is to see, in pages of so many lines."""

    def __init__(self, view: View, look: Look, room: int) -> None:
        self._view = view
        self._look = look
        self._room = room
        self._cards = Cards(view, look.words)
        self._own = own(view.players, look)
        fields = [Field(view, player, self._cards, look) for player in around(view.players, look)]
        self._rows = fields_beside(fields, look.width) if view.round else []
        self._shown_rows = 0

    def first(self) -> Lines:
        """Fields, goals, hand and scores, as far as there is room."""
        width = self._look.width
        foot = self._foot(width)
        room = self._room - len(foot)
        if len(self._rows) == 1 and self._beside() >= PANEL:
            return [*self._with_panel(room), *foot]
        fields: Lines = []
        for row in self._rows:
            if fields and len(fields) + self._height(row) > room:
                break
            fields += drawn_beside(row, width)
            self._shown_rows += 1
        return [*fields, *self._fitting(width, room - len(fields)), *foot]

    def _foot(self, width: int) -> Lines:
        """Who has what, as far as the fields leave room for it."""
        fields = self._height(self._rows[0]) if self._rows else 0
        for lines in (self._standing(width), players(self._view, self._look)):
            if fields + len(lines) <= self._room:
                return lines
        return []

    def _height(self, row: Sequence[Field]) -> int:
        return max(field.height for field in row)

    def _beside(self) -> int:
        """What is left beside the fields."""
        fields = self._rows[0]
        taken = sum(field.width(LEAST_BOX) + GAP for field in fields)
        return self._look.width - taken

    def _with_panel(self, room: int) -> Lines:
        """Goals and hand beside the fields, which are all in one row."""
        fields = self._rows[0]
        self._shown_rows = 1
        width = self._look.width
        comfortable = sum(field.width(LEAST_BOX + COMFORT) + GAP for field in fields)
        left = comfortable if width - comfortable >= PANEL else width - PANEL
        lines = drawn_beside(fields, left - GAP)
        taken = lines[0].cell_len + GAP
        return beside(lines, taken, self._fitting(width - taken, max(room, len(lines))))

    def _fitting(self, width: int, room: int) -> Lines:
        """Goals and hand in as many words as there is room for."""
        ways: tuple[Sequence[Callable[[int], Lines]], ...] = (
            (self._goals, self._hand),
            (self._goals, self._hand_in_short),
            (self._goals_in_short, self._hand_in_short),
            (self._goals_in_short,),
        )
        if self._lists_the_hand():
            ways = ((self._goals,), (self._goals_in_short,))
        for way in ways:
            lines = [line for part in way for line in part(width)]
            if len(lines) <= room:
                return lines
        return []

    def _lists_the_hand(self) -> bool:
        """The question shows the cards of the hand anyway, each with its text."""
        asked = [move for move in self._look.moves.values() if isinstance(move, ON_CARDS)]
        return bool(self._own and len(asked) >= len(self._own.hand))

    def _goals(self, width: int) -> Lines:
        return goals(self._view, self._look, self._cards, width)

    def _goals_in_short(self, width: int) -> Lines:
        return goals_in_short(self._view, self._look, self._cards, width)

    def _hand(self, width: int) -> Lines:
        return hand(self._own, self._look, self._cards, width) if self._own else []

    def _hand_in_short(self, width: int) -> Lines:
        return hand_in_short(self._own, self._look, self._cards, width) if self._own else []

    def others(self) -> Iterator[Lines]:
        """The pages after the first one."""
        width = self._look.width
        yield from self._fields_left(width)
        goals, standing = self._goals(width), self._standing(width)
        if len(goals) + 1 + len(standing) <= self._room:
            yield [*goals, Text(), *standing]
        else:
            yield from in_pages(goals, self._room)
            yield from in_pages(standing, self._room)
        yield from in_pages(self._hand(width), self._room)
        for player in around(self._view.players, self._look):
            lines = laid_out(self._view, player, self._look, self._cards, width)
            if len(lines) > 1:
                yield from in_pages(lines, self._room)

    def _fields_left(self, width: int) -> Iterator[Lines]:
        """The fields that had no room on the first page, as many rows of them on each as fit."""
        left = [drawn_beside(row, width) for row in self._rows[self._shown_rows :]]
        return blocks_in_pages(left, self._room)

    def _standing(self, width: int) -> Lines:
        lines = [*shared(self._view, self._look, self._cards, width)]
        if self._view.gaia is not None:
            lines += gaia(self._view.gaia, self._look, self._cards, width)
        if self._view.filled is not None:
            lines.append(faint(say("earth.filled", who=self._look.name(self._view.filled))))
        return [*lines, *players(self._view, self._look)]


DRAWN: Final = Drawn(draw, hint, "earth.help", paged=True)
