"""The slide of all discs of a board, from a flick until everything lies still, from one event to the next.

An event bends a path: a disc stops, meets the rim or another disc, or falls into the hole. Between two events every
path is known exactly (`motion`). Only + - * / and square roots of doubles are used, in a fixed order, so equal flicks
give equal outcomes on any machine that keeps to IEEE 754.

Discs are smooth and do not spin: a hit acts only along the line of their centres.
"""

from collections.abc import Callable, Sequence
from math import inf, sqrt

from tilth_physics.ground import Ground, Wood
from tilth_physics.motion import UNFELT, Motion, Place, meeting
from tilth_rules.sonora.flick_question import MAX_MS

STOPS, FALLS, MEETS_EDGE, MEETS_DISC = range(4)

SOFT = 4.0
"""The speed in mm/s below which a hit does not bounce. Nobody could see such a bounce."""
STILL = 1e-6
"""The speed in mm/s below which a disc lies still."""
JAM_SECONDS = 1e-4
JAM_HITS = 40
"""A disc that is hit this often in so little time is jammed."""
MAX_EVENTS = 4000
MAX_SECONDS = MAX_MS / 1000
"""The longest time of a slide in seconds, more than any flick of wood takes. Heaps of discs that do not bounce can
take longer; then all discs stop where they are."""


