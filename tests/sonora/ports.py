"""Ports that answer where flicked discs come to rest, for tests of the rules.

One reads the answers from a script, one puts discs down on places that matter, one lets them move along straight lines,
one disc at a time. None of them simulates physics, and each gives the same answer every time.
"""

from math import cos, hypot, isqrt, radians, sin
from typing import Any

from tilth_rules.sonora.flick_question import (
    HOLE,
    RIMS,
    STEPS,
    CameToRest,
    Contact,
    Flick,
    Keyframe,
    Resting,
    encode,
    wholly_on,
)

STRIDE = 200
"""A disc moves 2 mm at a time, less than its radius, so that none passes through another."""

TWO_DISCS = 2000
MAX_STRIDES = 4000


class Script:
    """A port that gives prepared answers, and keeps the questions."""

    def __init__(self, *facts: CameToRest) -> None:
        self.facts = list(facts)
        self.questions: list[Flick] = []

    def __call__(self, flick: Flick) -> bytes:
        self.questions.append(flick)
        return encode(self.facts.pop(0))


def at(disc: int, x: float, y: float) -> Resting:
    """Return a disc at a place in millimetres."""
    return Resting(disc, round(100 * x), round(100 * y))


def rests(disc: int, x: float, y: float, **also: Any) -> CameToRest:
    """Return the answer that the disc came to rest there, with these other fields."""
    others = also.pop("others", ())
    moved = tuple(sorted((at(disc, x, y), *others), key=lambda resting: resting.disc))
    return CameToRest(moved=moved, **also)


def straight(flick: Flick) -> bytes:
    """Return the outcome of a flick, for random play."""
    return encode(Slide(flick).run())


SPOTS = (
    *((-92, 34), (-40, 88), (34, 92), (88, 40), (92, -34), (40, -88), (-34, -92), (-88, -40)),
    *((0, 60), (0, -60), (60, 0), (-60, 0), (0, 110), (-110, 0)),
    *((-50, 40), (50, 45), (45, -45), (-45, -50), (-70, 75), (70, 75), (75, -70), (-70, -75)),
    *((-25, 25), (25, 25), (25, -25), (-25, -25)),
)
"""Circles, places between two zones, and places in each zone; none nearer than a disc to another."""


def scattered(flick: Flick) -> bytes:
    """Put the disc down on a spot, or into the hole, chosen by the flick's numbers. Now and then another disc leaves
    the board."""
    key = flick.heading * 31 + flick.speed * 7 + flick.x + flick.y
    if key % 23 == 0:
        return encode(CameToRest(in_hole=(flick.disc,)))
    fallen = (flick.resting[key % len(flick.resting)].disc,) if flick.resting and key % 11 == 0 else ()
    taken = [(disc.x, disc.y) for disc in flick.resting]
    free = [(x, y) for x, y in SPOTS if all(hypot(100 * x - a, 100 * y - b) >= TWO_DISCS for a, b in taken)]
    return encode(rests(flick.disc, *free[key % len(free)], off_board=fallen, touched_far_edge=key % 2 == 0))


