"""The players who have a stream open, here or at another node, and the time since when the others have none."""

from collections import Counter
from collections.abc import Callable

from tilth_server.time_source import TimeSource


class Presence:
    """The number of Attend streams of each player. Watching a match is no presence."""

    def __init__(self, time: TimeSource) -> None:
        self._time = time
        self._since = time.now()
        self._streams: Counter[str] = Counter()
        self._elsewhere: Counter[str] = Counter()
        """The number of other nodes at which each player has a stream."""
        self._left: dict[str, float] = {}
        self.when_here: list[Callable[[str], None]] = []
        """Callbacks for a player who has opened a first stream."""
        self.on_change: list[Callable[[str, bool], None]] = []
        """Callbacks for a player who has opened a first stream at this node (True), or closed the last one."""

    def opened(self, player_id: str) -> None:
        """Take note that a player has opened a stream; call `when_here` for the first one."""
        self._streams[player_id] += 1
        if self._streams[player_id] == 1:
            self._arrive(player_id, is_first=not self._elsewhere[player_id])
            for call in self.on_change:
                call(player_id, True)

    def closed(self, player_id: str) -> None:
        """Take note that a stream of the player has ended; if it was the last one, the player is away from now on."""
        self._streams[player_id] -= 1
        if not self._streams[player_id]:
            del self._streams[player_id]
            self._leave(player_id)
            for call in self.on_change:
                call(player_id, False)

    def opened_elsewhere(self, player_id: str) -> None:
        """Take note that a player has opened a first stream at another node."""
        self._elsewhere[player_id] += 1
        if self._elsewhere[player_id] == 1:
            self._arrive(player_id, is_first=player_id not in self._streams)

    def closed_elsewhere(self, player_id: str) -> None:
        """Take note that a player has no stream at another node any longer."""
        self._elsewhere[player_id] -= 1
        if not self._elsewhere[player_id]:
            del self._elsewhere[player_id]
            self._leave(player_id)

    def here(self) -> list[str]:
        """Return the players who have a stream open at this node."""
        return list(self._streams)

    def is_here(self, player_id: str) -> bool:
        """Return whether the player has a stream open."""
        return player_id in self._streams or player_id in self._elsewhere

    def away_ms(self, player_id: str) -> int:
        """Return for how long no stream of the player has been open, at most since the server started."""
        if self.is_here(player_id):
            return 0
        return round((self._time.now() - self._left.get(player_id, self._since)) * 1000)

    def _arrive(self, player_id: str, *, is_first: bool) -> None:
        """Take note that a player has come to a node; call `when_here` if it is the first one."""
        if is_first:
            self._left.pop(player_id, None)
            for call in self.when_here:
                call(player_id)

    def _leave(self, player_id: str) -> None:
        """Take note that a player has left a node; away from now on if it was the last one."""
        if not self.is_here(player_id):
            self._left[player_id] = self._time.now()
