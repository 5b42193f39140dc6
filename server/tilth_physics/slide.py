"""All discs of a board, from a flick until everything lies still: from one event straight to the next.

An event is what bends a path: a disc stops, meets the rim or another disc, or falls into the hole. Between two of
them every path is known exactly (`motion`). Only + - * / and square roots of doubles are used, in a fixed order, so
that equal flicks give equal outcomes, on any machine that keeps to IEEE 754.

Discs are smooth and don't spin: a hit acts along the line of their centres only.
"""

from collections.abc import Callable, Sequence
from math import inf, sqrt

from tilth_physics.ground import Ground, Wood
from tilth_physics.motion import UNFELT, Motion, Place, meeting
from tilth_rules.sonora.flick import MAX_MS

STOPS, FALLS, MEETS_EDGE, MEETS_DISC = range(4)

SOFT = 4.0
"""Millimetres a second: a slower hit gives nothing back. Nobody could see such a bounce."""
STILL = 1e-6
"""Who is slower lies still."""
JAM_SECONDS = 1e-4
JAM_HITS = 40
"""Who is hit so often in so short a time is jammed."""
MOST_EVENTS = 4000
MOST_SECONDS = MAX_MS / 1000
"""More than any flick of wood takes. There are such in heaps of discs that give nothing back: then all stop where they
are."""


