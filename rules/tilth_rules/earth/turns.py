"""Rounds and turns: the active seat chooses an action, everybody takes it side by side, and goals are claimed."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.earth.area import FULL
from tilth_rules.earth.book import book_of
from tilth_rules.earth.doing import GoOn, TakeSome, onward
from tilth_rules.earth.events import ActionChosen, FieldFilled, RoundBegan, TurnBegan, TurnEnded
from tilth_rules.earth.goals import ClaimGoals
from tilth_rules.earth.goods import Gain
from tilth_rules.earth.moves import TAKING, ChooseAction, taken
from tilth_rules.earth.scoring import FinalScoring
from tilth_rules.earth.state import NOTHING, State, in_turn_order, mates
from tilth_rules.earth.words import (
    ACTIONS,
    ALL,
    AUTOMATIC,
    BITS_OF,
    BY_ACTION,
    CARD,
    COMPOST,
    DECK_COMPOST,
    GROW,
    GROWTH,
    LESS,
    PLANT,
    SHARED,
    SOIL,
    SPROUT,
    WATER,
)
from tilth_rules.kernel import Act, Ask, Choose, Step, Table

ACTIVE: Final = {
    PLANT: (),
    COMPOST: ((SOIL, 5), (DECK_COMPOST, 2)),
    WATER: ((SPROUT, 6), (SOIL, 2)),
    GROW: ((CARD, 4), (GROWTH, 2)),
}
"""What the active seat gains by its action, in this order."""
FILLED_POINTS: Final = 7


class PlayRound(Act, tag=60):
    """In a round everybody is active once."""

    def act(self, table: Table) -> None:
        state: State = table.state
        seats = len(state.seats)
        table.emit(RoundBegan(state.round + 1))
        table.then(*(TakeTurn((state.first + step) % seats) for step in range(seats)), EndRound())


class TakeTurn(Act, tag=61):
    """The active seat chooses one of the four actions, whatever was chosen before."""

    seat: int

    def act(self, table: Table) -> None:
        table.emit(TurnBegan(self.seat))
        table.then(ChooseTheAction(self.seat), EndTurn())


class ChooseTheAction(Ask, tag=62):
    """Everybody takes the action that the active seat chooses, the others in their own smaller way."""

    between = True
    seat: int

    def ask(self, state: State) -> Choose:
        book = book_of(state.options.values)
        forbidden = [book.forbids.get(card, 0) for card in state.seats[self.seat].standing]
        options: list[int] = []
        for action in ACTIONS:
            if action not in forbidden:
                options.append(action)
                if action != PLANT:
                    options.append(action + TAKING * (LESS - ALL))
                    if state.options.teams:
                        options.append(action + TAKING * (SHARED - ALL))
        return Choose(self.seat, "action", options)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        action, how = taken(picks[0])
        table.emit(ActionChosen(self.seat, action))
        table.then(SideBySide(how))

    @classmethod
    def move(cls, option: int) -> ChooseAction:
        return ChooseAction(*taken(option))


class SideBySide(Act, tag=63):
    """All act at the same time, each in a lane of its own: nobody's things are touched by others."""

    taking: int

    def act(self, table: Table) -> None:
        state: State = table.state
        lanes: list[tuple[tuple[int, ...], tuple[Step, ...]]] = []
        for seat in in_turn_order(state)[: state.stripes]:
            seats = mates(seat) if state.options.teams else (seat,)
            own = seat == state.active
            lanes.append((seats, active_steps(state, seat, self.taking) if own else (onward(state, seat),)))
        table.fork(*lanes)


def active_steps(state: State, seat: int, how: int) -> tuple[Step, ...]:
    """The active seat's own action, before it goes on to its abilities."""
    gains = ACTIVE[state.action]
    if not gains:
        return (onward(state, seat),)
    steps: list[Step] = [
        Gain(seat, good, count, BY_ACTION) for good, count in gains if how == ALL or good not in AUTOMATIC
    ]
    if how != ALL:
        some = [(good, count) for good, count in gains if good in AUTOMATIC]
        taking = TakeSome(seat, tuple(good for good, _ in some), tuple(count for _, count in some), how)
        steps.insert(0 if gains[0] in some else 1, taking)
    touched = 0
    for good, _ in gains:
        touched |= BITS_OF[good]
    return (*steps, GoOn(seat, touched))


class EndTurn(Act, tag=64):
    """When all are through, goals are claimed, and a full field is noticed."""

    def act(self, table: Table) -> None:
        table.then(ClaimGoals(), NoticeFull(), CloseTurn())


class NoticeFull(Act, tag=65):
    """The first to fill a field has seven points: of several in one turn the active seat, or the next one in turn
    order."""

    def act(self, table: Table) -> None:
        state: State = table.state
        if state.filled != NOTHING:
            return
        for seat in in_turn_order(state):
            if len(state.seats[seat].places) == FULL:
                table.emit(FieldFilled(seat, FILLED_POINTS))
                return


class CloseTurn(Act, tag=66):
    """What was not drawn is one deck again."""

    def act(self, table: Table) -> None:
        table.emit(TurnEnded())


class EndRound(Act, tag=67):
    """The match ends with the round in which a field was filled, so that all have had as many turns."""

    def act(self, table: Table) -> None:
        state: State = table.state
        if state.filled != NOTHING or state.round >= state.options.turn_limit:
            table.then(FinalScoring())
        else:
            table.then(PlayRound())
