"""Steps and commits. A step changes one match, or nothing at all. A commit makes steps durable, then shows them."""

import asyncio
from collections.abc import Sequence
from functools import partial
from types import TracebackType

import structlog

from tilth.v1.record_pb2 import MatchPaused, MatchResumed, MatchRetitled
from tilth_rules.kernel import Record, Refused, Table
from tilth_server.matches.cache import LogNotLoaded, MatchCache
from tilth_server.matches.channels import Channel, ChannelState, ReplyTarget, deliver, send_reply
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_events import MatchEvents
from tilth_server.matches.match_facts import FactNeeded
from tilth_server.matches.match_info import State, apply_record, copy_of
from tilth_server.matches.match_orders import rows_of
from tilth_server.matches.observers import MatchObserver, WorkObserver
from tilth_server.matches.record_frames import frames_for, lobby_frames, pause_frames
from tilth_server.matches.recovery import Recovery
from tilth_server.matches.refusals import commit_refusal, refusal_for
from tilth_server.matches.unit_of_work import MatchWrites, PendingRecord, Savepoint, UnitOfWork
from tilth_server.metrics import Metrics
from tilth_server.refusal import Refusal
from tilth_server.store import Append, Head, IndexRow, OutcomeUnknown, StoreError, StreamMoved, chain
from tilth_server.wire import NO_DETAILS, CauseDetails, LobbyCause, encode_lobby

log = structlog.get_logger()

Pause = MatchPaused | MatchResumed | MatchRetitled


