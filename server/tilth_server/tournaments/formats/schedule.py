"""Round robins as schedules: every set of so many places meets once, in rounds in which nobody sits twice."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

Schedule = Sequence[Sequence[tuple[int, ...]]]
"""Rounds of tables of places, from 0."""

KEPT: Final = 32
"""Schedules in memory; a tournament asks for its own over and over."""


def table_count(places: int, seats: int) -> int:
    """How many tables one cycle has."""
    return comb(places, seats)


@lru_cache(KEPT)
def cycle(places: int, seats: int) -> Schedule:
    """One cycle: each set of `seats` places at one table."""
    return circle(places) if seats == 2 else spread(places, seats)


def circle(places: int) -> Schedule:
    """Pairs: all places but the last go round a circle, and in each round the circle is folded.

    With an odd number the last is an empty chair, and who is folded onto it has no game in that round.
    """
    ring = list(range(places + places % 2))
    rounds = []
    for _ in range(len(ring) - 1):
        folded = zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :]), strict=True)
        rounds.append(tuple(pair for pair in folded if max(pair) < places))
        ring[1:] = [ring[-1], *ring[1:-1]]
    return tuple(rounds)


def spread(places: int, seats: int) -> Schedule:
    """Tables of more than two: whoever has sat least is seated next, with the first company that is free.

    Of that company those who have sat least together. Sets of tables are numbers with a bit for each table.
    """
    tables = tuple(combinations(range(places), seats))
    having = _having(places, tables)
    left = (1 << len(tables)) - 1
    sat = [0] * places
    digits: list[int] = []
    """How often those at each table have sat, bit by bit: the lowest bits of all tables, then the next ..."""
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
            _count(digits, having[each])
        rounds.append(tuple(tables[table] for table in sorted(chosen)))
    return tuple(rounds)


def _having(places: int, tables: Sequence[tuple[int, ...]]) -> list[int]:
    """By place: the tables that it sits at."""
    rows = [bytearray(len(tables) // 8 + 1) for _ in range(places)]
    for number, table in enumerate(tables):
        for place in table:
            rows[place][number >> 3] |= 1 << (number & 7)
    return [int.from_bytes(row, "little") for row in rows]


def _count(digits: list[int], tables: int) -> None:
    """One more for each of these tables."""
    for at, digit in enumerate(digits):
        digits[at] = digit ^ tables
        tables &= digit
        if not tables:
            return
    if tables:
        digits.append(tables)
