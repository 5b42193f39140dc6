"""The effects of actions: each act returns the farms that it can lead to."""

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
from tilth_bots.farmer.value import MAX_PEOPLE
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
"""Worth of being the start player of the next round, in points."""


class Table(Around, Protocol):
    """The values that acts depend on besides the farm: the major improvements that are left (`majors`), the goods that
    lie on each space (`lying`), the cards in hand and those of them that can be played, and the number of harvests to
    come."""

    majors: tuple[int, ...]
    lying: Mapping[int, Price]
    hand: tuple[int, ...]
    playable: frozenset[int]
    harvests: int

    def worth(self, farm: Farm) -> float:
        """Return the worth of a farm in points."""


Ways = list[Farm]
Act = Callable[[Farm, Table, int], Ways]
"""A function that returns the farms that an act can lead to; no farm if the act is not possible."""


# Goods -------------------------------------------------------------------------------------------------------------


def settle(farm: Farm, table: Table) -> Farm:
    """Return the farm with a herd that finds a place; the farm itself if all animals have one. One animal at a time is
    cooked for food by the farm's rate (released if the rate is 0): the one whose loss leaves the farm with the most
    worth."""
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
    """Return a copy of the farm with these goods added to its supply. If there is an animal among them, animals without
    a place are then cooked or released (`settle`)."""
    way = farm.copy()
    way.gain(goods)
    return settle(way, table) if any(good >= SHEEP for good, _ in goods) else way


def take(farm: Farm, table: Table, space: int) -> Ways:
    """Return one farm: with all goods that lie on the space of this number. Return no farm if none lie there."""
    goods = table.lying.get(space, ())
    return [with_goods(farm, table, goods)] if goods else []


def gain(*goods: tuple[int, int]) -> Act:
    """Return the act of gaining these goods, each a pair of good and amount. The act has one result."""
    return lambda farm, table, space: [with_goods(farm, table, goods)]


def swap(price: Price, goods: Price) -> Act:
    """Return the act of paying a price in goods and gaining other goods for it. It is not possible if the supply does
    not hold the price before."""

    def act(farm: Farm, table: Table, space: int) -> Ways:
        if not farm.has(price):
            return []
        way = with_goods(farm, table, goods)
        way.pay(price)
        return [way]

    return act


def choose(count: int) -> Act:
    """Return the act of gaining `count` different building resources, one of each; its results are the farms for all
    combinations of wood, clay, reed and stone."""

    def act(farm: Farm, table: Table, space: int) -> Ways:
        return [
            with_goods(farm, table, tuple((good, 1) for good in chosen))
            for chosen in combinations(BUILDING, count)
        ]

    return act


# Building ----------------------------------------------------------------------------------------------------------


def room_price(house: int) -> Price:
    """Return the printed price of one room in a house of this number (0 wood, 1 clay, 2 stone): five of its material
    and two reed."""
    return (MATERIAL[house], 5), (REED, 2)


def renovation_price(house: int, rooms: int) -> Price:
    """Return the printed price of a renovation to the house of this number (1 clay, 2 stone): one of its material for
    each of `rooms` rooms, and one reed."""
    return (MATERIAL[house], rooms), (REED, 1)


def paid(farm: Farm, prices: Iterable[Price]) -> Farm | None:
    """Return a copy of the farm after it pays one of the prices: of those that its supply holds, the one of least rough
    worth (`value_of`). Return None if it can pay none."""
    possible = [price for price in prices if farm.has(price)]
    if not possible:
        return None
    way = farm.copy()
    way.pay(min(possible, key=value_of))
    return way


def one_room(farm: Farm) -> Farm | None:
    """Return a copy of the farm with one more room, paid for, on the first free cell of ROOM_CELLS. Return None if no
    such cell is free or no price of a room can be paid."""
    taken = farm.rooms | farm.fields | farm.stables | sum(pastures(farm.fences))
    cell = next((cell for cell in ROOM_CELLS if not taken >> cell & 1), None)
    way = paid(farm, farm.room) if cell is not None else None
    if cell is None or way is None:
        return None
    way.rooms |= 1 << cell
    return way


def free_room(farm: Farm) -> Farm | None:
    """Return a copy of the farm with one more room, free of charge, on the first free cell of ROOM_CELLS; None if no
    such cell is free."""
    way = farm.copy()
    way.room = ((),)
    built = one_room(way)
    if built is not None:
        built.room = farm.room
    return built


