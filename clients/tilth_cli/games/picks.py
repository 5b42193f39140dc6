"""Labels of the offered moves, by the number of the object that a move picks: a place, a space, a card."""

from collections.abc import Callable, Mapping

from betterproto2 import Message

from tilth_cli.draw_context import DrawContext

PickLabels = Mapping[int, list[str]]


def labels_by(context: DrawContext, number: Callable[[Message], int | None]) -> PickLabels:
    """Return the labels of the offered moves by the move's number. Moves without a number are left out."""
    found: dict[int, list[str]] = {}
    for label, move in context.moves.items():
        at = number(move)
        if at is not None:
            found.setdefault(at, []).append(label)
    return found
