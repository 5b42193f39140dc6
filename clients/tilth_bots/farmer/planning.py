"""The choice of a space for a person, which considers this person and the next one of this round."""

from collections.abc import Iterable
from typing import Final

from tilth_bots.farmer.card_help import helped
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.spaces import SPACES
from tilth_bots.farmer.table import Seen

FOLLOWED: Final = 3
"""Number of the best spaces that are compared together with the next person's."""
FIRST: Final = 0.02
"""Weight of the worth after this person alone, which decides between two spaces that are used in either order."""


def best_space(seen: Seen, spaces: Iterable[int]) -> int:
    """Return the number of the space that is worth most for the next person. The FOLLOWED best spaces for this person
    alone are compared by the worth after the following person's best visit, too. With no further person, the best space
    alone counts."""
    farm = seen.farm.copy()
    farm.unplaced -= 1
    ranked = [(best, -space, way) for space in spaces for best, way in [best_way(seen, farm, space)]]
    ranked.sort(key=lambda one: one[:2], reverse=True)
    if farm.unplaced <= 0:
        return -ranked[0][1]
    followed = []
    for now, space, way in ranked[:FOLLOWED]:
        followed.append((FIRST * now + next_best(seen, way, -space), space))
    return -max(followed)[1]


def best_way(seen: Seen, farm: Farm, space: int) -> tuple[float, Farm]:
    """Return the worth in points of the best farm that a visit to the space of this number can lead to, and that farm.
    Effects of cards are included. If no visit is possible, return the present worth less 1, and the same farm."""
    act = SPACES.get(space)
    best, chosen = seen.worth(farm) - 1.0, farm
    for way in act(farm, seen, space) if act else ():
        way = helped(seen, way, space)
        worth = seen.worth(way)
        if worth > best or chosen is farm:
            best, chosen = worth, way
    return best, chosen


def next_best(seen: Seen, farm: Farm, taken: int) -> float:
    """Return the worth in points of the farm after one more person's best visit to a space that is free now. `taken` is
    the space that is left out, because this person takes it. Without such a space, return the worth of the farm."""
    after = farm.copy()
    after.unplaced -= 1
    ways = [best_way(seen, after, space)[0] for space in seen.free if space != taken]
    return max(ways, default=seen.worth(after))
