"""The next round of a Swiss tournament with tables of more than two."""

from collections.abc import Sequence
from itertools import groupby

from tilth_server.tournaments.formats.format import Table
from tilth_server.tournaments.formats.table_swaps import with_fewer_rematches
from tilth_server.tournaments.paired_tables import byes, meetings_of
from tilth_server.tournaments.points import points_by_entrant
from tilth_server.tournaments.tournament import Tournament

PARTS = 24
"""Points are whole numbers of these, at tables of up to five."""


def next_tables(tournament: Tournament) -> tuple[list[Table], list[int]]:
    """Return the tables of the next round, the leaders' first, and the entrants who have a bye."""
    total = [round(PARTS * each) for each in points_by_entrant(tournament)]
    order = sorted((each.number for each in tournament.active()), key=lambda each: (-total[each], each))
    had = byes(tournament)
    left_over = len(order) % tournament.settings.table_seats
    places = {entrant: place for place, entrant in enumerate(order)}
    lowest = sorted(order, key=lambda each: (had[each], -places[each]))[:left_over]
    resting = set(lowest)
    playing = [each for each in order if each not in resting]
    dealt = _dealt_by_points(playing, total, tournament.settings.table_seats)

    def apart(one: int, other: int) -> int:
        return abs(total[one] - total[other])

    return [Table(table) for table in with_fewer_rematches(dealt, meetings_of(tournament), apart)], lowest


def _dealt_by_points(order: Sequence[int], total: Sequence[int], seats: int) -> list[list[int]]:
    """Return tables of `seats` entrants, filled down the ranking `order` by the points in `total`.

    Entrants with equal points are split into `seats` parts, and each table gets one of each part. Entrants who are left
    over join those with the next lower points.
    """
    tables: list[list[int]] = []
    down: list[int] = []
    for _, equal in groupby(order, key=lambda each: total[each]):
        pool = [*down, *equal]
        count = len(pool) // seats
        tables += [pool[at : count * seats : count] for at in range(count)]
        down = pool[count * seats :]
    return tables
