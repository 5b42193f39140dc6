"""What Gaia's own cards say."""

from typing import Annotated, Literal

from msgspec import Meta

from tilth_rules.earth.content.faces.words import Action, Few, Part

Levels = Annotated[tuple[Few, ...], Meta(min_length=4, max_length=4)]
"""By level of the solo game: beginner, medium, hard, expert."""


class GaiaGain(Part, frozen=True, cache_hash=True):
    """What Gaia takes: a number by level, and one more for each thing counted with her opponent."""

    what: Literal["sprout", "growth", "soil", "compost deck", "scoring"]
    """"scoring": cards from the deck, face up on her scoring pile."""
    n: Levels
    each: Literal["blue card", "card drawn", "soil gained"] | None = None
    """Of the tableau, island and climate; of this turn, events aside."""


class GaiaAction(Part, frozen=True, cache_hash=True, tag_field="turn", tag="action"):
    """Her opponent takes this action as one of the others, then she gains."""

    action: Action
    gains: tuple[GaiaGain, ...]


class GaiaLeaf(Part, frozen=True, cache_hash=True, tag_field="turn", tag="leaf"):
    """She puts a leaf on one of the two fauna cards of a row; what else happens depends on level and card."""

    row: Literal["upper", "lower"]
    skips: Levels
    """How many of her next turns she skips."""
    left: GaiaGain
    right: GaiaGain
