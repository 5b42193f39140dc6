"""Fences: a pasture is sketched cell by cell and enclosed, or one that stands is cut in two."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from tilth_rules.agricola.actions.animals import KeepAnimals
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.steps import is_spent, opens_now, spend
from tilth_rules.agricola.cards.words import FENCED, FENCING, PER_ROUND, PER_TURN
from tilth_rules.agricola.choices import CUT_AT, ENCLOSE, SKETCH_AT, move_of
from tilth_rules.agricola.events.farm import FencesBuilt
from tilth_rules.agricola.farm.fencing import can_fence, cells_offered, cuts_offered, may_close, new_fences
from tilth_rules.agricola.farm.yard import ALL, cells_of
from tilth_rules.agricola.moves import CutPasture
from tilth_rules.agricola.paying.fence_prices import FencePrice, FenceTerms, fence_prices, most_fences
from tilth_rules.agricola.paying.purchases import limited_use, meant_by, option_for, spend_uses
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import lose
from tilth_rules.agricola.words import FENCES, FOR_BUILDING, WOOD
from tilth_rules.kernel import Act, Ask, Choose, Move, Table


class Fencing(msgspec.Struct, frozen=True):
    """What a card does for the fences of one action: the answer to FENCING."""

    free_numbers: int = 0
    """Numbers of fences that cost nothing, as a bit mask: bit 3 stands for the third one."""
    free_more: int = 0
    """So many are free in a turn once the action has built one."""
    less: bool = False
    """Once a round, one wood less."""
    away: int = 0
    """So many fences of the owner's lie elsewhere and can't be built."""


class Tally(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What one fencing action has done so far."""

    fences: int = 0
    pastures: tuple[int, ...] = ()
    """What was enclosed, as masks of cells; pastures that were cut are not among it."""
    free: int = 0
    """Fences that a card made free because others stood."""


def terms(state: State, seat: int, tally: Tally, free: int = 0) -> FenceTerms:
    """What the next fences of an action cost. Where a card builds `free` of them for nothing, all are free."""
    mine = state.seats[seat]
    standing = mine.yard.fences.bit_count()
    if free:
        return FenceTerms(standing, free_numbers=(1 << FENCES + 1) - 1)
    numbers = more = uses = 0
    for card in mine.rules[FENCING]:
        for answered in ANSWERS[FENCING][card]:
            fencing: Fencing = answered(state, seat)
            numbers |= fencing.free_numbers
            if fencing.free_more and not is_spent(state, card, PER_TURN, 1):
                more += fencing.free_more
            if fencing.less and not is_spent(state, card, PER_ROUND, 1):
                uses |= limited_use(card, PER_ROUND)
    return FenceTerms(standing, numbers, max(0, more - tally.free), tally.fences > 0, uses)


def fences_left(state: State, seat: int) -> int:
    """How many fences the seat could still build."""
    mine = state.seats[seat]
    left = FENCES - mine.yard.fences.bit_count()
    for card in mine.rules[FENCING]:
        for answered in ANSWERS[FENCING][card]:
            left -= answered(state, seat).away
    return max(0, left)


def budget(state: State, seat: int, tally: Tally, free: int = 0) -> int:
    """How many fences can be paid for now. Where a card builds `free` of them for nothing, these are all there are,
    and what other cards add because a fence stands."""
    mine = state.seats[seat]
    left = fences_left(state, seat)
    if not mine.rules[FENCING]:
        return min(left, free - tally.fences if free else mine.goods[WOOD])
    if free:
        return min(left, free - tally.fences + terms(state, seat, Tally()).free_more)
    return most_fences(terms(state, seat, tally), mine.goods[WOOD], left)


def can_build_fences(state: State, seat: int, free: int = 0) -> bool:
    return can_fence(state.seats[seat].yard, budget(state, seat, Tally(), free))


class BuildFences(Act, tag=50):
    """Fences enclose pastures, one after another; none is left open. They cost one wood each."""

    facts: Facts
    need: bool = True
    within: int = ALL
    """The cells that may be enclosed, where a card says which."""
    most: int = FENCES
    """So many cells a pasture."""
    free: int = 0
    """So many fences cost nothing and no others are built, where a card brings them; 0 for the usual price."""
    once: bool = False
    """One pasture only; what other cards add because a fence stands is not bound to that."""
    tally: Tally = Tally()

    def act(self, table: Table) -> None:
        state: State = table.state
        seat = self.facts.seat
        if self.once and self.tally.fences:
            table.then(BuildFences(self.facts, need=False, free=self.tally.fences, tally=self.tally))
        elif can_fence(state.seats[seat].yard, budget(state, seat, self.tally, self.free)):
            table.then(SketchPasture(self))
        else:
            close(table, self)


