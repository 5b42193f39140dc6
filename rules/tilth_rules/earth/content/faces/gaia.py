"""The shape of Gaia's own cards."""

from typing import Annotated, Literal

from msgspec import Meta

from tilth_rules.earth.content.faces.types import Action, Few, Part

Levels = Annotated[tuple[Few, ...], Meta(min_length=4, max_length=4)]
"""Numbers by level of the solo game: beginner, medium, hard, expert."""


class GaiaGain(Part, frozen=True, cache_hash=True):
    """A gain of Gaia's: a number by level, and one more for each thing counted with her opponent."""

    what: Literal["sprout", "growth", "soil", "compost deck", "scoring"]
    """The good that she gains. "scoring" means cards from the deck, face up on her scoring pile."""
    n: Levels
    each: Literal["blue card", "card drawn", "soil gained"] | None = None
    """The thing counted with her opponent, in the tableau with island and climate, or in this turn without events."""


class GaiaAction(Part, frozen=True, cache_hash=True, tag_field="turn", tag="action"):
    """One of Gaia's cards (solo): her opponent takes this action as one of the others, and then she takes these
    gains."""

    action: Action
    gains: tuple[GaiaGain, ...]


class GaiaLeaf(Part, frozen=True, cache_hash=True, tag_field="turn", tag="leaf"):
    """One of Gaia's cards (solo): she puts a leaf on one of the two fauna cards of a row. More happens by level and
    card."""

    row: Literal["upper", "lower"]
    skips: Levels
    """The number of her next turns that she skips, by level."""
    left: GaiaGain
    right: GaiaGain
