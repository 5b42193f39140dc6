"""Food out of grain, vegetables and animals: conversions at any time, cooking, baking bread."""

from collections.abc import Sequence
from typing import ClassVar

from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.steps import opens_now
from tilth_rules.agricola.cards.words import BAKE, BAKED, COOK, COOK_BONUS, COOKED
from tilth_rules.agricola.choices import COOK as COOK_OFFER
from tilth_rules.agricola.choices import GRAIN_TO_FOOD, VEGETABLE_TO_FOOD, move_of
from tilth_rules.agricola.events.goods import Baked, Cooked
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import gain, lose
from tilth_rules.agricola.words import BOAR, BREEDING, BY_EXCHANGE, CATTLE, FOOD, GRAIN, SHEEP, VEGETABLE
from tilth_rules.kernel import Act, Ask, Measure, Move, Quantity, Step, Table

Rates = tuple[int, int, int, int]
"""Food for a sheep, a boar, one of the cattle, a vegetable; 0 for what can't be cooked."""


def rates(state: State, seat: int) -> Rates:
    """The best that the seat's cards make of each."""
    found: list[Rates] = [
        answered(state, seat) for card in state.seats[seat].rules[COOK] for answered in ANSWERS[COOK][card]
    ]
    if len(found) == 1:
        return found[0]
    sheep, boar, cattle, vegetable = [max(each) for each in zip((0, 0, 0, 0), *found, strict=True)]
    return sheep, boar, cattle, vegetable


def offers(state: State, seat: int) -> list[int]:
    """What can be turned into food now."""
    mine = state.seats[seat]
    goods = mine.goods
    options = []
    if goods[GRAIN]:
        options.append(GRAIN_TO_FOOD)
    anything = goods[VEGETABLE] or goods[SHEEP] or goods[BOAR] or goods[CATTLE]
    if anything and mine.rules[COOK] and state.phase != BREEDING:
        best = rates(state, seat)
        sheep, boar, cattle = goods[SHEEP : CATTLE + 1]
        if best[0] * sheep or best[1] * boar or best[2] * cattle or best[3] * goods[VEGETABLE]:
            options.append(COOK_OFFER)
        if best[3] > 1:
            return options
    if goods[VEGETABLE]:
        options.append(VEGETABLE_TO_FOOD)
    return options


def take_offer(seat: int, offer: int) -> Step:
    if offer == COOK_OFFER:
        return CookSome(seat)
    return Eat(seat, GRAIN if offer == GRAIN_TO_FOOD else VEGETABLE)


class Eat(Act, tag=60):
    """Grain and vegetables can be eaten raw at any time, for one food each."""

    seat: int
    good: int

    def act(self, table: Table) -> None:
        lose(table, self.seat, ((self.good, 1),), BY_EXCHANGE)
        gain(table, self.seat, ((FOOD, 1),), BY_EXCHANGE)


class CookSome(Ask, tag=61):
    """Animals and vegetables can be cooked at any time but while animals breed, as many as one likes at one go."""

    owed: ClassVar[bool] = True
    seat: int

    def ask(self, state: State) -> Measure:
        best = rates(state, self.seat)
        goods = state.seats[self.seat].goods
        owned = (*goods[SHEEP : CATTLE + 1], goods[VEGETABLE])
        most = [count if rate else 0 for rate, count in zip(best, owned, strict=True)]
        names = ("sheep", "boar", "cattle", "vegetables")
        quantities = tuple(Quantity(name, 0, high) for name, high in zip(names, most, strict=True))
        return Measure(self.seat, "cook", quantities)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        if not any(picks):
            return
        sheep, boar, cattle, vegetables = picks
        counts = (sheep, boar, cattle, vegetables)
        food = sum(rate * count for rate, count in zip(rates(state, self.seat), counts, strict=True))
        for card in state.seats[self.seat].rules[COOK_BONUS]:
            for bonus in ANSWERS[COOK_BONUS][card]:
                food += bonus(state, self.seat, counts)
        table.emit(Cooked(self.seat, sheep, boar, cattle, vegetables, food))
        facts = Facts(self.seat, goods=((FOOD, food),), count=sheep + boar + cattle, more=counts)
        opens_now(table, COOKED, facts)

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


def ovens(state: State, seat: int) -> list[tuple[int, int]]:
    """What bakes bread: (food for a grain, how many grain in one baking, 0 for any number), the best first."""
    found = [
        answered(state, seat) for card in state.seats[seat].rules[BAKE] for answered in ANSWERS[BAKE][card]
    ]
    return sorted(found, reverse=True)


def bakeable(state: State, seat: int) -> int:
    """How much grain can be baked at one go."""
    grain = state.seats[seat].goods[GRAIN]
    found = ovens(state, seat)
    return grain if any(not most for _, most in found) else min(grain, sum(most for _, most in found))


def bread(state: State, seat: int, grain: int) -> int:
    """The food for so much grain, the best ovens used first."""
    food = 0
    for rate, most in ovens(state, seat):
        baked = min(grain, most) if most else grain
        food += rate * baked
        grain -= baked
    return food


def can_bake(state: State, seat: int) -> bool:
    mine = state.seats[seat]
    return bool(mine.goods[GRAIN] and mine.rules[BAKE])


class BakeBread(Ask, tag=62):
    """Grain from the supply is baked, in all ovens together."""

    facts: Facts
    need: bool = True

    def ask(self, state: State) -> Measure | None:
        seat = self.facts.seat
        most = bakeable(state, seat)
        if not most:
            return None
        return Measure(seat, "bake", (Quantity("grain", 1 if self.need else 0, most),))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        seat = self.facts.seat
        grain = picks[0]
        if grain:
            food = bread(table.state, seat, grain)
            table.emit(Baked(seat, grain, food))
            facts = self.facts
            goods = ((FOOD, food),)
            opens_now(table, BAKED, Facts(seat, facts.space, facts.via, goods=goods, count=grain))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)