class Slide:
    """A board of discs, one of which is pushed by a flick. `run` plays the slide to its end, and the places can be
    read afterwards."""

    def __init__(self, ground: Ground, wood: Wood, places: Sequence[Place | None]) -> None:
        """Place the discs at these centres; None stands for a disc that is not on the board."""
        self.ground = ground
        self.wood = wood
        self.places = list(places)
        """The place of each disc, or its place when it began to move; None after it has left the board."""
        self.time = 0.0
        self.events = 0
        self.moving: dict[int, Motion] = {}
        self.moved: set[int] = set()
        self.fallen: list[int] = []
        """The discs that fell into the hole, in order."""
        self.left: list[int] = []
        """The discs that went over an edge, in order."""
        self.touches: list[tuple[float, int, int]] = []
        """The touches in order: the time, the disc, and what it met: a disc, edge k as -1 - k, or the hole as the
        number after the edges.

        A touch that lasts is listed once.
        """
        self.open_edge = -1
        """The edge that the flicked disc does not feel before it has crossed it, because it starts beyond it; -1 for
        none."""
        self.flicked = -1
        self.bent: Callable[[int, float, Place], None] = lambda disc, time, place: None
        """Called each time a disc begins to move, changes its direction or stops."""
        self._apart = 2.0 * ground.radius
        self._touched: set[tuple[int, int]] = set()
        self._pressed: dict[int, tuple[float, int]] = {}
        """By disc: the time since which it has been hit almost without a pause, and the number of these hits."""

    def flick(self, disc: int, velocity: Place, open_edge: int = -1) -> None:
        """Push a disc that lies still with this velocity in mm/s, and compute the event that ends its motion; the time
        does not advance. `open_edge` is the index of the edge beyond which the disc starts and which it crosses first;
        -1 for none."""
        self.flicked = disc
        self.open_edge = open_edge
        self._push(disc, self._lying(disc), velocity)
        self._foresee(list(self.moving))

    def run(self) -> None:
        """Play the slide until nothing moves."""
        while self.moving:
            self.advance()

    def advance(self) -> None:
        """Advance the time to the next event (discs meet, or one stops, meets an edge or falls), and carry it out.
        After MAX_EVENTS events or MAX_SECONDS, stop all discs where they are instead."""
        self.events += 1
        if self.events > MAX_EVENTS or self.time > MAX_SECONDS:
            self._freeze()
            return
        pair, until = self._first_meeting(min(motion.at for motion in self.moving.values()))
        self.time = until
        if pair is not None:
            self._collide(*pair)
            return
        disc, motion = min(self.moving.items(), key=lambda item: item[1].at)
        if motion.kind == STOPS:
            self._stop(disc)
            self._foresee(list(self.moving))
        elif motion.kind == MEETS_EDGE:
            self._rebound(disc, motion.met)
        elif motion.kind == MEETS_DISC:
            self._collide(disc, motion.met)
        else:
            self._fall(disc, self._now(disc))

    @property
    def in_corner(self) -> bool:
        """Return whether the flicked disc is on the board and its centre still beyond the edge beyond which it
        started, so that it never lay wholly on the surface."""
        place = self.places[self.flicked]
        return place is not None and self._open_edge(self.flicked, *place) >= 0

    # Events ----------------------------------------------------------------------------------------

    def _collide(self, one: int, other: int) -> None:
        """Let two touching discs of equal mass collide along the line of their centres, move them apart if they
        overlap, and compute the next events. They bounce with `disc_restitution`, but not at SOFT or less; a resting
        `other` that is approached at UNFELT or less is not pushed, and `one` only loses that speed."""
        at, there = self._now(one), self._now(other)
        nx, ny = there[0] - at[0], there[1] - at[1]
        distance = sqrt(nx * nx + ny * ny)
        nx, ny = nx / distance, ny / distance
        vx, vy = self._velocity(one)
        wx, wy = self._velocity(other)
        approach = (vx - wx) * nx + (vy - wy) * ny
        self._touch(one, other, approach)
        sunk = 0.5 * (self._apart - distance)
        if sunk > 0.0:
            at = self._within(one, at[0] - sunk * nx, at[1] - sunk * ny)
            there = self._within(other, there[0] + sunk * nx, there[1] + sunk * ny)
        if approach <= UNFELT and other not in self.moving:
            self._push(one, at, (vx - approach * nx, vy - approach * ny))
        else:
            e = self.wood.disc_restitution if approach > SOFT else 0.0
            share = 0.5 * (1.0 + e) * approach
            self._push(one, at, (vx - share * nx, vy - share * ny))
            self._push(other, there, (wx + share * nx, wy + share * ny))
        self._stop_if_jammed(one)
        self._stop_if_jammed(other)
        self._foresee(list(self.moving))

    def _stop_if_jammed(self, disc: int) -> None:
        """Count a hit on a disc, and stop the disc if it moves and has now been hit more than JAM_HITS times within
        JAM_SECONDS. Discs pressed between others would else hit each other without end."""
        since, hits = self._pressed.get(disc, (-1.0, 0))
        if self.time - since > JAM_SECONDS:
            self._pressed[disc] = self.time, 1
        elif hits < JAM_HITS:
            self._pressed[disc] = since, hits + 1
        elif disc in self.moving:
            self._stop(disc)

    def _rebound(self, disc: int, edge: int) -> None:
        """Let a disc that touches an edge (its index) bounce off with `edge_restitution`, but not at SOFT or less; if
        its speed towards the edge is at least `wood.escape`, take it off the board into `left`."""
        side = self.ground.edges[edge]
        vx, vy = self._velocity(disc)
        outwards = vx * side.nx + vy * side.ny
        self._touch(disc, -1 - edge, outwards)
        if outwards >= self.wood.escape:
            self._remove(disc, self._now(disc), self.left)
            return
        e = self.wood.edge_restitution if outwards > SOFT else 0.0
        back = (1.0 + e) * outwards
        self._push(disc, self._now(disc), (vx - back * side.nx, vy - back * side.ny))
        self._foresee([disc] if disc in self.moving else list(self.moving))

    def _fall(self, disc: int, place: Place) -> None:
        """Record that a disc touches the hole, and take it off the board into `fallen`; `place` is the place where it
        fell."""
        self._touch(disc, -1 - len(self.ground.edges), inf)
        self._remove(disc, place, self.fallen)

    def _remove(self, disc: int, place: Place, where: list[int]) -> None:
        """Take a disc off the board, append it to the list `where` (`fallen` or `left`), and call `bent` with the
        place where it was last seen."""
        self.moving.pop(disc, None)
        self.places[disc] = None
        where.append(disc)
        self.bent(disc, self.time, place)

    def _stop(self, disc: int) -> None:
        """Stop a disc at its present place."""
        self._lie(disc, self._now(disc))

    def _lie(self, disc: int, place: Place) -> None:
        """Let a disc lie still at this place, and call `bent`; if its centre is at most `ground.hole` from the middle,
        it falls into the hole instead."""
        if place[0] * place[0] + place[1] * place[1] <= self.ground.hole * self.ground.hole:
            self._fall(disc, place)
            return
        self.moving.pop(disc, None)
        self.places[disc] = place
        self.bent(disc, self.time, place)

    def _freeze(self) -> None:
        """Stop all discs at their present places."""
        for disc in list(self.moving):
            self._stop(disc)

    def _push(self, disc: int, place: Place, velocity: Place) -> None:
        """Let a disc move from this place with this velocity in mm/s, count it as moved, and call `bent`; at a speed
        of STILL or less it lies there still."""
        vx, vy = velocity
        speed = sqrt(vx * vx + vy * vy)
        self.moved.add(disc)
        if speed <= STILL:
            self._lie(disc, place)
            return
        towards = vx / speed, vy / speed
        self.moving[disc] = Motion(place, self.time, speed, towards, self.wood.deceleration)
        self.places[disc] = place
        self.bent(disc, self.time, place)

    def _touch(self, disc: int, met: int, speed: float) -> None:
        """Record that a disc touches `met` (a disc, or an edge or the hole as a negative number) now, unless the two
        have touched before and approach each other with a `speed` of SOFT or less."""
        pair = (disc, met) if disc > met else (met, disc)
        if speed > SOFT or pair not in self._touched:
            self._touched.add(pair)
            self.touches.append((self.time, disc, met))

    # What comes next -------------------------------------------------------------------------------

    def _first_meeting(self, until: float) -> tuple[tuple[int, int] | None, float]:
        """Return the two moving discs that meet first before `until`, and the time in seconds at which they do; None
        and `until` if no two meet."""
        pair = None
        if len(self.moving) > 1:
            movers = list(self.moving.items())
            for at, (disc, motion) in enumerate(movers):
                for other, another in movers[at + 1 :]:
                    when = meeting(motion, another, self.time, until, self._apart)
                    if when < until:
                        pair, until = (disc, other), when
        return pair, until

    def _foresee(self, discs: Sequence[int]) -> None:
        """Compute for each of these moving discs the event that ends its motion if no other moving disc meets it, and
        store it in its motion."""
        lying = [
            (disc, place)
            for disc, place in enumerate(self.places)
            if place is not None and disc not in self.moving
        ]
        for disc in discs:
            self._foresee_one(disc, self.moving[disc], lying)

    def _foresee_one(self, disc: int, motion: Motion, lying: Sequence[tuple[int, Place]]) -> None:
        """Compute the event that ends a disc's motion (a stop, an edge, a disc of `lying` or the hole), and store its
        kind, its time and what is met in the motion. Other moving discs are left out."""
        if motion.since != self.time:
            motion = self.moving[disc] = motion.onwards(self.time)
        x, y, ux, uy = motion.x, motion.y, motion.ux, motion.uy
        best = motion.speed * motion.speed / (2.0 * motion.deceleration)
        motion.kind = STOPS
        open_edge = self._open_edge(disc, x, y)
        for at, edge in enumerate(self.ground.edges):
            outwards = edge.nx * ux + edge.ny * uy
            if outwards > 1e-12 and at != open_edge:
                way = (edge.reach - edge.nx * x - edge.ny * y) / outwards
                if way < best:
                    best = way if way > 0.0 else 0.0
                    motion.kind, motion.met = MEETS_EDGE, at
        apart = self._apart
        square = apart * apart
        for other, (ox, oy) in lying:
            dx, dy = ox - x, oy - y
            ahead = dx * ux + dy * uy
            if ahead > 1e-9 and ahead - apart < best:
                aside = dx * dx + dy * dy - ahead * ahead
                if aside < square:
                    way = ahead - sqrt(square - aside)
                    if way < best:
                        best = way if way > 0.0 else 0.0
                        motion.kind, motion.met = MEETS_DISC, other
        way = self._way_into_hole(motion)
        if way <= best:
            best = way
            motion.kind = FALLS
        motion.at = motion.moment(best)

    def _way_into_hole(self, motion: Motion) -> float:
        """Return the length in mm that a disc still slides before it falls: until it is wholly over the hole and no
        faster than `wood.drop`; `inf` if it stays out of the hole or slides over it. That it may stop before is left
        out."""
        hole = self.ground.hole
        ahead = -motion.x * motion.ux - motion.y * motion.uy
        aside = motion.x * motion.x + motion.y * motion.y - ahead * ahead
        within = hole * hole - aside
        if within <= 0.0:
            return inf
        half = sqrt(within)
        drop = self.wood.drop
        slow = (motion.speed * motion.speed - drop * drop) / (2.0 * motion.deceleration)
        way = max(ahead - half, slow, 0.0)
        return way if way <= ahead + half else inf

    def _within(self, disc: int, x: float, y: float) -> Place:
        """Return the centre (x, y), moved back to the line of each edge that it lies beyond; the open edge is left
        out."""
        open_edge = self._open_edge(disc, x, y)
        for at, edge in enumerate(self.ground.edges):
            over = edge.nx * x + edge.ny * y - edge.reach
            if over > 0.0 and at != open_edge:
                x, y = x - over * edge.nx, y - over * edge.ny
        return x, y

    def _open_edge(self, disc: int, x: float, y: float) -> int:
        """Return the index of the edge that a disc at (x, y) does not feel: for the flicked disc the edge beyond which
        it started, while it is beyond it; else -1. Once the disc is within that edge, `open_edge` becomes -1 for
        good."""
        if disc != self.flicked or self.open_edge < 0:
            return -1
        edge = self.ground.edges[self.open_edge]
        if edge.nx * x + edge.ny * y <= edge.reach:
            self.open_edge = -1
        return self.open_edge

    # Discs now -------------------------------------------------------------------------------------

    def _lying(self, disc: int) -> Place:
        """Return the place stored for a disc; the disc must be on the board."""
        place = self.places[disc]
        assert place is not None, "it lies on the board"
        return place

    def _now(self, disc: int) -> Place:
        """Return the present place of a disc."""
        motion = self.moving.get(disc)
        return self._lying(disc) if motion is None else motion.place(self.time)

    def _velocity(self, disc: int) -> Place:
        """Return the present velocity of a disc."""
        motion = self.moving.get(disc)
        return (0.0, 0.0) if motion is None else motion.velocity(self.time)
