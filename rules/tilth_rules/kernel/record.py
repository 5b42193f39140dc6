"""One entry of a match's log: what caused it, the events it led to, and what waits after them."""

from typing import dataclass_transform

import msgspec

from tilth_rules.kernel.base import EVERYTHING, Event, Step


@dataclass_transform(frozen_default=True)
class Cause(msgspec.Struct, frozen=True, gc=False):
    """Why a record came to be. The set-up has no seat: -1."""

    seat: int


class Started(Cause):
    """The match began: the set-up is what follows."""

    seat: int = -1


class Answered(Cause):
    """A seat answered its decision `number` with picks, or with measured numbers."""

    number: int
    chosen: tuple[int, ...] = ()
    measured: tuple[int, ...] = ()


class Defaulted(Cause):
    """The default answer was given for a seat: its time was out, or it has resigned."""

    number: int
    why: str
    chosen: tuple[int, ...] = ()
    measured: tuple[int, ...] = ()


class Resigned(Cause):
    """A seat gave up; from here on its decisions are answered by default."""


class Undone(Cause):
    """A seat took back its own answers: these records count no more. The fold skips them."""

    takes_back: tuple[int, ...]


TIMEOUT = "timeout"
RESIGNED = "resigned"


class Thread(msgspec.Struct, frozen=True, gc=False):
    """How one stack of steps changed: its lowest `kept` steps stay, `tail` lies on them.

    `thread` 0 is the table's own stack, k + 1 is lane k. A lane that opens names its seats, one that is
    through is `ended`.
    """

    thread: int
    kept: int
    tail: tuple[Step, ...]
    seats: tuple[int, ...] = ()
    sealed: bool = False
    ended: bool = False


class Record(msgspec.Struct, frozen=True, gc=False):
    number: int
    cause: Cause
    events: tuple[Event, ...]
    waiting: tuple[Thread, ...] = ()
    draws: tuple[tuple[str, int], ...] = ()
    """Chance drawn in it: what for, and where (0, or k + 1 for lane k)."""
    facts: tuple[bytes, ...] = ()
    """Outside facts taken in it, as the house gave them."""
    closed: tuple[int, ...] = ()
    """Seats, besides the cause's own, whose open decision it closed unanswered."""
    veils: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Events of a sealed lane: (index, the seats that see it)."""

    def seen_by(self, viewer: int) -> list[Event]:
        """The events as one viewer sees them."""
        if viewer == EVERYTHING:
            return list(self.events)
        veiled = dict(self.veils) if self.veils else None
        seen: list[Event] = []
        for at, event in enumerate(self.events):
            if veiled is not None and at in veiled and viewer not in veiled[at]:
                continue
            shown = event.seen_by(viewer) if event.hidden else event
            if shown is not None:
                seen.append(shown)
        return seen

    def teaches(self, seat: int) -> bool:
        for event in self.events:  # noqa: SIM110 - a loop is half the price, once or twice an answer
            if event.hidden and event.teaches(seat):
                return True
        return False

    def bars_undo(self, seat: int) -> bool:
        """Chance was drawn, a fact was taken, or the seat learned something: no way back before it."""
        return bool(self.draws or self.facts) or self.teaches(seat)


def taken_back(records: "list[Record]") -> frozenset[int]:
    """The numbers of the records that no longer count."""
    return frozenset(n for r in records if isinstance(r.cause, Undone) for n in r.cause.takes_back)
