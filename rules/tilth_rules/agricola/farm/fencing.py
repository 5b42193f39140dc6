"""Fencing: a new pasture is sketched cell by cell, and one that stands is cut in two by a whole line of fences.

A cell is offered if the sketch with it would be a pasture that can be paid for. Nothing is lost by that: whatever can
be fenced in can be sketched in some order in which every step is a pasture within the same budget. Cuts do not have
that property, a narrow waist may be cheaper than each of its corners, so each of them is offered as a whole.

That a room or a field might be fenced in among pastures needs no rule of its own: the pastures around it would be at
least three cells high and wide, so twelve fences outside and four inside, and there are fifteen.

Every budget here is a number of fences, not of goods: as many as can be paid for and are left in the supply.
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
    """The posts at the two ends of an edge. Posts stand at the corners of cells, six in a row."""
    if edge < ACROSS:
        row, column = divmod(edge, COLUMNS)
        post = row * (COLUMNS + 1) + column
        return post, post + 1
    post = edge - ACROSS
    return post, post + COLUMNS + 1


FENCES_OF_A_CELL: Final = 4
"""Where no pasture stands yet, nothing takes fewer."""
ENDS: Final = tuple(_ends(edge) for edge in range(EDGES))


class Cell(msgspec.Struct, frozen=True):
    """A cell that may be added to a sketch, and how many new fences the sketch would then take in all."""

    cell: int
    fences: int


class Cut(msgspec.Struct, frozen=True):
    """A pasture cut in two: the part that keeps its first cell, the other part, and the edges that take new fences."""

    part: int
    other: int
    edges: int

    @property
    def fences(self) -> int:
        return self.edges.bit_count()


def cells_offered(yard: Yard, sketch: int, budget: int, within: int = ALL) -> tuple[Cell, ...]:
    """The cells that may be added to a sketch (0 for one not begun), in order; only cells of `within`."""
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
    """The edges that take a new fence when an area is closed: a sketch, or cells of one pasture."""
    return ring(area) & ~yard.fences


def may_close(yard: Yard, area: int, budget: int) -> bool:
    """Whether an area can be closed as it is: a new pasture, or a piece of one that stands."""
    if not area or new_fences(yard, area).bit_count() > min(budget, FENCES - yard.fences.bit_count()):
        return False
    if not _connected(area):
        return False
    stand = fenced(yard.fences)
    if area & stand:
        return any(area & ~pasture == 0 and area != pasture for pasture in pastures(yard.fences))
    return area & ~yard.bare() == 0 and (not stand or beside(area) & stand != 0)


def cuts_offered(yard: Yard, budget: int) -> tuple[Cut, ...]:
    """Every way to cut one pasture in two, pasture by pasture, cheaper cuts first."""
    left = min(budget, FENCES - yard.fences.bit_count())
    if left < 1:
        return ()
    return tuple(cut for pasture in pastures(yard.fences) for cut in cuts_of(pasture) if cut.fences <= left)


def can_fence(yard: Yard, budget: int) -> bool:
    """Whether anything at all can be fenced or cut."""
    if not yard.fences:
        return budget >= FENCES_OF_A_CELL and yard.bare() != 0
    return fewest_fences(yard.fences, yard.bare()) <= min(budget, FENCES - yard.fences.bit_count())


@lru_cache(maxsize=1 << 14)
def fewest_fences(fences: int, bare: int) -> int:
    """With how many new fences something can be fenced or cut; more than there are, if nothing can."""
    stand = fenced(fences)
    candidates = (beside(stand) if stand else ALL) & bare & ~stand
    cells = [(AROUND[cell] & ~fences).bit_count() for cell in cells_of(candidates)]
    cuts = [cut.fences for pasture in pastures(fences) for cut in cuts_of(pasture)[:1]]
    return min(cells + cuts, default=FENCES + 1)


@lru_cache(maxsize=1 << 15)
def _connected(area: int) -> bool:
    reached, before = area & -area, 0
    while reached != before:
        before = reached
        reached |= beside(reached) & area
    return reached == area


@lru_cache(maxsize=1 << 12)
def cuts_of(pasture: int) -> tuple[Cut, ...]:
    """All lines of fences through a pasture that fifteen fences in all allow. Such a line runs from post to post,
    beginning and ending at the pasture's own fence and never touching it in between."""
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
    part = pastures(own | line)[0]
    return Cut(part, pasture & ~part, line)


def _lines(post: int, ends: set[int], ways: dict[int, list[tuple[int, int]]], longest: int) -> Iterator[int]:
    """The lines that begin at a post, of at most so many edges, as masks of their edges."""
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
    edges = 0
    for cell in cells_of(pasture):
        edges |= AROUND[cell]
    return edges


def _edges(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
