"""What islands, climates and ecosystems promise before the match begins, when nothing is known but what they say."""

from typing import Final

from tilth_bots.naturalist.cards import Card
from tilth_bots.naturalist.hopes import hoped
from tilth_bots.naturalist.objectives import earned
from tilth_bots.naturalist.worth import Worth

START_CARD: Final = 5.0
START_SOIL: Final = 4.0
"""What a card and a piece of soil are worth while there is little of both."""


def promises(worth: Worth, card: Card) -> float:
    """What it is worth to begin with this card."""
    if card.objective is not None:
        return earned(card.objective.award, hoped(card.objective))
    started = [one.op for one in card.abilities if one.op.get("op") == "start"]
    goods: float = sum(
        START_CARD * (one["cards"] - one["compost"]) + one["compost"] + START_SOIL * one["soil"]
        for one in started
    )
    return card.points + goods + worth.engine(card)
