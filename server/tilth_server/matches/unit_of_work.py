"""Units of work: the records that one message, call or alarm leads to. Those of one match are written in one put, so
all of them become durable or none.

While a match has something pending its table is ahead of the log, so nothing of it is shown: frames and replies wait
with the records, and are handed out in the order of the commits. These are values without behaviour; `Committer`
(commits.py) works on them.
"""

import asyncio
from typing import TYPE_CHECKING

import msgspec

from tilth_rules.kernel import Record, Table
from tilth_server.matches.channels import Channel, GroupFrames, ReplyTarget
from tilth_server.matches.clocks import Clocks
from tilth_server.refusal import Refusal
from tilth_server.store import StoreError

if TYPE_CHECKING:
    from tilth_server.matches.live import LiveMatch

Reply = tuple[ReplyTarget, str, int, Refusal | None]
"""A receiver, its request id, and the record that took the request or the refusal."""


class PendingRecord(msgspec.Struct):
    """One record that is not durable yet, with the frames that report it."""

    body: bytes
    record: Record | None
    """The kernel's record; None for a record in which nothing is played."""
    frames: list[GroupFrames]
    is_listed: bool
    """True if the index shows something of the record, besides one record more."""


class MatchWrites(msgspec.Struct, eq=False):
    """One match's part of a unit of work."""

    match: "LiveMatch"
    first: int
    """The number of the first record."""
    records: list[PendingRecord] = []
    replies: list[Reply] = []
    """Replies that can't be part of a frame, in order."""
    replies_in_frames: list[tuple[Channel, str]] = []
    """Channels and request ids of the answers whose replies are part of a frame."""
    answers: int = 0
    is_last: bool = False
    """True if the match has ended: its channels get a last frame, and are closed."""
    head: bytes = b""
    """The hash of the last record, if later writes wait for these; else empty."""


class Savepoint(msgspec.Struct, frozen=True):
    """The numbers and times of a match, and of its part of a unit of work, before a step."""

    records: int
    replies: int
    replies_in_frames: int
    answers: int
    clocks: Clocks
    last_step_at: float
    table: Table | None
    """A clone of the table, if the step may have to put it back exactly."""


class UnitOfWork(msgspec.Struct, eq=False):
    """The records that one message, call or alarm leads to, over all matches."""

    now: float
    """The time at which the work is done."""
    at_ms: int
    """The time at which the work is done by the wall clock, in milliseconds since 1970."""
    received_at: float
    """The time at which the message came in: earlier than `now` if it had to wait for a fact."""
    writes: dict["LiveMatch", MatchWrites] = {}
    open_puts: int = 0
    """The number of puts whose outcome the store has not reported yet."""
    error: StoreError | None = None
    """The error of the first put that failed; None while none has failed."""
    waiters: list[asyncio.Future[None]] = []
    """Futures of the coroutines that wait until all its records are durable."""

    @property
    def answers(self) -> int:
        """Return the number of answers that the unit of work takes."""
        return sum(writes.answers for writes in self.writes.values())
