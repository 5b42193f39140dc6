"""The harvest: crops come in, families are fed, animals breed."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola import offers
from tilth_rules.agricola.actions.animals import Breed
from tilth_rules.agricola.actions.goods import gain, lose
from tilth_rules.agricola.cards.counting import crops
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import (
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
from tilth_rules.agricola.cards.registry import answers
from tilth_rules.agricola.cards.steps import push_moment, push_moment_now
from tilth_rules.agricola.codes import BREEDING as BREEDING_PHASE
from tilth_rules.agricola.codes import BY_HARVEST, FOOD, FOR_FEEDING, GUEST, NOBODY
from tilth_rules.agricola.codes import FEEDING as FEEDING_PHASE
from tilth_rules.agricola.codes import FIELD as FIELD_PHASE
from tilth_rules.agricola.events.farm import Reaped
from tilth_rules.agricola.events.goods import BeggingCardsTaken
from tilth_rules.agricola.events.rounds import HarvestBegan, HarvestEnded, PhaseBegan
from tilth_rules.agricola.moves.numbers import FEED_FAMILY, OPTIONS
from tilth_rules.agricola.state import State
from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts

NOW: Final = -1


def harvesters(state: State) -> list[int]:
    """Return the seats that take part in this harvest, from the starting player on, without those that a card lets sit
    it out."""
    seats = state.seats
    return [seat for seat in clockwise(len(state.seats), state.first) if not seats[seat].skips]


class Harvest(Act, tag=130):
    """Begin a harvest (number 1 to 6), with its three phases: field, feeding, breeding."""

    harvest: int

    def act(self, table: Table) -> None:
        table.emit(HarvestBegan(self.harvest))
        table.then(FieldPhase(), FeedingPhase(), BreedingPhase())


class FieldPhase(Act, tag=131):
    """Begin the field phase of a harvest: each seat that takes part takes one good from each of its sown fields (Reap),
    and cards act before and after."""

    def act(self, table: Table) -> None:
        everybody = Facts(NOBODY)
        table.emit(PhaseBegan(FIELD_PHASE))
        push_moment_now(table, FIELD_BEGINS, everybody)
        table.then(*[Reap(seat) for seat in harvesters(table.state)])
        push_moment(table, FIELD, everybody)
        push_moment(table, FIELD_ENDS, everybody)
        push_moment(table, AFTER_FIELD, everybody)


class Reap(Act, tag=132):
    """Let a seat take one good from each of its sown fields and plots; where a card says so, it comes from the supply
    instead and the crop stays. Cards notice it."""

    seat: int

    def act(self, table: Table) -> None:
        state: State = table.state
        seat = self.seat
        reaping = answers(state, state.seats[seat], REAP)
        from_supply = [good for _, answer in reaping for good in answer(state, seat)]
        ripe = crops(state.seats[seat])
        for plot, good, _ in ripe:
            if good in from_supply:
                gain(table, seat, ((good, 1),), BY_HARVEST)
            else:
                table.emit(Reaped(seat, plot, good, seat))
        push_moment(table, REAPED, Facts(seat, more=tuple(plot for plot, _, _ in ripe)))


class FeedingPhase(Act, tag=133):
    """Begin the feeding phase of a harvest: the families of the seats that take part are fed one after another, from
    the starting player on, those last that a card puts last."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(PhaseBegan(FEEDING_PHASE))
        push_moment_now(table, FEEDING_BEGINS, Facts(NOBODY))
        seats = harvesters(state)
        last = [seat for seat in seats if state.seats[seat].rules[FEEDS_LAST]]
        table.then(*[FeedFamily(seat) for seat in seats if seat not in last])
        table.then(*[FeedFamily(seat) for seat in last])


class FeedFamily(Act, tag=134):
    """Let cards act before a seat's family is fed; then let the seat exchange goods for food (Feed), and pay the food
    (PayFood)."""

    seat: int

    def act(self, table: Table) -> None:
        push_moment_now(table, FEEDING, Facts(self.seat))
        table.then(Feed(self.seat), PayFood(self.seat))


def appetite(state: State, seat: int, round_: int = NOW) -> int:
    """Return the food that a seat's people need in a harvest: two for each adult (three in a match of one), one for
    each newborn, as cards change it. Newborns are those of this round, or of `round_` if given; guests are left out."""
    mine = state.seats[seat]
    people = mine.born
    if GUEST in mine.kinds:
        people = [born for born, kind in zip(people, mine.kinds, strict=True) if kind != GUEST]
    newborns = people.count(state.round if round_ == NOW else round_)
    adults = len(people) - newborns
    needed = adults * (3 if len(state.seats) == 1 else 2) + newborns
    for _, change in answers(state, mine, APPETITE):
        needed = change(state, seat, adults, newborns, needed)
    return needed


class Feed(Ask, tag=135):
    """The question to a seat whether it feeds its family now; before it says so it may turn goods into food by standing
    offers. Not asked if it has no offer. The next step pays the food. The text shows the food needed and owned, an
    option's the food missing."""

    between_actions = True
    seat: int

    def ask(self, state: State) -> Choose | None:
        if not offers.offers(state, self.seat, self):
            return None
        return Choose(self.seat, "feed", (FEED_FAMILY.number,))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        needed, owned = appetite(state, seat), state.seats[seat].goods[FOOD]
        return {"needed": needed, "owned": owned}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        needed, owned = appetite(state, seat), state.seats[seat].goods[FOOD]
        return {"paid": min(needed, owned), "missing": max(0, needed - owned)}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        """Do nothing: the next step pays the food."""

    numbers = OPTIONS


class PayFood(Act, tag=136):
    """Take the food for a seat's family from its supply, and give it a begging card for each food that is missing."""

    seat: int

    def act(self, table: Table) -> None:
        state: State = table.state
        needed = appetite(state, self.seat)
        paid = min(needed, state.seats[self.seat].goods[FOOD])
        if paid:
            lose(table, self.seat, ((FOOD, paid),), FOR_FEEDING)
        if paid < needed:
            table.emit(BeggingCardsTaken(self.seat, needed - paid))


class BreedingPhase(Act, tag=137):
    """Begin the breeding phase of a harvest: the animals of each seat that takes part breed; then the harvest ends."""

    def act(self, table: Table) -> None:
        table.emit(PhaseBegan(BREEDING_PHASE))
        push_moment_now(table, BREEDING, Facts(NOBODY))
        table.then(*[Breed(seat) for seat in harvesters(table.state)], EndHarvest())


class EndHarvest(Act, tag=138):
    """End the harvest for all seats (see the event HarvestEnded)."""

    def act(self, table: Table) -> None:
        table.emit(HarvestEnded())
