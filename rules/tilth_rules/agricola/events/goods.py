"""Events of goods that seats get and give away."""

from tilth_rules.agricola.codes import BOAR, CATTLE, FOOD, GOODS, GRAIN, SHEEP, VEGETABLE
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Event


class GoodsGained(Event):
    """A seat got goods from the general supply."""

    seat: int
    good: int
    amount: int
    source: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].goods[self.good] += self.amount


class GoodsLost(Event):
    """A seat gave goods back to the general supply."""

    seat: int
    good: int
    amount: int
    source: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].goods[self.good] -= self.amount


class CardGaveGoods(Event):
    """A seat got goods from the general supply because of a card."""

    seat: int
    good: int
    amount: int
    card: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].goods[self.good] += self.amount


class CardTookGoods(Event):
    """A seat gave goods to the general supply because of a card."""

    seat: int
    good: int
    amount: int
    card: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].goods[self.good] -= self.amount


class GoodsHandedOver(Event):
    """A seat gave goods of its supply to the seat `to`."""

    seat: int
    to: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].goods[self.good] -= self.amount
        state.seats[self.to].goods[self.good] += self.amount


class GoodsPlaced(Event):
    """Goods from the general supply were laid on an action space."""

    space: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        state.heaps[GOODS * self.space + self.good] += self.amount


class GoodsMoved(Event):
    """Goods were moved from the action space `space` to the action space `onto`."""

    space: int
    onto: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        state.heaps[GOODS * self.space + self.good] -= self.amount
        state.heaps[GOODS * self.onto + self.good] += self.amount


class CollectingBegan(Event):
    """A seat began to put together the goods that it takes from an action space; none of them is left behind so far."""

    seat: int

    def apply(self, state: State) -> None:
        state.left = ()


class GoodsLeft(Event):
    """A seat leaves this amount of a good behind on the space from which it takes goods. It is only noted: the goods
    lie there already."""

    seat: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        amounts = dict(state.left)
        amounts[self.good] = amounts.get(self.good, 0) + self.amount
        state.left = tuple(sorted(amounts.items()))


class GoodsTaken(Event):
    """A seat took `amount` of a good from an action space into its supply."""

    seat: int
    space: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        state.heaps[GOODS * self.space + self.good] -= self.amount
        state.seats[self.seat].goods[self.good] += self.amount


class Cooked(Event):
    """A seat turned these animals and vegetables of its supply into food."""

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
    """A seat turned grain of its supply into food (bread)."""

    seat: int
    grain: int
    food: int

    def apply(self, state: State) -> None:
        goods = state.seats[self.seat].goods
        goods[GRAIN] -= self.grain
        goods[FOOD] += self.food


class BeggingCardsTaken(Event):
    """A seat got begging cards, one for each food that was missing."""

    seat: int
    amount: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].begging += self.amount


class GoodsLaidOut(Event):
    """Goods were laid on the space of a later round, for the owner of a card, who may take them then; `price` is the
    food that they cost, 0 for none."""

    seat: int
    card: int
    round: int
    good: int
    amount: int
    price: int

    def apply(self, state: State) -> None:
        state.laid.append((self.round, self.seat, self.card, self.good, self.amount, self.price))


class LaidGoodsTaken(Event):
    """The owner of a card took the goods that were laid out for the earliest round because of it, into its supply."""

    seat: int
    card: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        _lift(state, self.seat, self.card, self.good)
        state.seats[self.seat].goods[self.good] += self.amount


class LaidGoodsReturned(Event):
    """The goods that were laid out for the earliest round because of a card went back to the general supply."""

    seat: int
    card: int
    good: int
    amount: int

    def apply(self, state: State) -> None:
        _lift(state, self.seat, self.card, self.good)


def _lift(state: State, seat: int, card: int, good: int) -> None:
    """Remove the earliest such goods laid on later rounds: goods are taken in the order of the rounds."""
    found = [at for at, laid in enumerate(state.laid) if (laid[1], laid[2], laid[3]) == (seat, card, good)]
    if found:
        del state.laid[min(found, key=lambda at: state.laid[at][0])]
