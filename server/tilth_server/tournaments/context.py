"""The parts of the server that its tournaments use, and the callers of their actions."""

from collections.abc import Callable

import msgspec

from tilth_server.matches.presence import Presence
from tilth_server.matches.registry import Matches
from tilth_server.players import PlayerRegistry
from tilth_server.store import Store
from tilth_server.time_source import TimeSource
from tilth_server.tournaments.ratings.keeper import RatingKeeper
from tilth_server.tournaments.tournament_index import TournamentIndex


class TournamentContext(msgspec.Struct, frozen=True):
    """Everything that the tournaments of one server share."""

    streams: Store
    index: TournamentIndex
    matches: Matches
    players: PlayerRegistry
    ratings: RatingKeeper
    on_settled: Callable[[str, bool], None]
    """Called with True when a tournament and its matches have ended, with False when that may have changed."""
    on_appended: Callable[[str], None]
    """Called when records of a tournament have become durable."""
    on_moved: Callable[[str], None]
    """Called when another process has appended to a tournament that is in memory here."""

    @property
    def time(self) -> TimeSource:
        """The clock of the server's matches."""
        return self.matches.time

    @property
    def presence(self) -> Presence:
        """The counter of the players' open streams, which tells who attends."""
        return self.matches.presence

    def now_ms(self) -> int:
        """Return the time of day in milliseconds since 1970."""
        return self.time.wall_ms()


class Actor(msgspec.Struct, frozen=True):
    """The player who asks for an action, or the server itself."""

    player_id: str
    """Id of the player; "" for the server."""
    operator: bool = False


SERVER = Actor("", operator=True)
"""The actor of everything that the server does by itself."""
