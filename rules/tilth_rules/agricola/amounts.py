"""Sums of goods: tests and arithmetic."""

from tilth_rules.agricola.codes import FOOD, GOODS, Goods
from tilth_rules.agricola.state import State


def has(state: State, seat: int, goods: Goods) -> bool:
    """Return whether a seat owns all of these goods now."""
    owned = state.seats[seat].goods
    for good, amount in goods:  # noqa: SIM110 - a loop is half the price
        if owned[good] < amount:
            return False
    return True


def sum_of_goods(some: Goods, more: Goods) -> Goods:
    """Add two sums of goods, kind by kind, and return one sum, sorted by kind if neither is empty."""
    if not some or not more:
        return tuple(some or more)
    amounts = dict(some)
    for good, amount in more:
        amounts[good] = amounts.get(good, 0) + amount
    return tuple(sorted(amounts.items()))


def goods_without(goods: Goods, off: Goods) -> Goods:
    """Return the goods that are left when the goods `off` are taken off: a kind with nothing left is dropped, never
    negative."""
    amounts = dict(off)
    return tuple(
        (good, amount - amounts.get(good, 0)) for good, amount in goods if amount > amounts.get(good, 0)
    )


def amounts_by_good(goods: Goods) -> tuple[int, ...]:
    """Return amounts of goods as a tuple, for texts: at each number of a good, its amount."""
    amounts = [0] * GOODS
    for good, amount in goods:
        amounts[good] += amount
    return tuple(amounts)


def food(amount: int) -> Goods:
    """Return this amount of food as a sum of goods; the empty sum for 0."""
    return ((FOOD, amount),) if amount else ()
