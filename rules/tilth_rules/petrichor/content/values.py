"""The one module that reads `values.json`, and holds another owner's values against its shape.

A text given in the options is merged over the file (`corrections.py`).
"""

from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from tilth_rules.corrections import corrected
from tilth_rules.kernel import OptionsRefused
from tilth_rules.petrichor.content.book import Book, CropName, Value, WindIcons
from tilth_rules.petrichor.options import Options
from tilth_rules.petrichor.words import (
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

ICONS = ("harvest", "frost", "sun", "wind", "rain")


class Values(msgspec.Struct, frozen=True):
    """The values as the rules use them."""

    needs: tuple[int, ...]
    """By crop: the drops that make it grow, 0 for what never grows."""
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
    """By number of a Southern Wind card: kinds of weather, 0 for the harvest icon."""
    layouts: dict[int, tuple[int, ...]]
    """By number of seats: the crop of each cell of the grid."""
    lake_adds: int
    fertilizers: int
    fertilizer_bonus: int

    def track(self, long_form: bool) -> tuple[int, ...]:
        return self.tracks[1 if long_form else 0]


def values_of(options: Options) -> Values:
    """The values a match is played with."""
    return read(options.values)


@lru_cache(maxsize=64)
def read(text: str) -> Values:
    """The values of the file with this text merged over it; raises OptionsRefused where it doesn't fit."""
    book = corrected(FILE, text, Book)
    _check_shapes(book)
    return _usable(book)


def _refuse_unless(holds: bool, field: str, why: str) -> None:
    if not holds:
        raise OptionsRefused(f"values.{field}", why)


def _check_shapes(book: Book) -> None:
    """What holds between values: nobody could play with these otherwise."""
    _refuse_unless(
        len(book.voting_track.short.points) == 9, "voting_track.short.points", "9 spaces: 0 to 8 steps"
    )
    _refuse_unless(
        len(book.voting_track.long.points) == 13, "voting_track.long.points", "13 spaces: 0 to 12 steps"
    )
    _refuse_unless(
        sorted(card.wind for card in book.southern_winds.icons) == list(range(1, 10)),
        "southern_winds.icons",
        "the cards 1 to 9, once each",
    )
    _refuse_unless(
        all(len(card.icons) in ((0,) if card.wind == 9 else (1, 2)) for card in book.southern_winds.icons),
        "southern_winds.icons",
        "one or two icons on each of the cards 1 to 8, none on 9",
    )
    basic = [tile for tile in book.tiles.list if tile.crop != "cactus"]
    _refuse_unless(len(basic) >= 12, "tiles.list", "at least 12 tiles besides the Cactus")
    _refuse_unless(len(basic) <= 40, "tiles.list", "at most 40 tiles")
    _refuse_unless(
        sum(tile.crop != "corn" for tile in basic) >= 7, "tiles.list", "at least 7 tiles without Corn"
    )
    _refuse_unless(len(book.tiles.list) - len(basic) == 1, "tiles.list", "one Cactus")
    tame = [tile for tile in basic if tile.priority is not None and tile.crop not in ("wheat", "potato")]
    _refuse_unless(len(tame) >= 6, "tiles.list", "at least 6 tiles with a priority besides Wheat and Potato")
    for seats, rows in _layouts(book).items():
        _check_layout(book, seats, rows)
    cactus = book.crops.cactus
    _refuse_unless(
        cactus.overwatered_at.value > cactus.threshold.value,
        "crops.cactus.overwatered_at",
        "more drops than make it grow",
    )
    _refuse_unless(book.fertilizer.tokens.value <= 3, "fertilizer.tokens", "at most 3")


def _layouts(book: Book) -> dict[int, list[list[CropName | None]]]:
    layouts = book.first_layouts
    return {2: layouts.players_2, 3: layouts.players_3, 4: layouts.players_4}


def _check_layout(book: Book, seats: int, rows: list[list[CropName | None]]) -> None:
    field = f"first_layouts.players_{seats}"
    columns = 4 if seats == 4 else 3
    _refuse_unless(len(rows) == 3 and all(len(row) == columns for row in rows), field, f"3 rows of {columns}")
    corners = ((0, 0), (2, 2)) if seats == 2 else ()
    for r, row in enumerate(rows):
        for c, crop in enumerate(row):
            _refuse_unless((crop is None) == ((r, c) in corners), field, f"row {r + 1}, column {c + 1}")
    laid = [crop for row in rows for crop in row if crop]
    for crop in set(laid):
        owned = sum(tile.crop == crop for tile in book.tiles.list) if crop != "cactus" else 0
        _refuse_unless(laid.count(crop) <= owned, field, f"{laid.count(crop)} {crop}, there are {owned}")


def _numbers(ranks: tuple[Value, ...]) -> tuple[int, ...]:
    return tuple(rank.value for rank in ranks)


def _usable(book: Book) -> Values:
    crops = book.crops
    layouts: dict[int, tuple[int, ...]] = {}
    for seats, rows in _layouts(book).items():
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
    return tuple(ICONS.index(icon) for icon in card.icons)


FILE: dict[str, Any] = msgspec.json.decode((files(__package__) / "values.json").read_bytes())

assert (WHEAT, RICE, CORN) == (1, 6, 7), "the order of CROPS and the crops' numbers"
