"""The words in which faces are written, and the base of all parts of a face."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Kind = Literal["flora", "terrain", "event", "island", "climate", "ecosystem", "fauna", "gaia"]
FloraType = Literal["tree", "herb", "mushroom", "bush"]
Habitat = Literal["sunny", "wet", "rocky", "cold"]
Colour = Literal["green", "red", "blue", "yellow", "black", "brown"]
Action = Literal["green", "red", "blue", "yellow"]
Mark = Literal["place", "colour", "animal"]
"""The thing that a word of a plant's name means; printed bold, slanted or underlined."""

What = Literal["soil", "sprout", "growth", "draw", "compost hand", "compost deck", "compost"]
"""A good.

"compost hand" and "compost deck" put cards into the seat's own compost, from the hand or unseen from the
deck. "compost", only ever paid, discards the top of the own compost.
"""

When = Literal["activate", "on_plant", "on_play", "always", "event_played", "scoring", "setup"]

Few = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]
Amount = tuple[What, Some]


class Part(
    msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """The base of every struct that a face's data consists of."""
