"""The writing connection: puts become rows of one transaction, checked and chained.

It has no thread of its own and no lock. `Writer` calls `begin` and `end` in turn, never both at once.
"""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path

from tilth_server.store import chain
from tilth_server.store.errors import (
    BrokenChain,
    HeadConflict,
    KeyTaken,
    LengthConflict,
    StoreError,
    StoreFailed,
)
from tilth_server.store.index import IndexRow
from tilth_server.store.sqlite.index_writer import IndexWriter
from tilth_server.store.sqlite.mark import StoreSize
from tilth_server.store.sqlite.schema import connect, count_stored, failure, primary_code
from tilth_server.store.streams import Append, Head, KeptValue, PutDone

Put = tuple[Sequence[Append], PutDone, Sequence[KeptValue]]

Tip = tuple[int, int, bytes]
"""The end of a stream, where appends continue: its row in `streams`, its length, its last hash."""

Row = tuple[int, int, bytes, bytes]

MAX_TIPS = 20_000

# Rows laid out or inserted before the loop gets a turn, 7 us each.
MAX_ROWS = 1000

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
IS_ARCHIVED = "SELECT 1 FROM archived WHERE stream = ? AND length = ? AND head = ?"
INSERT_RECORD = "INSERT INTO records (stream, number, body, hash) VALUES (?, ?, ?, ?)"
INSERT_STREAM = "INSERT INTO streams (length, head, id, name) VALUES (?, ?, ?, ?)"
UPDATE_STREAM = "UPDATE streams SET length = ?, head = ? WHERE id = ?"
ERASE_KEPT = "UPDATE kept SET body = zeroblob(length(body)) WHERE key = ?"
INSERT_KEPT = "INSERT INTO kept (key, body) VALUES (?, ?)"


class Transaction:
    """The puts of one transaction, and, once it has ended, their outcomes: the new heads of streams, or an error."""

    __slots__ = (
        "began",
        "error",
        "failures",
        "heads",
        "is_alone",
        "kept_values",
        "new_streams",
        "puts",
        "records",
        "seconds",
    )

    def __init__(self, puts: list[Put], *, is_alone: bool = False) -> None:
        self.puts = puts
        self.is_alone = is_alone
        """True if the put was in a transaction that has failed, so that it is committed by itself."""
        self.failures: dict[int, StoreError] = {}
        """The errors of the puts that were not stored, by their place among `puts`."""
        self.heads: list[Sequence[Head]] = []
        """By put: the heads of its streams after it, in the order of its appends."""
        self.records = 0
        self.kept_values: list[KeptValue] = []
        """Kept values of the puts that can be stored."""
        self.new_streams: set[str] = set()
        """The names of the streams that the transaction begins."""
        self.error: Exception | None = None
        self.began = time.perf_counter()
        self.seconds = 0.0


