"""Agricola's table: all farmyards side by side, everybody's goods, the spaces with who is there, the rounds, the cards.

The pages that a person turns: what fits beside each other, then farmyards and spaces that had no room, all spaces with
their texts, all rounds, the improvements, the hand, what lies before each player, and the points. A page too long for
the terminal is several.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from betterproto2 import Message
from rich.console import Group, RenderableType
from rich.text import Text

from tilth_cli.games.agricola import cards, spaces, track
from tilth_cli.games.agricola.farm import Farm, farms_beside
from tilth_cli.games.agricola.hints import hint
from tilth_cli.games.agricola.picks import ON_CARDS
from tilth_cli.games.agricola.players import around, goods, own, points
from tilth_cli.games.base import Drawn
from tilth_cli.games.earth.lines import FAINT, beside
from tilth_cli.looks import Look
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.agricola.v1 import Phase, UseSpace, View

GAP: Final = 2
LOW_PAGE: Final = 10
"""Lines of a page in a low terminal, where a long question would push more than that out of sight."""

Lines = list[Text]
Part = Callable[[int], Lines]


def draw(view: Message, look: Look) -> RenderableType:
    assert isinstance(view, View)
    table = Table(view, look, max(1, look.room - 1))
    pages = [table.first(), *table.others()]
    page = look.page % len(pages)
    return Group(_status(view, look, page, len(pages)), *pages[page])


def _status(view: View, look: Look, page: int, pages: int) -> Text:
    text = Text(say("agricola.round", round=view.round), style="bold")
    if view.round:
        text.append(f" {say('agricola.stage', stage=track.stage(view.round))}")
    text.append(f"  {look.words.text('phase', view.phase)}", style="bold")
    if view.next_harvest and view.phase != Phase.OVER:
        text.append(f"   {say('agricola.next_harvest', round=view.next_harvest)}")
    if view.target:
        text.append(f"   {say('agricola.target', points=view.target)}")
    text.append(f"   {say('agricola.page', page=page + 1, pages=pages)}", style=FAINT)
    if view.minors_left or view.occupations_left:
        decks = say("agricola.decks", minors=view.minors_left, occupations=view.occupations_left)
        text.append(f"   {decks}", style=FAINT)
    text.truncate(look.width, overflow="ellipsis")
    return text


class Table:
    """What there is to see, in pages of so many lines."""

    def __init__(self, view: View, look: Look, room: int) -> None:
        self._view = view
        self._look = look
        self._room = room
        self._page = min(room, LOW_PAGE) if look.short else room
        self._around = around(view, look)
        self._own = own(view, look)
        farms = [Farm(view, player, look) for player in self._around]
        self._rows = farms_beside(farms, look.width)
        self._shown_rows = 0
        self._shown_spaces = False
        self._shown_goods = True

    def first(self) -> Lines:
        """Farmyards, goods, and of spaces, rounds and cards as much as there is room for."""
        width = self._look.width
        foot = self._foot(width)
        lines: Lines = []
        for row in self._rows:
            if lines and len(lines) + len(row.lines) + len(foot) > self._room:
                break
            lines += row.lines
            self._shown_rows += 1
        free = width - self._rows[0].width - GAP
        if self._shown_rows == 1 and free >= spaces.LEAST_COLUMN:
            panel = self._panel(free, max(len(lines), self._room - len(foot)))
            if panel:
                self._shown_spaces = True
                lines = beside(lines, self._rows[0].width + GAP, panel)
                return [*lines, *foot, *self._fitting(width, self._left(lines, foot), CARDS)]
        return [*lines, *foot, *self._fitting(width, self._left(lines, foot), ALL)]

    def _left(self, lines: Lines, foot: Lines) -> int:
        return self._room - len(lines) - len(foot)

    def _foot(self, width: int) -> Lines:
        """Who has what, as far as the farmyards leave room for it; at the end, who has how many points."""
        found, least = self._standing(width), len(self._view.players) + 1
        free = self._room - len(self._rows[0].lines)
        for lines in (found, found[:least]):
            if len(lines) <= free:
                return lines
        self._shown_goods = False
        return []

    def _standing(self, width: int) -> Lines:
        """A line for each player's goods; at the end, one for each player's points before them."""
        found = goods(self._view, self._look, width)
        return [*points(self._view, self._look, width), *found] if self._view.phase == Phase.OVER else found

    def _panel(self, width: int, room: int) -> Lines:
        """Spaces and rounds beside a single farmyard or two, if they are no longer than that."""
        lines = spaces.in_columns(self._view, self._look, width)
        lines += track.track(self._view, self._look, width)
        return lines if len(lines) <= room else []

    def _fitting(self, width: int, room: int, ways: Sequence[Sequence[str]]) -> Lines:
        """The first of these ways for which there is room."""
        parts: dict[str, Part] = {
            "spaces": lambda wide: spaces.in_columns(self._view, self._look, wide),
            "all in short": lambda wide: spaces.in_short(self._view, self._look, wide),
            "short": self._spaces_in_short,
            "rounds": lambda wide: track.track(self._view, self._look, wide),
            "majors": lambda wide: cards.majors_in_short(self._view, self._look, wide),
            "hand": self._hand_in_short,
            "hand in full": self._hand,
            "cards": lambda wide: cards.played_in_short(self._look, wide, self._around),
        }
        made: dict[str, Lines] = {}
        for way in ways:
            for part in way:
                if part not in made:
                    made[part] = parts[part](width)
            lines = [line for part in way for line in made[part]]
            if len(lines) <= room:
                self._shown_spaces |= way[0] == "spaces"
                return lines
        return []

    def _spaces_in_short(self, width: int) -> Lines:
        """If the question lists those where one may go, only those where somebody is."""
        asked = any(isinstance(move, UseSpace) for move in self._look.moves.values())
        return (spaces.taken if asked else spaces.in_short)(self._view, self._look, width)

    def _hand(self, width: int) -> Lines:
        return cards.hand(self._own, self._look, width) if self._own and not self._lists_the_hand() else []

    def _hand_in_short(self, width: int) -> Lines:
        if self._own is None or self._lists_the_hand():
            return []
        return cards.hand_in_short(self._own, self._look, width)

    def _lists_the_hand(self) -> bool:
        """The question shows the cards of the hand anyway, each with its text."""
        asked = {move.card for move in self._look.moves.values() if isinstance(move, ON_CARDS)}
        return bool(self._own and asked >= {*self._own.hand, *self._own.pack})

    def others(self) -> Iterator[Lines]:
        """The pages after the first one."""
        width, view, look = self._look.width, self._view, self._look
        yield from self._farms_left()
        if not self._shown_goods:
            yield from self._in_pages(self._standing(width))
        if not self._shown_spaces:
            yield from self._in_pages(self._fitting(width, self._page, OVERVIEW))
        yield from self._in_pages(spaces.in_full(view, look, width))
        yield from self._in_pages(track.in_full(view, look, width))
        yield from self._in_pages(cards.majors(view, look, width))
        if self._own is not None:
            yield from self._in_pages(cards.hand(self._own, look, width))
        for lines in cards.played(view, look, width, self._around):
            yield from self._in_pages(lines)
        yield from self._in_pages([*points(view, look, width), *goods(view, look, width)])

    def _farms_left(self) -> Iterator[Lines]:
        """The farmyards that had no room on the first page, as many rows of them on each as fit."""
        page: Lines = []
        for row in self._rows[self._shown_rows :]:
            if page and len(page) + len(row.lines) > self._page:
                yield page
                page = []
            page += row.lines
        if page:
            yield page

    def _in_pages(self, lines: Lines) -> Iterator[Lines]:
        """So many lines on each, and none that goes on on the next page."""
        start = 0
        while start < len(lines):
            end = start + self._page
            while start + 1 < end < len(lines) and lines[end].plain.startswith(" "):
                end -= 1
            yield lines[start:end]
            start = end


CARDS: Final = (
    ("majors", "cards", "hand in full"),
    ("majors", "cards", "hand"),
    ("cards", "hand"),
    ("hand",),
)
ALL: Final = (
    *(("spaces", "rounds", *more) for more in CARDS),
    ("spaces", "rounds"),
    *(("short", "rounds", *more) for more in CARDS),
    ("short", "rounds"),
    ("short",),
    ("rounds",),
)
"""What stands on the first page, the fullest way first."""
OVERVIEW: Final = (
    ("spaces", "rounds", "majors", "cards"),
    ("spaces", "rounds"),
    ("spaces",),
    ("all in short", "rounds"),
    ("all in short",),
)
"""What stands on a page of its own where the first one has no room for all spaces."""

DRAWN: Final = Drawn(draw, hint, "agricola.help", paged=True)
