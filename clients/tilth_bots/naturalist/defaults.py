"""Estimates of the worth of abilities, independent of the places of their cards."""

from functools import cached_property
from typing import Final

from tilth_bots.naturalist.cards import Ability, Card
from tilth_bots.naturalist.table import Table

GAINS: Final = {
    "soil": 1.2,
    "draw": 2.2,
    "sprout": 0.9,
    "growth": 1.1,
    "compost hand": 0.7,
    "compost deck": 1.0,
}
PRICES: Final = {"soil": 1.2, "sprout": 0.9, "growth": 1.1, "compost hand": -0.5, "compost": 1.0}
"""Average worth (`GAINS`) and cost (`PRICES`) of goods over a match. Composting a card from hand has a negative cost
because it scores a point."""
LATE: Final = 5
"""Number of rounds before the end from which estimates fall."""
SHARES: Final = {"green": 0.8, "red": 0.22, "blue": 0.22, "yellow": 0.13}
"""Number of times per turn that each colour is activated. Green has more than its real share, because planting gives
cards and points in any case."""
USED: Final = 0.8
"""Share of its activations in which an ability is of use."""
COPYING: Final = 3.0
"""Worth of one use of an ability that copies another one."""
GAIAS_BLUE: Final = 0.4
"""Number of times per round that Gaia gains from a blue card."""


class AverageWorth:
    """The average worth of abilities at one table and moment."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.area = table.area

    @cached_property
    def late(self) -> float:
        """Return a factor for future gains: 1 while many rounds are left, falling to 0 at the end."""
        return min(1.0, self.table.rounds / LATE)

    @cached_property
    def alone(self) -> bool:
        """Return whether this is a solo match against Gaia."""
        return self.table.view.HasField("gaia")

    def in_general(self, ability: Ability) -> float:
        """Return the average worth in points of one use of an ability: its gains less its price, at least 0."""
        if ability.op.get("op") == "copy":
            return COPYING
        gained = sum(GAINS[what] * count for what, count in ability.gain)
        if ability.target.get("each"):
            gained *= 1.6
        if ability.planted is not None:
            gained *= 0.6
        return max(0.0, gained - sum(PRICES[what] * count for what, count in ability.pay))

    def times(self, ability: Ability) -> float:
        """Return the expected number of activations of an ability after this turn; it can be a fraction."""
        rounds = self.table.rounds if ability.active else self.table.turns
        return sum(SHARES.get(colour, 0.0) for colour in ability.colours) * max(0.0, rounds - 1)

    def engine(self, card: Card) -> float:
        """Return the expected worth in points of a card's abilities until the end of the match. In a solo match, Gaia's
        gains from a blue card are deducted."""
        hers = GAIAS_BLUE * self.table.rounds if self.alone and "blue" in card.colours else 0.0
        return sum(self.brings(ability) for ability in card.abilities) - hers

    def brings(self, ability: Ability) -> float:
        """Return the expected worth in points of an ability until the end of the match; 0 for a moment of use without
        an estimate."""
        match ability.when:
            case "activate":
                return self.in_general(ability) * self.times(ability) * USED
            case "on_plant" | "on_play":
                return self.in_general(ability)
            case "event_played":
                return self.in_general(ability) * 2 * self.late
            case "always":
                return self.standing(ability)
        return 0.0

    def standing(self, ability: Ability) -> float:
        """Return the expected worth in points of an ability that always works: a reduction of prices, or, as a loss, a
        forbidden action. Other abilities count 0."""
        match ability.op.get("op"):
            case "cost_cut":
                return float(ability.op["by"]) * 0.2 * self.area.slots * self.late
            case "forbid_action":
                return -3.0 * self.late
        return 0.0
