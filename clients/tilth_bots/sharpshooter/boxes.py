"""Boxes of cells that bring a reward when they are full: the buildings of the ruins, the columns of the mud."""

from functools import lru_cache
from typing import Final, NamedTuple

STARTED: Final = 1.3
"""Exponent of the filled share of a box in its worth: hope * reward * share ** STARTED."""


class Box(NamedTuple):
    """A group of cells on a sheet that brings a reward when all are crossed: its number of cells, and the number
    crossed so far."""

    cells: int
    crossed: int
    reward: float
    """Points for filling the box."""

    @property
    def left(self) -> int:
        """The number of cells that are not crossed yet."""
        return self.cells - self.crossed


@lru_cache(4096)
def filled(boxes: tuple[Box, ...], cells: int, hope: float) -> tuple[float, tuple[int, ...]]:
    """Return the worth in points of crossing `cells` cells in the boxes, and the number of cells to cross in each box.

    Some boxes are filled, and the remaining cells go into one more; the best choice counts. A partly filled box counts
    in proportion to `hope`, the probability that it will be filled. Cells beyond all free ones are left out.
    """
    cells = min(cells, sum(box.left for box in boxes))
    some: list[tuple[int, float, frozenset[int]]] = [(0, 0.0, frozenset())]
    for at, box in enumerate(boxes):
        if box.left:
            pays = box.reward - _begun(box, box.crossed, hope)
            some += [
                (cost + box.left, worth + pays, full | {at})
                for cost, worth, full in some
                if cost + box.left <= cells
            ]
    best: tuple[float, tuple[int, ...]] = (0.0, (0,) * len(boxes))
    for cost, worth, full in some:
        begun, left = -1, cells - cost
        if left:
            rest = [at for at, box in enumerate(boxes) if at not in full and box.left > left]
            if not rest:
                continue
            more, begun = max((_more(boxes[at], left, hope), at) for at in rest)
            worth += more
        if worth >= best[0]:
            crossed = [box.left if at in full else 0 for at, box in enumerate(boxes)]
            if left:
                crossed[begun] = left
            best = worth, tuple(crossed)
    return best


def _more(box: Box, cells: int, hope: float) -> float:
    """Return the gain in a box's worth, in points, from crossing `cells` further cells without filling it."""
    return _begun(box, box.crossed + cells, hope) - _begun(box, box.crossed, hope)


def _begun(box: Box, crossed: int, hope: float) -> float:
    """Return the worth in points of a partly filled box with `crossed` crossed cells: its reward times `hope` times a
    power (STARTED) of the filled share."""
    return hope * box.reward * float((crossed / box.cells) ** STARTED) if crossed else 0.0
