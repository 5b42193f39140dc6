"""The places of animals in a view: they follow a fixed rule, and have no meaning for the rules."""

import msgspec

from tilth_rules.agricola.actions.animals import herd, holders_of, housing_cards
from tilth_rules.agricola.farm.arranging import arrange
from tilth_rules.agricola.farm.herds import NO_ANIMALS, Holder
from tilth_rules.agricola.farm.yard import cells_of
from tilth_rules.agricola.state import State


class Herd(msgspec.Struct, frozen=True, gc=False):
    """A holder in a view: animals that stand together in a pasture, a stable, the home, or on a card. Empty holders are
    listed, too."""

    cells: tuple[int, ...]
    card: int | None
    sheep: int
    boar: int
    cattle: int
    room: int
    """The number of animals that could stand there, with those that do; 0 for animals without a place."""
    home: bool = False
    capacity: int = 0
    """Places for any kind."""
    together: bool = False
    """True if several kinds may stand there together. Otherwise one kind is chosen."""
    own_sheep: int = 0
    """Further places for sheep only. The two fields below are for boar and cattle."""
    own_boar: int = 0
    own_cattle: int = 0


Place = tuple[tuple[int, ...], int | None, bool]
"""A holder in a view: its cells, its card if it is one, and True for the home."""


def herds(state: State, seat: int) -> tuple[Herd, ...]:
    """Return the animals of a seat by holder, for a view. At the end come animals without a place, while their owner
    has yet to choose."""
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
    """Return the cells, the card, or the home that each holder of the seat's farm is, in their order."""
    yard = state.seats[seat].yard
    places: list[Place] = [(cells_of(area), None, False) for area in yard.pastures()]
    places += [((cell,), None, False) for cell in cells_of(yard.loose_stables())]
    places.append(((), None, True))
    places += [((), card, False) for card in housing_cards(state, seat)]
    return places


def _herd(place: Place, holder: Holder, animals: tuple[int, int, int]) -> Herd:
    """Return a holder for the view: its cells, card or home, the animals that stand in it, and its room for them."""
    cells, card, home = place
    room = holder.capacity + sum(own for own, count in zip(holder.own, animals, strict=True) if count)
    return Herd(cells, card, *animals, room, home, holder.capacity, holder.together, *holder.own)
