"""The bot's model of a farm, which actions are tried out on."""

from collections.abc import Iterable

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer.goods import BOAR, CATTLE, FOOD, GOODS, GRAIN, SHEEP, Price
from tilth_bots.farmer.majors import ALL
from tilth_bots.farmer.yard import mask, stalls

Rates = tuple[int, int, int, int]
Ovens = tuple[tuple[int, int], ...]


class Farm:
    """The possessions of one seat. Actions are tried out on copies. `goods` holds the amount of each good by its
    number; `rooms`, `fields` and `stables` are bit masks of cells, `fences` is one of edges; `house` is the material of
    the rooms (0 wood, 1 clay, 2 stone); `people` counts the family, `newborn` the members of it that were born in this
    round."""

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
    """Good and amount on each sown field, including sown plots on cards."""
    beds: int
    """Number of plots on cards."""
    people: int
    newborn: int
    unplaced: int
    """People who can still be placed in this round."""
    cards: tuple[int, ...]
    cooks: Rates
    """Food for cooking a sheep, a boar, a cattle and a vegetable; 0 for a good that can't be cooked."""
    bakes: Ovens
    """Ovens, the best first: food for one grain, and the number of grain that each can bake at a time."""
    room: tuple[Price, ...]
    renovation: tuple[Price, ...]
    """Prices of one more room (`room`) and of the next renovation (`renovation`), without prices that another one
    beats."""
    begging: int
    laid: tuple[int, ...]
    """Rounds in which one food arrives; a round is listed once for each food."""
    extra: float
    """Points that actions have brought and that no other attribute counts."""

    def copy(self) -> "Farm":
        """Return a copy of the farm, on which an action can be tried out without changing this farm."""
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
        """Return the farm of a seat as the view shows it. Cells of the yard are plots below 15; further plots are on
        cards."""
        mine = view.players[seat]
        farm = cls()
        farm.goods = [0] * GOODS
        for one in mine.goods:
            farm.goods[one.good] = one.amount
        farm.house = mine.house
        cells = [plot for plot in mine.plots if plot.plot < 15]
        farm.rooms = mask(plot.plot for plot in cells if plot.kind == agricola.PLOT_KIND_ROOM)
        farm.fields = mask(plot.plot for plot in cells if plot.kind == agricola.PLOT_KIND_FIELD)
        farm.stables = mask(plot.plot for plot in cells if plot.stable)
        farm.fences = mask(mine.fences)
        farm.crops = tuple((plot.good, plot.amount) for plot in mine.plots if plot.amount)
        farm.beds = len(mine.plots) - len(cells)
        family = [person for person in mine.people if person.kind == agricola.PERSON_KIND_FAMILY]
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
        """Return whether the supply holds all goods of a price."""
        return all(self.goods[good] >= amount for good, amount in price)

    def pay(self, price: Price) -> None:
        """Take the goods of a price from the supply. The caller has checked that they are there; amounts below 0 are
        not prevented."""
        for good, amount in price:
            self.goods[good] -= amount

    def gain(self, goods: Price) -> None:
        """Add goods to the supply."""
        for good, amount in goods:
            self.goods[good] += amount

    def empty_fields(self) -> int:
        """Return the number of fields and plots on which nothing grows."""
        return max(0, self.fields.bit_count() + self.beds - len(self.crops))

    def herd(self) -> tuple[int, int, int]:
        """Return the number of sheep, boars and cattle."""
        goods = self.goods
        return goods[SHEEP], goods[BOAR], goods[CATTLE]

    def stalls(self) -> tuple[tuple[int, ...], int]:
        """Return the number of animals of one kind that each pasture holds, the largest number first, and the number of
        places for single animals (see `yard.stalls`)."""
        return stalls(self.fences, self.stables)

    def bread(self, grain: int) -> int:
        """Return the number of food that this number of grain gives when it is baked, in the best ovens first. Grain
        that finds no oven gives nothing."""
        food = 0
        for rate, most in self.bakes:
            baked = min(grain, most)
            food += rate * baked
            grain -= baked
        return food

    def bakeable(self) -> int:
        """Return the number of grain that can be baked in one action: all in the supply, or as much as the ovens
        take."""
        return min(self.goods[GRAIN], sum(most for _, most in self.bakes))

    def equip(self, cooks: Rates, bakes: tuple[int, int]) -> None:
        """Add a cooking and baking facility. `cooks` is the food for a sheep, a boar, a cattle and a vegetable; the
        better rate counts for each. `bakes` is the food for a grain and the number of grain at a time; (0, 0) adds no
        oven."""
        sheep, boar, cattle, vegetable = (max(pair) for pair in zip(self.cooks, cooks, strict=True))
        self.cooks = (sheep, boar, cattle, vegetable)
        if bakes[0]:
            self.bakes = tuple(sorted((*self.bakes, bakes), reverse=True))


def prices(printed: Iterable[agricola.Price]) -> tuple[Price, ...]:
    """Return the printed prices as pairs of good and amount, without those for which cards are returned."""
    return tuple(
        tuple((one.good, one.amount) for one in price.goods) for price in printed if not price.returns
    )
