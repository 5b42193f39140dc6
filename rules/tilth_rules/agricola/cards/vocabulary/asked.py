"""Clauses about food and about spaces."""

from typing import Final

from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import Listener, answer, listen
from tilth_rules.agricola.cards.values import standing
from tilth_rules.agricola.cards.words import BAKE, COOK, ENTRY, FEEDS_LAST, PLAY, TOLL
from tilth_rules.agricola.content import rules
from tilth_rules.agricola.events.goods import GoodsPlaced
from tilth_rules.agricola.events.rounds import SpaceAdded
from tilth_rules.agricola.state import State
from tilth_rules.agricola.words import PEOPLE_A_SEAT
from tilth_rules.kernel import Table

ALL_PEOPLE: Final = (1 << PEOPLE_A_SEAT) - 1
"""Of one seat, as bits."""


def compile_cook(card: int, clause: rules.Cook) -> None:
    cooked = (clause.sheep, clause.boar, clause.cattle, clause.vegetable)
    nothing = (0, 0, 0, 0)
    holds = standing(clause.if_)
    answer(card, COOK, lambda state, seat: cooked if holds(state, seat) else nothing)


def compile_oven(card: int, clause: rules.Oven) -> None:
    baked = (clause.food, clause.most)
    answer(card, BAKE, lambda state, seat: baked)


def compile_feeds_last(card: int, clause: rules.FeedsLast) -> None:
    answer(card, FEEDS_LAST, lambda state, seat: True)


def compile_entry(card: int, clause: rules.Entry) -> None:
    """Beside others' people, never beside the own."""
    spaces = frozenset(clause.spaces)
    holds = standing(clause.if_)

    def may(state: State, seat: int, space: int) -> bool:
        own = state.visitors[space] >> PEOPLE_A_SEAT * seat & ALL_PEOPLE
        return space in spaces and not own and holds(state, seat)

    answer(card, ENTRY, may)


def compile_toll(card: int, clause: rules.Toll) -> None:
    spaces, goods = frozenset(clause.spaces), clause.goods
    answer(card, TOLL, lambda state, owner, space: goods if space in spaces else ())


def compile_lends(card: int, clause: rules.Lends) -> None:
    """The space is open as soon as the card is in play."""

    def lent(table: Table, call: Call) -> None:
        table.emit(SpaceAdded(int(clause.space)))
        for good, amount in clause.start:
            table.emit(GoodsPlaced(int(clause.space), good, amount))

    listen(card, PLAY, Listener(lent))
