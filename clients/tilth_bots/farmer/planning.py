"""Where people are placed: it looks at this person and at the next one of this round."""

from collections.abc import Iterable
from typing import Final

from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.helping import helped
from tilth_bots.farmer.spaces import SPACES
from tilth_bots.farmer.table import Seen

FOLLOWED: Final = 3
"""So many of the best spaces are looked at more closely."""
FIRST: Final = 0.02
"""How much of what a space brings at once tells which of two comes first."""


def best_space(seen: Seen, spaces: Iterable[int]) -> int:
    """The space that is worth most, together with what the next person could do then."""
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
    """What becomes of the farm at best when somebody goes there."""
    act = SPACES.get(space)
    best, chosen = seen.worth(farm) - 1.0, farm
    for way in act(farm, seen, space) if act else ():
        way = helped(seen, way, space)
        worth = seen.worth(way)
        if worth > best or chosen is farm:
            best, chosen = worth, way
    return best, chosen


def next_best(seen: Seen, farm: Farm, taken: int) -> float:
    """What the farm is worth after the next person, who finds what is free now."""
    after = farm.copy()
    after.unplaced -= 1
    ways = [best_way(seen, after, space)[0] for space in seen.free if space != taken]
    return max(ways, default=seen.worth(after))
