"""Tables of many: swaps between tables that leave fewer repeated meetings."""

from collections.abc import Callable, Sequence
from typing import Final

from tilth_server.tournaments.tables import Meetings, repeated

NEAR: Final = 24
"""Tables to either side that entrants are swapped with, before all of them are tried."""

Apart = Callable[[int, int], float]
"""What it costs to swap two entrants, besides meetings."""


def improved(tables: Sequence[Sequence[int]], met: Meetings, apart: Apart) -> list[tuple[int, ...]]:
    """The same entrants at as many tables, with as few repeated meetings as swaps of two lead to.

    Of the swaps that make the most of it, the nearest is taken: each makes the sum of meetings smaller, so it ends.
    """
    made = [list(table) for table in tables]
    while True:
        worst = [index for index, table in enumerate(made) if repeated(table, met)]
        if not any(_swap(made, index, met, apart) for index in worst):
            return [tuple(table) for table in made]


def _swap(made: list[list[int]], index: int, met: Meetings, apart: Apart) -> bool:
    """Make the best swap for one table, if any is for the better."""
    for reach in (NEAR, len(made)):
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
            if (gained := _gained(made[index], made[other], mine, theirs, met)) < 0
        ]
        if options:
            _, _, other, mine, theirs = min(options)
            made[index][mine], made[other][theirs] = made[other][theirs], made[index][mine]
            return True
        if reach >= len(made):
            break
    return False


def _gained(one: Sequence[int], other: Sequence[int], mine: int, theirs: int, met: Meetings) -> int:
    """Meetings more, by swapping: fewer than 0 is for the better."""
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
    return met.get((a, b) if a < b else (b, a), 0)
