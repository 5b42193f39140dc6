"""The explanation of one record: what was asked, what was offered, who answered, and with how much time left."""

import asyncio
from collections.abc import Sequence
from typing import Final

from tilth.v1 import archive_pb2 as pb
from tilth.v1 import decision_pb2, record_pb2
from tilth_rules.kernel import EVERYTHING, SPECTATOR, Table
from tilth_server.archive.match_log import MatchLog
from tilth_server.archive.viewers import is_ended
from tilth_server.matches.clocks import clocks_from_log
from tilth_server.matches.forfeits import cause_of
from tilth_server.reasons import NOT_YOUR_SEAT, RECORD_NOT_FOUND
from tilth_server.refusal import Refusal
from tilth_server.wire import LoggedRecord

Answer = record_pb2.SeatAnswered | record_pb2.SeatDefaulted

DEFAULTED: Final = {
    record_pb2.DEFAULT_REASON_TIMEOUT: pb.ANSWERED_BY_CLOCK,
    record_pb2.DEFAULT_REASON_RESIGNED: pb.ANSWERED_BY_RESIGNATION,
    record_pb2.DEFAULT_REASON_BOT_FAILED: pb.ANSWERED_BY_BOT_FAILURE,
}


async def explain_record(
    match_log: MatchLog, number: int, caller_id: str, language: str, names: Sequence[str]
) -> pb.ExplainRecordResponse:
    """Return the explanation of a record, with texts in this language.

    Raise Refusal if the log does not have the record, and while the match runs, for a record of another player's seat.
    """
    info, wire = match_log.info, match_log.wire
    if number >= len(match_log.records):
        raise Refusal(RECORD_NOT_FOUND, f"the log has {len(match_log.records)} records", field="record")
    logged = match_log.records[number]
    seat = logged.seat
    ended = is_ended(info)
    if seat >= 0 and not ended and info.player_ids[seat] != caller_id:
        raise Refusal(
            NOT_YOUR_SEAT,
            f"record {number} is of seat {seat}, which another player holds, and the match has not ended",
            field="record",
        )
    viewer = EVERYTHING if ended else seat if seat >= 0 else SPECTATOR
    events = wire.records.stored_events_for(logged, viewer)
    response = pb.ExplainRecordResponse(
        record=number,
        cause=logged.kind,  # type: ignore[arg-type]  # a number of the enum
        texts=wire.texts_of(events, language, names),
        other_rules=info.rules_version != wire.game.version,
    )
    response.at.FromMilliseconds(logged.at_ms)
    if seat >= 0:
        response.seat = seat
        response.player_id = info.player_ids[seat]
        response.player_name = names[seat]
    cause = logged.cause
    if isinstance(cause, Answer):
        await _explain_answer(match_log, logged, cause, response, language, names)
    elif isinstance(cause, record_pb2.SeatResigned):
        response.forfeit, response.detail = cause_of(cause), cause.detail
    return response


async def _explain_answer(
    match_log: MatchLog,
    logged: LoggedRecord,
    cause: Answer,
    response: pb.ExplainRecordResponse,
    language: str,
    names: Sequence[str],
) -> None:
    """Add the decision that the record answered, the answer, and the time that was left for it."""
    if isinstance(cause, record_pb2.SeatDefaulted):
        response.answered_by = DEFAULTED.get(cause.reason, pb.ANSWERED_BY_UNSPECIFIED)
        response.forfeit, response.detail = cause.cause, cause.detail
    else:
        response.answered_by = pb.ANSWERED_BY_PLAYER
    response.picks.extend(cause.picks)
    response.numbers.extend(cause.numbers)
    undone_by = _undone_by(match_log, logged.number)
    if undone_by is not None:
        response.undone_by = undone_by
    asking = Askings(match_log)
    table = asking.table_before(logged.number, cause.seat, cause.decision_id)
    if table is None:
        return
    response.decision.CopyFrom(
        decision_pb2.Decision.FromString(match_log.wire.decision(table, cause.seat, language, names))
    )
    asked = await asking.opened_record(logged.number, cause)
    response.opened_record = asked
    response.opened_at.FromMilliseconds(match_log.records[asked].at_ms)
    settings = match_log.info.clock
    if not settings.runs or response.answered_by == pb.ANSWERED_BY_RESIGNATION:
        return
    bank = clocks_from_log(settings, match_log.info.seat_count, match_log.records[: logged.number])
    spent = cause.bank_spent_ms
    used = await asking.used_ms(logged.number, cause)
    is_out = spent > 0 or response.answered_by == pb.ANSWERED_BY_CLOCK
    response.remaining_ms = 0 if is_out else max(0, settings.decision_ms - used)
    response.remaining_bank_ms = max(0, bank[cause.seat].bank_ms - spent)


