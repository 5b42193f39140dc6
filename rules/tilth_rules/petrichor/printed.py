"""The values printed on the components, as a part of each view. Clients use them to show what a crop pays."""

from functools import lru_cache
from typing import ClassVar

import msgspec

from tilth_rules.petrichor.codes import CACTUS, CORN, DEVELOPED, OVERWATERED, RICE, SPROUTING, WHEAT
from tilth_rules.petrichor.content.compiled import Values, read

RANKS = 4


class PrintedCrop(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A crop: the drops that make it grow, and the points that a harvest of its tile pays.

    `sprouting`, `developed` and `overwatered` belong to the states of growth. Each has the points of the first place,
    the second and so on; it is empty if the crop pays nothing by place.
    """

    crop: int
    need: int
    sprouting: tuple[int, ...] = ()
    developed: tuple[int, ...] = ()
    overwatered: tuple[int, ...] = ()
    by_company: tuple[int, ...] = ()
    """Points for each side on the tile, by the number of sides there: one, two and so on."""
    per_drop: int = 0
    """Points for each drop of a side's own, after the crop has developed."""
    overwatered_at: int = 0
    """Drops that overwater the crop; 0 for none."""

    kept: ClassVar[bool] = True


class Printed(msgspec.Struct, frozen=True, gc=False):
    """The values that a match is played with. The Voting Wins track is a field of the view itself."""

    crops: tuple[PrintedCrop, ...]
    wheat_most: int
    """Points for the most Wheat tokens, at the end."""
    die_faces: tuple[int, ...]
    """The faces of a harvest die: numbers of votes, or 0 for the harvest icon."""
    lake_adds: int
    """Drops that a cloud takes in when it is blown onto the Lake."""
    fertilizer_bonus: int
    """Points that a fertilizer token adds for each side on its tile."""


@lru_cache(maxsize=64)
def printed(text: str) -> Printed:
    """Return the values that a match is played with, for its view: those of the file with the corrections in `text`
    merged over them."""
    values = read(text)
    return Printed(
        crops=tuple(_crop(values, crop, need) for crop, need in enumerate(values.needs) if need),
        wheat_most=values.wheat_most,
        die_faces=values.faces,
        lake_adds=values.lake_adds,
        fertilizer_bonus=values.fertilizer_bonus,
    )


def _crop(values: Values, crop: int, need: int) -> PrintedCrop:
    """Return the needs and points of a crop as the view shows them."""
    wheat = (values.wheat_first, *(values.wheat_others,) * (RANKS - 1))
    return PrintedCrop(
        crop,
        need,
        sprouting=values.ranks.get((crop, SPROUTING), ()),
        developed=wheat if crop == WHEAT else values.ranks.get((crop, DEVELOPED), ()),
        overwatered=values.ranks.get((crop, OVERWATERED), ()),
        by_company=values.corn_each if crop == CORN else (),
        per_drop=values.rice_per_drop if crop == RICE else 0,
        overwatered_at=values.drown_at if crop == CACTUS else 0,
    )
