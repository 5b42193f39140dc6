"""Sonora, complete: two to four players and solo, three lengths, the variant without pushing. See
docs/games/sonora."""

from tilth_rules.sonora.game import Sonora
from tilth_rules.sonora.options import Options

game = Sonora()

__all__ = ["Options", "Sonora", "game"]
