"""The times of the last records of matches, and the list of running matches by them.

An answer writes no row of an index, so no index knows these times. They are in memory for matches that have got a
record since they were loaded; for the others the last record is read, and its time is kept until the match has another
one.
"""

import asyncio
from contextlib import suppress
from time import perf_counter
from typing import Final

from tilth.v1 import record_pb2
from tilth_server.matches.cache import MatchCache
from tilth_server.matches.match_filter import MatchFilter
from tilth_server.matches.match_index import MAX_EXAMINED, Also
from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.matches.match_orders import Order, Range
from tilth_server.positions import page_key_of, position_of_key
from tilth_server.recent_cache import RecentCache
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, Position, StoreError

KEPT_TIMES: Final = 100_000
"""Matches at rest whose time is kept."""
REUSE_FROM_SECONDS: Final = 0.01
"""The list is made for each call as long as that takes less time than this."""
REUSE_FACTOR: Final = 20
"""A list that took longer to make is used again for this many times as long, so lists take 5% of the time at most."""


class LastRecords:
    """The times of the last records of the server's matches, in milliseconds since 1970."""

    def __init__(self, cache: MatchCache) -> None:
        self._cache = cache
        self._times: RecentCache[str, tuple[int, int]] = RecentCache(KEPT_TIMES)
        """By match: its number of records, and the time of the last one."""
        self._making = asyncio.Lock()
        self._newest_first: list[Position] = []
        self._stale_at = 0.0

    async def ms(self, info: MatchInfo) -> int:
        """Return the time of the last durable record of a match that has not ended."""
        live = self._cache.loaded.get(info.id)
        if live is not None and live.last_record_ms:
            return live.last_record_ms
        known = self._times.get(info.id)
        if known is not None and known[0] == info.record_count:
            return known[1]
        return await self.read_ms(info)

    async def read_ms(self, info: MatchInfo) -> int:
        """Return the time of the last durable record, read from the store."""
        count, at_ms = info.record_count, info.created_ms
        with suppress(StoreError):
            async for stored in self._cache.streams.read(info.stream, count - 1, 1):
                at_ms = record_pb2.Record.FromString(stored.body).at.ToMilliseconds()
        self._times.put(info.id, (count, at_ms))
        return at_ms

    async def page(
        self, wanted: MatchFilter, size: int, after: str, also: Also | None
    ) -> tuple[list[MatchInfo], str]:
        """Return the first running matches after the key `after`, the one with the newest record first, and the key to
        continue after, "" at the end. `also` is a further condition.
        """
        begin = position_of_key(after)
        bounds = wanted.ranges.get(Order.LAST_RECORD, Range())
        places = [
            place
            for place in await self._list()
            if bounds.holds(place.order) and (begin is None or place < begin)
        ]
        found: list[MatchInfo] = []
        for examined, place in enumerate(places, 1):
            try:
                info = await self._cache.index.fetch(place.key)
            except (Refusal, BrokenChain):
                continue
            if info.state is State.RUNNING and wanted.holds(info) and (also is None or await also(info)):
                found.append(info)
            if len(found) == size or examined == MAX_EXAMINED:
                return found, page_key_of(None if examined == len(places) else place)
        return found, ""

    async def _list(self) -> list[Position]:
        """Return the times and ids of the running matches, the newest first."""
        async with self._making:
            if perf_counter() >= self._stale_at:
                began = perf_counter()
                infos = await self._cache.index.running_matches()
                self._newest_first = sorted(
                    [Position(await self.ms(info), info.id) for info in infos if info.damage is None],
                    reverse=True,
                )
                took = perf_counter() - began
                self._stale_at = began + took * (1 + REUSE_FACTOR) if took > REUSE_FROM_SECONDS else 0.0
            return self._newest_first
