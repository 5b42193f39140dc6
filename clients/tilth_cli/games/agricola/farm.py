"""Farmyards, as they lie: columns are letters and rows numbers, as options name them.

  · A · B ┏━C━┳━D━┓      fences as lines; dashed ones are those of a pasture that is being sketched
1         ┃s4 ┃⊓/4┃      a pasture with four sheep; one with a stable and room for four animals
  ·   ·   ┗━━━┻━━━┛
2  ⌂●  g3  [7]           a room with somebody at home, a field with three grain, a cell that can be picked
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.text import Text

from tilth_cli.draw_context import DrawContext, seat_mark, seat_style, seat_text
from tilth_cli.games.agricola.goods import animals, counted
from tilth_cli.games.agricola.picks import by_plot
from tilth_cli.games.lines import FAINT, LABEL, fitted, label_text, wrapped
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.agricola.v1 import CutPasture, Herd, Player, Plot, PlotKind, View

COLUMNS: Final = 5
ROWS: Final = 3
CELLS: Final = COLUMNS * ROWS
UPRIGHT: Final = 20
"""The first edge that lies between two columns."""
MIN_CELL: Final = 3
MAX_CELL: Final = 6
AXIS: Final = 2
GAP: Final = 1

ROOM: Final = "⌂"
STABLE: Final = "⊓"
FIELD: Final = "≡"
HOUSES: Final = ("on #6b4a1f", "on #84391f", "on #5a5a62")
EARTH: Final = "on #46301c"
GRASS: Final = "on #1d4220"
OFFERED: Final = "on #3a3a3a"
SKETCHED: Final = "on #204468"
FENCE: Final = "bold tan"
SKETCH: Final = "bold bright_cyan"
CORNERS: Final = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""Characters for the meeting points of lines, by the sum of the lines from above (1), right (2), below (4) and left
(8)."""


def edges_of(cell: int) -> tuple[int, int, int, int]:
    """Return the numbers of the edges above, right of, below and left of a cell."""
    row, column = divmod(cell, COLUMNS)
    left = UPRIGHT + row * (COLUMNS + 1) + column
    return cell, left + 1, cell + COLUMNS, left


def around(cells: Iterable[int]) -> frozenset[int]:
    """Return the edges on the outer border of these cells: edges between two of them are left out."""
    found: frozenset[int] = frozenset()
    for cell in cells:
        found ^= frozenset(edges_of(cell))
    return found


