"""Play: giving the answers of seats to tables."""

from functools import partial
from typing import Final

from msgspec.structs import replace

from tilth.v1 import play_pb2
from tilth_rules.kernel import BOT_FAILED, Refused, Table
from tilth_rules.kernel.decisions import (
    DECISION_CLOSED,
    NO_OPEN_DECISION,
    NUMBER_OUT_OF_BOUNDS,
    OPTION_NOT_OFFERED,
    OPTION_PICKED_TOO_OFTEN,
    TOO_FEW,
    TOO_MANY,
    WRONG_ANSWER_KIND,
)
from tilth_server import reasons
from tilth_server.matches import clocks
from tilth_server.matches.autoplay import Autoplay
from tilth_server.matches.channels import Channel, ReplyTarget
from tilth_server.matches.commits import Step
from tilth_server.matches.facts import FactQueue
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_facts import PendingAction
from tilth_server.matches.refusals import refusal_for
from tilth_server.matches.reply_sender import ReplySender
from tilth_server.matches.request_ids import LONGEST_REQUEST_ID, FirstReply
from tilth_server.matches.timeouts import Timeouts
from tilth_server.matches.unit_of_work import UnitOfWork
from tilth_server.refusal import Refusal
from tilth_server.request_content import content_hash
from tilth_server.wire import CauseDetails

FIELDS: Final[dict[str, str]] = {
    TOO_FEW: "picks",
    TOO_MANY: "picks",
    OPTION_NOT_OFFERED: "picks",
    OPTION_PICKED_TOO_OFTEN: "picks",
    WRONG_ANSWER_KIND: "picks",
    NUMBER_OUT_OF_BOUNDS: "numbers",
}
"""The field of an answer that is at fault, by the kernel's reason."""


