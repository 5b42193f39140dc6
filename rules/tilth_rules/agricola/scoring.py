"""Points: a sheet with a line for each category, and whoever has most of them has won."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.cards.counting import with_fields
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.words import COMPARE, LAST_WORD, SCORE
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.events.rounds import MatchEnded
from tilth_rules.agricola.state import State, family_size
from tilth_rules.agricola.words import BOAR, CATTLE, GRAIN, SHEEP, VEGETABLE
from tilth_rules.kernel import Act, Table

# Lines of the sheet.
FIELDS: Final = 0
PASTURES: Final = 1
GRAIN_LINE: Final = 2
VEGETABLES: Final = 3
SHEEP_LINE: Final = 4
BOAR_LINE: Final = 5
CATTLE_LINE: Final = 6
UNUSED: Final = 7
STABLES: Final = 8
ROOMS: Final = 9
FAMILY: Final = 10
CARDS_LINE: Final = 11
BONUS: Final = 12
BEGGING: Final = 13
LINES: Final = 14

# The least counts that are worth 1, 2, 3 and 4 points; less than the first costs one.
TABLES: Final = {
    FIELDS: (2, 3, 4, 5),
    PASTURES: (1, 2, 3, 4),
    GRAIN_LINE: (1, 4, 6, 8),
    VEGETABLES: (1, 2, 3, 4),
    SHEEP_LINE: (1, 4, 6, 8),
    BOAR_LINE: (1, 3, 5, 7),
    CATTLE_LINE: (1, 2, 4, 6),
}
PER_ROOM: Final = (0, 1, 2)
PER_PERSON: Final = 3
PER_BEGGING: Final = -3


def graded(line: int, count: int) -> int:
    """The points of a line that has a table."""
    return bisect_right(TABLES[line], count) or -1


def farm_sheet(state: State, seat: int) -> list[int]:
    """The lines as the rulebook has them; bonus points as far as they have been noted."""
    mine = state.seats[seat]
    yard = mine.yard
    sheet = [0] * LINES
    counts = {
        FIELDS: yard.fields.bit_count(),
        PASTURES: len(yard.pastures()),
        GRAIN_LINE: with_fields(mine, GRAIN),
        VEGETABLES: with_fields(mine, VEGETABLE),
        SHEEP_LINE: mine.goods[SHEEP],
        BOAR_LINE: mine.goods[BOAR],
        CATTLE_LINE: mine.goods[CATTLE],
    }
    for line, count in counts.items():
        sheet[line] = graded(line, count)
    sheet[UNUSED] = -yard.unused().bit_count()
    sheet[STABLES] = yard.fenced_stables().bit_count()
    sheet[ROOMS] = PER_ROOM[yard.house] * yard.rooms.bit_count()
    sheet[FAMILY] = PER_PERSON * family_size(mine)
    sheet[CARDS_LINE] = sum(CARDS[card].points for card in mine.cards)
    sheet[BONUS] = mine.points
    sheet[BEGGING] = PER_BEGGING * mine.begging
    return sheet


def sheets(state: State) -> list[list[int]]:
    """Every seat's sheet. Cards score in three passes: what they say of their owner, what compares seats, and what
    looks at the points themselves."""
    found = [farm_sheet(state, seat) for seat in range(len(state.seats))]
    for seat, mine in enumerate(state.seats):
        for card in mine.rules[SCORE]:
            for points in ANSWERS[SCORE][card]:
                found[seat][BONUS] += points(state, seat)
        for card in mine.rules[COMPARE]:
            for points in ANSWERS[COMPARE][card]:
                for other, more in enumerate(points(state, seat)):
                    found[other][BONUS] += more
    for seat, mine in enumerate(state.seats):
        for card in mine.rules[LAST_WORD]:
            for points in ANSWERS[LAST_WORD][card]:
                found[seat][BONUS] += points(state, seat, found)
    return found


def scores(state: State) -> tuple[int, ...]:
    """The points each seat would have now."""
    return tuple(sum(sheet) for sheet in sheets(state))


def places(points: Sequence[int]) -> tuple[int, ...]:
    """Equal points share a place: there is nothing else to tell seats apart."""
    return tuple(1 + sum(other > mine for other in points) for mine in points)


class FinalScoring(Act, tag=150):
    """Whoever has most points wins; several may."""

    def act(self, table: Table) -> None:
        points = scores(table.state)
        table.emit(MatchEnded(points, places(points)))
