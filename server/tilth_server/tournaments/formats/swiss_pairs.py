"""A Swiss round of tables of two."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from tilth_server.tournaments import tally
from tilth_server.tournaments.contest import Contest
from tilth_server.tournaments.formats.format import Table
from tilth_server.tournaments.formats.matching import Cost, Lots, cheapest
from tilth_server.tournaments.lots import lots
from tilth_server.tournaments.matcher import Edge
from tilth_server.tournaments.tables import Meetings, byes, meetings

EXACT: Final = 96
"""So many entrants, and every pair is looked at."""
WIDTHS: Final = (16, 64, 256)
"""Of more: how many each sees, until all can be paired."""
FARTHEST: Final = 255
"""Places from whom one should meet; beyond it is all the same."""


class Standing(msgspec.Struct):
    """What a round is paired by: the active entrants, the best first, and each place's facts."""

    order: Sequence[int]
    points: Sequence[int]
    """In halves."""
    groups: Sequence[range]
    """The places of those with the same points."""
    met: Meetings
    leaning: Sequence[int]
    """How many games more on the first seat than on the second; 0 where seats are rotated."""
    free: Sequence[int]
    """Places that may have the bye, the lowest first; none where there is no need of one."""

    def meetings(self, a: int, b: int) -> int:
        one, other = self.order[a], self.order[b]
        return self.met.get((one, other) if one < other else (other, one), 0)

    def ideal(self, place: int) -> int:
        """Whom to meet: the top half of the same points meets the bottom half."""
        group = self.groups[place]
        half = len(group) // 2
        return place + half if place - group.start < half else place - half


def pairs(contest: Contest) -> tuple[list[Table], list[int]]:
    """The tables of the next round, the leaders' first, and who has a bye."""
    standing = _standing(contest)
    count = len(standing.order)

    def drawn(many: int) -> Sequence[int]:
        return lots(contest, many, "swiss", contest.last_round + 1)

    for width in [each for each in WIDTHS if each < count] if count > EXACT else []:
        matched = _match(standing, _seen(standing, width), drawn)
        if matched is not None:
            return matched
    every = [(a, b) for a in range(count) for b in range(a + 1, count)]
    fresh = _match(standing, [pair for pair in every if not standing.meetings(*pair)], drawn)
    return fresh or _match(standing, every, drawn) or ([], [])


def _standing(contest: Contest) -> Standing:
    total = [round(2 * each) for each in tally.points(contest)]
    order = sorted((each.number for each in contest.active()), key=lambda each: (-total[each], each))
    points = [total[each] for each in order]
    sizes = Counter(points)
    groups: list[range] = []
    for place, of in enumerate(points):
        if place and points[place - 1] == of:
            groups.append(groups[-1])
        else:
            groups.append(range(place, place + sizes[of]))
    had = byes(contest)
    fewest = min((had[each] for each in order), default=0)
    free = [place for place in reversed(range(len(order))) if had[order[place]] == fewest]
    leaning = Counter[int]()
    if not tally.rotates(contest.settings):
        for game in contest.games:
            leaning[game.seats[0]] += 1
            leaning[game.seats[1]] -= 1
    return Standing(
        order=order,
        points=points,
        groups=groups,
        met=meetings(contest),
        leaning=[leaning[each] for each in order],
        free=free if len(order) % 2 else [],
    )


def _seen(standing: Standing, width: int) -> Iterator[Edge]:
    """Pairs that have not met: each place with so many around the one it should meet."""
    last = len(standing.order) - 1
    found: set[Edge] = set()
    for place in range(last + 1):
        ideal = standing.ideal(place)
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
    standing: Standing, edges: Iterator[Edge] | Sequence[Edge], drawn: Lots
) -> tuple[list[Table], list[int]] | None:
    """The best matching of these pairs, and of the lowest without a bye with an empty chair where one is needed."""
    count = len(standing.order)
    costs: dict[Edge, Cost] = {edge: _cost(standing, *edge) for edge in edges}
    for height, place in enumerate(standing.free):
        costs[place, count] = (0, height, 0, 0, 0, 0)
    matched = cheapest(count + count % 2, costs, drawn)
    if matched is None:
        return None
    order = standing.order
    tables = [Table((order[a], order[b])) for a, b in matched if b < count]
    return tables, [order[a] for a, b in matched if b == count]


def _cost(standing: Standing, a: int, b: int) -> Cost:
    apart = standing.points[a] - standing.points[b]
    return (
        standing.meetings(a, b),
        0,
        max(0, (lean := _lean(standing.leaning[a], standing.leaning[b])) - 1),
        apart * apart,
        lean,
        0 if apart else min(FARTHEST, abs(b - a - len(standing.groups[a]) // 2)) ** 2,
    )


def _lean(a: int, b: int) -> int:
    """How far both have sat too often on the same seat."""
    return min(abs(a), abs(b)) if a * b > 0 else 0
