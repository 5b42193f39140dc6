"""Boxes of cells that pay when they are full: the buildings of the ruins, the columns of the mud."""

from functools import lru_cache
from typing import Final, NamedTuple

STARTED: Final = 1.3
"""How much less than its part of the cells a part of a box is worth: to this power."""


class Box(NamedTuple):
    cells: int
    crossed: int
    reward: float
    """What it pays when it is full."""

    @property
    def left(self) -> int:
        return self.cells - self.crossed


@lru_cache(4096)
def filled(boxes: tuple[Box, ...], cells: int, hope: float) -> tuple[float, tuple[int, ...]]:
    """What so many cells are worth in these boxes, and how many go into each.

    Some boxes are filled, and what is left goes into one more. A part of a box is worth as much of its reward as
    there is `hope` that it will be filled.
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
    return _begun(box, box.crossed + cells, hope) - _begun(box, box.crossed, hope)


def _begun(box: Box, crossed: int, hope: float) -> float:
    return hope * box.reward * float((crossed / box.cells) ** STARTED) if crossed else 0.0
