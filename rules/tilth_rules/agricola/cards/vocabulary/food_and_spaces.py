"""Clauses about food and about spaces."""

from typing import Final

from tilth_rules.agricola.cards.counted import holds_always
from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.moments import BAKE, COOK, ENTRY, FEEDS_LAST, PLAY, TOLL
from tilth_rules.agricola.cards.registry import Listener, answer, listen
from tilth_rules.agricola.codes import PEOPLE_A_SEAT
from tilth_rules.agricola.content import rules
from tilth_rules.agricola.events.goods import GoodsPlaced
from tilth_rules.agricola.events.rounds import SpaceAdded
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Table

ALL_PEOPLE: Final = (1 << PEOPLE_A_SEAT) - 1
"""Bits of all people of one seat."""


def compile_cook(card: int, clause: rules.Cook) -> None:
    """Register the food that the owner gets for each sheep, boar, cattle and vegetable that it cooks, if the clause's
    condition holds."""
    cooked = (clause.sheep, clause.boar, clause.cattle, clause.vegetable)
    nothing = (0, 0, 0, 0)
    holds = holds_always(clause.if_)
    answer(card, COOK, lambda state, seat: cooked if holds(state, seat) else nothing)


def compile_oven(card: int, clause: rules.Oven) -> None:
    """Register that the owner can bake: the food for one grain, and the most grain in one baking (0 for any number)."""
    baked = (clause.food, clause.most)
    answer(card, BAKE, lambda state, seat: baked)


def compile_feeds_last(card: int, clause: rules.FeedsLast) -> None:
    """Register that the owner feeds its family after all other seats in a harvest."""
    answer(card, FEEDS_LAST, lambda state, seat: True)


def compile_entry(card: int, clause: rules.Entry) -> None:
    """Register that the owner may enter spaces with people of other seats, never those with the owner's own."""
    spaces = frozenset(clause.spaces)
    holds = holds_always(clause.if_)

    def may(state: State, seat: int, space: int) -> bool:
        own = state.visitors[space] >> PEOPLE_A_SEAT * seat & ALL_PEOPLE
        return space in spaces and not own and holds(state, seat)

    answer(card, ENTRY, may)


def compile_toll(card: int, clause: rules.Toll) -> None:
    """Register the goods that another seat pays the owner when it puts a person on one of the clause's spaces."""
    spaces, goods = frozenset(clause.spaces), clause.goods
    answer(card, TOLL, lambda state, owner, space: goods if space in spaces else ())


def compile_lends(card: int, clause: rules.Lends) -> None:
    """Register that an action space opens when the card is played, with the clause's goods on it."""

    def lent(table: Table, call: Call) -> None:
        table.emit(SpaceAdded(int(clause.space)))
        for good, amount in clause.start:
            table.emit(GoodsPlaced(int(clause.space), good, amount))

    listen(card, PLAY, Listener(lent))
