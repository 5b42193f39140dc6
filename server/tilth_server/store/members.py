"""`Members`: the interface of the table in which the nodes of a store say that they run.

Nothing depends on this table for safety: an append is safe by its fence alone. The table only says which node should
act for a match.
"""

from typing import Protocol

import msgspec


class Member(msgspec.Struct, frozen=True):
    """A node: one running process of the server. A process that is started again is another member."""

    id: str
    address: str
    """HOST:PORT at which the other nodes reach it."""
    version: str
    """Version of its build."""
    is_leaving: bool = False
    """True while it stops: it still serves its clients, and takes no match."""
    level: int = 0
    """The stored fields that it can read (nodes/levels.py)."""


class HeartbeatReply(msgspec.Struct, frozen=True):
    """The answer of the engine to a heartbeat."""

    members: tuple[Member, ...]
    """The sender, and all members that sent a heartbeat lately and have not gone, by id."""
    now_ms: int
    """The engine's clock: milliseconds since 1970."""
    was_member: bool = True
    """False if the sender was no member right before: others may have acted for what it owns."""


class SeenMember(msgspec.Struct, frozen=True):
    """A member that has sent a heartbeat in the last day."""

    member: Member
    silent_ms: int
    """Milliseconds since its last heartbeat."""
    is_gone: bool
    """True if it has stopped, or if another node has written that it is gone."""


class Standby(msgspec.Struct, frozen=True):
    """A standby of the database, as its primary sees it."""

    name: str
    mode: str
    """The way in which commits wait for it: "sync", "quorum", "potential" or "async"."""
    lag_ms: int | None
    """Milliseconds by which its disk is behind; 0 if it has all that was written, None if that is unknown."""


class Members(Protocol):
    """The table of members."""

    async def send_heartbeat(
        self, me: Member, window_seconds: float, *, is_first: bool = False
    ) -> HeartbeatReply:
        """Write that this member runs now, by the engine's clock; return all that did so within the window.

        The first heartbeat of a member also says that an earlier process at its address has gone.
        """

    async def mark_gone(self, member_id: str) -> None:
        """Write that the member has gone. If it still runs, its next heartbeat brings it back."""

    async def list_seen(self) -> tuple[SeenMember, ...]:
        """Return all members that have sent a heartbeat in the last day, by address."""

    async def list_standbys(self) -> tuple[Standby, ...] | None:
        """Return the standbys of the database; None if this user may not know of them."""

    async def close(self) -> None:
        """Close the connection."""
