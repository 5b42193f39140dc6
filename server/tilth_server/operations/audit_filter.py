"""The filter for entries of the audit: by or about one player, or from one address."""

from typing import Final, NamedTuple
from urllib.parse import unquote

from tilth.v1.operations_pb2 import AuditEntry, AuditRecord

ENDS: Final = ("", ".", ":", "]")
"""Characters that may follow a wanted part of an address; empty at the end of the address."""


class AuditFilter(NamedTuple):
    """A filter for entries: by or about this player, and from this address. An empty field matches every entry."""

    player_id: str = ""
    address: str = ""

    def matches(self, entry: AuditEntry) -> bool:
        """Return whether the entry passes the filter."""
        return self._matches_player(entry.record) and self._matches_address(entry.address)

    def _matches_player(self, record: AuditRecord) -> bool:
        """Return whether the entry is by or about the filter's player."""
        wanted = self.player_id
        return not wanted or wanted in (record.operator_id, record.subject, record.details.get("player_id"))

    def _matches_address(self, peer: str) -> bool:
        """Return whether an address matches the filter's, which may lack the kind, the port and the last parts, as
        192.0.2 does."""
        wanted = self.address
        if not wanted:
            return True
        shown = unquote(peer)
        host = shown.partition(":")[2].removeprefix("[")
        return any(
            each.startswith(wanted) and (wanted[-1] in ".:" or each[len(wanted) : len(wanted) + 1] in ENDS)
            for each in (shown, host)
        )


ALL_ENTRIES: Final = AuditFilter()
