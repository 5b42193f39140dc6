"""What is counted on a field, and what it is worth now or may still become.

A count need not be whole: what is begun counts for a part, so that it is finished rather than something else begun.
"""

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tilth_bots.naturalist.cards import Card, Filter, Objective, Said

WIDTH: Final = 7
PLACES: Final = WIDTH * WIDTH
MIDDLE: Final = PLACES // 2
SIDE: Final = 4
FULL: Final = SIDE * SIDE
HOPE: Final = 0.45
"""How likely a place that is still free will take a card that fits."""
NEXT: Final = 0.25
"""What a card that is still to come counts for, where each is worth more than the one before."""
FINISHING: Final = 0.6
"""What a line counts for that lacks nothing but cards, the more the fewer it lacks."""

Steps = tuple[tuple[int, int], ...]
ORTHOGONAL: Final[Steps] = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL: Final[Steps] = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def near(place: int, steps: Steps) -> tuple[int, ...]:
    row, column = divmod(place, WIDTH)
    return tuple(
        WIDTH * (row + down) + column + right
        for down, right in steps
        if 0 <= row + down < WIDTH and 0 <= column + right < WIDTH
    )


BESIDE: Final = tuple(near(place, ORTHOGONAL) for place in range(PLACES))
CORNERS: Final = tuple(near(place, DIAGONAL) for place in range(PLACES))
AROUND: Final = tuple(near(place, ORTHOGONAL + DIAGONAL) for place in range(PLACES))
ROWS: Final = tuple(tuple(range(WIDTH * row, WIDTH * row + WIDTH)) for row in range(WIDTH))
COLUMNS: Final = tuple(tuple(range(column, PLACES, WIDTH)) for column in range(WIDTH))


