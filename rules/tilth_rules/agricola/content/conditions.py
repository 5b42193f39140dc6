"""What has to hold for a clause to count, and what a card asks for before it may be played."""

from typing import Literal

from tilth_rules.agricola.content.values import CardIndex, Counter, House, Part
from tilth_rules.agricola.words import ENDLESS


class Number(Part, frozen=True, cache_hash=True, tag_field="if", tag="number"):
    """There are at least, at most, so many of something."""

    of: Counter
    cards: tuple[CardIndex, ...] = ()
    least: int = 0
    most: int = ENDLESS
    seat: Literal["own", "another"] = "own"
    """Whose are counted: another's, if it holds for one of them. Alone at the table, that is the own seat."""


class Housed(Part, frozen=True, cache_hash=True, tag_field="if", tag="house"):
    """The own house is one of these."""

    among: tuple[House, ...]


class InPlay(Part, frozen=True, cache_hash=True, tag_field="if", tag="in_play"):
    """One of these cards lies before its seat, or before any; or with `none`, none of them does."""

    cards: tuple[CardIndex, ...]
    seat: Literal["own", "any"] = "own"
    none: bool = False


class During(Part, frozen=True, cache_hash=True, tag_field="if", tag="during"):
    """It happens in this phase."""

    phase: Literal["feeding"]


Condition = Number | Housed | InPlay | During
