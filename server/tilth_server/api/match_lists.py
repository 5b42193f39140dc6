"""Lists of matches that are kept up to date: the newest matches of a filter, then every change of the list.

A list looks at what has changed in its player's turns, so it costs others nothing. A changed match is encoded once for
all lists that it is on.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable
from typing import Final

import msgspec

from tilth.v1 import lobby_pb2
from tilth_server.api.match_filters import FilterReader
from tilth_server.api.page_tokens import page_size, page_token
from tilth_server.matches import clocks
from tilth_server.matches.match_changes import NOT_PLAYED, PlayState, play_state
from tilth_server.matches.match_filter import MatchFilter
from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.matches.registry import Matches
from tilth_server.matches.subscriptions import Piece
from tilth_server.reasons import MALFORMED, PAGE_TOKEN_INVALID
from tilth_server.recent_cache import RecentCache
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain
from tilth_server.wire import frames

PAGES: Final = "matches"
"""The name of the list in page tokens: LobbyService.ListMatches continues it."""
MAX_LISTED: Final = 1000
"""Matches on one list."""
PIECE_MATCHES: Final = 50
"""Matches in one frame, some 300 bytes each."""
AT_A_TIME: Final = 20
"""Matches that are looked at in one slice, before others may have their turn."""
MAX_ENCODED: Final = 5000
ENCODED_SECONDS: Final = 1.0
"""Seconds for which an encoded match is used again if it has not changed: a player may have got another name."""
CLOCK_SECONDS: Final = 0.1
"""The same for a match whose clocks run."""

MatchMessage = Callable[[MatchInfo], lobby_pb2.Match]


class MatchLists:
    """The maker of lists, with the encoded matches that they share."""

    def __init__(self, matches: Matches, filters: FilterReader, message_of: MatchMessage) -> None:
        """`message_of` returns the message of a match, as every list shows it."""
        self._matches = matches
        self._filters = filters
        self._message_of = message_of
        self._encoded: RecentCache[str, tuple[int, PlayState | None, float, bytes]] = RecentCache(MAX_ENCODED)

    async def follow(self, request: lobby_pb2.ListMatchesRequest, player_id: str) -> AsyncGenerator[Piece]:
        """Yield the newest matches of the filter, then what changes on the list, until the generator is closed.

        Refuse a bad filter, and one with a page token.
        """
        if request.page_token:
            message = (
                "a list that is kept up to date begins with the newest matches: leave the page token out"
            )
            raise Refusal(PAGE_TOKEN_INVALID, message, field="filter.page_token")
        # A change can't move a match on the list, so it is always the newest first.
        wanted = msgspec.structs.replace(self._filters.read(request), order=None)
        if wanted.looks_up:
            message = "a list that is kept up to date can't filter by the rating surprise or the last record"
            raise Refusal(MALFORMED, message, field="filter")
        followed = _FollowedList(self._matches, wanted, page_size(request.page_size), self)
        yield Piece((frames.subscribed(),))
        async for frame in followed.run(loads=request.player_id == player_id):
            yield Piece((frame,))

    async def encoded(self, info: MatchInfo) -> bytes:
        """Return the match as a ListedMatch, in its newest durable state."""
        play = self._play_of(info)
        now = self._matches.time.now()
        known = self._encoded.get(info.id)
        if known is not None and known[0] == info.record_count and known[1] == play:
            most = CLOCK_SECONDS if play is not None and play.clocks else ENCODED_SECONDS
            if now - known[2] < most:
                return known[3]
        message = self._message_of(await self._matches.ended.completed(info))
        shown = play or NOT_PLAYED
        at = now if shown.paused_at is None else shown.paused_at
        encoded = frames.listed_match(
            message,
            shown.pending_seats,
            clocks.clock_frames(shown.clocks, info.clock, at),
            pending_known=play is not None,
        )
        self._encoded.put(info.id, (info.record_count, play, now, encoded))
        return encoded

    def _play_of(self, info: MatchInfo) -> PlayState | None:
        """Return the durable state of play of a match; None if it is not in memory."""
        if info.state is not State.RUNNING:
            return NOT_PLAYED
        live = self._matches.cache.loaded.get(info.id)
        play = None if live is None else play_state(live)
        return play or self._matches.commits.events.changes.play_of(info.id)


class _FollowedList:
    """One list, with the matches that its client has been sent."""

    def __init__(self, matches: Matches, wanted: MatchFilter, size: int, lists: MatchLists) -> None:
        self._matches = matches
        self._wanted = wanted
        self._size = size
        self._lists = lists
        self._listed: dict[str, int] = {}
        """The times of creation of the matches on the list, by id."""
        self._unloaded: deque[str] = deque()
        """Matches to be brought into memory, so that their state of play is known."""

    async def run(self, *, loads: bool) -> AsyncGenerator[bytes]:
        """Yield the frames of the list. `loads`: bring running matches into memory that are not there."""
        changes = self._matches.commits.events.changes
        with changes.followed() as changed:
            version = changes.version
            async for frame in self._read_page(loads=loads):
                yield frame
            yield frames.caught_up(0)
            while True:
                if self._unloaded:
                    await self._load(self._unloaded.popleft())
                else:
                    await changed.wait()
                if not changed.is_set():
                    continue
                changed.clear()
                found, version = changes.since(version), changes.version
                if found is None:
                    found = [(match_id, True) for match_id in self._listed]
                    async for frame in self._read_page(loads=False):
                        yield frame
                async for frame in self._frames(found):
                    yield frame

    async def _read_page(self, *, loads: bool) -> AsyncGenerator[bytes]:
        """Yield the newest matches; the last frame has the token of the older ones."""
        index = self._matches.index
        found, last = await self._matches.list_page(self._wanted, self._size, "")
        queued: list[bytes] = []
        removed: list[str] = []
        for at, info in enumerate(found):
            if at % AT_A_TIME == 0 or info.seat_count == 1:
                await asyncio.sleep(0)
            if len(queued) == PIECE_MATCHES:
                yield frames.match_list(queued)
                queued = []
            removed += self._add(info)
            queued.append(await self._lists.encoded(info))
            if info.state is State.RUNNING and info.damage is None:
                self._want_play(info.id, loads=loads)
        yield frames.match_list(
            queued, removed, next_page_token=page_token(PAGES, last), incomplete=index.progress is not None
        )

    def _want_play(self, match_id: str, *, loads: bool) -> None:
        """See to it that the state of play of a running match becomes known: here if it is loaded, or is to be; of
        another node's match from there.
        """
        if not self._matches.index.owns(match_id):
            self._matches.on_play_wanted(match_id, loads)
        elif loads:
            live = self._matches.cache.loaded.get(match_id)
            if live is None or live.table is None:
                self._unloaded.append(match_id)

    async def _frames(self, found: list[tuple[str, bool]]) -> AsyncGenerator[bytes]:
        """Yield frames with the present state of these matches, as far as they are or come onto the list."""
        queued: list[bytes] = []
        removed: list[str] = []
        for at, (match_id, is_listed) in enumerate(found):
            if at % AT_A_TIME == 0:
                await asyncio.sleep(0)
            if match_id not in self._listed and not is_listed:
                continue
            info = await self._info_of(match_id)
            if info is not None and self._wanted.holds(info):
                removed += self._add(info)
                queued.append(await self._lists.encoded(info))
            elif self._listed.pop(match_id, None) is not None:
                removed.append(match_id)
            if len(queued) == PIECE_MATCHES:
                yield frames.match_list(queued, removed)
                queued, removed = [], []
        if queued or removed:
            yield frames.match_list(queued, removed)

    def _add(self, info: MatchInfo) -> list[str]:
        """Put a match onto the list. Return the oldest one if there are too many."""
        self._listed[info.id] = info.created_ms
        if len(self._listed) <= MAX_LISTED:
            return []
        oldest = min((ms, match_id) for match_id, ms in self._listed.items() if match_id != info.id)[1]
        del self._listed[oldest]
        return [oldest]

    async def _info_of(self, match_id: str) -> MatchInfo | None:
        """Return a match; None if there is none, or its beginning is damaged."""
        info = self._matches.index.find_cached(match_id)
        if info is not None:
            return info
        try:
            return await self._matches.fetch(match_id)
        except (Refusal, BrokenChain):
            return None

    async def _load(self, match_id: str) -> None:
        """Bring a running match into memory; then its state of play is noted as a change."""
        try:
            info = await self._matches.fetch(match_id)
            if info.state is State.RUNNING and match_id in self._listed:
                await self._matches.cache.load(self._matches.cache.get(match_id))
        except Exception:  # noqa: BLE001 - a match that can't be loaded stays on the list; a channel to it is refused with the reason
            return
