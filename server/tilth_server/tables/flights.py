"""Flights: what is on its way to the disk. All that came in one message flies together, in one put.

While a match has something in flight its table is ahead of the log, so nothing of it is shown: frames and replies
ride along and are handed out on landing, in the order of the commits.
"""

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from tilth_rules.kernel import Record
from tilth_server.refusal import Refusal
from tilth_server.tables.channels import Channel, Group, Speaker

if TYPE_CHECKING:
    from tilth_server.tables.live import LiveMatch

Told = tuple[Group, bytes | None, Channel | None, bytes | None]
"""A group, its frame, and whoever of it gave the answer with a frame of their own."""

Reply = tuple[Speaker, str, int, Refusal | None]
"""To whom, their request id, and the record that took it or why it was refused."""


class Entry(NamedTuple):
    """One record to be."""

    body: bytes
    record: Record | None
    told: list[Told]
    listed: bool
    """Whether the directory shows something of it, more than one record more."""


class Leg:
    """One match's part of a flight."""

    __slots__ = ("ends", "entries", "first", "given", "match", "replies")

    def __init__(self, match: "LiveMatch") -> None:
        self.match = match
        self.first = match.length
        self.entries: list[Entry] = []
        self.replies: list[Reply] = []
        """Those that can't be part of a frame, in order."""
        self.given: list[tuple[Channel, str]] = []
        """Who gave the answers whose replies are part of a frame."""
        self.ends = False
        """The match is over: its channels are told so, and closed."""


class Flight:
    """All that one message (or call, or alarm) leads to."""

    __slots__ = ("answers", "at_ms", "heard", "landing", "legs", "now")

    def __init__(self, now: float, at_ms: int) -> None:
        self.now = now
        """When it is done."""
        self.heard = now
        """When it came in: earlier, where it had to wait for a fact."""
        self.at_ms = at_ms
        """The same by the wall's clock."""
        self.legs: dict[LiveMatch, Leg] = {}
        self.answers = 0
        self.landing: asyncio.Future[None] | None = None
        """For whoever awaits it."""

    def leg(self, match: "LiveMatch") -> Leg:
        leg = self.legs.get(match)
        if leg is None:
            leg = self.legs[match] = Leg(match)
            match.flying.append(leg)
        return leg
