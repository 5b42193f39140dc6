"""What is counted on the table, and what the count is worth: terrain, ecosystems and fauna."""

from typing import Annotated, Literal

from msgspec import Meta

from tilth_rules.earth.content.faces.words import Colour, Few, FloraType, Habitat, Mark, Part, Some


class Filter(Part, frozen=True, cache_hash=True, rename={"is_": "is"}):
    """Which cards are meant: those that meet every condition that is named. `filters.matches` answers."""

    is_: FloraType | Literal["flora", "terrain", "event"] | None = None
    habitat: Habitat | None = None
    colour: Colour | None = None
    """A multicoloured ability is red, blue and yellow."""
    multicolour: bool = False
    named: Mark | None = None
    arrows: bool = False
    """The card bears the small arrows that point along a line, to neighbours or along a path."""
    cost_least: Few | None = None
    cost_most: Few | None = None
    vp_least: Few | None = None
    vp_most: Few | None = None
    parity: Literal["even", "odd"] | None = None
    """Of the printed points; 0 is even."""
    abilities_least: Few | None = None
    habitats_least: Few | None = None
    habitats_most: Few | None = None
    sprout_spaces: Few | None = None
    sprout_spaces_most: Few | None = None
    growth_limit_least: Few | None = None
    growth_limit_most: Few | None = None
    canopy_vp_least: Few | None = None
    canopy_vp_most: Few | None = None
    """A plant without room for growth has no canopy and counts as 0 here."""
    sprouts_least: Few | None = None
    """Pieces lying on the card, as the two below."""
    growth_least: Few | None = None
    pieces: Literal["none", "full", "sprouts full", "canopy"] | None = None
    """Neither sprouts nor growth; no room left for either; all its sprout spaces taken; grown to its limit.
    For "full" a kind of room that the card doesn't have counts as taken; the last two ask for that kind of room."""


# What can be counted.


class CountCards(Part, frozen=True, cache_hash=True, tag_field="count", tag="cards", rename={"within": "in"}):
    """Cards in a part of the own area. A board is the tableau with island and climate; row, column, beside and
    corners are seen from the card itself."""

    of: Filter
    within: Literal["tableau", "board", "row", "column", "beside", "corners", "events"]


class CountRichest(Part, frozen=True, cache_hash=True, tag_field="count", tag="richest"):
    """Cards on the board of whoever has most of them."""

    of: Filter


class CountGaps(Part, frozen=True, cache_hash=True, tag_field="count", tag="gaps"):
    """Sides of this card with no card beside them; the rim of the field counts as empty."""


class CountPool(Part, frozen=True, cache_hash=True, tag_field="count", tag="pool"):
    """Goods of a seat: soil, cards in hand, in the compost or among its events; sprouts and growth on its plants."""

    of: Literal["soil", "hand", "compost", "sprouts", "growth", "events"]


class CountChain(Part, frozen=True, cache_hash=True, tag_field="count", tag="chain"):
    """Cards on the longest path from card to card, none entered twice."""

    of: Filter
    steps: Literal["orthogonal", "diagonal"]
    through_self: bool = False


class CountLines(Part, frozen=True, cache_hash=True, tag_field="count", tag="lines", rename={"within": "in"}):
    """Lines of four cards that keep a rule. Where they are to differ in something a card may have several of
    (colours, kinds, habitats), each card stands for one."""

    within: Literal["row", "column", "diagonal"]
    rule: Literal[
        "full",
        "common colour",
        "common kind",
        "common habitat",
        "different colours",
        "different kinds",
        "all habitats",
        "different sprouts",
        "different growth",
        "different vp",
    ]


class CountSets(Part, frozen=True, cache_hash=True, tag_field="count", tag="sets"):
    """Sets of cards, one for each filter and no card for two, from the board and the played events."""

    of: Annotated[tuple[Filter, ...], Meta(min_length=2, max_length=6)]


Measure = CountCards | CountRichest | CountGaps | CountPool | CountChain | CountLines | CountSets


# What a count is worth.


class Each(Part, frozen=True, cache_hash=True, tag_field="award", tag="each"):
    """Points for every so many, `most` in all."""

    vp: Some
    every: Some = 1
    most: Some | None = None


class Table(Part, frozen=True, cache_hash=True, tag_field="award", tag="table"):
    """Points by the number, from 0; the last entry holds for more."""

    vp: Annotated[tuple[Few, ...], Meta(min_length=2, max_length=20)]


class Goal(Part, frozen=True, cache_hash=True, tag_field="award", tag="goal"):
    """A goal of fauna: reached with so many."""

    least: Some


Award = Each | Table | Goal


class Objective(Part, frozen=True, cache_hash=True):
    measure: Measure
    award: Award
