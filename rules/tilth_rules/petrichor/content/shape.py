"""The shape of `values.json`, with the bounds of the values that an owner of the box may correct."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tilth_rules.common.value_file import Sourced

Points = Annotated[int, Meta(ge=0, le=99)]
Need = Annotated[int, Meta(ge=1, le=40)]
CropName = Literal["wheat", "cotton", "grass", "potato", "coffee", "rice", "corn", "cactus"]
Icon = Literal["harvest", "frost", "sun", "wind", "rain"]


class Value(Sourced, frozen=True):
    """A number of points or of components, with its source."""

    value: Points


class Threshold(Sourced, frozen=True):
    """A number of drops that makes a crop grow, or drown, with its source."""

    value: Need


Ranks = Annotated[tuple[Value, ...], Meta(min_length=4, max_length=4)]


class Wheat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of Wheat in the file: the drops it needs, and the points of the first place, the others, and most
    tokens."""

    threshold: Threshold
    first: Value
    others: Value
    most_tokens: Value


class Ranked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values in the file of a crop that pays each rank (first, second ...) a number of points."""

    threshold: Threshold
    ranks: Ranks


class Coffee(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of Coffee in the file: the drops it needs, and the points by rank while it sprouts and when
    developed."""

    threshold: Threshold
    sprouting: Ranks
    developed: Ranks


class Rice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of Rice in the file: the drops it needs, and the points for each drop."""

    threshold: Threshold
    per_drop: Value


class Corn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of Corn in the file: the drops it needs, and the points by number of sides that share it."""

    threshold: Threshold
    each: Ranks


class Cactus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of the Maltese Cactus in the file: the drops that make it grow and drown, and the points by rank in
    each state."""

    threshold: Threshold
    overwatered_at: Threshold
    ranks: Ranks
    overwatered: Ranks


class Crops(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of all crops in the file."""

    wheat: Wheat
    cotton: Ranked
    grass: Ranked
    potato: Ranked
    coffee: Coffee
    rice: Rice
    corn: Corn
    cactus: Cactus


class CropTile(Sourced, frozen=True):
    """A tile: its crop, and its priority in the solo game."""

    crop: CropName
    priority: Annotated[float, Meta(gt=0, le=99)] | None


class Tiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tiles of the box, without the promos."""

    source: str
    list: list[CropTile]


class Track(Sourced, frozen=True):
    """The points of a Voting Wins track, by number of steps."""

    points: tuple[Points, ...]


class Tracks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Voting Wins tracks of the short and of the long form."""

    short: Track
    long: Track


class Die(Sourced, frozen=True):
    """The faces of a harvest die: numbers of votes, 0 for the harvest icon."""

    faces: Annotated[tuple[Annotated[int, Meta(ge=0, le=4)], ...], Meta(min_length=6, max_length=6)]


class WindIcons(Sourced, frozen=True):
    """The vote icons of one Southern Wind card, with their source."""

    wind: int
    icons: Annotated[tuple[Icon, ...], Meta(max_length=2)]


class Winds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The vote icons of all Southern Wind cards."""

    source: str
    icons: list[WindIcons]


class Layouts(Sourced, frozen=True):
    """The layouts suggested for a first game, by number of players."""

    players_2: list[list[CropName | None]]
    players_3: list[list[CropName | None]]
    players_4: list[list[CropName | None]]


class Lake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The value of the Lake promo tile: the drops that a cloud takes in when it is blown there."""

    wind_adds: Value


class Fertilizer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of the fertilizer variant: how many tokens, and the bonus points on their tiles."""

    tokens: Value
    bonus: Value


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole content of Petrichor's values file, with the source of each value."""

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
