"""Fencing: a new pasture is sketched cell by cell, and an old one is cut in two by a whole line of fences.

A cell is offered if the sketch with it would be a payable pasture. Nothing is lost by that: every area that can be
fenced in can be sketched in an order in which every step is a pasture within the same budget. Cuts do not have that
property, because a narrow waist may be cheaper than each of its corners. So each cut is offered as a whole.

No rule forbids to fence in a room or a field among pastures. The pastures around it would be at least three cells
high and wide, with twelve fences outside and four inside, and there are fifteen.

Every budget here is a number of fences, not of goods: the fences that are payable and left in the supply.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from tilth_rules.agricola.farm.yard import (
    ACROSS,
    ALL,
    AROUND,
    COLUMNS,
    EDGES,
    FENCES,
    Yard,
    beside,
    cells_of,
    fenced,
    pastures,
    ring,
)


def _ends(edge: int) -> tuple[int, int]:
    """Return the two posts at the ends of an edge. Posts stand at the corners of cells, six in a row."""
    if edge < ACROSS:
        row, column = divmod(edge, COLUMNS)
        post = row * (COLUMNS + 1) + column
        return post, post + 1
    post = edge - ACROSS
    return post, post + COLUMNS + 1


FENCES_OF_A_CELL: Final = 4
"""The fences of one cell. If there is no pasture yet, no area takes fewer."""
ENDS: Final = tuple(_ends(edge) for edge in range(EDGES))


class Cell(msgspec.Struct, frozen=True):
    """A cell that may be added to the sketch of a pasture, and the number of new fences of the whole sketch with it."""

    cell: int
    fences: int


class Cut(msgspec.Struct, frozen=True):
    """A way to cut a pasture in two: the part with its first cell, the other part, and the edges that take new
    fences."""

    part: int
    other: int
    edges: int

    @property
    def fences(self) -> int:
        """The number of new fences of the cut."""
        return self.edges.bit_count()


def cells_offered(yard: Yard, sketch: int, budget: int, within: int = ALL) -> tuple[Cell, ...]:
    """Return the empty cells of `within` that may be added to the sketch of a pasture (0 for one not begun) within a
    budget of fences, each with the new fences of the whole sketch."""
    fences = yard.fences
    stand = fenced(fences)
    near = beside(sketch or stand) if sketch or stand else ALL
    candidates = near & yard.bare() & within & ~(stand | sketch)
    border, gaps = ring(sketch), ~fences
    left = min(budget, FENCES - fences.bit_count())
    offered = []
    for cell in cells_of(candidates):
        taken = ((border ^ AROUND[cell]) & gaps).bit_count()
        if taken <= left:
            offered.append(Cell(cell, taken))
    return tuple(offered)


def new_fences(yard: Yard, area: int) -> int:
    """Return the edges (bits) that take a new fence when an area is closed: a sketch, or cells of one pasture."""
    return ring(area) & ~yard.fences


def may_close(yard: Yard, area: int, budget: int) -> bool:
    """Return whether at most `budget` new fences, as far as they are in the supply, can close an area (a mask of cells)
    as a new pasture or as a piece of an old one."""
    if not area or new_fences(yard, area).bit_count() > min(budget, FENCES - yard.fences.bit_count()):
        return False
    if not _connected(area):
        return False
    stand = fenced(yard.fences)
    if area & stand:
        return any(area & ~pasture == 0 and area != pasture for pasture in pastures(yard.fences))
    return area & ~yard.bare() == 0 and (not stand or beside(area) & stand != 0)


def cuts_offered(yard: Yard, budget: int) -> tuple[Cut, ...]:
    """Return every way to cut one pasture in two with at most `budget` fences, pasture by pasture, cheaper cuts
    first."""
    left = min(budget, FENCES - yard.fences.bit_count())
    if left < 1:
        return ()
    return tuple(cut for pasture in pastures(yard.fences) for cut in cuts_of(pasture) if cut.fences <= left)


def can_fence(yard: Yard, budget: int) -> bool:
    """Return whether any pasture can be enclosed or cut with at most `budget` fences."""
    if not yard.fences:
        return budget >= FENCES_OF_A_CELL and yard.bare() != 0
    return fewest_fences(yard.fences, yard.bare()) <= min(budget, FENCES - yard.fences.bit_count())


@lru_cache(maxsize=1 << 14)
def fewest_fences(fences: int, bare: int) -> int:
    """Return the fewest new fences with which a pasture can be enclosed or cut; more than there are, if none can."""
    stand = fenced(fences)
    candidates = (beside(stand) if stand else ALL) & bare & ~stand
    cells = [(AROUND[cell] & ~fences).bit_count() for cell in cells_of(candidates)]
    cuts = [cut.fences for pasture in pastures(fences) for cut in cuts_of(pasture)[:1]]
    return min(cells + cuts, default=FENCES + 1)


@lru_cache(maxsize=1 << 15)
def _connected(area: int) -> bool:
    """Return whether the cells of an area are connected along their sides."""
    reached, before = area & -area, 0
    while reached != before:
        before = reached
        reached |= beside(reached) & area
    return reached == area


@lru_cache(maxsize=1 << 12)
def cuts_of(pasture: int) -> tuple[Cut, ...]:
    """Return all ways to cut this pasture in two that fifteen fences allow.

    A cut is a line from post to post. It begins and ends at the pasture's own fence and never touches it in between.
    """
    own = ring(pasture)
    inside = _touching(pasture) & ~own
    posts = {post for edge in _edges(own) for post in ENDS[edge]}
    ways: dict[int, list[tuple[int, int]]] = {}
    for edge in _edges(inside):
        one, other = ENDS[edge]
        ways.setdefault(one, []).append((edge, other))
        ways.setdefault(other, []).append((edge, one))
    lines = {
        line for post in posts & ways.keys() for line in _lines(post, posts, ways, FENCES - own.bit_count())
    }
    cuts = [_cut(pasture, own, line) for line in lines]
    return tuple(sorted(cuts, key=lambda cut: (cut.fences, cut.part)))


def _cut(pasture: int, own: int, line: int) -> Cut:
    """Return the cut of a pasture along this line of edges. `own` are the edges of the pasture's own fence."""
    part = pastures(own | line)[0]
    return Cut(part, pasture & ~part, line)


def _lines(post: int, ends: set[int], ways: dict[int, list[tuple[int, int]]], longest: int) -> Iterator[int]:
    """Yield the lines that run from a post to another of `ends` and have at most `longest` edges, as masks of edges."""
    begun = [(0, post, 1 << post)]
    for _ in range(longest):
        longer = []
        for line, at, passed in begun:
            for edge, to in ways[at]:
                if to in ends:
                    if not passed >> to & 1:
                        yield line | 1 << edge
                elif not passed >> to & 1:
                    longer.append((line | 1 << edge, to, passed | 1 << to))
        begun = longer


def _touching(pasture: int) -> int:
    """Return, as a mask of edges, all edges of the cells of a pasture, inside and around it."""
    edges = 0
    for cell in cells_of(pasture):
        edges |= AROUND[cell]
    return edges


def _edges(mask: int) -> Iterator[int]:
    """Yield the numbers of the edges in a mask."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
