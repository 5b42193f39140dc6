"""Drawing of games: a package for each, under the game's name, which describes its drawing as DRAWN; `generic` for all
others."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from tilth_cli.games import generic
from tilth_cli.games.base import GameDrawing

ANY = GameDrawing(generic.draw)


@cache
def drawing_of(game: str) -> GameDrawing:
    """Return the drawing of a game: the `DRAWN` of its package, or the generic drawing if there is no package of this
    name. The server names the game, so only names of packages in this folder are imported."""
    packages = (each.name for each in iter_modules(__path__) if each.ispkg)
    if game not in packages:
        return ANY
    found: GameDrawing = import_module(f"{__name__}.{game}").DRAWN
    return found
