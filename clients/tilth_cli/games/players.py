"""Players as the one who looks sees them around the table."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from tilth_cli.looks import Look


class Seated(Protocol):
    seat: int


Anybody = TypeVar("Anybody", bound=Seated)


def own(players: Sequence[Anybody], look: Look) -> Anybody | None:
    """The player who looks; None for a spectator."""
    return next((player for player in players if player.seat == look.seat), None)


def around(players: Sequence[Anybody], look: Look) -> list[Anybody]:
    """All players, the one who looks first, then in turn order."""
    first = look.seat if look.seat is not None else 0
    return [players[(first + at) % len(players)] for at in range(len(players))]
