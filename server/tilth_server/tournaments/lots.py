"""Lots: random numbers that follow from a tournament's seed and a purpose, so that a repeated draw gives the same
lot."""

from hashlib import shake_128

from tilth_server.tournaments.tournament import Tournament


def lot(tournament: Tournament, *purpose: str | int) -> int:
    """Return a number of 64 bits that follows from the tournament's seed and this purpose, always the same."""
    return lots(tournament, 1, *purpose)[0]


def lots(tournament: Tournament, count: int, *purpose: str | int) -> list[int]:
    """Return `count` numbers of 64 bits that follow from the tournament's seed and this purpose, always the same
    ones.
    """
    drawn = shake_128(tournament.seed + repr(purpose).encode()).digest(8 * count)
    return [int.from_bytes(drawn[at : at + 8], "big") for at in range(0, 8 * count, 8)]
