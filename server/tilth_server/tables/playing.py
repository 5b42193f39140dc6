"""Playing: answers, resignations and timeouts, each a synchronous step of one table."""

from collections.abc import Callable
from functools import partial
from typing import Final

import structlog

from tilth.v1 import play_pb2
from tilth_rules.kernel import TIMEOUT, Refused, StackUnreadable, Table
from tilth_rules.kernel.decisions import (
    CLOSED,
    NOT_OFFERED,
    NOT_OPEN,
    OUT_OF_BOUNDS,
    TOO_FEW,
    TOO_MANY,
    TOO_OFTEN,
    WRONG_KIND,
)
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, StoreClosed, StoreError
from tilth_server.tables import clocks, reasons
from tilth_server.tables.channels import Speaker
from tilth_server.tables.flights import Flight
from tilth_server.tables.flying import Mark
from tilth_server.tables.inquiries import Act
from tilth_server.tables.live import LONGEST_REQUEST_ID, FirstReply, LiveMatch
from tilth_server.tables.settling import RETRY_SECONDS, Settling
from tilth_server.wire import Unreadable

log = structlog.get_logger()

FIELDS: Final[dict[str, str]] = {
    TOO_FEW: "chosen",
    TOO_MANY: "chosen",
    NOT_OFFERED: "chosen",
    TOO_OFTEN: "chosen",
    WRONG_KIND: "chosen",
    OUT_OF_BOUNDS: "measured",
}
"""The field of an answer that a refusal of the kernel's speaks of."""


class Playing(Settling):
    """Steps tables. Whatever comes of it goes into the flight, which the caller sends off."""

    def answer(
        self, flight: Flight, match: LiveMatch, seat: int, answer: play_pb2.Answer, speaker: Speaker
    ) -> None:
        """One answer of a seat. The reply goes to the speaker, whatever happens."""
        if match.inquiry is None:
            self._answer(flight, match, seat, answer, speaker)
            return
        self.act(
            flight,
            match,
            Act(
                lambda flight: self._answer(flight, match, seat, answer, speaker),
                self.refusing(match, speaker, answer.request_id),
                flight.now,
                seat,
            ),
        )

    def _answer(
        self, flight: Flight, match: LiveMatch, seat: int, answer: play_pb2.Answer, speaker: Speaker
    ) -> None:
        request_id = answer.request_id
        first = match.first_reply(seat, request_id)
        if first is not None:
            self.reply_again(match, speaker, request_id, first)
            return
        mark = None
        try:
            table = self.table_for(match)
            mark = self.mark(flight, match)
            self.give(flight, match, table, seat, answer, speaker)
            self.settle(flight, match)
        except Exception as error:  # noqa: BLE001 - it is judged, and logged where it is a fault of the rules
            self.reply_again(
                match, speaker, request_id, self.judged(flight, match, seat, answer, mark, error)
            )

    def give(
        self,
        flight: Flight,
        match: LiveMatch,
        table: Table,
        seat: int,
        answer: play_pb2.Answer,
        speaker: Speaker,
    ) -> bool:
        """Put the answer to the table; raises Refused. Says whether it bars the way back (and ends a batch)."""
        request_id = answer.request_id
        check_request_id(request_id)
        if self.ledger_of(match).answer_of(seat, request_id) is not None:
            raise Refused(CLOSED, "an answer of this request id was taken before")
        decision = answer.decision
        if not decision:
            raise Refused(CLOSED, "an answer names its decision")
        spent = self._spend(flight, match, seat) if match.clocks else 0
        record = table.answer(seat, tuple(answer.chosen), tuple(answer.measured), decision)
        assert record is not None, "tables of the house keep journals"
        if match.clocks:
            clock = match.clocks[seat].answered(match.info.clock, flight.heard)
            match.clocks = clocks.replaced(match.clocks, seat, clock)
        self.take(flight, match, record, speaker=speaker, request_id=request_id, spent_ms=spent)
        flight.answers += 1
        match.replied(seat, request_id, record.number)
        self.ledger_of(match).answered(seat, request_id, record.number)
        return record.bars_undo(seat)

    def refusing(self, match: LiveMatch, speaker: Speaker, *request_ids: str) -> Callable[[Refusal], None]:
        """Replies that nothing of these requests will be done."""

        def refuse(refusal: Refusal) -> None:
            for request_id in request_ids:
                self.count_refusal(match, speaker, refusal)
                speaker.refused(refusal, request_id)

        return refuse

    def table_for(self, match: LiveMatch) -> Table:
        """The table to answer at. None is answered at while the match is paused."""
        match.touched = self.time.now()
        table = match.table or self.awake(match)
        if match.paused_at is not None:
            raise Refusal(reasons.PAUSED, f"match {match.info.id} is paused: {match.info.paused or ''}")
        return table

    def reply_again(self, match: LiveMatch, speaker: Speaker, request_id: str, first: FirstReply) -> None:
        """Reply as the request was, or is, replied to."""
        if isinstance(first, Refusal):
            self.reply(match, speaker, request_id, -1, first)
        else:
            self.reply(match, speaker, request_id, first)

    def judged(
        self,
        flight: Flight,
        match: LiveMatch,
        seat: int,
        answer: play_pb2.Answer,
        mark: Mark | None,
        error: Exception,
    ) -> FirstReply:
        """The reply to an answer that was not taken: the first reply again, or why it is refused."""
        try:
            if isinstance(error, Refused | Refusal) and error.reason in (
                CLOSED,
                NOT_OPEN,
                reasons.NOT_RUNNING,
                reasons.PAUSED,
            ):
                given = self.ledger_of(match).answer_of(seat, answer.request_id)
                if given is not None:
                    return given
            if isinstance(error, Refused):
                refusal = _refusal_of(match, seat, answer.decision, error)
                match.replied(seat, answer.request_id, refusal)
                return refusal
        except Exception as worse:  # noqa: BLE001 - the same
            error = worse
        return self.failed(flight, match, mark, error)

    def failed(self, flight: Flight, match: LiveMatch, mark: Mark | None, error: Exception) -> Refusal:
        """Something that is not the seat's doing went wrong: let nothing have happened, and say so."""
        refusal = explained(match.info.id, error)
        if mark is not None and not isinstance(error, Refusal):
            self.back_to(mark, flight, match, None)
        return refusal

    def time_out(self, flight: Flight, match: LiveMatch, seat: int) -> None:
        """The seat's time is out: the match's rule for that."""
        if match.info.clock.resigns:
            self.resign_seat(flight, match, seat, by_timeout=True)
            return
        record = self.awake(match).answer_default(seat, TIMEOUT)
        assert record is not None, "tables of the house keep journals"
        clock = match.clocks[seat]
        match.clocks = clocks.replaced(match.clocks, seat, clock.timed_out())
        self.take(flight, match, record, spent_ms=clock.bank_ms)
        self.settle(flight, match)

    def _spend(self, flight: Flight, match: LiveMatch, seat: int) -> int:
        """What answering now costs the seat's bank. Who comes too late finds the decision closed."""
        clock = match.clocks[seat]
        if clock.deadline(match.info.clock) <= flight.heard:
            self.time_out(flight, match, seat)
            return 0
        return 0 if clock.since == clocks.STOPPED else clock.lost(match.info.clock, flight.heard)

    def _look_at_clocks(self, match: LiveMatch, now: float) -> None:
        if match.waits:
            return
        flight = self.flight()
        again = partial(self._look_again_later, match)
        self.act(flight, match, Act(lambda flight: self._time_out_all(flight, match, now), again, now))
        self.depart(flight)

    def _time_out_all(self, flight: Flight, match: LiveMatch, now: float) -> None:
        """Whoever's time was out by then."""
        mark = None
        try:
            table = self.awake(match)
            mark = self.mark(flight, match)
            for seat, clock in enumerate(match.clocks):
                if clock.deadline(match.info.clock) <= now and clock.number == table.counts[seat]:
                    self.time_out(flight, match, seat)
                    if not match.clocks:
                        break
        except Exception as error:  # noqa: BLE001 - judged and logged there
            self._look_again_later(match, self.failed(flight, match, mark, error))
        else:
            if match.clocks:
                self.alarms.set(match, clocks.first_deadline(match.clocks, match.info.clock))

    def _look_again_later(self, match: LiveMatch, refusal: Refusal) -> None:
        again = self.time.now() + RETRY_SECONDS
        if match.inquiry is not None:
            match.inquiry.looks_again_at = again
        self.alarms.set(match, again)


