"""How a game is drawn: a package for each, under the game's name, that says so as DRAWN; and one way for all others."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from tilth_cli.games import generic
from tilth_cli.games.base import Drawn

ANY = Drawn(generic.draw)


@cache
def drawn(game: str) -> Drawn:
    """A server names the game, so only what is a package here is imported."""
    packages = (each.name for each in iter_modules(__path__) if each.ispkg)
    if game not in packages:
        return ANY
    found: Drawn = import_module(f"{__name__}.{game}").DRAWN
    return found
