"""What the module of a game knows of it; everything else is the server's to tell."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from betterproto2 import Message
from rich.console import RenderableType

from tilth_cli.dials import NONE, Dials
from tilth_cli.films import FilmOf, no_film
from tilth_cli.looks import Look


def no_hint(move: Message, view: Message | None, look: Look) -> str:
    """A game without a module of its own says all there is to say in its texts."""
    return ""


def no_kind(move: Message) -> str:
    """Every option stands for itself."""
    return ""


Following = Callable[[Mapping[str, str], bytes, int, str], dict[str, str]]
"""The options of a series' next game, by those of the one that is over, its view, its points, and what is kept."""


@dataclass(frozen=True)
class Drawn:
    draw: Callable[[Message, Look], RenderableType]
    hint: Callable[[Message, Message | None, Look], str] = no_hint
    """What there is to say of an offered move beyond its text."""
    help: str = ""
    """The key of a few words on how to read the board."""
    dials: Dials = NONE
    """How numbers that are asked for are set by keys."""
    film: FilmOf = no_film
    """What can be seen between two views."""
    kind: Callable[[Message], str] = no_kind
    """What makes options alike: where there are very many, one of a kind stands for all."""
    paged: bool = False
    """There is more to see than fits one screen."""
    pages: Callable[[Message, Look], int] | None = None
    """How many pages there are. Where a game says so, its first page makes do with the lines that a long question
    leaves, and the question gives way to the others."""
    following: Following | None = None
    """Where games follow each other in a series: what one hands on to the next."""
