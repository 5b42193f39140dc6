"""A check of the indexes of tournaments against the streams that they follow from."""

from collections.abc import AsyncIterator, Callable, Sequence
from math import isclose
from typing import Final

import msgspec

from tilth_server.archive.index_faults import HeldStreams
from tilth_server.index_progress import read_state
from tilth_server.matches.match_fold import Records
from tilth_server.matches.match_info import TOURNAMENTS
from tilth_server.store import HeldStore, IndexRow, NewerIndexRow, StreamIndex
from tilth_server.tournaments import tournament_rows
from tilth_server.tournaments.indexing import KEY
from tilth_server.tournaments.log import read_tournament
from tilth_server.tournaments.ratings import rated_rows, rating_rows, surprise
from tilth_server.tournaments.ratings.model import MODEL, RatingsByList, rate, ratings_after
from tilth_server.tournaments.ratings.rated_game import RatedGame, rated_game_of
from tilth_server.tournaments.ratings.rated_rows import RatingAfter
from tilth_server.tournaments.tournament import Tournament

NAMES_AT_ONCE: Final = 1000
TOLERANCE: Final = 1e-6


async def index_faults(held: HeldStore) -> list[str]:
    """Return a line for each row that differs from what the streams say. An incomplete index has no faults."""
    if not (await read_state(held.index, KEY, tournament_rows.VERSION)).is_complete:
        return []
    after, ids = "", []
    while names := held.reader.names(TOURNAMENTS, after, NAMES_AT_ONCE):
        after = names[-1][0]
        ids += [name.removeprefix(TOURNAMENTS) for name, _ in names]
    return await faults_of(HeldStreams(held.reader), held.index, ids)


async def faults_of(streams: Records, index: StreamIndex, tournament_ids: Sequence[str]) -> list[str]:
    """Compare the rows of these tournaments with their streams, and return a line for each faulty row.

    `tournament_ids` are all tournaments of the store.
    """
    expected = ExpectedRows(streams, index, tournament_ids)
    faults = []
    for name, rows in (
        (tournament_rows.INDEX, expected.tournaments()),
        (tournament_rows.ENTRANTS, expected.entrants()),
        (rated_rows.INDEX, expected.rated_games()),
        (rating_rows.INDEX, expected.ratings()),
        (surprise.INDEX, expected.surprises()),
    ):
        found = await index.verify(name, rows)
        faults += [f"index {name!r}: row {fault.key!r} {fault.why}" for fault in found]
    return faults


