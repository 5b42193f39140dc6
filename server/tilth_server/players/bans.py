"""Who is kept away, and until when."""

import time
from datetime import UTC, datetime
from typing import NamedTuple

from tilth.v1.players_pb2 import PlayerBanned
from tilth_server.players.reasons import BANNED
from tilth_server.refusal import Refusal


class Ban(NamedTuple):
    """One that holds, or has held."""

    reason: str
    until_ms: int
    """0: until it is lifted."""

    def refusal(self) -> Refusal:
        """What every call of the player's gets. `until` goes with it where the ban has an end."""
        if not self.until_ms:
            return Refusal(BANNED, f"you are banned until an operator lifts it: {self.reason}")
        until = datetime.fromtimestamp(self.until_ms / 1000, UTC).isoformat(timespec="seconds")
        return Refusal(BANNED, f"you are banned until {until}: {self.reason}", details={"until": until})


class Bans:
    """The last ban of each player. One that has an end ends by the clock: no record says so."""

    def __init__(self) -> None:
        self._by_player: dict[str, Ban] = {}

    def began(self, banned: PlayerBanned) -> None:
        until_ms = banned.until.ToMilliseconds() if banned.HasField("until") else 0
        self._by_player[banned.player_id] = Ban(banned.reason, until_ms)

    def lifted(self, player_id: str) -> None:
        self._by_player.pop(player_id, None)

    def of(self, player_id: str) -> Ban | None:
        ban = self._by_player.get(player_id)
        if ban is None or (ban.until_ms and ban.until_ms <= time.time_ns() // 1_000_000):
            return None
        return ban