class Askings:
    """The reader of when decisions of one match were asked. It asks them again by the rules of this build."""

    def __init__(self, match_log: MatchLog) -> None:
        self._log = match_log
        self._tables: dict[int, Table | None] = {}

    def table_before(self, number: int, seat: int, decision_id: int) -> Table | None:
        """Return the table just before a record; None if this build's rules don't ask the seat this decision there."""
        table = self._table_after(number - 1)
        return table if table is not None and _asks(table, seat, decision_id) else None

    async def opened_record(self, number: int, cause: Answer) -> int:
        """Return the number of the record that opened the decision which record `number` answers.

        A decision is open in all states from then on, so the first of them is found by halving.
        """
        first, last = self._first_of_play(), number - 1
        while first < last:
            await asyncio.sleep(0)
            middle = (first + last) // 2
            table = self._table_after(middle)
            if table is not None and _asks(table, cause.seat, cause.decision_id):
                last = middle
            else:
                first = middle + 1
        return last

    async def used_ms(self, number: int, cause: Answer) -> int:
        """Return the time from the asking of a decision to record `number`, without pauses. A decision that is asked
        again after an undo has used the time that it had used before.
        """
        records = self._log.records
        asked = await self.opened_record(number, cause)
        used = records[number].at_ms - records[asked].at_ms - self._paused_ms(asked, number)
        opened_by = records[asked].cause
        if isinstance(opened_by, record_pb2.AnswerUndone) and opened_by.seat == cause.seat:
            for undone in opened_by.undone_records:
                before = records[undone].cause
                if isinstance(before, Answer) and before.seat == cause.seat:
                    # From the answer until the undo the seat's next decision was open, if it was asked one.
                    used += await self.used_ms(undone, before)
                    used += records[asked].at_ms - records[undone].at_ms - self._paused_ms(undone, asked)
                    break
        return max(0, used)

    def _paused_ms(self, first: int, last: int) -> int:
        """Return the time between two records for which the match was paused."""
        paused = 0
        since: int | None = None
        for logged in self._log.records[first : last + 1]:
            if isinstance(logged.cause, record_pb2.MatchPaused):
                since = logged.at_ms
            elif isinstance(logged.cause, record_pb2.MatchResumed) and since is not None:
                paused += logged.at_ms - since
                since = None
        return paused

    def _first_of_play(self) -> int:
        """Return the number of the record that started the match."""
        return next(logged.number for logged in self._log.records if logged.record is not None)

    def _table_after(self, number: int) -> Table | None:
        """Return the table after a record; None if this build can't continue the match from there."""
        if number not in self._tables:
            self._tables[number] = self._log.state_at(number)[1]
        return self._tables[number]


def _asks(table: Table, seat: int, decision_id: int) -> bool:
    """Return whether this decision of the seat is open at the table."""
    return seat in table.open and table.counts[seat] == decision_id


def _undone_by(match_log: MatchLog, number: int) -> int | None:
    """Return the number of the record that undid this one; None if none did."""
    for logged in match_log.records[number + 1 :]:
        if isinstance(logged.cause, record_pb2.AnswerUndone) and number in logged.cause.undone_records:
            return logged.number
    return None
