"""Lanes: the stacks of waiting steps. A table has one of its own, and at times a set of lanes above it."""

from collections.abc import Sequence
from itertools import compress, count
from operator import is_not

from tilth_rules.kernel.base import Step
from tilth_rules.kernel.record import StackChange

OWN = -1
"""The key of the table's own stack. Lanes are numbered from 0 as they are forked."""


class Lane:
    """A stack of waiting steps that belongs to some seats and waits only for their answers. The last step lies on top.

    The table's own stack is a lane, too: it belongs to every seat.
    """

    __slots__ = ("ended", "key", "sealed", "seats", "steps", "stored", "trail", "trail_seat")

    def __init__(self, key: int, seats: tuple[int, ...], steps: Sequence[Step], sealed: bool = False) -> None:
        self.key = key
        self.seats = seats
        self.sealed = sealed
        self.steps: list[Step] = list(steps)
        self.ended = False
        self.stored: list[Step] | None = None
        """The steps after the last record; None for a lane that no record has yet."""
        self.trail: list[int] = []
        """The records that `trail_seat` can undo, oldest first."""
        self.trail_seat = -1

    def __repr__(self) -> str:
        """Return the lane's seats and its steps, in the order in which they run."""
        name = "own stack" if self.key == OWN else f"lane {self.key} of {' and '.join(map(str, self.seats))}"
        return f"<{name}: {', then '.join(map(repr, reversed(self.steps))) or 'no step'}>"

    def clone(self) -> "Lane":
        """Return an equal and independent lane."""
        twin = Lane(self.key, self.seats, self.steps, self.sealed)
        twin.ended = self.ended
        twin.stored = None if self.stored is None else list(self.stored)
        twin.trail = list(self.trail)
        twin.trail_seat = self.trail_seat
        return twin

    @property
    def is_resting(self) -> bool:
        """True if the lane waits for the other lanes, not for its seats."""
        return bool(self.steps) and self.steps[-1].awaits_lanes

    def clear_undo_trail(self) -> None:
        """Forget the lane's earlier answers, so that none of them can be undone."""
        self.trail = []
        self.trail_seat = -1

    def change(self, whole: bool) -> StackChange | None:
        """Return how the stack has changed since the last record, or None if it has not. With `whole`, a change holds
        all steps.
        """
        steps = self.steps
        stored = self.stored
        if stored is None:
            self.stored = list(steps)
            seats = () if self.key == OWN else self.seats
            return StackChange(self.key + 1, 0, tuple(steps), seats, self.sealed, self.ended)
        kept = next(compress(count(), map(is_not, stored, steps)), min(len(stored), len(steps)))
        if kept == len(stored) == len(steps):
            return None
        self.stored = list(steps)
        if whole:
            kept = 0
        return StackChange(self.key + 1, kept, tuple(steps[kept:]))

    def apply_change(self, change: StackChange) -> None:
        """Change the stack as a record's StackChange says, when the record is folded."""
        self.steps[change.kept_steps :] = change.added_steps
        self.stored = list(self.steps)
