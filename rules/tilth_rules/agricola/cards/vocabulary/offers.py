"""Clauses about offers, and about points."""

from collections.abc import Callable
from typing import Final

from tilth_rules.agricola.actions.goods import gain, lose
from tilth_rules.agricola.actions.parts import KNOWN
from tilth_rules.agricola.amounts import has
from tilth_rules.agricola.cards.counted import counted, counter_of, holds_always
from tilth_rules.agricola.cards.counting import NO_FACTS
from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.moments import COMPARE, SCORE
from tilth_rules.agricola.cards.registry import NO_EXCHANGES, Exchanges, Offer, answer, offer
from tilth_rules.agricola.cards.vocabulary.acting import all_of, do_all
from tilth_rules.agricola.cards.vocabulary.moments import SCOPES
from tilth_rules.agricola.codes import BREEDING, FEEDING, HARVEST, Goods
from tilth_rules.agricola.content import clauses
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Table

IN_TIME: Final[dict[str, Callable[[int], bool]]] = {
    "any": lambda phase: True,
    "harvest": lambda phase: phase in HARVEST,
    "feeding": lambda phase: phase == FEEDING,
    "not_breeding": lambda phase: phase != BREEDING,
}


def compile_convert(card: int, clause: clauses.Convert) -> None:
    """Register a standing offer for each of the things that the owner can get in exchange."""
    for slot, get in clause.slotted():
        offer(card, _conversion(clause, get), slot)


def _conversion(clause: clauses.Convert, get: Goods) -> Offer:
    """Return the standing offer to exchange the goods that the clause names for the goods `get`."""
    give = clause.give
    in_time = IN_TIME[clause.during]
    holds = holds_always(clause.if_)

    def act(table: Table, call: Call) -> None:
        lose(table, call.seat, give, card=call.card)
        gain(table, call.seat, get, card=call.card)

    def ready(state: State, call: Call) -> bool:
        return in_time(state.phase) and has(state, call.seat, give) and holds(state, call.seat)

    limit = SCOPES[clause.limit]
    trades = Exchanges(((tuple(give), tuple(get)),), endless=not limit)

    def exchanges(state: State, call: Call) -> Exchanges:
        return trades if in_time(state.phase) and holds(state, call.seat) else NO_EXCHANGES

    return Offer(act, ready, limit=limit, times=clause.times, exchanges=exchanges)


def compile_offer(card: int, clause: clauses.Offer) -> None:
    """Register a standing offer to take the clause's acts between actions."""
    each = all_of(card, clause.do)
    holds = holds_always(clause.if_)

    def act(table: Table, call: Call) -> None:
        do_all(table, call, each)

    def ready(state: State, call: Call) -> bool:
        return holds(state, call.seat) and any(one.can(state, call, KNOWN) for one in each)

    offer(card, Offer(act, ready, between=True, limit=SCOPES[clause.limit]))


def compile_score(card: int, clause: clauses.Score) -> None:
    """Register the bonus points that the owner gets at the end of the match, if the clause's condition holds then."""
    points = counted(clause.points)
    holds = holds_always(clause.if_)
    answer(
        card,
        SCORE,
        lambda state, seat: points(state, seat, NO_FACTS) if holds(state, seat) else 0,
    )


def compile_most(card: int, clause: clauses.ScoreMost) -> None:
    """Register the points that each seat with the most of the counted thing gets at the end of the match, tied seats
    too."""
    many = counter_of(clause.of)

    def points(state: State, seat: int) -> list[int]:
        counts = [many(state, other, NO_FACTS) for other in range(len(state.seats))]
        return [clause.points if one == max(counts) else 0 for one in counts]

    answer(card, COMPARE, points)
