"""The server's matches: every match on this server, and the collaborators that change them."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Final, Protocol

import structlog

from tilth_server.derived_ids import DerivedIds, new_secret
from tilth_server.index_progress import Progress
from tilth_server.matches.admin import MatchAdmin
from tilth_server.matches.batches import AnswerBatches
from tilth_server.matches.cache import MatchCache
from tilth_server.matches.commits import Committer
from tilth_server.matches.ended import EndedMatches
from tilth_server.matches.facts import FactQueue
from tilth_server.matches.handed_clocks import HandedClocks
from tilth_server.matches.handover import Handover
from tilth_server.matches.idle import IdleEnd, IdleMatches
from tilth_server.matches.indexing import Indexing
from tilth_server.matches.last_records import LastRecords
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.lobby import Lobby
from tilth_server.matches.match_filter import MatchFilter
from tilth_server.matches.match_fold import MatchFold
from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.matches.match_orders import BY_RECORDS, Order
from tilth_server.matches.naming import Names
from tilth_server.matches.owner_actions import OwnActions, OwnerActions
from tilth_server.matches.play import MatchPlay
from tilth_server.matches.presence import Presence
from tilth_server.matches.refusals import closing
from tilth_server.matches.undos import Undos
from tilth_server.metrics import Metrics
from tilth_server.outside.fact_source import FactSource, NoFacts
from tilth_server.settings import Limits
from tilth_server.store import Store
from tilth_server.time_source import SystemTime, TimeSource
from tilth_server.wire import GameWire

log = structlog.get_logger()

ACTIVE_AT_ONCE: Final = 100


class Seats(Protocol):
    """The part of `Lobby` that gives up seats."""

    async def leave_seat(self, player_id: str, match_id: str, seat: int, request_id: str) -> MatchInfo | None:
        """Free the player's seat at a match that has not started."""

    async def resign(self, player_id: str, match_id: str, seat: int, request_id: str) -> MatchInfo | None:
        """Resign the player's seat at a running match."""


