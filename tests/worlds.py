"""Worlds of a state alone, where no table is needed."""

from random import Random
from typing import Any

from tilth_rules.kernel import Game


def imagined(game: Game, state: Any, viewer: int, random: Random) -> Any:
    """Return a state as the viewer may imagine it."""
    return game.deal(game.knowledge(state, viewer), random)
