"""The board as it is printed: from where discs are flicked, how far they go, and what they count for there."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil, cos, hypot, isqrt, radians, sin
from typing import Final, NamedTuple

from tilth.games.sonora.v1 import sonora_pb2 as sonora

AIMS: Final = 4500
"""A flick is aimed up to so many hundredths of a degree to either side of the diagonal."""
DIAGONALS: Final = (31500, 22500, 13500, 4500)
"""By corner, clockwise from the ruins': where its diagonal points, counterclockwise from east."""
THOUSAND: Final = 1000

Spot = tuple[float, float]


class Landing(NamedTuple):
    """What a disc counts for where it lies: a section, 0 for none, and whether it touches a circle of it."""

    section: int
    doubled: bool = False


NOWHERE: Final = Landing(0)
HOLE: Final = Landing(-1)
"""Its owner says what it counts for."""


class Shot(NamedTuple):
    """The four quantities of a flick."""

    side: int
    back: int
    aim: int
    power: int


@dataclass(frozen=True, eq=False)
class Board:
    """Lengths are hundredths of a millimetre. Corners are counted from 0, sections from 1."""

    half_side: int
    corner_cut: int
    disc: int
    """The radius of a disc."""
    hole: int
    circle: int
    circles: tuple[tuple[int, int, int], ...]
    """Section, x and y of each."""
    deceleration: int
    speeds: tuple[int, int]

    @classmethod
    def of(cls, printed: sonora.Printed) -> "Board":
        circles = zip(printed.circle_sections, printed.circle_xs, printed.circle_ys, strict=True)
        return cls(
            printed.half_side,
            printed.corner_cut,
            printed.disc_radius,
            printed.hole_radius,
            printed.circle_radius,
            tuple((int(section), x, y) for section, x, y in circles),
            printed.deceleration,
            (printed.least_speed, printed.greatest_speed),
        )

    # How a flick goes ----------------------------------------------------------------------------------------

    def start(self, corner: int, side: int, back: int) -> tuple[int, int]:
        """Where the disc lies before the flick. A disc may not hang over, so its places are a triangle in the tip of
        the corner."""
        far = self.half_side - self.disc
        nearest = self.corner_cut + isqrt(2 * self.disc * self.disc) + 1
        width = 2 * far - (nearest + (2 * far - nearest) * back // THOUSAND)
        x, y = -far + width * (THOUSAND - side) // THOUSAND, far - width * side // THOUSAND
        for _ in range(corner):
            x, y = y, -x
        return x, y

    def heading(self, corner: int, aim: int) -> int:
        """Where the flick goes, in hundredths of a degree counterclockwise from east."""
        return (DIAGONALS[corner] - aim) % 36000

    def speed(self, power: int) -> int:
        least, greatest = self.speeds
        return isqrt(least * least + (greatest * greatest - least * least) * power // THOUSAND)

    def way(self, speed: float) -> float:
        """How far a disc slides that nothing stops."""
        return speed * speed / (2 * self.deceleration)

    def power(self, way: float) -> int:
        """The power that carries a disc so far, as near as there is one."""
        shortest, longest = self.way(self.speeds[0]), self.way(self.speeds[1])
        return max(0, min(THOUSAND, round(THOUSAND * (way - shortest) / (longest - shortest))))

    def end(self, corner: int, shot: Shot, aside: float = 0, faster: float = 0) -> Spot:
        """Where a disc stops if nothing is in its way. `aside` and `faster` are what a hand may err by: hundredths of a
        degree, and a part of the speed."""
        x, y = self.start(corner, shot.side, shot.back)
        towards = radians((self.heading(corner, shot.aim) - aside) / 100)
        way = self.way(self.speed(shot.power) * (1 + faster))
        return x + way * cos(towards), y + way * sin(towards)

    # Where things are ----------------------------------------------------------------------------------------

    def landing(self, x: float, y: float) -> Landing:
        """What a disc counts for there. Circles are stronger than zones."""
        if not self.holds(x, y):
            return NOWHERE
        if hypot(x, y) < self.hole - self.disc:
            return HOLE
        reach = self.disc + self.circle
        for section, cx, cy in self.circles:
            if (x - cx) * (x - cx) + (y - cy) * (y - cy) <= reach * reach:
                return Landing(section, doubled=True)
        return Landing(self.zone(x, y))

    def zone(self, x: float, y: float) -> int:
        """The zone that a disc lies in, 0 exactly between two."""
        if not x or not y:
            return 0
        if y > 0:
            return int(sonora.SECTION_RUINS if x < 0 else sonora.SECTION_CANYON)
        return int(sonora.SECTION_MUD if x > 0 else sonora.SECTION_RIVER)

    def holds(self, x: float, y: float) -> bool:
        """Whether a disc there lies on the surface, wholly."""
        side = self.half_side - self.disc
        return abs(x) <= side and abs(y) <= side and abs(x) + abs(y) <= self.corner_cut - 1.4143 * self.disc

    @property
    def apart(self) -> int:
        """How far the middles of two discs are from each other that pass without touching."""
        return 2 * self.disc + CLEARANCE

    def sinks(self, start: Spot, end: Spot) -> bool:
        """Whether a disc that slides this way is wholly over the hole, and slow there."""
        return away((0.0, 0.0), start, end) < self.hole - self.disc - CLEARANCE and hypot(*end) <= OVERSHOT

    def skirts_hole(self, start: Spot, end: Spot) -> bool:
        """Whether the hole might swallow the disc on its way."""
        return away((0.0, 0.0), start, end) < self.hole - self.disc + CLEARANCE

    @cached_property
    def spots(self) -> tuple[tuple[Spot, Landing], ...]:
        """Places worth aiming at, and what discs count for there: about the circles, the hole, all over the zones."""
        places = (*self._in_circles(), (0.0, 0.0), *self._in_zones())
        return tuple((place, self.landing(*place)) for place in places)

    def _in_circles(self) -> Iterator[Spot]:
        reach = self.disc + self.circle
        for part, count in RINGS:
            for step in range(count):
                angle = radians(360 * step / count)
                for _, x, y in self.circles:
                    yield x + part * reach * cos(angle), y + part * reach * sin(angle)

    def _in_zones(self) -> Iterator[Spot]:
        steps = ceil(self.half_side / (2 * self.disc))
        places = [self.disc * (2 * step + 1) for step in range(-steps, steps)]
        for x in places:
            for y in places:
                if self.landing(x, y).section > 0 and not self.landing(x, y).doubled:
                    yield x, y


CLEARANCE: Final = 40
"""A disc passes another that much farther off than it would have to."""
OVERSHOT: Final = 3000
"""Who would come to rest so near to the middle is slow enough for the hole."""
RINGS: Final = ((0.0, 1), (0.4, 6), (0.8, 10))
"""Places to aim at in a circle: how far out, of what a disc still touches it from, and how many."""


def away(spot: Spot, start: Spot, end: Spot) -> float:
    """How far a place is off a straight way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    sx, sy = spot[0] - start[0], spot[1] - start[1]
    square = dx * dx + dy * dy
    along = max(0.0, min(1.0, (sx * dx + sy * dy) / square)) if square else 0.0
    return hypot(sx - along * dx, sy - along * dy)


def is_free(apart: float, start: Spot, end: Spot, others: Iterable[Spot]) -> bool:
    """Whether a disc slides from here to there and keeps so far from all others."""
    return all(away(other, start, end) >= apart for other in others)


@lru_cache(16)
def board_of(printed: bytes) -> Board:
    """Of the serialized message: a match's never changes."""
    return Board.of(sonora.Printed.FromString(printed))
