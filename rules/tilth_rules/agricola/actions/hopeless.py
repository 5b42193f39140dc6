"""A glance at what a seat owns that often tells that an act is out of reach, before anything is worked out.

Placing people is most of what is played, and most of the spaces that are no use to a seat are so for want of one good.
Where a card has a say, a glance tells nothing.
"""

from collections.abc import Callable
from typing import Final

from tilth_rules.agricola.cards.words import BAKE, FENCING, MAY_RENOVATE, PRICE
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.spaces import Space
from tilth_rules.agricola.state import Seat
from tilth_rules.agricola.words import GRAIN, MATERIAL, REED, STONE_HOUSE, VEGETABLE, WOOD

Glance = Callable[[Seat], bool]
"""True: nothing can come of it."""


def _room(seat: Seat) -> bool:
    return seat.goods[MATERIAL[seat.yard.house]] < 5 and not seat.rules[PRICE]


def _stable(act: acts.BuildStables) -> Glance:
    price = tuple(act.price)

    def stable(seat: Seat) -> bool:
        for good, amount in price:
            if seat.goods[good] < amount:
                return not seat.rules[PRICE]
        return False

    return stable


def _fences(seat: Seat) -> bool:
    return not seat.goods[WOOD] and not seat.rules[FENCING]


def _renovation(seat: Seat) -> bool:
    if seat.rules[PRICE] or seat.rules[MAY_RENOVATE]:
        return False
    house = seat.yard.house
    return house == STONE_HOUSE or not seat.goods[REED] or seat.goods[MATERIAL[house + 1]] < 2


def _seed(seat: Seat) -> bool:
    return not seat.goods[GRAIN] and not seat.goods[VEGETABLE] and not seat.plot_cards


def _bread(seat: Seat) -> bool:
    return not seat.goods[GRAIN] or not seat.rules[BAKE]


_PLAIN: Final[dict[type, Glance]] = {
    acts.BuildFences: _fences,
    acts.Renovate: _renovation,
    acts.Sow: _seed,
    acts.Bake: _bread,
}


def _of(act: acts.Act) -> Glance | None:
    if isinstance(act, acts.BuildRooms):
        return None if act.free else _room
    if isinstance(act, acts.BuildStables):
        return _stable(act)
    return _PLAIN.get(type(act))


def glance_at(space: Space) -> Glance | None:
    """What tells that a space is no use, if anything does: that all its acts are none, or the one that must come
    first."""
    glances = [_of(act) for act in (space.do[:1] if space.form == "then" else space.do)]
    found = [glance for glance in glances if glance is not None]
    if len(found) < len(glances):
        return None
    if len(found) == 1:
        return found[0]
    first, second = found[0], found[1]
    if len(found) == 2:
        return lambda seat: first(seat) and second(seat)
    return lambda seat: all(glance(seat) for glance in found)
