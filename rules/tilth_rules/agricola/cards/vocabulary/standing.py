"""What is open to a card's owner at any time, and what a card scores."""

from collections.abc import Callable
from typing import Final

from tilth_rules.agricola.actions.parts import KNOWN
from tilth_rules.agricola.cards.counting import NO_FACTS
from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import Offer, answer, offer
from tilth_rules.agricola.cards.values import counted, number, standing
from tilth_rules.agricola.cards.vocabulary.acting import all_of, do_all
from tilth_rules.agricola.cards.vocabulary.moments import SCOPES
from tilth_rules.agricola.cards.words import COMPARE, SCORE
from tilth_rules.agricola.content import clauses
from tilth_rules.agricola.goods import has
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import gain, lose
from tilth_rules.agricola.words import BREEDING, FEEDING, HARVEST, Goods
from tilth_rules.kernel import Table

IN_TIME: Final[dict[str, Callable[[int], bool]]] = {
    "any": lambda phase: True,
    "harvest": lambda phase: phase in HARVEST,
    "feeding": lambda phase: phase == FEEDING,
    "not_breeding": lambda phase: phase != BREEDING,
}


def compile_convert(card: int, clause: clauses.Convert) -> None:
    """An offer for each of the things that can be had."""
    for get in clause.get:
        offer(card, _conversion(clause, get))


def _conversion(clause: clauses.Convert, get: Goods) -> Offer:
    give = clause.give
    in_time = IN_TIME[clause.during]
    holds = standing(clause.if_)

    def act(table: Table, call: Call) -> None:
        lose(table, call.seat, give, card=call.card)
        gain(table, call.seat, get, card=call.card)

    def ready(state: State, call: Call) -> bool:
        return in_time(state.phase) and has(state, call.seat, give) and holds(state, call.seat)

    return Offer(act, ready, limit=SCOPES[clause.limit], times=clause.times)


def compile_offer(card: int, clause: clauses.Offer) -> None:
    each = all_of(card, clause.do)
    holds = standing(clause.if_)

    def act(table: Table, call: Call) -> None:
        do_all(table, call, each)

    def ready(state: State, call: Call) -> bool:
        return holds(state, call.seat) and any(one.can(state, call, KNOWN) for one in each)

    offer(card, Offer(act, ready, between=True, limit=SCOPES[clause.limit]))


def compile_score(card: int, clause: clauses.Score) -> None:
    points = counted(clause.points)
    holds = standing(clause.if_)
    answer(
        card,
        SCORE,
        lambda state, seat: points(state, seat, NO_FACTS) if holds(state, seat) else 0,
    )


def compile_most(card: int, clause: clauses.ScoreMost) -> None:
    many = number(clause.of)

    def points(state: State, seat: int) -> list[int]:
        counts = [many(state, other, NO_FACTS) for other in range(len(state.seats))]
        return [clause.points if one == max(counts) else 0 for one in counts]

    answer(card, COMPARE, points)
