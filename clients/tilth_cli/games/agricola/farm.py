"""Farmyards, as they lie: columns are letters and rows numbers, as options name them.

  · A · B ┏━C━┳━D━┓      fences as lines; dashed ones are those of a pasture that is being sketched
1         ┃s4 ┃⊓/4┃      a pasture with four sheep; one with a stable and room for four animals
  ·   ·   ┗━━━┻━━━┛
2  ⌂●  g3  [7]           a room with somebody at home, a field with three grain, a cell that can be picked
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.text import Text

from tilth_cli.games.agricola.goods import animals, counted
from tilth_cli.games.agricola.picks import by_plot
from tilth_cli.games.lines import FAINT, LABEL, fitted, label_text, wrapped
from tilth_cli.looks import Look, seat_mark, seat_style, seat_text
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.agricola.v1 import CutPasture, Herd, Player, Plot, View

COLUMNS: Final = 5
ROWS: Final = 3
CELLS: Final = COLUMNS * ROWS
UPRIGHT: Final = 20
"""The first edge that lies between two columns."""
LEAST_CELL: Final = 3
MOST_CELL: Final = 6
AXIS: Final = 2
GAP: Final = 1

ROOM: Final = "⌂"
STABLE: Final = "⊓"
FIELD: Final = "≡"
ROOM_KIND: Final = 1
FIELD_KIND: Final = 2
HOUSES: Final = ("on #6b4a1f", "on #84391f", "on #5a5a62")
EARTH: Final = "on #46301c"
GRASS: Final = "on #1d4220"
OFFERED: Final = "on #3a3a3a"
SKETCHED: Final = "on #204468"
FENCE: Final = "bold tan"
SKETCH: Final = "bold bright_cyan"
CORNERS: Final = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""Where lines meet, by those that come from above (1), right (2), below (4) and left (8)."""


def edges_of(cell: int) -> tuple[int, int, int, int]:
    """Above, right, below and left of it."""
    row, column = divmod(cell, COLUMNS)
    left = UPRIGHT + row * (COLUMNS + 1) + column
    return cell, left + 1, cell + COLUMNS, left


def around(cells: Iterable[int]) -> frozenset[int]:
    """The edges that part these cells from all others."""
    found: frozenset[int] = frozenset()
    for cell in cells:
        found ^= frozenset(edges_of(cell))
    return found


