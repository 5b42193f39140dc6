"""Ploughing and sowing."""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth_rules.agricola.actions.goods import hand_over, lose
from tilth_rules.agricola.amounts import amounts_by_good, has
from tilth_rules.agricola.cards.means import within_reach
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import PER_GAME, PLOT, PLOUGH, PLOUGHED, SOWN, STACK
from tilth_rules.agricola.cards.registry import answers, answers_of
from tilth_rules.agricola.cards.steps import count_use, push_moment_now
from tilth_rules.agricola.cards.uses import is_spent
from tilth_rules.agricola.codes import ENDLESS, GRAIN, NOBODY, VEGETABLE, Goods
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.events.farm import FieldPloughed, Sown
from tilth_rules.agricola.farm.yard import cells_of
from tilth_rules.agricola.moves.numbers import OPTIONS, PLOUGH_FIELD, SOW_PLOT, USE_CARD
from tilth_rules.agricola.state import CARD_PLOTS, State
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts

SOWN_AS: Final = {GRAIN: 3, VEGETABLE: 2}
"""The number of goods on a field after sowing, by crop."""


class PloughEffect(msgspec.Struct, frozen=True):
    """The effect of a card on a ploughing action, which the card gives as its answer to the rule PLOUGH."""

    to: int = 1
    """The number of fields instead of one. Only one card with more than 1 is used in an action."""
    plus: int = 0
    """The number of further fields, with any plough."""
    uses: int = 0
    """The number of uses in the match; 0 for any number."""
    each: bool = False
    """True if each seat has a use of its own. The card notes the seats that have had it."""
    cost: Goods = ()
    to_owner: int = NOBODY
    """The seat that gets the price; NOBODY if the supply gets it."""


def can_plough(state: State, seat: int) -> bool:
    """Return whether a cell of the seat's farm can be ploughed."""
    return bool(state.seats[seat].yard.field_cells())


def usable_ploughs(state: State, facts: Facts, used: tuple[int, ...]) -> list[tuple[int, PloughEffect]]:
    """Return the cards that can still help in this ploughing, with their effects, if they are payable, after exchanges
    if need be.

    Another seat's card may be lent for a price.
    """
    found = []
    deep = any(_answer(state, facts, card).to > 1 for card in used)
    for owner, seat in enumerate(state.seats):
        for card, answered in answers(state, seat, PLOUGH):
            ploughing: PloughEffect = answered(state, owner, facts)
            if (
                (ploughing.plus or (ploughing.to > 1 and not deep))
                and card not in used
                and not is_spent(state, card, PER_GAME if ploughing.uses else 0, ploughing.uses)
                and not (ploughing.each and facts.seat in seat.notes.get(card, ()))
                and within_reach(state, facts.seat, ploughing.cost)
            ):
                found.append((card, ploughing))
    return found


def _answer(state: State, facts: Facts, card: int) -> PloughEffect:
    """Return the effect that a card has on this ploughing: its answer to the rule PLOUGH."""
    (answered,) = answers_of(state, card, PLOUGH)
    ploughing: PloughEffect = answered(state, state.owner[card], facts)
    return ploughing


class Plough(Act, tag=40):
    """Let a seat plough a field, or several with ploughs (cards). ChoosePlough asks for a plough before the first field
    if one can help; then LayField asks for the cells. Nothing happens if no cell can be ploughed."""

    facts: Facts
    most: int = 1
    plain: bool = False
    """True if no plough helps."""
    need: bool = True
    used: tuple[int, ...] = ()
    more: int = 0

    def act(self, table: Table) -> None:
        state: State = table.state
        if not can_plough(state, self.facts.seat):
            return
        if not self.plain and usable_ploughs(state, self.facts, self.used):
            table.then(ChoosePlough(self.facts, self.most, self.need, self.used, self.more))
        else:
            table.then(LayField(self.facts, self.most + self.more, self.need, self.used))


class ChoosePlough(Ask, tag=41):
    """The question to a seat which plough (its own card, or a lent one) it uses next for this ploughing, or none. The
    plough's price is paid, its use counted and its fields added; then it may choose another one."""

    facts: Facts
    most: int
    need: bool
    used: tuple[int, ...]
    more: int

    def ask(self, state: State) -> Choose:
        seat = self.facts.seat
        options = [
            USE_CARD.option(card)
            for card, ploughing in usable_ploughs(state, self.facts, self.used)
            if has(state, seat, ploughing.cost)
        ]
        return Choose(seat, "plough-with", options, min_picks=0)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        """Return the number of fields without a card, and the cards whose price needs an exchange first."""
        found = usable_ploughs(state, self.facts, self.used)
        unpaid = tuple(card for card, one in found if not has(state, seat, one.cost))
        return {"left": self.most + self.more, "unpaid": unpaid}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        card = USE_CARD.parts(option)[0]
        ploughing = _answer(state, self.facts, card)
        owner = None if ploughing.to_owner in (NOBODY, seat) else ploughing.to_owner
        fields = max(self.most, ploughing.to) + self.more + ploughing.plus
        return {"how": "plough", "left": fields, "price": amounts_by_good(ploughing.cost), "owner": owner}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        if not picks:
            table.then(
                Plough(self.facts, self.most, plain=True, need=self.need, used=self.used, more=self.more)
            )
            return
        card = USE_CARD.parts(picks[0])[0]
        ploughing = _answer(state, self.facts, card)
        if ploughing.to_owner not in (NOBODY, self.facts.seat):
            hand_over(table, self.facts.seat, ploughing.to_owner, ploughing.cost)
        else:
            lose(table, self.facts.seat, ploughing.cost, card=card)
        if ploughing.uses:
            count_use(table, card, PER_GAME)
        if ploughing.each:
            owner = state.owner[card]
            noted = state.seats[owner].notes.get(card, ())
            table.emit(CardNoted(owner, card, (*noted, self.facts.seat)))
        most = max(self.most, ploughing.to)
        table.then(Plough(self.facts, most, False, self.need, (*self.used, card), self.more + ploughing.plus))

    numbers = OPTIONS


