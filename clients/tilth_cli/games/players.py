"""Players in the order in which the viewer sees them around the table."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from tilth_cli.draw_context import DrawContext


class Seated(Protocol):
    """A player of any game's view."""

    seat: int


Anybody = TypeVar("Anybody", bound=Seated)


def own(players: Sequence[Anybody], context: DrawContext) -> Anybody | None:
    """Return the viewer's player; None for a spectator."""
    return next((player for player in players if player.seat == context.seat), None)


def around(players: Sequence[Anybody], context: DrawContext) -> list[Anybody]:
    """Return all players, the viewer first, then in turn order. For a spectator, seat 0 is the first."""
    first = context.seat if context.seat is not None else 0
    return [players[(first + at) % len(players)] for at in range(len(players))]
