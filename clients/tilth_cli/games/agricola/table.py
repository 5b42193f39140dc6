"""What there is to see, in pages: as much as fits on the first one, and all that had no room there on the others."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tilth_cli.games.agricola import cards, spaces, track
from tilth_cli.games.agricola.farm import Farm, farms_beside
from tilth_cli.games.agricola.means import means, own_means
from tilth_cli.games.agricola.picks import ON_CARDS
from tilth_cli.games.agricola.players import goods, goods_in_short, points
from tilth_cli.games.lines import beside
from tilth_cli.games.pages import Lines, blocks_in_pages, in_pages
from tilth_cli.games.players import around, own
from tilth_cli.looks import Look
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
"""What stands on the first page, the fullest way first."""
OVERVIEW: Final = (
    ("spaces", "rounds", "majors", "cards"),
    ("spaces", "rounds"),
    ("spaces cut", "rounds"),
    ("all named", "rounds"),
    ("all in short", "rounds"),
    ("all in short",),
)
"""What stands on a page of its own where the first one has no room for all spaces."""

Part = Callable[[int], Lines]


class Table:
    def __init__(self, view: View, look: Look) -> None:
        self._view = view
        self._look = look
        self._room = max(1, look.room - 1)
        self._rest = max(1, look.rest - 1) if look.rest else self._room
        self._around = around(view.players, look)
        self._own = own(view.players, look)
        farms = [Farm(view, player, look) for player in self._around]
        self._rows = farms_beside(farms, look.width)
        self._shown_rows = 0
        self._shown_spaces = False
        self._shown_goods = True

    def pages(self) -> list[Lines]:
        return [self._first(), *self._others()]

    def _first(self) -> Lines:
        """Farmyards, goods, and of spaces, rounds and cards as much as there is room for."""
        width = self._look.width
        foot = self._foot(width)
        lines: Lines = []
        for row in self._rows:
            if len(lines) + len(row.lines) + len(foot) > self._room:
                break
            lines += row.lines
            self._shown_rows += 1
        taken = self._rows[0].width + GAP
        left = self._room - len(lines) - len(foot)
        if self._shown_rows != 1 or width - taken < spaces.LEAST_COLUMN:
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
        """Who has what: at the end, who has how many points. In few lines, if farmyards have room beside it then."""
        view, look = self._view, self._look
        found = self._standing(width)
        ways = (found, found[: len(view.players) + 1], goods_in_short(view, look, width))
        free = self._room - len(self._rows[0].lines)
        for room in (free, self._room):
            for lines in ways:
                if len(lines) <= room:
                    self._shown_goods = lines is not ways[-1]
                    return lines
        self._shown_goods = False
        return []

    def _standing(self, width: int) -> Lines:
        """A line for each player's goods; at the end, one for each player's points before them."""
        found = goods(self._view, self._look, width)
        return [*points(self._view, self._look, width), *found] if self._view.phase == Phase.OVER else found

    def _panel(self, width: int, room: int) -> Lines:
        """Spaces and rounds beside a single farmyard or two, if they are no longer than that."""
        for draw in (spaces.in_columns, spaces.in_cut_columns):
            lines = draw(self._view, self._look, width)
            lines += track.track(self._view, self._look, width)
            if len(lines) <= room:
                return lines
        return []

    def _fitting(self, width: int, room: int, ways: Sequence[Sequence[str]]) -> Lines:
        """The first of these ways for which there is room."""
        view, look = self._view, self._look
        parts: dict[str, Part] = {
            "spaces": lambda wide: spaces.in_columns(view, look, wide),
            "spaces cut": lambda wide: spaces.in_cut_columns(view, look, wide),
            "all named": lambda wide: spaces.in_a_row(view, look, wide),
            "all in short": lambda wide: spaces.in_short(view, look, wide),
            "named": lambda wide: self._spaces_in_a_row(wide, spaces.in_a_row),
            "short": lambda wide: self._spaces_in_a_row(wide, spaces.in_short),
            "rounds": lambda wide: track.track(view, look, wide),
            "means": lambda wide: own_means(self._own, look, wide),
            "majors": lambda wide: cards.majors_in_short(view, look, wide),
            "hand": lambda wide: cards.hand_in_short(self._own, look, wide, self._asked()),
            "hand in full": lambda wide: cards.hand(self._own, look, wide, self._asked()),
            "cards": lambda wide: cards.played_in_short(look, wide, self._around),
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

    def _spaces_in_a_row(self, width: int, draw: Callable[[View, Look, int], Lines]) -> Lines:
        """If the question lists those where one may go, only those where somebody is."""
        asked = any(isinstance(move, UseSpace) for move in self._look.moves.values())
        return (spaces.taken if asked else draw)(self._view, self._look, width)

    def _asked(self) -> frozenset[int]:
        """Cards that the question shows anyway, each with its text."""
        return frozenset(move.card for move in self._look.moves.values() if isinstance(move, ON_CARDS))

    def _others(self) -> Iterator[Lines]:
        """The pages after the first one."""
        width, room, view, look = self._look.width, self._rest, self._view, self._look
        yield from blocks_in_pages([row.lines for row in self._rows[self._shown_rows :]], room)
        if not self._shown_goods:
            yield from in_pages(self._standing(width), room)
        if not self._shown_spaces:
            yield from in_pages(self._fitting(width, room, OVERVIEW), room)
        yield from in_pages(spaces.in_full(view, look, width), room)
        yield from in_pages(track.in_full(view, look, width), room)
        yield from in_pages(cards.majors(view, look, width), room)
        yield from in_pages(cards.hand(self._own, look, width), room)
        for lines in cards.played(view, look, width, self._around):
            yield from in_pages(lines, room)
        standing = [*points(view, look, width), *goods(view, look, width), *means(view, look, width)]
        yield from in_pages(standing, room)
