"""Logs that are being looked at, decoded and kept in memory for a while: the state at any record, quickly."""

import asyncio
from collections.abc import Mapping
from typing import Any

import structlog

from tilth_rules.kernel import Record, Seeded, StackUnreadable, Table, taken_back
from tilth_server.archive.reasons import NO_RECORD, NOT_STARTED
from tilth_server.refusal import Refusal
from tilth_server.store import Streams
from tilth_server.tables.matches import MatchInfo
from tilth_server.wire import GameWire, Logged

log = structlog.get_logger()

MOST_RECORDS = 20_000
"""Kept in all books together; some 1 KB each."""


class Book:
    """One match's log, as far as it has been read."""

    def __init__(self, info: MatchInfo, wire: GameWire) -> None:
        self.info = info
        self.wire = wire
        self.logged: list[Logged] = []
        self.reading = asyncio.Lock()
        self._options = wire.decode_options(info.options)
        self._stacks = True

    def take_up(self, number: int, body: bytes) -> None:
        """The next record. Waiting steps that this build can't read don't keep it from being shown."""
        try:
            logged = self.wire.records.decode(number, body, stacks=self._stacks)
        except StackUnreadable:
            self._stacks = False
            logged = self.wire.records.decode(number, body, stacks=False)
        self.logged.append(logged)

    def at(self, number: int) -> tuple[Any, Table | None]:
        """The state after record `number`; and the table, where this build's rules could go on from there."""
        played = self._played(number)
        if self._stacks:
            try:
                table = self._table(played)
            except Exception:
                log.exception("a table can't be set up, only folded", match=self.info.id, record=number)
            else:
                return table.state, table
        return self.folded(played), None

    def folded(self, played: list[Record]) -> Any:
        """The state after these records, by their events alone."""
        state, _ = self.wire.game.start(self._options, self.info.seat_count)
        back = taken_back(played)
        for record in played:
            if record.number not in back:
                for event in record.events:
                    event.apply(state)
        return state

    def _played(self, number: int) -> list[Record]:
        if number >= len(self.logged):
            what = f"the log has {len(self.logged)} records"
            raise Refusal(NO_RECORD, what, field="record")
        played = [logged.record for logged in self.logged[: number + 1] if logged.record is not None]
        if not played:
            raise Refusal(NOT_STARTED, f"at record {number} the match has not started", field="record")
        return played

    def _table(self, played: list[Record]) -> Table:
        info = self.info
        return Table.resume(self.wire.game, self._options, info.seat_count, Seeded(info.seed), played)


class Books:
    """The books opened last."""

    def __init__(self, store: Streams, wires: Mapping[str, GameWire]) -> None:
        self._store = store
        self._wires = wires
        self._books: dict[str, Book] = {}

    async def open(self, info: MatchInfo) -> Book:
        """The match's book, with all records that are durable now."""
        book = self._books.pop(info.id, None) or Book(info, self._wires[info.game])
        self._books[info.id] = book
        async with book.reading:
            if len(book.logged) < info.record_count:
                async for stored in self._store.read(info.stream, len(book.logged)):
                    book.take_up(stored.number, stored.body)
        self._put_away(book)
        return book

    def _put_away(self, used: Book) -> None:
        """Close the books that nobody has used for the longest time."""
        total = sum(len(book.logged) for book in self._books.values())
        for match_id, book in list(self._books.items()):
            if total <= MOST_RECORDS:
                return
            if book is not used:
                total -= len(book.logged)
                del self._books[match_id]
