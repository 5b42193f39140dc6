"""Moves the records of whole streams into bundles, beside a server that has the database open.

The order makes it safe at every moment: the bundle is on the disk, it has been read back and compared with the
database, the database names it and is on the disk, and only then do the records go. Until a record is gone, readers
find it among the records; after that, in the bundle. A process that is killed leaves an unfinished file, or a bundle
whose records are still there, and the next one removes the file or finishes the move.

A server writes on its event loop, which waits while this process holds the lock for writing. So records go a few at a
time, and this process rests between. All other work is done in a thread that gives way to every other process.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, TypeVar

from tilth_server.store.chain import head_of
from tilth_server.store.errors import StoreFailed, StoreInUse
from tilth_server.store.index import IndexRow, Position
from tilth_server.store.moving import BundleDraft, MovedRecords
from tilth_server.store.packed import BundleDamaged, unpack_records
from tilth_server.store.sqlite import mark
from tilth_server.store.sqlite.archived import BUNDLE, FOLDER, chained, read_part
from tilth_server.store.sqlite.data_directory import (
    DATABASE,
    DataDirectory,
    is_held,
    lock_file,
    sync_directory,
)
from tilth_server.store.sqlite.index_reader import IndexReader
from tilth_server.store.sqlite.leftovers import UNFINISHED, unfinished_path
from tilth_server.store.sqlite.migrations import VERSION
from tilth_server.store.sqlite.reader import Reader
from tilth_server.store.sqlite.schema import connect, failure, primary_code

LOCK: Final = "archive.lock"
ROWS_AT_ONCE: Final = 500
POSITIONS_AT_ONCE: Final = 100
HOLD_SECONDS: Final = 0.001
"""Time for which the lock for writing may be held while a server runs. A server waits for it for 1 ms or more."""
REST: Final = 20.0
"""While a server runs: the time of rest after each removal, in times of what the removal took."""
MAX_AT_ONCE: Final = 5000
LOW_PRIORITY: Final = 19
READ_BYTES: Final = 1 << 20
TRIES: Final = 100

SELECT_MOVED = "SELECT 1 FROM streams JOIN archived ON stream = streams.id WHERE name = ?"
SELECT_LAST = (
    "SELECT streams.id, hash FROM streams JOIN records ON stream = streams.id AND number = ? WHERE name = ?"
)
INSERT_BUNDLE = "INSERT INTO bundles (id, name, size, digest, is_emptied) VALUES (?, ?, ?, ?, 0)"
INSERT_ARCHIVED = "INSERT INTO archived (stream, bundle, place, size, length, head) VALUES (?, ?, ?, ?, ?, ?)"
SELECT_UNFINISHED = "SELECT id, name, digest FROM bundles WHERE is_emptied = 0"
SELECT_POSITIONS = (
    "SELECT position FROM archived JOIN records ON records.stream = archived.stream AND number < length"
    " WHERE bundle = ?"
)
DELETE_RECORD = "DELETE FROM records WHERE position = ?"
SET_EMPTIED = "UPDATE bundles SET is_emptied = 1 WHERE id = ?"

Progress = Callable[[int, int], object]
Result = TypeVar("Result")


class Part(NamedTuple):
    """The part of a bundle that holds one stream: the stream's row, the place, and what the records have to be."""

    stream: str
    place: int
    size: int
    length: int
    head: bytes


