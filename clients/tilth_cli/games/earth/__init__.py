"""Earth's table: all fields side by side, the goals, the hand, and everybody's running score.

The pages that a person turns: what fits beside each other, then the fields that had no room, all goals, the hand with
its texts, and what lies before each player, one's own first. A page that is too long for the terminal is several.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from betterproto2 import Message
from rich.console import Group, RenderableType
from rich.text import Text

from tilth_cli.draw_context import DrawContext
from tilth_cli.games.base import GameDrawing
from tilth_cli.games.earth.cards import Cards, faint
from tilth_cli.games.earth.fields import MIN_BOX, Field, drawn_beside, fields_beside
from tilth_cli.games.earth.goals import goals, goals_in_short
from tilth_cli.games.earth.hands import hand, hand_in_short, laid_out
from tilth_cli.games.earth.picks import ON_CARDS
from tilth_cli.games.earth.players import gaia, players, shared
from tilth_cli.games.lines import FAINT, beside
from tilth_cli.games.pages import Lines, blocks_in_pages, in_pages
from tilth_cli.games.players import around, own
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.earth.v1 import View

PANEL: Final = 36
"""The width that goals and hand need beside the fields."""
GAP: Final = 2
COMFORT: Final = 3
"""The width by which boxes exceed their least width before the panel beside them grows."""


def draw(view: Message, context: DrawContext) -> RenderableType:
    """Draw the page of the board that the context asks for."""
    assert isinstance(view, View)
    room = max(1, context.room - 1)
    table = Table(view, context, room)
    pages = [table.first(), *table.others()]
    page = context.page % len(pages)
    return Group(_status(view, context, page, len(pages)), *pages[page])


def _status(view: View, context: DrawContext, page: int, pages: int) -> Text:
    """Return the line on top: round, phase, the active player with the chosen action, the numbers of cards in the deck
    and among the discards, and the page."""
    text = Text()
    if view.round:
        text.append(f"{tr('earth-round', round=view.round)}  ", style="bold")
    text.append(context.labels.text("phase", view.phase))
    if view.action:
        action = context.labels.text("action", view.action)
        text.append(f"  {context.name(view.active)}: {action}", style="bold")
    text.append(f"   {tr('earth-deck', count=view.deck)}, {tr('earth-discards', count=view.discards)}")
    text.append(f"   {tr('earth-page', page=page + 1, pages=pages)}", style=FAINT)
    text.truncate(context.width, overflow="ellipsis")
    return text


class Table:
    """A match's table, divided into pages of at most `room` lines."""

    def __init__(self, view: View, context: DrawContext, room: int) -> None:
        self._view = view
        self._context = context
        self._room = room
        self._cards = Cards(view, context.labels)
        self._own = own(view.players, context)
        fields = [Field(view, player, self._cards, context) for player in around(view.players, context)]
        self._rows = fields_beside(fields, context.width) if view.round else []
        self._shown_rows = 0

    def first(self) -> Lines:
        """Return the lines of the first page: as many rows of fields as there is room for, goals and the hand beside or
        below them, and goods and scores at the bottom."""
        width = self._context.width
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
        """Return the lines at the bottom of the first page: goods and scores with the teams' goods or Gaia's, else only
        the players' lines. Empty if neither fits below the first row of fields."""
        fields = self._height(self._rows[0]) if self._rows else 0
        for lines in (self._standing(width), players(self._view, self._context)):
            if fields + len(lines) <= self._room:
                return lines
        return []

    def _height(self, row: Sequence[Field]) -> int:
        """Return the height of a row of fields: that of its highest field."""
        return max(field.height for field in row)

    def _beside(self) -> int:
        """Return the width that is left beside the first row of fields if their boxes are as narrow as possible."""
        fields = self._rows[0]
        taken = sum(field.width(MIN_BOX) + GAP for field in fields)
        return self._context.width - taken

    def _with_panel(self, room: int) -> Lines:
        """Return the first page if all fields are in one row: the fields at the left, goals and hand at the right."""
        fields = self._rows[0]
        self._shown_rows = 1
        width = self._context.width
        comfortable = sum(field.width(MIN_BOX + COMFORT) + GAP for field in fields)
        left = comfortable if width - comfortable >= PANEL else width - PANEL
        lines = drawn_beside(fields, left - GAP)
        taken = lines[0].cell_len + GAP
        return beside(lines, taken, self._fitting(width - taken, max(room, len(lines))))

    def _fitting(self, width: int, room: int) -> Lines:
        """Return goals and hand in the longest of four forms that takes at most `room` lines; empty if none does. The
        hand is left out if the question lists its cards."""
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
        """Return whether the question offers at least as many cards as the viewer holds, so that it shows their texts
        already."""
        asked = [move for move in self._context.moves.values() if isinstance(move, ON_CARDS)]
        return bool(self._own and len(asked) >= len(self._own.hand))

    def _goals(self, width: int) -> Lines:
        """Return the goals with the texts of their cards."""
        return goals(self._view, self._context, self._cards, width)

    def _goals_in_short(self, width: int) -> Lines:
        """Return the goals in few lines, without the texts of their cards."""
        return goals_in_short(self._view, self._context, self._cards, width)

    def _hand(self, width: int) -> Lines:
        """Return the viewer's cards with everything printed on them; nothing for a spectator."""
        return hand(self._own, self._context, self._cards, width) if self._own else []

    def _hand_in_short(self, width: int) -> Lines:
        """Return the names of the viewer's cards; nothing for a spectator."""
        return hand_in_short(self._own, self._context, self._cards, width) if self._own else []

    def others(self) -> Iterator[Lines]:
        """Yield the pages after the first one: the fields that it had no room for, goals and scores, the hand with its
        texts, and each player's cards with their texts, the viewer's first."""
        width = self._context.width
        yield from self._fields_left(width)
        goals, standing = self._goals(width), self._standing(width)
        if len(goals) + 1 + len(standing) <= self._room:
            yield [*goals, Text(), *standing]
        else:
            yield from in_pages(goals, self._room)
            yield from in_pages(standing, self._room)
        yield from in_pages(self._hand(width), self._room)
        for player in around(self._view.players, self._context):
            lines = laid_out(self._view, player, self._context, self._cards, width)
            if len(lines) > 1:
                yield from in_pages(lines, self._room)

    def _fields_left(self, width: int) -> Iterator[Lines]:
        """Yield pages with the fields that had no room on the first page, as many rows of them on each page as fit."""
        left = [drawn_beside(row, width) for row in self._rows[self._shown_rows :]]
        return blocks_in_pages(left, self._room)

    def _standing(self, width: int) -> Lines:
        """Return the goods in the teams' shared halves, Gaia's state in a solo match, a line if a field is filled, and
        the list of players."""
        lines = [*shared(self._view, self._context, self._cards, width)]
        if self._view.gaia is not None:
            lines += gaia(self._view.gaia, self._context, self._cards, width)
        if self._view.filled is not None:
            by_gaia = self._view.filled >= len(self._view.players)
            who = self._context.name(self._view.filled)
            lines.append(faint(tr("earth-gaia_finished") if by_gaia else tr("earth-filled", who=who)))
        return [*lines, *players(self._view, self._context)]


DRAWN: Final = GameDrawing(draw, help="earth-help", paged=True)
