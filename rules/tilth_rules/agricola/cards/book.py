"""Importing this module fills the registry: what data say, and what cards' own functions add."""

from tilth_rules.agricola.cards import (
    beginnings,
    dealings,
    deck_e_minors,
    deck_e_occupations,
    deck_e_points,
    deck_i_dealers,
    deck_i_minors,
    deck_i_occupations,
    declarations,
    enclosures,
    from_hand,
    hides,
    lasso,
    more_improvements,
    movers,
    people,
    reckoning,
    takings,
    travelling_players,
)
from tilth_rules.agricola.cards.vocabulary import compile_cards
from tilth_rules.kernel import Step

FUNCTIONS = (
    beginnings,
    dealings,
    deck_e_minors,
    deck_e_occupations,
    deck_e_points,
    deck_i_dealers,
    deck_i_minors,
    deck_i_occupations,
    declarations,
    enclosures,
    from_hand,
    hides,
    lasso,
    more_improvements,
    movers,
    people,
    reckoning,
    takings,
    travelling_players,
)
"""The modules whose functions are cards'."""

compile_cards()

CARD_STEPS: tuple[type[Step], ...] = ()
"""Steps of cards that the game has to know. What the data ask is asked by `CardAsks`."""
