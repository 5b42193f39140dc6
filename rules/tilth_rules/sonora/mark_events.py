"""What happens in the marking phase, on the board and on the sheets."""

from tilth_rules.kernel import Event
from tilth_rules.sonora.polyominoes import Cells
from tilth_rules.sonora.state import State, mark_once
from tilth_rules.sonora.words import (
    ANIMALS,
    BOTTOM,
    CANYON,
    DISCOVERY,
    OUT,
    RIVER,
    TOP,
)


class DiscsSwapped(Event):
    """Two discs of one seat changed places."""

    seat: int
    disc: int
    other: int

    def apply(self, state: State) -> None:
        a, b = self.disc, self.other
        xs, ys = state.xs, state.ys
        xs[a], xs[b] = xs[b], xs[a]
        ys[a], ys[b] = ys[b], ys[a]


class TieSettled(Event):
    """A disc exactly between two zones counts for this one."""

    seat: int
    disc: int
    section: int

    def apply(self, state: State) -> None:
        state.settled[self.disc] = self.section


class DiscsSorted(Event):
    """The section that every disc counts for (0 for none), and whether it touches a bonus circle."""

    sections: tuple[int, ...]
    doubled: tuple[bool, ...]

    def apply(self, state: State) -> None:
        state.sections = list(self.sections)
        state.doubled = list(self.doubled)
        state.left = [
            0 if not section else 2 if twice and section in (CANYON, RIVER) else 1
            for section, twice in zip(self.sections, self.doubled, strict=True)
        ]


class RuinsOrdered(Event):
    """The seats that mark in the ruins, in their order, and the value of each one's discs there."""

    seats: tuple[int, ...]
    values: tuple[int, ...]

    def apply(self, state: State) -> None:
        """Nothing moves."""


class DiscsMarked(Event):
    """These discs were marked. One on the circle of the fox or the owl stays to be marked once more."""

    seat: int
    discs: tuple[int, ...]

    def apply(self, state: State) -> None:
        mark_once(state, self.discs)


class MarkingFinished(Event):
    """A seat has nothing more to mark. Discs that could not be marked are out; animals not used are gone."""

    seat: int
    discs: tuple[int, ...]

    def apply(self, state: State) -> None:
        for disc in self.discs:
            state.where[disc] = OUT
        ready = state.sheets[self.seat].ready
        for animal in ANIMALS:
            ready[animal] = 0


# Bonuses


class BonusGained(Event):
    """A bonus is ready. For a discovery its owner circles an animal next."""

    seat: int
    bonus: int

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        if self.bonus == DISCOVERY:
            sheet.discoveries += 1
        else:
            sheet.ready[self.bonus] += 1


class AnimalCircled(Event):
    """For a discovery: the animal is kept for as long as its owner likes."""

    seat: int
    bonus: int

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        sheet.chosen[self.bonus] += 1
        sheet.kept[self.bonus] += 1


class BonusUsed(Event):
    """A bonus was crossed out: a kept one of the discovery area, or one that was ready."""

    seat: int
    bonus: int
    kept: bool

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        (sheet.kept if self.kept else sheet.ready)[self.bonus] -= 1


# Ruins


class CellsCrossed(Event):
    """Cells of a building of the ruins were crossed."""

    seat: int
    building: int
    cells: int

    def apply(self, state: State) -> None:
        state.sheets[self.seat].crossed[self.building] += self.cells


class BuildingFinished(Event):
    """All of a building is crossed: the first to do so has the top reward, and strikes it off all other sheets."""

    seat: int
    building: int
    first: bool
    points: int

    def apply(self, state: State) -> None:
        state.struck[self.building] = True
        state.sheets[self.seat].rewards[self.building] = TOP if self.first else BOTTOM


class BotBuildingCrossed(Event):
    """Solo: cells that the bot had circled were crossed."""

    seat: int
    cells: int

    def apply(self, state: State) -> None:
        state.sheets[self.seat].bot_crossed += self.cells


# Canyon


class ShapeDrawn(Event):
    """The shape of this number, on these cells of the canyon, and the kinds of the cacti in it."""

    seat: int
    number: int
    squares: Cells
    cacti: tuple[int, ...]

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        sheet.shapes.append(self.squares)
        for kind in self.cacti:
            sheet.cacti[kind - 1] += 1


# River


class PathLaid(Event):
    """A path down the river: the cells in order, the last one circled."""

    seat: int
    cells: tuple[int, ...]

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        for cell in self.cells:
            sheet.river |= 1 << cell
        sheet.ends |= 1 << self.cells[-1]


# Mud


class MudOpened(Event):
    """So much value may be marked in the mud now; more, when a rabbit joins."""

    seat: int
    points: int

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        sheet.points = max(sheet.points, 0) + self.points


class NodeCrossed(Event):
    """A node of the mud was crossed, for so much of the value."""

    seat: int
    node: int
    cost: int

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        sheet.nodes |= 1 << self.node
        sheet.points -= self.cost


class TriangleClosed(Event):
    """All three nodes of a triangle are crossed. In it is a cactus of so many points, or, at 0, a bonus."""

    seat: int
    triangle: int
    points: int

    def apply(self, state: State) -> None:
        """The crossed nodes say it already."""


class ColumnCrossed(Event):
    """Cells of a column of the mud were crossed."""

    seat: int
    column: int
    cells: int

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        sheet.columns[self.column] += self.cells
        sheet.points -= self.cells


class MudClosed(Event):
    """What is left of the value is lost."""

    seat: int
    lost: int

    def apply(self, state: State) -> None:
        state.sheets[self.seat].points = -1
