"""The choice of the flick that takes a disc to the place of most worth, along straight free ways."""

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
"""Starting places in the corner that are tried: side and back, in thousandths."""
STEADY: Final = ((0.0, 0.0, 1.0),)
TREMBLING: Final = tuple(
    (aside, faster, likely * as_likely)
    for aside, likely in ((-100.0, 0.25), (0.0, 0.5), (100.0, 0.25))
    for faster, as_likely in ((-0.025, 0.25), (0.0, 0.5), (0.025, 0.25))
)
"""Errors of a trembling hand: hundredths of a degree, a share of the speed, and the probability of both."""
NEARLY: Final = 1.0
"""Tolerance in points: a flick from another start may bring at most this much less than the best estimate for the
place."""
AWAY: Final = Shot(500, 500, 0, THOUSAND)
"""The hardest flick along the diagonal, which takes the disc over the far corner and off the board."""

Gains = Mapping[Landing, float]
"""Worth of a disc for each landing."""


class Way(NamedTuple):
    """One flick towards a place to aim at: the shot, the starting place of the disc, the place where it stops if it
    meets no other disc, and its possible landings."""

    shot: Shot
    start: Spot
    end: Spot
    lands: tuple[tuple[Landing, float], ...]
    """Possible landings of the disc, with their probabilities."""

    def worth(self, gains: Gains) -> float:
        """Return the expected worth of the flick in points: the gain of each landing, weighted by its probability."""
        return sum(likely * gains[landing] for landing, likely in self.lands)


@dataclass(frozen=True)
class Hand:
    """The corner that is flicked from, and the match options for pushing and trembling."""

    corner: int
    no_pushing: bool
    tremor: bool


class Range:
    """The places of a board that can be aimed at from a corner. The flicks to a place are computed once for each corner
    and set of options."""

    def __init__(self, board: Board, hand: Hand) -> None:
        self.board = board
        self.hand = hand
        self._ways: dict[Spot, tuple[Way, ...]] = {}

    def best(self, gains: Gains, others: Sequence[Spot]) -> tuple[Shot, float] | None:
        """Return the flick of most worth with its worth in points; None if no way is free. `gains` holds the worth of
        each landing, `others` the places of the lying discs. Places are tried from the most promising one down, and the
        first flick within NEARLY of its promise is taken."""
        for promised, spot in sorted(self._promising(gains), key=lambda found: -found[0]):
            if not is_free(self.board.apart, spot, spot, others):
                continue
            for way in self.ways(spot):
                worth = way.worth(gains)
                if worth >= promised - NEARLY and is_free(self.board.apart, way.start, way.end, others):
                    return way.shot, worth
        return None

    def _promising(self, gains: Gains) -> Iterator[tuple[float, Spot]]:
        """Yield the worth in points of each place to aim at when no other disc is in the way, with the place. With a
        trembling hand, places that no flick reaches are left out."""
        for spot, landing in self.board.spots:
            if not self.hand.tremor:
                yield gains[self.judged(landing, spot)], spot
            elif ways := self.ways(spot):
                yield ways[0].worth(gains), spot

    def ways(self, spot: Spot) -> tuple[Way, ...]:
        """Return the flicks from the starting places in the corner (STARTS) that end at a place. They are computed once
        for each place."""
        known = self._ways.get(spot)
        if known is None:
            found = (self._way(spot, side, back) for side, back in STARTS)
            known = self._ways[spot] = tuple(way for way in found if way is not None)
        return known

    def _way(self, spot: Spot, side: int, back: int) -> Way | None:
        """Return the flick to a place from the starting place of `side` and `back` (in thousandths). Return None if the
        place is too near, too far or too far to one side, or if the hole might swallow the disc on its way."""
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
        """Return the landing of a disc that slides from `start` to `end`: the hole if it sinks there, otherwise the
        landing of the end."""
        return HOLE if self.board.sinks(start, end) else self.judged(self.board.landing(*end), end)

    def judged(self, landing: Landing, spot: Spot) -> Landing:
        """Return the landing of a disc at a place; NOWHERE if it is not in the hole, lies in the zone at the bot's own
        corner, and the match forbids pushing."""
        hand = self.hand
        shoved = hand.no_pushing and landing != HOLE and self.board.zone(*spot) == hand.corner + 1
        return NOWHERE if shoved else landing


@lru_cache(64)
def range_of(board: Board, hand: Hand) -> Range:
    """Return the range for a board and a hand. The results are cached, because computing the flicks is slow."""
    return Range(board, hand)
