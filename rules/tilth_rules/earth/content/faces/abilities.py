"""What cards do: prices and gains, where pieces go, and the eight operations besides."""

from typing import Annotated, Literal

from msgspec import Meta

from tilth_rules.earth.content.faces.objectives import Filter, Objective
from tilth_rules.earth.content.faces.words import Action, Amount, Colour, Few, Part, Some, When


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
