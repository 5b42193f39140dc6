"""The values of `values.json` as the rules use them."""

from typing import Final

import msgspec

from tilth_rules.common.value_file import ValueFile
from tilth_rules.petrichor.codes import (
    CACTUS,
    COFFEE,
    CORN,
    COTTON,
    CROPS,
    DEVELOPED,
    GRASS,
    OVERWATERED,
    POTATO,
    RICE,
    SPROUTING,
    WHEAT,
)
from tilth_rules.petrichor.content.checks import check, layouts_of
from tilth_rules.petrichor.content.shape import Book, Value, WindIcons

ICONS = ("harvest", "frost", "sun", "wind", "rain")


class Values(msgspec.Struct, frozen=True):
    """The values that a match is played with (needs and points of crops, tiles, dice, tracks, layouts), in the form
    that the rules use."""

    needs: tuple[int, ...]
    """By crop: the drops that make it grow; 0 for a crop that never grows."""
    ranks: dict[tuple[int, int], tuple[int, ...]]
    """By crop and growth: the points for each rank."""
    wheat_first: int
    wheat_others: int
    wheat_most: int
    rice_per_drop: int
    corn_each: tuple[int, ...]
    drown_at: int
    tiles: tuple[tuple[int, float | None], ...]
    """Crop and solo priority of every tile, without the Lake."""
    tracks: tuple[tuple[int, ...], tuple[int, ...]]
    faces: tuple[int, ...]
    icons: tuple[tuple[int, ...], ...]
    """By number of a Southern Wind card: the kinds of weather among its icons, 0 for the harvest icon."""
    layouts: dict[int, tuple[int, ...]]
    """By number of seats: the crop of each cell of the grid."""
    lake_adds: int
    fertilizers: int
    fertilizer_bonus: int

    def track(self, long_form: bool) -> tuple[int, ...]:
        """Return the points of the Voting Wins track by number of steps, for the short or the long form."""
        return self.tracks[1 if long_form else 0]


def _numbers(ranks: tuple[Value, ...]) -> tuple[int, ...]:
    """Return the points of each rank (first place, second place and so on), without their sources."""
    return tuple(rank.value for rank in ranks)


def _usable(book: Book) -> Values:
    """Return the content of the values file in the form that the rules use. Raises OptionsRefused if values contradict
    each other."""
    check(book)
    crops = book.crops
    layouts: dict[int, tuple[int, ...]] = {}
    for seats, rows in layouts_of(book).items():
        padded = [[*row, None] if seats < 4 else row for row in rows]
        layouts[seats] = tuple(CROPS.index(crop) if crop else 0 for row in padded for crop in row)
    named = (None, *(getattr(crops, name) for name in CROPS[1:-1]), None)
    return Values(
        needs=tuple(0 if crop is None else crop.threshold.value for crop in named),
        ranks={
            (COTTON, DEVELOPED): _numbers(crops.cotton.ranks),
            (GRASS, DEVELOPED): _numbers(crops.grass.ranks),
            (POTATO, DEVELOPED): _numbers(crops.potato.ranks),
            (COFFEE, SPROUTING): _numbers(crops.coffee.sprouting),
            (COFFEE, DEVELOPED): _numbers(crops.coffee.developed),
            (CACTUS, DEVELOPED): _numbers(crops.cactus.ranks),
            (CACTUS, OVERWATERED): _numbers(crops.cactus.overwatered),
        },
        wheat_first=crops.wheat.first.value,
        wheat_others=crops.wheat.others.value,
        wheat_most=crops.wheat.most_tokens.value,
        rice_per_drop=crops.rice.per_drop.value,
        corn_each=_numbers(crops.corn.each),
        drown_at=crops.cactus.overwatered_at.value,
        tiles=tuple((CROPS.index(tile.crop), tile.priority) for tile in book.tiles.list),
        tracks=(book.voting_track.short.points, book.voting_track.long.points),
        faces=book.harvest_die.faces,
        icons=((), *(_icons(card) for card in sorted(book.southern_winds.icons, key=lambda card: card.wind))),
        layouts=layouts,
        lake_adds=book.lake.wind_adds.value,
        fertilizers=book.fertilizer.tokens.value,
        fertilizer_bonus=book.fertilizer.bonus.value,
    )


def _icons(card: WindIcons) -> tuple[int, ...]:
    """Return the vote icons of a Southern Wind card as numbers."""
    return tuple(ICONS.index(icon) for icon in card.icons)


FILE: Final = ValueFile(__package__, "values.json", Book, _usable)
read: Final = FILE.read
"""Returns the values, with the text of corrections merged over the file."""

assert (WHEAT, RICE, CORN) == (1, 6, 7), "the order of CROPS and the crops' numbers"