class Farm:
    """The drawing of one seat's farmyard."""

    def __init__(self, view: View, player: Player, context: DrawContext) -> None:
        self._view = view
        self._player = player
        self._context = context
        self._labels = by_plot(context, player.seat)
        own = player.seat == context.seat
        self._sketch = context.about.cells if own and isinstance(context.about, CutPasture) else []
        self._fences = frozenset(player.fences)
        self._sketched = around(self._sketch) - self._fences
        self._cells = {plot.plot: plot for plot in player.plots if plot.plot < CELLS}
        self._animals = dict(self._standing())
        self._people = self._at_home()

    @staticmethod
    def width(cell: int) -> int:
        """Return the width of a whole farmyard whose cells are `cell` characters wide."""
        return AXIS + COLUMNS * (cell + 1) + 1

    def lines(self, cell: int) -> list[Text]:
        """Return the lines of the farmyard, each filled to the same width, with cells of `cell` characters: the
        player's name, the cells with their fences, and below them the house and the cards."""
        width = self.width(cell)
        lines = [self._title(width)]
        for row in range(ROWS):
            lines.append(self._above(row, cell))
            lines.append(self._row(row, cell))
        lines.append(self._above(ROWS, cell))
        return [fitted(line, width) for line in (*lines, *self._below(width))]

    def _title(self, width: int) -> Text:
        """Return the player's name, cut to the width, with the sum of the points and a sign for the starting player."""
        player = self._player
        points = f" {sum(player.sheet)}" if player.sheet else ""
        first = ""
        if player.seat == self._view.starting_player and len(self._view.players) > 1:
            first = tr("agricola-first")
        name = seat_text(player.seat, self._context.name(player.seat))
        name.truncate(width - len(points) - len(first), overflow="ellipsis")
        return name.append(points, style="bold").append(first, style=FAINT)

    def _above(self, row: int, cell: int) -> Text:
        """Return the line above a row of cells, or below the last one. The first such line names the columns."""
        line = Text(" " * AXIS)
        for column in range(COLUMNS + 1):
            line.append(*self._corner(row, column))
            if column < COLUMNS:
                edge = row * COLUMNS + column
                stroke, style = self._stroke(edge, "━" * cell, "╍" * cell, " " * cell)
                left = (cell - 1) // 2
                letter = stroke[left] if row else chr(ord("A") + column)
                line.append(stroke[:left], style)
                line.append(letter, FAINT if letter.isalpha() else style)
                line.append(stroke[left + 1 :], style)
        return line

    def _row(self, row: int, cell: int) -> Text:
        """Return the line of a row's cells with the fences between them."""
        line = Text(f"{row + 1:<{AXIS}}", style=FAINT)
        for column in range(COLUMNS + 1):
            line.append(*self._stroke(UPRIGHT + row * (COLUMNS + 1) + column, "┃", "╏", " "))
            if column < COLUMNS:
                line.append_text(self._cell(row * COLUMNS + column, cell))
        return line

    def _stroke(self, edge: int, fence: str, sketch: str, none: str) -> tuple[str, str]:
        """Return one of three texts for an edge, with its style: `fence` if a fence stands there, `sketch` if one is
        being sketched, else `none`."""
        if edge in self._fences:
            return fence, FENCE
        return (sketch, SKETCH) if edge in self._sketched else (none, "")

    def _corner(self, row: int, column: int) -> tuple[str, str]:
        """Return the character and the style of the point at a corner of cells, where fences and sketched fences
        meet."""
        upright = UPRIGHT + row * (COLUMNS + 1) + column
        meeting = (
            upright - (COLUMNS + 1) if row > 0 else None,
            row * COLUMNS + column if column < COLUMNS else None,
            upright if row < ROWS else None,
            row * COLUMNS + column - 1 if column > 0 else None,
        )
        lines = self._fences | self._sketched
        found = sum(1 << at for at, edge in enumerate(meeting) if edge in lines)
        style = FENCE if any(edge in self._fences for edge in meeting) else SKETCH
        return CORNERS[found], style if found else FAINT

    def _cell(self, cell: int, width: int) -> Text:
        """Return the contents of a cell, as wide as the cell."""
        plot = self._cells.get(cell, Plot(plot=cell))
        found = self._lying(plot, width)
        labels = self._labels.get(cell, ())
        if labels:
            found = _picked(found, labels, width)
        line = fitted(found, width)
        line.stylize_before(self._ground(plot, bool(labels)))
        return line

    def _lying(self, plot: Plot, width: int) -> Text:
        """Return the drawing of a cell's content: a room with its people, a field with its crop, or a stable and
        animals."""
        if plot.kind == PlotKind.ROOM:
            at_home = self._people.get(plot.plot, 0)
            mark = seat_mark(self._player.seat) * min(at_home, width - 1)
            return Text.assemble((ROOM, "bold"), (mark, seat_style(self._player.seat)))
        if plot.kind == PlotKind.FIELD:
            return counted(plot.good, plot.amount) if plot.amount else Text(FIELD, style="tan")
        line = Text(STABLE if plot.stable else "", style="bold")
        for part in self._animals.get(plot.plot, ()):
            if line.cell_len + part.cell_len <= width:
                line.append_text(part)
        return line

    def _ground(self, plot: Plot, offered: bool) -> str:
        """Return the background colour of a cell: of the sketched pasture, the house, a field, grass with animals or a
        stable, or an offered cell; else an empty text."""
        if plot.plot in self._sketch:
            return SKETCHED
        if plot.kind == PlotKind.ROOM:
            return HOUSES[min(self._player.house, len(HOUSES) - 1)]
        if plot.kind == PlotKind.FIELD:
            return EARTH
        if plot.plot in self._animals or plot.stable:
            return GRASS
        return OFFERED if offered else ""

    def _at_home(self) -> dict[int, int]:
        """Return the number of people at home by room: one in each room, in order, and all that are left in the last
        room."""
        rooms = [cell for cell, plot in self._cells.items() if plot.kind == PlotKind.ROOM]
        count = sum(person.space is None and not person.idle for person in self._player.people)
        found = dict.fromkeys(rooms[:count], 1)
        if rooms and count > len(rooms):
            found[rooms[-1]] += count - len(rooms)
        return found

    def _standing(self) -> Iterator[tuple[int, list[Text]]]:
        """Yield each cell of a herd with the texts to show there. A herd's kinds of animals and then its capacity, if
        more than one, are spread over its cells; cells without a stable come first."""
        stables = {cell for cell, plot in self._cells.items() if plot.stable}
        for herd in self._player.herds:
            kinds = animals(herd)
            cells = sorted(herd.cells, key=lambda cell: (cell in stables, cell))
            room = [Text(f"/{herd.room}", style=FAINT)] if herd.room > 1 else []
            for at, cell in enumerate(cells):
                yield cell, [*kinds, *room][at :: len(cells)]

    def _kept(self, herd: Herd) -> Text:
        """Return a text with the animals of a herd that stands on no cell: those in the house, or those on a card after
        the card's name."""
        name = "" if herd.card is None else self._context.labels.text("card", herd.card) + " "
        return Text.assemble((name, FAINT), *animals(herd))

    def _below(self, width: int) -> Iterator[Text]:
        """Yield the lines below the cells: the house, the animals kept in it and on cards, and plots on cards."""
        player, words = self._player, self._context.labels
        line = Text(f"{ROOM} {words.text('house', player.house)}")
        kept = [self._kept(herd) for herd in player.herds if not herd.cells and animals(herd)]
        if kept:
            line.append(": ").append_text(Text(" ").join(kept))
        yield from wrapped(line, width, indent=2)
        for plot in player.plots:
            if plot.plot >= CELLS:
                lies = counted(plot.good, plot.amount) if plot.amount else Text(FIELD, style="tan")
                name = words.text("card", plot.card) if plot.card is not None else ""
                label = label_text(self._labels.get(plot.plot, ()))
                yield from wrapped(Text.assemble(f"{FIELD} {name} ", lies, label), width, indent=2)


