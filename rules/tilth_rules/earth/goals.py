"""Fauna: a goal that is met at any moment of a turn counts, even if it is met no more at its end."""

from tilth_rules.earth.awards import reached
from tilth_rules.earth.book import book_of
from tilth_rules.earth.events import GoalsReached, LeafPlaced
from tilth_rules.earth.options import Setup
from tilth_rules.earth.state import GOALS, State, in_turn_order
from tilth_rules.kernel import Act, Table

LEAF_POINTS = (15, 11, 8, 6, 5)
"""For the first leaf at a fauna card, the second, ..."""
BEGINNER_POINTS = 10
EVERY_GOAL = (1 << GOALS) - 1


def note_goals(table: Table, seat: int, touched: int) -> None:
    """Look which goals the seat meets now, of those that depend on what has just changed."""
    state: State = table.state
    mine = state.seats[seat]
    left = EVERY_GOAL & ~(mine.leaves | mine.reached)
    if not left:
        return
    book = book_of(state.options.values)
    met = []
    for at, face in enumerate(state.fauna):
        if left >> at & 1:
            objective, depends = book.goals[face]
            if depends & touched and reached(objective, mine.area, (mine.area,), book.cards):
                met.append(at)
    if met:
        table.emit(GoalsReached(seat, tuple(met)))


class NoteGoals(Act, tag=2):
    """What was just done may have met a goal."""

    seat: int
    touched: int

    def act(self, table: Table) -> None:
        note_goals(table, self.seat, self.touched)


class ClaimGoals(Act, tag=3):
    """At the end of a turn, whoever has met a goal places a leaf on the best free place beside it: in turn order, if
    there are several. A leaf stays, whatever happens later."""

    def act(self, table: Table) -> None:
        state: State = table.state
        for seat in in_turn_order(state):
            for goal in range(GOALS):
                if state.seats[seat].reached >> goal & 1:
                    table.emit(LeafPlaced(seat, goal, leaf_points(state, goal)))


def leaf_points(state: State, goal: int) -> int:
    """What the next leaf at a fauna card is worth."""
    if state.options.setup == Setup.BEGINNER:
        return BEGINNER_POINTS
    return LEAF_POINTS[state.claims[goal]]
