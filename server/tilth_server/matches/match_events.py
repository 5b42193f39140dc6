"""The starts and the ends of matches: channels are closed, and the registered listeners are called."""

from collections.abc import Callable

from tilth_server.matches.cache import MatchCache
from tilth_server.matches.channels import ChannelState
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_changes import MatchChanges
from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.matches.record_frames import ended_frame

Listener = Callable[[MatchInfo], None]


class MatchEvents:
    """The listeners for starts and ends of matches, which are called when these are durable; it also closes the
    channels.
    """

    def __init__(self, cache: MatchCache) -> None:
        self._cache = cache
        self.on_ended: list[Listener] = []
        """Called for every match that is finished or cancelled."""
        self.on_started: dict[str, list[Listener]] = {}
        """By player: called when a match of theirs starts."""
        self.on_any_started: list[Listener] = []
        """Called for every match that starts at this node."""
        self.is_shared = False
        """True if matches also start at other nodes, whose signals may be late or lost."""
        self.on_gap: set[Callable[[], None]] = set()
        """Called when starts at other nodes may have been missed."""
        self.changes = MatchChanges()
        cache.on_moved.append(self._on_moved)
        cache.on_table_loaded.append(self.changes.note_loaded)

    def add_on_started(self, player_id: str, listener: Listener) -> None:
        """Call `listener` whenever a match of the player starts."""
        self.on_started.setdefault(player_id, []).append(listener)

    def remove_on_started(self, player_id: str, listener: Listener) -> None:
        """Call `listener` no longer when a match of the player starts."""
        listeners = self.on_started[player_id]
        listeners.remove(listener)
        if not listeners:
            del self.on_started[player_id]

    def report_start(self, info: MatchInfo) -> None:
        """Call the players' listeners: the match has started."""
        if self.on_started:
            for player_id in dict.fromkeys(info.player_ids):
                for listener in tuple(self.on_started.get(player_id, ())):
                    listener(info)

    def _on_moved(self, match: LiveMatch, before: State) -> None:
        """Report the start or the end of a match whose records another process has appended; `before` is its state
        before them.
        """
        info = match.info
        self.changes.note(match, is_listed=True)
        if info.state is before:
            return
        if before is State.OPEN and info.started:
            self.report_start(info)
        if info.state is not State.OPEN and info.state is not State.RUNNING:
            self.close(match)

    def close(self, match: LiveMatch) -> None:
        """Send the last frame of a match that has ended, close its channels, and call the listeners."""
        live = [channel for channel in match.channels if channel.state is ChannelState.LIVE]
        if live:
            info = match.info
            frame = ended_frame(info, match.head, self._cache.sign_end(info, match.head))
            for channel in live:
                channel.close(frame)
        match.drop_table()
        self._cache.release(match)
        for listener in self.on_ended:
            listener(match.info)