class LayField(Ask, tag=42):
    """The question to a seat which cell it ploughs next, beside another field if there is any. If it must plough
    (`need`), the first cell is not optional. It is asked again until `left` fields are laid or it stops; then cards
    notice the number of fields."""

    facts: Facts
    left: int
    need: bool = True
    used: tuple[int, ...] = ()
    laid: int = 0

    def ask(self, state: State) -> Choose:
        cells = cells_of(state.seats[self.facts.seat].yard.field_cells())
        least = 1 if self.need and not self.laid else 0
        return Choose(self.facts.seat, "field", [PLOUGH_FIELD.option(cell) for cell in cells], least)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"left": self.left, "laid": self.laid}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        seat = self.facts.seat
        laid = self.laid
        if picks:
            laid += 1
            table.emit(FieldPloughed(seat, PLOUGH_FIELD.part(picks[0])))
            if self.left > 1 and can_plough(state, seat):
                table.then(LayField(self.facts, self.left - 1, self.need, self.used, laid))
                return
        if laid:
            facts = self.facts
            push_moment_now(table, PLOUGHED, Facts(seat, facts.space, facts.via, count=laid, more=self.used))

    numbers = OPTIONS


def sowable(state: State, seat: int, only: int = 0) -> list[tuple[int, int]]:
    """Return (plot, good) for everything that the seat can sow now: grain or vegetables on empty fields, and on empty
    plots of cards what grows there. `only` limits it to one good (0: any)."""
    mine = state.seats[seat]
    goods = mine.goods
    found = []
    crops = [crop for crop in (GRAIN, VEGETABLE) if goods[crop] and only in (0, crop)]
    if crops:
        found = [(cell, crop) for cell in cells_of(mine.yard.fields_to_sow()) for crop in crops]
    for at, card in enumerate(mine.plot_cards):
        if not mine.plot_stacks[at]:
            (answered,) = answers_of(state, card, PLOT)
            good, _ = answered(state, seat)
            if goods[good] and only in (0, good):
                found.append((CARD_PLOTS + at, good))
    return found


def can_sow(state: State, seat: int, only: int = 0) -> bool:
    """Return whether the seat has a good and an empty field or plot for it; `only` limits it to one good (0: any)."""
    mine = state.seats[seat]
    if mine.plot_cards:
        return bool(sowable(state, seat, only))
    goods = mine.goods
    seed = goods[only] if only else goods[GRAIN] or goods[VEGETABLE]
    return seed > 0 and mine.yard.fields_to_sow() != 0


class Sow(Act, tag=43):
    """Let a seat sow up to `left` empty fields or plots: one grain becomes three, one vegetable two. SowField asks for
    each. Nothing happens if it can sow nothing."""

    facts: Facts
    left: int
    only: int = 0
    need: bool = True
    fewer: int = 0
    """The number by which less comes from the common supply on each field."""

    def act(self, table: Table) -> None:
        if sowable(table.state, self.facts.seat, self.only):
            table.then(SowField(self.facts, self.left, self.only, self.need, fewer=self.fewer))


class SowField(Ask, tag=44):
    """The question to a seat which field or plot it sows next, and with which good; or none, except if it must sow
    (`need`) and has sown nothing yet. It is asked again until `left` are sown or nothing can be; then cards notice the
    plots sown. An option's text shows the amount that lies there then."""

    facts: Facts
    left: int
    only: int
    need: bool
    plots: tuple[int, ...] = ()
    """Plots sown in this action so far."""
    fewer: int = 0

    def ask(self, state: State) -> Choose:
        options = [SOW_PLOT.option(plot, good) for plot, good in sowable(state, self.facts.seat, self.only)]
        least = 1 if self.need and not self.plots and options else 0
        return Choose(self.facts.seat, "sow", options, least)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        endless = self.left + len(self.plots) >= ENDLESS
        return {"left": ENDLESS if endless else self.left, "sown": len(self.plots)}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        plot, good = SOW_PLOT.parts(option)
        mine = state.seats[seat]
        card = mine.plot_cards[plot - CARD_PLOTS] if plot >= CARD_PLOTS else None
        return {"amount": sown_amount(state, seat, plot, good) - self.fewer, "good": good, "card": card}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        seat = self.facts.seat
        plots = self.plots
        if picks:
            plot, good = SOW_PLOT.parts(picks[0])
            table.emit(Sown(seat, plot, good, sown_amount(state, seat, plot, good) - self.fewer))
            plots = (*plots, plot)
            if self.left > 1 and sowable(state, seat, self.only):
                table.then(SowField(self.facts, self.left - 1, self.only, self.need, plots, self.fewer))
                return
        if plots:
            facts = self.facts
            push_moment_now(table, SOWN, Facts(seat, facts.space, facts.via, count=len(plots), more=plots))

    numbers = OPTIONS


def sown_amount(state: State, seat: int, plot: int, good: int) -> int:
    """Return the number of goods that lie on a field or plot after this good is sown there: three grain, two
    vegetables, more by some cards."""
    mine = state.seats[seat]
    amount = SOWN_AS.get(good, 3)
    for _, more in answers(state, mine, STACK):
        amount += more(state, seat, plot, good)
    return amount
