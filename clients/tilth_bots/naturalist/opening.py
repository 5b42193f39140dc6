"""Estimates for islands, climates and ecosystems before the match begins, based on the printed cards alone."""

from typing import Final

from tilth_bots.naturalist.cards import Card
from tilth_bots.naturalist.expectations import hoped
from tilth_bots.naturalist.objectives import earned
from tilth_bots.naturalist.value import Worth

START_CARD: Final = 5.0
START_SOIL: Final = 4.0
"""Worth of a card and of a piece of soil at the start, when few of both are there."""


def promises(worth: Worth, card: Card) -> float:
    """Return the estimated worth in points of beginning the match with this card: the expected points of an ecosystem's
    objective, or a card's points, starting goods and abilities."""
    if card.objective is not None:
        return earned(card.objective.award, hoped(card.objective))
    started = [one.op for one in card.abilities if one.op.get("op") == "start"]
    goods: float = sum(
        START_CARD * (one["cards"] - one["compost"]) + one["compost"] + START_SOIL * one["soil"]
        for one in started
    )
    return card.points + goods + worth.engine(card)
