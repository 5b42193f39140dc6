"""Agricola, complete: one to five players, the family game, three decks, solo and its series. See
docs/games/agricola."""

from tilth_rules.agricola.game import Agricola
from tilth_rules.agricola.options import Options

game = Agricola()

__all__ = ["Agricola", "Options", "game"]
