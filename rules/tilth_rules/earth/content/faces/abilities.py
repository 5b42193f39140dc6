"""The effects of cards: prices and gains, the places of pieces, and eight further operations."""

from typing import Annotated, Literal

from msgspec import Meta

from tilth_rules.earth.content.faces.objectives import Filter, Objective
from tilth_rules.earth.content.faces.types import Action, Amount, Colour, Few, Part, Some, When


class Copy(Part, frozen=True, cache_hash=True, tag_field="op", tag="copy"):
    """The effect of a wild card: its owner uses an ability of this colour of another card in the tableau, as if it
    stood on this card."""

    colour: Action


class ReplaceOnPlant(Part, frozen=True, cache_hash=True, tag_field="op", tag="replace_on_plant"):
    """Its owner may plant a card onto this one for no soil. This card goes to the compost, and the owner
    draws `draw` cards."""

    of: Filter
    draw: Some


class ForbidAction(Part, frozen=True, cache_hash=True, tag_field="op", tag="forbid_action"):
    """An effect against its owner: when active, the owner may not choose this action."""

    action: Action


class PayWith(Part, frozen=True, cache_hash=True, tag_field="op", tag="pay_with"):
    """Its owner may pay any part of this card's own price with these goods, each for one soil."""

    what: Literal["sprout", "growth", "compost hand"]


class LookCompost(Part, frozen=True, cache_hash=True, tag_field="op", tag="look_compost"):
    """Its owner looks at the topmost cards of its compost, takes some into its hand, and puts the others back
    on top."""

    look: Some
    keep: Some


class CostCut(Part, frozen=True, cache_hash=True, tag_field="op", tag="cost_cut"):
    """An effect that makes cards cheaper: those that fit the filter cost their owner less soil, but never less than
    none."""

    of: Filter
    by: Some


class Start(Part, frozen=True, cache_hash=True, tag_field="op", tag="start"):
    """The goods of a seat at the start: it draws cards, and composts some of them."""

    cards: Few
    compost: Few
    soil: Few


class AllTypes(Part, frozen=True, cache_hash=True, tag_field="op", tag="all_types"):
    """The reminder that this plant is of every type. It does nothing, but counts as an ability."""


Operation = Copy | ReplaceOnPlant | ForbidAction | PayWith | LookCompost | CostCut | Start | AllTypes


class Target(Part, frozen=True, cache_hash=True, rename={"within": "in"}):
    """The cards onto which an ability puts gained pieces.

    With `each`, every such card of its row or column takes one, the ability's own card among them. Otherwise the seat
    spreads the pieces freely over such cards on the 8 places around, without its own card.
    """

    within: Literal["row", "column", "around"]
    of: Filter
    each: bool = False


class Ability(Part, frozen=True, cache_hash=True):
    """An ability printed on a face: its colour and moment, its price and gain, or an operation, or points at the
    end."""

    colours: Annotated[tuple[Colour, ...], Meta(min_length=1, max_length=3)]
    """One colour; red, blue and yellow for a multicoloured ability."""
    when: When
    pay: tuple[Amount, ...] = ()
    """The price, paid in full or not at all, in this order."""
    gain: tuple[Amount, ...] = ()
    """The gain, in this order; each amount is the most that can be taken."""
    active: bool = False
    """True if the ability works only in its owner's own turn."""
    planted: Filter | None = None
    """A filter of planted cards: the gain comes once for each that its owner planted this turn. None: once."""
    target: Target | None = None
    op: Operation | None = None
    score: Objective | None = None
    slot: Annotated[int, Meta(ge=0, le=7)] | None = None
    """The ability's number on its face in stored matches; written if a face has several (`cards.py`)."""

    @property
    def multicolour(self) -> bool:
        """True if the ability has several colours."""
        return len(self.colours) > 1