def _picked(lying: Text, labels: Sequence[str], width: int) -> Text:
    """Return a cell's content with the labels of its options; only the labels if both do not fit into the width; only
    the first label and "+" if even they do not fit."""
    label = label_text(labels)
    if lying.cell_len + label.cell_len <= width:
        return Text.assemble(lying, label)
    if label.cell_len <= width:
        return label
    short = ",".join(labels)
    return Text(short if len(short) <= width else f"{labels[0]}+", style=LABEL)


class Row:
    """A row of farmyards beside each other: its width and its lines. The cells are as wide as there is room for."""

    def __init__(self, farms: Sequence[Farm], width: int) -> None:
        cell = MIN_CELL
        while cell < MAX_CELL and _taken(len(farms), cell + 1) <= width:
            cell += 1
        self.width = _taken(len(farms), cell)
        blocks = [farm.lines(cell) for farm in farms]
        height = max(map(len, blocks))
        blank = Text(" " * Farm.width(cell))
        self.lines = [
            Text(" " * GAP).join(block[at] if at < len(block) else blank for block in blocks)
            for at in range(height)
        ]


def _taken(farms: int, cell: int) -> int:
    """Return the width of this many farmyards side by side, with cells of this width."""
    return farms * (Farm.width(cell) + GAP) - GAP


def farms_beside(farms: Sequence[Farm], width: int) -> list[Row]:
    """Return rows of farmyards, each with as many farmyards as the width has room for, in their order."""
    most = max(1, (width + GAP) // (Farm.width(MIN_CELL) + GAP))
    return [Row(farms[at : at + most], width) for at in range(0, len(farms), most)]
