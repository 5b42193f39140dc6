"""The next round of a Swiss tournament with tables of two."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from tilth_server.tournaments.formats.format import Table
from tilth_server.tournaments.formats.matching import Cost, Lots, cheapest_matching
from tilth_server.tournaments.lots import lots
from tilth_server.tournaments.matching_process import Edge
from tilth_server.tournaments.paired_tables import Meetings, byes, meetings_of
from tilth_server.tournaments.points import points_by_entrant, rotates
from tilth_server.tournaments.tournament import Tournament

MAX_EXACT_ENTRANTS: Final = 96
"""Entrants up to which every pair is considered."""
WIDTHS: Final = (16, 64, 256)
"""In larger fields: the numbers of opponents that are considered for each entrant, one after the other until all can be
paired."""
MAX_DISTANCE: Final = 255
"""Number of places from the ideal opponent beyond which all opponents are equally bad."""


class SwissRanking(msgspec.Struct):
    """The data by which a Swiss round is paired: the active entrants, the best first, and numbers about each place.

    `met` has, for each pair of entrants, the number of tables that they have shared.
    """

    order: Sequence[int]
    """Entrants by place."""
    points: Sequence[int]
    """Half points by place."""
    groups: Sequence[range]
    """By place: all places with the same points."""
    met: Meetings
    leaning: Sequence[int]
    """Games on the first seat minus games on the second, by place; 0 if seats are rotated."""
    free: Sequence[int]
    """Places that may have the bye, the lowest first; empty if nobody needs one."""

    def meetings(self, a: int, b: int) -> int:
        """Return how many tables the entrants of two places have shared."""
        one, other = self.order[a], self.order[b]
        return self.met.get((one, other) if one < other else (other, one), 0)

    def ideal_opponent(self, place: int) -> int:
        """Return the place of the ideal opponent. Of n places with equal points, the first n // 2 meet the one n // 2
        places below, and the rest the one n // 2 places above; a place alone with its points has itself.
        """
        group = self.groups[place]
        half = len(group) // 2
        return place + half if place - group.start < half else place - half


def next_pairs(tournament: Tournament) -> tuple[list[Table], list[int]]:
    """Return the tables of the next round, the leaders' first, and the entrants who have a bye."""
    standing = _ranking(tournament)
    count = len(standing.order)

    def drawn(many: int) -> Sequence[int]:
        return lots(tournament, many, "swiss", tournament.last_round + 1)

    for width in [each for each in WIDTHS if each < count] if count > MAX_EXACT_ENTRANTS else []:
        matched = _match(standing, _nearby_pairs(standing, width), drawn)
        if matched is not None:
            return matched
    every = [(a, b) for a in range(count) for b in range(a + 1, count)]
    fresh = _match(standing, [pair for pair in every if not standing.meetings(*pair)], drawn)
    return fresh or _match(standing, every, drawn) or ([], [])


def _ranking(tournament: Tournament) -> SwissRanking:
    """Return the active entrants in order of points, with the data by which the next round is paired."""
    total = [round(2 * each) for each in points_by_entrant(tournament)]
    order = sorted((each.number for each in tournament.active()), key=lambda each: (-total[each], each))
    points = [total[each] for each in order]
    sizes = Counter(points)
    groups: list[range] = []
    for place, of in enumerate(points):
        if place and points[place - 1] == of:
            groups.append(groups[-1])
        else:
            groups.append(range(place, place + sizes[of]))
    had = byes(tournament)
    fewest = min((had[each] for each in order), default=0)
    free = [place for place in reversed(range(len(order))) if had[order[place]] == fewest]
    leaning = Counter[int]()
    if not rotates(tournament.settings):
        for game in tournament.pairings:
            leaning[game.seats[0]] += 1
            leaning[game.seats[1]] -= 1
    return SwissRanking(
        order=order,
        points=points,
        groups=groups,
        met=meetings_of(tournament),
        leaning=[leaning[each] for each in order],
        free=free if len(order) % 2 else [],
    )


def _nearby_pairs(standing: SwissRanking, width: int) -> Iterator[Edge]:
    """Yield pairs of places that have not met: each place with about `width` others around its ideal opponent."""
    last = len(standing.order) - 1
    found: set[Edge] = set()
    for place in range(last + 1):
        ideal = standing.ideal_opponent(place)
        left, off = width, 0
        while left > 0 and (off <= ideal or ideal + off <= last):
            for other in (ideal - off, ideal + off) if off else (ideal,):
                if not 0 <= other <= last or other == place or standing.meetings(place, other):
                    continue
                left -= 1
                found.add((place, other) if place < other else (other, place))
            off += 1
    yield from sorted(found)


def _match(
    standing: SwissRanking, edges: Iterator[Edge] | Sequence[Edge], drawn: Lots
) -> tuple[list[Table], list[int]] | None:
    """Return the tables and byes of the best matching of these pairs; None if not all places can be matched.

    With an odd number of entrants, an empty chair is added, and the place that is matched with it has the bye.
    """
    count = len(standing.order)
    costs: dict[Edge, Cost] = {edge: _cost(standing, *edge) for edge in edges}
    for height, place in enumerate(standing.free):
        costs[place, count] = (0, height, 0, 0, 0, 0)
    matched = cheapest_matching(count + count % 2, costs, drawn)
    if matched is None:
        return None
    order = standing.order
    tables = [Table((order[a], order[b])) for a, b in matched if b < count]
    return tables, [order[a] for a, b in matched if b == count]


def _cost(standing: SwissRanking, a: int, b: int) -> Cost:
    """Return the cost of pairing two places, a tuple with the parts that `swiss.py` lists, the most important first."""
    apart = standing.points[a] - standing.points[b]
    return (
        standing.meetings(a, b),
        0,
        max(0, (lean := _shared_lean(standing.leaning[a], standing.leaning[b])) - 1),
        apart * apart,
        lean,
        0 if apart else min(MAX_DISTANCE, abs(b - a - len(standing.groups[a]) // 2)) ** 2,
    )


def _shared_lean(a: int, b: int) -> int:
    """Return the smaller of two leanings without its sign; 0 if the entrants lean to different seats or one to none."""
    return min(abs(a), abs(b)) if a * b > 0 else 0
