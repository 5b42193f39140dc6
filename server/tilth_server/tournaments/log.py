"""The log of one tournament: its stream in the store, and the tournament that follows from it.

The log applies a record to the tournament only after the store has committed it. Code that reads the tournament,
decides, and appends holds `turn`, so that no other change comes in between.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

from tilth.v1 import tournaments_pb2 as pb
from tilth_build import build_name
from tilth_server.matches.match_fold import Records
from tilth_server.store import Append, IndexRow, StreamMoved
from tilth_server.tournaments import tournament_rows
from tilth_server.tournaments.context import TournamentContext
from tilth_server.tournaments.ratings import rated_rows
from tilth_server.tournaments.tournament import Tournament, apply_record, stream_of, tournament_from

T = TypeVar("T")


class TournamentLog:
    """The log of one tournament: it appends records, applies them, and has the lock (the turn) under which changes
    are made.
    """

    def __init__(self, context: TournamentContext, tournament: Tournament, *, is_settled: bool) -> None:
        self.tournament = tournament
        self.is_settled = is_settled
        """True if the tournament has ended, and none of its matches still has to be ended."""
        self.finished_pairings = sum(pairing.state.has_ended for pairing in tournament.pairings)
        self.turn = asyncio.Lock()
        """The lock that is held by code that reads the tournament, decides, and appends."""
        self._context = context

    async def exclusive(self, action: Callable[[], Awaitable[T]]) -> T:
        """Run the action while it holds the turn, and return its result.

        If the caller is cancelled, the action runs to its end all the same.
        """

        async def run() -> T:
            async with self.turn:
                return await action()

        return await shielded(run())

    async def append(self, *records: pb.TournamentRecord) -> None:
        """Append the records, all or none, and apply them to the tournament. The caller holds the turn."""
        tournament = self.tournament
        for record in records:
            record.at.FromMilliseconds(self._context.now_ms())
        bodies = [record.SerializeToString() for record in records]
        games = rated_rows.rows_after(tournament, records)
        rows = [*tournament_rows.rows_after(tournament, records), *games]
        with self._context.ratings.writing(games):
            try:
                await self._put(bodies, rows, corrects=_corrects(tournament, records))
            except StreamMoved:
                self._context.on_moved(tournament.id)
                raise
        before = tournament.state
        for record in records:
            self._apply(record)
        if tournament.state is not before:
            self._context.index.count_state_change(before, tournament.state)
        if tournament.state.has_ended:
            self.is_settled = False
            self._context.on_settled(tournament.id, False)
        self._context.on_appended(tournament.id)

    async def note_build(self) -> None:
        """Record the build of this server, if another one wrote the records so far. The caller holds the turn."""
        build = build_name()
        if self.tournament.builds[-1][1] != build:
            await self.append(pb.TournamentRecord(continued=pb.TournamentContinued(build=build)))

    async def settle(self) -> None:
        """Note in the index that the tournament and its matches have ended. The caller holds the turn."""
        if not self.is_settled:
            try:
                await self._context.index.write(self.tournament, is_settled=True)
            except StreamMoved:
                self._context.on_moved(self.tournament.id)
                raise
            self.is_settled = True
            self._context.on_settled(self.tournament.id, True)

    async def _put(self, bodies: Sequence[bytes], rows: Sequence[IndexRow], *, corrects: bool) -> None:
        """Store the records. `corrects`: games are rated otherwise than before."""
        tournament, fence = self.tournament, self._context.ratings.fence
        if corrects and fence.is_shared:
            append = Append(tournament.stream, tournament.record_count, bodies, rows=rows)
            await fence.append_correction(append)
        else:
            await self._context.streams.append(tournament.stream, tournament.record_count, bodies, rows=rows)

    def _apply(self, record: pb.TournamentRecord) -> None:
        """Apply a durable record to the tournament, and count its finished pairings."""
        tournament = self.tournament
        number = record.pairing_ended.number or record.pairing_replayed.number
        was_over = bool(number) and tournament.pairings[number - 1].state.has_ended
        apply_record(tournament, record)
        if number:
            self.finished_pairings += tournament.pairings[number - 1].state.has_ended - was_over


def _corrects(tournament: Tournament, records: Sequence[pb.TournamentRecord]) -> bool:
    """Return whether these new records change a result, or may do so."""
    numbers = (record.pairing_ended.number or record.pairing_replayed.number for record in records)
    return any(number and tournament.pairings[number - 1].state.has_ended for number in numbers)


async def create_stream(
    context: TournamentContext, tournament_id: str, created: pb.TournamentCreated
) -> Tournament:
    """Write the first record of a new tournament, and return the tournament.

    Raises KeyTaken if the same request has created a tournament already.
    """
    record = pb.TournamentRecord(created=created)
    record.at.FromMilliseconds(context.now_ms())
    tournament = tournament_from(tournament_id, record)
    rows = [tournament_rows.row_of(tournament, is_settled=False)]
    await context.streams.append(tournament.stream, 0, [record.SerializeToString()], rows=rows)
    context.index.count_state_change(None, tournament.state)
    context.on_appended(tournament_id)
    return tournament


async def read_tournament(streams: Records, tournament_id: str) -> Tournament:
    """Return the tournament that follows from its stream. Raises BrokenChain if a record is damaged."""
    tournament: Tournament | None = None
    async for stored in streams.read(stream_of(tournament_id)):
        record = pb.TournamentRecord.FromString(stored.body)
        if tournament is None:
            tournament = tournament_from(tournament_id, record)
        else:
            apply_record(tournament, record)
    if tournament is None:
        raise ValueError(f"tournament {tournament_id} has no records")
    return tournament


async def shielded(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of the work. If the caller is cancelled, the work continues."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(_ignore_error)
    return await asyncio.shield(task)


def _ignore_error(task: "asyncio.Future[Any]") -> None:
    """Keep asyncio from reporting an error that no caller waits for any longer."""
    if not task.cancelled():
        task.exception()
