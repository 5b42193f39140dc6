"""Clauses that act at a moment."""

from collections.abc import Callable
from typing import Final

from tilth_rules.agricola.actions.goods import lose
from tilth_rules.agricola.actions.parts import KNOWN, MAY
from tilth_rules.agricola.cards import moments
from tilth_rules.agricola.cards.counted import conditions
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import (
    OCC,
    OCC_FOOD,
    PER_GAME,
    PER_HARVEST,
    PER_ROUND,
    PER_TURN,
)
from tilth_rules.agricola.cards.registry import (
    ANYBODY,
    OTHERS,
    OWN,
    Listener,
    Wants,
    answer,
    fixed_price,
    listen,
)
from tilth_rules.agricola.cards.vocabulary.acting import all_of, any_can, do_all
from tilth_rules.agricola.cards.vocabulary.hauls import matches
from tilth_rules.agricola.codes import FOOD
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.clauses import MOMENTS, Haul, Moment, When
from tilth_rules.agricola.moves.numbers import USES_OF_A_CARD
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Table

NUMBER_OF: Final[dict[Moment, int]] = {name: getattr(moments, name.upper()) for name in MOMENTS}
"""The numbers of the moments that the data name."""
WHOSE: Final = {"me": OWN, "others": OTHERS, "any": ANYBODY}
SCOPES: Final = {
    None: 0,
    "action": 0,
    "turn": PER_TURN,
    "round": PER_ROUND,
    "harvest": PER_HARVEST,
    "game": PER_GAME,
}
"""The scope of each limit in the data. A moment comes once an action, so a limit to actions needs no scope."""


def compile_when(card: int, clause: When) -> None:
    """Register the card's effect at a clause's moment, and the answer to OCC_FOOD if it gives food before an occupation
    is paid for."""
    moment = NUMBER_OF[clause.on]
    each = all_of(card, clause.do)
    cost = clause.cost

    def act(table: Table, call: Call) -> None:
        lose(table, call.seat, cost, card=card)
        do_all(table, call, each)

    if clause.slot >= USES_OF_A_CARD:
        raise ValueError(f"card {card}: too many acts at the moment {clause.on}")
    listener = Listener(
        act,
        _wants(clause, any_can(each, MAY)),
        WHOSE[clause.who],
        clause.optional or bool(cost),
        SCOPES[clause.limit],
        price=fixed_price(cost) if cost else None,
        ready=None if any(one.hidden for one in each) else any_can(each, KNOWN),
    )
    listen(card, moment, listener, clause.slot)
    if moment == OCC:
        food = sum(_food(one) for one in clause.do)
        answer(card, OCC_FOOD, lambda state, seat: food)


def _wants(clause: When, can: Wants) -> Wants:
    """Return the test of everything that must hold so that the clause acts, with the cheapest test first."""
    meant = _meant(clause)
    holds = conditions(clause.if_)
    round_ = clause.round

    def wants(state: State, call: Call) -> bool:
        return (
            (meant is None or meant(call.facts))
            and (not round_ or state.round == round_)
            and (holds is None or holds(state, call.seat, call.facts))
            and can(state, call)
        )

    return wants


def _meant(clause: When) -> Callable[[Facts], bool] | None:
    """Return the test of whether the facts are about the clause's space, card and haul; None if the clause names
    none."""
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
    """Return the food that an act gives, if it gains a printed amount of food; else 0."""
    found = dict(act.goods).get(FOOD, 0) if isinstance(act, acts.Gain) else 0
    return found if isinstance(found, int) else 0