class Step:
    """One change to one match. Use it as `with commits.step(match, work) as step:`.

    If the block raises a fault, its changes are rolled back, and the fault becomes a Refusal. If it raises a
    refusal (the kernel's or ours), nothing has changed by the step that refused; changes before it stay, unless the
    step is `all_or_none`. If it raises FactNeeded, its changes are rolled back, so that it can run again with
    the fact. If it raises LogNotLoaded, nothing had changed yet.
    """

    __slots__ = (
        "_all_or_none",
        "_commits",
        "_is_play",
        "_owns_work",
        "_savepoint",
        "match",
        "work",
        "writes",
    )

    def __init__(
        self,
        commits: "Committer",
        match: LiveMatch,
        work: UnitOfWork | None,
        all_or_none: bool,
        is_play: bool,
    ) -> None:
        self._commits = commits
        self._all_or_none = all_or_none
        self._is_play = is_play
        self._owns_work = work is None
        self.match = match
        self.work = work or commits.begin()

    def __enter__(self) -> "Step":
        match, work = self.match, self.work
        if match.table is None and self._is_play and match.info.state is State.RUNNING:
            self._check_table()
        before: Table | None = None
        table = match.table
        if table is not None and self._is_play and (self._all_or_none or _may_wait(match, table)):
            before = table.clone()
        writes = work.writes.get(match)
        if writes is None:
            writes = work.writes[match] = MatchWrites(match, match.next_record)
            match.pending.append(writes)
        self.writes = writes
        self._savepoint = Savepoint(
            len(writes.records),
            len(writes.replies),
            len(writes.replies_in_frames),
            writes.answers,
            match.clocks,
            match.last_step_at,
            before,
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            return
        if isinstance(error, Refused | Refusal):
            if self._all_or_none:
                self._roll_back(self._savepoint.table)
        elif isinstance(error, FactNeeded):
            self._roll_back(self._savepoint.table)
        elif isinstance(error, LogNotLoaded):
            assert len(self.writes.records) == self._savepoint.records, (
                "it is raised before anything has changed"
            )
        elif isinstance(error, Exception):
            refusal = refusal_for(self.match.info.id, error)
            self._roll_back(None)
            self._end_own_work()
            raise refusal from error
        self._end_own_work()

    def add(
        self,
        record: Record | None,
        *,
        reply_to: ReplyTarget | None = None,
        details: CauseDetails = NO_DETAILS,
        is_listed: bool = False,
    ) -> Record:
        """Add a record of play, with the frames that report it. `is_listed`: the index shows something of it."""
        assert record is not None, "the tables of matches keep journals"
        match, work, writes = self.match, self.work, self.writes
        body = match.wire.records.encode(record, self._next_at_ms(), details)
        match.next_record += 1
        match.last_step_at = work.now
        if match.clocks:
            self._commits.cache.set_clocks(match, work.now)
        request_id = details.request_id
        live = reply_to if isinstance(reply_to, Channel) and reply_to.state is ChannelState.LIVE else None
        frames = frames_for(match, record, work.now, live, request_id) if match.groups else []
        writes.records.append(PendingRecord(body, record, frames, is_listed))
        if live is not None:
            writes.replies_in_frames.append((live, request_id))
        elif reply_to is not None:
            writes.replies.append((reply_to, request_id, record.number, None))
        return record

    def add_lobby_record(self, cause: LobbyCause, kind: int, seat: int = -1) -> None:
        """Add a record of the lobby, such as a taken seat or the end of the match, with the frames that report it.

        `kind` is its tilth.v1.Cause, `seat` the seat that it is about (-1 for none).
        """
        match = self.match
        body = encode_lobby(cause, self._next_at_ms())
        frames = lobby_frames(match, match.next_record, kind, seat, cause, self._commits.cache.names)
        self.writes.records.append(PendingRecord(body, None, frames, True))
        match.next_record += 1

    def add_pause_record(self, cause: Pause, kind: int) -> None:
        """Add a record that leaves every decision open: the match is paused, resumed, or gets another title."""
        match = self.match
        body = encode_lobby(cause, self._next_at_ms())
        frames = pause_frames(match, match.next_record, kind, self.work.now, cause)
        self.writes.records.append(PendingRecord(body, None, frames, True))
        match.next_record += 1
        if match.table is not None:
            # The next record of play comes behind this one.
            match.table.number = match.next_record - 1

    def _next_at_ms(self) -> int:
        """Return the time of a record that is added now: never one before that of the record before."""
        match = self.match
        match.last_at_ms = max(match.last_at_ms, self.work.at_ms)
        return match.last_at_ms

    def _check_table(self) -> None:
        """Raise LogNotLoaded, or the Refusal of a match that cannot continue."""
        try:
            self._commits.cache.table_of(self.match)
        except LogNotLoaded:
            self._end_own_work()
            raise
        except Exception as error:
            refusal = refusal_for(self.match.info.id, error)
            self._end_own_work()
            raise refusal from error

    def _roll_back(self, table: Table | None) -> None:
        """Undo the changes of the step. If `table` is None, drop the table: the next use loads it again."""
        match, writes, savepoint = self.match, self.writes, self._savepoint
        del writes.records[savepoint.records :]
        del writes.replies[savepoint.replies :]
        del writes.replies_in_frames[savepoint.replies_in_frames :]
        writes.is_last = False
        writes.answers = savepoint.answers
        match.next_record = writes.first + savepoint.records
        match.last_step_at = savepoint.last_step_at
        if match.request_ids is not None:
            match.request_ids.forget_from(match.next_record)
        match.replies.forget_from(match.next_record)
        if table is not None:
            match.set_table(table)
        elif match.table is not None:
            match.drop_table()
        # The clocks run on while the table is not in memory, so that the next timeout loads it again.
        match.clocks = savepoint.clocks

    def _end_own_work(self) -> None:
        """Commit the unit of work if this step has begun it."""
        if self._owns_work:
            self._commits.commit(self.work)


class Committer:
    """The part that begins units of work, puts them into the store, and publishes them when they are durable."""

    def __init__(self, cache: MatchCache, metrics: Metrics) -> None:
        self.cache = cache
        self.metrics = metrics
        self.recovery = Recovery(cache, metrics)
        self.events = MatchEvents(cache)
        self.observers: tuple[MatchObserver, ...] = ()
        self.work_observers: tuple[WorkObserver, ...] = ()
        self.closing = False
        """True if the server is stopping: it takes no further actions."""
        self._pending_puts = 0
        self._all_committed = asyncio.Event()

    def begin(self) -> UnitOfWork:
        """Return a new unit of work, without records, whose time is now, and report it to the work observers."""
        time = self.cache.time
        now = time.now()
        work = UnitOfWork(now, time.wall_ms(), now)
        for observer in self.work_observers:
            observer.on_begin(work)
        return work

    def step(
        self,
        match: LiveMatch,
        work: UnitOfWork | None = None,
        *,
        all_or_none: bool = False,
        is_play: bool = True,
    ) -> Step:
        """Return a step within the unit of work, or within a new one, which the caller commits if the step succeeds.

        The table of a running match has to be in memory, unless the step is no play: then it needs neither table nor
        facts. If it is not, LogNotLoaded is raised.
        """
        return Step(self, match, work, all_or_none, is_play)

    def commit(self, work: UnitOfWork) -> None:
        """Put all records of the unit of work into the store: those of a match become durable together, or none does.

        Each match has a put of its own, so that the others are stored if one cannot be.
        """
        for observer in self.work_observers:
            observer.on_put(work)
        for writes in work.writes.values():
            if writes.records:
                work.open_puts += 1
                self._put(work, writes)
            else:
                self._discard_empty(writes)
        if not work.open_puts:
            _resolve(work)

    def _put(self, work: UnitOfWork, writes: MatchWrites) -> None:
        """Pass the records of one match to the store; `_on_committed` gets the outcome."""
        match = writes.match
        bodies = [record.body for record in writes.records]
        head = match.head if match.pending[0] is writes else _head_before(writes)
        self._pending_puts += 1
        self.cache.streams.put(
            (Append(match.stream, writes.first, bodies, head or None, self._rows_after(writes)),),
            partial(self._on_committed, work, writes),
        )

    def _rows_after(self, writes: MatchWrites) -> tuple[IndexRow, ...]:
        """Return the match's row as lists show the match after these writes; no row if they show it as before."""
        if not any(record.is_listed for record in writes.records):
            return ()
        return self.rows_now(writes.match, writes)

    def rows_now(self, match: LiveMatch, last: MatchWrites | None = None) -> tuple[IndexRow, ...]:
        """Return the rows of the match after all that is pending, or after these writes."""
        info = copy_of(match.info)
        for pending in match.pending:
            for number, record in enumerate(pending.records, pending.first):
                if record.is_listed:
                    info.record_count = number
                    apply_record(info, record.body)
            if pending is last:
                break
        return rows_of(info, self.cache.ids)

    # Waiting -------------------------------------------------------------------------------------------------

    async def commit_and_wait(self, work: UnitOfWork) -> None:
        """Commit and return when it is durable; raise the store's error if some of it did not become durable.

        Raise Refusal if another process has appended to the match, or if the outcome is unknown: then it is read again.
        """
        committed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        work.waiters.append(committed)
        self.commit(work)
        try:
            await asyncio.shield(committed)
        except (StreamMoved, OutcomeUnknown) as error:
            raise commit_refusal(error) from error

    async def wait_committed(self, match_id: str) -> LiveMatch:
        """Return the match when no record of it is pending. Raise BrokenChain if it is damaged."""
        index = self.cache.index
        while True:
            info = await index.fetch(match_id)
            live = self.cache.loaded.get(match_id)
            if live is None or live.table is None:
                await index.look_for_damage(info)
            info.check_whole()
            if index.find_cached(match_id) is None:
                # Another node has changed it while its records were read.
                continue
            match = self.cache.get(match_id)
            if match.pending:
                await match.wait_next_commit()
            elif match_id in self.cache.moved:
                await self.cache.load(match)
            else:
                return match

    async def wait_all_committed(self) -> None:
        """Return when nothing at all is pending."""
        while self._pending_puts:
            self._all_committed.clear()
            await self._all_committed.wait()

    # After the commit ----------------------------------------------------------------------------------------

    def _on_committed(
        self, work: UnitOfWork, writes: MatchWrites, error: StoreError | None, heads: Sequence[Head]
    ) -> None:
        """Publish the records of one match that the store has committed; give them up if it failed."""
        self._pending_puts -= 1
        work.open_puts -= 1
        if error is None:
            writes.match.head = heads[0].hash
            writes.match.last_record_ms = writes.match.last_at_ms
            self._publish(writes)
            if writes.answers:
                self.metrics.answers += writes.answers
                self.metrics.latency.observe(self.cache.time.now() - work.received_at, writes.answers)
        else:
            self.recovery.give_up(writes, error)
            work.error = work.error or error
            del work.writes[writes.match]
        if not work.open_puts:
            self._end(work)
        if not self._pending_puts:
            self._all_committed.set()

    def _end(self, work: UnitOfWork) -> None:
        """Report a unit of work whose puts have all ended: to the observers, and to the coroutines that wait for it."""
        if work.writes:
            for observer in self.observers:
                observer.committed(work)
        _resolve(work)
        for watcher in self.work_observers:
            watcher.on_committed(work, work.error)

    def _publish(self, writes: MatchWrites) -> None:
        """Make these records of one match public, because they are durable: apply those that lists show to the match's
        info, send all frames and replies, report the start of the match, and close its channels after its last record.
        """
        match = writes.match
        first = match.pending.pop(0)
        assert first is writes, "writes become durable in the order in which they were put"
        match.durable += len(writes.records)
        info = match.info
        has_started = is_listed = False
        for record in writes.records:
            if record.is_listed:
                is_listed = True
                before = info.state
                apply_record(info, record.body)
                if info.state is not before:
                    if writes.first > 0:
                        self.cache.index.count_change(info, before)
                    log.info("match state changed", match=info.id, game=info.game, state=info.state.name)
                    has_started = has_started or info.state is State.RUNNING
            deliver(record.frames)
        info.record_count = match.durable
        if writes.first == 0:
            self.cache.index.add(info)
        for reply in writes.replies:
            send_reply(*reply)
        if has_started:
            self.events.report_start(info)
            for listener in self.events.on_any_started:
                listener(info)
        if writes.is_last:
            self.events.close(match)
        if self.events.changes.is_followed and writes.records:
            self.events.changes.note(match, is_listed=is_listed)
        if match.commit_waiters and not match.pending:
            match.notify_committed()

    def _discard_empty(self, writes: MatchWrites) -> None:
        """Drop writes without records; their replies are sent when the earlier pending records are durable."""
        match = writes.match
        match.pending.remove(writes)
        for reply in writes.replies:
            if match.pending:
                match.pending[-1].replies.append(reply)
            else:
                send_reply(*reply)
        if match.commit_waiters and not match.pending:
            match.notify_committed()


def _head_before(writes: MatchWrites) -> bytes:
    """Return the hash of the record before the first of these, which waits behind others; empty if it is not known.

    If another node is quicker than the writes before these, these must not follow its records.
    """
    head = writes.match.head
    for earlier in writes.match.pending:
        if earlier is writes:
            break
        if head and earlier.records and not earlier.head:
            earlier.head = head
            for record in earlier.records:
                earlier.head = chain.link(earlier.head, record.body)
        head = earlier.head or head
    return head


def _may_wait(match: LiveMatch, table: Table) -> bool:
    """Return whether the step may need a fact that is not there: then it is rolled back, and runs again with it."""
    return match.facts is not None and table.may_need_fact


def _resolve(work: UnitOfWork) -> None:
    """Let the coroutines that wait for this unit of work continue, or get its error if a put of it failed."""
    error = work.error
    for waiter in work.waiters:
        if waiter.done():
            continue
        if error is None:
            waiter.set_result(None)
        else:
            waiter.set_exception(error)
