"""The harvest: crops come in, families are fed, animals breed."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola import offers
from tilth_rules.agricola.actions.animals import Breed
from tilth_rules.agricola.cards.counting import crops
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.steps import opens, opens_now
from tilth_rules.agricola.cards.words import (
    AFTER_FIELD,
    APPETITE,
    BREEDING,
    FEEDING,
    FEEDING_BEGINS,
    FEEDS_LAST,
    FIELD,
    FIELD_BEGINS,
    FIELD_ENDS,
    REAP,
    REAPED,
)
from tilth_rules.agricola.choices import FEED, move_of
from tilth_rules.agricola.events.farm import Reaped
from tilth_rules.agricola.events.goods import BegDrawn
from tilth_rules.agricola.events.rounds import HarvestBegan, HarvestEnded, PhaseBegan
from tilth_rules.agricola.state import State, clockwise
from tilth_rules.agricola.supply import gain, lose
from tilth_rules.agricola.words import BREEDING as BREEDING_PHASE
from tilth_rules.agricola.words import BY_HARVEST, FOOD, FOR_FEEDING, GUEST, NOBODY
from tilth_rules.agricola.words import FEEDING as FEEDING_PHASE
from tilth_rules.agricola.words import FIELD as FIELD_PHASE
from tilth_rules.kernel import Act, Ask, Choose, Move, Table

NOW: Final = -1


def harvesters(state: State) -> list[int]:
    """Who takes part: cards may let a seat sit out a harvest."""
    seats = state.seats
    return [seat for seat in clockwise(state, state.first) if not seats[seat].skips]


class Harvest(Act, tag=130):
    """A harvest has three phases: field, feeding, breeding."""

    harvest: int

    def act(self, table: Table) -> None:
        table.emit(HarvestBegan(self.harvest))
        table.then(FieldPhase(), FeedingPhase(), BreedingPhase())


class FieldPhase(Act, tag=131):
    """One of its crop is taken from every sown field."""

    def act(self, table: Table) -> None:
        everybody = Facts(NOBODY)
        table.emit(PhaseBegan(FIELD_PHASE))
        opens_now(table, FIELD_BEGINS, everybody)
        table.then(*[Reap(seat) for seat in harvesters(table.state)])
        opens(table, FIELD, everybody)
        opens(table, FIELD_ENDS, everybody)
        opens(table, AFTER_FIELD, everybody)


class Reap(Act, tag=132):
    """A seat takes one from each of its fields and plots; cards may give it from the supply instead."""

    seat: int

    def act(self, table: Table) -> None:
        state: State = table.state
        seat = self.seat
        from_supply = [
            good for card in state.seats[seat].rules[REAP] for answer in ANSWERS[REAP][card]
            for good in answer(state, seat)
        ]  # fmt: skip
        ripe = crops(state.seats[seat])
        for plot, good, _ in ripe:
            if good in from_supply:
                gain(table, seat, ((good, 1),), BY_HARVEST)
            else:
                table.emit(Reaped(seat, plot, good, seat))
        opens(table, REAPED, Facts(seat, more=tuple(plot for plot, _, _ in ripe)))


class FeedingPhase(Act, tag=133):
    """Families are fed one after another, from the starting player on."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(PhaseBegan(FEEDING_PHASE))
        opens_now(table, FEEDING_BEGINS, Facts(NOBODY))
        seats = harvesters(state)
        last = [seat for seat in seats if state.seats[seat].rules[FEEDS_LAST]]
        table.then(*[FeedFamily(seat) for seat in seats if seat not in last])
        table.then(*[FeedFamily(seat) for seat in last])


class FeedFamily(Act, tag=134):
    """What cards do for feeding comes first."""

    seat: int

    def act(self, table: Table) -> None:
        opens_now(table, FEEDING, Facts(self.seat))
        table.then(Feed(self.seat), PayFood(self.seat))


def appetite(state: State, seat: int, round_: int = NOW) -> int:
    """Two food for each adult, three in a match of one; one for each newborn of the round, this one or that which is
    named. Guests bring their own."""
    mine = state.seats[seat]
    people = mine.born
    if GUEST in mine.kinds:
        people = [born for born, kind in zip(people, mine.kinds, strict=True) if kind != GUEST]
    newborns = people.count(state.round if round_ == NOW else round_)
    adults = len(people) - newborns
    needed = adults * (3 if len(state.seats) == 1 else 2) + newborns
    for card in mine.rules[APPETITE]:
        for change in ANSWERS[APPETITE][card]:
            needed = change(state, seat, adults, newborns, needed)
    return needed


class Feed(Ask, tag=135):
    """Before the family is fed, its seat may turn into food what it likes. It is asked only where it can."""

    between = True
    seat: int

    def ask(self, state: State) -> Choose | None:
        if not offers.offers(state, self.seat, self):
            return None
        return Choose(self.seat, "feed", (FEED,))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        """The food is paid by the next step."""

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


class PayFood(Act, tag=136):
    """For each food that is missing there is a begging card."""

    seat: int

    def act(self, table: Table) -> None:
        state: State = table.state
        needed = appetite(state, self.seat)
        paid = min(needed, state.seats[self.seat].goods[FOOD])
        if paid:
            lose(table, self.seat, ((FOOD, paid),), FOR_FEEDING)
        if paid < needed:
            table.emit(BegDrawn(self.seat, needed - paid))


class BreedingPhase(Act, tag=137):
    """All kinds of animals breed at the same time."""

    def act(self, table: Table) -> None:
        table.emit(PhaseBegan(BREEDING_PHASE))
        opens_now(table, BREEDING, Facts(NOBODY))
        table.then(*[Breed(seat) for seat in harvesters(table.state)], EndHarvest())


class EndHarvest(Act, tag=138):
    """The harvest is over."""

    def act(self, table: Table) -> None:
        table.emit(HarvestEnded())
