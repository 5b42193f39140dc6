"""Draws by lot: by the contest's seed and what the lot is for, so that whoever draws again draws the same."""

from hashlib import shake_128

from tilth_server.tournaments.contest import Contest


def lot(contest: Contest, *purpose: str | int) -> int:
    """A number of 64 bits."""
    return lots(contest, 1, *purpose)[0]


def lots(contest: Contest, count: int, *purpose: str | int) -> list[int]:
    """So many of them, for one purpose."""
    drawn = shake_128(contest.seed + repr(purpose).encode()).digest(8 * count)
    return [int.from_bytes(drawn[at : at + 8], "big") for at in range(0, 8 * count, 8)]
