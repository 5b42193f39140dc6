"""The printed board: starting places of flicks, their distances, and the landings of discs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil, cos, hypot, isqrt, radians, sin
from typing import Final, NamedTuple

from tilth.games.sonora.v1 import sonora_pb2 as sonora

AIMS: Final = 4500
"""Largest angle of a flick to either side of the diagonal, in hundredths of a degree."""
DIAGONALS: Final = (31500, 22500, 13500, 4500)
"""Direction of the diagonal of each corner, in hundredths of a degree counterclockwise from east; the corners are
clockwise from the ruins'."""
THOUSAND: Final = 1000

Spot = tuple[float, float]


class Landing(NamedTuple):
    """The section that a disc counts for, 0 for none, and whether the disc touches one of its circles."""

    section: int
    doubled: bool = False


NOWHERE: Final = Landing(0)
HOLE: Final = Landing(-1)
"""Landing in the hole; the disc's owner chooses the section that it counts for."""


class Shot(NamedTuple):
    """The four numbers of a flick: the starting place in the corner (`side` and `back`, in thousandths), the angle to
    the diagonal (`aim`, in hundredths of a degree), and the power from 0 to 1000."""

    side: int
    back: int
    aim: int
    power: int


@dataclass(frozen=True, eq=False)
class Board:
    """The printed measures of a board, in hundredths of a millimetre: half the length of a side, the cut of the
    corners, and the radii of discs, the hole and the circles. `speeds` are the least and the greatest speed of a flick,
    `deceleration` the loss of speed by friction. Corners are counted from 0, sections from 1."""

    half_side: int
    corner_cut: int
    disc: int
    """Radius of a disc."""
    hole: int
    circle: int
    circles: tuple[tuple[int, int, int], ...]
    """Section, x and y of each circle."""
    deceleration: int
    speeds: tuple[int, int]

    @classmethod
    def of(cls, printed: sonora.Printed) -> "Board":
        """Return the board with the measures that the view's printed data gives."""
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

    # Flicks --------------------------------------------------------------------------------------------------

    def start(self, corner: int, side: int, back: int) -> tuple[int, int]:
        """Return the starting place (x, y) of a disc in the corner of this number. A disc may not stick out over the
        edge, so the starting places form a triangle in the tip of the corner. `side` is the share of the way from one
        edge to the other, `back` of the way to the tip, both from 0 to 1000."""
        far = self.half_side - self.disc
        nearest = self.corner_cut + isqrt(2 * self.disc * self.disc) + 1
        width = 2 * far - (nearest + (2 * far - nearest) * back // THOUSAND)
        x, y = -far + width * (THOUSAND - side) // THOUSAND, far - width * side // THOUSAND
        for _ in range(corner):
            x, y = y, -x
        return x, y

    def heading(self, corner: int, aim: int) -> int:
        """Return the direction of a flick, in hundredths of a degree counterclockwise from east. `aim` is its angle to
        the corner's diagonal."""
        return (DIAGONALS[corner] - aim) % 36000

    def speed(self, power: int) -> int:
        """Return the starting speed of a flick with this power (0 to 1000). The power is linear in the distance that
        the disc slides."""
        least, greatest = self.speeds
        return isqrt(least * least + (greatest * greatest - least * least) * power // THOUSAND)

    def way(self, speed: float) -> float:
        """Return the distance, in hundredths of a millimetre, that a disc with this speed slides if nothing stops
        it."""
        return speed * speed / (2 * self.deceleration)

    def power(self, way: float) -> int:
        """Return the power (0 to 1000) that carries a disc this distance, in hundredths of a millimetre, or the nearest
        possible power."""
        shortest, longest = self.way(self.speeds[0]), self.way(self.speeds[1])
        return max(0, min(THOUSAND, round(THOUSAND * (way - shortest) / (longest - shortest))))

    def end(self, corner: int, shot: Shot, aside: float = 0, faster: float = 0) -> Spot:
        """Return the place where a disc stops if nothing is in its way. `aside` and `faster` are errors of the hand:
        hundredths of a degree, and a share of the speed."""
        x, y = self.start(corner, shot.side, shot.back)
        towards = radians((self.heading(corner, shot.aim) - aside) / 100)
        way = self.way(self.speed(shot.power) * (1 + faster))
        return x + way * cos(towards), y + way * sin(towards)

    # Places --------------------------------------------------------------------------------------------------

    def landing(self, x: float, y: float) -> Landing:
        """Return the landing of a disc with its middle at this place: NOWHERE off the surface, then the hole, then a
        circle that the disc touches, then its zone."""
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
        """Return the section of the zone that a disc lies in, by the quarter of the board; 0 if its middle lies exactly
        between two."""
        if not x or not y:
            return 0
        if y > 0:
            return int(sonora.SECTION_RUINS if x < 0 else sonora.SECTION_CANYON)
        return int(sonora.SECTION_MUD if x > 0 else sonora.SECTION_RIVER)

    def holds(self, x: float, y: float) -> bool:
        """Return whether a disc at this place lies entirely on the surface."""
        side = self.half_side - self.disc
        return abs(x) <= side and abs(y) <= side and abs(x) + abs(y) <= self.corner_cut - 1.4143 * self.disc

    @property
    def apart(self) -> int:
        """The distance between the middles of two discs that pass each other safely, in hundredths of a millimetre."""
        return 2 * self.disc + CLEARANCE

    def sinks(self, start: Spot, end: Spot) -> bool:
        """Return whether a disc that slides from `start` to `end` gets entirely over the hole and is slow there,
        because it would stop at most OVERSHOT from the middle."""
        return away((0.0, 0.0), start, end) < self.hole - self.disc - CLEARANCE and hypot(*end) <= OVERSHOT

    def skirts_hole(self, start: Spot, end: Spot) -> bool:
        """Return whether a disc that slides from `start` to `end` comes so near to the hole that the hole might swallow
        it."""
        return away((0.0, 0.0), start, end) < self.hole - self.disc + CLEARANCE

    @cached_property
    def spots(self) -> tuple[tuple[Spot, Landing], ...]:
        """Return the places to aim at with their landings: about the circles, in the hole, and all over the zones."""
        places = (*self._in_circles(), (0.0, 0.0), *self._in_zones())
        return tuple((place, self.landing(*place)) for place in places)

    def _in_circles(self) -> Iterator[Spot]:
        """Yield places to aim at in and around the circles: the middle of each, and rings of places around it."""
        reach = self.disc + self.circle
        for part, count in RINGS:
            for step in range(count):
                angle = radians(360 * step / count)
                for _, x, y in self.circles:
                    yield x + part * reach * cos(angle), y + part * reach * sin(angle)

    def _in_zones(self) -> Iterator[Spot]:
        """Yield places to aim at on a grid over the zones, one disc apart, outside of circles and the hole."""
        steps = ceil(self.half_side / (2 * self.disc))
        places = [self.disc * (2 * step + 1) for step in range(-steps, steps)]
        for x in places:
            for y in places:
                if self.landing(x, y).section > 0 and not self.landing(x, y).doubled:
                    yield x, y


CLEARANCE: Final = 40
"""Safety margin for the distance of a passing disc from another disc or from the hole."""
OVERSHOT: Final = 3000
"""Largest distance from the middle at which a disc would stop and still be slow enough for the hole."""
RINGS: Final = ((0.0, 1), (0.4, 6), (0.8, 10))
"""Rings of places to aim at around a circle: the radius as a share of the distance at which a disc touches the circle,
and the number of places."""


def away(spot: Spot, start: Spot, end: Spot) -> float:
    """Return the distance of a place from the straight line between `start` and `end`; beyond its ends, from the nearer
    end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    sx, sy = spot[0] - start[0], spot[1] - start[1]
    square = dx * dx + dy * dy
    along = max(0.0, min(1.0, (sx * dx + sy * dy) / square)) if square else 0.0
    return hypot(sx - along * dx, sy - along * dy)


def is_free(apart: float, start: Spot, end: Spot, others: Iterable[Spot]) -> bool:
    """Return whether a disc that slides from `start` to `end` keeps its middle at least `apart` from the middles of all
    others."""
    return all(away(other, start, end) >= apart for other in others)


@lru_cache(16)
def board_of(printed: bytes) -> Board:
    """Return the board of a serialized message. The results are cached, because a match's message never changes."""
    return Board.of(sonora.Printed.FromString(printed))
