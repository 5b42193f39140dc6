"""Clocks: how long a seat may still think. Values that don't change; the match keeps the newest of each seat.

A decision has time of its own first, then the seat's bank is used up. What was lost of the bank is recorded with the
answer, so that a restart knows it; the time while the server is down is nobody's. An answer taken back gives its
increment back, and the decision that is asked anew has used the time it had used before.
"""

from collections.abc import Iterable, Sequence
from math import inf

import msgspec

from tilth.v1 import record_pb2
from tilth_rules.kernel import Table
from tilth_server.tables.matches import ClockSettings
from tilth_server.wire import Logged, frames

STOPPED = -1.0
MOST_SPANS = 32


class SeatClock(msgspec.Struct, frozen=True, gc=False):
    bank_ms: int
    since: float = STOPPED
    """When the open decision began to count; STOPPED while the seat isn't asked."""
    number: int = 0
    """The decision it runs for."""
    used_ms: int = 0
    """Time of that decision before `since`: it was answered and taken back. What it cost has been paid."""
    spans: tuple[int, ...] = ()
    """What the last decisions used, for when they are taken back."""

    def used(self, now: float) -> int:
        return self.used_ms + round((now - self.since) * 1000)

    def started(self, number: int, now: float) -> "SeatClock":
        return SeatClock(self.bank_ms, now, number, 0, self.spans)

    def stopped(self) -> "SeatClock":
        """The seat isn't asked any more, and did not answer."""
        return SeatClock(self.bank_ms, spans=self.spans)

    def lost(self, settings: ClockSettings, now: float) -> int:
        """What the running decision has cost the bank by now."""
        own = settings.decision_ms
        cost = max(0, self.used(now) - own) - max(0, self.used_ms - own)
        return min(self.bank_ms, cost)

    def later(self, seconds: float) -> "SeatClock":
        """As if it had begun so much later: it stood for so long."""
        if self.since == STOPPED:
            return self
        return SeatClock(self.bank_ms, self.since + seconds, self.number, self.used_ms, self.spans)

    def answered(self, settings: ClockSettings, now: float) -> "SeatClock":
        bank = self.bank_ms - self.lost(settings, now) + settings.increment_ms
        return SeatClock(bank, spans=(*self.spans[1 - MOST_SPANS :], self.used(now)))

    def timed_out(self) -> "SeatClock":
        return SeatClock(0)

    def took_back(self, settings: ClockSettings, number: int, now: float) -> "SeatClock":
        """Its last answer doesn't count; decision `number` is asked in its place, with its time used already."""
        before = self.spans[-1] if self.spans else 0
        running = self.used(now) if self.since != STOPPED else 0
        bank = max(0, self.bank_ms - settings.increment_ms)
        return SeatClock(bank, now, number, before + running, self.spans[:-1])

    def deadline(self, settings: ClockSettings) -> float:
        """When the time is out; `inf` while it stands."""
        if self.since == STOPPED:
            return inf
        own = settings.decision_ms
        left = self.bank_ms + own - self.used_ms if self.used_ms < own else self.bank_ms
        return self.since + left / 1000

    def frame(self, seat: int, settings: ClockSettings, now: float) -> bytes:
        if self.since == STOPPED:
            return frames.clock(seat, self.bank_ms)
        left = max(0, round((self.deadline(settings) - now) * 1000))
        return frames.clock(seat, self.bank_ms - self.lost(settings, now), left)


Clocks = tuple[SeatClock, ...]


def wound(settings: ClockSettings, seats: int, log: Iterable[Logged]) -> Clocks:
    """The clocks as the log leaves them, standing."""
    banks = [settings.bank_ms] * seats
    for logged in log:
        cause = logged.cause
        if isinstance(cause, record_pb2.SeatAnswered):
            banks[cause.seat] += settings.increment_ms - cause.spent_ms
        elif isinstance(cause, record_pb2.SeatDefaulted):
            banks[cause.seat] -= cause.spent_ms
        elif isinstance(cause, record_pb2.SeatUndid):
            banks[cause.seat] = max(0, banks[cause.seat] - settings.increment_ms)
    return tuple(map(SeatClock, banks))


def following(clocks: Clocks, table: Table, now: float) -> Clocks:
    """Run exactly where a decision is open whose seat may answer it; a new decision starts anew."""
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


def replaced(clocks: Clocks, seat: int, clock: SeatClock) -> Clocks:
    return (*clocks[:seat], clock, *clocks[seat + 1 :])


def first_deadline(clocks: Sequence[SeatClock], settings: ClockSettings) -> float:
    return min(clock.deadline(settings) for clock in clocks)


def shown(clocks: Sequence[SeatClock], settings: ClockSettings, now: float) -> list[bytes]:
    return [clock.frame(seat, settings, now) for seat, clock in enumerate(clocks)]
