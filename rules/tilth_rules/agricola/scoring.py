"""Points: a sheet with a line for each category. The seat with most points wins."""

from bisect import bisect_right
from typing import Final

from tilth_rules.agricola.cards.counting import with_fields
from tilth_rules.agricola.cards.moments import COMPARE, LAST_WORD, SCORE
from tilth_rules.agricola.cards.registry import answers
from tilth_rules.agricola.codes import BOAR, CATTLE, GRAIN, SHEEP, VEGETABLE
from tilth_rules.agricola.content.corrections import content_of
from tilth_rules.agricola.events.rounds import MatchEnded
from tilth_rules.agricola.options import target_points
from tilth_rules.agricola.state import State, family_size
from tilth_rules.common.match_end import places
from tilth_rules.kernel import Act, ScoreRow, Solo, Table

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
SCORE_ROWS: Final = (
    *("fields", "pastures", "grain", "vegetables", "sheep", "boar", "cattle", "unused"),
    *("stables", "rooms", "family", "cards", "bonus", "begging"),
)

# The least counts that are worth 1, 2, 3 and 4 points; a count below the first costs one point.
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


def points_of_line(line: int, count: int) -> int:
    """Return the points (1 to 4) for a number of things by the table of a line of the score sheet; -1 for fewer than
    its least number."""
    return bisect_right(TABLES[line], count) or -1


def farm_sheet(state: State, seat: int) -> list[int]:
    """Return the lines of a seat's score sheet by the rulebook, with the bonus points that have been noted, without
    cards' points at the end."""
    mine = state.seats[seat]
    yard = mine.yard
    cards = content_of(state.options.values).cards
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
        sheet[line] = points_of_line(line, count)
    sheet[UNUSED] = -yard.unused().bit_count()
    sheet[STABLES] = yard.fenced_stables().bit_count()
    sheet[ROOMS] = PER_ROOM[yard.house] * yard.rooms.bit_count()
    sheet[FAMILY] = PER_PERSON * family_size(mine)
    sheet[CARDS_LINE] = sum([cards[card].points for card in mine.cards])
    sheet[BONUS] = mine.points
    sheet[BEGGING] = PER_BEGGING * mine.begging
    return sheet


def sheets(state: State) -> list[list[int]]:
    """Return every seat's score sheet, with the points of cards.

    Cards score in three passes: points for their owner, points that compare seats, and points that depend on points.
    """
    found = [farm_sheet(state, seat) for seat in range(len(state.seats))]
    for seat, mine in enumerate(state.seats):
        for _, points in answers(state, mine, SCORE):
            found[seat][BONUS] += points(state, seat)
        for _, points in answers(state, mine, COMPARE):
            for other, more in enumerate(points(state, seat)):
                found[other][BONUS] += more
    for seat, mine in enumerate(state.seats):
        for _, points in answers(state, mine, LAST_WORD):
            found[seat][BONUS] += points(state, seat, found)
    return found


def scores(state: State) -> tuple[int, ...]:
    """Return the points of each seat if the match ended now."""
    return tuple(sum(sheet) for sheet in sheets(state))


def score_breakdown(state: State) -> tuple[ScoreRow, ...]:
    """Return the rows of the score sheet: the points of each seat, line by line."""
    return tuple(map(ScoreRow, SCORE_ROWS, zip(*sheets(state), strict=True)))


def solo(state: State) -> Solo | None:
    """Return the end of a solo match: the points to be reached, and whether they are. None if there are several
    seats."""
    if len(state.seats) != 1:
        return None
    wanted = target_points(state.options.series)
    return Solo("target", wanted, scores(state)[0] >= wanted)


class FinalScoring(Act, tag=150):
    """End the match with each seat's points and place. The player with the most points wins; several may share the
    victory."""

    def act(self, table: Table) -> None:
        points = scores(table.state)
        table.emit(MatchEnded(places(points), points))
