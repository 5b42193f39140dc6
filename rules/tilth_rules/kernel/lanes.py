"""Where control waits: the table's own stack of steps, and at times a set of lanes above it."""

from collections.abc import Sequence

from tilth_rules.kernel.base import Step
from tilth_rules.kernel.record import Thread

OWN = -1
"""The key of the table's own stack. Lanes are numbered from 0 as they are forked."""


class Lane:
    """A stack of steps that waits for its own seats only; the last step lies on top.

    The table's own stack is one too: it belongs to every seat.
    """

    __slots__ = ("ended", "key", "sealed", "seats", "steps", "stored", "trail", "trail_seat")

    def __init__(self, key: int, seats: tuple[int, ...], steps: Sequence[Step], sealed: bool = False) -> None:
        self.key = key
        self.seats = seats
        self.sealed = sealed
        self.steps: list[Step] = list(steps)
        self.ended = False
        self.stored: list[Step] | None = None
        """The steps as the last record left them; None for a lane that no record knows yet."""
        self.trail: list[int] = []
        """Records of `trail_seat` that it may still take back, oldest first."""
        self.trail_seat = -1

    def clone(self) -> "Lane":
        twin = Lane(self.key, self.seats, self.steps, self.sealed)
        twin.ended = self.ended
        twin.stored = None if self.stored is None else list(self.stored)
        twin.trail = list(self.trail)
        twin.trail_seat = self.trail_seat
        return twin

    @property
    def rests(self) -> bool:
        """Whether it waits for the other lanes, not for its seats."""
        return bool(self.steps) and self.steps[-1].rests

    def forget_trail(self) -> None:
        self.trail = []
        self.trail_seat = -1

    def change(self, whole: bool) -> Thread | None:
        """What the next record says of this stack; None when it stands as the last one left it."""
        steps = self.steps
        stored = self.stored
        if stored is None:
            self.stored = list(steps)
            seats = () if self.key == OWN else self.seats
            return Thread(self.key + 1, 0, tuple(steps), seats, self.sealed, self.ended)
        kept = 0
        for before, now in zip(stored, steps, strict=False):
            if before is not now:
                break
            kept += 1
        if kept == len(stored) == len(steps):
            return None
        self.stored = list(steps)
        if whole:
            kept = 0
        return Thread(self.key + 1, kept, tuple(steps[kept:]))

    def restack(self, change: Thread) -> None:
        """Take up a recorded change."""
        self.steps[change.kept :] = change.tail
        self.stored = list(self.steps)
