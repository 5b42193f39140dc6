"""Earth, complete: one to five players, three set-ups, Gaia on four levels, and teams. See docs/games/earth."""

from tilth_rules.earth.game import Earth
from tilth_rules.earth.options import Level, Options, Setup

game = Earth()

__all__ = ["Earth", "Level", "Options", "Setup", "game"]