class Matches:
    """The matches of the server, stepped synchronously on the one loop. `open` first, `close` last.

    A call that cannot be done raises `Refusal` (reasons in matches/reasons.py), the kernel's `OptionsRefused`, or the
    store's error, and has changed nothing. When a call returns, its change is durable.
    """

    def __init__(  # noqa: PLR0913 - all that a server hands to its matches
        self,
        streams: Store,
        wires: Mapping[str, GameWire],
        *,
        names: Names,
        limits: Limits | None = None,
        idle_seconds: float = 300.0,
        metrics: Metrics | None = None,
        fact_source: FactSource | None = None,
        time: TimeSource | None = None,
        ids: DerivedIds | None = None,
    ) -> None:
        """`fact_source` gives the outside facts. Without `ids`, a request repeated after a restart is no repeat."""
        self.limits = limits or Limits()
        self.metrics = metrics or Metrics()
        self.time = time or SystemTime()
        source: FactSource = fact_source or NoFacts()
        self.cache = MatchCache(
            streams,
            wires,
            names=names,
            fact_source=source,
            time=self.time,
            idle_seconds=idle_seconds,
            ids=ids or DerivedIds(new_secret()),
        )
        self.index = self.cache.index
        self.ended = EndedMatches(self.cache)
        self.commits = Committer(self.cache, self.metrics)
        self.facts = FactQueue(self.commits, source)
        self.play = MatchPlay(self.facts)
        self.batches = AnswerBatches(self.play)
        self.undos = Undos(self.play)
        self.lobby = Lobby(self.play, self.limits)
        self.seats: Seats = self.lobby
        """Gives up seats of players who are removed, in a node also at matches of others."""
        self.admin = MatchAdmin(self.play)
        self.presence = Presence(self.time)
        self.last_records = LastRecords(self.cache)
        self.idle = IdleMatches(self.play, self.last_records)
        self.idle_end = IdleEnd(self.idle, self.lobby, streams, self.time.wall_ms)
        self._starting: asyncio.Task[None] | None = None
        self.handover: Handover | None = None
        """None in a server that runs alone."""
        self.on_play_wanted: Callable[[str, bool], None] = _ignore
        """Called with a match of another node on a list, and whether it is to be brought into memory for that."""
        self.actions: OwnerActions = OwnActions(self.lobby, self.admin, self.index)
        """The changes that tournaments ask for, made wherever the owners of the matches are."""
        self.on_given_up: list[Callable[[MatchInfo], None]] = []
        """Callbacks for each match that this node gives up, because another one owns it."""
        self.taken_over = 0
        """Matches loaded that another node owned before the members changed."""
        self.handed_clocks = HandedClocks(self.cache)
        self._notes: set[asyncio.Task[None]] = set()
        self._indexing = Indexing(
            streams, MatchFold(streams, names), self.cache.ids, self.cache.loaded, self.commits.rows_now
        )

    async def open(self) -> None:
        """Open the index of matches. No match is read, unless an earlier build wrote the store."""
        await self._indexing.open()
        self._indexing.on_progress.append(self._on_indexed)
        await self._note_progress()

    def start(self) -> None:
        """Start the background work: load the matches that continue without clients, index the others."""
        self._starting = asyncio.create_task(self._load_active())
        self._indexing.start()
        self.idle_end.start()

    async def close(self) -> None:
        """Take no more answers, and wait until everything pending is durable, or has failed."""
        self.commits.closing = True
        if self.handover is not None:
            self.handover.stop()
        await self.idle_end.close()
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        await self._indexing.close()
        self.cache.alarms.stop()
        for match in list(self.cache.loaded.values()):
            self.facts.discard(match, closing())
            if not match.pending:
                match.notify_committed()
        await self.commits.wait_all_committed()
        if self.handover is not None:
            self.handover.sweep()
        self.facts.flush_log()

    def find(self, match_id: str) -> MatchInfo:
        """Return a match that is in memory, because it was fetched or used lately. Raise Refusal if it is not, or
        BrokenChain if it was found with a damaged beginning.
        """
        return self.index.find(match_id)

    async def fetch(self, match_id: str, from_record: int = 0) -> MatchInfo:
        """Return the match, from memory, its row in the index or its stream. Raise Refusal if there is none, or
        BrokenChain if not even its beginning can be read. What has no record before `from_record` is read again.
        """
        return await self.index.fetch(match_id, from_record)

    async def list_page(self, wanted: MatchFilter, size: int, after: str) -> tuple[list[MatchInfo], str]:
        """Return the first matches after the key `after` in the wanted order, and the key to continue after, "" at the
        end.
        """
        also = partial(self._holds_looked_up, wanted) if wanted.looks_up else None
        if wanted.order is Order.LAST_RECORD:
            return await self.last_records.page(wanted, size, after, also)
        return await self.index.page(wanted, size, after, also)

    async def looked_up(self, info: MatchInfo, order: Order) -> int | None:
        """Return a number of a match that is not among its data: its surprise, or the time of its last record while it
        is running. Return None if it has none.
        """
        if order is Order.LAST_RECORD:
            return await self.last_records.ms(info) if info.state is State.RUNNING else None
        row = await self.cache.streams.index.find(order, info.id)
        return row.order if row is not None and row.tags else None

    async def _holds_looked_up(self, wanted: MatchFilter, info: MatchInfo) -> bool:
        """Return whether the numbers that are not among the data of a match are in the wanted ranges. That of the order
        is.
        """
        for order, bounds in wanted.ranges.items():
            is_known = order in BY_RECORDS or order is wanted.order
            if not is_known and not bounds.holds(await self.looked_up(info, order)):
                return False
        return True

    async def add_imported(self, match_id: str) -> MatchInfo:
        """Take note of a match that an import has written."""
        info = await self.index.fetch(match_id)
        self.index.add(info)
        self.commits.events.changes.note_stored(match_id)
        return info

    def on_end(self, call: Callable[[MatchInfo], None]) -> None:
        """Call `call` with every match that is finished or cancelled, as soon as that is durable."""
        self.commits.events.on_ended.append(call)

    def update_names(self, player_id: str) -> None:
        """Show the player by the present name in all loaded matches."""
        for match in self.cache.loaded.values():
            if match.names is not None and player_id in match.info.player_ids:
                match.names = self.cache.names_of(match)

    def counts(self) -> dict[str, int]:
        """Return the number of matches in each state: open, running, finished, cancelled."""
        return {state.name.lower(): self.index.states[state] for state in State}

    def loaded(self) -> Collection[LiveMatch]:
        """Return the matches in memory: those that clients play or watch, or did lately."""
        return self.cache.loaded.values()

    def owned_count(self) -> int:
        """Return the number of matches in memory for which this server acts. Metrics are read in another thread."""
        return sum(map(self.index.owns, tuple(self.cache.loaded)))

    async def paused_count(self) -> int:
        """Return the number of running matches that an operator has paused."""
        return await self.index.paused_count()

    def channel_count(self) -> int:
        """Return the number of channels that follow a match."""
        return self.cache.channel_count

    async def loaded_active(self) -> None:
        """Wait until the matches that continue without clients are in memory after the start of the server."""
        if self._starting is not None:
            await asyncio.shield(self._starting)

    def follow_owners(
        self,
        owns: Callable[[str], bool],
        *,
        is_sure_of: Callable[[str], bool],
        owned_before: Callable[[str], bool],
    ) -> Handover:
        """Act only for the matches that `owns` says yes to, by their ids; other nodes act for the others.

        `is_sure_of` says if all nodes know by now that a match is this one's, so that what is read from then on stays
        true in memory. `owned_before` says which were this node's before the members changed the last time.
        """

        def count(match: LiveMatch) -> None:
            self.taken_over += not owned_before(match.info.id)

        self.cache.on_table_loaded.append(count)
        self.commits.events.is_shared = True
        self.handover = handover = Handover(self.cache, owns, is_sure_of, self.on_given_up)
        self.index.owns, self.index.trusts, self.index.on_read = owns, handover.trusts, handover.note_read
        self.index.drop_if_stale = handover.drop_if_stale
        handover.start()
        return handover

    def on_owners_changed(self, owned_before: Callable[[str], bool]) -> None:
        """Give up the matches that are no longer this node's, and take over those that are now."""
        assert self.handover is not None, "called only in a node"
        self.index.forget_cached()
        self.handover.sweep(owned_before)
        self.load_active_again()

    def on_gap(self) -> None:
        """Look for what other nodes may have done without a signal that has arrived."""
        self.load_active_again()
        for call in tuple(self.commits.events.on_gap):
            call()

    def load_active_again(self) -> None:
        """Look again for matches that continue without clients and are this node's now."""
        if self._starting is not None and not self.commits.closing:
            self._starting.cancel()
            self._starting = asyncio.create_task(self._load_active())

    async def take_over(self, info: MatchInfo) -> None:
        """Load a match of this node that another one has started, if it continues without clients."""
        is_active = info.state is State.RUNNING and (info.clock.runs or self.cache.needs_autoplay(info))
        if is_active and info.damage is None and info.id not in self.cache.loaded:
            await self.commits.recovery.reload(info.id)

    async def _load_active(self) -> None:
        """Load the running matches that have clocks, or seats that the server plays for."""
        position = None
        while True:
            infos, position = await self.index.active_matches(ACTIVE_AT_ONCE, position)
            for info in infos:
                if info.id in self.cache.loaded or not self.index.owns(info.id):
                    continue
                if info.damage is None and (info.clock.runs or self.cache.needs_autoplay(info)):
                    await self.commits.recovery.reload(info.id)
                    await asyncio.sleep(0)
            if position is None:
                return

    def _on_indexed(self) -> None:
        """React to progress of the indexing: more matches of an older store are in the index."""
        task = asyncio.create_task(self._note_progress())
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)

    async def _note_progress(self) -> None:
        """Count the indexed matches by state again, and note the progress of the indexing, or that it is complete."""
        await self.index.count_states()
        indexing = self._indexing
        if indexing.is_complete:
            self.index.mark_complete()
        else:
            self.index.progress = Progress(indexing.done, indexing.total)


def _ignore(match_id: str, loads: bool) -> None:
    """Do nothing: this server runs alone, and has every match."""
