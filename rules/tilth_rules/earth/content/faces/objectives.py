"""Objectives of terrain, ecosystems and fauna: a count on the table, and the points for it."""

from typing import Annotated, Literal

from msgspec import Meta

from tilth_rules.earth.content.faces.types import Colour, Few, FloraType, Habitat, Mark, Part, Some


class Filter(Part, frozen=True, cache_hash=True, rename={"is_": "is"}):
    """A set of cards: those that meet every condition named here. `matching.matches` checks a card against it."""

    is_: FloraType | Literal["flora", "terrain", "event"] | None = None
    habitat: Habitat | None = None
    colour: Colour | None = None
    """A colour of the card's abilities. A multicoloured ability is red, blue and yellow."""
    multicolour: bool = False
    named: Mark | None = None
    arrows: bool = False
    """The card bears the small arrows that point along a line, to neighbours or along a path."""
    cost_least: Few | None = None
    cost_most: Few | None = None
    vp_least: Few | None = None
    vp_most: Few | None = None
    parity: Literal["even", "odd"] | None = None
    """Parity of the printed points; 0 is even."""
    abilities_least: Few | None = None
    habitats_least: Few | None = None
    habitats_most: Few | None = None
    sprout_spaces: Few | None = None
    sprout_spaces_most: Few | None = None
    growth_limit_least: Few | None = None
    growth_limit_most: Few | None = None
    canopy_vp_least: Few | None = None
    canopy_vp_most: Few | None = None
    """The highest value of the canopy. A plant without room for growth has no canopy and counts as 0."""
    sprouts_least: Few | None = None
    """The least number of sprouts that lie on the card. The two fields below are about pieces on the card, too."""
    growth_least: Few | None = None
    pieces: Literal["none", "full", "sprouts full", "canopy"] | None = None
    """The pieces on the card: none; no room left; all sprout spaces taken; grown to its limit.

    For "full", a kind of room that the card doesn't have counts as taken. The last two ask for that kind of
    room.
    """


# Measures: counts on the table.


class CountCards(Part, frozen=True, cache_hash=True, tag_field="count", tag="cards", rename={"within": "in"}):
    """A measure: the number of cards that fit the filter in a part of the seat's own area.

    A board is the tableau with island and climate. Row, column, beside and corners are seen from the card itself.
    """

    of: Filter
    within: Literal["tableau", "board", "row", "column", "beside", "corners", "events"]


class CountRichest(Part, frozen=True, cache_hash=True, tag_field="count", tag="richest"):
    """A measure: the number of cards that fit the filter on the board of the seat with the most of them."""

    of: Filter


class CountGaps(Part, frozen=True, cache_hash=True, tag_field="count", tag="gaps"):
    """A measure: the number of sides of this card with no card beside them. The rim of the field counts as empty."""


class CountPool(Part, frozen=True, cache_hash=True, tag_field="count", tag="pool"):
    """A measure: the number of a seat's goods: soil, cards in hand, compost or events; sprouts and growth on its
    plants."""

    of: Literal["soil", "hand", "compost", "sprouts", "growth", "events"]


class CountChain(Part, frozen=True, cache_hash=True, tag_field="count", tag="chain"):
    """A measure: the number of cards on the longest path from card to card over cards that fit, none entered twice."""

    of: Filter
    steps: Literal["orthogonal", "diagonal"]
    through_self: bool = False


class CountLines(Part, frozen=True, cache_hash=True, tag_field="count", tag="lines", rename={"within": "in"}):
    """A measure: the number of lines of four cards that keep a rule.

    If the cards must differ in something of which a card may have several (colours, kinds, habitats), each card stands
    for one.
    """

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
    """A measure: the number of sets of cards, one card for each filter and none for two, from the board and the played
    events."""

    of: Annotated[tuple[Filter, ...], Meta(min_length=2, max_length=6)]


Measure = CountCards | CountRichest | CountGaps | CountPool | CountChain | CountLines | CountSets


# Awards: points for a count.


class Each(Part, frozen=True, cache_hash=True, tag_field="award", tag="each"):
    """An award: points for every `every` things counted, at most `most` points."""

    vp: Some
    every: Some = 1
    most: Some | None = None


class Table(Part, frozen=True, cache_hash=True, tag_field="award", tag="table"):
    """An award: points by the number counted, from 0. The last entry holds for higher numbers."""

    vp: Annotated[tuple[Few, ...], Meta(min_length=2, max_length=20)]


class Goal(Part, frozen=True, cache_hash=True, tag_field="award", tag="goal"):
    """The award of a fauna goal: the goal is reached when at least this number is counted."""

    least: Some


Award = Each | Table | Goal


class Objective(Part, frozen=True, cache_hash=True):
    """An objective on a card: a measure that counts something, and the award for the count."""

    measure: Measure
    award: Award
