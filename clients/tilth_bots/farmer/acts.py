"""What people can do, and the farms that it could lead to."""

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Final, Protocol

from tilth_bots.farmer.counts import Around
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import (
    ANIMALS,
    BUILDING,
    FOOD,
    GRAIN,
    MATERIAL,
    REED,
    SHEEP,
    VEGETABLE,
    WOOD,
    Price,
    value_of,
)
from tilth_bots.farmer.worth import MOST_PEOPLE
from tilth_bots.farmer.yard import (
    FIELD_CELLS,
    ROOM_CELLS,
    STABLE_CELLS,
    STABLES,
    fencings,
    fits,
    pastures,
)

MARKER: Final = 0.25
"""What it is worth to begin the next round."""


class Table(Around, Protocol):
    """What the ways depend on besides the farm."""

    majors: tuple[int, ...]
    lying: Mapping[int, Price]
    hand: tuple[int, ...]
    playable: frozenset[int]
    harvests: int

    def worth(self, farm: Farm) -> float: ...


Ways = list[Farm]
Act = Callable[[Farm, Table, int], Ways]
"""The farms that an act can lead to; none where it isn't possible."""


# Goods -------------------------------------------------------------------------------------------------------------


def settle(farm: Farm, table: Table) -> Farm:
    """Animals that find no place are cooked or let go, those first that are missed least."""
    held, singles = farm.stalls()
    rates = farm.cooks
    while not fits(held, singles, farm.herd()):
        ways = []
        for kind, good in enumerate(ANIMALS):
            if farm.goods[good]:
                way = farm.copy()
                way.goods[good] -= 1
                way.goods[FOOD] += rates[kind]
                ways.append(way)
        farm = max(ways, key=table.worth) if len(ways) > 1 else ways[0]
    return farm


def with_goods(farm: Farm, table: Table, goods: Price) -> Farm:
    way = farm.copy()
    way.gain(goods)
    return settle(way, table) if any(good >= SHEEP for good, _ in goods) else way


def take(farm: Farm, table: Table, space: int) -> Ways:
    goods = table.lying.get(space, ())
    return [with_goods(farm, table, goods)] if goods else []


def gain(*goods: tuple[int, int]) -> Act:
    return lambda farm, table, space: [with_goods(farm, table, goods)]


def swap(price: Price, goods: Price) -> Act:
    def act(farm: Farm, table: Table, space: int) -> Ways:
        if not farm.has(price):
            return []
        way = with_goods(farm, table, goods)
        way.pay(price)
        return [way]

    return act


def choose(count: int) -> Act:
    def act(farm: Farm, table: Table, space: int) -> Ways:
        return [
            with_goods(farm, table, tuple((good, 1) for good in chosen))
            for chosen in combinations(BUILDING, count)
        ]

    return act


# Building ----------------------------------------------------------------------------------------------------------


def room_price(house: int) -> Price:
    """As it is printed."""
    return (MATERIAL[house], 5), (REED, 2)


def renovation_price(house: int, rooms: int) -> Price:
    """To this house."""
    return (MATERIAL[house], rooms), (REED, 1)


def paid(farm: Farm, prices: Iterable[Price]) -> Farm | None:
    """The farm after the cheapest of some prices that it can pay."""
    possible = [price for price in prices if farm.has(price)]
    if not possible:
        return None
    way = farm.copy()
    way.pay(min(possible, key=value_of))
    return way


def one_room(farm: Farm) -> Farm | None:
    taken = farm.rooms | farm.fields | farm.stables | sum(pastures(farm.fences))
    cell = next((cell for cell in ROOM_CELLS if not taken >> cell & 1), None)
    way = paid(farm, farm.room) if cell is not None else None
    if cell is None or way is None:
        return None
    way.rooms |= 1 << cell
    return way


def free_room(farm: Farm) -> Farm | None:
    way = farm.copy()
    way.room = ((),)
    built = one_room(way)
    if built is not None:
        built.room = farm.room
    return built


def one_stable(farm: Farm, price: int) -> Farm | None:
    taken = farm.rooms | farm.fields | farm.stables
    cell = next((cell for cell in STABLE_CELLS if not taken >> cell & 1), None)
    if cell is None or farm.goods[WOOD] < price or farm.stables.bit_count() >= STABLES:
        return None
    way = farm.copy()
    way.goods[WOOD] -= price
    way.stables |= 1 << cell
    return way


def repeated(farm: Farm, build: Callable[[Farm], Farm | None], most: int) -> Ways:
    ways: Ways = []
    while len(ways) < most:
        built = build(ways[-1] if ways else farm)
        if built is None:
            break
        ways.append(built)
    return ways


def rooms(most: int) -> Act:
    return lambda farm, table, space: repeated(farm, one_room, most)


def stables(most: int, price: int) -> Act:
    return lambda farm, table, space: repeated(farm, lambda one: one_stable(one, price), most)


def fences(farm: Farm, table: Table, space: int) -> Ways:
    ways = []
    for after, cost in fencings(farm.fences, farm.rooms | farm.fields, farm.goods[WOOD]):
        way = farm.copy()
        way.fences = after
        way.goods[WOOD] -= cost
        ways.append(way)
    return ways


def renovate(farm: Farm, table: Table, space: int) -> Ways:
    if farm.house >= 2:
        return []
    way = paid(farm, farm.renovation)
    if way is None:
        return []
    way.house += 1
    way.room = (room_price(way.house),)
    if way.house < 2:
        way.renovation = (renovation_price(way.house + 1, way.rooms.bit_count()),)
    return [way]


def grow(anyhow: bool, since: int = 0) -> Act:
    def act(farm: Farm, table: Table, space: int) -> Ways:
        if farm.people >= MOST_PEOPLE or table.round < since:
            return []
        if not anyhow and farm.rooms.bit_count() <= farm.people:
            return []
        way = farm.copy()
        way.people += 1
        way.newborn += 1
        return [way]

    return act


# Crops -------------------------------------------------------------------------------------------------------------


def plough(farm: Farm, table: Table, space: int) -> Ways:
    taken = farm.rooms | farm.fields | farm.stables | sum(pastures(farm.fences))
    cell = next((cell for cell in FIELD_CELLS if not taken >> cell & 1), None)
    if cell is None:
        return []
    way = farm.copy()
    way.fields |= 1 << cell
    return [way]


def sown(farm: Farm, good: int) -> Farm:
    way = farm.copy()
    way.goods[good] -= 1
    way.crops += ((good, 2 if good == VEGETABLE else 3),)
    return way


def sow(farm: Farm, table: Table, space: int) -> Ways:
    """One field after the other, with what is better there."""
    ways: Ways = []
    while farm.empty_fields():
        tried = [sown(farm, good) for good in (GRAIN, VEGETABLE) if farm.goods[good]]
        if not tried:
            break
        farm = max(tried, key=table.worth) if len(tried) > 1 else tried[0]
        ways.append(farm)
    return ways[-1:]


def bake(farm: Farm, table: Table, space: int) -> Ways:
    ways = []
    for grain in range(1, min(3, farm.bakeable()) + 1):
        way = farm.copy()
        way.goods[GRAIN] -= grain
        way.goods[FOOD] += farm.bread(grain)
        ways.append(way)
    return ways


def start(farm: Farm, table: Table, space: int) -> Ways:
    way = farm.copy()
    way.extra += MARKER
    return [way]


def points(more: float) -> Act:
    def act(farm: Farm, table: Table, space: int) -> Ways:
        way = farm.copy()
        way.extra += more
        return [way]

    return act