class Slide:
    """Discs at rest, one of which gets a push. `run` lets it happen; then the rest can be read."""

    def __init__(self, ground: Ground, wood: Wood, places: Sequence[Place | None]) -> None:
        """`places` are the centres of the discs, None for one that is not on the board."""
        self.ground = ground
        self.wood = wood
        self.places = list(places)
        """Where each lies, or lay when it began to move; None once it is off."""
        self.time = 0.0
        self.events = 0
        self.moving: dict[int, Motion] = {}
        self.moved: set[int] = set()
        self.fallen: list[int] = []
        """Into the hole, in order."""
        self.left: list[int] = []
        """Over the rim, in order."""
        self.touches: list[tuple[float, int, int]] = []
        """When, which disc, and what it met: a disc, or edge k as -1 - k, the hole as the next after the edges.

        In order; a touch that goes on is one."""
        self.open_edge = -1
        """An edge that the flicked disc does not feel before it has crossed it: it starts beyond."""
        self.flicked = -1
        self.bent: Callable[[int, float, Place], None] = lambda disc, time, place: None
        """Called whenever a disc begins to move, changes its direction or stops."""
        self._apart = 2.0 * ground.radius
        self._touched: set[tuple[int, int]] = set()
        self._pressed: dict[int, tuple[float, int]] = {}
        """By disc: since when it has been hit how often, almost without a pause."""

    def flick(self, disc: int, velocity: Place, open_edge: int = -1) -> None:
        """Push a disc that lies still; it may lie beyond one edge, and comes in over it."""
        self.flicked = disc
        self.open_edge = open_edge
        self._push(disc, self._lying(disc), velocity)
        self._foresee(list(self.moving))

    def run(self) -> None:
        """On to where nothing moves any more."""
        while self.moving:
            self.advance()

    def advance(self) -> None:
        """On to the next event, and through it."""
        self.events += 1
        if self.events > MOST_EVENTS or self.time > MOST_SECONDS:
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
            self._rebound(disc, motion.what)
        elif motion.kind == MEETS_DISC:
            self._collide(disc, motion.what)
        else:
            self._fall(disc, self._now(disc))

    @property
    def in_corner(self) -> bool:
        """Whether the flicked disc lies beyond the edge that it was to come in over, or on it."""
        place = self.places[self.flicked]
        return place is not None and self._open_edge(self.flicked, *place) >= 0

    # Events ----------------------------------------------------------------------------------------

    def _collide(self, one: int, other: int) -> None:
        """Equal discs: what they approach each other with is shared, less what the bounce takes."""
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
        """One that is pressed between others would push them for ever, in no time at all; it gets stuck instead."""
        since, hits = self._pressed.get(disc, (-1.0, 0))
        if self.time - since > JAM_SECONDS:
            self._pressed[disc] = self.time, 1
        elif hits < JAM_HITS:
            self._pressed[disc] = since, hits + 1
        elif disc in self.moving:
            self._stop(disc)

    def _rebound(self, disc: int, edge: int) -> None:
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
        self._touch(disc, -1 - len(self.ground.edges), inf)
        self._remove(disc, place, self.fallen)

    def _remove(self, disc: int, place: Place, where: list[int]) -> None:
        self.moving.pop(disc, None)
        self.places[disc] = None
        where.append(disc)
        self.bent(disc, self.time, place)

    def _stop(self, disc: int) -> None:
        self._lie(disc, self._now(disc))

    def _lie(self, disc: int, place: Place) -> None:
        """It stays here; or falls, if here is the hole, however fast it came."""
        if place[0] * place[0] + place[1] * place[1] <= self.ground.hole * self.ground.hole:
            self._fall(disc, place)
            return
        self.moving.pop(disc, None)
        self.places[disc] = place
        self.bent(disc, self.time, place)

    def _freeze(self) -> None:
        for disc in list(self.moving):
            self._stop(disc)

    def _push(self, disc: int, place: Place, velocity: Place) -> None:
        """Let it go on from here so; where it has no speed left, it lies."""
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

    def _touch(self, disc: int, what: int, speed: float) -> None:
        pair = (disc, what) if disc > what else (what, disc)
        if speed > SOFT or pair not in self._touched:
            self._touched.add(pair)
            self.touches.append((self.time, disc, what))

    # What comes next -------------------------------------------------------------------------------

    def _first_meeting(self, until: float) -> tuple[tuple[int, int] | None, float]:
        """The two moving discs that meet first before then, and when."""
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
        """What will end each of these motions, as things lie now."""
        lying = [
            (disc, place)
            for disc, place in enumerate(self.places)
            if place is not None and disc not in self.moving
        ]
        for disc in discs:
            self._foresee_one(disc, self.moving[disc], lying)

    def _foresee_one(self, disc: int, motion: Motion, lying: Sequence[tuple[int, Place]]) -> None:
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
                    motion.kind, motion.what = MEETS_EDGE, at
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
                        motion.kind, motion.what = MEETS_DISC, other
        way = self._way_into_hole(motion)
        if way <= best:
            best = way
            motion.kind = FALLS
        motion.at = motion.moment(best)

    def _way_into_hole(self, motion: Motion) -> float:
        """How far it comes before it falls: wholly over the hole and slow enough. `inf` when that never is."""
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
        """The place, or the nearest to it that no edge forbids."""
        open_edge = self._open_edge(disc, x, y)
        for at, edge in enumerate(self.ground.edges):
            over = edge.nx * x + edge.ny * y - edge.reach
            if over > 0.0 and at != open_edge:
                x, y = x - over * edge.nx, y - over * edge.ny
        return x, y

    def _open_edge(self, disc: int, x: float, y: float) -> int:
        """The edge this disc doesn't feel here."""
        if disc != self.flicked or self.open_edge < 0:
            return -1
        edge = self.ground.edges[self.open_edge]
        if edge.nx * x + edge.ny * y <= edge.reach:
            self.open_edge = -1
        return self.open_edge

    # Discs now -------------------------------------------------------------------------------------

    def _lying(self, disc: int) -> Place:
        place = self.places[disc]
        assert place is not None, "it lies on the board"
        return place

    def _now(self, disc: int) -> Place:
        motion = self.moving.get(disc)
        return self._lying(disc) if motion is None else motion.place(self.time)

    def _velocity(self, disc: int) -> Place:
        motion = self.moving.get(disc)
        return (0.0, 0.0) if motion is None else motion.velocity(self.time)
