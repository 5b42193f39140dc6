"""The clocks of seats: immutable values, of which the match keeps the newest per seat.

A decision first uses its own time, then the seat's bank. The part of the bank that it used is recorded with the answer,
so that a restart knows it; no clock runs while the server is down. An undo takes back the increment of the answer, and
the decision that is asked again has used the time that it had used before.
"""

from collections.abc import Iterable, Sequence
from math import inf

import msgspec

from tilth.v1 import record_pb2
from tilth_rules.kernel import Table
from tilth_server.matches.match_info import ClockSettings
from tilth_server.wire import LoggedRecord, frames

STOPPED = -1.0
MAX_SPANS = 32


class SeatClock(msgspec.Struct, frozen=True, gc=False):
    """The clock of one seat: its bank of time, and the time that its open decision has used."""

    bank_ms: int
    since: float = STOPPED
    """The time since which the open decision counts; STOPPED while the seat is not asked."""
    number: int = 0
    """The number of the decision that the clock runs for."""
    used_ms: int = 0
    """Time that the decision used before `since`, when it was answered and taken back. Its cost has been paid."""
    spans: tuple[int, ...] = ()
    """Times that the last decisions used, for undo."""

    def used(self, now: float) -> int:
        """Return the milliseconds that the open decision has used."""
        return self.used_ms + max(0, round((now - self.since) * 1000))

    def started(self, number: int, now: float) -> "SeatClock":
        """Return the clock as it runs for a new decision, whose number is `number`."""
        return SeatClock(self.bank_ms, now, number, 0, self.spans)

    def stopped(self) -> "SeatClock":
        """Return the clock after the seat's decision was closed without an answer."""
        return SeatClock(self.bank_ms, spans=self.spans)

    def bank_spent(self, settings: ClockSettings, now: float) -> int:
        """Return what the running decision has cost the bank by now."""
        own = settings.decision_ms
        cost = max(0, self.used(now) - own) - max(0, self.used_ms - own)
        return min(self.bank_ms, cost)

    def shifted(self, seconds: float) -> "SeatClock":
        """Return the clock as if its decision had begun `seconds` later."""
        if self.since == STOPPED:
            return self
        return SeatClock(self.bank_ms, self.since + seconds, self.number, self.used_ms, self.spans)

    def answered(self, settings: ClockSettings, now: float) -> "SeatClock":
        """Return the clock after an answer: stopped, without the time spent of its bank, with the increment."""
        bank = self.bank_ms - self.bank_spent(settings, now) + settings.increment_ms
        return SeatClock(bank, spans=(*self.spans[1 - MAX_SPANS :], self.used(now)))

    def timed_out(self) -> "SeatClock":
        """Return the clock after a timeout: stopped, with an empty bank."""
        return SeatClock(0)

    def reopened(self, settings: ClockSettings, number: int, now: float) -> "SeatClock":
        """Return the clock after an undo: decision `number` is open, and has used the time that it had used before."""
        before = self.spans[-1] if self.spans else 0
        running = self.used(now) if self.since != STOPPED else 0
        bank = max(0, self.bank_ms - settings.increment_ms)
        return SeatClock(bank, now, number, before + running, self.spans[:-1])

    def deadline(self, settings: ClockSettings) -> float:
        """Return the time at which the seat's time is out; `inf` while the clock does not run."""
        if self.since == STOPPED:
            return inf
        own = settings.decision_ms
        left = self.bank_ms + own - self.used_ms if self.used_ms < own else self.bank_ms
        return self.since + left / 1000

    def frame(self, seat: int, settings: ClockSettings, now: float) -> bytes:
        """Return the clock as an encoded message: the bank and, if it runs, the remaining time."""
        if self.since == STOPPED:
            return frames.clock(seat, self.bank_ms)
        left = max(0, round((self.deadline(settings) - now) * 1000))
        return frames.clock(seat, self.bank_ms - self.bank_spent(settings, now), left)


Clocks = tuple[SeatClock, ...]


def clocks_from_log(settings: ClockSettings, seats: int, log: Iterable[LoggedRecord]) -> Clocks:
    """Return the clocks of all seats after the records of the log, all stopped."""
    banks = [settings.bank_ms] * seats
    for logged in log:
        cause = logged.cause
        if isinstance(cause, record_pb2.SeatAnswered):
            banks[cause.seat] += settings.increment_ms - cause.bank_spent_ms
        elif isinstance(cause, record_pb2.SeatDefaulted):
            banks[cause.seat] -= cause.bank_spent_ms
        elif isinstance(cause, record_pb2.AnswerUndone):
            banks[cause.seat] = max(0, banks[cause.seat] - settings.increment_ms)
    return tuple(map(SeatClock, banks))


def clocks_after(clocks: Clocks, table: Table, now: float) -> Clocks:
    """Return the clocks after a step: they run for seats with an open decision, and start again for a new decision."""
    asked, counts = table.open, table.counts
    resigned = table.resigned
    followed: list[SeatClock] = []
    for seat, clock in enumerate(clocks):
        if seat not in asked or seat in resigned:
            followed.append(clock if clock.since == STOPPED else clock.stopped())
        elif clock.number != counts[seat] or clock.since == STOPPED:
            followed.append(clock.started(counts[seat], now))
        else:
            followed.append(clock)
    return tuple(followed)


def with_clock(clocks: Clocks, seat: int, clock: SeatClock) -> Clocks:
    """Return the clocks of a match, with this clock in place of the seat's."""
    return (*clocks[:seat], clock, *clocks[seat + 1 :])


def first_deadline(clocks: Sequence[SeatClock], settings: ClockSettings) -> float:
    """Return the earliest time at which a clock of the match runs out."""
    return min(clock.deadline(settings) for clock in clocks)


def clock_frames(clocks: Sequence[SeatClock], settings: ClockSettings, now: float) -> list[bytes]:
    """Return the clocks of all seats as encoded messages."""
    return [clock.frame(seat, settings, now) for seat, clock in enumerate(clocks)]
