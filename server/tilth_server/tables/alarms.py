"""Time: what clocks read, and one heap of alarms for all matches, so that none needs a timer of its own."""

import asyncio
import time
from collections.abc import Callable
from heapq import heappop, heappush
from math import inf
from typing import Generic, Protocol, TypeVar


class Handle(Protocol):
    def cancel(self) -> None: ...


class Time(Protocol):
    """Where the time comes from; tests turn the hands themselves."""

    def now(self) -> float:
        """Seconds that never run backwards."""

    def wall_ms(self) -> int:
        """Milliseconds since 1970."""

    def call_at(self, when: float, call: Callable[[], None]) -> Handle:
        """Call it on the loop as soon as `now` is `when`."""


class LoopTime:
    """The machine's time. (The loop's own is good for alarms only: with uvloop it counts whole milliseconds.)"""

    def __init__(self) -> None:
        self._call_later = asyncio.get_running_loop().call_later
        self.now = time.monotonic

    def wall_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def call_at(self, when: float, call: Callable[[], None]) -> Handle:
        return self._call_later(max(0.0, when - self.now()), call)


class Sleeper(Protocol):
    """Something to be woken. `alarm_at` is kept by Alarms: when it rings, `inf` for never."""

    alarm_at: float


S = TypeVar("S", bound=Sleeper)

MOST_AT_ONCE = 64
"""Alarms rung before the loop may do something else."""


class Alarms(Generic[S]):
    """Wakes each sleeper once, at the earliest time set for it.

    To put an alarm off costs nothing: it rings at its old time, and whoever is woken sets it anew. So a match that
    is answered a thousand times before its time is out has one entry in the heap, not a thousand.
    """

    def __init__(self, time: Time, ring: Callable[[S], None]) -> None:
        self._time = time
        self._ring: Callable[[S], None] = ring
        self._heap: list[tuple[float, int, S]] = []
        self._count = 0
        self._armed: Handle | None = None
        self._armed_at = inf

    def set(self, sleeper: S, when: float) -> None:
        """Wake it at `when`, unless it is to be woken before."""
        if when >= sleeper.alarm_at:
            return
        sleeper.alarm_at = when
        self._count += 1
        heappush(self._heap, (when, self._count, sleeper))
        if when < self._armed_at:
            self._arm(when)

    def stop(self) -> None:
        self._heap.clear()
        if self._armed is not None:
            self._armed.cancel()
            self._armed = None

    def _arm(self, when: float) -> None:
        if self._armed is not None:
            self._armed.cancel()
        self._armed_at = when
        self._armed = self._time.call_at(when, self._wake)

    def _wake(self) -> None:
        self._armed = None
        self._armed_at = inf
        heap = self._heap
        now = self._time.now()
        rung = 0
        while heap and heap[0][0] <= now and rung < MOST_AT_ONCE:
            when, _, sleeper = heappop(heap)
            if sleeper.alarm_at == when:
                sleeper.alarm_at = inf
                self._ring(sleeper)
                rung += 1
        if heap and heap[0][0] < self._armed_at:
            self._arm(heap[0][0])
