"""One disc on its way: straight on, ever slower, until friction has stopped it or something is met.

Dry friction takes the same speed every second, so where a disc is at any moment, and when it is where, are short
formulas. Nothing is integrated in steps: a path has no error that grows, and no disc can pass through another between
two looks.
"""

from math import sqrt

UNFELT = 0.1
"""Millimetres a second; discs that approach each other slower don't push."""
CLOSE = 1e-6
"""Millimetres. Discs that near touch."""
SUNK = 1e-3
"""Millimetres that they may have come into each other by then."""
SHORTEST = 1e-8
"""Seconds; the search for a contact looks at least so far ahead each time."""
SETTLE = 2e-3
"""Seconds until discs that touch and barely move against each other are looked at again."""

Place = tuple[float, float]


class Motion:
    """A disc that moves from (x, y) at time `since` in the direction (ux, uy), at first this fast."""

    __slots__ = ("at", "deceleration", "kind", "since", "speed", "ux", "uy", "what", "x", "y")

    def __init__(self, place: Place, since: float, speed: float, towards: Place, deceleration: float) -> None:
        self.x, self.y = place
        self.since = since
        self.speed = speed
        self.ux, self.uy = towards
        self.deceleration = deceleration
        self.at = since
        self.kind = 0
        self.what = 0
        """What ends it: when, of which kind, and the edge or disc that is met. Kept by the slide."""

    def onwards(self, time: float) -> "Motion":
        """The same motion, told from then on."""
        speed = max(0.0, self.speed - self.deceleration * (time - self.since))
        return Motion(self.place(time), time, speed, (self.ux, self.uy), self.deceleration)

    def way(self, time: float) -> float:
        """How far it has come by then."""
        spent = time - self.since
        return spent * (self.speed - 0.5 * self.deceleration * spent)

    def place(self, time: float) -> Place:
        way = self.way(time)
        return self.x + self.ux * way, self.y + self.uy * way

    def velocity(self, time: float) -> Place:
        speed = max(0.0, self.speed - self.deceleration * (time - self.since))
        return self.ux * speed, self.uy * speed

    def moment(self, way: float) -> float:
        """When it has come so far; no further than it comes."""
        if way <= 0.0:
            return self.since
        rest = self.speed * self.speed - 2.0 * self.deceleration * way
        return self.since + 2.0 * way / (self.speed + (sqrt(rest) if rest > 0.0 else 0.0))


def meeting(one: Motion, other: Motion, now: float, until: float, apart: float) -> float:
    """When the centres of two moving discs are `apart` and coming closer; `until` if that is not before.

    Neither stops before `until`. Their relative velocity changes along a straight line meanwhile, so it is never
    greater than at one of the ends; while the gap is wider than what that covers, they can't meet. Looking again
    just then comes upon the contact from before, never from behind.
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
