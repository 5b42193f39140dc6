"""Goods within a seat's reach: those it could own after the exchanges that are open to it at each of its decisions.

The rulebook allows these exchanges at any time. So a seat that can pay a price after some of them is asked whether to
pay, and the exchanges ride on that question as offers.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import COOK, COOK_BONUS, OFFERED
from tilth_rules.agricola.cards.registry import Exchanges, answers, tables_of
from tilth_rules.agricola.cards.uses import uses_left
from tilth_rules.agricola.codes import (
    BOAR,
    BREEDING,
    CATTLE,
    FOOD,
    GRAIN,
    SHEEP,
    VEGETABLE,
    Goods,
)
from tilth_rules.agricola.state import State

Rates = tuple[int, int, int, int]
"""Food for a sheep, a boar, one of the cattle, a vegetable; 0 for a good that can't be cooked."""

COOKED: Final = (SHEEP, BOAR, CATTLE, VEGETABLE)
"""The goods of `Rates`."""
ONE_FOOD: Final = ((FOOD, 1),)
EATEN: Final = {good: Exchanges(((((good, 1),), ONE_FOOD),), endless=True) for good in (GRAIN, VEGETABLE)}
"""The exchange of a raw crop for food, which is open to every seat, by crop."""


def cooking_rates(state: State, seat: int) -> Rates:
    """Return the most food that the seat's cards make of one sheep, boar, cattle and vegetable."""
    found: list[Rates] = [answered(state, seat) for _, answered in answers(state, state.seats[seat], COOK)]
    if len(found) == 1:
        return found[0]
    sheep, boar, cattle, vegetable = [max(each) for each in zip((0, 0, 0, 0), *found, strict=True)]
    return sheep, boar, cattle, vegetable


def cooking_bonus(state: State, seat: int, counts: Rates) -> int:
    """Return the food that cards add when these sheep, boar, cattle and vegetables are cooked at one time."""
    return sum(bonus(state, seat, counts) for _, bonus in answers(state, state.seats[seat], COOK_BONUS))


def within_reach(state: State, seat: int, price: Goods) -> bool:
    """Return whether the seat owns the price, or could own it after exchanges that are open to it now."""
    owned = state.seats[seat].goods
    for good, amount in price:
        if owned[good] < amount:
            return _after_exchanges(state, seat, price)
    return True


def _after_exchanges(state: State, seat: int, price: Goods) -> bool:
    """Return whether the seat can get the goods of this price by exchanges that are open to it now."""
    mine = state.seats[seat]
    goods = mine.goods
    edible = goods[GRAIN] or goods[VEGETABLE] or goods[SHEEP] or goods[BOAR] or goods[CATTLE]
    if not (edible or mine.offering):
        return False
    return reachable(tuple(goods), tuple(_open(state, seat)), price)


def _open(state: State, seat: int) -> Iterator[Exchanges]:
    """Yield the exchanges open at every decision of the seat: offers of its cards, cooking, and crops eaten raw."""
    mine = state.seats[seat]
    offered = tables_of(state.options.values).offers
    for card in mine.offering:
        for slot, offer in enumerate(offered[card]):
            if offer.exchanges is not None:
                left = uses_left(state, card, offer.limit, offer.times) if offer.limit else 0
                found = offer.exchanges(state, Call(seat, card, OFFERED, slot, Facts(seat)))
                yield Exchanges(found.trades * left) if offer.limit else found
    if mine.rules[COOK] and state.phase != BREEDING:
        yield from _cooking(state, seat)
    yield from EATEN.values()


def _cooking(state: State, seat: int) -> Iterator[Exchanges]:
    """Yield the exchanges of cooking: for each piece by itself, and for everything at one time if cards reward that."""
    best = cooking_rates(state, seat)
    goods = state.seats[seat].goods
    for good, rate in zip(COOKED, best, strict=True):
        if rate and goods[good]:
            yield Exchanges(((((good, 1),), ((FOOD, rate),)),), endless=True)
    if state.seats[seat].rules[COOK_BONUS]:
        sheep, boar, cattle, vegetables = (goods[good] if best[at] else 0 for at, good in enumerate(COOKED))
        counts = (sheep, boar, cattle, vegetables)
        food = sum(rate * count for rate, count in zip(best, counts, strict=True))
        whole = tuple((good, count) for good, count in zip(COOKED, counts, strict=True) if count)
        if whole:
            yield Exchanges(((whole, ((FOOD, food + cooking_bonus(state, seat, counts)),)),))


@lru_cache(maxsize=1 << 10)
def reachable(owned: tuple[int, ...], exchanges: tuple[Exchanges, ...], price: Goods) -> bool:
    """Return whether the exchanges can turn these goods into at least the price, the trades of each in their order.

    Prices are small, and no exchange gives back what another has taken, so the search is short.
    """
    useful = _leading_to(price, exchanges)
    waiting = [(owned, (0,) * len(useful))]
    seen = set(waiting)
    while waiting:
        goods, made = waiting.pop()
        for at, one in enumerate(useful):
            if made[at] == len(one.trades):
                continue
            give, get = one.trades[made[at]]
            if any(goods[good] < amount for good, amount in give):
                continue
            after = list(goods)
            for good, amount in give:
                after[good] -= amount
            for good, amount in get:
                after[good] += amount
            if all(after[good] >= amount for good, amount in price):
                return True
            next_ = tuple(after), made if one.endless else (*made[:at], made[at] + 1, *made[at + 1 :])
            if next_ not in seen:
                seen.add(next_)
                waiting.append(next_)
    return False


def _leading_to(price: Goods, exchanges: tuple[Exchanges, ...]) -> list[Exchanges]:
    """Return the exchanges that bring wanted goods, directly or by way of another; the direct ones come last."""
    wanted = {good for good, _ in price}
    found: list[Exchanges] = []
    left = list(exchanges)
    while True:
        leading = [one for one in left if any(good in wanted for _, get in one.trades for good, _ in get)]
        if not leading:
            return found
        found = leading + found
        left = [one for one in left if one not in leading]
        wanted.update(good for one in leading for give, _ in one.trades for good, _ in give)
