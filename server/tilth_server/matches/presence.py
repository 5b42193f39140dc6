"""The players who have a stream open, and the time since when the others have none."""

from collections import Counter
from collections.abc import Callable

from tilth_server.time_source import TimeSource


class Presence:
    """The number of Attend streams of each player. Watching a match is no presence."""

    def __init__(self, time: TimeSource) -> None:
        self._time = time
        self._since = time.now()
        self._streams: Counter[str] = Counter()
        self._left: dict[str, float] = {}
        self.when_here: list[Callable[[str], None]] = []
        """Callbacks for a player who has opened a first stream."""

    def opened(self, player_id: str) -> None:
        """Take note that a player has opened a stream; call `when_here` for the first one."""
        self._streams[player_id] += 1
        if self._streams[player_id] == 1:
            self._left.pop(player_id, None)
            for call in self.when_here:
                call(player_id)

    def closed(self, player_id: str) -> None:
        """Take note that a stream of the player has ended; if it was the last one, the player is away from now on."""
        self._streams[player_id] -= 1
        if not self._streams[player_id]:
            del self._streams[player_id]
            self._left[player_id] = self._time.now()

    def is_here(self, player_id: str) -> bool:
        """Return whether the player has a stream open."""
        return player_id in self._streams

    def away_ms(self, player_id: str) -> int:
        """Return for how long no stream of the player has been open, at most since the server started."""
        if player_id in self._streams:
            return 0
        return round((self._time.now() - self._left.get(player_id, self._since)) * 1000)
