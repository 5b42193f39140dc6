"""The printed effects of the action spaces, by the schema's numbers.

Goods that accumulate on a space are in the view, not here.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from tilth_bots.farmer.acts import (
    Act,
    Table,
    Ways,
    bake,
    choose,
    fences,
    gain,
    grow,
    plough,
    points,
    renovate,
    rooms,
    sow,
    stables,
    start,
    swap,
    take,
)
from tilth_bots.farmer.cards import improvement, minor, occupation
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import (
    BOAR,
    CATTLE,
    CLAY,
    FOOD,
    GRAIN,
    REED,
    SHEEP,
    STONE,
    VEGETABLE,
    WOOD,
    Price,
)

STABLE_AND_BAKE: Final = 11
"""The space on which a stable costs one wood."""
GIVES: Final[Mapping[int, Price]] = MappingProxyType(
    {
        2: ((GRAIN, 1),),
        5: ((FOOD, 2),),
        20: ((VEGETABLE, 1),),
        32: ((REED, 1), (STONE, 1), (FOOD, 1)),
        40: ((WOOD, 1), (STONE, 1)),
    }
)
"""Goods that spaces give from the supply, by space."""


def after(ways: Iterable[Farm], act: Act, table: Table, space: int) -> Ways:
    """Return all farms that an act can lead to from each of some farms; `space` is the number of the visited space."""
    return [later for way in ways for later in act(way, table, space)]


def all_of(*acts: Act) -> Act:
    """Return the act of doing all acts in this order; it is not possible if one of them is not."""

    def act(farm: Farm, table: Table, space: int) -> Ways:
        ways = [farm]
        for one in acts:
            ways = after(ways, one, table, space)
        return ways

    return act


def either(*acts: Act) -> Act:
    """Return the act of doing one of several acts: its results are the farms that each of them can lead to."""
    return lambda farm, table, space: [way for act in acts for way in act(farm, table, space)]


def then(first: Act, second: Act) -> Act:
    """Return an act in which the first act must be done and the second one may follow. Its results are the farms
    without and with the second act."""

    def act(farm: Farm, table: Table, space: int) -> Ways:
        ways = first(farm, table, space)
        return ways + after(ways, second, table, space)

    return act


def and_or(first: Act, second: Act) -> Act:
    """Return the act of doing the first act, the second act, or both in this order. Its results are the farms of all
    three ways."""
    return lambda farm, table, space: [
        *then(first, second)(farm, table, space),
        *second(farm, table, space),
    ]


SPACES: Final[Mapping[int, Act]] = MappingProxyType(
    {
        0: and_or(rooms(3), stables(4, 2)),
        1: then(start, minor),
        2: gain(*GIVES[2]),
        3: plough,
        4: occupation(0, 1),
        5: gain(*GIVES[5]),
        6: take,
        7: take,
        8: take,
        9: take,
        10: all_of(start, take),
        STABLE_AND_BAKE: and_or(stables(1, 1), bake),
        12: all_of(gain((FOOD, 1)), choose(1)),
        13: and_or(sow, bake),
        14: improvement,
        15: take,
        16: fences,
        17: take,
        18: then(renovate, improvement),
        19: then(grow(False), minor),
        20: gain(*GIVES[20]),
        21: take,
        22: take,
        23: take,
        24: and_or(plough, sow),
        25: grow(True),
        26: then(renovate, fences),
        27: occupation(2),
        28: choose(1),
        29: take,
        30: take,
        31: occupation(1, 1, 2),
        32: gain(*GIVES[32]),
        33: take,
        34: take,
        35: take,
        36: take,
        37: either(gain((SHEEP, 1), (FOOD, 1)), gain((BOAR, 1)), swap(((FOOD, 1),), ((CATTLE, 1),))),
        38: either(occupation(1, 1, 2), grow(False, 5)),
        39: either(rooms(1), take),
        40: all_of(take, gain(*GIVES[40])),
        41: take,
        42: take,
        43: choose(2),
        44: choose(2),
        45: either(choose(2), grow(False, 5)),
        46: either(gain((FOOD, 3)), points(2)),
        47: either(gain((CLAY, 5)), points(2)),
    }
)
