"""Acts of cards at moments: each is a pair of functions, one that tests whether it would do anything and one that
does it."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tilth_rules.agricola.actions.goods import gain, lose
from tilth_rules.agricola.actions.parts import KNOWN, MAY, act_facts, carry_out, option_of, possible
from tilth_rules.agricola.amounts import has
from tilth_rules.agricola.cards.counted import amounts
from tilth_rules.agricola.cards.means import within_reach
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.registry import Question, question
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.codes import NO_SPACE
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.state import State
from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Choose, Table, TextFacts

HIDDEN = (acts.PlayOccupation, acts.Improve)
"""Acts that only the owner of a hand knows to be possible.

Everybody knows that there may be a card to play, so the owner is asked, and may decline.
"""


class BoundAct(msgspec.Struct, frozen=True):
    """An act of a card's clause as functions: whether the card can do it, and doing it."""

    can: Callable[[State, Call, int], bool]
    """Returns whether it would do anything, with the owner's knowledge or with everybody's."""
    do: Callable[[Table, Call], None]
    hidden: bool = False
    option: int = 0
    """The number of its option, if it is one of several acts."""


def own_facts(call: Call) -> Facts:
    """Return the moment's facts for an act of the card: its owner acts, because of the card.

    The space of another seat's person is no place of the owner's.
    """
    facts = call.facts
    return Facts(
        call.seat,
        facts.space if facts.seat == call.seat else NO_SPACE,
        call.card,
        facts.card,
        facts.person,
        facts.goods,
        facts.lying,
        facts.left,
        facts.count,
        facts.more,
    )


def bind_act(card: int, act: acts.Act) -> BoundAct:
    """Return an act of a card's clause as functions that this card can call."""
    match act:
        case acts.Gain():
            return _gain(act)
        case acts.Swap():
            return _swap(act)
        case acts.OneOf():
            return _one_of(card, act)
        case _:
            return _as_on_spaces(act)


def _gain(act: acts.Gain) -> BoundAct:
    """Return the act of gaining goods from the supply, as functions."""
    goods = amounts(act.goods)
    price = act.price

    def can(state: State, call: Call, how: int) -> bool:
        if not bool(goods(state, call.seat, call.facts)):
            return False
        return within_reach(state, call.seat, price) if how == MAY else has(state, call.seat, price)

    def do(table: Table, call: Call) -> None:
        got = goods(table.state, call.seat, call.facts)
        lose(table, call.seat, price, card=call.card)
        gain(table, call.seat, got, card=call.card)

    def give(table: Table, call: Call) -> None:
        got = goods(table.state, call.seat, call.facts)
        for other in clockwise(len(table.state.seats), call.seat)[1:]:
            gain(table, other, got, card=call.card)

    return BoundAct(can, give if act.to == "others" else do, option=option_of(act))


def _swap(act: acts.Swap) -> BoundAct:
    """Return the act of exchanging goods with the supply, as functions."""

    def do(table: Table, call: Call) -> None:
        lose(table, call.seat, act.give, card=call.card)
        gain(table, call.seat, act.get, card=call.card)

    return BoundAct(lambda state, call, how: has(state, call.seat, act.give), do, option=option_of(act))


def _as_on_spaces(act: acts.Act) -> BoundAct:
    """Return an act that cards carry out by the same steps as spaces do, as functions."""
    hidden = isinstance(act, HIDDEN)

    def can(state: State, call: Call, how: int) -> bool:
        if how == MAY and isinstance(act, acts.BuildStables) and _may_buy_stable(state, call.seat, act):
            return True
        return possible(state, own_facts(call), act, how)

    def do(table: Table, call: Call) -> None:
        carry_out(table, act, own_facts(call), need=not hidden)

    return BoundAct(can, do, hidden, option_of(act))


def _may_buy_stable(state: State, seat: int, act: acts.BuildStables) -> bool:
    """Return whether the seat has a cell for a stable and the price of one, or can have it after exchanges."""
    return state.seats[seat].yard.stable_cells() != 0 and within_reach(state, seat, tuple(act.price))


def _one_of(card: int, act: acts.OneOf) -> BoundAct:
    """Return the act of asking the owner for one of several acts, as functions. It does not ask if everybody sees that
    only one is possible."""
    each = [bind_act(card, one) for one in act.of]
    hidden = any(one.hidden for one in each)

    def can(state: State, call: Call, how: int) -> bool:
        return any(one.can(state, call, how) for one in each)

    def ask(state: State, call: Call) -> Choose:
        options = [one.option for one in each if one.can(state, call, KNOWN)]
        least = 0 if hidden or not options else 1
        return Choose(call.seat, "one-of", options, least)

    def take(table: Table, call: Call, picks: Sequence[int]) -> None:
        for one in each:
            if picks and one.option == picks[0]:
                one.do(table, call)

    def tell_option(state: State, call: Call, option: int) -> TextFacts:
        return {"given_up": (), **act_facts(next(one for one in act.of if option_of(one) == option))}

    stage = question(card, Question(ask, take, tell_option=tell_option))

    def do(table: Table, call: Call) -> None:
        open_ = [one for one in each if one.can(table.state, call, MAY)]
        if len(open_) == 1:
            open_[0].do(table, call)
        else:
            table.then(CardAsks(call, stage))

    return BoundAct(can, do, hidden)


def all_of(card: int, do: Sequence[acts.Act]) -> tuple[BoundAct, ...]:
    """Return each of these acts as a pair of functions for this card: a test of whether it can be done, and the
    doing."""
    return tuple(bind_act(card, act) for act in do)


def any_can(each: Sequence[BoundAct], how: int) -> Callable[[State, Call], bool]:
    """Return the test of whether one of these acts would do anything, by this knowledge (`how`)."""
    if len(each) == 1:
        can: Any = each[0].can
        return lambda state, call: can(state, call, how)
    return lambda state, call: any(one.can(state, call, how) for one in each)


def do_all(table: Table, call: Call, each: Sequence[BoundAct]) -> None:
    """Do these acts of the card in order; an act that is not possible when its turn comes is left out."""
    for one in each:
        if one.can(table.state, call, MAY):
            one.do(table, call)
