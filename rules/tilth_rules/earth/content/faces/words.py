"""The words that faces are written in, and what all parts of a face have in common."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Kind = Literal["flora", "terrain", "event", "island", "climate", "ecosystem", "fauna", "gaia"]
FloraType = Literal["tree", "herb", "mushroom", "bush"]
Habitat = Literal["sunny", "wet", "rocky", "cold"]
Colour = Literal["green", "red", "blue", "yellow", "black", "brown"]
Action = Literal["green", "red", "blue", "yellow"]
Mark = Literal["place", "colour", "animal"]
"""What a word of a plant's name speaks of; printed bold, slanted or underlined."""

What = Literal["soil", "sprout", "growth", "draw", "compost hand", "compost deck", "compost"]
"""Goods. "compost hand" and "compost deck" put cards into the own compost, from the hand or unseen from the deck;
"compost", only ever paid, discards the top of the own compost."""

When = Literal["activate", "on_plant", "on_play", "always", "event_played", "scoring", "setup"]

Few = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]
Amount = tuple[What, Some]


class Part(
    msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """What a face consists of."""
