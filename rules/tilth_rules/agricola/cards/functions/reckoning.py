"""Cards that look closely at a whole farm when points are counted."""

from functools import lru_cache
from itertools import combinations, product
from typing import Final

from tilth_rules.agricola.actions.animals import herd, holders_of
from tilth_rules.agricola.cards.losses import lost
from tilth_rules.agricola.cards.registry import index, rule
from tilth_rules.agricola.cards.words import COMPARE, SCORE
from tilth_rules.agricola.farm.herds import BOAR, Herd, Holder, fits
from tilth_rules.agricola.scoring import farm_sheet
from tilth_rules.agricola.state import State

# Organic Farmer ----------------------------------------------------------------------------------

SPARE: Final = 3
"""So many animals more there must be room for."""
KINDS: Final = (0, 1, 2)
FOREST_PASTURE: Final = index("K145")
"""A card that counts as a pasture with room for any number of boars."""


@rule("K274", SCORE)
def organic_farmer(state: State, seat: int) -> int:
    """A point for each pasture with an animal and room for three more, the animals standing where that is most."""
    mine = state.seats[seat]
    animals = herd(state, seat)
    if not any(animals):
        return 0
    woods = state.owner[FOREST_PASTURE] == seat
    return roomy_pastures(animals, holders_of(state, seat), len(mine.yard.pastures()), woods)


@lru_cache(maxsize=1 << 10)
def roomy_pastures(animals: Herd, holders: tuple[Holder, ...], pastures: int, woods: bool) -> int:
    """The most pastures, the first ones of these holders, that can be inhabited and have room to spare. A boar in the
    woods is worth a point like a pasture, and never in anybody's way: whatever boars there are fit in there."""
    in_woods = int(woods and animals[BOAR] > 0)
    rest = _without(animals, (0, in_woods, 0))
    for count in range(min(pastures, sum(rest)), 0, -1):
        if any(_roomy(rest, holders, chosen) for chosen in combinations(range(pastures), count)):
            return count + in_woods
    return in_woods


def _roomy(animals: Herd, holders: tuple[Holder, ...], chosen: tuple[int, ...]) -> bool:
    """Whether all of these pastures can have an animal and room to spare, in some way to give them kinds."""
    others = tuple(holder for at, holder in enumerate(holders) if at not in chosen)
    for kinds in product(KINDS, repeat=len(chosen)):
        sheep, boar, cattle = (kinds.count(kind) for kind in KINDS)
        if sheep > animals[0] or boar > animals[1] or cattle > animals[2]:
            continue
        left = [_left(holders[at], kind) for at, kind in zip(chosen, kinds, strict=True)]
        smaller = tuple(holder for holder in left if holder is not None)
        rest = _without(animals, (sheep, boar, cattle))
        if len(smaller) == len(chosen) and fits(rest, others + smaller):
            return True
    return False


def _left(pasture: Holder, kind: int) -> Holder | None:
    """What a pasture still takes when there is an animal of this kind, and room is spared; None if that is too much."""
    places = pasture.capacity + pasture.own[kind] - 1 - SPARE
    if places < 0:
        return None
    if pasture.together:
        return Holder(places, together=True)
    sheep, boar, cattle = (places if kind == one else 0 for one in KINDS)
    return Holder(0, (sheep, boar, cattle))


def _without(animals: Herd, some: Herd) -> Herd:
    return animals[0] - some[0], animals[1] - some[1], animals[2] - some[2]


# Constable ---------------------------------------------------------------------------------------

SPOTLESS: Final = 5


@rule("K276", COMPARE)
def constable(state: State, seat: int) -> list[int]:
    """Points for everybody who loses none, whatever the category."""
    return [
        0 if lost(state, other, farm_sheet(state, other)) else SPOTLESS for other in range(len(state.seats))
    ]
