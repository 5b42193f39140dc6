"""The names of players, as matches need them. `players.NameBook` provides them."""

from collections.abc import Iterable
from typing import Protocol

from tilth_server.players.name_book import Named


class Names(Protocol):
    """Names by match, and the hashes that stand for them in records."""

    def in_match(self, match_id: str, player_id: str) -> Named:
        """Return the name of a player of this match, and how it is known."""

    def hash_in(self, stream: str, player_id: str) -> bytes:
        """Return the hash that a new record of the stream holds in place of the name; nothing for an unknown player."""

    def claimed_in(self, match_id: str, player_ids: Iterable[str]) -> frozenset[str]:
        """Return the players of this server that an imported match names without their hashes."""
