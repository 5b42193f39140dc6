"""Where animals stand and could stand, as a viewer sees it: by a fixed rule, for the eye only."""

import msgspec

from tilth_rules.agricola.actions.animals import herd, holders_of, housing
from tilth_rules.agricola.farm.arranging import arrange
from tilth_rules.agricola.farm.herds import NO_ANIMALS, Holder
from tilth_rules.agricola.farm.yard import cells_of
from tilth_rules.agricola.state import State


class Herd(msgspec.Struct, frozen=True, gc=False):
    """Animals that stand together in a pasture, a stable, the home, or on a card. Whatever could hold animals is there
    without any, too."""

    cells: tuple[int, ...]
    card: int | None
    sheep: int
    boar: int
    cattle: int
    room: int
    """How many could stand there, those included; 0 for animals that have no place."""
    home: bool = False
    capacity: int = 0
    """Places for whatever kind."""
    together: bool = False
    """Whether several kinds may stand there together; else one is chosen."""
    own_sheep: int = 0
    """Places besides for that kind only."""
    own_boar: int = 0
    own_cattle: int = 0


Place = tuple[tuple[int, ...], int | None, bool]
"""Cells, or a card, or whether it is the home."""


def herds(state: State, seat: int) -> tuple[Herd, ...]:
    """By holder; at last the animals that have no place, while their owner has yet to say which are kept."""
    holders = holders_of(state, seat)
    places = _places(state, seat)
    animals = herd(state, seat)
    standing = arrange(animals, holders)
    found = [
        _herd(place, holder, kept)
        for place, holder, kept in zip(places, holders, standing or (NO_ANIMALS,) * len(holders), strict=True)
    ]
    if standing is None:
        found.append(Herd((), None, *animals, 0))
    return tuple(found)


def _places(state: State, seat: int) -> list[Place]:
    """What the holders are, in their order."""
    yard = state.seats[seat].yard
    places: list[Place] = [(cells_of(area), None, False) for area in yard.pastures()]
    places += [((cell,), None, False) for cell in cells_of(yard.loose_stables())]
    places.append(((), None, True))
    places += [((), card, False) for card in housing(state, seat)]
    return places


def _herd(place: Place, holder: Holder, animals: tuple[int, int, int]) -> Herd:
    cells, card, home = place
    room = holder.capacity + sum(own for own, count in zip(holder.own, animals, strict=True) if count)
    return Herd(cells, card, *animals, room, home, holder.capacity, holder.together, *holder.own)
