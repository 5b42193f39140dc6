"""The task that keeps the ratings of all players of a server up to date, in the background, after results are durable.

A rating follows from the games before it, so games are rated in the order of their ends. Each result has a row that is
tagged UNRATED until the ratings after it are known. If a new result is not the last one (several tournaments run, or a
result was corrected), the later games are tagged UNRATED, too, and rated again. So the rows show which games are still
to be rated, and a server that was killed continues there.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

import structlog

from tilth_server.index_progress import NO_STREAM
from tilth_server.store import IndexPage, IndexRow, Position, Store, StoreError, StreamMoved, pair_tag
from tilth_server.tournaments.ratings import rated_rows, rating_rows, surprise
from tilth_server.tournaments.ratings.fence import RatingFence
from tilth_server.tournaments.ratings.model import MODEL, RatingsByList, rate, ratings_after

log = structlog.get_logger()

AT_ONCE: Final = 100
"""Number of games whose ratings are computed and stored together."""
ROWS_AT_ONCE: Final = 500
GATHER_SECONDS: Final = 0.5
"""Seconds in which results gather, unless somebody asks for ratings: rating ten at once takes a third of the time."""


class RatingKeeper:
    """The keeper of ratings: it rates games that are not rated yet, and writes the rows with their ratings."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._index = store.index
        self.fence = RatingFence(store)
        self._writing: set[str] = set()
        """Keys of rated games whose rows tournaments are writing."""
        self._changed: set[str] = set()
        """Keys of rated games whose rows tournaments have written, or begun to write, since the keeper read rows."""
        self.changes = 0
        """Number of times that tournaments have written rows of rated games."""
        self._is_woken = False
        self._is_open = False
        self._is_wanted = asyncio.Event()
        """An event that is set while a caller of `settle` waits."""
        self._work: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Return whether this server rates games."""
        return self._is_open

    def open(self) -> None:
        """Begin to rate games."""
        self.fence.lose()
        self._is_open = True
        self.wake()

    @contextmanager
    def writing(self, rows: Sequence[IndexRow]) -> Iterator[None]:
        """Guard a block in which a tournament writes these rows of rated games, so that the keeper does not overwrite
        them with older ones."""
        keys = {row.key for row in rows}
        self._writing |= keys
        self._changed |= keys
        try:
            yield
        finally:
            self._writing -= keys
            self.changes += bool(keys)
        if keys:
            self.wake()

    def wake(self) -> None:
        """Begin soon to rate the games that are not rated yet, unless the keeper is not open."""
        self._is_woken = True
        if self._is_open and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._run())

    def note_elsewhere(self) -> None:
        """Take note that another node may have written results."""
        self.changes += 1
        self.wake()

    async def settle(self) -> None:
        """Wait until all results are rated that were durable before the call."""
        self._is_wanted.set()
        self.wake()
        if self._work is not None:
            await asyncio.shield(self._work)

    async def close(self) -> None:
        """Stop rating. The next start continues."""
        self._is_open = False
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
            self._work = None

    async def _run(self) -> None:
        """Rate games as long as there may be unrated ones."""
        while self._is_woken and self._is_open:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_wanted.wait(), GATHER_SECONDS)
            self._is_woken = False
            try:
                await self._rate_all()
            except StreamMoved:
                # Another node rates games, or has corrected a result.
                self.fence.lose()
                self._is_woken = True
            except StoreError as error:
                log.error("ratings postponed", error=str(error))
                break
        self._is_wanted.clear()

    async def _rate_all(self) -> None:
        """Rate the first unrated game and all later games, even those rated already. Begin again if results were
        added while it ran.
        """
        first = await self._first_unrated()
        if first is not None:
            await self.fence.begin()
            # What was read before it may be old.
            first = await self._first_unrated() if self.fence.is_shared else first
        while first is not None:
            later = await self._tag_unrated_from(first)
            if later is not None and await self._rate(first, later):
                return
            # New results came while these were rated.
            first = await self._first_unrated()

    async def _first_unrated(self) -> Position | None:
        """Return the position of the earliest game that is not rated; None if all are."""
        found, position = None, None
        while True:
            page = await self._page([rated_rows.UNRATED], position)
            if page.rows:
                found = _position_of(page.rows[-1])
            position = page.next
            if position is None:
                return found

    async def _tag_unrated_from(self, first: Position) -> list[str] | None:
        """Tag all games from this one on as unrated. Return their keys in order, or None if new results have come."""
        keys: list[str] = []
        position = None
        while True:
            self._changed = {*self._writing}
            page = await self._page([], position, min_order=first.order)
            rows = [row for row in page.rows if _position_of(row) >= first]
            keys += [row.key for row in rows]
            tagged = [
                rated_rows.unrated_row(row)
                for row in rows
                if rated_rows.UNRATED not in row.tags and not rated_rows.is_empty(row)
            ]
            if not await self._write(tagged, rows):
                return None
            position = page.next
            if position is None:
                return keys[::-1]

    async def _rate(self, first: Position, keys: Sequence[str]) -> bool:
        """Rate the games with these keys in order, AT_ONCE at a time, and write their rows.

        `first` is the position of the first of them. Return False if a tournament has written results of these games,
        or of earlier ones of their players, so that rating has to begin again.
        """
        now: RatingsByList = {}
        for start in range(0, len(keys), AT_ONCE):
            self._changed = {*self._writing}
            some = keys[start : start + AT_ONCE]
            rows = [row for key in some if (row := await self._index.find(rated_rows.INDEX, key))]
            if not await self._load_before(first, rows, now):
                return False
            rated = await asyncio.to_thread(_rows_after_rating, rows, now)
            if not await self._write(rated, rows):
                return False
        return True

    async def _write(self, rows: Sequence[IndexRow], games: Sequence[IndexRow]) -> bool:
        """Write the rows and return True, or return False if a tournament has written one of these games since they
        were read."""
        if any(row.key in self._changed for row in games):
            return False
        if rows:
            await self.fence.write(NO_STREAM, rows)
        return True

    async def _load_before(self, first: Position, rows: Sequence[IndexRow], now: RatingsByList) -> bool:
        """Add to `now` the ratings that the players of these games had before the game at `first`.

        Return False if an earlier game of them is not rated, because its result has just come.
        """
        for game in map(rated_rows.game_or_empty_of, rows):
            for player_id in game.player_ids:
                for place, of in enumerate(("", game.game)):
                    if (of, player_id) in now:
                        continue
                    tag = rated_rows.player_tag(player_id)
                    tags = [pair_tag(tag, rated_rows.game_tag(of))] if of else [tag]
                    page = await self._index.page(rated_rows.INDEX, tags, size=1, after=first)
                    if not page.rows:
                        now[of, player_id] = None
                    elif rated_rows.UNRATED in page.rows[0].tags:
                        return False
                    else:
                        now[of, player_id] = rated_rows.ratings_after_of(page.rows[0], player_id)[place]
        return True

    async def _page(
        self, tags: Sequence[str], after: Position | None, min_order: int | None = None
    ) -> IndexPage:
        """Return a page of rows of rated games with these tags, the newest first."""
        return await self._index.page(
            rated_rows.INDEX, tags, size=ROWS_AT_ONCE, after=after, min_order=min_order
        )


def _rows_after_rating(rows: Sequence[IndexRow], now: RatingsByList) -> list[IndexRow]:
    """Rate these games in order. Return their rows and their players' rows, with the ratings after the games."""
    changed: dict[tuple[str, str], None] = {}
    out: list[IndexRow] = []
    for game in map(rated_rows.game_or_empty_of, rows):
        changed |= dict.fromkeys((of, player_id) for of in ("", game.game) for player_id in game.player_ids)
        if not game.places:
            out.append(rated_rows.empty_row(game, is_rated=True))
            # Earlier builds kept no match in an empty row, and wrote no surprises.
            if game.match_id:
                out.append(surprise.empty_row(game))
            continue
        rate(game, "", now)
        before = rate(game, game.game, now)
        out.append(rated_rows.row_of(game, ratings_after(game, now)))
        out.append(surprise.row_of(game, surprise.surprise_of(game.places, before, MODEL.beta)))
    out += [rating_rows.row_of(of, player_id, now[of, player_id]) for of, player_id in changed]
    return out


def _position_of(row: IndexRow) -> Position:
    """Return the place of a row in the list of rated games, from which a page continues."""
    return Position(row.order, row.key)
