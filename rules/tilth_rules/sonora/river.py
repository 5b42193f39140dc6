"""The river: paths from marked cells on, of which only the ends count."""

from collections.abc import Sequence

from tilth_rules.kernel import Ask, Choose, Table
from tilth_rules.sonora.bonuses import gain
from tilth_rules.sonora.content.sections import River
from tilth_rules.sonora.content.values import values_of
from tilth_rules.sonora.mark_events import PathLaid
from tilth_rules.sonora.moves import LayPath
from tilth_rules.sonora.polyominoes import cells_of
from tilth_rules.sonora.state import Sheet, State


class Lay(Ask, tag=44):
    """You lay a path of exactly this length from a cell that is marked already, over cells that are not, taking either
    way at a fork but never past the end of a branch. The cell it ends on is circled: its bonus is yours at once, its
    number at the end of the game. The cells on the way are crossed for nothing."""

    seat: int
    least: int
    most: int

    def ask(self, state: State) -> Choose:
        river, sheet = values_of(state.options).river, state.sheets[self.seat]
        return Choose(self.seat, "river", path_ends(river, sheet, self.least, self.most))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        river = values_of(state.options).river
        end = picks[0]
        table.emit(PathLaid(self.seat, path_to(river, state.sheets[self.seat], end)))
        if river.bonuses[end]:
            gain(table, self.seat, river.bonuses[end])

    @classmethod
    def move(cls, option: int) -> LayPath:
        return LayPath(option)


def path_ends(river: River, sheet: Sheet, least: int, most: int) -> list[int]:
    """The cells on which a path of so many cells can end. The river never joins again, so the end says the path."""
    marked = sheet.river
    taken = marked | sheet.painted
    return [
        end
        for length in range(least, most + 1)
        for end, above, cells in river.ways[length]
        if marked & above and not taken & cells
    ]


def can_lay(river: River, sheet: Sheet, length: int) -> bool:
    """Whether a path of this length can be laid at all."""
    marked = sheet.river
    taken = marked | sheet.painted
    for _, above, cells in river.ways[length]:  # noqa: SIM110 - a loop is half the price, several times an answer
        if marked & above and not taken & cells:
            return True
    return False


def path_to(river: River, sheet: Sheet, end: int) -> tuple[int, ...]:
    """The unmarked cells down to this one, in order."""
    cells = []
    while not sheet.river >> end & 1:
        cells.append(end)
        end = river.parents[end]
    return tuple(reversed(cells))


def points(river: River, sheet: Sheet) -> int:
    """The numbers on circled cells. Bonuses on circled cells are worth nothing."""
    return sum(river.points[cell] for cell in cells_of(sheet.ends))
