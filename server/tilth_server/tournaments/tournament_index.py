"""The index of tournaments, for lists and counts, and for a start to find the tournaments to continue.

Its rows are in the store, written with the records that they follow from.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec
import structlog

from tilth_server.index_progress import Progress
from tilth_server.positions import page_key_of, position_of_key
from tilth_server.reasons import INDEX_BUILDING
from tilth_server.refusal import Refusal
from tilth_server.store import IndexRow, KeyTaken, Store
from tilth_server.tournaments import tournament_rows as rows
from tilth_server.tournaments.tournament import State, Tournament

log = structlog.get_logger()

EXAMINED_AT_ONCE: Final = 1000
"""The largest number of rows that are examined for one page. A page may end early because of it; the next continues."""
ROWS_AT_ONCE: Final = 500


class TournamentFilter(msgspec.Struct, frozen=True):
    """The tournaments to list: those in this state, and those that this player has entered. Empty fields match all."""

    state: State | None = None
    player_id: str = ""


class TournamentIndex:
    """The rows of tournaments. A tournament has a row from its first record on."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rows = store.index
        self.states: Counter[State] = Counter()
        """The number of tournaments by state."""
        self.progress: Progress | None = None
        """The progress of the first indexing; None if every tournament is in the index."""

    async def find(self, tournament_id: str) -> IndexRow | None:
        """Return the row of a tournament from the store's index; None if it has none."""
        return await self._rows.find(rows.INDEX, tournament_id)

    async def find_created_by(self, organiser_id: str, request_id: str) -> str:
        """Return the id of the tournament that this request has created; "" if it has created none."""
        row = await self._rows.find_unique(rows.INDEX, rows.request_key(organiser_id, request_id))
        return "" if row is None else row.key

    async def write(self, tournament: Tournament, *, is_settled: bool) -> None:
        """Write the row of a tournament. Raises LengthConflict if its stream has other records than `tournament`."""
        row = rows.row_of(tournament, is_settled=is_settled)
        try:
            await self._store.append(tournament.stream, tournament.record_count, (), rows=[row])
        except KeyTaken as taken:
            # When an earlier build got the request again, its tournament was damaged, so the build created another one.
            log.warning("request has two tournaments", tournament=tournament.id, other=taken.holder)
            row = msgspec.structs.replace(row, unique_keys=())
            await self._store.append(tournament.stream, tournament.record_count, (), rows=[row])

    async def page(self, wanted: TournamentFilter, size: int, after: str) -> tuple[Sequence[IndexRow], str]:
        """Return a page of matching tournaments after the key `after`, the newest first, and the key for the next page,
        "" at the end."""
        position = position_of_key(after)
        index, tags = rows.INDEX, [] if wanted.state is None else [rows.state_tag(wanted.state)]
        if wanted.player_id:
            index, tags = rows.ENTRANTS, [rows.player_tag(wanted.player_id)]
        found: list[IndexRow] = []
        left = EXAMINED_AT_ONCE
        while True:
            page = await self._rows.page(index, tags, size=min(left, size - len(found)), after=position)
            found += await self._entered(page.rows, wanted.state) if wanted.player_id else page.rows
            left -= len(page.rows)
            position = page.next
            if position is None or left <= 0 or len(found) == size:
                return found, page_key_of(position)

    async def ids(self, tag: str) -> list[str]:
        """Return the ids of all tournaments with this tag, the oldest first."""
        found: list[str] = []
        position = None
        while True:
            page = await self._rows.page(rows.INDEX, [tag], size=ROWS_AT_ONCE, after=position)
            found += [row.key for row in page.rows]
            position = page.next
            if position is None:
                return found[::-1]

    async def unfinished_count(self, organiser_id: str) -> int:
        """Return how many tournaments of an organiser have not ended."""
        return await self._rows.count(rows.INDEX, rows.unfinished_tag(organiser_id))

    async def count_states(self) -> None:
        """Set `states` to the numbers of tournaments by state that the store's index has."""
        counts = await self._rows.counts(rows.INDEX, rows.STATE)
        self.states = Counter({state: counts.get(rows.state_tag(state), 0) for state in State})

    def count_state_change(self, before: State | None, after: State) -> None:
        """Count a tournament in its state `after` and no longer in `before`, which a new tournament does not have."""
        if before is not None:
            self.states[before] -= 1
        self.states[after] += 1

    # The first indexing of an older store ----------------------------------------------------------------------

    def check_complete(self) -> None:
        """Refuse a call that needs the whole index while an older store is being indexed."""
        if self.progress is not None:
            done, total = self.progress
            message = f"the index of tournaments is being built: {done} of {total} are in it; try again later"
            raise Refusal(INDEX_BUILDING, message, details={"done": str(done), "total": str(total)})

    async def _entered(self, entrants: Sequence[IndexRow], state: State | None) -> list[IndexRow]:
        """Return the rows of the tournaments of these entrants, without tournaments in another state."""
        found = [await self.find(entrant.key.partition("/")[0]) for entrant in entrants]
        return [row for row in found if row and (state is None or rows.state_tag(state) in row.tags)]
