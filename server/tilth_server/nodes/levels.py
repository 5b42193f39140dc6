"""The level of a build: which stored fields it can read. Nodes of two adjacent levels work side by side.

A build raises it by one when it adds a stored field. It writes the field only while every member reads that level, so
that a node of the version before never changes what it cannot read.
"""

from collections.abc import Iterable
from typing import Final

from tilth_server.store import Member

LEVEL: Final = 1
"""The level of this build. 0: builds before levels. 1: `AuditRecord.node`."""
AUDIT_NODE: Final = 1
"""The level at which `AuditRecord.node` was added."""


class NotAdjacent(Exception):
    """A node of this level cannot join. The message is one line that says why, and what to do."""


def check_adjacent(me: Member, members: Iterable[Member]) -> None:
    """Raise NotAdjacent if the level of a member is more than one away from that of `me`."""
    for member in members:
        where = f"the node at {member.address} (version {member.version})"
        if member.level < me.level - 1:
            raise NotAdjacent(
                f"this version ({me.version}) is too new to run beside {where}: first replace that node with a version"
                " between the two, or stop it"
            )
        if member.level > me.level + 1:
            raise NotAdjacent(
                f"this version ({me.version}) is too old to run beside {where}: start a newer version"
            )
