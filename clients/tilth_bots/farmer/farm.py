"""A farm as the farmer reads it, and what an action would make of it."""

from collections.abc import Iterable
from typing import Final

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer.goods import BOAR, CATTLE, FOOD, GOODS, GRAIN, SHEEP, Price
from tilth_bots.farmer.majors import ALL
from tilth_bots.farmer.yard import mask, stalls

ROOM: Final = 1
FIELD: Final = 2
FAMILY: Final = 1

Rates = tuple[int, int, int, int]
Ovens = tuple[tuple[int, int], ...]


class Farm:
    """What a seat has. Actions are tried out on copies."""

    __slots__ = (
        "bakes",
        "beds",
        "begging",
        "cards",
        "cooks",
        "crops",
        "extra",
        "fences",
        "fields",
        "goods",
        "house",
        "laid",
        "newborn",
        "people",
        "renovation",
        "room",
        "rooms",
        "stables",
        "unplaced",
    )

    goods: list[int]
    house: int
    rooms: int
    fields: int
    stables: int
    fences: int
    crops: tuple[tuple[int, int], ...]
    """What grows: the good and how many, for each field that is sown, plots on cards among them."""
    beds: int
    """Plots on cards."""
    people: int
    newborn: int
    unplaced: int
    """People who can still be placed in this round."""
    cards: tuple[int, ...]
    cooks: Rates
    """Food for a sheep, a boar, one of the cattle, a vegetable that is cooked; 0 for what can't be."""
    bakes: Ovens
    """What bakes bread, the best first: food for a grain, and how many grain at a time."""
    room: tuple[Price, ...]
    renovation: tuple[Price, ...]
    """What one more room and the next house cost: prices of which none beats another."""
    begging: int
    laid: tuple[int, ...]
    """The rounds in which a food comes."""
    extra: float
    """What else an action has brought, in points."""

    def copy(self) -> "Farm":
        twin = Farm()
        twin.goods = self.goods[:]
        twin.house = self.house
        twin.rooms = self.rooms
        twin.fields = self.fields
        twin.stables = self.stables
        twin.fences = self.fences
        twin.crops = self.crops
        twin.beds = self.beds
        twin.people = self.people
        twin.newborn = self.newborn
        twin.unplaced = self.unplaced
        twin.cards = self.cards
        twin.cooks = self.cooks
        twin.bakes = self.bakes
        twin.room = self.room
        twin.renovation = self.renovation
        twin.begging = self.begging
        twin.laid = self.laid
        twin.extra = self.extra
        return twin

    @classmethod
    def of(cls, view: agricola.View, seat: int) -> "Farm":
        mine = view.players[seat]
        farm = cls()
        farm.goods = [0] * GOODS
        for one in mine.goods:
            farm.goods[one.good] = one.amount
        farm.house = mine.house
        cells = [plot for plot in mine.plots if plot.plot < 15]
        farm.rooms = mask(plot.plot for plot in cells if plot.kind == ROOM)
        farm.fields = mask(plot.plot for plot in cells if plot.kind == FIELD)
        farm.stables = mask(plot.plot for plot in cells if plot.stable)
        farm.fences = mask(mine.fences)
        farm.crops = tuple((plot.good, plot.amount) for plot in mine.plots if plot.amount)
        farm.beds = len(mine.plots) - len(cells)
        family = [person for person in mine.people if person.kind == FAMILY]
        farm.people = len(family)
        farm.newborn = sum(person.newborn for person in family)
        at_work = view.phase <= agricola.PHASE_WORK
        farm.unplaced = at_work * sum(
            not (person.HasField("space") or person.newborn or person.idle) for person in mine.people
        )
        farm.cards = tuple(card.card for card in mine.cards)
        cooking = mine.cooking
        farm.cooks = (cooking.sheep, cooking.boar, cooking.cattle, cooking.vegetable)
        farm.bakes = tuple((oven.food, oven.most or ALL) for oven in mine.ovens)
        farm.room = prices(mine.room)
        farm.renovation = prices(mine.renovation)
        farm.begging = mine.begging
        farm.laid = tuple(
            laid.round
            for laid in view.laid
            if laid.seat == seat and laid.good == FOOD and not laid.price
            for _ in range(laid.amount)
        )
        farm.extra = 0.0
        return farm

    def has(self, price: Price) -> bool:
        return all(self.goods[good] >= amount for good, amount in price)

    def pay(self, price: Price) -> None:
        for good, amount in price:
            self.goods[good] -= amount

    def gain(self, goods: Price) -> None:
        for good, amount in goods:
            self.goods[good] += amount

    def empty_fields(self) -> int:
        """Fields on which nothing grows."""
        return max(0, self.fields.bit_count() + self.beds - len(self.crops))

    def herd(self) -> tuple[int, int, int]:
        goods = self.goods
        return goods[SHEEP], goods[BOAR], goods[CATTLE]

    def stalls(self) -> tuple[tuple[int, ...], int]:
        return stalls(self.fences, self.stables)

    def bread(self, grain: int) -> int:
        """The food for so much grain that is baked."""
        food = 0
        for rate, most in self.bakes:
            baked = min(grain, most)
            food += rate * baked
            grain -= baked
        return food

    def bakeable(self) -> int:
        """How much grain can be baked at one go."""
        return min(self.goods[GRAIN], sum(most for _, most in self.bakes))

    def equip(self, cooks: Rates, bakes: tuple[int, int]) -> None:
        """One more thing to cook and to bake with; what cooks best counts."""
        sheep, boar, cattle, vegetable = (max(pair) for pair in zip(self.cooks, cooks, strict=True))
        self.cooks = (sheep, boar, cattle, vegetable)
        if bakes[0]:
            self.bakes = tuple(sorted((*self.bakes, bakes), reverse=True))


def prices(said: Iterable[agricola.Price]) -> tuple[Price, ...]:
    """Those that are paid in goods alone."""
    return tuple(tuple((one.good, one.amount) for one in price.goods) for price in said if not price.returns)
