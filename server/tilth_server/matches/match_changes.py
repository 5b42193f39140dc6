"""The matches that have changed lately, for lists that are kept up to date.

A commit notes its match here, which costs the same however many lists there are. Each list looks at the changes itself,
in its player's turns, and at most a few times per second. Of several changes of a match only the newest is kept.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import msgspec

from tilth_server.matches.clocks import Clocks
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_info import State

MAX_CHANGES: Final = 10_000
"""Matches whose newest change is kept. A list that is further behind is read again."""
PAUSE_SECONDS: Final = 0.2
"""Seconds between two looks of a list at the changes."""
PAUSE_PER_LIST: Final = 0.001
"""Seconds by which the pause is at least as long for each list, so that lists take a bounded share of the CPU."""


class PlayState(msgspec.Struct, frozen=True, gc=False):
    """The part of a match's state that its table holds: the seats that are asked, and the clocks."""

    pending_seats: tuple[int, ...] = ()
    clocks: Clocks = ()
    paused_at: float | None = None
    """The time at which the clocks are read while the match is paused."""


NOT_PLAYED: Final = PlayState()


class Change(msgspec.Struct, frozen=True, gc=False):
    """The newest change of a match."""

    version: int
    listed_version: int
    """The version of its newest change that decides on which lists the match is, 0 for none."""
    play: PlayState | None
    """The newest durable state of play; None if it is not known."""
    own_version: int
    """The version of its newest change that this server has made, 0 for none."""


def play_state(match: LiveMatch) -> PlayState | None:
    """Return the durable state of play of a match in memory; None while its table is ahead of its log, or missing."""
    table = match.table
    if match.info.state is not State.RUNNING:
        return NOT_PLAYED
    if table is None or match.pending:
        return None
    return PlayState(tuple(table.pending_seats), match.clocks, match.paused_at)


class MatchChanges:
    """The newest change of each match that has changed lately. While nobody follows, nothing is noted."""

    def __init__(self) -> None:
        self.version = 0
        """The number of changes so far."""
        self.is_followed = False
        self._changes: dict[str, Change] = {}
        """By match, the change that came last at the end."""
        self._dropped = 0
        """The version of the newest change that was dropped."""
        self._gap = 0
        """The version at which changes of other nodes may have been missed for the last time."""
        self.on_followed: Callable[[bool], None] = _ignore
        """Called when the first list begins to follow (True), and when the last one ends."""
        self._lists = 0
        """The number of followers that are lists."""
        self._followers: set[asyncio.Event] = set()
        self._timer: asyncio.TimerHandle | None = None

    def note(self, match: LiveMatch, *, is_listed: bool) -> None:
        """Note that a match has changed. `is_listed`: not only its play, so that it may come onto lists."""
        if self.is_followed:
            self._keep(match.info.id, play_state(match), is_listed)

    def note_stored(self, match_id: str) -> None:
        """Note that a match has come into the store."""
        if self.is_followed:
            self._keep(match_id, None, True)

    def note_loaded(self, match: LiveMatch) -> None:
        """Note that the state of play of a match has become known."""
        self.note(match, is_listed=False)

    def note_elsewhere(self, match_id: str, play: PlayState | None, *, is_listed: bool) -> None:
        """Note that another node has changed a match."""
        if self.is_followed:
            self._keep(match_id, play, is_listed, is_elsewhere=True)

    def note_gap(self) -> None:
        """Note that changes of other nodes may have been missed: the lists are read again."""
        if self.is_followed:
            self.version += 1
            self._gap = self.version
            self._tell_soon()

    @contextmanager
    def followed(self, *, by_list: bool = True) -> Iterator[asyncio.Event]:
        """Note changes during the block. The event is set when something has changed; the follower clears it.

        `by_list`: the follower shows them to a client; else it reports them to other nodes.
        """
        changed = asyncio.Event()
        self._followers.add(changed)
        self.is_followed = True
        self._lists += by_list
        if by_list and self._lists == 1:
            self.on_followed(True)
        try:
            yield changed
        finally:
            self._followers.discard(changed)
            self._lists -= by_list
            if by_list and not self._lists:
                self.on_followed(False)
            if not self._followers:
                self.is_followed = False
                self._dropped = self.version
                self._changes.clear()
                if self._timer is not None:
                    self._timer.cancel()
                    self._timer = None

    def since(self, version: int) -> list[tuple[str, bool]] | None:
        """Return the matches that have changed after this version, the newest change first, and whether more than
        their play has changed. Return None if such changes have been dropped, or missed.
        """
        return None if version < self._gap else self._noted_since(version)

    def _noted_since(self, version: int) -> list[tuple[str, bool]] | None:
        """Return the matches that have changed after this version, as far as this server has noted them."""
        if version < self._dropped:
            return None
        found: list[tuple[str, bool]] = []
        for match_id, change in reversed(self._changes.items()):
            if change.version <= version:
                break
            found.append((match_id, change.listed_version > version))
        return found

    def own_since(self, version: int) -> list[tuple[str, bool]] | None:
        """Return what `since` returns, without changes that other nodes have made."""
        found = self._noted_since(version)
        return found and [each for each in found if self._changes[each[0]].own_version > version]

    def play_of(self, match_id: str) -> PlayState | None:
        """Return the newest state of play that was noted for the match; None if none was."""
        change = self._changes.get(match_id)
        return None if change is None else change.play

    def _keep(
        self, match_id: str, play: PlayState | None, is_listed: bool, *, is_elsewhere: bool = False
    ) -> None:
        """Keep this as the newest change of the match, and let the followers look at it after a pause."""
        self.version += 1
        before = self._changes.pop(match_id, None)
        listed_version = self.version if is_listed else 0
        own_version = 0 if is_elsewhere else self.version
        if before is not None:
            listed_version = max(listed_version, before.listed_version)
            own_version = max(own_version, before.own_version)
            play = play or before.play
        self._changes[match_id] = Change(self.version, listed_version, play, own_version)
        if len(self._changes) > MAX_CHANGES:
            oldest = next(iter(self._changes))
            self._dropped = self._changes.pop(oldest).version
        self._tell_soon()

    def _tell_soon(self) -> None:
        """Let the followers look at the changes after a pause."""
        if self._timer is None:
            pause = max(PAUSE_SECONDS, PAUSE_PER_LIST * len(self._followers))
            self._timer = asyncio.get_running_loop().call_later(pause, self._tell_followers)

    def _tell_followers(self) -> None:
        """Wake all followers."""
        self._timer = None
        for changed in self._followers:
            changed.set()


def _ignore(_: bool) -> None:
    """Do nothing: this server runs alone."""
