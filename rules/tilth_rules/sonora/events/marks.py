"""The events of the marking phase, on the board and on the sheets."""

from tilth_rules.kernel import Event
from tilth_rules.sonora.codes import ANIMALS, BOTTOM, CANYON, DISCOVERY, OUT, RIVER, TOP
from tilth_rules.sonora.polyominoes import Cells
from tilth_rules.sonora.state import State, mark_once


class DiscsSwapped(Event):
    """Two discs of one seat changed places on the board, by a swap."""

    seat: int
    disc: int
    other: int

    def apply(self, state: State) -> None:
        a, b = self.disc, self.other
        xs, ys = state.xs, state.ys
        xs[a], xs[b] = xs[b], xs[a]
        ys[a], ys[b] = ys[b], ys[a]


class TieSettled(Event):
    """The owner of a disc that lies exactly between two zones chose this section for it."""

    seat: int
    disc: int
    section: int

    def apply(self, state: State) -> None:
        state.settled[self.disc] = self.section


class DiscsSorted(Event):
    """The section that each disc counts for was settled (0 for none), and which discs count twice because they touch a
    bonus circle. Each disc with a section has one mark to make, one that counts twice in the canyon or the river has
    two."""

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
    """The order of the seats in the ruins was settled, by the value of each seat's discs there. The state does not
    change."""

    seats: tuple[int, ...]
    values: tuple[int, ...]

    def apply(self, state: State) -> None:
        """Change nothing: the order follows from the discs."""


class DiscsMarked(Event):
    """Each of these discs was marked once, and leaves the board if it has no mark left. A disc on the circle of the fox
    or the owl is marked a second time later."""

    seat: int
    discs: tuple[int, ...]

    def apply(self, state: State) -> None:
        mark_once(state, self.discs)


class MarkingFinished(Event):
    """A seat finished marking. Its discs that could not be marked (`discs`) are out; its animals of this phase that
    were not used are gone."""

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
    """A seat gained a bonus, which is ready to use. For a discovery it circles an animal next."""

    seat: int
    bonus: int

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        if self.bonus == DISCOVERY:
            sheet.discoveries += 1
        else:
            sheet.ready[self.bonus] += 1


class AnimalCircled(Event):
    """A seat circled an animal for a discovery, and keeps it for any later marking phase."""

    seat: int
    bonus: int

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        sheet.circled[self.bonus] += 1
        sheet.kept[self.bonus] += 1


class BonusUsed(Event):
    """A bonus of a seat was used up: one kept in the discovery area (`kept`), or one that was ready."""

    seat: int
    bonus: int
    kept: bool

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        (sheet.kept if self.kept else sheet.ready)[self.bonus] -= 1


# Ruins


class CellsCrossed(Event):
    """A seat crossed this number of cells in a building of the ruins."""

    seat: int
    building: int
    cells: int

    def apply(self, state: State) -> None:
        state.sheets[self.seat].crossed[self.building] += self.cells


class BuildingFinished(Event):
    """A seat finished a building: its cells are all crossed. The first seat to do so gets the top reward, which is
    struck off all sheets; others get the bottom one."""

    seat: int
    building: int
    first: bool
    points: int

    def apply(self, state: State) -> None:
        state.struck[self.building] = True
        state.sheets[self.seat].rewards[self.building] = TOP if self.first else BOTTOM


class BotBuildingCrossed(Event):
    """Solo: the player crossed this number of cells that the bot had circled in its building."""

    seat: int
    cells: int

    def apply(self, state: State) -> None:
        state.sheets[self.seat].bot_crossed += self.cells


# Canyon


class ShapeDrawn(Event):
    """A seat drew the shape of this number on these cells of the canyon, and got a cactus of each kind in `cacti`."""

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
    """A seat laid a path down the river: its cells, in order, are marked and the last one is circled."""

    seat: int
    cells: tuple[int, ...]

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        for cell in self.cells:
            sheet.river |= 1 << cell
        sheet.ends |= 1 << self.cells[-1]


# Mud


class MudOpened(Event):
    """A seat got this much value to mark in the mud, added to any that it has left."""

    seat: int
    points: int

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        sheet.points = max(sheet.points, 0) + self.points


class NodeCrossed(Event):
    """A seat crossed a node of the mud, for `cost` of the value that it has left."""

    seat: int
    node: int
    cost: int

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        sheet.nodes |= 1 << self.node
        sheet.points -= self.cost


class TriangleClosed(Event):
    """A triangle was closed: its three nodes are crossed. In it is a cactus of this many points, or, at 0, a bonus. The
    state does not change: all this follows from the nodes."""

    seat: int
    triangle: int
    points: int

    def apply(self, state: State) -> None:
        """Change nothing: it follows from the crossed nodes."""


class ColumnCrossed(Event):
    """A seat crossed cells of a column of the mud, each for one point of the value that it has left."""

    seat: int
    column: int
    cells: int

    def apply(self, state: State) -> None:
        sheet = state.sheets[self.seat]
        sheet.columns[self.column] += self.cells
        sheet.points -= self.cells


class MudClosed(Event):
    """A seat finished marking the mud and lost the value that remained (`lost`)."""

    seat: int
    lost: int

    def apply(self, state: State) -> None:
        state.sheets[self.seat].points = -1
