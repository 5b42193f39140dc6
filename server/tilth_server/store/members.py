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


class HeartbeatReply(msgspec.Struct, frozen=True):
    """The answer of the engine to a heartbeat."""

    members: tuple[Member, ...]
    """The sender, and all members that sent a heartbeat lately and have not gone, by id."""
    now_ms: int
    """The engine's clock: milliseconds since 1970."""
    was_member: bool = True
    """False if the sender was no member right before: others may have acted for what it owns."""


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

    async def close(self) -> None:
        """Close the connection."""
