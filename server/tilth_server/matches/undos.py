"""Undo: a seat takes back its last answer."""

from functools import partial
from typing import Final

from tilth_rules.kernel import Refused, Table
from tilth_rules.kernel.decisions import NOTHING_TO_UNDO
from tilth_server.matches import clocks
from tilth_server.matches.channels import ReplyTarget
from tilth_server.matches.commits import Step
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_facts import PendingAction
from tilth_server.matches.play import MatchPlay, check_request_id
from tilth_server.matches.refusals import refusal_for
from tilth_server.matches.unit_of_work import UnitOfWork
from tilth_server.refusal import Refusal, over_limit
from tilth_server.request_content import UNDO
from tilth_server.wire import CauseDetails

MAX_UNDOS: Final = 1000
"""Limit on undos in one match. Each undo reads the whole log, and makes it longer."""


class Undos:
    """The handler of undos: a seat takes back its last answers, at most MAX_UNDOS times in a match."""

    def __init__(self, play: MatchPlay) -> None:
        self._play = play
        self._cache = play.cache
        self._replies = play.replies

    def undo(
        self, work: UnitOfWork, match: LiveMatch, seat: int, request_id: str, target: ReplyTarget
    ) -> None:
        """Take back the seat's last answer, now or when the match's queue reaches it. The target gets a reply in any
        case.
        """
        refuse = self._replies.refuser(match, target, request_id)
        run = partial(self._undo_now, match, seat, request_id, target)
        self._play.facts.run(work, match, PendingAction(run, refuse, work.now))

    def _undo_now(
        self, match: LiveMatch, seat: int, request_id: str, target: ReplyTarget, work: UnitOfWork
    ) -> None:
        """Undo the seat's last answers at once, and reply when it is durable. A repeated undo gets its first reply."""
        try:
            first = match.replies.find(seat, request_id, None)
            if first is None:
                first = self._cache.request_ids_of(match).undo_of(seat, request_id)
            if first is not None:
                self._replies.send_when_durable(match, target, request_id, first)
                return
            check_request_id(request_id)
            with self._play.commits.step(match, work) as step:
                self._undo_last(step, self._play.table_to_play(match), seat, request_id, target)
        except Refused as refused:
            refusal = Refusal(refused.reason, refused.message)
            match.replies.add(seat, request_id, UNDO, refusal)
            self._replies.send_when_durable(match, target, request_id, refusal)
        except Exception as error:  # noqa: BLE001 - explained to the client, and logged where it is our fault
            refusal = refusal_for(match.info.id, error)
            self._replies.send_when_durable(match, target, request_id, refusal)

    def _undo_last(self, step: Step, table: Table, seat: int, request_id: str, target: ReplyTarget) -> None:
        """Undo the last answers of the seat in the table, in the clocks and in the log.

        Raise Refusal if it may not undo.
        """
        match = step.match
        request_ids = self._cache.request_ids_of(match)
        if table.undoable(seat) is None:
            raise Refused(NOTHING_TO_UNDO, f"seat {seat} has nothing it may take back")
        if request_ids.undo_count >= MAX_UNDOS:
            raise over_limit("undos_per_match", MAX_UNDOS)
        log = self._cache.read_log(match)  # before anything has changed: it may not be in memory
        history = [logged.record for logged in log if logged.record is not None]
        match.table, undone = table.undo(seat, history)
        if match.clocks:
            clock = match.clocks[seat].reopened(match.info.clock, match.table.counts[seat], step.work.now)
            match.clocks = clocks.with_clock(match.clocks, seat, clock)
        record = step.add(undone, reply_to=target, details=CauseDetails(request_id=request_id))
        request_ids.add_undo(seat, request_id, record.number)
        match.replies.add(seat, request_id, UNDO, record.number)
        self._play.autoplay.run(step, match.table)
