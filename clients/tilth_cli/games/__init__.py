"""How a game is drawn: one module a game, and one for all that have none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from betterproto2 import Message
from rich.console import RenderableType

from tilth_cli.games import generic, petrichor
from tilth_cli.looks import Look


def no_hint(move: Message) -> str:
    """A game without a module of its own says all there is to say in its texts."""
    return ""


@dataclass(frozen=True)
class Drawn:
    """What a module knows of its game; everything else is the server's to tell."""

    draw: Callable[[Message, Look], RenderableType]
    hint: Callable[[Message], str] = no_hint
    help: str = ""
    """The key of a few words on how to read the board."""


GAMES: Mapping[str, Drawn] = {
    "petrichor": Drawn(petrichor.draw, petrichor.hint, "petrichor.help"),
}
ANY = Drawn(generic.draw)


def drawn(game: str) -> Drawn:
    return GAMES.get(game, ANY)
