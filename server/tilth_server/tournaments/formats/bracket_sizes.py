"""Sizes of brackets: the tables of each round, and the lives lost at each. They follow from numbers of entrants alone.

At a table of k seats the worse half loses a life, ceil(k / 2) entrants: 1 of 2, 2 of 3, 2 of 4, 3 of 5. Entrants with
the same number of lost lives play each other. The first round of a single elimination leaves a field that shrinks to
one full table without further byes: 2, 4, 8 ... entrants at tables of two, 3, 9, 27 ... at tables of three, 4, 8,
16 ... at tables of four, 5, 11, 26 ... at tables of five (where one of 11 has a bye). If the numbers don't come out,
fewer entrants lose at the last table of a round, because the last round needs a full table. If all entrants who are in
fit one table, only the best of them stays in.

With two lives, the entrants who have lost one play tables of their own in the same rounds. If no group of entrants with
equally many lost lives can fill a table, one table is filled with the entrants who have lost most.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

MAX_ROUNDS: Final = 10_000
"""More rounds than any bracket has."""


class PlannedTable(msgspec.Struct, frozen=True):
    """One table of a round that is not paired yet."""

    lost: int
    """Lives lost by the entrants at the table; at a mixed table, the most lives lost."""
    remaining: int
    """Number of entrants at the table who are still in the bracket."""
    losers: int
    """Number of entrants at the table who lose a life."""
    is_mixed: bool = False
    """True if the table is filled with entrants of several levels, those with the most lost lives first."""


def planned_tables(counts: Sequence[int], seats: int) -> list[PlannedTable]:
    """Return the tables of a round; none if the bracket is decided.

    `counts` are the numbers of entrants who are in and have lost 0, 1 ... lives.
    """
    alive = sum(counts)
    most = max((lost for lost, count in enumerate(counts) if count), default=0)
    if alive <= seats:
        return [PlannedTable(most, alive, alive - 1, is_mixed=True)] if alive > 1 else []
    found: list[PlannedTable] = []
    for lost, count in enumerate(counts):
        last_life = lost == len(counts) - 1
        if last_life and len(counts) > 1:
            found += _tables_of_level(lost, count, alive - seats, seats)
        elif count >= seats:
            found += _tables_of_level(lost, count, count - next_full_field(count, seats), seats)
    return found or [PlannedTable(most, seats, min(losers_of_table(seats), alive - seats), is_mixed=True)]


def losers_of_table(seats: int) -> int:
    """Return how many entrants at a full table lose a life: half of them, rounded up."""
    return (seats + 1) // 2


def next_full_field(count: int, seats: int) -> int:
    """Return the largest smaller field that plays down to one table without odd byes.

    For a field of one table or less, return the number of entrants who don't lose a life there.
    """
    if count <= seats:
        return seats - losers_of_table(seats)
    full = seats
    while (bigger := full + losers_of_table(seats) * (full // (seats - losers_of_table(seats)))) < count:
        full = bigger
    return full


def counts_after_round(counts: Sequence[int], seats: int) -> list[int]:
    """Return the counts after a round. At a mixed table the entrants who had lost most lives before lose one."""
    left = list(counts)
    for table in planned_tables(counts, seats):
        losers = table.losers
        for lost in range(table.lost, -1, -1) if table.is_mixed else (table.lost,):
            down = min(losers, counts[lost])
            losers -= down
            left[lost] -= down
            if lost + 1 < len(left):
                left[lost + 1] += down
    return left


def tables_per_round(counts: Sequence[int], seats: int) -> list[int]:
    """Return the number of tables of each coming round, if nobody withdraws and every table loses its share."""
    rounds: list[int] = []
    while (tables := len(planned_tables(counts, seats))) and len(rounds) < MAX_ROUNDS:
        rounds.append(tables)
        counts = counts_after_round(counts, seats)
    return rounds


def _tables_of_level(lost: int, count: int, surplus: int, seats: int) -> list[PlannedTable]:
    """Return the tables of the entrants who have lost `lost` lives: enough to take `surplus` lives from them, but no
    more than `count` entrants can fill."""
    tables = min(count // seats, -(-surplus // losers_of_table(seats)))
    return [
        PlannedTable(lost, seats, min(losers_of_table(seats), surplus - table * losers_of_table(seats)))
        for table in range(tables)
    ]
