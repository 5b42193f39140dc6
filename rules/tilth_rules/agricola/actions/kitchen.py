"""Food from grain, vegetables and animals: conversions at any time, cooking, and baking bread."""

from collections.abc import Sequence
from typing import ClassVar

from tilth_rules.agricola.actions.goods import gain, lose
from tilth_rules.agricola.cards.means import cooking_bonus, cooking_rates
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import BAKE, BAKED, COOK, COOKED
from tilth_rules.agricola.cards.registry import answers
from tilth_rules.agricola.cards.steps import push_moment_now
from tilth_rules.agricola.codes import BOAR, BREEDING, BY_EXCHANGE, CATTLE, FOOD, GRAIN, SHEEP, VEGETABLE
from tilth_rules.agricola.events.goods import Baked, Cooked
from tilth_rules.agricola.moves.numbers import COOK_SOME, EAT_GRAIN, EAT_VEGETABLE, OPTIONS
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Act, Ask, Measure, Quantity, Step, Table, TextFacts


def offers(state: State, seat: int) -> list[int]:
    """Return the seat's standing offers to eat a grain or a vegetable raw, or to cook. No cooking in the breeding
    phase; no raw vegetable if cooking one gives more than one food."""
    mine = state.seats[seat]
    goods = mine.goods
    options = []
    if goods[GRAIN]:
        options.append(EAT_GRAIN.number)
    if (
        mine.rules[COOK]
        and (goods[VEGETABLE] or goods[SHEEP] or goods[BOAR] or goods[CATTLE])
        and state.phase != BREEDING
    ):
        best = cooking_rates(state, seat)
        sheep, boar, cattle = goods[SHEEP : CATTLE + 1]
        if best[0] * sheep or best[1] * boar or best[2] * cattle or best[3] * goods[VEGETABLE]:
            options.append(COOK_SOME.number)
        if best[3] > 1:
            return options
    if goods[VEGETABLE]:
        options.append(EAT_VEGETABLE.number)
    return options


def rate_facts(state: State, seat: int) -> TextFacts:
    """Return what a text shows of cooking: the food for one of each good."""
    names = ("sheep_food", "boar_food", "cattle_food", "vegetable_food")
    return dict(zip(names, cooking_rates(state, seat), strict=True))


def take_offer(seat: int, offer: int) -> Step:
    """Return the step that carries out a standing offer to eat raw or to cook."""
    if offer == COOK_SOME.number:
        return CookSome(seat)
    return Eat(seat, GRAIN if offer == EAT_GRAIN.number else VEGETABLE)


class Eat(Act, tag=60):
    """Let a seat turn one grain or one vegetable of its supply into one food, which is allowed at any time."""

    seat: int
    good: int

    def act(self, table: Table) -> None:
        lose(table, self.seat, ((self.good, 1),), BY_EXCHANGE)
        gain(table, self.seat, ((FOOD, 1),), BY_EXCHANGE)


class CookSome(Ask, tag=61):
    """The question to a seat how many sheep, boar, cattle and vegetables it cooks in one go; it may be none of each.
    They become food by its best cooking rates, and cards notice it. Allowed at any time except while animals breed. The
    text shows the food for one of each."""

    owed: ClassVar[bool] = True
    seat: int

    def ask(self, state: State) -> Measure:
        best = cooking_rates(state, self.seat)
        goods = state.seats[self.seat].goods
        owned = (*goods[SHEEP : CATTLE + 1], goods[VEGETABLE])
        most = [count if rate else 0 for rate, count in zip(best, owned, strict=True)]
        names = ("sheep", "boar", "cattle", "vegetables")
        quantities = tuple(Quantity(name, 0, high) for name, high in zip(names, most, strict=True))
        return Measure(self.seat, "cook", quantities)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {**rate_facts(state, seat), "asked_for": "cook"}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        if not any(picks):
            return
        sheep, boar, cattle, vegetables = picks
        counts = (sheep, boar, cattle, vegetables)
        food = sum(rate * count for rate, count in zip(cooking_rates(state, self.seat), counts, strict=True))
        food += cooking_bonus(state, self.seat, counts)
        table.emit(Cooked(self.seat, sheep, boar, cattle, vegetables, food))
        facts = Facts(self.seat, goods=((FOOD, food),), count=sheep + boar + cattle, more=counts)
        push_moment_now(table, COOKED, facts)

    numbers = OPTIONS


def ovens(state: State, seat: int) -> list[tuple[int, int]]:
    """Return the seat's ovens as (food for a grain, most grain in one baking; 0 for any number), the best first."""
    found = [answered(state, seat) for _, answered in answers(state, state.seats[seat], BAKE)]
    return sorted(found, reverse=True)


def bakeable(state: State, seat: int) -> int:
    """Return how much of its grain the seat can bake in one go: as much as its baking cards take together, 0 without
    one."""
    grain = state.seats[seat].goods[GRAIN]
    found = ovens(state, seat)
    return grain if any(not most for _, most in found) else min(grain, sum(most for _, most in found))


def food_of_bread(state: State, seat: int, grain: int) -> int:
    """Return the food for baking this much grain, the best ovens first; grain beyond the limits of all ovens gives
    nothing."""
    food = 0
    for rate, most in ovens(state, seat):
        baked = min(grain, most) if most else grain
        food += rate * baked
        grain -= baked
    return food


def can_bake(state: State, seat: int) -> bool:
    """Return whether the seat has grain, and a card in play that bakes (an oven, a fireplace or another one)."""
    mine = state.seats[seat]
    return bool(mine.goods[GRAIN] and mine.rules[BAKE])


class BakeBread(Ask, tag=62):
    """The question to a seat how much grain of its supply it bakes, in all its baking cards together: at least one if
    it must (`need`), at most what they take. The grain becomes food, and cards notice it. Not asked if it can bake
    nothing. The text shows the food for one grain and for the most."""

    facts: Facts
    need: bool = True

    def ask(self, state: State) -> Measure | None:
        seat = self.facts.seat
        most = bakeable(state, seat)
        if not most:
            return None
        return Measure(seat, "bake", (Quantity("grain", 1 if self.need else 0, most),))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        most = bakeable(state, seat)
        return {
            "most_grain": most,
            "one_grain": food_of_bread(state, seat, 1),
            "all_grain": food_of_bread(state, seat, most),
            "asked_for": "bake",
            "need": self.need,
        }

    def take(self, table: Table, picks: Sequence[int]) -> None:
        seat = self.facts.seat
        grain = picks[0]
        if grain:
            food = food_of_bread(table.state, seat, grain)
            table.emit(Baked(seat, grain, food))
            facts = self.facts
            goods = ((FOOD, food),)
            push_moment_now(table, BAKED, Facts(seat, facts.space, facts.via, goods=goods, count=grain))

    numbers = OPTIONS
