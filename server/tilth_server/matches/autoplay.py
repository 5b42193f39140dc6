"""Autoplay: the server answers for seats that have resigned, and finishes matches that have ended."""

import asyncio
from functools import partial
from typing import Final

from tilth.v1 import play_pb2, record_pb2
from tilth_rules.kernel import RESIGNED, Table
from tilth_server.matches.commits import Step
from tilth_server.matches.facts import FactQueue
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_facts import PendingAction
from tilth_server.matches.match_info import State
from tilth_server.matches.places import final_result
from tilth_server.matches.unit_of_work import UnitOfWork
from tilth_server.refusal import Refusal
from tilth_server.wire import NO_DETAILS, CauseDetails
from tilth_server.wire.result_messages import result_message

RETRY_SECONDS: Final = 30.0
"""The pause after a fault in the rules, after which a timeout or a default answer is tried again."""


class Autoplay:
    """The autoplay: it gives default answers for the seats that have resigned."""

    def __init__(self, facts: FactQueue) -> None:
        self._facts = facts
        self._commits = facts.commits
        self._cache = self._commits.cache
        self._cache.on_table_loaded.append(self._on_table_loaded)

    def run(self, step: Step, table: Table) -> None:
        """Answer for the seats that have resigned, until none of them is asked; finish the match if it has ended.

        If answers may need facts, each is an action of its own, next in the queue. If the last seat wins, the match is
        finished as soon as only one seat is left.
        """
        match = step.match
        if table.resigned and match.last_seat() >= 0:
            self._finish(step, table)
            return
        while (seat := _next_resigned_seat(table)) >= 0:
            if match.facts is not None:
                match.actions.insert(0, self._next_action(match, step.work.now))
                return
            step.add(table.answer_default(seat, RESIGNED))
        if table.over:
            self._finish(step, table)

    def resign_seat(self, step: Step, table: Table, seat: int, details: CauseDetails = NO_DETAILS) -> None:
        """Record the resignation of the seat with these details, put the seat last in the match's order of
        resignations, and answer for it from now on (`run`).
        """
        step.add(table.resign(seat), details=details, is_listed=True)
        step.match.resignations = [*(one for one in step.match.resignations if one != seat), seat]
        self.run(step, table)

    def resume(self, match: LiveMatch) -> None:
        """Continue for the seats that have resigned and are asked, after a restart or an unavailable fact."""
        is_loaded = self._cache.loaded.get(match.info.id) is match
        if is_loaded and not self._commits.closing and match.info.state is State.RUNNING:
            work = self._commits.begin()
            self._facts.run(work, match, self._next_action(match, work.now))
            self._commits.commit(work)

    def _next_action(self, match: LiveMatch, now: float) -> PendingAction:
        """Return the action that answers for one resigned seat that is asked; if it is refused, the server retries
        later.
        """
        return PendingAction(partial(self._answer_next, match), partial(self._retry_later, match), now)

    def _answer_next(self, match: LiveMatch, work: UnitOfWork) -> None:
        """Give one default answer; `run` puts the next one into the queue."""
        try:
            with self._commits.step(match, work) as step:
                table = self._cache.table_of(match)
                seat = _next_resigned_seat(table)
                if seat >= 0:
                    step.add(table.answer_default(seat, RESIGNED))
                    self.run(step, table)
        except Refusal as refusal:
            self._retry_later(match, refusal)

    def _retry_later(self, match: LiveMatch, refusal: Refusal) -> None:
        """Resume the match after RETRY_SECONDS: its default answer was refused."""
        if match.facts is not None:
            time = self._cache.time
            match.facts.resumes_autoplay_at = time.now() + RETRY_SECONDS
            time.call_at(match.facts.resumes_autoplay_at, partial(self.resume, match))

    def _on_table_loaded(self, match: LiveMatch) -> None:
        """Resume the autoplay of a table that was evicted while a resigned seat waited for a fact."""
        facts, table = match.facts, match.table
        if facts is None or table is None or self._cache.time.now() < facts.resumes_autoplay_at:
            return
        if table.resigned.intersection(table.open):
            # Not from within the step that has loaded the table.
            asyncio.get_running_loop().call_soon(self.resume, match)

    def _finish(self, step: Step, table: Table) -> None:
        """Add the last record of the match, which holds its result, the seats that resigned, and the title if an
        operator has changed it. The clocks are dropped.
        """
        match = step.match
        info = match.info
        result = final_result(
            match.wire.game,
            table.state,
            info.seat_count,
            self._resigned_in_order(match, table),
            last_seat_wins=info.last_seat_wins,
        )
        if result is None:
            raise RuntimeError(f"{info.game} is over and has no result")
        closed = record_pb2.MatchFinished(
            resigned_seats=sorted(table.resigned), result=result_message(result)
        )
        if match.title_pending is not None:
            closed.title = match.title_pending
        elif info.is_retitled:
            closed.title = info.title
        step.add_lobby_record(closed, play_pb2.CAUSE_FINISHED)
        step.writes.is_last = True
        match.clocks = ()

    def _resigned_in_order(self, match: LiveMatch, table: Table) -> list[int]:
        """Return the seats that have resigned, in the order in which they did."""
        if len(table.resigned) < 2 or not match.info.last_seat_wins:
            return sorted(table.resigned)
        return [seat for seat in match.resignations if seat in table.resigned]


def _next_resigned_seat(table: Table) -> int:
    """Return the first seat that has resigned and is asked, -1 if there is none."""
    resigned = table.resigned
    return min((seat for seat in table.open if seat in resigned), default=-1) if resigned else -1
