"""The river: paths that continue from marked cells, and of which only the last cell counts."""

from collections.abc import Sequence

from tilth_rules.kernel import Ask, Choose, Table, TextFacts
from tilth_rules.sonora.actions.bonuses import gain_bonus
from tilth_rules.sonora.content.compiled.sections import River
from tilth_rules.sonora.events.marks import PathLaid
from tilth_rules.sonora.facts import end_facts
from tilth_rules.sonora.moves import LAY_PATH
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.polyominoes import cells_of
from tilth_rules.sonora.state import Sheet, State


class Lay(Ask, tag=44):
    """The question to a seat on which cell it ends a path down the river. The path begins next to a cell that is marked
    already, and runs over `least` to `most` unmarked cells (for a disc exactly its value), either way at a fork, never
    past the end of a branch.

    The cells are marked and the last one is circled: its bonus is the seat's at once, its number counts at the end of
    the match. The other cells give nothing.
    """

    seat: int
    least: int
    most: int
    numbers = LAY_PATH

    def ask(self, state: State) -> Choose:
        """Ask for the cell on which the seat's path down the river ends."""
        river, sheet = values_of(state.options).river, state.sheets[self.seat]
        return Choose(self.seat, "river", path_ends(river, sheet, self.least, self.most))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        """Lay the path to the chosen cell, and gain the bonus there."""
        state: State = table.state
        river = values_of(state.options).river
        end = picks[0]
        table.emit(PathLaid(self.seat, path_to(river, state.sheets[self.seat], end)))
        if river.bonuses[end]:
            gain_bonus(table, self.seat, river.bonuses[end])

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"shortest": self.least, "longest": self.most, "exact": self.least == self.most}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        river = values_of(state.options).river
        return end_facts(river, path_to(river, state.sheets[seat], option))


def path_ends(river: River, sheet: Sheet, least: int, most: int) -> list[int]:
    """Return the cells on which a path of `least` to `most` cells can end. The river never joins again, so the last
    cell determines the path."""
    marked = sheet.river
    taken = marked | sheet.painted
    return [
        end
        for length in range(least, most + 1)
        for end, above, cells in river.ways[length]
        if marked & above and not taken & cells
    ]


def can_lay(river: River, sheet: Sheet, length: int) -> bool:
    """Return whether a path of this length can be laid anywhere in the river."""
    marked = sheet.river
    taken = marked | sheet.painted
    for _, above, cells in river.ways[length]:  # noqa: SIM110 - a loop is half the price, several times an answer
        if marked & above and not taken & cells:
            return True
    return False


def path_to(river: River, sheet: Sheet, end: int) -> tuple[int, ...]:
    """Return the cells of the path that ends on this cell: the unmarked cells down to it, in order."""
    cells = []
    while not sheet.river >> end & 1:
        cells.append(end)
        end = river.parents[end]
    return tuple(reversed(cells))


def points(river: River, sheet: Sheet) -> int:
    """Return the points of the river: the numbers on circled cells. Bonuses on circled cells give no points."""
    return sum(river.points[cell] for cell in cells_of(sheet.ends))