class ExpectedRows:
    """The rows that the indexes should have. The stored rows of an unreadable tournament are taken as right."""

    def __init__(self, streams: Records, index: StreamIndex, tournament_ids: Sequence[str]) -> None:
        self._streams = streams
        self._index = index
        self._ids = tournament_ids
        self._unreadable: set[str] = set()
        self._games: list[RatedGame] = []
        self._ratings: RatingsByList = {}
        self._surprises: dict[str, IndexRow] = {}
        self._is_rated = False
        """True if every game is rated, so that the ratings follow from the streams alone."""

    async def tournaments(self) -> AsyncIterator[IndexRow]:
        """Yield a row for each tournament. Whether its matches have ended is not in its stream."""
        async for tournament in self._read():
            stored = await self._index.find(tournament_rows.INDEX, tournament.id)
            settled = tournament.state.has_ended and stored is not None and tournament_rows.is_settled(stored)
            yield tournament_rows.row_of(tournament, is_settled=settled)
        async for row in self._rows_of_unreadable(tournament_rows.INDEX):
            yield row

    async def entrants(self) -> AsyncIterator[IndexRow]:
        """Yield a row for everybody who has ever entered a tournament."""
        async for tournament in self._read():
            for row in tournament_rows.entrant_rows(tournament):
                yield row
        async for row in self._rows_of_unreadable(tournament_rows.ENTRANTS):
            yield row

    async def rated_games(self) -> AsyncIterator[IndexRow]:
        """Yield a row for each game that rates its players, and the empty rows of games that did."""
        async for tournament in self._read():
            self._games += [
                game for pairing in tournament.pairings if (game := rated_game_of(tournament, pairing))
            ]
            for key in rated_rows.keys_of_unrated(tournament):
                stored = await self._find(rated_rows.INDEX, key, rated_rows.game_or_empty_of)
                if stored is not None and rated_rows.is_empty(stored):
                    yield stored
        async for row in self._rows_of_unreadable(rated_rows.INDEX):
            yield row
        is_rated = not self._unreadable and not await self._index.count(rated_rows.INDEX, rated_rows.UNRATED)
        for game in sorted(self._games, key=lambda each: each.order):
            rate(game, "", self._ratings)
            before = rate(game, game.game, self._ratings)
            number = surprise.surprise_of(game.places, before, MODEL.beta)
            self._surprises[game.match_id] = surprise.row_of(game, number)
            row = rated_rows.row_of(game, ratings_after(game, self._ratings))
            stored = await self._find(rated_rows.INDEX, row.key, rated_rows.game_or_empty_of)
            if stored is not None and (not is_rated or _are_close(stored, row)):
                row = rated_rows.row_of(game, rated_rows.all_ratings_after_of(stored))
            yield row
        self._is_rated = is_rated

    async def ratings(self) -> AsyncIterator[IndexRow]:
        """Yield a row for each player and rating list. If games wait to be rated, the stored rows are taken as
        right."""
        if not self._is_rated:
            async for row in self._all(rating_rows.INDEX):
                yield row
            return
        for (of, player_id), rating in self._ratings.items():
            row = rating_rows.row_of(of, player_id, rating)
            stored = await self._find(rating_rows.INDEX, row.key, rating_rows.rating_of)
            if stored is not None and rating is not None:
                found = rating_rows.rating_of(stored)
                if _is_close(found, rating):
                    row = rating_rows.row_of(of, player_id, found)
            yield row
        async for row in self._all(rating_rows.INDEX):
            if not row.body and rating_rows.list_and_player(row) not in self._ratings:
                yield row

    async def surprises(self) -> AsyncIterator[IndexRow]:
        """Yield a row for each rated match, and the empty rows of matches that rate nobody any longer. If games wait to
        be rated, the stored rows are taken as right."""
        if not self._is_rated:
            async for row in self._all(surprise.INDEX):
                yield row
            return
        for row in self._surprises.values():
            stored = await self._index.find(surprise.INDEX, row.key)
            # The ratings of another machine may be rounded differently.
            is_close = stored is not None and abs(stored.order - row.order) <= 1
            yield msgspec.structs.replace(row, order=stored.order) if stored and is_close else row
        async for row in self._all(surprise.INDEX):
            if not row.tags and row.key not in self._surprises:
                yield row

    async def _find(self, index: str, key: str, read: Callable[[IndexRow], object]) -> IndexRow | None:
        """Return the stored row under this key; None if there is none, or `read` returns nothing for it, or can't read
        it.
        """
        row = await self._index.find(index, key)
        try:
            return row if row is not None and read(row) else None
        except (NewerIndexRow, msgspec.DecodeError):
            return None

    async def _read(self) -> AsyncIterator[Tournament]:
        """Yield the tournaments that can be read, and note those that can't."""
        for tournament_id in self._ids:
            try:
                tournament = await read_tournament(self._streams, tournament_id)
            except Exception:  # noqa: BLE001 - the check of its stream says why
                self._unreadable.add(tournament_id)
            else:
                yield tournament

    async def _rows_of_unreadable(self, index: str) -> AsyncIterator[IndexRow]:
        """Yield the stored rows of the tournaments that can't be read."""
        if self._unreadable:
            async for row in self._all(index):
                if row.key.partition("/")[0] in self._unreadable:
                    yield row

    async def _all(self, index: str) -> AsyncIterator[IndexRow]:
        """Yield all stored rows of an index."""
        position = None
        while True:
            page = await self._index.page(index, after=position)
            for row in page.rows:
                yield row
            position = page.next
            if position is None:
                return


def _are_close(stored: IndexRow, row: IndexRow) -> bool:
    """Return whether two rows of one game hold the same ratings, but for the rounding of another machine."""
    pairs = zip(rated_rows.all_ratings_after_of(stored), rated_rows.all_ratings_after_of(row), strict=False)
    return bool(rated_rows.all_ratings_after_of(stored)) and all(
        _is_close(*lists) for one, other in pairs for lists in zip(one, other, strict=True)
    )


def _is_close(one: RatingAfter, other: RatingAfter) -> bool:
    """Return whether two ratings are equal but for rounding."""
    return (
        isclose(one.mu, other.mu, rel_tol=TOLERANCE)
        and isclose(one.sigma, other.sigma, rel_tol=TOLERANCE)
        and (one.games, one.wins) == (other.games, other.wins)
    )
