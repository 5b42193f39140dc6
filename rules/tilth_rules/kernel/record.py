"""Records: the entries of a match's log, each with its cause, its events, and the steps that wait after them."""

from typing import dataclass_transform

import msgspec

from tilth_rules.kernel.base import EVERYTHING, Event, Step


@dataclass_transform(frozen_default=True)
class Cause(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """The cause of a record. `seat` is the seat that caused it, or -1 for the set-up."""

    seat: int


class Started(Cause):
    """The match started. The events of this record are the set-up."""

    seat: int = -1


class Answered(Cause):
    """A seat answered its decision `number`, with picks or with numbers."""

    number: int
    picks: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()


class Defaulted(Cause):
    """The default answer was given for a seat, because its time ran out or it has resigned; `why` tells which."""

    number: int
    why: str
    picks: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()


class Resigned(Cause):
    """A seat resigned. Its later decisions get default answers."""


class Undone(Cause):
    """A seat undid its own answers. The fold skips the records with these numbers."""

    undone_records: tuple[int, ...]


TIMEOUT = "timeout"
RESIGNED = "resigned"
BOT_FAILED = "bot failed"


class StackChange(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """A change of one stack of waiting steps: its lowest `kept_steps` steps stay, and `added_steps` lie on them.

    `stack` is 0 for the table's own stack and k + 1 for lane k. `seats` is set when a lane opens, `ended` when it ends.
    """

    stack: int
    kept_steps: int
    added_steps: tuple[Step, ...]
    seats: tuple[int, ...] = ()
    sealed: bool = False
    ended: bool = False


class Record(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """One entry of a match's log."""

    number: int
    cause: Cause
    events: tuple[Event, ...]
    stack_changes: tuple[StackChange, ...] = ()
    draws: tuple[tuple[str, int], ...] = ()
    """Draws of chance: the purpose of each, and its place (0 for the table's own stack, k + 1 for lane k)."""
    facts: tuple[bytes, ...] = ()
    """Outside facts that were taken, as the port returned them."""
    closed_seats: tuple[int, ...] = ()
    """Other seats than the cause's, whose open decisions this record closed without an answer."""
    restricted_events: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Events of a sealed lane: the index of each, and the seats that see it."""

    def seen_by(self, viewer: int) -> list[Event]:
        """Return the events as one viewer sees them."""
        if viewer == EVERYTHING:
            return list(self.events)
        restricted = dict(self.restricted_events) if self.restricted_events else None
        seen: list[Event] = []
        for at, event in enumerate(self.events):
            if restricted is not None and at in restricted and viewer not in restricted[at]:
                continue
            shown = event.seen_by(viewer) if event.hidden else event
            if shown is not None:
                seen.append(shown)
        return seen

    def reveals_to(self, seat: int) -> bool:
        """Return whether an event of the record reveals something new to `seat`."""
        for event in self.events:  # noqa: SIM110 - a loop is half the price, once or twice an answer
            if event.hidden and event.reveals_to(seat):
                return True
        return False

    def blocks_undo(self, seat: int) -> bool:
        """Return whether `seat` cannot undo past this record.

        That is so if chance was drawn, an outside fact was taken, or the seat learned something.
        """
        return bool(self.draws or self.facts) or self.reveals_to(seat)


def undone_numbers(records: "list[Record]") -> frozenset[int]:
    """Return the numbers of the records that were undone.

    >>> undone_numbers([Record(4, Undone(seat=0, undone_records=(3,)), events=())])
    frozenset({3})
    """
    return frozenset(n for r in records if isinstance(r.cause, Undone) for n in r.cause.undone_records)
