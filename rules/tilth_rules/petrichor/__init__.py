"""Petrichor, complete: two to four players and solo, short and long, draft and promos. See docs/games/petrichor."""

from tilth_rules.petrichor.game import Petrichor
from tilth_rules.petrichor.options import Options

game = Petrichor()

__all__ = ["Options", "Petrichor", "game"]
