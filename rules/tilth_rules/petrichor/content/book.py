"""The shape of `values.json`: what an owner of the box may correct, and within what bounds."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Points = Annotated[int, Meta(ge=0, le=99)]
Need = Annotated[int, Meta(ge=1, le=40)]
Tag = Literal["S", "D", "P", "X", "P+S"]
CropName = Literal["wheat", "cotton", "grass", "potato", "coffee", "rice", "corn", "cactus"]
Icon = Literal["harvest", "frost", "sun", "wind", "rain"]


class Sourced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a value is from: S a rulebook's words, D derived from them, P a public source, X not found."""

    tag: Tag
    source: str = ""


class Value(Sourced, frozen=True):
    value: Points


class Threshold(Sourced, frozen=True):
    value: Need


Ranks = Annotated[tuple[Value, ...], Meta(min_length=4, max_length=4)]


class Wheat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    threshold: Threshold
    first: Value
    others: Value
    most_tokens: Value


class Ranked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    threshold: Threshold
    ranks: Ranks


class Coffee(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    threshold: Threshold
    sprouting: Ranks
    developed: Ranks


class Rice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    threshold: Threshold
    per_drop: Value


class Corn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    threshold: Threshold
    each: Ranks


class Cactus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    threshold: Threshold
    overwatered_at: Threshold
    ranks: Ranks
    overwatered: Ranks


class Crops(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wheat: Wheat
    cotton: Ranked
    grass: Ranked
    potato: Ranked
    coffee: Coffee
    rice: Rice
    corn: Corn
    cactus: Cactus


class CropTile(Sourced, frozen=True):
    crop: CropName
    priority: Annotated[float, Meta(gt=0, le=99)] | None


class Tiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    list: list[CropTile]


class Track(Sourced, frozen=True):
    points: tuple[Points, ...]


class Tracks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    short: Track
    long: Track


class Die(Sourced, frozen=True):
    faces: Annotated[tuple[Annotated[int, Meta(ge=0, le=4)], ...], Meta(min_length=6, max_length=6)]


class WindIcons(Sourced, frozen=True):
    wind: int
    icons: Annotated[tuple[Icon, ...], Meta(max_length=2)]


class Winds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    icons: list[WindIcons]


class Layouts(Sourced, frozen=True):
    players_2: list[list[CropName | None]]
    players_3: list[list[CropName | None]]
    players_4: list[list[CropName | None]]


class Lake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wind_adds: Value


class Fertilizer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tokens: Value
    bonus: Value


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file, as it is written."""

    about: str
    tags: dict[str, str]
    crops: Crops
    tiles: Tiles
    voting_track: Tracks
    harvest_die: Die
    southern_winds: Winds
    first_layouts: Layouts
    lake: Lake
    fertilizer: Fertilizer
