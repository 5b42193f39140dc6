"""Clauses that act at a moment."""

from collections.abc import Callable
from typing import Final

from tilth_rules.agricola.actions.parts import MAY
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import (
    ANYBODY,
    LISTENERS,
    OTHERS,
    OWN,
    Listener,
    Wants,
    answer,
    listen,
)
from tilth_rules.agricola.cards.values import conditions
from tilth_rules.agricola.cards.vocabulary.acting import all_of, any_can, do_all
from tilth_rules.agricola.cards.vocabulary.hauls import matches
from tilth_rules.agricola.cards.words import (
    OCC,
    OCC_FOOD,
    PER_GAME,
    PER_HARVEST,
    PER_ROUND,
    PER_TURN,
)
from tilth_rules.agricola.choices import USES_OF_A_CARD
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.clauses import MOMENTS, Haul, When
from tilth_rules.agricola.goods import has
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import lose
from tilth_rules.agricola.words import FOOD
from tilth_rules.kernel import Table

WHOSE: Final = {"me": OWN, "others": OTHERS, "any": ANYBODY}
SCOPES: Final = {
    None: 0,
    "action": 0,
    "turn": PER_TURN,
    "round": PER_ROUND,
    "harvest": PER_HARVEST,
    "game": PER_GAME,
}
"""A moment comes once an action, so what is limited to actions needs no limit."""


def compile_when(card: int, clause: When) -> None:
    """A listener; and where food comes before an occupation is paid for, the answer that this is so."""
    moment = MOMENTS.index(clause.on)
    each = all_of(card, clause.do)
    cost = clause.cost

    def act(table: Table, call: Call) -> None:
        lose(table, call.seat, cost, card=card)
        do_all(table, call, each)

    if len(LISTENERS[moment][card]) == USES_OF_A_CARD:
        raise ValueError(f"card {card} does too much at {clause.on}")
    listener = Listener(
        act,
        _wants(clause, any_can(each, MAY)),
        WHOSE[clause.who],
        clause.optional or bool(cost),
        SCOPES[clause.limit],
    )
    listen(card, moment, listener)
    if moment == OCC:
        food = sum(_food(one) for one in clause.do)
        answer(card, OCC_FOOD, lambda state, seat: food)


def _wants(clause: When, can: Wants) -> Wants:
    """All that has to hold, what is cheapest to find out first."""
    meant = _meant(clause)
    holds = conditions(clause.if_)
    cost = clause.cost
    round_ = clause.round

    def wants(state: State, call: Call) -> bool:
        return (
            (meant is None or meant(call.facts))
            and (not round_ or state.round == round_)
            and (not cost or has(state, call.seat, cost))
            and (holds is None or holds(state, call.seat, call.facts))
            and can(state, call)
        )

    return wants


def _meant(clause: When) -> Callable[[Facts], bool] | None:
    """Whether it is the space, the card and the haul that the clause is about; None if it is about none."""
    if not (clause.spaces or clause.cards or clause.haul):
        return None
    spaces, cards = frozenset(clause.spaces), frozenset(clause.cards)
    haul = matches(clause.haul or Haul())

    def meant(facts: Facts) -> bool:
        return (
            (not spaces or facts.space in spaces)
            and (not cards or facts.card in cards)
            and (clause.haul is None or haul(facts))
        )

    return meant


def _food(act: acts.Act) -> int:
    found = dict(act.goods).get(FOOD, 0) if isinstance(act, acts.Gain) else 0
    return found if isinstance(found, int) else 0
