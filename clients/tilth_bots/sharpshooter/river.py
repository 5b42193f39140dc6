"""The river of a sheet: which cells a path can end on, and what that is worth."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from tilth.games.sonora.v1 import sonora_pb2 as sonora

NEARER: Final = (0.2, 0.2, 0.15, 0.12, 0.1)
"""What a cell is worth, as a part of what is on it, that lies one, two, ... steps down from a marked one."""
FARTHER: Final = 0.04


@dataclass(frozen=True, eq=False)
class Course:
    """What is printed there."""

    above: tuple[int, ...]
    points: tuple[int, ...]
    bonuses: tuple[int, ...]
    downwards: tuple[int, ...]
    """All cells, each after the one above it."""

    @classmethod
    def of(cls, printed: sonora.Printed) -> "Course":
        above = tuple(printed.river_above)
        downwards = [0]
        for cell in downwards:
            downwards += [below for below, parent in enumerate(above) if parent == cell and below]
        return cls(
            above, tuple(printed.river_points), tuple(map(int, printed.river_bonuses)), tuple(downwards)
        )


@dataclass(frozen=True)
class River:
    course: Course
    marked: frozenset[int]
    """Crossed and circled cells, the start among them."""
    painted: frozenset[int]
    """By the bot."""
    bonus_worth: tuple[float, ...]
    hope: float

    def reward(self, cell: int) -> float:
        """What a path brings that ends there."""
        return self.course.points[cell] + self.bonus_worth[self.course.bonuses[cell]]

    def after(self, end: int) -> "River":
        """With a path that ends there."""
        cells: list[int] = []
        while end not in self.marked:
            cells.append(end)
            end = self.course.above[end]
        return replace(self, marked=self.marked | frozenset(cells))

    def steps(self) -> list[int]:
        """By cell: how far below a marked one it lies, 0 where no path leads to."""
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
        """What paths may yet end on."""
        if not self.hope:
            return 0.0
        worth = 0.0
        for cell, steps in enumerate(self.steps()):
            if steps:
                worth += self.reward(cell) * (NEARER[steps - 1] if steps <= len(NEARER) else FARTHER)
        return worth * self.hope

    def loss(self, cell: int, last: int) -> float:
        """What the bot takes away that paints all cells from one to the other, whichever of them is the lower."""
        upper, lower = sorted((cell, last), key=self.course.downwards.index)
        painted = {upper}
        while lower != upper and lower:
            painted.add(lower)
            lower = self.course.above[lower]
        return self.ahead - replace(self, painted=self.painted | painted).ahead

    def gain(self, end: int) -> float:
        """What it is worth to end a path there, now and for later."""
        return self.reward(end) + self.after(end).ahead - self.ahead


@lru_cache(2048)
def lay(river: River, length: int) -> tuple[float, River]:
    """What a path of this length is worth, and the river after it; nothing where there is none."""
    ends = [cell for cell, steps in enumerate(river.steps()) if steps == length]
    if not ends:
        return 0.0, river
    gain, end = max((river.gain(end), -end) for end in ends)
    return gain, river.after(-end)
