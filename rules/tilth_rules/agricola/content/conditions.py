"""Conditions of clauses, and prerequisites of cards."""

from typing import Literal

from tilth_rules.agricola.codes import ENDLESS
from tilth_rules.agricola.content.types import CardIndex, Counter, House, Part


class Number(Part, frozen=True, cache_hash=True, tag_field="if", tag="number"):
    """A condition: there are at least `least` and at most `most` of something."""

    of: Counter
    cards: tuple[CardIndex, ...] = ()
    least: int = 0
    most: int = ENDLESS
    seat: Literal["own", "another"] = "own"
    """The seat whose things are counted.

    "another" holds if it does for one other seat; in a solo match that is the own seat.
    """


class Housed(Part, frozen=True, cache_hash=True, tag_field="if", tag="house"):
    """A condition: the own house is of one of these materials."""

    among: tuple[House, ...]


class InPlay(Part, frozen=True, cache_hash=True, tag_field="if", tag="in_play"):
    """A condition: one of these cards lies before its seat, or before any; with `none`, none of them does."""

    cards: tuple[CardIndex, ...]
    seat: Literal["own", "any"] = "own"
    none: bool = False


class During(Part, frozen=True, cache_hash=True, tag_field="if", tag="during"):
    """A condition: the match is in this phase."""

    phase: Literal["feeding"]


Condition = Number | Housed | InPlay | During
