"""The ways of discs as a few frames, for whoever draws them: straight lines at constant speed from one to the next."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

from tilth_physics.motion import Motion, Place
from tilth_physics.slide import Slide
from tilth_rules.sonora.flick import MAX_FRAMES, MAX_MS, Frame

FINENESS = (0.08, 0.12, 0.18, 0.3, 0.5, inf)
"""Seconds between two frames of a disc that only slows down: the finest for which the frames suffice. At the first,
a disc that slows by 900 mm/s every second is never drawn 1 mm from where it was."""

MOST_FOR_ONE = (16, 8, 4, 2)
"""Frames of one disc, where even its bends are too many."""

Moment = tuple[float, Place]


class Leg(NamedTuple):
    """A straight piece of a way."""

    motion: Motion
    end: float


class Film:
    """Watches a slide."""

    def __init__(self, slide: Slide) -> None:
        self._slide = slide
        self._running: dict[int, Motion] = {}
        self._legs: dict[int, list[Leg]] = {}
        slide.bent = self._bent

    def frames(self, numbers: Sequence[int], rest: Mapping[int, tuple[int, int]]) -> tuple[Frame, ...]:
        """At most MAX_FRAMES of them in order of time.

        `numbers` are the rules' for the slide's discs, `rest` says where those lie at last, in hundredths.
        """
        ways: dict[int, list[Moment]] = {}
        for seconds in FINENESS:
            ways = {numbers[disc]: _moments(legs, seconds) for disc, legs in self._legs.items()}
            if _count(ways) <= MAX_FRAMES:
                return _developed(ways, rest)
        for most in MOST_FOR_ONE:
            ways = {disc: _thinned(moments, most) for disc, moments in ways.items()}
            if _count(ways) <= MAX_FRAMES:
                break
        return _developed(ways, rest)

    def _bent(self, disc: int, time: float, place: Place) -> None:
        before = self._running.pop(disc, None)
        if before is not None:
            self._legs.setdefault(disc, []).append(Leg(before, time))
        motion = self._slide.moving.get(disc)
        if motion is not None:
            self._running[disc] = motion


def _count(ways: Mapping[int, list[Moment]]) -> int:
    return sum(map(len, ways.values()))


def _moments(legs: list[Leg], seconds: float) -> list[Moment]:
    """Where a disc was when: at the ends of its legs, and so often in between. One for a millisecond."""
    moments: dict[int, Moment] = {}
    for motion, end in legs:
        pieces = 1 + int((end - motion.since) / seconds)
        for piece in range(pieces + 1):
            time = end if piece == pieces else motion.since + (end - motion.since) * piece / pieces
            moments[round(1000 * time)] = time, motion.place(time)
    return [moments[at] for at in sorted(moments)]


def _thinned(moments: list[Moment], most: int) -> list[Moment]:
    """The first, the last, and some between them."""
    if len(moments) <= most:
        return moments
    last = len(moments) - 1
    return [moments[last * at // (most - 1)] for at in range(most)]


def _developed(ways: Mapping[int, list[Moment]], rest: Mapping[int, tuple[int, int]]) -> tuple[Frame, ...]:
    frames = []
    for disc, moments in ways.items():
        for time, (x, y) in moments:
            at = min(MAX_MS, round(1000 * time))
            frames.append(Frame(at, disc, round(100 * x), round(100 * y)))
        if disc in rest:
            x, y = rest[disc]
            frames[-1] = Frame(frames[-1].at, disc, x, y)
    return tuple(sorted(frames, key=lambda frame: frame.at))