class Slide:
    """A slide in which a disc goes straight until it meets another and stops there. The other disc continues, from
    centre to centre, with the way that is left. Walls turn a disc back; a fast disc goes over."""

    def __init__(self, flick: Flick) -> None:
        self.flick = flick
        self.lying = {disc.disc: (float(disc.x), float(disc.y)) for disc in flick.resting}
        self.mover = flick.disc
        self.x, self.y = float(flick.x), float(flick.y)
        angle = radians(flick.heading / 100)
        self.dx, self.dy = cos(angle), sin(angle)
        self.way = flick.speed**2 / (2 * flick.physics.deceleration)
        self.clock = 0.0
        self.in_corner = True
        self.far = False
        self.hole: list[int] = []
        self.off: list[int] = []
        self.contacts: list[Contact] = []
        self.frames: list[Keyframe] = []

    def run(self) -> CameToRest:
        self._frame()
        for _ in range(MAX_STRIDES):
            if self.way <= 0 or not self._stride():
                break
        else:
            self._lie()
        if self.way <= 0 and self.mover >= 0:
            self._lie()
        before = {disc.disc: disc for disc in self.flick.resting}
        moved = [Resting(disc, round(x), round(y)) for disc, (x, y) in sorted(self.lying.items())]
        if self.in_corner:
            self.frames = [frame for frame in self.frames if frame.disc != self.flick.disc]
        return CameToRest(
            moved=tuple(disc for disc in moved if before.get(disc.disc) != disc),
            in_hole=tuple(self.hole),
            off_board=tuple(self.off),
            in_corner=self.in_corner,
            touched_far_edge=self.far,
            contacts=tuple(self.contacts[:40]),
            frames=tuple(self.frames[:96]),
        )

    def _stride(self) -> bool:
        """Move the disc one stride. Return False if nothing moves."""
        x, y = self.x + STRIDE * self.dx, self.y + STRIDE * self.dy
        speed = isqrt(round(2 * self.flick.physics.deceleration * self.way))
        self.clock += 1000 * STRIDE / max(speed, STRIDE)
        wall = self._wall(x, y)
        if wall is not None:
            return self._meet(wall, speed)
        hit = next((disc for disc, (a, b) in self.lying.items() if hypot(a - x, b - y) < TWO_DISCS), None)
        if hit is not None:
            return self._push(hit)
        self.x, self.y, self.way = x, y, self.way - STRIDE
        board = self.flick.board
        if self.mover == self.flick.disc and abs(x) + abs(y) <= wholly_on(board):
            self.in_corner = False
        slow = speed < self.flick.physics.drop_speed or self.way <= 0
        if slow and hypot(round(x), round(y)) <= board.hole_radius - board.disc_radius:
            self._touch(HOLE)
            self.hole.append(self.mover)
            self._frame()
            self.mover = -1
            return False
        return True

    def _wall(self, x: float, y: float) -> int | None:
        board = self.flick.board
        edge = board.half_side - board.disc_radius
        for side, over in enumerate((y > edge, x > edge, y < -edge, x < -edge)):
            if over:
                return RIMS + side
        inside = self.mover != self.flick.disc or not self.in_corner
        if inside and abs(x) + abs(y) > wholly_on(board):
            return STEPS + ((0 if x < 0 else 1) if y > 0 else (3 if x < 0 else 2))
        return None

    def _meet(self, wall: int, speed: int) -> bool:
        """Let the disc go over the wall, or back from it."""
        self._touch(wall)
        corner = self.flick.corner
        own = (STEPS + corner, RIMS + corner, RIMS + (corner + 3) % 4)
        if self.mover == self.flick.disc and wall not in own:
            self.far = True
        if self.mover == self.flick.disc and self.in_corner:
            return self._slide_along(wall)
        if speed >= self.flick.physics.escape_speed:
            self.off.append(self.mover)
            self._frame()
            self.mover = -1
            return False
        if wall >= STEPS:
            sign = -1 if (self.x > 0) == (self.y > 0) else 1
            self.dx, self.dy = sign * self.dy, sign * self.dx
        elif (wall - RIMS) % 2:
            self.dx = -self.dx
        else:
            self.dy = -self.dy
        self.way -= STRIDE
        self._frame()
        return True

    def _slide_along(self, wall: int) -> bool:
        """Let a disc in its corner slide along the rim instead of bouncing."""
        if (wall - RIMS) % 2:
            self.dx, self.dy = 0.0, 1.0 if self.dy > 0 else -1.0
        else:
            self.dx, self.dy = 1.0 if self.dx > 0 else -1.0, 0.0
        return True

    def _push(self, hit: int) -> bool:
        """Stop the disc, and let the one it hit continue."""
        self._touch(hit)
        self._lie()
        x, y = self.lying.pop(hit)
        length = hypot(x - self.x, y - self.y)
        self.dx, self.dy = (x - self.x) / length, (y - self.y) / length
        self.mover, self.x, self.y = hit, x, y
        self._frame()
        return True

    def _lie(self) -> None:
        """Let the moving disc stay where it is; if that is its corner, it is taken off the board."""
        self._frame()
        if self.mover != self.flick.disc or not self.in_corner:
            board = self.flick.board
            if hypot(round(self.x), round(self.y)) <= board.hole_radius - board.disc_radius:
                self.hole.append(self.mover)
            else:
                self.lying[self.mover] = (self.x, self.y)
        self.mover = -1

    def _touch(self, met: int) -> None:
        self.contacts.append(Contact(round(self.clock), self.mover, met))

    def _frame(self) -> None:
        self.frames.append(Keyframe(round(self.clock), self.mover, round(self.x), round(self.y)))
