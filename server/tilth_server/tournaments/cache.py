"""The tournaments in memory: those that have not ended, and some that were asked for lately."""

import asyncio
from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

import structlog

from tilth_server.reasons import TOURNAMENT_NOT_FOUND
from tilth_server.recent_cache import RecentCache
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain
from tilth_server.tournaments import tournament_rows as rows
from tilth_server.tournaments.context import TournamentContext
from tilth_server.tournaments.live import LiveTournament
from tilth_server.tournaments.log import read_tournament
from tilth_server.tournaments.tournament import Tournament, stream_of

log = structlog.get_logger()

KEPT_AT_ONCE: Final = 16
"""Ended tournaments that are kept in memory. One of 10,000 games takes some megabytes."""


class TournamentCache:
    """A cache that loads a tournament when it is first asked for. Callers get the same object as long as one of them
    holds it.
    """

    def __init__(self, context: TournamentContext) -> None:
        self._context = context
        self.running: dict[str, LiveTournament] = {}
        """The tournaments that have not ended, or whose matches may still have to be ended."""
        self.damaged: dict[str, BrokenChain] = {}
        """The tournaments that were found damaged, and the damage."""
        self._loaded: WeakValueDictionary[str, LiveTournament] = WeakValueDictionary()
        self._kept: RecentCache[str, LiveTournament] = RecentCache(KEPT_AT_ONCE)
        self._loading: dict[str, asyncio.Task[LiveTournament]] = {}
        self._others: RecentCache[str, LiveTournament] = RecentCache(KEPT_AT_ONCE)
        """Tournaments of other nodes that were read lately. They have no director here."""
        self._is_open = False
        self.owns: Callable[[str], bool] = _always
        """Returns whether this server directs a tournament, by its id."""

    async def open(self) -> None:
        """Continue every tournament of this server that has not ended, and from now on each that is read."""
        self._is_open = True
        for live in list(self._loaded.values()):
            await live.open()
        await self.take_over()

    async def take_over(self) -> None:
        """Continue every tournament of this server that has not ended and that is not in memory."""
        for tag in (rows.ACTIVE, rows.DAMAGED):
            for tournament_id in await self._context.index.ids(tag):
                if not self.owns(tournament_id) or tournament_id in self.running:
                    continue
                try:
                    await self.fetch(tournament_id)
                except (BrokenChain, Refusal):
                    continue

    async def give_up(self, tournament_id: str) -> None:
        """Forget a tournament that another process may change, after the director's step that has begun."""
        self.running.pop(tournament_id, None)
        self._kept.drop(tournament_id)
        live = self._loaded.pop(tournament_id, None)
        if live is not None:
            await live.close()

    async def give_up_others(self, owned_before: Callable[[str], bool]) -> None:
        """Forget the tournaments of other nodes, and those that another node owned before this one."""
        for tournament_id in list(self._loaded):
            if not (self.owns(tournament_id) and owned_before(tournament_id)):
                await self.give_up(tournament_id)
        self.damaged.clear()

    async def drop_if_stale(self, tournament_id: str) -> bool:
        """Forget a tournament if its stream has records that this node has not read. Return whether it had."""
        live = self._loaded.get(tournament_id)
        if live is None:
            return False
        length = (await self._context.streams.head(stream_of(tournament_id))).length
        # The node's own append may be on its way.
        if length <= live.tournament.record_count or live.is_changing:
            return False
        await self.give_up(tournament_id)
        return True

    async def close(self) -> None:
        """Finish the steps that have begun, and begin no others."""
        async with asyncio.TaskGroup() as closing:
            for live in list(self._loaded.values()):
                closing.create_task(live.close())

    async def fetch(self, tournament_id: str) -> LiveTournament:
        """Return a tournament, from memory or read from its stream; calls at the same time share one reading.

        Raise Refusal(TOURNAMENT_NOT_FOUND) if there is none, or BrokenChain if its stream is damaged.
        """
        if not self.owns(tournament_id):
            return await self._read_other(tournament_id)
        live = self._loaded.get(tournament_id)
        if live is not None:
            if tournament_id not in self.running:
                self._kept.put(tournament_id, live)
            return live
        if tournament_id in self.damaged:
            raise self.damaged[tournament_id].with_traceback(None)
        loading = self._loading.get(tournament_id)
        if loading is None:
            loading = self._loading[tournament_id] = asyncio.create_task(self._load(tournament_id))
            loading.add_done_callback(lambda task: self._end_loading(tournament_id, task))
        return await asyncio.shield(loading)

    async def add(self, tournament: Tournament, *, is_settled: bool = False) -> LiveTournament:
        """Add a tournament to those in memory, and continue it if the cache is open. One of another node has no
        director here.
        """
        live = LiveTournament(self._context, tournament, is_settled=is_settled)
        if not self.owns(tournament.id):
            self._others.put(tournament.id, live)
            return live
        self._loaded[tournament.id] = live
        if is_settled:
            self._kept.put(tournament.id, live)
        else:
            self.running[tournament.id] = live
        if self._is_open:
            await live.open()
        return live

    def on_settled(self, tournament_id: str, is_settled: bool) -> None:
        """Keep a tournament in memory until it and its matches have ended; after that, only if it is a recent one."""
        live = self._loaded.get(tournament_id)
        if live is None:
            return
        if is_settled:
            self.running.pop(tournament_id, None)
            self._kept.put(tournament_id, live)
        else:
            self.running[tournament_id] = live

    async def _load(self, tournament_id: str) -> LiveTournament:
        """Read a tournament, mend its row in the index if that is out of date, and add it to those in memory."""
        streams, index = self._context.streams, self._context.index
        if not (await streams.head(stream_of(tournament_id))).length:
            raise _no_tournament(tournament_id)
        row = await index.find(tournament_id)
        try:
            tournament = await read_tournament(streams, tournament_id)
        except BrokenChain as broken:
            log.error("damaged record found", error=str(broken))
            self.damaged[tournament_id] = broken
            raise
        except Exception as error:
            # The records are not damaged, but this build can't read them.
            log.exception("tournament unreadable", tournament=tournament_id)
            raise _no_tournament(tournament_id) from error
        settled = tournament.state.has_ended and row is not None and rows.is_settled(row)
        if row != rows.row_of(tournament, is_settled=settled):
            await index.write(tournament, is_settled=settled)
        return await self.add(tournament, is_settled=settled)

    async def _read_other(self, tournament_id: str) -> LiveTournament:
        """Return a tournament of another node as its stream has it now."""
        live = self._others.get(tournament_id)
        length = (await self._context.streams.head(stream_of(tournament_id))).length
        if not length:
            raise _no_tournament(tournament_id)
        if live is None or live.tournament.record_count != length:
            tournament = await read_tournament(self._context.streams, tournament_id)
            live = LiveTournament(self._context, tournament, is_settled=tournament.state.has_ended)
            self._others.put(tournament_id, live)
        return live

    def _end_loading(self, tournament_id: str, task: "asyncio.Task[LiveTournament]") -> None:
        """Forget the task that has loaded a tournament, or has failed to."""
        del self._loading[tournament_id]
        if not task.cancelled():
            # The callers that wait get the error; without any, asyncio would report it.
            task.exception()


def _always(tournament_id: str) -> bool:
    """Return True: a server that runs alone directs every tournament."""
    return True


def _no_tournament(tournament_id: str) -> Refusal:
    """Return the refusal for an unknown tournament id."""
    return Refusal(TOURNAMENT_NOT_FOUND, f"there is no tournament {tournament_id!r}", field="tournament_id")
