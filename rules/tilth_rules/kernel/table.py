"""The table: a state, the steps that wait, and the decisions they ask. All of it synchronous and pure."""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from tilth_rules.kernel.base import Refused
from tilth_rules.kernel.chance import Chance
from tilth_rules.kernel.control import Control
from tilth_rules.kernel.decisions import CLOSED, NOT_OPEN, NOT_UNDOABLE, checked
from tilth_rules.kernel.game import Game
from tilth_rules.kernel.lanes import OWN, Lane
from tilth_rules.kernel.outside import Outside, nothing_outside
from tilth_rules.kernel.record import (
    RESIGNED,
    Answered,
    Cause,
    Defaulted,
    Record,
    Resigned,
    Started,
    Thread,
    Undone,
    taken_back,
)

Gathered = TypeVar("Gathered")

WHOLE_STACK_EVERY = 64
"""Every so many records the waiting stack is stored whole, not as a change to the one before."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """One answer of a batch: to decision `number` of the seat, picks or measured numbers."""

    number: int
    chosen: tuple[int, ...] = ()
    measured: tuple[int, ...] = ()


class Table(Control):
    """One match being played. `answer` is the way in; a Record (when it keeps a journal) the way out."""

    __slots__ = ()

    # What the house may call -----------------------------------------------------------------------

    def start(self, number: int = 0) -> Record | None:
        """Set the game up, to the first decisions. The record gets this number."""
        self.number = number - 1
        self._go()
        return self._recorded(Started(), self.main) if self.journal else None

    def answer(
        self, seat: int, chosen: Sequence[int] = (), measured: Sequence[int] = (), number: int = 0
    ) -> Record | None:
        """Take a seat's answer to its open decision; raises Refused, and then nothing has changed."""
        decision = self.open.get(seat)
        if decision is None:
            raise Refused(NOT_OPEN, f"seat {seat} is not asked")
        count = self.counts[seat]
        if number and number != count:
            raise Refused(CLOSED, f"decision {number} of seat {seat} is not open, {count} is")
        offers = self.offered.get(seat) if self.offered else None
        if offers and len(chosen) == 1 and chosen[0] in offers and not measured:
            where = self._accept(seat, (), chosen[0])
        else:
            where = self._accept(seat, checked(decision, chosen, measured), None)
        if not self.journal:
            return None
        return self._recorded(Answered(seat, count, tuple(chosen), tuple(measured)), where)

    def answer_all(self, seat: int, answers: Sequence[Answer]) -> list[Record]:
        """Several answers in order, all or none, cut after the first that reveals something to the seat.

        Returns a record for each that was taken; what follows the cut was not even read.
        """
        before = self.clone()
        records: list[Record] = []
        try:
            for answer in answers:
                record = self.answer(seat, answer.chosen, answer.measured, answer.number)
                assert record is not None, "a batch needs a journal"
                records.append(record)
                if record.bars_undo(seat):
                    break
        except Refused:
            self._become(before)
            raise
        return records

    def answer_default(self, seat: int, why: str) -> Record | None:
        """Give a seat's default answer, as a timeout does."""
        decision = self.open[seat]
        count = self.counts[seat]
        default = decision.default_answer()
        measures = hasattr(decision, "quantities")
        chosen, measured = ((), default) if measures else (default, ())
        where = self._accept(seat, checked(decision, chosen, measured), None)
        return self._recorded(Defaulted(seat, count, why, chosen, measured), where) if self.journal else None

    def resign(self, seat: int) -> Record | None:
        """The seat gives up; `settle` then plays on for it by default answers."""
        self.resigned.add(seat)
        return self._recorded(Resigned(seat), self._lane_of(seat)) if self.journal else None

    def settle(self) -> list[Record]:
        """Answer by default for the seats that have resigned, until none of them is asked."""
        records: list[Record] = []
        while due := [seat for seat in self.open if seat in self.resigned]:
            record = self.answer_default(due[0], RESIGNED)
            if record is not None:
                records.append(record)
        return records

    def undoable(self, seat: int) -> int | None:
        """The number of the record that `seat` would take back now, or None."""
        where = self._lane_of(seat)
        if self.over or where.ended or where.trail_seat != seat or not where.trail:
            return None
        return where.trail[-1]

    def undo(self, seat: int, history: Sequence[Record]) -> "tuple[Table, Record]":
        """Take back the seat's last answer. `history` is every record so far; gives the table as it is then."""
        number = self.undoable(seat)
        if number is None:
            raise Refused(NOT_UNDOABLE, f"seat {seat} has nothing it may take back")
        back = next(record for record in history if record.number == number)
        others = [other for other in self.open if other != seat and other in self._lane_of(seat).seats]
        record = Record(
            number=self.number + 1,
            cause=Undone(seat, (number,)),
            events=tuple(self.game.remembers(self.state, back.events)),
            closed=tuple(others),
        )
        table = Table.resume(
            self.game, self.options, self.seats, self.chance, [*history, record], outside=self.outside_port
        )
        return table, record

    @classmethod
    def resume(
        cls,
        game: Game,
        options: Any,
        seats: int,
        chance: Chance,
        records: Sequence[Record],
        *,
        outside: Outside = nothing_outside,
    ) -> "Table":
        """The table after these records, without running a rule: fold, restack, ask again."""
        table = cls(game, options, seats, chance, outside=outside)
        table.main.steps = []
        back = taken_back(list(records))
        for record in records:
            table._take_up(record, counts=record.number not in back)
        table._ask_again()
        return table

    # Inside ----------------------------------------------------------------------------------------

    def _recorded(self, cause: Cause, where: Lane) -> Record:
        """The record of what has just happened."""
        self.number += 1
        whole = self.number % WHOLE_STACK_EVERY == 0
        changes: list[Thread] = []
        if self._ended:
            changes += [Thread(key + 1, 0, (), ended=True) for key in self._ended]
            self._ended.clear()
        change = self.main.change(whole)
        if change is not None:
            changes.append(change)
        for lane in self.lanes or ():
            if not lane.ended or lane.stored is None:
                change = lane.change(whole)
                if change is not None:
                    changes.append(change)
        record = Record(
            self.number,
            cause,
            tuple(self._events),
            tuple(changes),
            _taken(self._draws),
            _taken(self._facts),
            _taken(self._closed),
            _taken(self._veils),
        )
        self._events.clear()
        if self.trails:
            self._note(record, where)
        return record

    def _note(self, record: Record, where: Lane) -> None:
        """Keep the trail of what may still be taken back."""
        seat = record.cause.seat
        if where.key == OWN:
            stands = self.lanes is None
        else:
            stands = self.lanes is not None and where in self.lanes and not where.ended
        if not stands:
            self.main.forget_trail()
        elif where.rests or type(record.cause) is not Answered or record.bars_undo(seat):
            where.forget_trail()
        elif where.trail_seat == seat:
            where.trail.append(record.number)
        else:
            where.trail_seat = seat
            where.trail = [record.number]

    def _take_up(self, record: Record, counts: bool) -> None:
        """One record of the log. What was taken back only counts as an answer given."""
        cause = record.cause
        self.number = record.number
        for seat in (cause.seat, *record.closed):
            if seat >= 0 and not isinstance(cause, Resigned):
                self.counts[seat] += 1
        if isinstance(cause, Resigned):
            self.resigned.add(cause.seat)
        if not counts:
            return
        where = self._lane_of(cause.seat)
        state = self.state
        for event in record.events:
            event.apply(state)
        for draw in record.draws:
            self.drawn[draw] = self.drawn.get(draw, 0) + 1
        self._restack(record.waiting)
        if not isinstance(cause, Undone):
            self._note(record, where)

    def _restack(self, changes: Sequence[Thread]) -> None:
        opened: list[Lane] | None = None
        for change in changes:
            if change.seats:
                lane = Lane(change.thread - 1, change.seats, (), change.sealed)
                lane.ended = change.ended
                lane.restack(change)
                if opened is None:
                    opened = self.lanes = []
                opened.append(lane)
            elif change.thread == 0:
                self.main.restack(change)
            else:
                assert self.lanes is not None, "a lane changed that was never opened"
                lane = self.lanes[change.thread - 1]
                lane.restack(change)
                lane.ended = change.ended
        if self.lanes is not None and all(lane.ended for lane in self.lanes):
            self.lanes = None

    def _ask_again(self) -> None:
        """Open the decisions that wait: they aren't stored, the steps that ask them are."""
        for lane in (self.main,) if self.lanes is None else self.lanes:
            if lane.ended or not lane.steps or lane.rests:
                continue
            step = lane.steps[-1]
            if not step.asks:
                raise ValueError(f"a step that asks nobody waits: {step!r}")
            asked = step.ask(self.state)  # type: ignore[attr-defined]
            if asked is None:
                raise ValueError(f"a waiting step asks nothing any more: {step!r}")
            self._opened(step, asked)
        self.over = self.lanes is None and not self.main.steps


def _taken(gathered: list[Gathered]) -> tuple[Gathered, ...]:
    """What has been gathered for the record, which is mostly nothing."""
    if not gathered:
        return ()
    taken = tuple(gathered)
    gathered.clear()
    return taken
