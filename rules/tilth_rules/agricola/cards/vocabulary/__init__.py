"""Cards that are data: what a card's clauses say becomes listeners, answers, offers and questions of the registry.

`compile_cards` walks the clauses of every card once, when the game is loaded, and leaves closures behind: numbers,
conditions, hauls and acts are worked out as far as that is possible, so that nothing of the data is looked at again
while a match is played. The steps know nothing of this; it is a client of the registry like any card's own function.

Counted numbers and conditions are made into functions by `cards/values.py`, what is carried off by `hauls.py`, acts by
`acting.py`. `moments.py` makes listeners of the clauses that act, `standing.py` offers and points, and `prices.py`,
`keeping.py`, `fields.py` and `asked.py` the answers to the rules.
"""

from collections.abc import Callable
from typing import Any, Final

from tilth_rules.agricola.cards.vocabulary import asked, fields, keeping, prices
from tilth_rules.agricola.cards.vocabulary.moments import compile_when
from tilth_rules.agricola.cards.vocabulary.standing import (
    compile_convert,
    compile_most,
    compile_offer,
    compile_score,
)
from tilth_rules.agricola.content import clauses, rules
from tilth_rules.agricola.content.cards import CARDS

COMPILED: Final[dict[type, Callable[[int, Any], None]]] = {
    clauses.When: compile_when,
    clauses.Convert: compile_convert,
    clauses.Offer: compile_offer,
    clauses.Score: compile_score,
    clauses.ScoreMost: compile_most,
    rules.Base: prices.compile_base,
    rules.Less: prices.compile_less,
    rules.FreeFences: prices.compile_free_fences,
    rules.AsMinor: prices.compile_as_minor,
    rules.Holder: keeping.compile_holder,
    rules.Capacity: keeping.compile_capacity,
    rules.Home: keeping.compile_home,
    rules.Plot: fields.compile_plot,
    rules.Stack: fields.compile_stack,
    rules.DeepPlough: fields.compile_plough,
    rules.Cook: asked.compile_cook,
    rules.Oven: asked.compile_oven,
    rules.FeedsLast: asked.compile_feeds_last,
    rules.Entry: asked.compile_entry,
    rules.Toll: asked.compile_toll,
    rules.Lends: asked.compile_lends,
}


def compile_cards() -> None:
    """Every clause of every card, in the order of the data. Replacements of one card go together."""
    for card, printed in enumerate(CARDS):
        replacing = [clause for clause in printed.clauses if isinstance(clause, rules.Replace)]
        if replacing:
            prices.compile_replacing(card, replacing)
        for clause in printed.clauses:
            if not isinstance(clause, rules.Replace):
                COMPILED[type(clause)](card, clause)
