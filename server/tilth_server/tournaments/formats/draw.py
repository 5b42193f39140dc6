"""How many tables a round of a bracket has, and how many lose a life at each. It depends on numbers alone.

At a table of k seats the worse half loses a life, ceil(k / 2) of them: 1 of 2, 2 of 3, 2 of 4, 3 of 5. Who has lost as
many lives plays each other. Of single elimination the first round leaves a field that halves (or thirds ...) down to
one full table without any more byes: 2, 4, 8 ... entrants at tables of two, 3, 9, 27 ... of three, 4, 8, 16 ... of
four, 5, 11, 26 ... of five (where one of 11 has a bye). Where the numbers don't come out, fewer lose at the last
table, since the last round needs a table full. At the last table, when all who are in fit one, only the best stays.

With two lives the beaten play rounds of their own meanwhile. When neither can fill a table, one is filled with those
who have lost most.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

ROUNDS: Final = 10_000
"""No bracket has so many."""


class Draft(msgspec.Struct, frozen=True):
    """One table to be."""

    lost: int
    """Lives that those at it have lost; of a mixed table, those who have lost most."""
    living: int
    """How many sit at it who are still in."""
    losers: int
    mixed: bool = False
    """Filled from those who have lost most upwards."""


def drafts(counts: Sequence[int], seats: int) -> list[Draft]:
    """The tables of a round, by how many have lost 0, 1 ... lives and are in. None: it is decided."""
    alive = sum(counts)
    most = max((lost for lost, count in enumerate(counts) if count), default=0)
    if alive <= seats:
        return [Draft(most, alive, alive - 1, mixed=True)] if alive > 1 else []
    found: list[Draft] = []
    for lost, count in enumerate(counts):
        last_life = lost == len(counts) - 1
        if last_life and len(counts) > 1:
            found += _level(lost, count, alive - seats, seats)
        elif count >= seats:
            found += _level(lost, count, count - full_below(count, seats), seats)
    return found or [Draft(most, seats, min(halved(seats), alive - seats), mixed=True)]


def halved(seats: int) -> int:
    """How many of a table lose a life."""
    return (seats + 1) // 2


def full_below(count: int, seats: int) -> int:
    """The biggest field below this many that plays down to one table without odd byes; of a table full, its better
    half."""
    if count <= seats:
        return seats - halved(seats)
    full = seats
    while (bigger := full + halved(seats) * (full // (seats - halved(seats)))) < count:
        full = bigger
    return full


def after(counts: Sequence[int], seats: int) -> list[int]:
    """The counts after a round, where at a mixed table those lose who have lost most."""
    left = list(counts)
    for draft in drafts(counts, seats):
        losers = draft.losers
        for lost in range(draft.lost, -1, -1) if draft.mixed else (draft.lost,):
            down = min(losers, counts[lost])
            losers -= down
            left[lost] -= down
            if lost + 1 < len(left):
                left[lost + 1] += down
    return left


def outlook(counts: Sequence[int], seats: int) -> list[int]:
    """How many tables each of the rounds to come has, if nothing is upset."""
    rounds: list[int] = []
    while (tables := len(drafts(counts, seats))) and len(rounds) < ROUNDS:
        rounds.append(tables)
        counts = after(counts, seats)
    return rounds


def _level(lost: int, count: int, surplus: int, seats: int) -> list[Draft]:
    """As many tables as take `surplus` lives, or as there are entrants for."""
    tables = min(count // seats, -(-surplus // halved(seats)))
    return [
        Draft(lost, seats, min(halved(seats), surplus - table * halved(seats))) for table in range(tables)
    ]
