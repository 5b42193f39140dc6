"""The holders of animals on a farm: pastures, loose stables, the home, and cards. Cards change the room in each."""

from functools import lru_cache
from typing import Final

import msgspec

from tilth_rules.agricola.farm.herds import NO_ANIMALS, Herd, Holder
from tilth_rules.agricola.farm.yard import fenced, pastures

PER_CELL: Final = 2


class Capacities(msgspec.Struct, frozen=True, cache_hash=True):
    """The numbers that decide how many animals a farm holds. The defaults are those of the rules."""

    pasture_min: int = 0
    """The least places of a pasture, before anything is added to it."""
    pasture_more: int = 0
    """Places added to every pasture, after its stables have doubled it."""
    pasture_own: Herd = NO_ANIMALS
    """Places added to every pasture for a kind that is kept there."""
    pasture_together: bool = False
    """True if different kinds may share a pasture."""
    stable_own: Herd = NO_ANIMALS
    """Places added to every loose stable for a kind that is kept there."""
    best_stable: int = 1
    """The places of one of the loose stables, for one kind. It gets nothing of `stable_own` if that is more than 1."""
    home: int = 1
    """The places of the home."""
    home_together: bool = False
    """True if animals of the home may be of different kinds."""
    cards: tuple[Holder, ...] = ()
    """The places of cards, with their additions."""


@lru_cache(maxsize=1 << 13)
def holders(fences: int, stables: int, capacities: Capacities) -> tuple[Holder, ...]:
    """Return all holders of a farm: its pastures in their order, its loose stables by cell, the home, the cards."""
    found = [_pasture(area, stables, capacities) for area in pastures(fences)]
    loose = (stables & ~fenced(fences)).bit_count()
    if loose and capacities.best_stable > 1:
        found.append(Holder(capacities.best_stable))
        loose -= 1
    found += [Holder(1, capacities.stable_own)] * loose
    found.append(Holder(capacities.home, together=capacities.home_together))
    found += capacities.cards
    return tuple(found)


def _pasture(area: int, stables: int, capacities: Capacities) -> Holder:
    """Return a pasture (`area`, a mask of cells) as a holder of animals: its places by cells and stables, and what
    cards add."""
    places = PER_CELL * area.bit_count() << (area & stables).bit_count()
    places = max(places, capacities.pasture_min) + capacities.pasture_more
    return Holder(places, capacities.pasture_own, capacities.pasture_together)
