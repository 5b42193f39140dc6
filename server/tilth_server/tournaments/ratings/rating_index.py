"""The rating lists of a server, which are read from the index, and those of single tournaments, which are computed."""

import asyncio
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tilth_server.positions import page_key_of, position_of_key
from tilth_server.recent_cache import RecentCache
from tilth_server.store import IndexRow, Position, StreamIndex, pair_tag
from tilth_server.tournaments.ratings import rated_rows, rating_rows
from tilth_server.tournaments.ratings.rated_game import rated_game_of
from tilth_server.tournaments.ratings.rating_list import (
    HeadToHead,
    PlayerRating,
    RatingPoint,
    count_with_histories,
    head_to_head,
    ratings_of,
)
from tilth_server.tournaments.tournament import Tournament

ROWS_AT_ONCE: Final = 500
KEPT_AT_ONCE: Final = 16
"""Number of lists of single tournaments that are kept. Others are computed again when somebody asks for them."""


class RatingIndex:
    """The ratings of all players, after all games that are rated so far."""

    def __init__(self, index: StreamIndex) -> None:
        self._index = index
        self._tables: RecentCache[tuple[str, str], tuple[int, Sequence[PlayerRating]]] = RecentCache(
            KEPT_AT_ONCE
        )
        """Lists of single tournaments by tournament and game, with the number of records from which they were made."""

    async def page(
        self, game: str, size: int, after: str, *, with_histories: bool
    ) -> tuple[list[PlayerRating], str]:
        """Return a page of a game's list ("" for all games), the best players first, from after the key `after`; and
        the key for the next page."""
        page = await self._index.page(
            rating_rows.INDEX, [rating_rows.list_tag(game)], size=size, after=position_of_key(after)
        )
        found = []
        for row in page.rows:
            now = rating_rows.rating_of(row)
            found.append(
                PlayerRating(rating_rows.list_and_player(row)[1], now.mu, now.sigma, now.games, now.wins)
            )
        count = count_with_histories(found) if with_histories else len(found)
        if count >= len(found):
            following = page.next
        else:
            following = Position(page.rows[count - 1].order, page.rows[count - 1].key)
        if with_histories:
            found = [
                replace(each, history=await self._history(each.player_id, game)) for each in found[:count]
            ]
        return found, page_key_of(following)

    async def _history(self, player_id: str, game: str) -> list[RatingPoint]:
        """Return the player's ratings after each rated game in a list, the oldest first."""
        tag = rated_rows.player_tag(player_id)
        points = []
        for row in await self._rows([pair_tag(tag, rated_rows.game_tag(game)) if game else tag]):
            played = rated_rows.game_of(row)
            if played is not None and rated_rows.UNRATED not in row.tags:
                after = rated_rows.ratings_after_of(row, player_id)[1 if game else 0]
                points.append(RatingPoint(after.mu, after.sigma, played))
        return points[::-1]

    async def head_to_head(self, player_id: str, other_id: str, game: str) -> HeadToHead:
        """Return the results of one player against another in this game ("" for all games), over all tournaments."""
        tags = [rated_rows.player_tag(player_id), rated_rows.player_tag(other_id)]
        if game:
            tags.append(rated_rows.game_tag(game))
        rows = await self._rows(tags) if player_id != other_id else []
        games = [played for row in rows if (played := rated_rows.game_of(row))]
        return head_to_head(player_id, other_id, games)

    async def match_of(self, player_id: str) -> str:
        """Return the last rated match of a player; "" if there is none."""
        tags = [rated_rows.player_tag(player_id)]
        page = await self._index.page(rated_rows.INDEX, tags, size=1, after=None)
        return rated_rows.game_or_empty_of(page.rows[0]).match_id if page.rows else ""

    async def of_tournament(self, tournament: Tournament, game: str) -> Sequence[PlayerRating]:
        """Return the ratings from the games of one tournament alone, as if all players began with it, the best
        first."""
        key = tournament.id, game
        known = self._tables.get(key)
        if known is not None and known[0] == tournament.record_count:
            return known[1]
        count = tournament.record_count
        played = [each for pairing in tournament.pairings if (each := rated_game_of(tournament, pairing))]
        table = await asyncio.to_thread(ratings_of, [each for each in played if game in ("", each.game)])
        self._tables.put(key, (count, table))
        return table

    async def _rows(self, tags: Sequence[str]) -> list[IndexRow]:
        """Return all rows of rated games with these tags, the newest first."""
        found: list[IndexRow] = []
        position = None
        while True:
            page = await self._index.page(rated_rows.INDEX, tags, size=ROWS_AT_ONCE, after=position)
            found += page.rows
            position = page.next
            if position is None:
                return found
