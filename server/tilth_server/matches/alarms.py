"""One heap of alarms for all matches, so that no match needs a timer of its own."""

from collections.abc import Callable
from heapq import heappop, heappush
from math import inf
from typing import Generic, Protocol, TypeVar

from tilth_server.time_source import Handle, TimeSource


class AlarmTarget(Protocol):
    """An object that alarms can be set for. `alarm_at` is kept by Alarms: the time of its alarm, `inf` for never."""

    alarm_at: float


T = TypeVar("T", bound=AlarmTarget)

MAX_AT_ONCE = 64
"""Alarms that ring before the loop may do something else."""


class Alarms(Generic[T]):
    """The alarms of all targets. Each rings once, at the earliest time set for it.

    Putting an alarm off costs nothing: it rings at its old time, and the callback sets it again. So a match that is
    answered a thousand times before a seat's time is out has one entry in the heap, not a thousand.
    """

    def __init__(self, time: TimeSource, on_alarm: Callable[[T], None]) -> None:
        self._time = time
        self._on_alarm: Callable[[T], None] = on_alarm
        self._heap: list[tuple[float, int, T]] = []
        self._count = 0
        self._armed: Handle | None = None
        self._armed_at = inf

    def set(self, target: T, when: float) -> None:
        """Let the target's alarm ring at `when`; an alarm that is set for an earlier time stays as it is."""
        if when >= target.alarm_at:
            return
        target.alarm_at = when
        self._count += 1
        heappush(self._heap, (when, self._count, target))
        if when < self._armed_at:
            self._arm(when)

    def stop(self) -> None:
        """Stop all alarms."""
        self._heap.clear()
        if self._armed is not None:
            self._armed.cancel()
            self._armed = None

    def _arm(self, when: float) -> None:
        """Schedule the next look at the alarms for this time, in place of the time that was scheduled before."""
        if self._armed is not None:
            self._armed.cancel()
        self._armed_at = when
        self._armed = self._time.call_at(when, self._ring_due)

    def _ring_due(self) -> None:
        """Call `on_alarm` for the targets that are due, at most MAX_AT_ONCE, and wake again for the next one."""
        self._armed = None
        self._armed_at = inf
        heap = self._heap
        now = self._time.now()
        rung = 0
        while heap and heap[0][0] <= now and rung < MAX_AT_ONCE:
            when, _, target = heappop(heap)
            if target.alarm_at == when:
                target.alarm_at = inf
                self._on_alarm(target)
                rung += 1
        if heap and heap[0][0] < self._armed_at:
            self._arm(heap[0][0])
