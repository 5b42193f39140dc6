"""Keyframes: the ways of discs as a few frames for drawing, with straight lines at constant speed between them."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

from tilth_physics.motion import Motion, Place
from tilth_physics.slide import Slide
from tilth_rules.sonora.flick_question import MAX_FRAMES, MAX_MS, Keyframe

FINENESS = (0.08, 0.12, 0.18, 0.3, 0.5, inf)
"""The seconds between two frames of a disc that only slows down. The finest value is used for which the number of
frames suffices. With the first one, a disc that slows by 900 mm/s every second is drawn less than 1 mm from its
place."""

MAX_FOR_ONE = (16, 8, 4, 2)
"""The number of frames of one disc, if even the bends of its way are too many."""

Moment = tuple[float, Place]


class Segment(NamedTuple):
    """A piece of a disc's way without a bend: its motion, and the time in seconds at which that ends."""

    motion: Motion
    end: float


class SlideRecorder:
    """An observer that records the ways of all discs of a slide."""

    def __init__(self, slide: Slide) -> None:
        self._slide = slide
        self._running: dict[int, Motion] = {}
        self._segments: dict[int, list[Segment]] = {}
        slide.bent = self._bent

    def frames(self, numbers: Sequence[int], rest: Mapping[int, tuple[int, int]]) -> tuple[Keyframe, ...]:
        """Return at most MAX_FRAMES frames, in order of time.

        `numbers` are the rules' numbers for the slide's discs, and `rest` has the cells where those lie at last, in
        hundredths.
        """
        ways: dict[int, list[Moment]] = {}
        for seconds in FINENESS:
            ways = {numbers[disc]: _moments(segments, seconds) for disc, segments in self._segments.items()}
            if _count(ways) <= MAX_FRAMES:
                return _developed(ways, rest)
        for most in MAX_FOR_ONE:
            ways = {disc: _thinned(moments, most) for disc, moments in ways.items()}
            if _count(ways) <= MAX_FRAMES:
                break
        return _developed(ways, rest)

    def _bent(self, disc: int, time: float, place: Place) -> None:
        """End the disc's segment at this time, and begin the next one if the disc moves on; the slide calls this at
        each event.
        """
        before = self._running.pop(disc, None)
        if before is not None:
            self._segments.setdefault(disc, []).append(Segment(before, time))
        motion = self._slide.moving.get(disc)
        if motion is not None:
            self._running[disc] = motion


def _count(ways: Mapping[int, list[Moment]]) -> int:
    """Return the number of keyframes of all discs together."""
    return sum(map(len, ways.values()))


def _moments(segments: list[Segment], seconds: float) -> list[Moment]:
    """Return the times and places of a disc: at the ends of its segments, and at this spacing in between; at most
    one for a millisecond."""
    moments: dict[int, Moment] = {}
    for motion, end in segments:
        pieces = 1 + int((end - motion.since) / seconds)
        for piece in range(pieces + 1):
            time = end if piece == pieces else motion.since + (end - motion.since) * piece / pieces
            moments[round(1000 * time)] = time, motion.place(time)
    return [moments[at] for at in sorted(moments)]


def _thinned(moments: list[Moment], most: int) -> list[Moment]:
    """Return at most `most` of a disc's moments: the first, the last, and others evenly chosen by index."""
    if len(moments) <= most:
        return moments
    last = len(moments) - 1
    return [moments[last * at // (most - 1)] for at in range(most)]


def _developed(ways: Mapping[int, list[Moment]], rest: Mapping[int, tuple[int, int]]) -> tuple[Keyframe, ...]:
    """Return the keyframes of all discs in order of time, in whole milliseconds (at most MAX_MS) and hundredths of a
    mm; the last one of each disc in `rest` has its place there."""
    frames = []
    for disc, moments in ways.items():
        for time, (x, y) in moments:
            at = min(MAX_MS, round(1000 * time))
            frames.append(Keyframe(at, disc, round(100 * x), round(100 * y)))
        if disc in rest:
            x, y = rest[disc]
            frames[-1] = Keyframe(frames[-1].at, disc, x, y)
    return tuple(sorted(frames, key=lambda frame: frame.at))