class SketchPasture(Ask, tag=51):
    """A pasture is sketched cell by cell and then enclosed. One that stands can be cut in two."""

    action: BuildFences
    sketch: int = 0

    def ask(self, state: State) -> Choose:
        action = self.action
        seat = action.facts.seat
        yard = state.seats[seat].yard
        fences = budget(state, seat, action.tally, action.free)
        sketch = self.sketch
        options = []
        if sketch.bit_count() < action.most:
            cells = cells_offered(yard, sketch, fences, action.within)
            options = [SKETCH_AT + one.cell for one in cells]
        if sketch:
            if may_close(yard, sketch, fences):
                options.append(ENCLOSE)
        elif action.most == FENCES:
            options += [CUT_AT + cut.part for cut in cuts_offered(yard, fences)]
        least = 1 if options and (sketch or (action.need and not action.tally.fences)) else 0
        sketched = cells_of(sketch)
        return Choose(seat, "fence", options, least, about=CutPasture(sketched) if sketch else None)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        action = self.action
        if not picks:
            close(table, action)
        elif picks[0] == ENCLOSE:
            table.then(PayFences(action, self.sketch, (self.sketch,)))
        elif picks[0] >= CUT_AT:
            part = picks[0] - CUT_AT
            table.then(PayFences(action, part, ()))
        else:
            table.then(SketchPasture(action, self.sketch | 1 << picks[0] - SKETCH_AT))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


class PayFences(Act, tag=52):
    """The fences of a pasture are paid for together, in the order that costs least."""

    action: BuildFences
    area: int
    pastures: tuple[int, ...]

    def act(self, table: Table) -> None:
        found = self.prices(table.state)
        if len(found) == 1:
            self.build(table, found[0])
        else:
            table.then(ChooseFencePrice(self))

    def prices(self, state: State) -> list[FencePrice]:
        action = self.action
        mine = state.seats[action.facts.seat]
        count = new_fences(mine.yard, self.area).bit_count()
        tally = action.tally
        asked = fence_prices(terms(state, action.facts.seat, tally, action.free), count)
        return [price for price in asked if price.wood <= mine.goods[WOOD]]

    def build(self, table: Table, price: FencePrice) -> None:
        state: State = table.state
        action = self.action
        seat = action.facts.seat
        edges = tuple(_bits(new_fences(state.seats[seat].yard, self.area)))
        lose(table, seat, price.goods, FOR_BUILDING)
        spend_uses(table, price.uses)
        table.emit(FencesBuilt(seat, edges, cells_of(self.area)))
        before = action.tally
        tally = Tally(
            before.fences + len(edges), (*before.pastures, *self.pastures), before.free + price.free_more
        )
        table.then(
            BuildFences(
                action.facts, action.need, action.within, action.most, action.free, action.once, tally
            )
        )


class ChooseFencePrice(Ask, tag=53):
    """Whether a saving that a card gives only now and then is used."""

    owed: ClassVar[bool] = True
    batch: PayFences

    def ask(self, state: State) -> Choose:
        options = list(dict.fromkeys(map(option_for, self.batch.prices(state))))
        return Choose(self.batch.action.facts.seat, "pay-fences", options)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        self.batch.build(table, meant_by(picks[0], self.batch.prices(table.state)))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


def close(table: Table, action: BuildFences) -> None:
    """The action is over: free fences of this turn are used up, and animals move into what there is now."""
    tally = action.tally
    if not tally.fences:
        return
    state: State = table.state
    facts = action.facts
    seat = facts.seat
    for card in state.seats[seat].rules[FENCING]:
        if any(answered(state, seat).free_more for answered in ANSWERS[FENCING][card]):
            spend(table, card, PER_TURN)
    opens_now(table, FENCED, Facts(seat, facts.space, facts.via, count=tally.fences, more=tally.pastures))
    table.then(KeepAnimals(seat))


def _bits(mask: int) -> list[int]:
    return [at for at in range(mask.bit_length()) if mask >> at & 1]