def one_stable(farm: Farm, price: int) -> Farm | None:
    """Return a copy of the farm with one more stable, paid for with `price` wood. It stands on the first cell of
    STABLE_CELLS without a room, field or stable. Return None if there is no such cell, too little wood, or the farm has
    four stables."""
    taken = farm.rooms | farm.fields | farm.stables
    cell = next((cell for cell in STABLE_CELLS if not taken >> cell & 1), None)
    if cell is None or farm.goods[WOOD] < price or farm.stables.bit_count() >= STABLES:
        return None
    way = farm.copy()
    way.goods[WOOD] -= price
    way.stables |= 1 << cell
    return way


def repeated(farm: Farm, build: Callable[[Farm], Farm | None], most: int) -> Ways:
    """Return the farms after building once, twice and so on, up to `most` times. `build` returns the farm after
    building once; when it returns None, the list ends."""
    ways: Ways = []
    while len(ways) < most:
        built = build(ways[-1] if ways else farm)
        if built is None:
            break
        ways.append(built)
    return ways


def rooms(most: int) -> Act:
    """Return the act of building up to `most` rooms, each paid for; it has a result for each number of rooms from
    one."""
    return lambda farm, table, space: repeated(farm, one_room, most)


def stables(most: int, price: int) -> Act:
    """Return the act of building up to `most` stables, each for `price` wood; it has a result for each number of
    stables from one."""
    return lambda farm, table, space: repeated(farm, lambda one: one_stable(one, price), most)


def fences(farm: Farm, table: Table, space: int) -> Ways:
    """Return a farm for each set of fences that `fencings` proposes and the farm's wood can pay for, after the payment.
    No farm if there is none."""
    ways = []
    for after, cost in fencings(farm.fences, farm.rooms | farm.fields, farm.goods[WOOD]):
        way = farm.copy()
        way.fences = after
        way.goods[WOOD] -= cost
        ways.append(way)
    return ways


def renovate(farm: Farm, table: Table, space: int) -> Ways:
    """Return one farm: with its house renovated to the next material and the cheapest price paid. Its prices of rooms
    and of a further renovation become the printed ones. Return no farm if the house is of stone or no price can be
    paid."""
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
    """Return the act of family growth: one more person, born in this round. It is not possible with five people, before
    round `since`, or, unless `anyhow` is true, without a spare room."""

    def act(farm: Farm, table: Table, space: int) -> Ways:
        if farm.people >= MAX_PEOPLE or table.round < since:
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
    """Return one farm: with one more field, on the first free cell of FIELD_CELLS. Return no farm if none of them is
    free."""
    taken = farm.rooms | farm.fields | farm.stables | sum(pastures(farm.fences))
    cell = next((cell for cell in FIELD_CELLS if not taken >> cell & 1), None)
    if cell is None:
        return []
    way = farm.copy()
    way.fields |= 1 << cell
    return [way]


def sown(farm: Farm, good: int) -> Farm:
    """Return a copy of the farm with one more sown field: one of this crop leaves the supply, and two vegetables or
    three grain lie on the field."""
    way = farm.copy()
    way.goods[good] -= 1
    way.crops += ((good, 2 if good == VEGETABLE else 3),)
    return way


def sow(farm: Farm, table: Table, space: int) -> Ways:
    """Return one farm: after sowing one empty field after the other, until fields or seeds run out. Each gets the crop,
    grain or vegetable, that leads to the farm of more worth. Return no farm if nothing can be sown."""
    ways: Ways = []
    while farm.empty_fields():
        tried = [sown(farm, good) for good in (GRAIN, VEGETABLE) if farm.goods[good]]
        if not tried:
            break
        farm = max(tried, key=table.worth) if len(tried) > 1 else tried[0]
        ways.append(farm)
    return ways[-1:]


def bake(farm: Farm, table: Table, space: int) -> Ways:
    """Return the farms after baking one, two and three grain, as far as the grain in the supply and the ovens allow."""
    ways = []
    for grain in range(1, min(3, farm.bakeable()) + 1):
        way = farm.copy()
        way.goods[GRAIN] -= grain
        way.goods[FOOD] += farm.bread(grain)
        ways.append(way)
    return ways


def start(farm: Farm, table: Table, space: int) -> Ways:
    """Return one farm: with the worth of being the next start player (MARKER) added to its points."""
    way = farm.copy()
    way.extra += MARKER
    return [way]


def points(more: float) -> Act:
    """Return the act of gaining `more` points, which are added to the farm's `extra`."""

    def act(farm: Farm, table: Table, space: int) -> Ways:
        way = farm.copy()
        way.extra += more
        return [way]

    return act