@dataclass(slots=True)
class Area:
    """What lies before a seat. The bot plants and waters in a copy of this in its head."""

    field: dict[int, Card] = dataclasses.field(default_factory=dict)
    sprouts: list[int] = dataclasses.field(default_factory=lambda: [0] * PLACES)
    growth: list[int] = dataclasses.field(default_factory=lambda: [0] * PLACES)
    board: tuple[Card, ...] = ()
    """Island and climate."""
    events: tuple[Card, ...] = ()
    soil: int = 0
    hand: int = 0
    compost: int = 0

    @property
    def slots(self) -> int:
        """How many cards the field still takes."""
        return FULL - len(self.field)

    def pool(self, what: str) -> int:
        match what:
            case "sprouts":
                return sum(self.sprouts)
            case "growth":
                return sum(self.growth)
            case "events":
                return len(self.events)
            case "soil":
                return self.soil
            case "hand":
                return self.hand
        return self.compost

    def count(self, wanted: Filter, places: Iterable[int]) -> int:
        found, sprouts, growth = self.field, self.sprouts, self.growth
        return sum(
            wanted.holds(found[place], sprouts[place], growth[place]) for place in places if place in found
        )

    def on_board(self, wanted: Filter) -> int:
        return self.count(wanted, self.field) + sum(map(wanted.holds, self.board))

    def line(self, place: int, within: str) -> Sequence[int]:
        """The places that a card looks at."""
        match within:
            case "row":
                return ROWS[place // WIDTH]
            case "column":
                return COLUMNS[place % WIDTH]
            case "beside":
                return BESIDE[place]
        return CORNERS[place]


def free_places(area: Area) -> list[int]:
    """Next to a card, by a side or a corner, with the field staying within 4 by 4."""
    field = area.field
    if not field:
        return [MIDDLE]
    if area.slots <= 0:
        return []
    rows = [place // WIDTH for place in field]
    columns = [place % WIDTH for place in field]
    tall = range(max(rows) - SIDE + 1, min(rows) + SIDE)
    wide = range(max(columns) - SIDE + 1, min(columns) + SIDE)
    around = {near for place in field for near in AROUND[place] if near not in field}
    return sorted(place for place in around if place // WIDTH in tall and place % WIDTH in wide)


@dataclass(slots=True)
class Counting:
    """Counts for one field. Others' fields are for what looks at all of them."""

    area: Area
    others: Sequence[Area] = ()

    def worth(self, objective: Objective, place: int = -1) -> float:
        """In points. Of a goal: which part of it has been reached."""
        return earned(objective.award, self.number(objective, place))

    def number(self, objective: Objective, place: int) -> float:
        measure = objective.measure
        area = self.area
        match measure["count"]:
            case "cards":
                return self.cards(objective, place)
            case "richest":
                return max(one.on_board(objective.of[0]) for one in (area, *self.others))
            case "gaps":
                return 4 - HOPE * area.slots / SIDE - sum(one in area.field for one in BESIDE[place])
            case "pool":
                return area.pool(measure["of"])
            case "chain":
                return self.chain(objective, place)
            case "lines":
                return self.lines(measure["in"], measure["rule"])
        return self.sets(objective.of)

    def cards(self, objective: Objective, place: int) -> float:
        within, wanted = objective.measure["in"], objective.of[0]
        area = self.area
        match within:
            case "tableau":
                return area.count(wanted, area.field)
            case "board":
                return area.on_board(wanted)
            case "events":
                return sum(map(wanted.holds, area.events))
        line = area.line(place, within)
        free = SIDE - sum(one in area.field for one in line)
        return area.count(wanted, line) + HOPE * min(free, area.slots)

    def chain(self, objective: Objective, place: int) -> float:
        """As if a path ran through all that hangs together, which it mostly does."""
        area, wanted = self.area, objective.of[0]
        steps = BESIDE if objective.measure["steps"] == "orthogonal" else CORNERS
        left = {one for one, card in area.field.items() if self.fits(wanted, one, card)}
        longest = 0
        starts = [place] if objective.measure.get("through_self") else list(left)
        for start in starts:
            if start in left:
                longest = max(longest, flood(start, left, steps))
        return longest

    def fits(self, wanted: Filter, place: int, card: Card) -> bool:
        return wanted.holds(card, self.area.sprouts[place], self.area.growth[place])

    def lines(self, within: str, rule: str) -> float:
        found = 0.0
        for line in lines_of(self.area, within):
            taken = [place for place in line if place in self.area.field]
            if taken and self.keeps(rule, taken):
                found += 1 if len(taken) == SIDE else FINISHING * (len(taken) / SIDE) ** 2
        return found

    def keeps(self, rule: str, line: list[int]) -> bool:
        """Whether what lies on the line does not break the rule."""
        area = self.area
        cards = [area.field[place] for place in line]
        match rule:
            case "different sprouts":
                return len({area.sprouts[place] for place in line}) == len(line)
            case "different growth":
                return len({area.growth[place] for place in line}) == len(line)
            case "different vp":
                return len({card.vp for card in cards}) == len(line)
            case "common colour":
                return bool(frozenset.intersection(*(card.colours for card in cards)))
            case "common kind":
                return bool(frozenset.intersection(*(card.kinds for card in cards)))
            case "common habitat":
                return bool(frozenset.intersection(*(card.habitats for card in cards)))
            case "different colours":
                return differ([card.colours for card in cards])
            case "different kinds":
                return differ([card.kinds for card in cards])
            case "all habitats":
                return differ([card.habitats for card in cards])
        return True

    def sets(self, members: Sequence[Filter]) -> float:
        """By how many of each member there are, and how many of the next set."""
        area = self.area
        counts = [area.on_board(wanted) + sum(map(wanted.holds, area.events)) for wanted in members]
        whole = min(counts)
        return sum(min(count, whole + 1) for count in counts) / len(counts)


def earned(award: Said, number: float) -> float:
    """What a count is worth; what has been begun is worth a part of what it would be."""
    match award["award"]:
        case "each":
            every = award.get("every", 1)
            points = award["vp"] * (number + number // every * every) / (2 * every)
            return float(min(points, award.get("most") or points))
        case "table":
            table = award["vp"]
            whole = min(int(number), len(table) - 1)
            after = min(whole + 1, len(table) - 1)
            return float(table[whole] + (table[after] - table[whole]) * max(NEXT, number - int(number)))
    part: float = number / award["least"]
    return min(1.0, part)


def flood(start: int, left: set[int], steps: tuple[tuple[int, ...], ...]) -> int:
    """How many places hang together with this one. They are taken out of what is left."""
    left.discard(start)
    edge = [start]
    size = 0
    while edge:
        size += 1
        for one in steps[edge.pop()]:
            if one in left:
                left.discard(one)
                edge.append(one)
    return size


def differ(ways: Sequence[frozenset[str]], taken: frozenset[str] = frozenset()) -> bool:
    """Whether each can stand for something that no other stands for."""
    if not ways:
        return True
    return any(differ(ways[1:], taken | {way}) for way in ways[0] - taken)


def lines_of(area: Area, within: str) -> Iterable[Sequence[int]]:
    if within == "row":
        return [ROWS[row] for row in {place // WIDTH for place in area.field}]
    if within == "column":
        return [COLUMNS[column] for column in {place % WIDTH for place in area.field}]
    if not area.field:
        return []
    top = min(area.field) // WIDTH
    left = min(place % WIDTH for place in area.field)
    return [
        [WIDTH * (top + n) + left + n for n in range(SIDE)],
        [WIDTH * (top + n) + left + 3 - n for n in range(SIDE)],
    ]
