"""Ploughing and sowing."""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.steps import is_spent, opens_now, spend
from tilth_rules.agricola.cards.words import PER_GAME, PLOT, PLOUGH, PLOUGHED, SOWN, STACK
from tilth_rules.agricola.choices import FIELD_AT, move_of, sow_option, sowing_of, use_of, use_option
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.events.farm import FieldPloughed, Sown
from tilth_rules.agricola.farm.yard import cells_of
from tilth_rules.agricola.goods import has
from tilth_rules.agricola.state import CARD_PLOTS, State
from tilth_rules.agricola.supply import hand_over, lose
from tilth_rules.agricola.words import GRAIN, NOBODY, VEGETABLE, Goods
from tilth_rules.kernel import Act, Ask, Choose, Move, Table

SOWN_AS: Final = {GRAIN: 3, VEGETABLE: 2}
"""How much of a crop a field has after sowing."""


class Ploughing(msgspec.Struct, frozen=True):
    """What a card makes of one ploughing action: the answer to PLOUGH."""

    to: int = 1
    """Up to so many fields instead of one; only one such card is used in an action."""
    plus: int = 0
    """So many fields more, whichever plough is used."""
    uses: int = 0
    """How often in the match; 0 for always."""
    each: bool = False
    """Whether every seat has a use of its own: the card notes who has had it."""
    cost: Goods = ()
    to_owner: int = NOBODY
    """The seat that gets what is paid; the supply, if nobody."""


def can_plough(state: State, seat: int) -> bool:
    return bool(state.seats[seat].yard.field_cells())


def ploughs(state: State, facts: Facts, used: tuple[int, ...]) -> list[tuple[int, Ploughing]]:
    """The cards that may still help in this ploughing. Another seat's card may be lent for a price."""
    found = []
    deep = any(_answer(state, facts, card).to > 1 for card in used)
    for seat in state.seats:
        for card in seat.rules[PLOUGH]:
            ploughing = _answer(state, facts, card)
            if (
                (ploughing.plus or (ploughing.to > 1 and not deep))
                and card not in used
                and not is_spent(state, card, PER_GAME if ploughing.uses else 0, ploughing.uses)
                and not (ploughing.each and facts.seat in seat.notes.get(card, ()))
                and has(state, facts.seat, ploughing.cost)
            ):
                found.append((card, ploughing))
    return found


def _answer(state: State, facts: Facts, card: int) -> Ploughing:
    answered: Ploughing = ANSWERS[PLOUGH][card][0](state, state.owner[card], facts)
    return answered


class Plough(Act, tag=40):
    """A field is ploughed; with ploughs there may be more. Which plough is used is said before the first field."""

    facts: Facts
    most: int = 1
    plain: bool = False
    """No plough helps."""
    need: bool = True
    used: tuple[int, ...] = ()
    more: int = 0

    def act(self, table: Table) -> None:
        state: State = table.state
        if not can_plough(state, self.facts.seat):
            return
        if not self.plain and ploughs(state, self.facts, self.used):
            table.then(ChoosePlough(self.facts, self.most, self.need, self.used, self.more))
        else:
            table.then(LayField(self.facts, self.most + self.more, self.need, self.used))