class TransactionWriter:
    """The writer of transactions: it checks and stores puts, and computes the hashes of their records.

    It keeps the tips of recent streams in memory: a stream's tip is its row, its length and its last hash.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._connection = connect(database)
        self._index = IndexWriter(self._connection)
        self._tips: dict[str, Tip] = {}
        self._unwritten_streams: set[str] = set()
        self._next_identity, self.durable_size = self._start()
        """Streams and records that are durable. It is replaced after each commit, and may be read in any thread."""

    def close(self) -> None:
        """Close the writing connection."""
        self._connection.close()

    def begin(self, transaction: Transaction) -> Iterator[None]:
        """Write the puts into a transaction, without the commit. Only tips that are not in memory are read.

        The iterator pauses after every MAX_ROWS rows; the next step continues.
        """
        try:
            rows: list[Row] = []
            touched: set[str] = set()
            yield from self._build_rows(transaction, rows, touched)
            if rows or transaction.kept_values:
                yield from self._insert(transaction, rows, touched)
        except Exception as error:  # noqa: BLE001 - `end` finds the put that caused it
            transaction.error = error

    def end(self, transaction: Transaction) -> None:
        """Commit. If that fails by the fault of one put, or by another process, commit each by itself."""
        try:
            if transaction.error:
                raise transaction.error
            if self._connection.in_transaction:
                self._connection.execute("COMMIT")
                self._unwritten_streams -= transaction.new_streams
                streams, records = self.durable_size
                self.durable_size = StoreSize(
                    streams + len(transaction.new_streams), records + transaction.records
                )
        except Exception as error:  # noqa: BLE001 - the puts get the error, and the next ones continue
            self._clear_tips()
            transaction.records = 0
            of_the_disk = isinstance(error, sqlite3.Error) and primary_code(error) in FAULTS_OF_THE_DISK
            has_moved = isinstance(error, sqlite3.IntegrityError) and not transaction.is_alone
            if of_the_disk or (len(transaction.puts) == 1 and not has_moved):
                transaction.failures = {place: self._reason(error) for place in range(len(transaction.puts))}
            else:
                self._commit_each(transaction)
        self._bound_tips()
        transaction.seconds = time.perf_counter() - transaction.began

    def _commit_each(self, transaction: Transaction) -> None:
        """Commit each put in a transaction of its own, so that only the faulty puts fail."""
        transaction.failures = {}
        for place, put in enumerate(transaction.puts):
            alone = Transaction([put], is_alone=True)
            for _ in self.begin(alone):
                pass
            self.end(alone)
            transaction.records += alone.records
            transaction.heads[place : place + 1] = alone.heads or [()]
            if alone.failures:
                transaction.failures[place] = alone.failures[0]

    def _build_rows(self, transaction: Transaction, rows: list[Row], touched: set[str]) -> Iterator[None]:
        """Check every append against its stream's tip and chain its bodies; a put that doesn't fit leaves nothing."""
        tips = self._tips
        turn = MAX_ROWS
        for place, (appends, _, keeps) in enumerate(transaction.puts):
            first_row = len(rows)
            before: list[tuple[str, Tip]] = []
            heads: list[Head] = []
            indexed: list[IndexRow] = []
            transaction.heads.append(heads)
            try:
                for append in appends:
                    stream = append.stream
                    tip = tips.get(stream) or self._load(stream)
                    if tip[1] != append.expected_length and stream not in touched:
                        # Another process may have appended since the tip was loaded.
                        tip = self._load(stream)
                    identity, number, link = tip
                    if number != append.expected_length:
                        raise LengthConflict(stream, append.expected_length, number)
                    if append.expected_head is not None and append.expected_head != link:
                        raise HeadConflict(stream, number)
                    before.append((stream, tip))
                    for body in append.bodies:
                        link = sha256(link + body).digest()
                        rows.append((identity, number, body, link))
                        number += 1
                        if len(rows) >= turn:
                            turn += MAX_ROWS
                            yield
                    tips[stream] = (identity, number, link)
                    touched.add(stream)
                    heads.append(Head(number, link))
                    if append.rows:
                        indexed += append.rows
                if indexed:
                    self._write_index(indexed)
                transaction.kept_values += keeps
            except StoreError as error:
                transaction.failures[place] = error
                heads.clear()
                del rows[first_row:]
                tips.update(reversed(before))

    def _insert(self, transaction: Transaction, rows: list[Row], touched: set[str]) -> Iterator[None]:
        """Insert records, new streams and kept values, and update the heads of streams.

        Pause after every MAX_ROWS rows.
        """
        tips = self._tips
        self._begin()
        transaction.records = len(rows)
        for stream in self._unwritten_streams & touched:
            identity, length, link = tips[stream]
            if length:
                transaction.new_streams.add(stream)
                self._connection.execute(INSERT_STREAM, (length, link, identity, stream))
        left = iter(rows)
        while batch := list(islice(left, MAX_ROWS)):
            self._connection.executemany(INSERT_RECORD, batch)
            if len(batch) == MAX_ROWS:
                yield
        changed = []
        for stream in touched - self._unwritten_streams:
            identity, length, link = tips[stream]
            changed.append((length, link, identity))
        self._connection.executemany(UPDATE_STREAM, changed)
        for keep in transaction.kept_values:
            self._connection.execute(ERASE_KEPT, (keep.key,))
            if keep.body:
                self._connection.execute(INSERT_KEPT, (keep.key, keep.body))

    def _begin(self) -> None:
        """Begin a transaction in SQLite, unless one is open."""
        if not self._connection.in_transaction:
            self._connection.execute("BEGIN IMMEDIATE")

    def _write_index(self, rows: Sequence[IndexRow]) -> None:
        """Write the rows of one put into the transaction; none of them if one has a key that is taken."""
        self._begin()
        self._connection.execute("SAVEPOINT rows")
        try:
            for row in rows:
                self._index.write(row)
        except KeyTaken:
            self._connection.execute("ROLLBACK TO rows")
            self._connection.execute("RELEASE rows")
            raise
        self._connection.execute("RELEASE rows")

    def _load(self, stream: str) -> Tip:
        """Load the tip of a stream. Raise BrokenChain if its last record is damaged: nothing may be appended to it."""
        try:
            row = self._connection.execute(SELECT_TIP, (stream,)).fetchone()
        except sqlite3.Error as error:
            raise StoreFailed(f"stream {stream!r}: {failure(self._database, error)}") from error
        if row is None:
            tip = (self._next_identity, 0, chain.root(stream))
            self._next_identity += 1
            self._unwritten_streams.add(stream)
        else:
            identity, length, head, stored = row
            if stored != head and not self._is_archived(stored, row):
                why = "is missing" if stored is None else "is not the last record that was written"
                raise BrokenChain(stream, length - 1, why)
            tip = (identity, length, head)
        self._tips[stream] = tip
        return tip

    def _is_archived(self, stored: bytes | None, row: tuple[int, int, bytes, bytes | None]) -> bool:
        """Return whether the last record of a stream is not among the records because it was moved into a bundle."""
        return stored is None and self._connection.execute(IS_ARCHIVED, row[:3]).fetchone() is not None

    def _reason(self, error: Exception) -> StoreFailed:
        """Return the error that the puts of a failed transaction get."""
        if isinstance(error, sqlite3.Error):
            return failure(self._database, error)
        return StoreFailed(f"this is a fault of the server: {error!r}")

    def _clear_tips(self) -> None:
        """Drop the tips and roll back: after a failed transaction the ends of streams are read from the file again."""
        self._tips.clear()
        self._unwritten_streams.clear()
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._next_identity = max(self._next_identity, self._free_identity())

    def _bound_tips(self) -> None:
        """Drop the tips that were loaded first if there are too many. The next append to their streams loads them."""
        excess = len(self._tips) - MAX_TIPS
        if excess > 0:
            for stream in list(self._tips)[: excess + MAX_TIPS // 10]:
                del self._tips[stream]
            self._unwritten_streams &= self._tips.keys()

    def _start(self) -> tuple[int, StoreSize]:
        """Return the first free identity of a stream, and the numbers of streams and records stored."""
        try:
            free = self._free_identity()
            reached = StoreSize(*count_stored(self._connection))
        except sqlite3.Error as error:
            self._connection.close()
            raise failure(self._database, error) from error
        return free, reached

    def _free_identity(self) -> int:
        """Return a number that no stream has, for the next new stream."""
        last: int | None = self._connection.execute("SELECT max(id) FROM streams").fetchone()[0]
        return (last or 0) + 1
