"""Pairing: asks the format for the next tables, and schedules their pairings."""

from functools import partial
from typing import Final

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.compute import compute
from tilth_server.tournaments.context import TournamentContext
from tilth_server.tournaments.effective_settings import max_running_pairings
from tilth_server.tournaments.formats import Finished, Format, Tables, Wait
from tilth_server.tournaments.log import TournamentLog
from tilth_server.tournaments.points import games_per_table
from tilth_server.tournaments.recorder import ResultRecorder
from tilth_server.tournaments.seating import pairing_record
from tilth_server.tournaments.slots import Slots
from tilth_server.tournaments.timer import Timer
from tilth_server.tournaments.unfinished import UnfinishedPairings

MAX_HELD_BACK: Final = 500
"""The largest number of pairings that are made ahead while entrants are not free to begin."""
MANY_AT_ONCE: Final = 100
"""Number of pairings of one round from which on they are made in a thread."""


class Pairer:
    """The pairer of one tournament, which schedules its pairings. Callers hold the turn."""

    def __init__(
        self,
        context: TournamentContext,
        log: TournamentLog,
        unfinished: UnfinishedPairings,
        slots: Slots,
        recorder: ResultRecorder,
        played_as: Format,
        timer: Timer,
    ) -> None:
        """`timer` is set to the time at which the format may pair without a new result."""
        self._context = context
        self._log = log
        self._tournament = log.tournament
        self._unfinished = unfinished
        self._slots = slots
        self._recorder = recorder
        self._format = played_as
        self._timer = timer

    async def pair(self) -> None:
        """Schedule tables of the format until it has none for now, or enough are scheduled: some formats never end."""
        tournament = self._tournament
        while self._wants_more():
            # Tables of more than two need a schedule first, which takes long to compute.
            found = await compute(
                tournament,
                partial(self._format.next, tournament, self._context.now_ms()),
                is_long=tournament.settings.table_seats > 2,
            )
            if isinstance(found, Tables):
                await self._schedule(found)
            elif isinstance(found, Wait):
                self._timer.set(found.until_ms)
                return
            else:
                assert isinstance(found, Finished)
                await self._recorder.finish()
                return

    async def _schedule(self, tables: Tables) -> None:
        """Write the pairings of these tables into the log, and schedule them."""
        tournament = self._tournament
        many = len(tables.tables) * games_per_table(tournament.settings) >= MANY_AT_ONCE
        record = await compute(tournament, partial(pairing_record, tournament, tables), is_long=many)
        await self._log.append(pb.TournamentRecord(paired=record))
        self._unfinished.schedule(each.number for each in record.pairings)

    def _wants_more(self) -> bool:
        """Return whether to pair further tables, because fewer pairings can begin now than may run at once.

        False if their entrants are waited for because they are absent, or if too many pairings are held back already.
        """
        at_once = max_running_pairings(self._tournament.settings)
        scheduled, running = len(self._unfinished.scheduled), len(self._unfinished.running)
        if scheduled + running < at_once:
            return True
        room = at_once - running
        if room <= 0 or scheduled - room >= max(MAX_HELD_BACK, at_once):
            return False
        choice = self._slots.choose(room)
        return not choice.missing and len(choice.begin) < room
