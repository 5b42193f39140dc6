"""The owner of a match or a tournament: the node that acts for it. Every node works it out by itself.

Ownership is a hint. Two nodes that see other members for a second may both act; the store's fence lets one of them
append.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from tilth_server.store import Member

SLOTS: Final = 4096


def slot_of(key: str) -> int:
    """Return the slot of a match or a tournament, from its id: 0 to 4095."""
    return int.from_bytes(sha256(key.encode("utf-8", "surrogatepass")).digest()[:2], "big") >> 4


class Ownership:
    """The owners of all slots among some members. A member that comes or leaves moves only its own slots.

    For each slot, every member has a number that nobody chooses (rendezvous hashing); the greatest one wins.
    """

    def __init__(self, members: Sequence[Member]) -> None:
        self._members = [member for member in members if not member.is_leaving]
        self._owners: dict[int, Member] = {}

    def owner_of(self, key: str) -> Member | None:
        """Return the owner of a match or a tournament; None if no member takes any."""
        slot = slot_of(key)
        owner = self._owners.get(slot)
        if owner is None and self._members:
            owner = self._owners[slot] = max(self._members, key=lambda member: _weight(slot, member.id))
        return owner


def _weight(slot: int, member_id: str) -> tuple[bytes, str]:
    """Return the number of a member in a slot."""
    return sha256(f"{slot}\0{member_id}".encode()).digest(), member_id
