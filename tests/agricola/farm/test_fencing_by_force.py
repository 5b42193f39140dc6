"""Every set of fences that the rules allow, found by force, can be built pasture by pasture, and no other one."""

from itertools import combinations

import pytest

from tests.agricola.farm.yards import drawn, hangs_together, mask
from tilth_rules.agricola.farm.fencing import ENDS, cells_offered, cuts_offered, new_fences
from tilth_rules.agricola.farm.yard import EDGES, Yard, fenced, pastures, ring


def lawful(yard: Yard, fences: int) -> bool:
    """Return whether fences obey the rules, word for word: pastures closed, nothing half-fenced, all pastures side
    by side, no room or field fenced in."""
    closed = pastures(fences)
    bounds = 0
    for area in closed:
        bounds |= ring(area)
    inside = fenced(fences)
    return bounds == fences and hangs_together(inside) and not inside & ~yard.bare()


def brute(yard: Yard, budget: int) -> set[int]:
    """Return every lawful set of fences with up to `budget` new ones."""
    gaps = [edge for edge in range(EDGES) if not yard.fences >> edge & 1]
    found = set()
    for count in range(1, budget + 1):
        for new in combinations(gaps, count):
            fences = yard.fences | sum(1 << edge for edge in new)
            if not _loose_ends(fences, new) and lawful(yard, fences):
                found.add(fences)
    return found


def _loose_ends(fences: int, new: tuple[int, ...]) -> bool:
    """Return whether a new fence ends at a post where no other fence continues."""
    return any(not fences & AT_POST[post] & ~(1 << edge) for edge in new for post in ENDS[edge])


AT_POST = [sum(1 << edge for edge in range(EDGES) if post in ENDS[edge]) for post in range(24)]


def built(yard: Yard, budget: int) -> set[int]:
    """Return every set of fences that closing sketches and cutting pastures, one after the other, can reach."""
    found: set[int] = set()
    waiting = [(yard, budget)]
    for at, left in waiting:
        sketches = [0]
        for sketch in sketches:
            sketches += [
                area
                for cell in cells_offered(at, sketch, left)
                if (area := sketch | 1 << cell.cell) not in sketches
            ]
        edges = [new_fences(at, sketch) for sketch in sketches[1:]]
        edges += [cut.edges for cut in cuts_offered(at, left)]
        for new in edges:
            if at.fences | new not in found:
                found.add(at.fences | new)
                after = at.clone()
                after.fences |= new
                waiting.append((after, left - new.bit_count()))
    return found


@pytest.mark.parametrize(
    ("picture", "standing", "budget"),
    [
        ("..... R.... R....", (mask(4),), 3),
        ("..F.. R.F.S R....", (mask(3, 4), mask(8, 9)), 4),
        (".FFFF RF..F RFFFF", (mask(7, 8),), 4),
        ("..... R.... R....", (mask(1, 2, 6, 7),), 4),
        ("FFFF. RFF.. RFF.F", (), 5),
        ("FFFFF RF..F RF..F", (), 4),
    ],
)
def test_everything_lawful_can_be_built_pasture_by_pasture(
    picture: str, standing: tuple[int, ...], budget: int
) -> None:
    yard = drawn(picture)
    for area in standing:
        yard.fences |= new_fences(yard, area)
    assert built(yard, budget) == brute(yard, budget)
