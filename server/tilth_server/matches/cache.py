"""The matches in memory: loaded from the log when they are used, and evicted when they are unused."""

import asyncio
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from typing import Any

import structlog

from tilth.v1.receipt_pb2 import Receipt
from tilth_rules.kernel import Game, Resigned, SeededChance, Table, nothing_outside
from tilth_server import reasons, store
from tilth_server.derived_ids import DerivedIds
from tilth_server.matches import clocks
from tilth_server.matches.alarms import Alarms
from tilth_server.matches.channels import ChannelState
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.loading import decode_in_pieces, run_in_pieces
from tilth_server.matches.match_index import MatchIndex
from tilth_server.matches.match_info import MatchInfo, State, apply_record
from tilth_server.matches.naming import Names
from tilth_server.matches.request_ids import RequestIds
from tilth_server.outside.fact_source import FactSource
from tilth_server.players.name_book import Named
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, Store
from tilth_server.time_source import TimeSource
from tilth_server.wire import GameWire, LoggedRecord, frames

log = structlog.get_logger()


class LogNotLoaded(BaseException):
    """Raised when an action needs the log of its match, or the table, and they are not in memory.

    Nothing has changed then. It is no error, so error handlers let it pass: the action runs again with the log.
    """


class MatchCache:
    """The loaded matches, the index of all matches, and the alarms of the loaded ones."""

    def __init__(
        self,
        streams: Store,
        wires: Mapping[str, GameWire],
        *,
        names: Names,
        fact_source: FactSource,
        time: TimeSource,
        idle_seconds: float,
        ids: DerivedIds,
    ) -> None:
        self.streams = streams
        self.wires = wires
        self.names = names
        self.fact_source = fact_source
        self.time = time
        self.idle_seconds = idle_seconds
        self.ids = ids
        self.loaded: dict[str, LiveMatch] = {}
        self.index = MatchIndex(streams, names, ids, self.loaded)
        self.alarms: Alarms[LiveMatch] = Alarms(time, self._on_alarm)
        self.channel_count = 0
        """Channels that follow a match."""
        self.on_clock_alarm: list[Callable[[LiveMatch, float], None]] = []
        """Callbacks that are called when the time of a seat may be out."""
        self.on_table_loaded: list[Callable[[LiveMatch], None]] = []
        """Callbacks that are called when a table has been loaded from the log."""
        self.moved: set[str] = set()
        """Matches to which another process has appended records that have not been read yet."""
        self.sign_end: Callable[[MatchInfo, bytes], Receipt | None] = lambda info, head: None
        """Returns the receipt of a match that has ended, from the hash of its last record."""
        self.on_moved: list[Callable[[LiveMatch, State], None]] = []
        """Callbacks that are called when such records have been read, with the match and its state before them."""

    def get(self, match_id: str) -> LiveMatch:
        """Return the match, which is in memory from now on. Raise Refusal if there is none."""
        match = self.loaded.get(match_id)
        if match is None:
            info = self.index.find(match_id)
            match = self.add(info, self.wire_of(info))
        return match

    def add(self, info: MatchInfo, wire: GameWire) -> LiveMatch:
        """Add a match that was not in memory, without its table, and return it. Its alarm is set to the time at which
        it counts as unused.
        """
        now = self.time.now()
        match = self.loaded[info.id] = LiveMatch(info, wire, now, self.fact_source.has(info.game))
        self.alarms.set(match, now + self.idle_seconds)
        return match

    def evict(self, match: LiveMatch) -> None:
        """Remove the match from memory; the next use loads it again. The index keeps its info in its cache, unless no
        record of the match is durable.
        """
        if self.loaded.get(match.info.id) is match:
            del self.loaded[match.info.id]
            if match.durable:
                self.index.cache(match.info)

    def release(self, match: LiveMatch) -> None:
        """Evict the match if it has no channel and no table, and nothing of it is pending, waiting or being loaded."""
        if match.is_unused:
            self.evict(match)

    def wire_of(self, info: MatchInfo) -> GameWire:
        """Return the game of the match. Raise Refusal if this server does not have it."""
        wire = self.wires.get(info.game)
        if wire is None:
            raise Refusal(reasons.GAME_NOT_FOUND, f"this server has no game {info.game!r}")
        return wire

    # Tables --------------------------------------------------------------------------------------------------

    def table_of(self, match: LiveMatch) -> Table:
        """Return the table of a running match.

        Raise LogNotLoaded if it is not in memory; Refusal if the match is not being played; BrokenChain if it is
        damaged.
        """
        if match.table is None:
            match.info.check_whole()
            if match.info.state is not State.RUNNING:
                raise Refusal(reasons.MATCH_NOT_RUNNING, f"match {match.info.id} isn't being played")
            raise LogNotLoaded
        return match.table

    async def load(self, match: LiveMatch) -> list[LoggedRecord]:
        """Read the log of the match; return it. Its table, if it is running, and its request ids are in memory then.

        Raise BrokenChain, StackUnreadable or Unreadable if the log does not lead to a table.
        """
        task = match.loading
        if task is None:
            task = match.loading = asyncio.create_task(self._read(match))
            task.add_done_callback(partial(_end_loading, match))
        return await asyncio.shield(task)

    async def _read(self, match: LiveMatch) -> list[LoggedRecord]:
        """Read the log and fold it, in pieces. Records that are added during that time are read and folded, too."""
        info = match.info
        records: list[store.StoredRecord] = []
        logged: list[LoggedRecord] = []
        request_ids = RequestIds(info.seat_count)
        table: Table | None = None
        while True:
            await self._read_on(match, records, logged, request_ids)
            durable = match.durable
            if not _needs_table(match):
                break
            table = await run_in_pieces(self._fold(match, logged))
            if match.durable == durable and not match.pending and _needs_table(match):
                self._refuse_if_replaced(match)
                break
            table = None
        if match.request_ids is None:
            match.request_ids = request_ids
        if table is not None:
            self._set_table(match, table, logged)
        # Records that the store has beyond the durable ones may be the pending ones, which are not published yet.
        return logged[: match.durable]

    async def _read_on(
        self,
        match: LiveMatch,
        records: list[store.StoredRecord],
        logged: list[LoggedRecord],
        request_ids: RequestIds,
    ) -> None:
        """Read and decode the durable records that follow these, until none is missing."""
        info = match.info
        while True:
            info.check_whole()
            while match.pending and match.table is None:
                await match.wait_next_commit()
            durable = match.durable
            known = len(records)
            try:
                async for record in self.streams.read(match.stream, known):
                    records.append(record)  # noqa: PERF401 - those that have been read stay
            except BrokenChain as broken:
                self.index.note_damage(info, broken)
                raise
            decode = match.wire.records.decode
            await run_in_pieces(decode_in_pieces(decode, records[known:], logged, request_ids))
            if match.durable == durable and not (match.pending and match.table is None):
                break
        self._refuse_if_replaced(match)
        if len(records) > durable and not match.pending:
            self._take_foreign(match, records[durable:])
        published = records[: match.durable]
        match.head = published[-1].hash if published else b""
        self.moved.discard(info.id)

    def _refuse_if_replaced(self, match: LiveMatch) -> None:
        """Raise Refusal if the match was evicted and loaded again while the caller waited."""
        if self.loaded.get(match.info.id) is not match:
            raise Refusal(reasons.MATCH_MOVED, "the match is read again: send the same request id again")

    def _take_foreign(self, match: LiveMatch, records: Sequence[store.StoredRecord]) -> None:
        """Bring the match up to records that another process has appended to its stream."""
        info = match.info
        log.warning("match moved", match=info.id, records=len(records))
        for channel in list(match.channels):
            if channel.state is ChannelState.LIVE:
                channel.close(frames.cut_off(channel.next_record, reasons.MATCH_MOVED))
        match.drop_table()
        before, listed = info.state, info.listed_count
        for record in records:
            apply_record(info, record.body)
        info.record_count = match.durable = match.next_record = records[-1].number + 1
        match.last_record_ms = 0
        if info.listed_count > listed:
            # That process may have written no row.
            self.index.write_row(info)
        if info.state is not before:
            self.index.count_change(info, before)
        for call in self.on_moved:
            call(match, before)

    def new_table(self, match: LiveMatch) -> Table:
        """Return a table of the match before its start."""
        return Table(*self._setup(match), outside=match.facts or nothing_outside)

    def _fold(self, match: LiveMatch, logged: Sequence[LoggedRecord]) -> Generator[None, None, Table]:
        """Return the table as the log leaves it; yield while it is made."""
        played = [each.record for each in logged if each.record is not None]
        return Table.resume_in_pieces(*self._setup(match), played, outside=match.facts or nothing_outside)

    def _setup(self, match: LiveMatch) -> tuple[Game, Any, int, SeededChance]:
        """Return the arguments with which every table of the match is made: game, options, number of seats, and
        chance.
        """
        info = match.info
        options = match.wire.decode_options(info.options)
        return match.wire.game, options, info.seat_count, SeededChance(info.seed)

    def _set_table(self, match: LiveMatch, table: Table, logged: Sequence[LoggedRecord]) -> None:
        """Give the match its table, and what follows from its log: resignations, names and clocks."""
        table.number = match.next_record - 1
        match.set_table(table)
        if logged:
            match.last_at_ms = max(match.last_at_ms, logged[-1].at_ms)
        played = (each.record for each in logged if each.record is not None)
        match.resignations = [each.cause.seat for each in played if isinstance(each.cause, Resigned)]
        match.names = self.names_of(match)
        now = match.touched_at = match.last_step_at = self.time.now()
        info = match.info
        match.paused_at = None if info.paused is None else now
        if info.clock.runs:
            match.clocks = clocks.clocks_from_log(info.clock, info.seat_count, logged)
            self.set_clocks(match, now)
        else:
            self.alarms.set(match, now + self.idle_seconds)
        for call in self.on_table_loaded:
            call(match)

    # What the log says ---------------------------------------------------------------------------------------

    async def read_records(self, match: LiveMatch, start: int, limit: int) -> list[store.StoredRecord]:
        """Return published records, up to the first damaged one; raise BrokenChain if that is the first.

        Records that are on disk but not yet published count as pending.
        """
        records: list[store.StoredRecord] = []
        try:
            async for record in self.streams.read(
                match.stream, start, min(limit, max(0, match.durable - start))
            ):
                records.append(record)  # noqa: PERF401 - those before a damaged one are kept
        except BrokenChain:
            if not records:
                raise
        return records

    def read_log(self, match: LiveMatch) -> list[LoggedRecord]:
        """Return every record of the match in memory, the pending ones included; raise LogNotLoaded if the log was
        not read.
        """
        if match.log is None:
            raise LogNotLoaded
        decode = match.wire.records.decode
        pending = (record.body for writes in match.pending for record in writes.records)
        return [*match.log, *(decode(number, body) for number, body in enumerate(pending, len(match.log)))]

    def request_ids_of(self, match: LiveMatch) -> RequestIds:
        """Return the request ids of the match. Raise LogNotLoaded if they are not in memory."""
        if match.request_ids is None:
            raise LogNotLoaded
        return match.request_ids

    def names_of(self, match: LiveMatch) -> tuple[str, ...]:
        """Return the players' names by seat, "" for a free seat."""
        return tuple(named.name for named in self.named_in(match.info))

    def named_in(self, info: MatchInfo) -> list[Named]:
        """Return the players' names by seat, each with its source, such as an imported file."""
        return [self.names.in_match(info.id, player_id) for player_id in info.player_ids]

    # Clocks and alarms ---------------------------------------------------------------------------------------

    def set_clocks(self, match: LiveMatch, now: float) -> None:
        """Let the clocks run for the decisions that are open now, and set the alarm by them."""
        if match.clocks and match.table is not None:
            read = match.clock_time(now)
            match.clocks = clocks.clocks_after(match.clocks, match.table, read)
            if match.paused_at is None:
                self.alarms.set(match, clocks.first_deadline(match.clocks, match.info.clock))

    def needs_autoplay(self, info: MatchInfo) -> bool:
        """Return whether the match has to be loaded for the server to answer for resigned seats: it runs, has such
        seats, and its game has a source of outside facts, such as a flick's physics.
        """
        return info.state is State.RUNNING and bool(info.resigned) and self.fact_source.has(info.game)

    def _on_alarm(self, match: LiveMatch) -> None:
        """React to an alarm of a match in memory.

        If its clocks run, call the callbacks in `on_clock_alarm`: the time of a seat may be out. Otherwise drop the
        table and release the match if it was not used for `idle_seconds`, or else set the alarm again.
        """
        if self.loaded.get(match.info.id) is not match:
            return
        now = self.time.now()
        if match.clocks and match.paused_at is None:
            for call in self.on_clock_alarm:
                call(match, now)
        elif (
            match.pending
            or match.has_waiting_actions
            or match.clocks
            or now < match.touched_at + self.idle_seconds
        ):
            self.alarms.set(match, max(now, match.touched_at) + self.idle_seconds)
        else:
            match.drop_table()
            self.release(match)


def _needs_table(match: LiveMatch) -> bool:
    """Return whether the match is running and its table is not in memory."""
    return match.table is None and match.info.state is State.RUNNING


def _end_loading(match: LiveMatch, task: "asyncio.Task[list[LoggedRecord]]") -> None:
    """Take note that the task which loads a match has ended."""
    match.loading = None
    if not task.cancelled():
        # The waiting tasks get the error. If none waits any longer, asyncio must not log it as unretrieved.
        task.exception()
