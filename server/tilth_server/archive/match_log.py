"""A cache of decoded logs, which gives the state of a match at any record quickly."""

import asyncio
from collections.abc import Mapping
from typing import Any

import structlog

from tilth_rules.kernel import Record, SeededChance, StackUnreadable, Table, undone_numbers
from tilth_server.matches.match_info import MatchInfo
from tilth_server.reasons import MATCH_NOT_STARTED, RECORD_NOT_FOUND
from tilth_server.refusal import Refusal
from tilth_server.store import Streams
from tilth_server.wire import GameWire, LoggedRecord

log = structlog.get_logger()

MAX_RECORDS = 20_000
"""Limit on the records in the cache, for all matches together; each takes about 1 KB."""
RECORDS_AT_A_TIME = 10
"""Records that are decoded before other tasks get a turn."""


class MatchLog:
    """The decoded log of one match: the records that have been read so far, and the states that follow from them."""

    def __init__(self, info: MatchInfo, wire: GameWire) -> None:
        self.info = info
        self.wire = wire
        self.records: list[LoggedRecord] = []
        self.lock = asyncio.Lock()
        self._options = wire.decode_options(info.options)
        self._stacks_readable = True

    def add(self, number: int, body: bytes) -> None:
        """Decode and add the next record. It can be shown even if this build can't decode its waiting steps."""
        try:
            logged = self.wire.records.decode(number, body, stacks=self._stacks_readable)
        except StackUnreadable:
            self._stacks_readable = False
            logged = self.wire.records.decode(number, body, stacks=False)
        self.records.append(logged)

    def state_at(self, number: int) -> tuple[Any, Table | None]:
        """Return the state after record `number`, and the table if this build's rules could continue from there, else
        None.
        """
        records = self._play_until(number)
        if self._stacks_readable:
            try:
                table = self._table(records)
            except Exception:
                log.exception("match viewable but not playable", match=self.info.id, record=number)
            else:
                return table.state, table
        return self.state_after(records), None

    def last_state(self) -> Any:
        """Return the state after the last record, folded from its events without running rules."""
        return self.state_after(self._play_until(len(self.records) - 1))

    def state_after(self, records: list[Record]) -> Any:
        """Return the state after these records, folded from their events without running rules."""
        state, _ = self.wire.game.start(self._options, self.info.seat_count)
        undone = undone_numbers(records)
        for record in records:
            if record.number not in undone:
                for event in record.events:
                    event.apply(state)
        return state

    def _play_until(self, number: int) -> list[Record]:
        """Return the records of play up to record `number`; raise Refusal if the log does not have it, or if the match
        starts after it.
        """
        if number >= len(self.records):
            raise Refusal(RECORD_NOT_FOUND, f"the log has {len(self.records)} records", field="record")
        records = [logged.record for logged in self.records[: number + 1] if logged.record is not None]
        if not records:
            raise Refusal(MATCH_NOT_STARTED, f"at record {number} the match has not started", field="record")
        return records

    def _table(self, records: list[Record]) -> Table:
        """Return a table on which these records have been played, from the start of the match."""
        info = self.info
        return Table.resume(self.wire.game, self._options, info.seat_count, SeededChance(info.seed), records)


class LogCache:
    """The match logs that were opened last. Those opened longest ago are evicted if there are too many records."""

    def __init__(self, store: Streams, wires: Mapping[str, GameWire]) -> None:
        self._store = store
        self._wires = wires
        self._logs: dict[str, MatchLog] = {}

    async def open(self, info: MatchInfo) -> MatchLog:
        """Return the log of the match with all durable records, from memory as far as it is there."""
        match_log = self._logs.pop(info.id, None) or MatchLog(info, self._wires[info.game])
        self._logs[info.id] = match_log
        async with match_log.lock:
            if len(match_log.records) < info.record_count:
                async for stored in self._store.read(info.stream, len(match_log.records)):
                    if stored.number % RECORDS_AT_A_TIME == 0:
                        await asyncio.sleep(0)
                    match_log.add(stored.number, stored.body)
        self._evict(match_log)
        return match_log

    def _evict(self, used: MatchLog) -> None:
        """Drop the logs that were opened longest ago, but not `used`, while there are more than MAX_RECORDS records."""
        total = sum(len(match_log.records) for match_log in self._logs.values())
        for match_id, match_log in list(self._logs.items()):
            if total <= MAX_RECORDS:
                return
            if match_log is not used:
                total -= len(match_log.records)
                del self._logs[match_id]
