"""Counts for objectives on a field, and the points that they bring now or may bring later.

A count can be a fraction: an unfinished part counts in proportion, so that the bot finishes it before it begins
another.
"""

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tilth_bots.naturalist.cards import Card, Filter, JsonObject, Objective

WIDTH: Final = 7
PLACES: Final = WIDTH * WIDTH
MIDDLE: Final = PLACES // 2
SIDE: Final = 4
FULL: Final = SIDE * SIDE
HOPE: Final = 0.45
"""Probability that a free place will take a card that fits."""
NEXT: Final = 0.25
"""Least share of the next step of a table of points that counts in advance."""
FINISHING: Final = 0.6
"""Share that an unfinished line counts for if it breaks no rule; it is multiplied by the square of the part that is
filled."""

Steps = tuple[tuple[int, int], ...]
ORTHOGONAL: Final[Steps] = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL: Final[Steps] = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def near(place: int, steps: Steps) -> tuple[int, ...]:
    """Return the places of the 7 by 7 grid that these steps (rows, columns) lead to from a place."""
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
    """The field of one seat, which the bot tries out changes on: its cards by place, the sprouts and pieces of growth
    on each place, and the numbers of its soil and of its cards in hand and in compost."""

    field: dict[int, Card] = dataclasses.field(default_factory=dict)
    sprouts: list[int] = dataclasses.field(default_factory=lambda: [0] * PLACES)
    growth: list[int] = dataclasses.field(default_factory=lambda: [0] * PLACES)
    board: tuple[Card, ...] = ()
    """Cards of the island and the climate."""
    events: tuple[Card, ...] = ()
    soil: int = 0
    hand: int = 0
    compost: int = 0

    @property
    def slots(self) -> int:
        """Return the number of cards for which the field still has room."""
        return FULL - len(self.field)

    def pool(self, name: str) -> int:
        """Return the number of the seat's sprouts, growth, events, soil or cards in hand; for any other name, of its
        cards in compost."""
        match name:
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
        """Return the number of cards on these places of the field that meet a filter, with the pieces on them."""
        found, sprouts, growth = self.field, self.sprouts, self.growth
        return sum(
            wanted.holds(found[place], sprouts[place], growth[place]) for place in places if place in found
        )

    def on_board(self, wanted: Filter) -> int:
        """Return the number of cards of the field, the island and the climate that meet a filter."""
        return self.count(wanted, self.field) + sum(map(wanted.holds, self.board))

    def line(self, place: int, within: str) -> Sequence[int]:
        """Return the places of a line through or around a place: "row", "column", "beside" (the four sides), or for any
        other word the four corners."""
        match within:
            case "row":
                return ROWS[place // WIDTH]
            case "column":
                return COLUMNS[place % WIDTH]
            case "beside":
                return BESIDE[place]
        return CORNERS[place]


def free_places(area: Area) -> list[int]:
    """Return the free places beside or diagonal to a card that keep the field within 4 by 4, in rising order. For an
    empty field, return the middle place alone; for a full one, none."""
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
    """The counts for one field. `others` are the other seats' fields, for objectives that look at all of them."""

    area: Area
    others: Sequence[Area] = ()

    def worth(self, objective: Objective, place: int = -1) -> float:
        """Return the points of an objective for its present count. For a goal, return the part of it that has been
        reached, from 0 to 1. `place` is the place of the card that has the objective."""
        return earned(objective.award, self.number(objective, place))

    def number(self, objective: Objective, place: int) -> float:
        """Return the count of an objective's measure; `place` is the place of the card that has the objective."""
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
        """Return the number of cards that meet the objective's filter in its area: the field, the field with island and
        climate, the events, or a line through `place`. In a line, each free place that can still be filled counts
        HOPE."""
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
        """Return the number of cards in the longest chain, taken as the largest connected group of cards that meet the
        filter: a path mostly runs through all of it. If the chain must run through the card itself, only the group
        around `place` counts."""
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
        """Return whether the card on a place meets a filter, with the pieces that lie on it."""
        return wanted.holds(card, self.area.sprouts[place], self.area.growth[place])

    def lines(self, within: str, rule: str) -> float:
        """Return the number of full rows, columns or diagonals (`within`) whose cards keep a rule. An unfinished line
        that keeps it counts in part, by FINISHING."""
        found = 0.0
        for line in lines_of(self.area, within):
            taken = [place for place in line if place in self.area.field]
            if taken and self.keeps(rule, taken):
                found += 1 if len(taken) == SIDE else FINISHING * (len(taken) / SIDE) ** 2
        return found

    def keeps(self, rule: str, line: list[int]) -> bool:
        """Return whether the cards on the places of a line meet the rule so far. An unknown rule counts as met."""
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
        """Return the number of complete sets, plus a part for the members of the next one. `members` holds a filter for
        each member; cards of the field, the island and the climate and events count."""
        area = self.area
        counts = [area.on_board(wanted) + sum(map(wanted.holds, area.events)) for wanted in members]
        whole = min(counts)
        return sum(min(count, whole + 1) for count in counts) / len(counts)


def earned(award: JsonObject, number: float) -> float:
    """Return the points of an award for a count that may be a fraction. An award for each unit counts halfway between
    completed steps and their parts; a table gives a part of its next step, at least NEXT. For a goal, return the part
    reached, from 0 to 1."""
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
    """Return the number of places connected with `start`, which counts, too, and remove them from `left`, the places
    that belong to the group. `steps` holds the neighbours of each place."""
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
    """Return whether each set can stand for one of its members so that no two sets stand for the same one, and none for
    a member in `taken`."""
    if not ways:
        return True
    return any(differ(ways[1:], taken | {way}) for way in ways[0] - taken)


def lines_of(area: Area, within: str) -> Iterable[Sequence[int]]:
    """Return the rows or columns with cards in them; for any other word the two diagonals of the 4 by 4 square that
    begins at the topmost row and leftmost column with cards."""
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
