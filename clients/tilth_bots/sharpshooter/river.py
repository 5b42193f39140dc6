"""The river of a sheet: the cells that a path can end on, and their worth."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from tilth.games.sonora.v1 import sonora_pb2 as sonora

NEARER: Final = (0.2, 0.2, 0.15, 0.12, 0.1)
"""Share of its reward that a cell counts for when it lies one, two, ... steps below a marked one."""
FARTHER: Final = 0.04


@dataclass(frozen=True, eq=False)
class Course:
    """The printed river: for each cell the one above it (its parent), its points, and its bonus."""

    above: tuple[int, ...]
    points: tuple[int, ...]
    bonuses: tuple[int, ...]
    downwards: tuple[int, ...]
    """Cells in an order in which each comes after the one above it."""

    @classmethod
    def of(cls, printed: sonora.Printed) -> "Course":
        """Return the river that the view's printed data describes."""
        above = tuple(printed.river_above)
        downwards = [0]
        for cell in downwards:
            downwards += [below for below, parent in enumerate(above) if parent == cell and below]
        return cls(
            above, tuple(printed.river_points), tuple(map(int, printed.river_bonuses)), tuple(downwards)
        )


@dataclass(frozen=True)
class River:
    """The state of a sheet's river: the marked cells, with the worth of each bonus and the probability (`hope`) that
    later paths will be laid."""

    course: Course
    marked: frozenset[int]
    """Crossed and circled cells, including the start."""
    painted: frozenset[int]
    """Cells that the solo bot has painted."""
    bonus_worth: tuple[float, ...]
    hope: float

    def reward(self, cell: int) -> float:
        """Return the reward in points for a path that ends on this cell: its points and the worth of its bonus."""
        return self.course.points[cell] + self.bonus_worth[self.course.bonuses[cell]]

    def after(self, end: int) -> "River":
        """Return the river with one more path, from the nearest marked cell above down to the cell `end`."""
        cells: list[int] = []
        while end not in self.marked:
            cells.append(end)
            end = self.course.above[end]
        return replace(self, marked=self.marked | frozenset(cells))

    def steps(self) -> list[int]:
        """Return, for each cell, the length of the path that ends on it: its number of steps below the nearest marked
        cell. It is 0 for a marked or painted cell and for cells that no path can reach."""
        steps = [0] * len(self.course.above)
        for cell in self.course.downwards:
            above = self.course.above[cell]
            if (
                cell not in self.marked
                and cell not in self.painted
                and (steps[above] or above in self.marked)
            ):
                steps[cell] = steps[above] + 1
        return steps

    @cached_property
    def ahead(self) -> float:
        """Return the worth in points of the cells that later paths may end on."""
        if not self.hope:
            return 0.0
        worth = 0.0
        for cell, steps in enumerate(self.steps()):
            if steps:
                worth += self.reward(cell) * (NEARER[steps - 1] if steps <= len(NEARER) else FARTHER)
        return worth * self.hope

    def loss(self, cell: int, last: int) -> float:
        """Return the loss in points of later worth when the solo bot paints all cells from `cell` to `last`, whichever
        of them is the lower."""
        upper, lower = sorted((cell, last), key=self.course.downwards.index)
        painted = {upper}
        while lower != upper and lower:
            painted.add(lower)
            lower = self.course.above[lower]
        return self.ahead - replace(self, painted=self.painted | painted).ahead

    def gain(self, end: int) -> float:
        """Return the worth in points of a path that ends on the cell `end`: its reward, and the change in the later
        worth of the other cells."""
        return self.reward(end) + self.after(end).ahead - self.ahead


@lru_cache(2048)
def lay(river: River, length: int) -> tuple[float, River]:
    """Return the worth in points of the best path of exactly `length` cells, and the river after it; 0 and the same
    river if there is none."""
    ends = [cell for cell, steps in enumerate(river.steps()) if steps == length]
    if not ends:
        return 0.0, river
    gain, end = max((river.gain(end), -end) for end in ends)
    return gain, river.after(-end)
