"""The clauses of cards. A clause acts at a moment, is an offer to the owner, answers a rule, or scores.

The answers to rules are in `rules.py`.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, get_args

from msgspec import Meta

from tilth_rules.agricola.content.acts import Act
from tilth_rules.agricola.content.conditions import Condition
from tilth_rules.agricola.content.rules import Rule
from tilth_rules.agricola.content.types import CardIndex, Counter, Good, Goods, Part, SpaceIndex, Value

Moment = Literal[
    "play",
    "due",
    "round",
    "work",
    "turn",
    "enter",
    "take",
    "took",
    "used",
    "ploughed",
    "sown",
    "baked",
    "roomed",
    "stabled",
    "fenced",
    "renovated",
    "housed",
    "occ",
    "occed",
    "improved",
    "grew",
    "got",
    "cooked",
    "last",
    "home",
    "night",
    "field_begins",
    "field",
    "field_ends",
    "after_field",
    "feeding_begins",
    "feeding",
    "breeding",
    "final",
]
"""The places in a match where cards act.

play: the card lies before its owner and is paid for. due: things that were laid for this round arrive. round: the
round has begun, and things laid for it have come. work: before the first person. turn: a placement has ended. enter:
a person stands on a space, and no effect has happened there. take: the haul is being put together. took: the seat has
the haul. used: the space's own action has ended. ploughed, sown, baked, roomed, stabled, fenced, renovated, improved,
grew: an action that did so has ended. housed: the house became another one, or the card came into play. occ: an
occupation is about to be paid for. occed: it lies there and has acted. got: goods came from any source. cooked:
animals or vegetables were turned into food, all at one time. last: the last person has been placed. home: people come
home. night: a round without its harvest has ended. Then the parts of the harvest in their order, and final: after the
last one, before points are counted.
"""

MOMENTS: tuple[Moment, ...] = get_args(Moment)

Limit = Literal["action", "turn", "round", "harvest", "game"]
Who = Literal["me", "others", "any"]
Slot = Annotated[int, Meta(ge=0, le=15)]


class Haul(Part, frozen=True, cache_hash=True):
    """A condition on the goods that a person carries off from a space: from the space and from the supply together.

    Goods that cards add don't count.
    """

    lying: Good | None = None
    """A good of which some lay there."""
    yields: tuple[Good, ...] = ()
    """Goods that are all in the haul."""
    takes: tuple[Good, ...] = ()
    """Goods of which one is in the haul, or would be if none had been left there."""
    along: tuple[Good, ...] = ()
    """Goods of which at least one is in the haul, too."""
    without: tuple[Good, ...] = ()
    """Goods of which none is in the haul."""


class When(Part, frozen=True, cache_hash=True, tag_field="clause", tag="when", rename={"if_": "if"}):
    """A clause of a card: at a moment the card does these acts, in this order."""

    on: Moment
    do: tuple[Act, ...]
    who: Who = "me"
    """The seat that causes the moment: the owner, another seat, or any."""
    spaces: tuple[SpaceIndex, ...] = ()
    """The spaces of the moment; any space if empty. For enter, take, took and used."""
    haul: Haul | None = None
    """The haul of the moment; None for any. For take and took."""
    cards: tuple[CardIndex, ...] = ()
    """Cards of which one was played; any card if empty. For occed and improved."""
    round: Annotated[int, Meta(ge=0, le=14)] = 0
    """The only round in which the card acts; 0 for any round."""
    if_: tuple[Condition, ...] = ()
    cost: Goods = Goods()
    """The price, paid before. The owner may decline an act with a price."""
    optional: bool = False
    limit: Limit | None = None
    slot: Slot = 0
    """The number among the card's effects at this moment. Stored."""


class Convert(Part, frozen=True, cache_hash=True, tag_field="clause", tag="convert", rename={"if_": "if"}):
    """A clause of a card: the owner may exchange own goods for others at any decision: for one of `get`, each time."""

    give: Goods
    get: tuple[Goods, ...]
    during: Literal["any", "harvest", "feeding", "not_breeding"] = "any"
    if_: tuple[Condition, ...] = ()
    limit: Limit | None = None
    times: Annotated[int, Meta(ge=1, le=9)] = 1
    """The number of uses within the limit."""
    slots: tuple[Slot, ...] = ()
    """The number of each of `get` among the card's offers. Stored. Empty: 0, for the only offer of a card."""

    def slotted(self) -> Iterator[tuple[int, Goods]]:
        """Yield the goods that the owner can get, each with the number of its offer among the card's offers."""
        yield from zip(self.slots or (0,), self.get, strict=True)


class Offer(Part, frozen=True, cache_hash=True, tag_field="clause", tag="offer", rename={"if_": "if"}):
    """A clause of a card: the owner may take these acts between actions."""

    do: tuple[Act, ...]
    if_: tuple[Condition, ...] = ()
    limit: Limit | None = None


class Score(Part, frozen=True, cache_hash=True, tag_field="clause", tag="score", rename={"if_": "if"}):
    """A clause of a card: the owner scores points at the end."""

    points: Value
    if_: tuple[Condition, ...] = ()


class ScoreMost(Part, frozen=True, cache_hash=True, tag_field="clause", tag="score_most"):
    """A clause of a card: every seat that has most of something scores points at the end."""

    points: Annotated[int, Meta(ge=1, le=9)]
    of: Counter


Clause = When | Convert | Offer | Score | ScoreMost | Rule
