"""Automatic opening: every seat of a player at a running match is opened on one stream, without a command for each."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from random import random
from typing import TYPE_CHECKING, Final

from tilth.v1 import play_pb2
from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.matches.refusals import refusal_for
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, StoreError

if TYPE_CHECKING:
    from tilth_server.matches.session import AttendSession

SIGNAL_SECONDS: Final = 1.0
"""Seconds in which other nodes learn that a player attends, and this one that a match has started."""
LAST_CHANNEL: Final = (1 << 32) - 1
"""The highest channel number that a message can hold."""


class AutoOpener:
    """The part of one stream that opens a channel for each of the player's seats at running matches, without a command
    each.

    It works from the command that asks for it until the stream ends.
    """

    def __init__(self, session: "AttendSession", first: int, wanted: play_pb2.AutoOpen) -> None:
        self._session = session
        self._matches = session.matches
        self._number = first
        self._wanted = wanted
        self._queue: deque[tuple[str, int]] = deque()
        """Matches and seats for which there was no room yet."""
        self._tasks: set[asyncio.Task[None]] = set()
        """Tasks that bring matches into memory."""

    def begin(self) -> None:
        """Queue the matches that run now, the oldest first, for `open_some`. Later ones are opened at once."""
        events = self._matches.commits.events
        events.add_on_started(self._session.player_id, self._on_match_started)
        if events.is_shared:
            events.on_gap.add(self._look_again)
            # Another node may have started a match after the running ones were read, and before it knew of this stream.
            self._look_again()
        self._add_running()
        if self._matches.index.progress is not None:
            self._begin_task(self._open_indexed())

    def _add_running(self) -> None:
        """Queue the player's running matches that are not open on the stream."""
        running = {match.info.id: match.info for match in self._matches.loaded() if match.durable}
        running |= {info.id: info for info in self._session.running or ()}
        self._session.running = None
        opened = {(channel.match.info.id, channel.seat) for channel in self._session.channels.values()}
        opened.update(self._queue)
        for info in sorted(running.values(), key=lambda info: (info.started_ms, info.id)):
            self._add_seats(info, opened)

    def end(self) -> None:
        """Open no further seats, and cancel the tasks that read matches for it."""
        events = self._matches.commits.events
        events.remove_on_started(self._session.player_id, self._on_match_started)
        events.on_gap.discard(self._look_again)
        for task in self._tasks:
            task.cancel()

    def open_queued(self) -> None:
        """Open the queued seats, up to the stream's limit."""
        self.open_some(lambda: False)

    def open_some(self, is_slice_over: Callable[[], bool]) -> bool:
        """Open queued seats until other work is to have its turn. Return whether more can be opened now."""
        session = self._session
        while self._queue and session.has_room:
            match_id, seat = self._queue.popleft()
            info = self._matches.index.find_cached(match_id)
            if info is None:
                self._begin_task(self._open_read(match_id, seat))
            elif info.state is State.RUNNING:
                self._open_seat(match_id, seat)
            if self._queue and is_slice_over():
                return True
        return False

    def _begin_task(self, work: Coroutine[None, None, None]) -> None:
        """Run the work in a task of its own, and hold the task while it runs."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _open_read(self, match_id: str, seat: int) -> None:
        """Open a seat at a match that was not in memory."""
        with suppress(Refusal, BrokenChain):
            await self._matches.fetch(match_id)
            self._queue.appendleft((match_id, seat))
            self.open_queued()

    async def _open_indexed(self) -> None:
        """Open the matches of an older store that were not in the index when the stream began."""
        await self._matches.index.wait_complete()
        self._session.running = await self._matches.index.running_matches_of(self._session.player_id)
        self._add_running()
        self.open_queued()

    def _look_again(self) -> None:
        """Open the running matches whose start this node may have missed."""
        self._begin_task(self._open_missed())

    async def _open_missed(self) -> None:
        """Read the player's running matches again, after the time in which signals arrive, and open those that are not
        open.
        """
        await asyncio.sleep(SIGNAL_SECONDS * (1 + random()))
        with suppress(StoreError):
            self._session.running = await self._matches.index.running_matches_of(self._session.player_id)
            self._add_running()
            self.open_queued()

    def _on_match_started(self, info: MatchInfo) -> None:
        """Queue the player's seats at a match that has just started, and open them."""
        channels = self._session.channels.values()
        self._add_seats(info, {(info.id, channel.seat) for channel in channels if channel.match.info is info})
        self.open_queued()

    def _add_seats(self, info: MatchInfo, opened: set[tuple[str, int]]) -> None:
        """Queue the player's seats at the match that are not open on the stream."""
        if self._wanted.game not in ("", info.game) or info.damage or info.state is not State.RUNNING:
            return
        for seat, player_id in enumerate(info.player_ids):
            is_held = player_id == self._session.player_id and seat not in info.resigned
            if is_held and (info.id, seat) not in opened:
                self._queue.append((info.id, seat))

    def _open_seat(self, match_id: str, seat: int) -> None:
        """Open a channel for this seat under the next free number."""
        session, wanted = self._session, self._wanted
        if session.has_remote_seat(match_id, seat):
            return
        while session.is_in_use(self._number):
            self._number = _after(self._number)
        asked = play_pb2.OpenChannel(
            match_id=match_id,
            seat=seat,
            views=wanted.views,
            texts=wanted.texts,
            language=wanted.language,
            presence=wanted.presence,
            from_record=wanted.from_record if wanted.HasField("from_record") else None,
        )
        try:
            session.open(self._number, asked)
        except Exception as error:  # noqa: BLE001 - the player who started the match has nothing to do with it
            session.refuse(self._number, refusal_for(match_id, error))
        self._number = _after(self._number)


def _after(number: int) -> int:
    """Return the channel number after this one; after the last one, 0."""
    return number + 1 if number < LAST_CHANNEL else 0
