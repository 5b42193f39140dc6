"""The table in pages: as much as fits on the first one, and everything that had no room there on the others."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tilth_cli.draw_context import DrawContext
from tilth_cli.games.agricola import cards, rounds, spaces
from tilth_cli.games.agricola.farm import Farm, farms_beside
from tilth_cli.games.agricola.picks import ON_CARDS
from tilth_cli.games.agricola.players import goods, goods_in_short, points
from tilth_cli.games.agricola.prices import own_prices, prices_lines
from tilth_cli.games.lines import beside
from tilth_cli.games.pages import Lines, blocks_in_pages, in_pages
from tilth_cli.games.players import around, own
from tilth_dataclasses.tilth.games.agricola.v1 import Phase, UseSpace, View

GAP: Final = 2
IN_COLUMNS: Final = ("spaces", "spaces cut")
CARDS: Final = (
    ("means", "majors", "cards", "hand in full"),
    ("means", "majors", "cards", "hand"),
    ("means", "cards", "hand"),
    ("means", "hand"),
    ("hand",),
)
ALL: Final = (
    *(("spaces", "rounds", *more) for more in CARDS),
    *(("spaces cut", "rounds", *more) for more in CARDS),
    ("spaces cut", "rounds"),
    *(("named", "rounds", *more) for more in CARDS),
    *(("short", "rounds", *more) for more in CARDS),
    ("short", "rounds"),
    ("hand", "short"),
    ("short",),
    ("hand",),
    ("rounds",),
)
"""The combinations of parts for the first page, the fullest first; the first one that fits is drawn."""
OVERVIEW: Final = (
    ("spaces", "rounds", "majors", "cards"),
    ("spaces", "rounds"),
    ("spaces cut", "rounds"),
    ("all named", "rounds"),
    ("all in short", "rounds"),
    ("all in short",),
)
"""The combinations of parts for a page of its own, if the first page has no room for all spaces; the fullest first."""

Part = Callable[[int], Lines]


class Table:
    """The board of a match: its first page, and pages with everything that had no room there."""

    def __init__(self, view: View, context: DrawContext) -> None:
        self._view = view
        self._context = context
        self._room = max(1, context.room - 1)
        self._rest = max(1, context.rest - 1) if context.rest else self._room
        self._around = around(view.players, context)
        self._own = own(view.players, context)
        farms = [Farm(view, player, context) for player in self._around]
        self._rows = farms_beside(farms, context.width)
        self._shown_rows = 0
        self._shown_spaces = False
        self._shown_goods = True

    def pages(self) -> list[Lines]:
        """Return the lines of each page."""
        return [self._first(), *self._others()]

    def _first(self) -> Lines:
        """Return the first page: farmyards and goods, and as much of spaces, rounds and cards as there is room for."""
        width = self._context.width
        foot = self._foot(width)
        lines: Lines = []
        for row in self._rows:
            if len(lines) + len(row.lines) + len(foot) > self._room:
                break
            lines += row.lines
            self._shown_rows += 1
        taken = self._rows[0].width + GAP
        left = self._room - len(lines) - len(foot)
        if self._shown_rows != 1 or width - taken < spaces.MIN_COLUMN:
            return [*lines, *foot, *self._fitting(width, left, ALL)]
        panel = self._panel(width - taken, len(lines) + left)
        if panel:
            self._shown_spaces = True
            lines = beside(lines, taken, panel)
            left = self._room - len(lines) - len(foot)
            return [*lines, *foot, *self._fitting(width, left, CARDS)]
        below = self._fitting(width, left, ALL)
        panel = [] if below else self._fitting(width - taken, len(lines), ALL)
        return [*beside(lines, taken, panel), *foot, *below]

    def _foot(self, width: int) -> Lines:
        """Return the lines below the farmyards: the points if the game has ended, and everybody's goods. They are
        shortened, in steps, until a row of farmyards fits above them; empty if even the shortest form is higher than
        the page."""
        view, context = self._view, self._context
        found = self._standing(width)
        ways = (found, found[: len(view.players) + 1], goods_in_short(view, context, width))
        free = self._room - len(self._rows[0].lines)
        for room in (free, self._room):
            for lines in ways:
                if len(lines) <= room:
                    self._shown_goods = lines is not ways[-1]
                    return lines
        self._shown_goods = False
        return []

    def _standing(self, width: int) -> Lines:
        """Return a line for each player's goods; if the game has ended, one for each player's points before them."""
        found = goods(self._view, self._context, width)
        return (
            [*points(self._view, self._context, width), *found] if self._view.phase == Phase.OVER else found
        )

    def _panel(self, width: int, room: int) -> Lines:
        """Return the lines of the action spaces and the rounds, at most `width` characters wide, to be put beside the
        farmyards: spaces in plain columns, else in columns with names cut off. Empty if neither takes at most `room`
        lines."""
        for draw in (spaces.in_columns, spaces.in_cut_columns):
            lines = draw(self._view, self._context, width)
            lines += rounds.rounds_row(self._view, self._context, width)
            if len(lines) <= room:
                return lines
        return []

    def _fitting(self, width: int, room: int, ways: Sequence[Sequence[str]]) -> Lines:
        """Return the lines of the first combination of parts in `ways` that takes at most `room` lines; empty if none
        does. Remembers whether all spaces are shown by it."""
        view, context = self._view, self._context
        parts: dict[str, Part] = {
            "spaces": lambda wide: spaces.in_columns(view, context, wide),
            "spaces cut": lambda wide: spaces.in_cut_columns(view, context, wide),
            "all named": lambda wide: spaces.in_a_row(view, context, wide),
            "all in short": lambda wide: spaces.in_short(view, context, wide),
            "named": lambda wide: self._spaces_in_a_row(wide, spaces.in_a_row),
            "short": lambda wide: self._spaces_in_a_row(wide, spaces.in_short),
            "rounds": lambda wide: rounds.rounds_row(view, context, wide),
            "means": lambda wide: own_prices(self._own, context, wide),
            "majors": lambda wide: cards.majors_in_short(view, context, wide),
            "hand": lambda wide: cards.hand_in_short(self._own, context, wide, self._listed_cards()),
            "hand in full": lambda wide: cards.hand(self._own, context, wide, self._listed_cards()),
            "cards": lambda wide: cards.played_in_short(context, wide, self._around),
        }
        made: dict[str, Lines] = {}
        for way in ways:
            for part in way:
                if part not in made:
                    made[part] = parts[part](width)
            lines = [line for part in way for line in made[part]]
            if len(lines) <= room:
                self._shown_spaces |= way[0] in IN_COLUMNS
                return lines
        return []

    def _spaces_in_a_row(self, width: int, draw: Callable[[View, DrawContext, int], Lines]) -> Lines:
        """Return the spaces as `draw` draws them; only the occupied ones if the question lists the spaces that can be
        picked."""
        asked = any(isinstance(move, UseSpace) for move in self._context.moves.values())
        return (spaces.taken if asked else draw)(self._view, self._context, width)

    def _listed_cards(self) -> frozenset[int]:
        """Return the cards of the offered moves, whose texts the question shows already."""
        return frozenset(move.card for move in self._context.moves.values() if isinstance(move, ON_CARDS))

    def _others(self) -> Iterator[Lines]:
        """Yield the pages after the first one: farmyards, goods and spaces that it had no room for, then the texts of
        spaces, rounds and major improvements, the hand, each player's cards, and points, goods and prices."""
        width, room, view, context = self._context.width, self._rest, self._view, self._context
        yield from blocks_in_pages([row.lines for row in self._rows[self._shown_rows :]], room)
        if not self._shown_goods:
            yield from in_pages(self._standing(width), room)
        if not self._shown_spaces:
            yield from in_pages(self._fitting(width, room, OVERVIEW), room)
        yield from in_pages(spaces.in_full(view, context, width), room)
        yield from in_pages(rounds.in_full(view, context, width), room)
        yield from in_pages(cards.majors(view, context, width), room)
        yield from in_pages(cards.hand(self._own, context, width), room)
        for lines in cards.played(view, context, width, self._around):
            yield from in_pages(lines, room)
        standing = [
            *points(view, context, width),
            *goods(view, context, width),
            *prices_lines(view, context, width),
        ]
        yield from in_pages(standing, room)
