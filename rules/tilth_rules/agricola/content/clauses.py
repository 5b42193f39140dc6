"""What a card consists of: clauses, each of which acts at a moment, is open to its owner as an offer, answers a
question or scores. The questions stand in `rules.py`."""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from tilth_rules.agricola.content.acts import Act
from tilth_rules.agricola.content.conditions import Condition
from tilth_rules.agricola.content.rules import Rule
from tilth_rules.agricola.content.values import CardIndex, Counter, Good, Goods, Part, SpaceIndex, Value

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

play: the card lies before its owner and is paid for. due: what was laid for this round arrives. round: the round has
begun, and what was due has come. work: before the first person. turn: a placement is over. enter: a person stands on a
space, nothing has happened there. take: what will be carried off is made up. took: it is in hand. used: the space's
own action is done. ploughed, sown, baked, roomed, stabled, fenced, renovated, improved, grew: an action that did so is
over. housed: the house became another one, or the card came into play. occ: an occupation is about to be paid for.
occed: it lies there and has acted. got: goods came from anywhere. cooked: animals or vegetables were turned into food,
all at one time. last: the last person has been placed. home: people come home. night: the round is over, before a
harvest. Then the parts of the harvest in their order, and final: after the last one, before points are counted."""

MOMENTS: tuple[Moment, ...] = get_args(Moment)

Limit = Literal["action", "turn", "round", "harvest", "game"]
Who = Literal["me", "others", "any"]


class Haul(Part, frozen=True, cache_hash=True):
    """What somebody carries off from a space, by a person's action: from the space and from the supply together. What
    cards add counts for none of this."""

    lying: Good | None = None
    """Some of this lay there."""
    yields: tuple[Good, ...] = ()
    """All of these are among it."""
    takes: tuple[Good, ...] = ()
    """One of these is among it, or would be if nothing had been left there."""
    along: tuple[Good, ...] = ()
    """At least one of these is among it too."""
    without: tuple[Good, ...] = ()
    """None of these is among it."""


class When(Part, frozen=True, cache_hash=True, tag_field="clause", tag="when", rename={"if_": "if"}):
    """At a moment, these acts, in this order."""

    on: Moment
    do: tuple[Act, ...]
    who: Who = "me"
    """Whose doing it is: the owner's own, another seat's, anybody's."""
    spaces: tuple[SpaceIndex, ...] = ()
    """On one of these; on any, if empty. For enter, take, took and used."""
    haul: Haul | None = None
    """For take and took."""
    cards: tuple[CardIndex, ...] = ()
    """It was one of these cards that was played. For occed and improved."""
    round: Annotated[int, Meta(ge=0, le=14)] = 0
    """Only in this round."""
    if_: tuple[Condition, ...] = ()
    cost: Goods = Goods()
    """Paid before; what has a cost may be refused."""
    optional: bool = False
    limit: Limit | None = None


class Convert(Part, frozen=True, cache_hash=True, tag_field="clause", tag="convert", rename={"if_": "if"}):
    """Own goods into others, whenever the owner is asked something: one of `get`, each time."""

    give: Goods
    get: tuple[Goods, ...]
    during: Literal["any", "harvest", "feeding", "not_breeding"] = "any"
    if_: tuple[Condition, ...] = ()
    limit: Limit | None = None
    times: Annotated[int, Meta(ge=1, le=9)] = 1
    """How often within the limit."""


class Offer(Part, frozen=True, cache_hash=True, tag_field="clause", tag="offer", rename={"if_": "if"}):
    """Open to the owner between actions."""

    do: tuple[Act, ...]
    if_: tuple[Condition, ...] = ()
    limit: Limit | None = None


class Score(Part, frozen=True, cache_hash=True, tag_field="clause", tag="score", rename={"if_": "if"}):
    """Points at the end."""

    points: Value
    if_: tuple[Condition, ...] = ()


class ScoreMost(Part, frozen=True, cache_hash=True, tag_field="clause", tag="score_most"):
    """Points at the end for every seat that has most of something."""

    points: Annotated[int, Meta(ge=1, le=9)]
    of: Counter


Clause = When | Convert | Offer | Score | ScoreMost | Rule
