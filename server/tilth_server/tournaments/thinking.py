"""Thinking times of seats: read off the log of a match, and added up for the entrants of a tournament.

A decision is opened by the record that last changed its stack of waiting steps, so the log tells the time of every
answer, and an answer in play costs nothing more. The time that a server was down counts, because no record tells of it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from tilth.v1 import record_pb2
from tilth.v1 import tournaments_pb2 as pb

OWN_STACK: Final = 0
"""The number of the table's own stack in StackChange. Lane k has the number k + 1."""
PARTS: Final = 16
"""Ranges of times between a power of two and the next."""


class SeatThinking(msgspec.Struct):
    """The thinking times of one seat, over any number of answers."""

    answers: int = 0
    total_ms: int = 0
    longest_ms: int = 0
    timeouts: int = 0
    """Decisions for which the seat's time ran out."""
    counts: dict[int, int] = {}
    """Answers by range of times; `range_of` numbers the ranges."""

    def add_answer(self, ms: int) -> None:
        """Add an answer that took this long."""
        self.answers += 1
        self.total_ms += ms
        self.longest_ms = max(self.longest_ms, ms)
        of = range_of(ms)
        self.counts[of] = self.counts.get(of, 0) + 1

    def add(self, other: "SeatThinking") -> None:
        """Add all answers and timeouts of another."""
        self.answers += other.answers
        self.total_ms += other.total_ms
        self.longest_ms = max(self.longest_ms, other.longest_ms)
        self.timeouts += other.timeouts
        for of, count in other.counts.items():
            self.counts[of] = self.counts.get(of, 0) + count

    @property
    def mean_ms(self) -> float:
        """The mean time of an answer; 0 without answers."""
        return self.total_ms / max(1, self.answers)

    def within_ms(self, share: float) -> int:
        """Return a time that at least this share of the answers did not exceed: the end of its range, or the longest
        time if that is shorter; 0 without answers."""
        left = share * self.answers
        for of in sorted(self.counts):
            left -= self.counts[of]
            if left <= 0:
                return min(last_of(of), self.longest_ms)
        return self.longest_ms


def range_of(ms: int) -> int:
    """Return the number of the range that a time is counted in: the first five bits of the time, and their place."""
    place = max(0, ms.bit_length() - PARTS.bit_length())
    return PARTS * place + (ms >> place)


def last_of(number: int) -> int:
    """Return the longest time of a range, in milliseconds."""
    place = max(0, number // PARTS - 1)
    return ((number - PARTS * place + 1) << place) - 1


class ThinkingLog:
    """The times of the seats of one match, from its records in order."""

    def __init__(self, seats: int) -> None:
        self.seats = [SeatThinking(counts={}) for _ in range(seats)]
        self._changed = {OWN_STACK: 0}
        """By stack: the time of play at which it last changed. The decision on its top has been open since then."""
        self._lanes: dict[int, Sequence[int]] = {}
        """The seats of each lane that has not ended, by the number of its stack."""
        self._has_started = False
        self._paused_at: int | None = None
        self._paused_ms = 0

    def add(self, record: record_pb2.Record) -> None:
        """Add the next record of the log."""
        at_ms = record.at.ToMilliseconds()
        cause = record.WhichOneof("cause")
        if cause == "paused":
            self._paused_at = at_ms
            return
        if cause == "resumed":
            self._paused_ms += max(0, at_ms - (at_ms if self._paused_at is None else self._paused_at))
            self._paused_at = None
            return
        self._has_started |= cause == "started"
        if not self._has_started:
            return
        now = at_ms - self._paused_ms
        if cause == "answered":
            seat = record.answered.seat
            self.seats[seat].add_answer(max(0, now - self._changed[self._stack_of(seat)]))
        elif cause == "defaulted":
            is_timeout = record.defaulted.reason == record_pb2.DEFAULT_REASON_TIMEOUT
            self.seats[record.defaulted.seat].timeouts += is_timeout
        elif cause == "resigned":
            self.seats[record.resigned.seat].timeouts += record.resigned.by_timeout
        if cause in ("answered", "defaulted", "undone"):
            # The stack can hold the same step again, which is no change of it.
            self._changed[self._stack_of(getattr(record, cause).seat)] = now
        self._follow(record.stack_changes, now)

    def messages(self) -> list[pb.SeatThinking]:
        """Return the times of all seats as messages."""
        return [message_of(seat, each) for seat, each in enumerate(self.seats)]

    def _stack_of(self, seat: int) -> int:
        """Return the number of the stack on which the seat is asked."""
        return next((stack for stack, seats in self._lanes.items() if seat in seats), OWN_STACK)

    def _follow(self, changes: Iterable[record_pb2.StackChange], now: int) -> None:
        """Note which stacks a record has changed, which lanes it has opened, and which have ended."""
        opened: dict[int, Sequence[int]] = {}
        had_lanes = bool(self._lanes)
        for change in changes:
            self._changed[change.stack] = now
            if change.seats:
                opened[change.stack] = tuple(change.seats)
            if change.ended:
                opened.pop(change.stack, None)
                self._lanes.pop(change.stack, None)
        if opened:
            self._lanes = opened
        if had_lanes and not self._lanes:
            # What waited below the lanes is asked now, though it lay there before.
            self._changed[OWN_STACK] = now


def message_of(seat: int, thinking: SeatThinking) -> pb.SeatThinking:
    """Return the times of a seat as a message."""
    ranges = sorted(thinking.counts)
    return pb.SeatThinking(
        seat=seat,
        answers=thinking.answers,
        total_ms=thinking.total_ms,
        longest_ms=thinking.longest_ms,
        timeouts=thinking.timeouts,
        ranges=ranges,
        counts=[thinking.counts[of] for of in ranges],
    )


def thinking_of(message: pb.SeatThinking) -> SeatThinking:
    """Return the times of a seat that a message holds."""
    return SeatThinking(
        message.answers,
        message.total_ms,
        message.longest_ms,
        message.timeouts,
        dict(zip(message.ranges, message.counts, strict=False)),
    )
