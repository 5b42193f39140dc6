"""Fences: a seat sketches a pasture cell by cell and encloses it, or cuts one in two."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from tilth_rules.agricola.actions.animals import KeepAnimals
from tilth_rules.agricola.actions.goods import lose
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import FENCED, FENCING, PER_ROUND, PER_TURN
from tilth_rules.agricola.cards.registry import answers
from tilth_rules.agricola.cards.steps import count_use, push_moment_now
from tilth_rules.agricola.cards.uses import is_spent
from tilth_rules.agricola.codes import FENCES, FOR_BUILDING, WOOD
from tilth_rules.agricola.events.farm import FencesBuilt
from tilth_rules.agricola.farm.fencing import can_fence, cells_offered, cuts_offered, may_close, new_fences
from tilth_rules.agricola.farm.yard import ALL, cells_of
from tilth_rules.agricola.moves import CutPasture
from tilth_rules.agricola.moves.numbers import CUT_PASTURE, ENCLOSE, OPTIONS, SKETCH_CELL
from tilth_rules.agricola.paying.fence_prices import FencePrice, FenceTerms, fence_prices, max_fences
from tilth_rules.agricola.paying.purchases import (
    limited_use,
    option_of_price,
    price_of_option,
    spend_uses,
    uses_of,
)
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts


class FenceEffect(msgspec.Struct, frozen=True):
    """The effect of a card on fencing, which the card gives as its answer to the rule FENCING."""

    free_numbers: int = 0
    """Numbers of fences that cost nothing, as a bit mask: bit 3 stands for the third fence."""
    free_more: int = 0
    """The number of fences that are free in a turn, once the action has built one."""
    less: bool = False
    """True if one fence a round costs one wood less."""
    away: int = 0
    """The number of the owner's fences that lie elsewhere and can't be built."""


class Tally(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The fences and pastures that one fencing action has built so far."""

    fences: int = 0
    pastures: tuple[int, ...] = ()
    """The new pastures as masks of cells, without those that were cut."""
    free: int = 0
    """The number of fences that a card made free because others stood."""


def fence_terms(state: State, seat: int, tally: Tally, free: int = 0) -> FenceTerms:
    """Return the terms that decide the price of the next fences of an action. If a card builds `free` of them, all are
    free."""
    mine = state.seats[seat]
    standing = mine.yard.fences.bit_count()
    if free:
        return FenceTerms(standing, free_numbers=(1 << FENCES + 1) - 1)
    numbers = more = uses = 0
    for card, answered in answers(state, mine, FENCING):
        fencing: FenceEffect = answered(state, seat)
        numbers |= fencing.free_numbers
        if fencing.free_more and not is_spent(state, card, PER_TURN, 1):
            more += fencing.free_more
        if fencing.less and not is_spent(state, card, PER_ROUND, 1):
            uses |= limited_use(card, PER_ROUND)
    return FenceTerms(standing, numbers, max(0, more - tally.free), tally.fences > 0, uses)


def fences_left(state: State, seat: int) -> int:
    """Return the number of fences that the seat has not built yet, without those that a card keeps elsewhere; payable
    or not."""
    mine = state.seats[seat]
    left = FENCES - mine.yard.fences.bit_count()
    for _, answered in answers(state, mine, FENCING):
        left -= answered(state, seat).away
    return max(0, left)


def payable_fences(state: State, seat: int, tally: Tally, free: int = 0) -> int:
    """Return the number of fences that the seat can build and pay for now.

    If a card builds `free` of them for nothing, the number is these, and those that other cards add because a fence
    stands.
    """
    mine = state.seats[seat]
    left = fences_left(state, seat)
    if not mine.rules[FENCING]:
        return min(left, free - tally.fences if free else mine.goods[WOOD])
    if free:
        return min(left, free - tally.fences + fence_terms(state, seat, Tally()).free_more)
    return max_fences(fence_terms(state, seat, tally), mine.goods[WOOD], left)


def can_build_fences(state: State, seat: int, free: int = 0) -> bool:
    """Return whether the seat can enclose a pasture or cut one in two now, with the fences it can pay for; with `free`,
    with that many fences that a card builds for nothing."""
    return can_fence(state.seats[seat].yard, payable_fences(state, seat, Tally(), free))


class BuildFences(Act, tag=50):
    """Let a seat enclose pastures with fences, one after another: SketchPasture asks for each, as long as another one
    can be fenced and paid for. A fence costs one wood. At the end cards notice the fences built, and animals look for
    room."""

    facts: Facts
    need: bool = True
    within: int = ALL
    """The cells that may be enclosed, if a card limits them; otherwise all."""
    most: int = FENCES
    """The largest number of cells in a pasture."""
    free: int = 0
    """The number of fences that cost nothing, if a card brings them; then no others are built. 0 for the usual
    price."""
    once: bool = False
    """True if one pasture only may be built. Fences that other cards add are not bound to that."""
    tally: Tally = Tally()

    def act(self, table: Table) -> None:
        state: State = table.state
        seat = self.facts.seat
        if self.once and self.tally.fences:
            table.then(BuildFences(self.facts, need=False, free=self.tally.fences, tally=self.tally))
        elif can_fence(state.seats[seat].yard, payable_fences(state, seat, self.tally, self.free)):
            table.then(SketchPasture(self))
        else:
            end_fencing(table, self)


