"""Which flick brings a disc to where it is worth most, as far as straight free ways show."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, degrees, hypot
from typing import Final, NamedTuple

from tilth_bots.sharpshooter.board import (
    AIMS,
    HOLE,
    NOWHERE,
    THOUSAND,
    Board,
    Landing,
    Shot,
    Spot,
    is_free,
)

STARTS: Final = (
    *((side, 0) for side in (500, 0, 1000, 250, 750)),
    *((side, 500) for side in (500, 0, 1000)),
    (500, 1000),
)
"""From where in the corner it is tried: side and back."""
STEADY: Final = ((0.0, 0.0, 1.0),)
TREMBLING: Final = tuple(
    (aside, faster, likely * as_likely)
    for aside, likely in ((-100.0, 0.25), (0.0, 0.5), (100.0, 0.25))
    for faster, as_likely in ((-0.025, 0.25), (0.0, 0.5), (0.025, 0.25))
)
"""What a hand errs by: hundredths of a degree, a part of the speed, and how likely that is."""
NEARLY: Final = 1.0
"""From other starts a trembling hand may hit less often: so many points less than was promised will do."""
AWAY: Final = Shot(500, 500, 0, THOUSAND)
"""As hard as can be, across the board: over its far corner."""

Gains = Mapping[Landing, float]
"""What a disc is worth, by what it counts for."""


class Way(NamedTuple):
    """A flick, and where it carries a disc that meets no other."""

    shot: Shot
    start: Spot
    end: Spot
    lands: tuple[tuple[Landing, float], ...]
    """What the disc counts for then, and how likely that is."""

    def worth(self, gains: Gains) -> float:
        return sum(likely * gains[landing] for landing, likely in self.lands)


@dataclass(frozen=True)
class Hand:
    """Who flicks from where, and how."""

    corner: int
    no_pushing: bool
    tremor: bool


class Range:
    """All that can be aimed at from a corner. What was found out once stays true for the match."""

    def __init__(self, board: Board, hand: Hand) -> None:
        self.board = board
        self.hand = hand
        self._ways: dict[Spot, tuple[Way, ...]] = {}

    def best(self, gains: Gains, others: Sequence[Spot]) -> tuple[Shot, float] | None:
        """The flick that brings most with these discs lying about, and how much; None where no way is free."""
        for promised, spot in sorted(self._promising(gains), key=lambda found: -found[0]):
            if not is_free(self.board.apart, spot, spot, others):
                continue
            for way in self.ways(spot):
                worth = way.worth(gains)
                if worth >= promised - NEARLY and is_free(self.board.apart, way.start, way.end, others):
                    return way.shot, worth
        return None

    def _promising(self, gains: Gains) -> Iterator[tuple[float, Spot]]:
        """Every place to aim at, and what that brings where nothing is in the way."""
        for spot, landing in self.board.spots:
            if not self.hand.tremor:
                yield gains[self.judged(landing, spot)], spot
            elif ways := self.ways(spot):
                yield ways[0].worth(gains), spot

    def ways(self, spot: Spot) -> tuple[Way, ...]:
        """How to get there, from anywhere in the corner."""
        known = self._ways.get(spot)
        if known is None:
            found = (self._way(spot, side, back) for side, back in STARTS)
            known = self._ways[spot] = tuple(way for way in found if way is not None)
        return known

    def _way(self, spot: Spot, side: int, back: int) -> Way | None:
        """From there to here, unless it is too near, too far, too much to one side, or over the hole."""
        board, corner = self.board, self.hand.corner
        start = board.start(corner, side, back)
        dx, dy = spot[0] - start[0], spot[1] - start[1]
        aim = (board.heading(corner, 0) - round(100 * degrees(atan2(dy, dx))) + 18000) % 36000 - 18000
        way = hypot(dx, dy)
        if abs(aim) > AIMS or not board.way(board.speeds[0]) <= way <= board.way(board.speeds[1]):
            return None
        shot = Shot(side, back, aim, board.power(way))
        end = board.end(corner, shot)
        if self._landing(start, end) != HOLE and board.skirts_hole(start, end):
            return None
        lands: dict[Landing, float] = {}
        for aside, faster, likely in TREMBLING if self.hand.tremor else STEADY:
            landing = self._landing(start, board.end(corner, shot, aside, faster))
            lands[landing] = lands.get(landing, 0.0) + likely
        return Way(shot, start, end, tuple(lands.items()))

    def _landing(self, start: Spot, end: Spot) -> Landing:
        """What a disc counts for that slides this way."""
        return HOLE if self.board.sinks(start, end) else self.judged(self.board.landing(*end), end)

    def judged(self, landing: Landing, spot: Spot) -> Landing:
        """Without pushing, nothing may be shoved into the zone at the own corner."""
        hand = self.hand
        shoved = hand.no_pushing and landing != HOLE and self.board.zone(*spot) == hand.corner + 1
        return NOWHERE if shoved else landing


@lru_cache(64)
def range_of(board: Board, hand: Hand) -> Range:
    return Range(board, hand)
