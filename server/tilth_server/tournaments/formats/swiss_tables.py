"""A Swiss round of tables of more than two."""

from collections.abc import Sequence
from itertools import groupby

from tilth_server.tournaments import tally
from tilth_server.tournaments.contest import Contest
from tilth_server.tournaments.formats.company import improved
from tilth_server.tournaments.formats.format import Table
from tilth_server.tournaments.tables import byes, meetings

PARTS = 24
"""Points are whole numbers of these, at tables of up to five."""


def filled(contest: Contest) -> tuple[list[Table], list[int]]:
    """The tables of the next round, the leaders' first, and who has a bye."""
    total = [round(PARTS * each) for each in tally.points(contest)]
    order = sorted((each.number for each in contest.active()), key=lambda each: (-total[each], each))
    had = byes(contest)
    left_over = len(order) % contest.settings.table_seats
    places = {entrant: place for place, entrant in enumerate(order)}
    lowest = sorted(order, key=lambda each: (had[each], -places[each]))[:left_over]
    resting = set(lowest)
    playing = [each for each in order if each not in resting]
    dealt = _dealt(playing, total, contest.settings.table_seats)

    def apart(one: int, other: int) -> int:
        return abs(total[one] - total[other])

    return [Table(table) for table in improved(dealt, meetings(contest), apart)], lowest


def _dealt(order: Sequence[int], total: Sequence[int], seats: int) -> list[list[int]]:
    """Down the ranking: each table has one of every part of those with equal points, the top to the bottom."""
    tables: list[list[int]] = []
    down: list[int] = []
    for _, equal in groupby(order, key=lambda each: total[each]):
        pool = [*down, *equal]
        count = len(pool) // seats
        tables += [pool[at : count * seats : count] for at in range(count)]
        down = pool[count * seats :]
    return tables
