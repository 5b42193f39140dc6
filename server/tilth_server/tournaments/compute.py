"""Computations over a tournament: long ones run in a thread, so that matches continue while they run."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from tilth_server.tournaments.tournament import Tournament

T = TypeVar("T")

MANY_ENTRANTS: Final = 64
"""Number of entrants from which on a tournament counts as large."""
MANY_PAIRINGS: Final = 1000
"""Number of pairings from which on a tournament counts as large."""


def is_large(tournament: Tournament) -> bool:
    """Return whether pairing and ranking the tournament may take long: it has MANY_ENTRANTS entrants or MANY_PAIRINGS
    pairings, or more.
    """
    return len(tournament.entrants) >= MANY_ENTRANTS or len(tournament.pairings) >= MANY_PAIRINGS


async def compute(tournament: Tournament, work: Callable[[], T], *, is_long: bool = False) -> T:
    """Run `work` and return its result; if it may take long, run it in a thread.

    The caller holds the log's turn, so nothing changes the tournament while the work runs.
    """
    return await asyncio.to_thread(work) if is_long or is_large(tournament) else work()