class SketchPasture(Ask, tag=51):
    """The question to a seat which cell it adds to the pasture that it sketches, or whether it encloses the sketch with
    fences or cuts a pasture in two. It is asked cell by cell; enclosing and cutting are then paid for and built
    (PayFences). With no sketch begun it may end the fencing, except if a pasture must be built."""

    action: BuildFences
    sketch: int = 0

    def ask(self, state: State) -> Choose:
        action = self.action
        seat = action.facts.seat
        yard = state.seats[seat].yard
        fences = payable_fences(state, seat, action.tally, action.free)
        sketch = self.sketch
        options = []
        if sketch.bit_count() < action.most:
            cells = cells_offered(yard, sketch, fences, action.within)
            options = [SKETCH_CELL.option(one.cell) for one in cells]
        if sketch:
            if may_close(yard, sketch, fences):
                options.append(ENCLOSE.number)
        elif action.most == FENCES:
            options += [CUT_PASTURE.option(cut.part) for cut in cuts_offered(yard, fences)]
        least = 1 if options and (sketch or (action.need and not action.tally.fences)) else 0
        sketched = cells_of(sketch)
        return Choose(seat, "fence", options, least, about=CutPasture(sketched) if sketch else None)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        action = self.action
        return {
            "cells": cells_of(self.sketch),
            "left": fences_left(state, seat),
            "fences": payable_fences(state, seat, action.tally, action.free),
            "built": action.tally.fences,
            "most_cells": action.most,
        }

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        if option in SKETCH_CELL:
            return {}
        area = self.sketch if option == ENCLOSE.number else CUT_PASTURE.mask(option)
        batch = PayFences(self.action, area, ())
        wood = [price.wood for price in batch.prices(state)]
        return {
            "cells": cells_of(area),
            "fences": new_fences(state.seats[seat].yard, area).bit_count(),
            "wood": min(wood),
        }

    def take(self, table: Table, picks: Sequence[int]) -> None:
        action = self.action
        if not picks:
            end_fencing(table, action)
        elif picks[0] == ENCLOSE.number:
            table.then(PayFences(action, self.sketch, (self.sketch,)))
        elif picks[0] in CUT_PASTURE:
            part = CUT_PASTURE.mask(picks[0])
            table.then(PayFences(action, part, ()))
        else:
            table.then(SketchPasture(action, self.sketch | 1 << SKETCH_CELL.part(picks[0])))

    numbers = OPTIONS


class PayFences(Act, tag=52):
    """Let a seat pay for all fences of a pasture together and build them, in the order of fences that costs least. If
    prices differ in the savings that they use up, ChooseFencePrice asks which. Then BuildFences continues."""

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
        """Return the prices of the pasture's fences that the player can pay."""
        action = self.action
        mine = state.seats[action.facts.seat]
        count = new_fences(mine.yard, self.area).bit_count()
        tally = action.tally
        prices = fence_prices(fence_terms(state, action.facts.seat, tally, action.free), count)
        return [price for price in prices if price.wood <= mine.goods[WOOD]]

    def build(self, table: Table, price: FencePrice) -> None:
        """Pay this price, and build the fences of the pasture."""
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
    """The question to a seat which of the payable prices it pays for the fences of a pasture: with or without savings
    that a card gives only once in a while. The fences are built for it. The text shows the cells and the number of
    fences, an option's the cards that save."""

    owed: ClassVar[bool] = True
    batch: PayFences

    def ask(self, state: State) -> Choose:
        options = list(dict.fromkeys(map(option_of_price, self.batch.prices(state))))
        return Choose(self.batch.action.facts.seat, "pay-fences", options)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        fences = new_fences(state.seats[seat].yard, self.batch.area).bit_count()
        return {"cells": cells_of(self.batch.area), "fences": fences}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return uses_of(price_of_option(option, self.batch.prices(state)).uses)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        self.batch.build(table, price_of_option(picks[0], self.batch.prices(table.state)))

    numbers = OPTIONS


def end_fencing(table: Table, action: BuildFences) -> None:
    """End a fencing action; do nothing if it built no fence. Cards with free fences have given them for this turn,
    cards notice the fences, and animals without room are given up."""
    tally = action.tally
    if not tally.fences:
        return
    state: State = table.state
    facts = action.facts
    seat = facts.seat
    cards = [
        card
        for card, answered in answers(state, state.seats[seat], FENCING)
        if answered(state, seat).free_more
    ]
    for card in dict.fromkeys(cards):
        count_use(table, card, PER_TURN)
    push_moment_now(
        table, FENCED, Facts(seat, facts.space, facts.via, count=tally.fences, more=tally.pastures)
    )
    table.then(KeepAnimals(seat))


def _bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set in the mask."""
    return [at for at in range(mask.bit_length()) if mask >> at & 1]
