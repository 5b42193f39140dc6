"""The writing connection: puts become rows of one transaction, checked and chained.

A ledger has no thread of its own and no lock. `Writer` calls `begin` and `end` in turn, never both at once.
"""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path

from tilth_server.store import chain
from tilth_server.store.errors import BrokenChain, LengthConflict, StoreError, StoreFailed
from tilth_server.store.schema import connect, failure, primary_code
from tilth_server.store.streams import Append, Done

Put = tuple[Sequence[Append], Done]

Tip = tuple[int, int, bytes]
"""Where a stream is written on: its row in `streams`, its length, its last hash."""

Row = tuple[int, int, bytes, bytes]

MOST_TIPS = 20_000

# Rows laid out or inserted before the loop gets a turn, 7 us each.
MOST_ROWS = 1000

FAULTS_OF_THE_DISK = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_BUSY,
}

SELECT_TIP = (
    "SELECT streams.id, length, head, hash FROM streams"
    " LEFT JOIN records ON stream = streams.id AND number = length - 1 WHERE name = ?"
)
INSERT_RECORD = "INSERT INTO records (stream, number, body, hash) VALUES (?, ?, ?, ?)"
INSERT_STREAM = "INSERT INTO streams (length, head, id, name) VALUES (?, ?, ?, ?)"
UPDATE_STREAM = "UPDATE streams SET length = ?, head = ? WHERE id = ?"


class Transaction:
    """Some puts on their way to the disk, and how they ended there."""

    __slots__ = ("began", "born", "error", "failures", "puts", "records", "seconds")

    def __init__(self, puts: list[Put]) -> None:
        self.puts = puts
        self.failures: dict[int, StoreError] = {}
        """Why a put wasn't stored, by its place among `puts`."""
        self.records = 0
        self.born: set[str] = set()
        """The streams it begins."""
        self.error: Exception | None = None
        self.began = time.perf_counter()
        self.seconds = 0.0


class Ledger:
    """Checks, chains, stores. It keeps the tips of the streams it wrote last in memory."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._connection = connect(database)
        self._tips: dict[str, Tip] = {}
        self._unborn: set[str] = set()
        self._next_identity = self._first_free_identity()

    def close(self) -> None:
        self._connection.close()

    def begin(self, transaction: Transaction) -> Iterator[None]:
        """Everything but the commit; touches the disk only for the tip of a stream that isn't in memory.

        Runs until it has made MOST_ROWS rows, and goes on when it is asked to.
        """
        try:
            rows: list[Row] = []
            touched: set[str] = set()
            yield from self._lay_out(transaction, rows, touched)
            if rows:
                yield from self._insert(transaction, rows, touched)
        except Exception as error:  # noqa: BLE001 - `end` finds out whose fault it was
            transaction.error = error

    def end(self, transaction: Transaction) -> None:
        """Commit. If that fails by the fault of one put, commit each by itself."""
        try:
            if transaction.error:
                raise transaction.error
            if transaction.records:
                self._connection.execute("COMMIT")
                self._unborn -= transaction.born
        except Exception as error:  # noqa: BLE001 - the puts must hear of it, and the next ones go on
            self._forget()
            transaction.records = 0
            of_the_disk = isinstance(error, sqlite3.Error) and primary_code(error) in FAULTS_OF_THE_DISK
            if len(transaction.puts) == 1 or of_the_disk:
                transaction.failures = {place: self._reason(error) for place in range(len(transaction.puts))}
            else:
                self._commit_each(transaction)
        self._bound_tips()
        transaction.seconds = time.perf_counter() - transaction.began

    def _commit_each(self, transaction: Transaction) -> None:
        transaction.failures = {}
        for place, put in enumerate(transaction.puts):
            alone = Transaction([put])
            for _ in self.begin(alone):
                pass
            self.end(alone)
            transaction.records += alone.records
            if alone.failures:
                transaction.failures[place] = alone.failures[0]

    def _lay_out(self, transaction: Transaction, rows: list[Row], touched: set[str]) -> Iterator[None]:
        """Check every append against its stream's tip and chain its bodies; a put that doesn't fit leaves nothing."""
        tips = self._tips
        turn = MOST_ROWS
        for place, (appends, _) in enumerate(transaction.puts):
            first_row = len(rows)
            before: list[tuple[str, Tip]] = []
            try:
                for append in appends:
                    stream = append.stream
                    tip = tips.get(stream) or self._load(stream)
                    identity, number, link = tip
                    if number != append.expected_length:
                        raise LengthConflict(stream, append.expected_length, number)
                    before.append((stream, tip))
                    for body in append.bodies:
                        link = sha256(link + body).digest()
                        rows.append((identity, number, body, link))
                        number += 1
                        if len(rows) >= turn:
                            turn += MOST_ROWS
                            yield
                    tips[stream] = (identity, number, link)
                    touched.add(stream)
            except StoreError as error:
                transaction.failures[place] = error
                del rows[first_row:]
                tips.update(reversed(before))

    def _insert(self, transaction: Transaction, rows: list[Row], touched: set[str]) -> Iterator[None]:
        tips = self._tips
        self._connection.execute("BEGIN IMMEDIATE")
        transaction.records = len(rows)
        for stream in self._unborn & touched:
            identity, length, link = tips[stream]
            if length:
                transaction.born.add(stream)
                self._connection.execute(INSERT_STREAM, (length, link, identity, stream))
        left = iter(rows)
        while batch := list(islice(left, MOST_ROWS)):
            self._connection.executemany(INSERT_RECORD, batch)
            if len(batch) == MOST_ROWS:
                yield
        changed = []
        for stream in touched - self._unborn:
            identity, length, link = tips[stream]
            changed.append((length, link, identity))
        self._connection.executemany(UPDATE_STREAM, changed)

    def _load(self, stream: str) -> Tip:
        """The tip of a stream that isn't in memory; a stream is not written on where its end is broken."""
        try:
            row = self._connection.execute(SELECT_TIP, (stream,)).fetchone()
        except sqlite3.Error as error:
            raise StoreFailed(f"stream {stream!r}: {failure(self._database, error)}") from error
        if row is None:
            tip = (self._next_identity, 0, chain.root(stream))
            self._next_identity += 1
            self._unborn.add(stream)
        else:
            identity, length, head, stored = row
            if stored != head:
                why = "is missing" if stored is None else "is not the last record that was written"
                raise BrokenChain(stream, length - 1, why)
            tip = (identity, length, head)
        self._tips[stream] = tip
        return tip

    def _reason(self, error: Exception) -> StoreFailed:
        if isinstance(error, sqlite3.Error):
            return failure(self._database, error)
        return StoreFailed(f"this is a fault of the server: {error!r}")

    def _forget(self) -> None:
        """After a failed transaction the file alone knows where the streams end."""
        self._tips.clear()
        self._unborn.clear()
        if self._connection.in_transaction:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    def _bound_tips(self) -> None:
        """Drop the tips that were loaded first; a stream that goes on costs one look-up."""
        excess = len(self._tips) - MOST_TIPS
        if excess > 0:
            for stream in list(self._tips)[: excess + MOST_TIPS // 10]:
                del self._tips[stream]
            self._unborn &= self._tips.keys()

    def _first_free_identity(self) -> int:
        try:
            last: int | None = self._connection.execute("SELECT max(id) FROM streams").fetchone()[0]
        except sqlite3.Error as error:
            self._connection.close()
            raise failure(self._database, error) from error
        return (last or 0) + 1
