"""Clauses about fields: plots on cards, crops on a field that is sown, and ploughs."""

from tilth_rules.agricola.actions.fields import PloughEffect
from tilth_rules.agricola.cards.counted import holds_always
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import PLOT, PLOUGH, STACK
from tilth_rules.agricola.cards.registry import answer
from tilth_rules.agricola.content import rules
from tilth_rules.agricola.state import State


def compile_plot(card: int, clause: rules.Plot) -> None:
    """Register the plots that the card brings: the good that grows there, and their number."""
    plots = (int(clause.crop), clause.n)
    answer(card, PLOT, lambda state, seat: plots)


def compile_stack(card: int, clause: rules.Stack) -> None:
    """Register that a field or plot gets more goods (`plus`) when its owner sows one of the clause's crops, if its
    condition holds."""
    crops, plus = frozenset(clause.crops), clause.plus
    holds = holds_always(clause.if_)
    answer(
        card,
        STACK,
        lambda state, seat, plot, good: plus if good in crops and holds(state, seat) else 0,
    )


def compile_plough(card: int, clause: rules.DeepPlough) -> None:
    """Register a plough: on the clause's spaces its owner ploughs `to` fields instead of one, `uses` times in the
    match."""
    spaces = frozenset(clause.spaces)
    plough = PloughEffect(to=clause.to, uses=clause.uses)
    none = PloughEffect()

    def ploughing(state: State, owner: int, facts: Facts) -> PloughEffect:
        return plough if facts.seat == owner and facts.space in spaces else none

    answer(card, PLOUGH, ploughing)
