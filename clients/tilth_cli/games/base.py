"""The description of a game's drawing, which the game's module gives. Everything else comes from the server."""

from collections.abc import Callable
from dataclasses import dataclass

from betterproto2 import Message
from rich.console import RenderableType

from tilth_cli.animation import AnimationOf, no_animation
from tilth_cli.dials import NONE, Dials
from tilth_cli.draw_context import DrawContext


def no_hint(move: Message, view: Message | None, context: DrawContext) -> str:
    """Return an empty hint, for games whose options have texts that need none."""
    return ""


def no_kind(move: Message) -> str:
    """Return an empty kind, for games whose options are always listed one by one."""
    return ""


@dataclass(frozen=True)
class GameDrawing:
    """The functions and texts by which a game is drawn; `draw` draws a view of the match."""

    draw: Callable[[Message, DrawContext], RenderableType]
    hint: Callable[[Message, Message | None, DrawContext], str] = no_hint
    """The function for a hint on an offered move, shown beside its text."""
    help: str = ""
    """The key of a short text on how to read the board."""
    dials: Dials = NONE
    """The keys that set the numbers of a decision."""
    animation: AnimationOf = no_animation
    """The function for the film shown between two views."""
    kind: Callable[[Message], str] = no_kind
    """The function for an option's kind: if there are very many options, one of a kind stands for all."""
    paged: bool = False
    """True if the drawing may need more than one screen."""
    pages: Callable[[Message, DrawContext], int] | None = None
    """The function for the number of pages; None for one page. If a game has it, its first page uses only the lines
    that a long question leaves, and the question gives way to the other pages."""
