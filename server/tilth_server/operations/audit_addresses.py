"""The addresses that operators called from. They are stored beside the audit's chain, so that they can be erased."""

import time
from collections.abc import Iterable, Mapping
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from tilth.v1.operations_pb2 import KeptAddress

ADDRESSES: Final = "audit/"
DAY_S: Final = 86_400


def key_of(number: int) -> str:
    """Return the key under which the address of the audit entry with this number is stored."""
    return f"{ADDRESSES}{number}"


class AuditAddresses:
    """The addresses of the audit's entries of the last days."""

    def __init__(self, days: int) -> None:
        """`days` is how long an address is kept; with 0, none is."""
        self.days = days
        self._kept: dict[int, KeptAddress] = {}

    def load(self, kept: Mapping[str, bytes]) -> None:
        """Load the addresses that are stored beside the streams."""
        found = {int(key.removeprefix(ADDRESSES)): KeptAddress.FromString(body) for key, body in kept.items()}
        self._kept = dict(sorted(found.items()))

    def of(self, number: int) -> str:
        """Return the address of the entry; "" if none is stored, or if it is too old."""
        kept = self._kept.get(number)
        return "" if kept is None or self.is_old(kept.at) else kept.peer

    def is_old(self, at: Timestamp) -> bool:
        """Return whether this time is more than `days` days ago, so that its address is no longer kept."""
        return at.ToSeconds() < time.time() - self.days * DAY_S

    def old_entries(self) -> list[int]:
        """Return the numbers of the entries whose addresses are more than `days` days old, up to the first that is
        not.
        """
        found = []
        for number, kept in self._kept.items():
            if not self.is_old(kept.at):
                break
            found.append(number)
        return found

    def remember(self, number: int, address: KeptAddress) -> None:
        """Remember the address of a new entry, which is durable now."""
        self._kept[number] = address

    def forget(self, numbers: Iterable[int]) -> None:
        """Forget the addresses of these entries, which are erased from the store now."""
        for number in numbers:
            self._kept.pop(number, None)
