"""Ratings by pool: the tournament matches of one game with the same options, seats and version of the rules.

The list of a pool is computed from the rows of rated games when somebody asks for it, and kept until another game is
rated. So a pool has its matches of earlier builds, too, and a changed season needs no rating again.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from tilth_server.matches.match_index import MatchIndex
from tilth_server.matches.match_info import MatchInfo
from tilth_server.recent_cache import RecentCache
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, StreamIndex
from tilth_server.tournaments.ratings import rated_rows
from tilth_server.tournaments.ratings.keeper import RatingKeeper
from tilth_server.tournaments.ratings.rated_game import RatedGame
from tilth_server.tournaments.ratings.rating_list import PlayerRating, ratings_of
from tilth_server.wire import GameWire, Unreadable

ROWS_AT_ONCE: Final = 500
KEPT_LISTS: Final = 16
KEPT_MATCHES: Final = 100_000
"""Number of matches whose pool is kept in memory."""

Span = tuple[int, int | None]
"""The start and the end of a season in ms since 1970; None for no end."""


class Pool(msgspec.Struct, frozen=True):
    """The game, the seats, the version of the rules and the changed options that matches of one pool share."""

    game: str
    seats: int
    rules_version: int
    settings: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """The name of the pool, such as "petrichor/2/3/long_form=true"."""
        options = (f"{name}={value}" for name, value in self.settings)
        return "/".join([self.game, str(self.seats), str(self.rules_version), *options])


def pool_of(info: MatchInfo, wires: Mapping[str, GameWire]) -> Pool | None:
    """Return the pool of a match; None if this build can't read its options."""
    wire = wires.get(info.game)
    if wire is None:
        return None
    try:
        settings = wire.settings(wire.decode_options(info.options))
    except Unreadable:
        return None
    return Pool(info.game, info.seat_count, info.rules_version, tuple(sorted(settings.items())))


class PoolRatings:
    """The ratings of one server by pool and season."""

    def __init__(
        self, index: StreamIndex, matches: MatchIndex, keeper: RatingKeeper, wires: Mapping[str, GameWire]
    ) -> None:
        self._index = index
        self._matches = matches
        self._keeper = keeper
        self._wires = wires
        self._pools: RecentCache[str, Pool] = RecentCache(KEPT_MATCHES)
        """Pools by match."""
        self._lists: RecentCache[tuple[str, Span], tuple[int, Sequence[PlayerRating]]] = RecentCache(
            KEPT_LISTS
        )
        """Lists by pool and season, with the number of changes of rated games from before they were made."""

    async def count(self, span: Span) -> list[tuple[Pool, int]]:
        """Return the pools with matches in a season, and the number of their matches, the greatest first."""
        found = Counter([pool for _, pool in await self._games(span)])
        return sorted(found.items(), key=lambda each: (-each[1], each[0].name))

    async def ratings(self, name: str, span: Span) -> Sequence[PlayerRating]:
        """Return the ratings in a pool and season, the best first, as if all players began with its first match."""
        changes = self._keeper.changes
        known = self._lists.get((name, span))
        if known is not None and known[0] == changes:
            return known[1]
        played = [game for game, pool in await self._games(span) if pool.name == name]
        rated = await asyncio.to_thread(ratings_of, played)
        self._lists.put((name, span), (changes, rated))
        return rated

    async def _games(self, span: Span) -> list[tuple[RatedGame, Pool]]:
        """Return the rated games that ended in the span, with their pools, but not those of unreadable matches."""
        start, end = span
        found: list[tuple[RatedGame, Pool]] = []
        position = None
        while True:
            page = await self._index.page(
                rated_rows.INDEX,
                [],
                size=ROWS_AT_ONCE,
                after=position,
                min_order=start,
                max_order=None if end is None else end - 1,
            )
            for row in page.rows:
                game = rated_rows.game_of(row)
                pool = None if game is None else await self._pool_of(game.match_id)
                if game is not None and pool is not None:
                    found.append((game, pool))
            position = page.next
            if position is None:
                return found

    async def _pool_of(self, match_id: str) -> Pool | None:
        """Return the pool of a match; None if the match can't be read."""
        pool = self._pools.get(match_id)
        if pool is None:
            try:
                pool = pool_of(await self._matches.fetch(match_id), self._wires)
            except (Refusal, BrokenChain):
                return None
            if pool is not None:
                self._pools.put(match_id, pool)
        return pool
