"""The clauses of cards as listeners, answers, offers and questions of the registry.

`compile_cards` reads the clauses of every card once, when the game is loaded, and leaves closures behind. Numbers,
conditions, hauls and acts are computed as far as possible, so no data are read again while a match is played. The
steps don't know this package; it is a client of the registry like any card's own function.

`cards/counted.py` turns counted numbers and conditions into functions, `hauls.py` hauls, and `acting.py` acts.
`moments.py` makes listeners of the clauses that act, `offers.py` makes offers and points, and `prices.py`,
`housing.py`, `fields.py` and `food_and_spaces.py` make the answers to the rules.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from tilth_rules.agricola.cards.vocabulary import fields, food_and_spaces, housing, prices
from tilth_rules.agricola.cards.vocabulary.moments import compile_when
from tilth_rules.agricola.cards.vocabulary.offers import (
    compile_convert,
    compile_most,
    compile_offer,
    compile_score,
)
from tilth_rules.agricola.content import clauses, rules
from tilth_rules.agricola.content.cards import Card

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
    rules.Holder: housing.compile_holder,
    rules.Capacity: housing.compile_capacity,
    rules.Home: housing.compile_home,
    rules.Plot: fields.compile_plot,
    rules.Stack: fields.compile_stack,
    rules.DeepPlough: fields.compile_plough,
    rules.Cook: food_and_spaces.compile_cook,
    rules.Oven: food_and_spaces.compile_oven,
    rules.FeedsLast: food_and_spaces.compile_feeds_last,
    rules.Entry: food_and_spaces.compile_entry,
    rules.Toll: food_and_spaces.compile_toll,
    rules.Lends: food_and_spaces.compile_lends,
}


def compile_cards(cards: Sequence[Card]) -> None:
    """Register the effects of every clause of these cards, in the order of the data. Replacements of one card go
    together."""
    for card, printed in enumerate(cards):
        replacing = [clause for clause in printed.clauses if isinstance(clause, rules.Replace)]
        if replacing:
            prices.compile_replacing(card, replacing)
        for clause in printed.clauses:
            if not isinstance(clause, rules.Replace):
                COMPILED[type(clause)](card, clause)
