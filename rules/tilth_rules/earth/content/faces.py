"""The shape of a card face as `cards.json` says it: the closed vocabulary that every card of Earth is written in.

A face is known everywhere by its index in `FACES` (see `cards.py`); what stands here is its contents. Where a number is
absent (a cost on an island, points on an animal) the field is None, and no filter on it holds.
"""

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
    """Neither sprouts nor growth; no room left for either; no room left for sprouts; grown to its limit.
    A kind of room that the card doesn't have counts as full, but is no canopy."""


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


# What abilities do besides paying and gaining.


class Copy(Part, frozen=True, cache_hash=True, tag_field="op", tag="copy"):
    """One ability of this colour of another card of the tableau is used as if it stood here."""

    colour: Action


class ReplaceOnPlant(Part, frozen=True, cache_hash=True, tag_field="op", tag="replace_on_plant"):
    """A planting may go onto this card: for nothing, this card to the compost, and then so many are drawn."""

    of: Filter
    draw: Some


class ForbidAction(Part, frozen=True, cache_hash=True, tag_field="op", tag="forbid_action"):
    """Its owner, when active, doesn't choose this action."""

    action: Action


class PayWith(Part, frozen=True, cache_hash=True, tag_field="op", tag="pay_with"):
    """Any part of this card's own price may be paid with these, each for one soil."""

    what: Literal["sprout", "growth", "compost hand"]


class LookCompost(Part, frozen=True, cache_hash=True, tag_field="op", tag="look_compost"):
    """The topmost cards of the own compost are looked at; some go to the hand, the others back on top."""

    look: Some
    keep: Some


class CostCut(Part, frozen=True, cache_hash=True, tag_field="op", tag="cost_cut"):
    """Such cards cost less soil, and never less than none."""

    of: Filter
    by: Some


class Start(Part, frozen=True, cache_hash=True, tag_field="op", tag="start"):
    """What a seat begins with: of the cards drawn so many go into the compost."""

    cards: Few
    compost: Few
    soil: Few


class AllTypes(Part, frozen=True, cache_hash=True, tag_field="op", tag="all_types"):
    """The reminder that this plant is of every type. It does nothing, but counts as an ability."""


Operation = Copy | ReplaceOnPlant | ForbidAction | PayWith | LookCompost | CostCut | Start | AllTypes


class Target(Part, frozen=True, cache_hash=True, rename={"within": "in"}):
    """Where gained pieces go: `each` one to every such card of its row or column, itself among them; or spread
    freely over such cards on the 8 places around, without itself."""

    within: Literal["row", "column", "around"]
    of: Filter
    each: bool = False


class Ability(Part, frozen=True, cache_hash=True):
    colours: Annotated[tuple[Colour, ...], Meta(min_length=1, max_length=3)]
    """One, or red, blue and yellow for a multicoloured ability."""
    when: When
    pay: tuple[Amount, ...] = ()
    """Paid in full or not at all, in this order."""
    gain: tuple[Amount, ...] = ()
    """In this order; each is the most that can be taken."""
    active: bool = False
    """Only in its owner's own turn."""
    planted: Filter | None = None
    """Gained once for every such card that its owner planted in this turn."""
    target: Target | None = None
    op: Operation | None = None
    score: Objective | None = None

    @property
    def multicolour(self) -> bool:
        return len(self.colours) > 1


Levels = Annotated[tuple[Few, ...], Meta(min_length=4, max_length=4)]
"""By level of the solo game: beginner, medium, hard, expert."""


class GaiaGain(Part, frozen=True, cache_hash=True):
    """What Gaia takes: a number by level, and one more for each thing counted with her opponent."""

    what: Literal["sprout", "growth", "soil", "compost deck", "scoring"]
    """"scoring": cards from the deck, face up on her scoring pile."""
    n: Levels
    each: Literal["blue card", "card drawn", "soil gained"] | None = None
    """Of the tableau, island and climate; of this turn, events aside."""


class GaiaAction(Part, frozen=True, cache_hash=True, tag_field="turn", tag="action"):
    """Her opponent takes this action as one of the others, then she gains."""

    action: Action
    gains: tuple[GaiaGain, ...]


class GaiaLeaf(Part, frozen=True, cache_hash=True, tag_field="turn", tag="leaf"):
    """She puts a leaf on one of the two fauna cards of a row; what else happens depends on level and card."""

    row: Literal["upper", "lower"]
    skips: Levels
    """How many of her next turns fall out."""
    left: GaiaGain
    right: GaiaGain


class Name(Part, frozen=True, cache_hash=True):
    en: Annotated[str, Meta(min_length=1, max_length=60)]
    ru: Annotated[str, Meta(min_length=1, max_length=60)]
    translated: bool = False
    """The Russian name is ours, not the Russian edition's."""

    def says(self, language: str) -> str:
        return self.ru if language == "ru" else self.en


class Face(Part, frozen=True, cache_hash=True):
    """One side of a card."""

    id: Annotated[str, Meta(pattern=r"^[a-z]+-[0-9]{3}[ab]?$")]
    kind: Kind
    name: Name
    latin: Annotated[str, Meta(max_length=60)] | None = None
    vp: Annotated[int, Meta(ge=-20, le=20)] | None = None
    cost: Few | None = None
    types: tuple[FloraType, ...] = ()
    habitats: tuple[Habitat, ...] = ()
    sprouts: Few = 0
    """Room for sprouts."""
    growth: Few = 0
    """The limit of growth; the piece that reaches it is the canopy."""
    canopy: Few | None = None
    """Points of the finished canopy; None where nothing grows."""
    marks: tuple[Mark, ...] = ()
    abilities: Annotated[tuple[Ability, ...], Meta(max_length=2)] = ()
    objective: Objective | None = None
    """Of ecosystems and fauna."""
    gaia: GaiaAction | GaiaLeaf | None = None
    medium: bool = False
    """Its figures were found in one source only."""
    open: Annotated[str, Meta(max_length=200)] | None = None
    """A figure that two sources print differently: which, and what the other says."""

    @property
    def number(self) -> int:
        return int(self.id.rpartition("-")[2].rstrip("ab"))

    @property
    def side(self) -> str:
        """ "a", "b", or "" for a card with one face."""
        return self.id[-1] if self.id[-1] in "ab" else ""

    @property
    def start(self) -> Start | None:
        """An island's starting goods."""
        return next((one.op for one in self.abilities if isinstance(one.op, Start)), None)

    @property
    def colours(self) -> frozenset[Colour]:
        """The colours of all its abilities."""
        return frozenset(colour for one in self.abilities for colour in one.colours)
