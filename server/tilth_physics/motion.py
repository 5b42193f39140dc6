"""The motion of one disc: straight and ever slower, until friction stops it or it meets something.

Dry friction takes the same speed every second. So short formulas give the place of a disc at any moment, and the moment
at which it is at a place. Nothing is integrated in steps: a path has no error that grows, and no disc can pass through
another between two steps.
"""

from math import sqrt

UNFELT = 0.1
"""The speed in mm/s below which discs that approach each other do not push."""
CLOSE = 1e-6
"""The distance in mm within which discs touch."""
SUNK = 1e-3
"""The depth in mm that touching discs may overlap because of rounding."""
SHORTEST = 1e-8
"""The time in seconds that the search for a contact looks ahead at least."""
SETTLE = 2e-3
"""The time in seconds after which discs that touch and barely move against each other are checked again."""

Place = tuple[float, float]


class Motion:
    """The motion of a disc from (x, y) at time `since` in the direction (ux, uy), with this speed at first."""

    __slots__ = ("at", "deceleration", "kind", "met", "since", "speed", "ux", "uy", "x", "y")

    def __init__(self, place: Place, since: float, speed: float, towards: Place, deceleration: float) -> None:
        self.x, self.y = place
        self.since = since
        self.speed = speed
        self.ux, self.uy = towards
        self.deceleration = deceleration
        self.at = since
        self.kind = 0
        self.met = 0
        """The kind of event that ends the motion; its time and the edge or disc that is met stand beside it. The
        slide sets them."""

    def onwards(self, time: float) -> "Motion":
        """Return the same motion, given from a later moment on."""
        speed = max(0.0, self.speed - self.deceleration * (time - self.since))
        return Motion(self.place(time), time, speed, (self.ux, self.uy), self.deceleration)

    def way(self, time: float) -> float:
        """Return the way that the disc has come by a moment."""
        spent = time - self.since
        return spent * (self.speed - 0.5 * self.deceleration * spent)

    def place(self, time: float) -> Place:
        """Return the place of the disc at a moment."""
        way = self.way(time)
        return self.x + self.ux * way, self.y + self.uy * way

    def velocity(self, time: float) -> Place:
        """Return the velocity of the disc at a moment."""
        speed = max(0.0, self.speed - self.deceleration * (time - self.since))
        return self.ux * speed, self.uy * speed

    def moment(self, way: float) -> float:
        """Return the moment at which the disc has come this way, at most the moment at which it stops."""
        if way <= 0.0:
            return self.since
        rest = self.speed * self.speed - 2.0 * self.deceleration * way
        return self.since + 2.0 * way / (self.speed + (sqrt(rest) if rest > 0.0 else 0.0))


def meeting(one: Motion, other: Motion, now: float, until: float, apart: float) -> float:
    """Return the moment at which the centres of two moving discs are `apart` and coming closer, or `until` if that is
    not before.

    Neither disc stops before `until`. Their relative velocity changes along a straight line until then, so it is never
    greater than at one of the ends. While the gap is wider than the way at that speed, they cannot meet. Checking again
    at that moment finds the contact from before it, never from behind.
    """
    deceleration = one.deceleration
    turn_x = deceleration * (one.ux - other.ux)
    turn_y = deceleration * (one.uy - other.uy)
    (ax, ay), (bx, by) = one.place(now), other.place(now)
    (avx, avy), (bvx, bvy) = one.velocity(now), other.velocity(now)
    x, y = bx - ax, by - ay
    vx, vy = bvx - avx, bvy - avy
    left = until - now
    end_x, end_y = vx + turn_x * left, vy + turn_y * left
    fastest = end_x * end_x + end_y * end_y
    spent = 0.0
    while True:
        nx = x + spent * (vx + 0.5 * turn_x * spent)
        ny = y + spent * (vy + 0.5 * turn_y * spent)
        wx, wy = vx + turn_x * spent, vy + turn_y * spent
        square = nx * nx + ny * ny
        gap = sqrt(square) - apart
        if gap > CLOSE:
            here = wx * wx + wy * wy
            step = gap / (sqrt(here if here > fastest else fastest) + 1e-12)
            if step < SHORTEST:
                step = SHORTEST
        elif (approach := -(nx * wx + ny * wy)) > UNFELT * apart or (gap < -SUNK and approach > 0.0):
            return now + spent
        else:
            step = SETTLE
        spent += step
        if spent >= left:
            return until