class MatchPlay:
    """The part of play that gives answers to tables. The caller commits the unit of work that gets the records."""

    def __init__(self, facts: FactQueue) -> None:
        self.facts = facts
        self.commits = facts.commits
        self.cache = facts.commits.cache
        self.replies = ReplySender(self.commits)
        self.autoplay = Autoplay(facts)
        self._timeouts = Timeouts(facts, self.autoplay)
        self._now = self.cache.time.now

    def answer(
        self, work: UnitOfWork, match: LiveMatch, seat: int, answer: play_pb2.Answer, target: ReplyTarget
    ) -> None:
        """Take one answer of a seat: at once if the match is in memory and nothing waits, otherwise as an action in the
        match's queue. The target gets a reply in any case.
        """
        if match.facts is None and match.table is not None and not match.actions:
            self._answer_now(match, seat, answer, target, work)
            return
        action = PendingAction(
            partial(self._answer_now, match, seat, answer, target),
            self.replies.refuser(match, target, answer.request_id),
            work.now,
            seat,
        )
        self.facts.run(work, match, action)

    def _answer_now(
        self, match: LiveMatch, seat: int, answer: play_pb2.Answer, target: ReplyTarget, work: UnitOfWork
    ) -> None:
        """Take one answer at once, and reply when it is durable. A repeated answer gets its first reply."""
        request_id = answer.request_id
        reply = match.replies.find(seat, request_id, answer)
        if reply is None:
            try:
                with self.commits.step(match, work) as step:
                    table = self.table_to_play(match)
                    self.apply_answer(step, table, seat, answer, target)
                    if table.resigned or table.over:
                        self.autoplay.run(step, table)
                return
            except (Refused, Refusal) as error:
                reply = self.reply_for(match, seat, answer, error)
        self.replies.send_when_durable(match, target, request_id, reply)

    def apply_answer(
        self, step: Step, table: Table, seat: int, answer: play_pb2.Answer, target: ReplyTarget
    ) -> bool:
        """Give the answer to the table; raise Refused if it is refused.

        Return whether the answer revealed something, which ends a batch and bars undo.
        """
        match, heard_at = step.match, step.work.received_at
        request_id, content = answer.request_id, content_hash(answer)
        check_request_id(request_id)
        request_ids = match.request_ids or self.cache.request_ids_of(match)
        if request_ids.answer_of(seat, request_id, content) is not None:
            raise Refused(DECISION_CLOSED, "an answer of this request id was taken before")
        decision = answer.decision_id
        if not decision:
            raise Refused(DECISION_CLOSED, "an answer names its decision")
        spent = self._charge_clock(step, table, seat) if match.clocks else 0
        made = table.answer(seat, tuple(answer.picks), tuple(answer.numbers), decision)
        if match.clocks:
            clock = match.clocks[seat].answered(match.info.clock, heard_at)
            match.clocks = clocks.with_clock(match.clocks, seat, clock)
        details = CauseDetails(request_id=request_id, spent_ms=spent, request_hash=content)
        record = step.add(made, reply_to=target, details=details)
        step.writes.answers += 1
        match.replies.add(seat, request_id, content, record.number)
        if not isinstance(target, Channel):
            match.note_unary_answer(seat, heard_at)
        request_ids.add_answer(seat, request_id, record.number, content)
        return record.blocks_undo(seat)

    def table_to_play(self, match: LiveMatch) -> Table:
        """Return the table of the match. Raise Refusal if it is not being played, or is paused."""
        match.touched_at = self._now()
        table = match.table or self.cache.table_of(match)
        if match.paused_at is not None:
            raise Refusal(reasons.MATCH_PAUSED, f"match {match.info.id} is paused: {match.info.paused or ''}")
        if table.resigned and any(writes.is_last for writes in match.pending):
            # The last seat has won. The record of the end is not durable yet, and decisions are still open.
            raise Refusal(reasons.MATCH_NOT_RUNNING, f"match {match.info.id} has ended")
        return table

    def reply_for(self, match: LiveMatch, seat: int, answer: play_pb2.Answer, error: Exception) -> FirstReply:
        """Return the reply to an answer that was not taken: its first reply again, or a refusal."""
        try:
            if isinstance(error, Refused | Refusal) and error.reason in (
                DECISION_CLOSED,
                NO_OPEN_DECISION,
                reasons.MATCH_NOT_RUNNING,
                reasons.MATCH_PAUSED,
            ):
                request_ids = self.cache.request_ids_of(match)
                record = request_ids.answer_of(seat, answer.request_id, content_hash(answer))
                if record is not None:
                    return record
            if isinstance(error, Refused):
                refusal = _refusal_of(match, seat, answer.decision_id, error)
                match.replies.add(seat, answer.request_id, content_hash(answer), refusal)
                return refusal
        except Exception as worse:  # noqa: BLE001 - explained to the client, and logged where it is our fault
            error = worse
        return refusal_for(match.info.id, error)

    async def resign(self, match: LiveMatch, seat: int, details: CauseDetails) -> None:
        """Let the seat of an idle match resign. Default answers that need facts come afterwards."""

        def change(step: Step) -> None:
            self.autoplay.resign_seat(step, self.cache.table_of(match), seat, details)

        await self.facts.run_step(match, change)

    async def default_for_bot(
        self, match_id: str, seat: int, decision_id: int, details: CauseDetails
    ) -> bool:
        """Give the default answer for a bot that has failed. Return False if the decision is closed by now. Raise
        Refusal if the answer cannot be given.
        """
        is_given = False

        def change(step: Step) -> None:
            nonlocal is_given
            is_given = False
            table = self.table_to_play(match)
            if match.open_decision_of(seat) != decision_id:
                return
            spent = self._charge_clock(step, table, seat) if match.clocks else 0
            if match.open_decision_of(seat) != decision_id:
                return
            record = table.answer_default(seat, BOT_FAILED)
            if match.clocks:
                # The log tells of no increment with a default answer.
                settings = replace(match.info.clock, increment_ms=0)
                clock = match.clocks[seat].answered(settings, step.work.received_at)
                match.clocks = clocks.with_clock(match.clocks, seat, clock)
            step.add(record, details=replace(details, spent_ms=spent))
            self.autoplay.run(step, table)
            is_given = True

        match = await self.facts.wait_loaded(match_id)
        await self.facts.run_step(match, change)
        return is_given

    def _charge_clock(self, step: Step, table: Table, seat: int) -> int:
        """Return what answering now costs the seat's bank. If its time is out, time the seat out: it is too late."""
        match, heard_at = step.match, step.work.received_at
        clock = match.clocks[seat]
        if clock.deadline(match.info.clock) <= heard_at:
            self._timeouts.time_out(step, table, seat)
            return 0
        return 0 if clock.since == clocks.STOPPED else clock.bank_spent(match.info.clock, heard_at)


def _refusal_of(match: LiveMatch, seat: int, decision: int, refused: Refused) -> Refusal:
    """Return the refusal for an answer that the table has refused, with a more exact reason if there is one."""
    table = match.table
    assert table is not None, "it has just refused"
    if seat in table.resigned:
        return Refusal(reasons.SEAT_RESIGNED, f"seat {seat} has resigned")
    if refused.reason == NO_OPEN_DECISION and decision < table.counts[seat]:
        return Refusal(DECISION_CLOSED, f"decision {decision} of seat {seat} is closed")
    return Refusal(refused.reason, refused.message, field=FIELDS.get(refused.reason, ""))


def check_request_id(request_id: str) -> None:
    """Raise Refusal for a request id that is empty or too long."""
    if not 0 < len(request_id.encode()) <= LONGEST_REQUEST_ID:
        message = f"a request id has 1 to {LONGEST_REQUEST_ID} bytes"
        raise Refusal(reasons.REQUEST_ID_INVALID, message, field="request_id")
