"""A draft: each seat keeps cards of its pack, and the packs are passed clockwise."""

from collections.abc import Sequence
from typing import TypeVar

Pack = TypeVar("Pack")


def passed(packs: Sequence[Pack]) -> list[Pack]:
    """Return the pack that each seat has after all packs were passed to the next seat."""
    return [packs[seat - 1] for seat in range(len(packs))]


def dealt_to(seat: int, passes: int, seats: int) -> int:
    """Return the seat that was dealt the pack which `seat` has after this number of passes."""
    return (seat - passes) % seats
