"""Clauses that answer a question of the rules and do nothing themselves."""

from typing import Annotated, Literal

from msgspec import Meta

from tilth_rules.agricola.content.conditions import Condition
from tilth_rules.agricola.content.values import CardIndex, Good, Goods, House, Part, SpaceIndex, Value
from tilth_rules.agricola.words import ENDLESS

Few = Annotated[int, Meta(ge=0, le=ENDLESS)]
Purchase = Literal["room", "renovation", "stable", "fence", "improvement"]

# Prices.


class Base(Part, frozen=True, cache_hash=True, tag_field="clause", tag="base"):
    """Another price to begin with, for a room of this house or a renovation to it."""

    of: Literal["room", "renovation"]
    house: House
    price: Goods


class Less(Part, frozen=True, cache_hash=True, tag_field="clause", tag="less", rename={"if_": "if"}):
    """Something costs less: so much of these goods, as far as they are in the price, or so many building resources of
    the buyer's choice."""

    of: tuple[Purchase, ...] = ()
    cards: tuple[CardIndex, ...] = ()
    """These improvements."""
    houses: tuple[House, ...] = ()
    """Only rooms of these houses, or renovations to them; of any, if empty."""
    goods: Goods = Goods()
    any_building: Few = 0
    if_: tuple[Condition, ...] = ()
    limit: Literal["round", "game"] | None = None


class Replace(Part, frozen=True, cache_hash=True, tag_field="clause", tag="replace"):
    """Part of a price is paid in other goods. each: any number of them one by one; all: the whole of that good for
    `by` once; else exactly `n` of it for `by` once, and by one such clause of the card only."""

    of: tuple[Literal["room", "renovation"], ...]
    good: Good
    how: Literal["each", "all", "once"]
    n: Few = 1
    by: Goods = Goods()


class FreeFences(Part, frozen=True, cache_hash=True, tag_field="clause", tag="free_fences"):
    """Fences that cost nothing: those with these numbers, counted from the seat's first one; once a turn so many more
    when a fence of the action stands."""

    numbers: tuple[Few, ...] = ()
    more: Few = 0


class AsMinor(Part, frozen=True, cache_hash=True, tag_field="clause", tag="as_minor", rename={"if_": "if"}):
    """The owner may build these as minor improvements, for that price if there is one."""

    cards: tuple[CardIndex, ...]
    price: Goods | None = None
    if_: tuple[Condition, ...] = ()


# Animals.


class Holder(Part, frozen=True, cache_hash=True, tag_field="clause", tag="holder"):
    """The card itself houses animals: so many of whatever kinds, besides so many of each kind; 99 is any number."""

    total: Few = 0
    sheep: Few = 0
    boar: Few = 0
    cattle: Few = 0


class Capacity(Part, frozen=True, cache_hash=True, tag_field="clause", tag="capacity"):
    """Places hold at least so many animals, and `plus` more after everything else (stables, that is). Of one kind
    only, if one is named; else, where it is stables that hold more, just one of them does, and nothing adds to it."""

    of: tuple[Literal["pasture", "stable", "holder"], ...]
    """stable: one that stands outside of a pasture. holder: a card with room for whatever kinds, or for that animal
    where one is named."""
    animal: Good | None = None
    least: Few = 0
    plus: Few = 0


class Home(Part, frozen=True, cache_hash=True, tag_field="clause", tag="home"):
    """So many animals of whatever kinds live in the house, instead of one. The fewest counts where cards differ."""

    animals: Value


# Fields.


class Plot(Part, frozen=True, cache_hash=True, tag_field="clause", tag="plot"):
    """The card has so many plots on which this can be sown."""

    crop: Good
    n: Annotated[int, Meta(ge=1, le=3)] = 1


class Stack(Part, frozen=True, cache_hash=True, tag_field="clause", tag="stack", rename={"if_": "if"}):
    """Whoever sows one of these lays more of it on the field, from the supply."""

    crops: tuple[Good, ...]
    plus: Few
    if_: tuple[Condition, ...] = ()


class DeepPlough(Part, frozen=True, cache_hash=True, tag_field="clause", tag="plough"):
    """So often in a match, ploughing on one of these spaces may be up to so many fields. One plough an action."""

    to: Annotated[int, Meta(ge=2, le=3)]
    uses: Annotated[int, Meta(ge=1, le=2)]
    spaces: tuple[SpaceIndex, ...]


# Food.


class Cook(Part, frozen=True, cache_hash=True, tag_field="clause", tag="cook", rename={"if_": "if"}):
    """What an animal or a vegetable gives, turned into food at any time but in the breeding phase."""

    sheep: Few
    boar: Few
    cattle: Few
    vegetable: Few = 0
    if_: tuple[Condition, ...] = ()


class Oven(Part, frozen=True, cache_hash=True, tag_field="clause", tag="bake"):
    """What a grain gives when it is baked, and how many in one baking; any number, if 0."""

    food: Few
    most: Few = 0


class FeedsLast(Part, frozen=True, cache_hash=True, tag_field="clause", tag="feeds_last"):
    """The owner feeds after everybody else."""


# Spaces.


class Entry(Part, frozen=True, cache_hash=True, tag_field="clause", tag="entry", rename={"if_": "if"}):
    """The owner may use these spaces though people of others stand there, if none of the own do."""

    spaces: tuple[SpaceIndex, ...]
    if_: tuple[Condition, ...] = ()


class Toll(Part, frozen=True, cache_hash=True, tag_field="clause", tag="toll"):
    """Others first pay this to the owner where they use these spaces."""

    spaces: tuple[SpaceIndex, ...]
    goods: Goods


class Lends(Part, frozen=True, cache_hash=True, tag_field="clause", tag="lends"):
    """The card brings a space into the match, with these goods on it."""

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
