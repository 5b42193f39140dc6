"""The first indexing of the tournaments in a store that an earlier build wrote. The server takes calls during it.

Every row is written by an append without records, at the length that the tournament had when it was read.
"""

from typing import Final

import structlog

from tilth_server.index_progress import (
    NO_STREAM,
    IndexingState,
    Progress,
    read_state,
    retry_until_done,
    save_state,
)
from tilth_server.matches.match_filter import MatchFilter
from tilth_server.matches.match_info import TOURNAMENTS
from tilth_server.matches.match_info import State as MatchState
from tilth_server.store import BrokenChain, LengthConflict, StoreError
from tilth_server.tournaments import tournament_rows as rows
from tilth_server.tournaments.context import TournamentContext
from tilth_server.tournaments.log import read_tournament
from tilth_server.tournaments.ratings import rated_rows
from tilth_server.tournaments.tournament import Tournament

log = structlog.get_logger()

KEY: Final = "tournament"
"""The key under which the progress of this indexing is stored."""
NAMES_AT_ONCE: Final = 100
ROWS_AT_ONCE: Final = 500


class TournamentIndexing:
    """The task that gives a row to every tournament that has none, to its entrants and to its rated games."""

    def __init__(self, context: TournamentContext) -> None:
        self._context = context
        self._store = context.streams
        self._reached = IndexingState(rows.VERSION)
        self._done = 0

    @property
    def is_complete(self) -> bool:
        """True if every tournament has its rows."""
        return self._reached.is_complete

    async def open(self) -> None:
        """Read how far an earlier run of the indexing came."""
        self._reached = await read_state(self._store.index, KEY, rows.VERSION)
        if self.is_complete:
            return
        total, after = 0, ""
        while names := await self._store.names(TOURNAMENTS, after, NAMES_AT_ONCE):
            after = names[-1][0]
            total += len(names)
            self._done += sum(name <= self._reached.after for name, _ in names)
        if total:
            self._context.index.progress = Progress(self._done, total)
        else:
            self._reached = await save_state(self._store, KEY, self._reached, is_complete=True)

    async def run(self) -> None:
        """Index the tournaments, unless all are indexed. The index of matches has to be complete."""
        if not self.is_complete:
            await retry_until_done(self._index_all)

    async def _index_all(self) -> None:
        """Index the tournaments that follow the last one indexed, and save the progress after each page."""
        index = self._context.index
        while names := await self._store.names(TOURNAMENTS, self._reached.after, NAMES_AT_ONCE):
            for name, _ in names:
                await self._index_one(name.removeprefix(TOURNAMENTS))
                self._done += 1
            self._reached = await save_state(self._store, KEY, self._reached, after=names[-1][0])
            if index.progress is not None:
                index.progress = index.progress._replace(done=self._done)
            await index.count_states()
        self._reached = await save_state(self._store, KEY, self._reached, is_complete=True)
        index.progress = None
        log.info("index of tournaments complete", tournaments=self._done)

    async def _index_one(self, tournament_id: str) -> None:
        """Write the rows of one tournament; only one row if it is damaged, and none if this build can't read it."""
        while True:
            try:
                tournament = await read_tournament(self._store, tournament_id)
                await self._write_rows(tournament)
            except LengthConflict:
                continue
            except BrokenChain:
                await self._store.append(NO_STREAM, 0, (), rows=[rows.damaged_row(tournament_id)])
            except StoreError:
                raise
            except Exception:
                # The records are not damaged, but this build can't read them.
                log.exception("tournament unreadable", tournament=tournament_id)
            return

    async def _write_rows(self, tournament: Tournament) -> None:
        """Write the rows of a tournament, of its entrants and of its rated games."""
        more = [*rows.entrant_rows(tournament), *rated_rows.rows_of(tournament)]
        for start in range(0, len(more), ROWS_AT_ONCE):
            some = more[start : start + ROWS_AT_ONCE]
            await self._store.append(tournament.stream, tournament.record_count, (), rows=some)
        settled = tournament.state.has_ended and not await self._has_running_match(tournament)
        await self._context.index.write(tournament, is_settled=settled)

    async def _has_running_match(self, tournament: Tournament) -> bool:
        """Return whether a match of the tournament is running."""
        wanted = MatchFilter(tournament_id=tournament.id, state=MatchState.RUNNING)
        found, _ = await self._context.matches.list_page(wanted, 1, "")
        return bool(found)
