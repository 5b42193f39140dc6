"""Clauses that answer a rule and do nothing themselves."""

from typing import Annotated, Literal

from msgspec import Meta

from tilth_rules.agricola.codes import ENDLESS
from tilth_rules.agricola.content.conditions import Condition
from tilth_rules.agricola.content.types import CardIndex, Good, Goods, House, Part, SpaceIndex, Value

Few = Annotated[int, Meta(ge=0, le=ENDLESS)]
Purchase = Literal["room", "renovation", "stable", "fence", "improvement"]

# Prices.


class Base(Part, frozen=True, cache_hash=True, tag_field="clause", tag="base"):
    """A clause: a room of this house, or a renovation to it, has another price to start from."""

    of: Literal["room", "renovation"]
    house: House
    price: Goods


class Less(Part, frozen=True, cache_hash=True, tag_field="clause", tag="less", rename={"if_": "if"}):
    """A clause: something costs less: these goods, as far as they are in the price, or this many building resources of
    the buyer's choice."""

    of: tuple[Purchase, ...] = ()
    cards: tuple[CardIndex, ...] = ()
    """The improvements that cost less; all if empty."""
    houses: tuple[House, ...] = ()
    """The houses whose rooms, or renovations to them, cost less; all if empty."""
    goods: Goods = Goods()
    any_building: Few = 0
    if_: tuple[Condition, ...] = ()
    limit: Literal["round", "game"] | None = None


class Replace(Part, frozen=True, cache_hash=True, tag_field="clause", tag="replace"):
    """A clause: a part of a price may be paid in other goods.

    each: any number of them one by one. all: the whole of that good for `by` once. Otherwise exactly `n` of it for `by`
    once, and by only one such clause of the card.
    """

    of: tuple[Literal["room", "renovation"], ...]
    good: Good
    how: Literal["each", "all", "once"]
    n: Few = 1
    by: Goods = Goods()


class FreeFences(Part, frozen=True, cache_hash=True, tag_field="clause", tag="free_fences"):
    """A clause: some fences cost nothing: those with these numbers, counted from the seat's first one, and `more` of
    them once a turn when a fence of the action stands."""

    numbers: tuple[Few, ...] = ()
    more: Few = 0


class AsMinor(Part, frozen=True, cache_hash=True, tag_field="clause", tag="as_minor", rename={"if_": "if"}):
    """A clause: the owner may build these major improvements as minor ones, for this price if there is one."""

    cards: tuple[CardIndex, ...]
    price: Goods | None = None
    if_: tuple[Condition, ...] = ()


# Animals.


class Holder(Part, frozen=True, cache_hash=True, tag_field="clause", tag="holder"):
    """A clause: the card itself holds animals: this many of any kind, and this many of each kind; 99 means any
    number."""

    total: Few = 0
    sheep: Few = 0
    boar: Few = 0
    cattle: Few = 0


class Capacity(Part, frozen=True, cache_hash=True, tag_field="clause", tag="capacity"):
    """A clause: pastures, stables or cards hold at least `least` animals, and `plus` more after everything else.

    If a kind is named, the places are for that kind only. Otherwise, if stables hold more, just one of them does, and
    nothing adds to it.
    """

    of: tuple[Literal["pasture", "stable", "holder"], ...]
    """The places that hold more.

    stable: one outside of all pastures. holder: a card with room for any kind, or for the named kind.
    """
    animal: Good | None = None
    least: Few = 0
    plus: Few = 0


class Home(Part, frozen=True, cache_hash=True, tag_field="clause", tag="home"):
    """A clause: this many animals of any kinds live in the house, instead of one. If cards differ, the smallest number
    counts."""

    animals: Value


# Fields.


class Plot(Part, frozen=True, cache_hash=True, tag_field="clause", tag="plot"):
    """A clause: the card has this many plots on which this crop can be sown."""

    crop: Good
    n: Annotated[int, Meta(ge=1, le=3)] = 1


class Stack(Part, frozen=True, cache_hash=True, tag_field="clause", tag="stack", rename={"if_": "if"}):
    """A clause: a seat that sows one of these crops lays `plus` more of it on the field, from the supply."""

    crops: tuple[Good, ...]
    plus: Few
    if_: tuple[Condition, ...] = ()


class DeepPlough(Part, frozen=True, cache_hash=True, tag_field="clause", tag="plough"):
    """A clause: the owner may plough up to `to` fields on one of these spaces, a limited number of times in a match.

    Only one plough is used in an action.
    """

    to: Annotated[int, Meta(ge=2, le=3)]
    uses: Annotated[int, Meta(ge=1, le=2)]
    spaces: tuple[SpaceIndex, ...]


# Food.


class Cook(Part, frozen=True, cache_hash=True, tag_field="clause", tag="cook", rename={"if_": "if"}):
    """A clause: an animal or a vegetable gives this much food, at any time except in the breeding phase."""

    sheep: Few
    boar: Few
    cattle: Few
    vegetable: Few = 0
    if_: tuple[Condition, ...] = ()


class Oven(Part, frozen=True, cache_hash=True, tag_field="clause", tag="bake"):
    """A clause: a grain gives this much food when it is baked. `most` limits the grain of one baking; 0 is any
    number."""

    food: Few
    most: Few = 0


class FeedsLast(Part, frozen=True, cache_hash=True, tag_field="clause", tag="feeds_last"):
    """A clause: the owner feeds the family after all other seats."""


# Spaces.


class Entry(Part, frozen=True, cache_hash=True, tag_field="clause", tag="entry", rename={"if_": "if"}):
    """A clause: the owner may use these spaces although people of other seats stand there, but not with the owner's
    own."""

    spaces: tuple[SpaceIndex, ...]
    if_: tuple[Condition, ...] = ()


class Toll(Part, frozen=True, cache_hash=True, tag_field="clause", tag="toll"):
    """A clause: other seats pay these goods to the owner before they use these spaces."""

    spaces: tuple[SpaceIndex, ...]
    goods: Goods


class Lends(Part, frozen=True, cache_hash=True, tag_field="clause", tag="lends"):
    """A clause: the card brings a space into the match, with these goods on it."""

    space: SpaceIndex
    start: Goods = Goods()


Rule = (
    Base
    | Less
    | Replace
    | FreeFences
    | AsMinor
    | Holder
    | Capacity
    | Home
    | Plot
    | Stack
    | DeepPlough
    | Cook
    | Oven
    | FeedsLast
    | Entry
    | Toll
    | Lends
)
