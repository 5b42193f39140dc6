"""What abilities bring as a rule, wherever their cards lie."""

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
"""What goods bring and cost as a rule, all match long. A card that is paid into the own compost is a point."""
LATE: Final = 5
"""So many rounds before the end it begins to be late."""
SHARES: Final = {"green": 0.8, "red": 0.22, "blue": 0.22, "yellow": 0.13}
"""How often each colour is activated. Green more than it is, for what plants gives cards and points anyway."""
USED: Final = 0.8
"""How often an ability is really of use when its turn comes."""
COPYING: Final = 3.0
"""What a wild card brings."""
GAIAS_BLUE: Final = 0.4
"""How often in a round Gaia gets something for a blue card."""


class Usual:
    """Of everything, at one table and moment."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.area = table.area

    @cached_property
    def late(self) -> float:
        """From 1, while much is still to come, to 0 at the end."""
        return min(1.0, self.table.rounds / LATE)

    @cached_property
    def alone(self) -> bool:
        """Against Gaia."""
        return self.table.view.HasField("gaia")

    def in_general(self, ability: Ability) -> float:
        """What one use of it brings, as a rule."""
        if ability.op.get("op") == "copy":
            return COPYING
        gained = sum(GAINS[what] * count for what, count in ability.gain)
        if ability.target.get("each"):
            gained *= 1.6
        if ability.planted is not None:
            gained *= 0.6
        return max(0.0, gained - sum(PRICES[what] * count for what, count in ability.pay))

    def times(self, ability: Ability) -> float:
        """How often it will be activated, this turn not counted."""
        rounds = self.table.rounds if ability.active else self.table.turns
        return sum(SHARES.get(colour, 0.0) for colour in ability.colours) * max(0.0, rounds - 1)

    def engine(self, card: Card) -> float:
        """What the card's abilities will bring until the end. Alone, Gaia has a sprout for it whenever she waters."""
        hers = GAIAS_BLUE * self.table.rounds if self.alone and "blue" in card.colours else 0.0
        return sum(self.brings(ability) for ability in card.abilities) - hers

    def brings(self, ability: Ability) -> float:
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
        match ability.op.get("op"):
            case "cost_cut":
                return float(ability.op["by"]) * 0.2 * self.area.slots * self.late
            case "forbid_action":
                return -3.0 * self.late
        return 0.0
