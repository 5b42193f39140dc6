"""Goods that come and go."""

from tilth_rules.agricola.state import State
from tilth_rules.agricola.words import BOAR, CATTLE, FOOD, GOODS, GRAIN, SHEEP, VEGETABLE
from tilth_rules.kernel import Event


class Gained(Event):
    """Goods from the supply."""

    seat: int
    good: int
    amount: int
    source: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].goods[self.good] += self.amount


class Lost(Event):
    """Goods back to the supply."""

    seat: int
    good: int
    amount: int
    source: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].goods[self.good] -= self.amount


class CardGave(Event):
    """Goods from the supply, because of a card."""

    seat: int
    good: int
    amount: int
    card: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].goods[self.good] += self.amount


class CardTook(Event):
    """Goods to the supply, because of a card."""

    seat: int
    good: int
    amount: int
    card: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].goods[self.good] -= self.amount


class HandedOver(Event):
    """Goods from one seat to another."""

    seat: int
    to: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].goods[self.good] -= self.amount
        state.seats[self.to].goods[self.good] += self.amount


class GoodsPlaced(Event):
    """Goods from the supply on a space."""

    space: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        state.heaps[GOODS * self.space + self.good] += self.amount


class GoodsMoved(Event):
    """Goods from one space to another."""

    space: int
    onto: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        state.heaps[GOODS * self.space + self.good] -= self.amount
        state.heaps[GOODS * self.onto + self.good] += self.amount


class HaulBegan(Event):
    """A seat makes up what it will carry off; nothing of it is left behind yet."""

    seat: int

    def apply(self, state: State) -> None:
        state.left = ()


class GoodsLeft(Event):
    """Some of what would be carried off stays on the space."""

    seat: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        amounts = dict(state.left)
        amounts[self.good] = amounts.get(self.good, 0) + self.amount
        state.left = tuple(sorted(amounts.items()))


class GoodsTaken(Event):
    """What lay on a space, or a part of it, is a seat's."""

    seat: int
    space: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        state.heaps[GOODS * self.space + self.good] -= self.amount
        state.seats[self.seat].goods[self.good] += self.amount


class Cooked(Event):
    """Animals and vegetables were made into food."""

    seat: int
    sheep: int
    boar: int
    cattle: int
    vegetables: int
    food: int

    def apply(self, state: State) -> None:
        goods = state.seats[self.seat].goods
        goods[SHEEP] -= self.sheep
        goods[BOAR] -= self.boar
        goods[CATTLE] -= self.cattle
        goods[VEGETABLE] -= self.vegetables
        goods[FOOD] += self.food


class Baked(Event):
    """Grain was made into bread."""

    seat: int
    grain: int
    food: int

    def apply(self, state: State) -> None:
        goods = state.seats[self.seat].goods
        goods[GRAIN] -= self.grain
        goods[FOOD] += self.food


class BegDrawn(Event):
    """Begging cards, one for each food that was missing."""

    seat: int
    amount: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].begging += self.amount


class LaidOut(Event):
    """Goods on the space of a round to come, for the owner of a card; some have a price in food."""

    seat: int
    card: int
    round: int
    good: int
    amount: int
    price: int

    def apply(self, state: State) -> None:
        state.laid.append((self.round, self.seat, self.card, self.good, self.amount, self.price))


class LaidTaken(Event):
    """What was laid out for a round is its owner's."""

    seat: int
    card: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        _lift(state, self.seat, self.card, self.good)
        state.seats[self.seat].goods[self.good] += self.amount


class LaidReturned(Event):
    """What was laid out for a round goes back to the supply."""

    seat: int
    card: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        _lift(state, self.seat, self.card, self.good)


def _lift(state: State, seat: int, card: int, good: int) -> None:
    """The earliest such goods are the ones that are meant: they are lifted in the order of the rounds."""
    found = [at for at, laid in enumerate(state.laid) if (laid[1], laid[2], laid[3]) == (seat, card, good)]
    if found:
        del state.laid[min(found, key=lambda at: state.laid[at][0])]


GOODS_EVENTS: tuple[type[Event], ...] = (
    Gained,
    Lost,
    CardGave,
    CardTook,
    HandedOver,
    GoodsPlaced,
    HaulBegan,
    GoodsLeft,
    GoodsTaken,
    Cooked,
    Baked,
    BegDrawn,
    LaidOut,
    LaidTaken,
    LaidReturned,
    GoodsMoved,
)