def _refusal_of(match: LiveMatch, seat: int, decision: int, refused: Refused) -> Refusal:
    table = match.table
    assert table is not None, "it has just refused"
    if seat in table.resigned:
        return Refusal(reasons.RESIGNED, f"seat {seat} has resigned")
    if refused.reason == NOT_OPEN and decision < table.counts[seat]:
        return Refusal(CLOSED, f"decision {decision} of seat {seat} is closed")
    return Refusal(refused.reason, refused.what, field=FIELDS.get(refused.reason, ""))


def check_request_id(request_id: str) -> None:
    """Refuse one that can't name anything."""
    if not 0 < len(request_id.encode()) <= LONGEST_REQUEST_ID:
        what = f"a request id has 1 to {LONGEST_REQUEST_ID} bytes"
        raise Refusal(reasons.BAD_REQUEST_ID, what, field="request_id")


def explained(match_id: str, error: Exception) -> Refusal:
    """Why the match can't be played on just now. A fault in the rules is logged."""
    match error:
        case Refusal():
            return error
        case BrokenChain():
            return Refusal(reasons.BROKEN_CHAIN, str(error), details=error.where)
        case StackUnreadable() | Unreadable():
            what = "this server's rules can't read where the match stopped; its replay is untouched"
            return Refusal(reasons.STACK_UNREADABLE, what)
        case StoreClosed():
            return Refusal(reasons.CLOSING, "the server is stopping: try again in a moment")
        case StoreError():
            return Refusal(reasons.STORE_FAILED, "the log could not be read: try again in a moment")
        case _:
            log.error("rules failed", match=match_id, exc_info=error)
            what = "a fault in the game's rules; the match stands as it was before"
            return Refusal(reasons.RULES_FAILED, what)
