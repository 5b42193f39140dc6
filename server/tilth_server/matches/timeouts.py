"""Timeouts: default answers and resignations for seats whose time is out."""

from functools import partial

from tilth_rules.kernel import TIMEOUT, Table
from tilth_server.matches import clocks
from tilth_server.matches.autoplay import RETRY_SECONDS, Autoplay
from tilth_server.matches.commits import Step
from tilth_server.matches.facts import FactQueue
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_facts import PendingAction
from tilth_server.matches.unit_of_work import UnitOfWork
from tilth_server.refusal import Refusal
from tilth_server.wire import CauseDetails


class Timeouts:
    """The timeouts of seats, by the rule of the match: a default answer, or a resignation."""

    def __init__(self, facts: FactQueue, autoplay: Autoplay) -> None:
        self._facts = facts
        self._autoplay = autoplay
        self._commits = facts.commits
        self._cache = facts.commits.cache
        self._cache.on_clock_alarm.append(self._on_clock_alarm)

    def time_out(self, step: Step, table: Table, seat: int) -> None:
        """Give the seat's default answer, or resign the seat, as the clock settings of the match say."""
        match = step.match
        if match.info.clock.resigns:
            self._autoplay.resign_seat(step, table, seat, CauseDetails(by_timeout=True))
            return
        record = table.answer_default(seat, TIMEOUT)
        clock = match.clocks[seat]
        match.clocks = clocks.with_clock(match.clocks, seat, clock.timed_out())
        step.add(record, details=CauseDetails(spent_ms=clock.bank_ms))
        self._autoplay.run(step, table)

    def _on_clock_alarm(self, match: LiveMatch, now: float) -> None:
        """React to an alarm: carry out timeouts if the time of a seat is out."""
        if match.has_waiting_actions:
            return
        work = self._commits.begin()
        run = partial(self._time_out_all, match, now)
        self._facts.run(work, match, PendingAction(run, partial(self._retry_later, match), now))
        self._commits.commit(work)

    def _time_out_all(self, match: LiveMatch, now: float, work: UnitOfWork) -> None:
        """Carry out the timeouts of all seats whose time was out at `now`."""
        try:
            with self._commits.step(match, work) as step:
                table = self._cache.table_of(match)
                for seat, clock in enumerate(match.clocks):
                    if clock.deadline(match.info.clock) <= now and clock.number == table.counts[seat]:
                        self.time_out(step, table, seat)
                        if not match.clocks:
                            break
        except Refusal as refusal:
            self._retry_later(match, refusal)
        else:
            if match.clocks:
                self._cache.alarms.set(match, clocks.first_deadline(match.clocks, match.info.clock))

    def _retry_later(self, match: LiveMatch, refusal: Refusal) -> None:
        """Set the match's alarm again for RETRY_SECONDS later: its timeout was refused."""
        again = self._cache.time.now() + RETRY_SECONDS
        if match.facts is not None:
            match.facts.retries_timeout_at = again
        self._cache.alarms.set(match, again)
