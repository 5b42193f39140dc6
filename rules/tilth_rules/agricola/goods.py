"""Sums of goods: whether they are there, two of them as one, and what is left of one."""

from tilth_rules.agricola.state import State
from tilth_rules.agricola.words import FOOD, Goods


def has(state: State, seat: int, goods: Goods) -> bool:
    """Whether a seat owns all of this now."""
    owned = state.seats[seat].goods
    for good, amount in goods:  # noqa: SIM110 - a loop is half the price
        if owned[good] < amount:
            return False
    return True


def together(some: Goods, more: Goods) -> Goods:
    """Both sums of goods as one."""
    if not some or not more:
        return tuple(some or more)
    amounts = dict(some)
    for good, amount in more:
        amounts[good] = amounts.get(good, 0) + amount
    return tuple(sorted(amounts.items()))


def less(goods: Goods, off: Goods) -> Goods:
    """What is left of goods when these are taken off."""
    amounts = dict(off)
    return tuple(
        (good, amount - amounts.get(good, 0)) for good, amount in goods if amount > amounts.get(good, 0)
    )


def food(amount: int) -> Goods:
    return ((FOOD, amount),) if amount else ()
