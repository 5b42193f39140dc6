"""Schedules of round robins and gauntlets: every table plays once, in rounds in which no place sits twice."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

Schedule = Sequence[Sequence[tuple[int, ...]]]
"""Rounds of tables of places, from 0."""

CACHED_SCHEDULES: Final = 32
"""Number of schedules kept in memory, because a tournament asks for its own again and again."""


def table_count(places: int, seats: int) -> int:
    """Return how many tables one cycle has: one for each set of `seats` places."""
    return comb(places, seats)


@lru_cache(CACHED_SCHEDULES)
def cycle(places: int, seats: int) -> Schedule:
    """Return the schedule of one cycle, in which each set of `seats` places has one table."""
    if seats == 2:
        return pair_schedule(places)
    return table_schedule(places, tuple(combinations(range(places), seats)))


@lru_cache(CACHED_SCHEDULES)
def gauntlet_cycle(challengers: int, others: int, seats: int) -> Schedule:
    """Return the schedule of one cycle of a gauntlet, in which each challenger has one table with each set of
    `seats` - 1 others. The challengers are the first places.
    """
    if seats > 2:
        rest = range(challengers, challengers + others)
        tables = ((one, *company) for company in combinations(rest, seats - 1) for one in range(challengers))
        return table_schedule(challengers + others, tuple(tables))
    count = max(challengers, others) if others else 0
    return tuple(
        tuple(
            (one, challengers + (one + turn) % count)
            for one in range(challengers)
            if (one + turn) % count < others
        )
        for turn in range(count)
    )


def pair_schedule(places: int) -> Schedule:
    """Return the schedule of pairs by the circle method.

    All places but the first move round a circle, and in each round the circle is folded: places that lie on each other
    meet. With an odd number of places an empty chair is added, and the place that meets it has no game in that round.
    """
    ring = list(range(places + places % 2))
    rounds = []
    for _ in range(len(ring) - 1):
        folded = zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :]), strict=True)
        rounds.append(tuple(pair for pair in folded if max(pair) < places))
        ring[1:] = [ring[-1], *ring[1:-1]]
    return tuple(rounds)


def table_schedule(places: int, tables: Sequence[tuple[int, ...]]) -> Schedule:
    """Return a schedule in which each of these tables plays once.

    The place that has sat least is seated next, at the first free table whose places have sat least. Sets of tables are
    numbers with a bit for each table.
    """
    having = _tables_by_place(places, tables)
    left = (1 << len(tables)) - 1
    sat = [0] * places
    digits: list[int] = []
    """Counts of games by table, bit by bit: the lowest bits of all tables, then the next bits."""
    rounds = []
    while left:
        chosen: list[int] = []
        seated: set[int] = set()
        free = left
        for place in sorted(range(places), key=lambda each: (sat[each], each)):
            if place in seated or not (company := free & having[place]):
                continue
            for digit in reversed(digits):
                company = company & ~digit or company
            table = (company & -company).bit_length() - 1
            chosen.append(table)
            seated.update(tables[table])
            for each in tables[table]:
                free &= ~having[each]
        for table in chosen:
            left ^= 1 << table
        for each in seated:
            sat[each] += 1
            _increment(digits, having[each])
        rounds.append(tuple(tables[table] for table in sorted(chosen)))
    return tuple(rounds)


def _tables_by_place(places: int, tables: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the set of tables of each place, with a bit for each table."""
    rows = [bytearray(len(tables) // 8 + 1) for _ in range(places)]
    for number, table in enumerate(tables):
        for place in table:
            rows[place][number >> 3] |= 1 << (number & 7)
    return [int.from_bytes(row, "little") for row in rows]


def _increment(digits: list[int], tables: int) -> None:
    """Add one to the count of each of these tables. `digits` holds the counts, bit by bit."""
    for at, digit in enumerate(digits):
        digits[at] = digit ^ tables
        tables &= digit
        if not tables:
            return
    if tables:
        digits.append(tables)
