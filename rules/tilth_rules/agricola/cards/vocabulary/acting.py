"""What cards do at moments: each act as a pair of functions, whether it would do anything and how it is done."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tilth_rules.agricola.actions.parts import KNOWN, MAY, carry_out, option_of, possible
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import Question, question
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.values import amounts
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.goods import has
from tilth_rules.agricola.state import State, clockwise
from tilth_rules.agricola.supply import gain, lose
from tilth_rules.agricola.words import NO_SPACE
from tilth_rules.kernel import Choose, Table

HIDDEN = (acts.PlayOccupation, acts.Improve)
"""What only the owner of a hand knows to be possible. Everybody knows that there may be something to play, so the owner
is asked, and may decline."""


class Doing(msgspec.Struct, frozen=True):
    """An act of a card."""

    can: Callable[[State, Call, int], bool]
    """Whether it would do anything: as its owner knows, or as far as everybody can tell."""
    do: Callable[[Table, Call], None]
    hidden: bool = False
    option: int = 0
    """Its number where it is one of several."""


def own_facts(call: Call) -> Facts:
    """The moment's facts as those of what the card does in it: its owner acts, because of the card. Where another
    seat's person stands is no place of the owner's."""
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


def doing(card: int, act: acts.Act) -> Doing:
    """An act as something that this card does."""
    match act:
        case acts.Gain():
            return _gain(act)
        case acts.Swap():
            return _swap(act)
        case acts.OneOf():
            return _one_of(card, act)
        case _:
            return _as_on_spaces(act)


def _gain(act: acts.Gain) -> Doing:
    goods = amounts(act.goods)
    price = act.price

    def can(state: State, call: Call, how: int) -> bool:
        return has(state, call.seat, price) and bool(goods(state, call.seat, call.facts))

    def do(table: Table, call: Call) -> None:
        got = goods(table.state, call.seat, call.facts)
        lose(table, call.seat, price, card=call.card)
        gain(table, call.seat, got, card=call.card)

    def give(table: Table, call: Call) -> None:
        got = goods(table.state, call.seat, call.facts)
        for other in clockwise(table.state, call.seat)[1:]:
            gain(table, other, got, card=call.card)

    return Doing(can, give if act.to == "others" else do, option=option_of(act))


def _swap(act: acts.Swap) -> Doing:
    def do(table: Table, call: Call) -> None:
        lose(table, call.seat, act.give, card=call.card)
        gain(table, call.seat, act.get, card=call.card)

    return Doing(lambda state, call, how: has(state, call.seat, act.give), do, option=option_of(act))


def _as_on_spaces(act: acts.Act) -> Doing:
    """What spaces have people do, cards do by the same steps."""
    hidden = isinstance(act, HIDDEN)

    def can(state: State, call: Call, how: int) -> bool:
        return possible(state, own_facts(call), act, how)

    def do(table: Table, call: Call) -> None:
        carry_out(table, act, own_facts(call), need=not hidden)

    return Doing(can, do, hidden, option_of(act))


def _one_of(card: int, act: acts.OneOf) -> Doing:
    """The owner is asked, unless everybody sees that only one of them is possible."""
    each = [doing(card, one) for one in act.of]
    hidden = any(one.hidden for one in each)

    def can(state: State, call: Call, how: int) -> bool:
        return any(one.can(state, call, how) for one in each)

    def ask(state: State, call: Call) -> Choose:
        options = [one.option for one in each if one.can(state, call, KNOWN)]
        return Choose(call.seat, "one-of", options, least=0 if hidden else 1)

    def take(table: Table, call: Call, picks: Sequence[int]) -> None:
        for one in each:
            if picks and one.option == picks[0]:
                one.do(table, call)

    stage = question(card, Question(ask, take))

    def do(table: Table, call: Call) -> None:
        open_ = [one for one in each if one.can(table.state, call, MAY)]
        if len(open_) == 1:
            open_[0].do(table, call)
        else:
            table.then(CardAsks(call, stage))

    return Doing(can, do, hidden)


def all_of(card: int, do: Sequence[acts.Act]) -> tuple[Doing, ...]:
    """These acts as things that this card does."""
    return tuple(doing(card, act) for act in do)


def any_can(each: Sequence[Doing], how: int) -> Callable[[State, Call], bool]:
    """Whether one of these would do anything."""
    if len(each) == 1:
        can: Any = each[0].can
        return lambda state, call: can(state, call, how)
    return lambda state, call: any(one.can(state, call, how) for one in each)


def do_all(table: Table, call: Call, each: Sequence[Doing]) -> None:
    """Everything that can be done is done, in order."""
    for one in each:
        if one.can(table.state, call, MAY):
            one.do(table, call)
