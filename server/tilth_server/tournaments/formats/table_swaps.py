"""Swaps of entrants between tables, so that fewer of them meet again."""

from collections.abc import Callable, Sequence
from typing import Final

from tilth_server.tournaments.paired_tables import Meetings, rematches

NEAR_TABLES: Final = 24
"""Number of tables on either side that are tried before all others."""

SwapCost = Callable[[int, int], float]
"""A function that returns the cost of swapping two entrants, apart from repeated meetings."""


def with_fewer_rematches(
    tables: Sequence[Sequence[int]], met: Meetings, apart: SwapCost
) -> list[tuple[int, ...]]:
    """Return the tables after swaps of two entrants, until no swap makes repeated meetings fewer.

    Among the swaps that save most meetings, the one of least cost is made. Each makes the sum of repeated meetings
    smaller, so this ends.
    """
    made = [list(table) for table in tables]
    while True:
        worst = [index for index, table in enumerate(made) if rematches(table, met)]
        if not any(_make_best_swap(made, index, met, apart) for index in worst):
            return [tuple(table) for table in made]


def _make_best_swap(made: list[list[int]], index: int, met: Meetings, apart: SwapCost) -> bool:
    """Swap one entrant of the table at this index with one of another table. Return False if that saves no meetings.

    The swap is the one that saves both tables together the most repeated meetings, then the one with the least `apart`.
    A table more than NEAR_TABLES away is tried only if no nearer one saves any.
    """
    for reach in (NEAR_TABLES, len(made)):
        others = [
            other
            for other in range(max(0, index - reach), min(len(made), index + reach + 1))
            if other != index
        ]
        options = [
            (gained, apart(made[index][mine], made[other][theirs]), other, mine, theirs)
            for other in others
            for mine in range(len(made[index]))
            for theirs in range(len(made[other]))
            if (gained := _added_meetings(made[index], made[other], mine, theirs, met)) < 0
        ]
        if options:
            _, _, other, mine, theirs = min(options)
            made[index][mine], made[other][theirs] = made[other][theirs], made[index][mine]
            return True
        if reach >= len(made):
            break
    return False


def _added_meetings(one: Sequence[int], other: Sequence[int], mine: int, theirs: int, met: Meetings) -> int:
    """Return how many repeated meetings two tables have more after swapping the entrants at `mine` of `one` and at
    `theirs` of `other`; less than 0 if the swap saves some.
    """
    leaves, comes = one[mine], other[theirs]
    gained = 0
    for at, each in enumerate(one):
        if at != mine:
            gained += _met(met, each, comes) - _met(met, each, leaves)
    for at, each in enumerate(other):
        if at != theirs:
            gained += _met(met, each, leaves) - _met(met, each, comes)
    return gained


def _met(met: Meetings, a: int, b: int) -> int:
    """Return how many tables two entrants have shared."""
    return met.get((a, b) if a < b else (b, a), 0)
