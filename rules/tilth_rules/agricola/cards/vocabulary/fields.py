"""Clauses about fields: plots on cards, what is sown on a field, and ploughs."""

from tilth_rules.agricola.actions.fields import Ploughing
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.registry import answer
from tilth_rules.agricola.cards.values import standing
from tilth_rules.agricola.cards.words import PLOT, PLOUGH, STACK
from tilth_rules.agricola.content import rules
from tilth_rules.agricola.state import State


def compile_plot(card: int, clause: rules.Plot) -> None:
    """What grows on the card, and on how many plots."""
    plots = (int(clause.crop), clause.n)
    answer(card, PLOT, lambda state, seat: plots)


def compile_stack(card: int, clause: rules.Stack) -> None:
    crops, plus = frozenset(clause.crops), clause.plus
    holds = standing(clause.if_)
    answer(
        card,
        STACK,
        lambda state, seat, plot, good: plus if good in crops and holds(state, seat) else 0,
    )


def compile_plough(card: int, clause: rules.DeepPlough) -> None:
    """A plough helps its owner, on these spaces."""
    spaces = frozenset(clause.spaces)
    plough = Ploughing(to=clause.to, uses=clause.uses)
    none = Ploughing()

    def ploughing(state: State, owner: int, facts: Facts) -> Ploughing:
        return plough if facts.seat == owner and facts.space in spaces else none

    answer(card, PLOUGH, ploughing)