class Draft:
    """A bundle that is being written as an unfinished file."""

    def __init__(self, number: int, file: Path) -> None:
        self.number = number
        self.file = file
        self.unfinished = unfinished_path(file)
        self.size = 0
        self.parts: list[Part] = []
        self.digest = sha256()
        self._out = os.fdopen(os.open(self.unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")

    def write(self, data: bytes) -> None:
        """Write bytes, and count them in the digest."""
        self._out.write(data)
        self.digest.update(data)
        self.size += len(data)

    def add(self, stream: str, bodies: list[bytes], packed: bytes) -> None:
        """Write the part of one stream."""
        head = head_of(stream, bodies)
        self.parts.append(Part(stream, self.size, len(packed), len(bodies), head))
        self.write(packed)

    def close(self) -> None:
        """Flush the file to the disk, and let the system forget it: what is read back comes from the disk."""
        self._out.flush()
        os.fsync(self._out.fileno())
        os.posix_fadvise(self._out.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        self._out.close()

    def remove(self) -> None:
        """Remove the unfinished file."""
        self._out.close()
        self.unfinished.unlink(missing_ok=True)


class SqliteMover:
    """The mover of one data directory; `open` makes one, which holds the lock of the archive until `close`."""

    def __init__(self, data: Path, lock: int) -> None:
        self._data = data
        self._lock = lock
        self._folder = data / FOLDER
        self._database = data / DATABASE
        self._connection = connect(self._database)
        self._connection.execute("PRAGMA busy_timeout = 100")
        self._index = IndexReader(self._database)
        self._aside = ThreadPoolExecutor(1, "tilth-archive", initializer=_give_way)
        self.reader = Reader(self._database)

    @classmethod
    def open(cls, data: Path) -> Self:
        """Return the mover of a directory. Raise StoreFailed if it has no store, or one of an earlier build that runs;
        StoreInUse if another mover works."""
        if not (data / DATABASE).is_file():
            raise StoreFailed(f"there is no store in {data}")
        if (data / DATABASE).stat().st_uid != os.geteuid():
            # The server could not read the bundles.
            raise StoreFailed(f"{data / DATABASE} belongs to another user: run this as that user")
        try:
            (data / FOLDER).mkdir(mode=0o700, exist_ok=True)
            lock = lock_file(data / FOLDER / LOCK)
        except OSError as error:
            raise StoreFailed(f"cannot write {error.filename or data} ({error.strerror})") from error
        if lock is None:
            raise StoreInUse(f"the matches of {data} are being archived by another process: wait for it")
        try:
            _prepare(data)
            return cls(data, lock)
        except BaseException:
            os.close(lock)
            raise

    def close(self) -> None:
        """Close the connections, and let others archive."""
        self._aside.shutdown()
        self.reader.close()
        self._index.close()
        self._connection.close()
        os.close(self._lock)

    def aside(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do work in the thread that gives way to other processes, and return its result."""
        return self._aside.submit(work, *arguments).result()

    def rows(self, index: str, tag: str, max_order: int) -> Iterator[IndexRow]:
        """Yield the rows with the tag whose order is at most `max_order`, the greatest order first."""
        after: Position | None = None
        while True:
            page = self._index.page(index, [tag], ROWS_AT_ONCE, (None, max_order, after), ROWS_AT_ONCE)
            yield from page.rows
            if page.next is None:
                return
            after = page.next

    def is_moved(self, stream: str) -> bool:
        """Return whether the first records of the stream are in a bundle."""
        return self._connection.execute(SELECT_MOVED, (stream,)).fetchone() is not None

    def resume(self) -> list[str]:
        """Finish what a killed process has begun; return a sentence for each file that belongs to nothing."""
        for bundle, name, digest in self._connection.execute(SELECT_UNFINISHED).fetchall():
            self._adopt_unfinished(self._folder / name)
            self._check_digest(self._folder / name, digest)
            self._empty(bundle, None)
        known = {name for (name,) in self._connection.execute("SELECT name FROM bundles")}
        loose = []
        for file in sorted(self._folder.iterdir()):
            unfinished = UNFINISHED.fullmatch(file.name)
            if unfinished is not None and BUNDLE.fullmatch(unfinished["name"]):
                file.unlink()
            elif BUNDLE.fullmatch(file.name) and file.name not in known:
                loose.append(
                    f"{file} belongs to no match of the store: it was left by a process that was killed, or by a newer"
                    " copy of the store"
                )
        return loose

    @contextmanager
    def draft(self) -> Iterator[Draft]:
        """Begin a bundle under the next free number."""
        numbers = [int(found[1]) for file in self._folder.iterdir() if (found := BUNDLE.fullmatch(file.name))]
        named = self._connection.execute("SELECT coalesce(max(id), 0) FROM bundles").fetchone()[0]
        number = max([*numbers, named]) + 1
        try:
            draft = Draft(number, self._folder / f"bundle-{number:06d}.tilth")
            try:
                yield draft
                draft.close()
            except BaseException:
                draft.remove()
                raise
        except OSError as error:
            raise StoreFailed(f"cannot write {error.filename or self._folder} ({error.strerror})") from error

    def move(self, draft: BundleDraft, progress: Progress | None = None) -> MovedRecords:
        """Compare the bundle with the store, name it there, and remove its records; see the module."""
        assert isinstance(draft, Draft)
        try:
            rows = self.aside(self._rows_of, draft)
        except BaseException:
            draft.remove()
            raise
        with self._transaction("FULL"):
            values = (draft.number, draft.file.name, draft.size, draft.digest.digest())
            self._connection.execute(INSERT_BUNDLE, values)
            self._connection.executemany(INSERT_ARCHIVED, rows)
            draft.unfinished.rename(draft.file)
        # The lock for writing is not held while the disk works.
        sync_directory(self._folder)
        self._empty(draft.number, progress)
        return MovedRecords(len(draft.parts), sum(part.length for part in draft.parts), draft.size)

    def _adopt_unfinished(self, file: Path) -> None:
        """Give a bundle its name if a power cut has taken it back."""
        for part in () if file.exists() else self._folder.glob(f"{file.name}.*.part"):
            part.rename(file)
        sync_directory(self._folder)

    def _rows_of(self, draft: Draft) -> list[tuple[int, int, int, int, int, bytes]]:
        """Read the bundle back, and return the rows of its parts. Raise StoreFailed unless it holds what it should."""
        rows = [self._row_of(draft, part) for part in draft.parts]
        self._check_digest(draft.unfinished, draft.digest.digest())
        return rows

    def _row_of(self, draft: Draft, part: Part) -> tuple[int, int, int, int, int, bytes]:
        """Read a part of the bundle back, and return its row. Raise StoreFailed unless it holds the stored records."""
        packed = read_part(draft.unfinished, part.place, part.size)
        try:
            records = chained(part.stream, unpack_records(packed))
        except BundleDamaged as error:
            raise StoreFailed(
                f"{draft.unfinished} was not written well ({error}): nothing is moved"
            ) from None
        last = self._connection.execute(SELECT_LAST, (part.length - 1, part.stream)).fetchone()
        if len(records) != part.length or last is None or not records[-1].hash == part.head == last[1]:
            raise StoreFailed(
                f"{draft.unfinished} does not hold the records of {part.stream}: nothing is moved"
            )
        return last[0], draft.number, part.place, part.size, part.length, part.head

    def _check_digest(self, file: Path, digest: bytes) -> None:
        """Raise StoreFailed if the file is not the one that was written."""
        found = sha256()
        try:
            with file.open("rb") as opened:
                while data := opened.read(READ_BYTES):
                    found.update(data)
        except OSError as error:
            raise StoreFailed(
                f"cannot read {file} ({error.strerror}): put a good copy in its place"
            ) from error
        if found.digest() != digest:
            raise StoreFailed(f"{file} is damaged: put a good copy in its place")

    def _empty(self, bundle: int, progress: Progress | None) -> None:
        """Remove the records that the bundle holds, in the order of the file, so that each page is changed once."""
        found = self.aside(self._positions, bundle)
        beside_server = is_held(self._data)
        at, count = 0, POSITIONS_AT_ONCE
        while at < len(found):
            some = found[at : at + count]
            # The records are in the bundle, so that no commit has to wait for the disk.
            with self._transaction("NORMAL"):
                began = time.perf_counter()
                self._connection.executemany(DELETE_RECORD, some)
                seconds = time.perf_counter() - began
            at += len(some)
            if progress is not None:
                progress(at, len(found))
            if beside_server:
                time.sleep(REST * seconds)
            fitting = count * HOLD_SECONDS / seconds if beside_server else MAX_AT_ONCE
            count = int(min(max(fitting, count / 2, POSITIONS_AT_ONCE), 2 * count, MAX_AT_ONCE))
        with self._transaction("FULL"):
            self._connection.execute(SET_EMPTIED, (bundle,))

    def _positions(self, bundle: int) -> list[tuple[int]]:
        """Return the positions of the records that the bundle holds, sorted."""
        return sorted(self._connection.execute(SELECT_POSITIONS, (bundle,)))

    @contextmanager
    def _transaction(self, synchronous: str) -> Iterator[None]:
        """Run the block as one transaction. While a server holds the lock for writing, try again, and fail after
        TRIES waits."""
        self._connection.execute(f"PRAGMA synchronous = {synchronous}")
        for tries in range(TRIES):
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                break
            except sqlite3.Error as error:
                if primary_code(error) != sqlite3.SQLITE_BUSY or tries == TRIES - 1:
                    raise failure(self._database, error) from error
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise failure(self._database, error) from error
            raise


def _give_way() -> None:
    """Give this thread the lowest priority. On Linux a thread has a priority of its own."""
    os.nice(LOW_PRIORITY)


def _prepare(data: Path) -> None:
    """Make the store one of this version. Raise StoreFailed if a server of another version has it open."""
    if is_held(data):
        connection = connect(data / DATABASE, read_only=True)
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
        finally:
            connection.close()
        if version != VERSION:
            raise StoreFailed(
                f"the server on {data} is of another version: start it again with this one first"
            )
        return
    directory = DataDirectory(data)
    try:
        mark.prepare_checked(data / DATABASE)
    finally:
        directory.release()
