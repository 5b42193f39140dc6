"""What can be picked, by the number of what it is picked on: a place, a space, a card."""

from collections.abc import Callable, Mapping

from betterproto2 import Message

from tilth_cli.looks import Look

Labels = Mapping[int, list[str]]


def labels_by(look: Look, number: Callable[[Message], int | None]) -> Labels:
    """The labels of all offered moves for which there is such a number."""
    found: dict[int, list[str]] = {}
    for label, move in look.moves.items():
        at = number(move)
        if at is not None:
            found.setdefault(at, []).append(label)
    return found