class Farm:
    """One seat's farmyard, as it is drawn."""

    def __init__(self, view: View, player: Player, look: Look) -> None:
        self._view = view
        self._player = player
        self._look = look
        self._labels = by_plot(look, player.seat)
        own = player.seat == look.seat
        self._sketch = look.about.cells if own and isinstance(look.about, CutPasture) else []
        self._fences = frozenset(player.fences)
        self._sketched = around(self._sketch) - self._fences
        self._cells = {plot.plot: plot for plot in player.plots if plot.plot < CELLS}
        self._animals = dict(self._standing())
        self._people = self._at_home()

    @staticmethod
    def width(cell: int) -> int:
        return AXIS + COLUMNS * (cell + 1) + 1

    def lines(self, cell: int) -> list[Text]:
        width = self.width(cell)
        lines = [self._title(width)]
        for row in range(ROWS):
            lines.append(self._above(row, cell))
            lines.append(self._row(row, cell))
        lines.append(self._above(ROWS, cell))
        return [fitted(line, width) for line in (*lines, *self._below(width))]

    def _title(self, width: int) -> Text:
        player = self._player
        points = f" {sum(player.sheet)}" if player.sheet else ""
        first = ""
        if player.seat == self._view.starting_player and len(self._view.players) > 1:
            first = say("agricola.first")
        name = seat_text(player.seat, self._look.name(player.seat))
        name.truncate(width - len(points) - len(first), overflow="ellipsis")
        return name.append(points, style="bold").append(first, style=FAINT)

    def _above(self, row: int, cell: int) -> Text:
        """The line over a row of cells, or below the last one. The first one names the columns."""
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
        line = Text(f"{row + 1:<{AXIS}}", style=FAINT)
        for column in range(COLUMNS + 1):
            line.append(*self._stroke(UPRIGHT + row * (COLUMNS + 1) + column, "┃", "╏", " "))
            if column < COLUMNS:
                line.append_text(self._cell(row * COLUMNS + column, cell))
        return line

    def _stroke(self, edge: int, fence: str, sketch: str, none: str) -> tuple[str, str]:
        if edge in self._fences:
            return fence, FENCE
        return (sketch, SKETCH) if edge in self._sketched else (none, "")

    def _corner(self, row: int, column: int) -> tuple[str, str]:
        """What meets at a corner of cells."""
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
        plot = self._cells.get(cell, Plot(plot=cell))
        found = self._lying(plot, width)
        labels = self._labels.get(cell, ())
        if labels:
            found = _picked(found, labels, width)
        line = fitted(found, width)
        line.stylize_before(self._ground(plot, bool(labels)))
        return line

    def _lying(self, plot: Plot, width: int) -> Text:
        """What is on a cell, and who."""
        if plot.kind == ROOM_KIND:
            at_home = self._people.get(plot.plot, 0)
            mark = seat_mark(self._player.seat) * min(at_home, width - 1)
            return Text.assemble((ROOM, "bold"), (mark, seat_style(self._player.seat)))
        if plot.kind == FIELD_KIND:
            return counted(plot.good, plot.amount) if plot.amount else Text(FIELD, style="tan")
        line = Text(STABLE if plot.stable else "", style="bold")
        for part in self._animals.get(plot.plot, ()):
            if line.cell_len + part.cell_len <= width:
                line.append_text(part)
        return line

    def _ground(self, plot: Plot, offered: bool) -> str:
        if plot.plot in self._sketch:
            return SKETCHED
        if plot.kind == ROOM_KIND:
            return HOUSES[min(self._player.house, len(HOUSES) - 1)]
        if plot.kind == FIELD_KIND:
            return EARTH
        if plot.plot in self._animals or plot.stable:
            return GRASS
        return OFFERED if offered else ""

    def _at_home(self) -> dict[int, int]:
        """One person a room, and all others in the last one."""
        rooms = [cell for cell, plot in self._cells.items() if plot.kind == ROOM_KIND]
        count = sum(person.space is None and not person.idle for person in self._player.people)
        found = dict.fromkeys(rooms[:count], 1)
        if rooms and count > len(rooms):
            found[rooms[-1]] += count - len(rooms)
        return found

    def _standing(self) -> Iterator[tuple[int, list[Text]]]:
        """A herd stands on the cells of its pasture, each kind on one of them, away from stables if there is room;
        then, for how many there is room, unless that is for one."""
        stables = {cell for cell, plot in self._cells.items() if plot.stable}
        for herd in self._player.herds:
            kinds = animals(herd)
            cells = sorted(herd.cells, key=lambda cell: (cell in stables, cell))
            room = [Text(f"/{herd.room}", style=FAINT)] if herd.room > 1 else []
            for at, cell in enumerate(cells):
                yield cell, [*kinds, *room][at :: len(cells)]

    def _kept(self, herd: Herd) -> Text:
        """Animals without a cell; on a card, with its name."""
        name = "" if herd.card is None else self._look.words.text("card", herd.card) + " "
        return Text.assemble((name, FAINT), *animals(herd))

    def _below(self, width: int) -> Iterator[Text]:
        """The house and what is kept in it and on cards; plots on cards."""
        player, words = self._player, self._look.words
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
    """What lies there and how it is picked; the latter alone where there is no room for both."""
    label = label_text(labels)
    if lying.cell_len + label.cell_len <= width:
        return Text.assemble(lying, label)
    if label.cell_len <= width:
        return label
    short = ",".join(labels)
    return Text(short if len(short) <= width else f"{labels[0]}+", style=LABEL)


class Row:
    """Farmyards beside each other, their cells as wide as there is room for."""

    def __init__(self, farms: Sequence[Farm], width: int) -> None:
        cell = LEAST_CELL
        while cell < MOST_CELL and _taken(len(farms), cell + 1) <= width:
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
    return farms * (Farm.width(cell) + GAP) - GAP


def farms_beside(farms: Sequence[Farm], width: int) -> list[Row]:
    """As many in a row as there is room for, in their order."""
    most = max(1, (width + GAP) // (Farm.width(LEAST_CELL) + GAP))
    return [Row(farms[at : at + most], width) for at in range(0, len(farms), most)]
