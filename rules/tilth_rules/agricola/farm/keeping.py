"""What holds animals on a farm: its pastures, its loose stables, the home, and cards. Cards change what each holds."""

from functools import lru_cache
from typing import Final

import msgspec

from tilth_rules.agricola.farm.herds import NO_ANIMALS, Herd, Holder
from tilth_rules.agricola.farm.yard import fenced, pastures

PER_CELL: Final = 2


class Keeping(msgspec.Struct, frozen=True, cache_hash=True):
    """Everything in play that has a say in how many animals a farm holds. The defaults are those of the rules."""

    pasture_least: int = 0
    """What a pasture holds at least, before anything is added to it."""
    pasture_more: int = 0
    """Places added to every pasture, after its stables have doubled it."""
    pasture_own: Herd = NO_ANIMALS
    """Places added to every pasture for a kind that is kept there."""
    pasture_together: bool = False
    """Whether different kinds may share a pasture."""
    stable_own: Herd = NO_ANIMALS
    """Places added to every loose stable for a kind that is kept there."""
    best_stable: int = 1
    """What one of the loose stables holds, of one kind; it gets nothing of `stable_own` if that is more than 1."""
    home: int = 1
    """Animals kept in the home."""
    home_together: bool = False
    """Whether animals of the home may be of different kinds."""
    cards: tuple[Holder, ...] = ()
    """What cards hold, their additions included."""


@lru_cache(maxsize=1 << 13)
def holders(fences: int, stables: int, keeping: Keeping) -> tuple[Holder, ...]:
    """All holders of a farm: its pastures in their order, its loose stables by cell, the home, the cards."""
    found = [_pasture(area, stables, keeping) for area in pastures(fences)]
    loose = (stables & ~fenced(fences)).bit_count()
    if loose and keeping.best_stable > 1:
        found.append(Holder(keeping.best_stable))
        loose -= 1
    found += [Holder(1, keeping.stable_own)] * loose
    found.append(Holder(keeping.home, together=keeping.home_together))
    found += keeping.cards
    return tuple(found)


def _pasture(area: int, stables: int, keeping: Keeping) -> Holder:
    places = PER_CELL * area.bit_count() << (area & stables).bit_count()
    places = max(places, keeping.pasture_least) + keeping.pasture_more
    return Holder(places, keeping.pasture_own, keeping.pasture_together)
