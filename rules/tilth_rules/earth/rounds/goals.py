"""Fauna goals. A goal that is met at any moment of a turn counts, even if it is no longer met at the end of the
turn."""

from tilth_rules.earth.area.awards import is_reached
from tilth_rules.earth.content.compiled.abilities import book_of
from tilth_rules.earth.events.rounds import GoalsReached, LeafPlaced
from tilth_rules.earth.options import Setup
from tilth_rules.earth.state import GOALS, State, in_turn_order
from tilth_rules.kernel import Act, Table

LEAF_POINTS = (15, 11, 8, 6, 5)
"""The points of the first leaf at a fauna card, the second, and so on."""
BEGINNER_POINTS = 10
EVERY_GOAL = (1 << GOALS) - 1


def note_goals(table: Table, seat: int, touched: int) -> None:
    """Note the fauna goals that the seat meets now. Only goals that depend on the parts of its area in `touched` (bits)
    are checked."""
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
            if depends & touched and is_reached(objective, mine.area, (mine.area,), book.cards):
                met.append(at)
    if met:
        table.emit(GoalsReached(seat, tuple(met)))


class NoteGoals(Act, tag=2):
    """Note the fauna goals that the seat meets now, if they depend on the parts of its area in `touched` (bits)."""

    seat: int
    touched: int

    def act(self, table: Table) -> None:
        note_goals(table, self.seat, self.touched)


class ClaimGoals(Act, tag=3):
    """At the end of a turn, place for each seat a leaf on the best free place at each fauna card whose goal it has met
    in this turn, and give it the points.

    If several seats have met a goal, they place their leaves in turn order. A leaf stays, even if the goal is no longer
    met later.
    """

    def act(self, table: Table) -> None:
        state: State = table.state
        for seat in in_turn_order(state):
            for goal in range(GOALS):
                if state.seats[seat].reached >> goal & 1:
                    table.emit(LeafPlaced(seat, goal, leaf_points(state, goal)))


def leaf_points(state: State, goal: int) -> int:
    """Return the points of the next leaf at a fauna card: 10 for beginners, else 15, 11, 8, 6 or 5 by the leaves that
    lie there."""
    if state.options.setup == Setup.BEGINNER:
        return BEGINNER_POINTS
    return LEAF_POINTS[state.claims[goal]]
