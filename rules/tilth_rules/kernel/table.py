"""`Table`: a state, the steps that wait, and the decisions they ask. It is synchronous and pure."""

from collections.abc import Generator, Sequence
from typing import Any, TypeVar

import msgspec

from tilth_rules.kernel.base import Refused
from tilth_rules.kernel.chance import Chance
from tilth_rules.kernel.control import Control, Fact
from tilth_rules.kernel.decisions import DECISION_CLOSED, NO_OPEN_DECISION, NOTHING_TO_UNDO, check_answer
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
    StackChange,
    Started,
    Undone,
    undone_numbers,
)

Gathered = TypeVar("Gathered")

WHOLE_STACK_EVERY = 64
"""In every record with a multiple of this number, all waiting steps are stored, not only their change."""

RECORDS_A_PIECE = 16
"""The number of records that `resume_in_pieces` applies between two yields."""


class Answer(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """One answer of a batch: the picks or numbers for decision `number` of the seat."""

    number: int
    picks: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()


class Table(Control):
    """A match that is being played. `answer` takes an answer, and returns a Record if the table keeps a journal.

    >>> from tilth_rules.kernel import SeededChance
    >>> from tilth_rules.petrichor import Options, game
    >>> table = Table(game, Options(first_layout=True), 2, SeededChance(bytes(32)))
    >>> record = table.start()
    >>> table
    <Table of petrichor, 2 seats, record 0: asks seat 1 'first-cloud'>
    >>> table.answer(1, picks=[5]).cause
    Answered(seat=1, number=1, picks=(5,))
    """

    __slots__ = ()

    # For the server and the tests -----------------------------------------------------------------------

    def start(self, number: int = 0) -> Record | None:
        """Set up the game and run to the first decisions. The record gets this number."""
        self.number = number - 1
        self._run_to_next_decision()
        return self._make_record(Started(), self.main) if self.journal else None

    def answer(
        self, seat: int, picks: Sequence[int] = (), numbers: Sequence[int] = (), number: int = 0
    ) -> Record | None:
        """Take a seat's answer to its open decision, and run to the next decisions.

        Raises Refused if the answer is not allowed; then nothing has changed.
        """
        decision = self.open.get(seat)
        if decision is None:
            raise Refused(NO_OPEN_DECISION, f"seat {seat} has no open decision")
        count = self.counts[seat]
        if number and number != count:
            raise Refused(DECISION_CLOSED, f"decision {number} of seat {seat} is not open, {count} is")
        offers = self.offered.get(seat) if self.offered else None
        if offers and len(picks) == 1 and picks[0] in offers and not numbers:
            where = self._accept(seat, (), picks[0])
        else:
            where = self._accept(seat, check_answer(decision, picks, numbers), None)
        if not self.journal:
            return None
        return self._make_record(Answered(seat, count, tuple(picks), tuple(numbers)), where)

    def answer_all(self, seat: int, answers: Sequence[Answer]) -> list[Record]:
        """Take several answers of a seat in order. If one of them is refused, none is taken.

        Answers after the first one that reveals something to the seat are not read. Returns a record for each answer
        that was taken.
        """
        before = self.clone()
        records: list[Record] = []
        try:
            for answer in answers:
                record = self.answer(seat, answer.picks, answer.numbers, answer.number)
                assert record is not None, "only a table with a journal takes batches"
                records.append(record)
                if record.blocks_undo(seat):
                    break
        except Refused:
            self._copy_from(before)
            raise
        return records

    def answer_default(self, seat: int, why: str) -> Record | None:
        """Answer a seat's open decision with its default answer, as for a timeout. `why` is TIMEOUT, RESIGNED or
        BOT_FAILED."""
        decision = self.open[seat]
        count = self.counts[seat]
        default = decision.default_answer()
        measures = hasattr(decision, "quantities")
        picks, numbers = ((), default) if measures else (default, ())
        where = self._accept(seat, check_answer(decision, picks, numbers), None)
        return self._make_record(Defaulted(seat, count, why, picks, numbers), where) if self.journal else None

    def resign(self, seat: int) -> Record | None:
        """Mark the seat as resigned. `answer_for_resigned` then gives its default answers."""
        self.resigned.add(seat)
        return self._make_record(Resigned(seat), self._lane_of(seat)) if self.journal else None

    def answer_for_resigned(self) -> list[Record]:
        """Give default answers for the seats that have resigned, until none of them has an open decision."""
        records: list[Record] = []
        while due := [seat for seat in self.open if seat in self.resigned]:
            record = self.answer_default(due[0], RESIGNED)
            if record is not None:
                records.append(record)
        return records

    def undoable(self, seat: int) -> int | None:
        """Return the number of the record that an undo of `seat` would undo now, or None."""
        where = self._lane_of(seat)
        if self.over or where.ended or where.trail_seat != seat or not where.trail:
            return None
        return where.trail[-1]

    def undo(self, seat: int, history: Sequence[Record]) -> "tuple[Table, Record]":
        """Undo the seat's last answer. Return the table after the undo, and the record of it.

        `history` has all records so far. Raises Refused if the seat has no answer that it can undo.
        """
        number = self.undoable(seat)
        if number is None:
            raise Refused(NOTHING_TO_UNDO, f"seat {seat} has no answer that it can undo")
        back = next(record for record in history if record.number == number)
        others = [other for other in self.open if other != seat and other in self._lane_of(seat).seats]
        record = Record(
            number=self.number + 1,
            cause=Undone(seat, (number,)),
            events=tuple(self.game.kept_on_undo(self.state, back.events)),
            closed_seats=tuple(others),
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
        """Return the table after these records. It runs no rule: it applies the events, restores the waiting steps, and
        asks their decisions again.
        """
        resuming = cls.resume_in_pieces(game, options, seats, chance, records, outside=outside)
        while True:
            try:
                next(resuming)
            except StopIteration as end:
                table: Table = end.value
                return table

    @classmethod
    def resume_in_pieces(
        cls,
        game: Game,
        options: Any,
        seats: int,
        chance: Chance,
        records: Sequence[Record],
        *,
        outside: Outside = nothing_outside,
    ) -> "Generator[None, None, Table]":
        """Do as `resume` does, and yield after every few records, so that the caller can do other work between."""
        table = cls(game, options, seats, chance, outside=outside)
        table.main.steps = []
        back = undone_numbers(list(records))
        for first in range(0, len(records), RECORDS_A_PIECE):
            for record in records[first : first + RECORDS_A_PIECE]:
                table._apply_record(record, counts=record.number not in back)
            yield
        table._ask_again()
        return table

    def around(self, state: Any, chance: Chance, *, journal: bool) -> "Table":
        """Return this table around another state, with another chance. Its decisions are asked again.

        No answer can be undone there. Raises ValueError if a waiting step has nothing to ask in that state.
        """
        twin = self.clone(state)
        twin.chance = chance
        twin.drawn = {}
        twin.journal = journal
        twin.trails = False
        twin.open = {}
        twin.offered = {}
        for lane in (twin.main, *(twin.lanes or ())):
            lane.clear_undo_trail()
        twin._ask_again()
        return twin

    def outside(self, question: Any, answer: type[Fact]) -> Fact:
        """Request an outside fact through the port, record it, and return it as an `answer`. It is never requested
        again.

        Only an answer to a step that declares `may_need_fact` may lead here.
        """
        if not self._fact_allowed:
            raise RuntimeError(f"no step that declares may_need_fact was answered before {question!r}")
        return super().outside(question, answer)

    @property
    def may_need_fact(self) -> bool:
        """True if the answer to an open decision may require an outside fact."""
        return any(self.step_of(seat).may_need_fact for seat in self.open)

    # Inside ----------------------------------------------------------------------------------------

    def _make_record(self, cause: Cause, where: Lane) -> Record:
        """Return the record of the changes since the last one."""
        self.number += 1
        whole = self.number % WHOLE_STACK_EVERY == 0
        changes: list[StackChange] = []
        if self._ended:
            changes += [StackChange(key + 1, 0, (), ended=True) for key in self._ended]
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
            _taken(self._draws) if self._draws else (),
            _taken(self._facts) if self._facts else (),
            _taken(self._closed_seats) if self._closed_seats else (),
            _taken(self._restricted_events) if self._restricted_events else (),
        )
        self._events.clear()
        if self.trails:
            self._track_undo(record, where)
        return record

    def _track_undo(self, record: Record, where: Lane) -> None:
        """Remember which records the lane's seat can undo."""
        seat = record.cause.seat
        if where.key == OWN:
            stands = self.lanes is None
        else:
            stands = self.lanes is not None and where in self.lanes and not where.ended
        if not stands:
            self.main.clear_undo_trail()
        elif where.is_resting or type(record.cause) is not Answered or record.blocks_undo(seat):
            where.clear_undo_trail()
        elif where.trail_seat == seat:
            where.trail.append(record.number)
        else:
            where.trail_seat = seat
            where.trail = [record.number]

    def _apply_record(self, record: Record, counts: bool) -> None:
        """Apply one record of the log. A record that was undone only counts its decisions (`counts` is False)."""
        cause = record.cause
        self.number = record.number
        for seat in (cause.seat, *record.closed_seats):
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
        self._apply_changes(record.stack_changes)
        if not isinstance(cause, Undone):
            self._track_undo(record, where)

    def _apply_changes(self, changes: Sequence[StackChange]) -> None:
        """Change the stacks and lanes as a record says."""
        opened: list[Lane] | None = None
        for change in changes:
            if change.seats:
                lane = Lane(change.stack - 1, change.seats, (), change.sealed)
                lane.ended = change.ended
                lane.apply_change(change)
                if opened is None:
                    opened = self.lanes = []
                opened.append(lane)
            elif change.stack == 0:
                self.main.apply_change(change)
            else:
                assert self.lanes is not None, "a record changes a lane that no record has opened"
                lane = self.lanes[change.stack - 1]
                lane.apply_change(change)
                lane.ended = change.ended
        if self.lanes is not None and all(lane.ended for lane in self.lanes):
            self.lanes = None

    def _ask_again(self) -> None:
        """Open the decisions of the waiting steps. Only the steps are stored, not the decisions."""
        for lane in (self.main,) if self.lanes is None else self.lanes:
            if lane.ended or not lane.steps or lane.is_resting:
                continue
            step = lane.steps[-1]
            if not step.asks:
                raise ValueError(f"the top step of a waiting stack asks no seat: {step!r}")
            asked = step.ask(self.state)  # type: ignore[attr-defined]
            if asked is None:
                raise ValueError(f"a waiting step has nothing to ask: {step!r}")
            self._open_decision(step, asked)
        self.over = self.lanes is None and not self.main.steps


def _taken(gathered: list[Gathered]) -> tuple[Gathered, ...]:
    """Empty the list, and return what it held."""
    taken = tuple(gathered)
    gathered.clear()
    return taken