class ChoosePlough(Ask, tag=41):
    """Which plough is used next, if any."""

    facts: Facts
    most: int
    need: bool
    used: tuple[int, ...]
    more: int

    def ask(self, state: State) -> Choose:
        options = [use_option(card) for card, _ in ploughs(state, self.facts, self.used)]
        return Choose(self.facts.seat, "plough-with", options, least=0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        if not picks:
            table.then(
                Plough(self.facts, self.most, plain=True, need=self.need, used=self.used, more=self.more)
            )
            return
        card = use_of(picks[0])[0]
        ploughing = _answer(state, self.facts, card)
        if ploughing.to_owner not in (NOBODY, self.facts.seat):
            hand_over(table, self.facts.seat, ploughing.to_owner, ploughing.cost)
        else:
            lose(table, self.facts.seat, ploughing.cost, card=card)
        if ploughing.uses:
            spend(table, card, PER_GAME)
        if ploughing.each:
            owner = state.owner[card]
            noted = state.seats[owner].notes.get(card, ())
            table.emit(CardNoted(owner, card, (*noted, self.facts.seat)))
        most = max(self.most, ploughing.to)
        table.then(Plough(self.facts, most, False, self.need, (*self.used, card), self.more + ploughing.plus))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


class LayField(Ask, tag=42):
    """Where the next field is laid: beside another one, if there is any."""

    facts: Facts
    left: int
    need: bool = True
    used: tuple[int, ...] = ()
    laid: int = 0

    def ask(self, state: State) -> Choose:
        cells = cells_of(state.seats[self.facts.seat].yard.field_cells())
        least = 1 if self.need and not self.laid else 0
        return Choose(self.facts.seat, "field", [FIELD_AT + cell for cell in cells], least)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        seat = self.facts.seat
        laid = self.laid
        if picks:
            laid += 1
            table.emit(FieldPloughed(seat, picks[0] - FIELD_AT))
            if self.left > 1 and can_plough(state, seat):
                table.then(LayField(self.facts, self.left - 1, self.need, self.used, laid))
                return
        if laid:
            facts = self.facts
            opens_now(table, PLOUGHED, Facts(seat, facts.space, facts.via, count=laid, more=self.used))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


def sowable(state: State, seat: int, only: int = 0) -> list[tuple[int, int]]:
    """What can be sown where: (plot, good). Cards say what grows on them."""
    mine = state.seats[seat]
    goods = mine.goods
    found = []
    crops = [crop for crop in (GRAIN, VEGETABLE) if goods[crop] and only in (0, crop)]
    if crops:
        found = [(cell, crop) for cell in cells_of(mine.yard.fields_to_sow()) for crop in crops]
    for at, card in enumerate(mine.plot_cards):
        if not mine.plot_stacks[at]:
            good, _ = ANSWERS[PLOT][card][0](state, seat)
            if goods[good] and only in (0, good):
                found.append((CARD_PLOTS + at, good))
    return found


def can_sow(state: State, seat: int, only: int = 0) -> bool:
    """Whether anything can be sown."""
    mine = state.seats[seat]
    if mine.plot_cards:
        return bool(sowable(state, seat, only))
    goods = mine.goods
    seed = goods[only] if only else goods[GRAIN] or goods[VEGETABLE]
    return seed > 0 and mine.yard.fields_to_sow() != 0


class Sow(Act, tag=43):
    """Any number of empty fields can be sown: a grain becomes three, a vegetable two."""

    facts: Facts
    left: int
    only: int = 0
    need: bool = True
    fewer: int = 0
    """So much less comes from the common supply on each field."""

    def act(self, table: Table) -> None:
        if sowable(table.state, self.facts.seat, self.only):
            table.then(SowField(self.facts, self.left, self.only, self.need, fewer=self.fewer))


class SowField(Ask, tag=44):
    """What is sown next, and where."""

    facts: Facts
    left: int
    only: int
    need: bool
    plots: tuple[int, ...] = ()
    """Sown in this action so far."""
    fewer: int = 0

    def ask(self, state: State) -> Choose:
        options = [sow_option(plot, good) for plot, good in sowable(state, self.facts.seat, self.only)]
        least = 1 if self.need and not self.plots and options else 0
        return Choose(self.facts.seat, "sow", options, least)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        seat = self.facts.seat
        plots = self.plots
        if picks:
            plot, good = sowing_of(picks[0])
            table.emit(Sown(seat, plot, good, stack(state, seat, plot, good) - self.fewer))
            plots = (*plots, plot)
            if self.left > 1 and sowable(state, seat, self.only):
                table.then(SowField(self.facts, self.left - 1, self.only, self.need, plots, self.fewer))
                return
        if plots:
            facts = self.facts
            opens_now(table, SOWN, Facts(seat, facts.space, facts.via, count=len(plots), more=plots))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


def stack(state: State, seat: int, plot: int, good: int) -> int:
    """How much lies on a field that is sown now."""
    mine = state.seats[seat]
    amount = SOWN_AS.get(good, 3)
    for card in mine.rules[STACK]:
        for more in ANSWERS[STACK][card]:
            amount += more(state, seat, plot, good)
    return amount
