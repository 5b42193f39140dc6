"""Rounds and turns: the active seat chooses an action, all seats take it side by side, and goals are claimed."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.common.seats import clockwise
from tilth_rules.earth.actions.goods import Gain
from tilth_rules.earth.actions.lane_turn import GoOn, TakeSome, next_question
from tilth_rules.earth.area.area import FULL
from tilth_rules.earth.codes import (
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
from tilth_rules.earth.content.compiled.abilities import book_of
from tilth_rules.earth.events.rounds import ActionChosen, FieldFilled, RoundBegan, TurnBegan, TurnEnded
from tilth_rules.earth.moves import TAKING, ChooseAction, taken_thing
from tilth_rules.earth.rounds.goals import ClaimGoals
from tilth_rules.earth.scoring import FinalScoring
from tilth_rules.earth.state import NOTHING, State, in_turn_order, mates
from tilth_rules.kernel import Act, Ask, Choose, Step, Table, TextFacts

ACTIVE: Final = {
    PLANT: (),
    COMPOST: ((SOIL, 5), (DECK_COMPOST, 2)),
    WATER: ((SPROUT, 6), (SOIL, 2)),
    GROW: ((CARD, 4), (GROWTH, 2)),
}
"""The gains of the active seat by its action, in this order."""
FILLED_POINTS: Final = 7


class PlayRound(Act, tag=60):
    """Begin the next round: every seat takes one turn as the active one, clockwise from the first player; then EndRound
    decides whether another round follows."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(RoundBegan(state.round + 1))
        table.then(*map(TakeTurn, clockwise(len(state.seats), state.first)), EndRound())


class TakeTurn(Act, tag=61):
    """Begin the turn of the active seat: it chooses an action (ChooseTheAction); after all seats have taken it, EndTurn
    follows."""

    seat: int

    def act(self, table: Table) -> None:
        table.emit(TurnBegan(self.seat))
        table.then(ChooseTheAction(self.seat), EndTurn())


class ChooseTheAction(Ask, tag=62):
    """The question to the active seat which of the four actions it takes, except one that a standing effect forbids,
    and whether it takes all of the gain, less, or shares a part with its mate. All seats then take the action side by
    side, the others in their own smaller way. The text shows the seat's soil and whether the match is solo."""

    between_actions = True
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

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"soil": state.seats[seat].area.soil, "alone": state.gaia is not None}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        action, how = taken_thing(picks[0])
        table.emit(ActionChosen(self.seat, action))
        table.then(SideBySide(how))

    @classmethod
    def move(cls, option: int) -> ChooseAction:
        return ChooseAction(*taken_thing(option))


class SideBySide(Act, tag=63):
    """Open a lane for each seat or team, in which the seats take the chosen action at the same time; a lane touches
    only its own seats' things. The active seat takes its gains first, in the way `taking` names; the others are asked
    for their next action."""

    taking: int

    def act(self, table: Table) -> None:
        """Open a lane for each seat or team, in which it acts."""
        state: State = table.state
        lanes: list[tuple[tuple[int, ...], tuple[Step, ...]]] = []
        for seat in in_turn_order(state)[: state.stripes]:
            seats = mates(seat) if state.options.teams else (seat,)
            own = seat == state.active
            lanes.append(
                (seats, active_steps(state, seat, self.taking) if own else (next_question(state, seat),))
            )
        table.fork(*lanes)


def active_steps(state: State, seat: int, how: int) -> tuple[Step, ...]:
    """Return the steps of the active seat's own action, after which it continues with its abilities."""
    gains = ACTIVE[state.action]
    if not gains:
        return (next_question(state, seat),)
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
    """When all lanes have ended, place leaves for the goals met (ClaimGoals), note a full field (NoticeFull), and close
    the turn (CloseTurn)."""

    def act(self, table: Table) -> None:
        table.then(ClaimGoals(), NoticeFull(), CloseTurn())


class NoticeFull(Act, tag=65):
    """Give seven points to the first seat whose field is full, unless one was full before; the round becomes the last.

    If several fill theirs in one turn, the active seat is first, and then the next in turn order.
    """

    def act(self, table: Table) -> None:
        state: State = table.state
        if state.filled != NOTHING:
            return
        for seat in in_turn_order(state):
            if len(state.seats[seat].places) == FULL:
                table.emit(FieldFilled(seat, FILLED_POINTS))
                return


class CloseTurn(Act, tag=66):
    """Close the turn: cards that were not drawn are one deck again, and discards of the turn lie together."""

    def act(self, table: Table) -> None:
        table.emit(TurnEnded())


class EndRound(Act, tag=67):
    """Begin the final scoring if a field was filled in this round or the limit of rounds is reached, else the next
    round. All seats have then had the same number of turns."""

    def act(self, table: Table) -> None:
        state: State = table.state
        if state.filled != NOTHING or state.round >= state.options.turn_limit:
            table.then(FinalScoring())
        else:
            table.then(PlayRound())
