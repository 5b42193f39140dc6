"""Bans of players, for a time or until they are lifted."""

import time
from datetime import UTC, datetime
from typing import NamedTuple

from tilth.v1.players_pb2 import PlayerRecord
from tilth_server.reasons import PLAYER_BANNED
from tilth_server.refusal import Refusal


class Ban(NamedTuple):
    """A ban of a player, which may have ended."""

    reason: str
    until_ms: int
    """End of the ban in milliseconds since 1970; 0 if the ban lasts until it is lifted."""

    def refusal(self) -> Refusal:
        """Return the refusal of every call of the banned player. Its details have `until` if the ban has an end."""
        if not self.until_ms:
            return Refusal(PLAYER_BANNED, f"you are banned until an operator lifts it: {self.reason}")
        until = datetime.fromtimestamp(self.until_ms / 1000, UTC).isoformat(timespec="seconds")
        return Refusal(
            PLAYER_BANNED, f"you are banned until {until}: {self.reason}", details={"until": until}
        )


class Bans:
    """The last ban of each player. A ban with an end ends by the clock, without a record."""

    def __init__(self) -> None:
        self._by_player: dict[str, Ban] = {}

    def apply(self, record: PlayerRecord) -> None:
        """Apply the record of a ban, which takes the place of an earlier ban of the player, or of its end."""
        if record.HasField("banned"):
            banned = record.banned
            until_ms = banned.until.ToMilliseconds() if banned.HasField("until") else 0
            self._by_player[banned.player_id] = Ban(banned.reason, until_ms)
        else:
            self._by_player.pop(record.unbanned.player_id, None)

    def of(self, player_id: str) -> Ban | None:
        """Return the player's ban if it holds now; None if there is none, or if it has ended."""
        ban = self._by_player.get(player_id)
        if ban is None or (ban.until_ms and ban.until_ms <= time.time_ns() // 1_000_000):
            return None
        return ban
