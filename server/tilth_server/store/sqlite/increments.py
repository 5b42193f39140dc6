"""Backups in a folder: a copy of everything, then files with what is new since the one before.

    0000.full                   a copy of the database
    0001.increment, 0002...     the rows that were added or changed since, as a small database of the same tables
    archive/                    the bundles, each copied once

An increment holds new records, and the changed rows of the small tables; the tables by which rows of indexes are found
follow from the rows, and are made at a restore. An increment fits one state only: it names the digest of the state
before it. A file gets its name when it is complete, so a backup that was killed is as if it had never begun.
"""

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from hashlib import sha256
from heapq import merge
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from tilth_server.store.engine import Progress
from tilth_server.store.errors import StoreFailed, StoreInUse
from tilth_server.store.sqlite.archived import BUNDLE, FOLDER
from tilth_server.store.sqlite.backup import back_up, new_file, put_in_place, unwritable, verify_copy
from tilth_server.store.sqlite.bundle_copies import bundles_of, copy_bundles
from tilth_server.store.sqlite.data_directory import lock_file
from tilth_server.store.sqlite.leftovers import UNFINISHED, remove_copy
from tilth_server.store.sqlite.migrations import VERSION, migration_from
from tilth_server.store.sqlite.schema import APPLICATION, failure

NAME: Final = re.compile(r"[0-9]{4,}\.(full|increment)")
LOCK: Final = "backup.lock"
VERIFIED: Final = "verified"
"""The name of the file that is restored only to be verified, while it is unfinished."""
TABLES: Final = {
    "streams": ("id", "name", "length", "head"),
    "kept": ("id", "key", "body"),
    "index_rows": ("id", "name", "key", "place", "tags", "unique_keys", "version", "body"),
    "bundles": ("id", "name", "size", "digest", "is_emptied"),
    "archived": ("stream", "bundle", "place", "size", "length", "head"),
}
"""The tables of which rows are compared, with their columns. The first column is the number of the row."""

INCREMENT = """
CREATE TABLE removed (name TEXT NOT NULL, row INTEGER NOT NULL);
CREATE TABLE fits (before BLOB NOT NULL, after BLOB NOT NULL);
"""
SELECT_NEW = "SELECT position, stream, number, body, hash FROM records WHERE stream = ? AND number >= ?"
INSERT_RECORD = "INSERT INTO records (position, stream, number, body, hash) VALUES (?, ?, ?, ?, ?)"
SELECT_HASH = "SELECT hash FROM records WHERE stream = ? AND number = ?"

# What rows of indexes are found by, from the rows.
INDEX_TABLES: Final = (
    "DELETE FROM index_entries",
    "DELETE FROM index_tags",
    "DELETE FROM index_unique_keys",
    "CREATE TEMP TABLE tagged AS SELECT name, each.value AS tag, place, index_rows.key, index_rows.id AS row"
    " FROM index_rows, json_each(tags) AS each UNION ALL SELECT name, '', place, key, id FROM index_rows",
    "INSERT INTO index_tags (name, tag, sum) SELECT name, tag, count(*) FROM tagged GROUP BY name, tag",
    "INSERT INTO index_entries (tag, place, key, row) SELECT index_tags.id, place, key, row FROM tagged"
    " JOIN index_tags USING (name, tag) ORDER BY index_tags.id, place, key",
    "INSERT INTO index_unique_keys (name, unique_key, row) SELECT name, each.value, index_rows.id"
    " FROM index_rows, json_each(unique_keys) AS each",
    "DROP TABLE tagged",
)

Row = tuple[Any, ...]


def back_up_into(database: Path, folder: Path, progress: Progress | None = None) -> Path | None:
    """Copy what is new in the store since the last backup in the folder; everything, if it has none. Return the file
    that was made, None if nothing is new. Servers may read and write the store at the same time."""
    if not database.exists():
        raise StoreFailed(f"there is no store in {database.parent}")
    try:
        with _held(folder):
            chain = chain_in(folder)
            if not chain:
                return _full(database, folder, progress)
            return _increment(database, folder, chain, progress)
    except sqlite3.Error as error:
        raise failure(database, error) from error
    except OSError as error:
        raise unwritable(folder, error) from error


def verify_folder(folder: Path, progress: Progress | None = None) -> int:
    """Restore the backups of a folder into an unfinished file there, verify every record, and remove the file. Return
    the number of streams."""
    with _held(folder):
        part = new_file(folder / VERIFIED)
        try:
            assemble(folder, part)
            return verify_copy(part, progress, folder / FOLDER)
        finally:
            remove_copy(part)


def assemble(folder: Path, part: Path) -> None:
    """Make of the backups in a folder the database as it was at the last of them, in the file `part`."""
    chain = chain_in(folder)
    if not chain:
        raise StoreFailed(f"{folder} holds no backup: there is no file 0000.full in it")
    try:
        shutil.copyfile(chain[0], part)
        if len(chain) == 1:
            return
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            # Nothing of the file counts before it is complete.
            copy.execute("PRAGMA journal_mode = OFF")
            copy.execute("PRAGMA synchronous = OFF")
            for file in chain[1:]:
                _apply(copy, file)
            for statement in INDEX_TABLES:
                copy.execute(statement)
    except sqlite3.Error as error:
        raise failure(part, error) from error


def chain_in(folder: Path) -> list[Path]:
    """Return the backups in a folder, the first one first. Raise StoreFailed if one of them is missing."""
    found = sorted((file for file in folder.iterdir() if NAME.fullmatch(file.name)), key=_number)
    for number, file in enumerate(found):
        expected = _path(folder, number)
        if file != expected:
            raise StoreFailed(f"{expected} is missing: the backups after it can't be used without it")
    return found


def _number(file: Path) -> int:
    """Return the number of a backup."""
    return int(file.name.partition(".")[0])


def _path(folder: Path, number: int) -> Path:
    """Return the path of a backup by its number."""
    return folder / f"{number:04d}.{'increment' if number else 'full'}"


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Make the folder if it is missing, and hold it, so that one backup at a time is made in it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = lock_file(folder / LOCK)
    if lock is None:
        raise StoreInUse(f"another backup into {folder} is being made: wait for it")
    try:
        _remove_unfinished(folder)
        yield
    finally:
        os.close(lock)


def _remove_unfinished(folder: Path) -> None:
    """Remove what a killed backup left in the folder, which this process holds."""
    for file in [*folder.iterdir(), *(folder / FOLDER).glob("*")]:
        found = UNFINISHED.fullmatch(file.name)
        if found is None:
            continue
        name = found["name"]
        if name == VERIFIED or NAME.fullmatch(name) or BUNDLE.fullmatch(name):
            remove_copy(file)


def _full(database: Path, folder: Path, progress: Progress | None) -> Path:
    """Copy everything."""
    file = _path(folder, 0)
    back_up(database, file, progress, bundles=folder / FOLDER)
    return file


def _increment(database: Path, folder: Path, chain: Sequence[Path], progress: Progress | None) -> Path | None:
    """Write an increment, as the store is at one moment; None if nothing is new."""
    file = _path(folder, len(chain))
    with ExitStack() as stack:
        earlier = [stack.enter_context(closing(_open(each))) for each in chain]
        source = stack.enter_context(closing(_open(database)))
        source.execute("BEGIN")
        _check_versions(database, source, [*zip(chain, earlier, strict=True)])
        part = new_file(file)
        try:
            with closing(sqlite3.connect(part, isolation_level=None)) as copy:
                copy.executescript(migration_from(0, APPLICATION) + INCREMENT)
                copy.execute("PRAGMA synchronous = OFF")
                copy.execute("BEGIN")
                is_new = _Comparison(folder, source, earlier, copy).run(progress)
                copy.execute("COMMIT")
            if not is_new:
                return None
            bundles = bundles_of(source)
            source.execute("ROLLBACK")
            copy_bundles(bundles, database.parent / FOLDER, folder / FOLDER)
            put_in_place(part, file)
        finally:
            remove_copy(part)
    return file


def _open(file: Path) -> sqlite3.Connection:
    """Open a database for reading."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _check_versions(
    database: Path, source: sqlite3.Connection, earlier: list[tuple[Path, sqlite3.Connection]]
) -> None:
    """Raise StoreFailed if the store or the last backup is of another version."""
    if _version(source) != VERSION:
        raise StoreFailed(f"{database} is of another version: start the server on it first")
    for file, connection in earlier:
        if _version(connection) != VERSION:
            raise StoreFailed(f"{file} was made by another version: begin a new folder")


def _version(connection: sqlite3.Connection) -> int:
    """Return the version of the tables in a file."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


class _Comparison:
    """The comparison of a store with the backups of a folder, which writes what is new into an increment."""

    def __init__(
        self,
        folder: Path,
        source: sqlite3.Connection,
        earlier: Sequence[sqlite3.Connection],
        copy: sqlite3.Connection,
    ) -> None:
        self._folder = folder
        self._source = source
        self._earlier = earlier
        self._copy = copy

    def run(self, progress: Progress | None) -> bool:
        """Write what is new; return whether anything is."""
        digests = sha256(), sha256()
        is_new = False
        for done, table in enumerate(TABLES):
            if progress is not None:
                progress(done, len(TABLES))
            for before, now in self._pairs(table):
                if table == "streams":
                    for digest, row in zip(digests, (before, now), strict=True):
                        if row is not None:
                            digest.update(repr(row).encode())
                if before == now:
                    continue
                is_new = True
                if table == "streams":
                    self._write_records(before, now)
                if now is None:
                    assert before is not None
                    self._copy.execute("INSERT INTO removed VALUES (?, ?)", (table, before[0]))
                else:
                    _insert(self._copy, table, now)
        before_hash, after_hash = (digest.digest() for digest in digests)
        self._copy.execute("INSERT INTO fits VALUES (?, ?)", (before_hash, after_hash))
        return is_new

    def _pairs(self, table: str) -> Iterator[tuple[Row | None, Row | None]]:
        """Yield each row of a table as it was at the last backup, and as it is now; None where it is not there."""
        both = merge(
            ((row[0], 0, row) for row in _rows_at_last(self._earlier, table)),
            ((row[0], 1, row) for row in _rows(self._source, table)),
            key=itemgetter(0, 1),
        )
        for _, some in groupby(both, itemgetter(0)):
            found = {side: row for _, side, row in some}
            yield found.get(0), found.get(1)

    def _write_records(self, before: Row | None, now: Row | None) -> None:
        """Write the new records of a stream. Raise StoreFailed if it is not the one that was backed up."""
        length = 0 if before is None else before[2]
        if now is None or now[2] < length or (before is not None and before[1] != now[1]):
            raise self._other_store(before or now)
        if before is not None:
            last = self._source.execute(SELECT_HASH, (now[0], length - 1)).fetchone()
            if last is not None and last[0] != before[3]:
                raise self._other_store(before)
        for row in self._source.execute(SELECT_NEW, (now[0], length)):
            self._copy.execute(INSERT_RECORD, row)

    def _other_store(self, row: Row | None) -> StoreFailed:
        """Return the error to raise if the backups are not those of this store."""
        assert row is not None
        return StoreFailed(
            f"{self._folder} holds backups of another store, or of a newer one (stream {row[1]}): begin a new folder"
        )


def _rows(connection: sqlite3.Connection, table: str) -> Iterator[Row]:
    """Yield the rows of a table by their numbers."""
    columns = TABLES[table]
    return iter(connection.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {columns[0]}"))


def _rows_at_last(earlier: Sequence[sqlite3.Connection], table: str) -> Iterator[Row]:
    """Yield the rows of a table as they were at the last of these backups."""
    sources: list[Iterator[tuple[int, int, Row | None]]] = []
    for age, connection in enumerate(reversed(earlier)):
        sources.append(_aged(_rows(connection, table), age))
        if age < len(earlier) - 1:
            removed = connection.execute("SELECT row FROM removed WHERE name = ? ORDER BY row", (table,))
            sources.append(_aged_removals(removed, age))
    newest = groupby(merge(*sources, key=itemgetter(0, 1)), itemgetter(0))
    for _, versions in newest:
        _, _, row = next(versions)
        if row is not None:
            yield row


def _aged(rows: Iterator[Row], age: int) -> Iterator[tuple[int, int, Row | None]]:
    """Yield rows with their numbers and the age of their backup."""
    return ((row[0], age, row) for row in rows)


def _aged_removals(numbers: Iterator[Row], age: int) -> Iterator[tuple[int, int, Row | None]]:
    """Yield the numbers of removed rows with the age of their backup."""
    return ((number, age, None) for (number,) in numbers)


def _insert(copy: sqlite3.Connection, table: str, row: Row) -> None:
    """Write a row, in place of the one with its number."""
    values = ", ".join("?" * len(row))
    copy.execute(f"INSERT OR REPLACE INTO {table} ({', '.join(TABLES[table])}) VALUES ({values})", row)


def _apply(copy: sqlite3.Connection, file: Path) -> None:
    """Add an increment to the copy. Raise StoreFailed if it was made after another state."""
    with closing(_open(file)) as increment:
        before, after = increment.execute("SELECT before, after FROM fits").fetchone()
        if _digest(copy) != before:
            raise StoreFailed(f"{file} does not follow the backup before it: they are of different stores")
        copy.execute("BEGIN")
        for row in increment.execute("SELECT * FROM records ORDER BY position"):
            # The number by which the store orders records may have been used again.
            copy.execute(INSERT_RECORD, (None, *row[1:]))
        for table, columns in TABLES.items():
            for name, number in increment.execute("SELECT name, row FROM removed WHERE name = ?", (table,)):
                copy.execute(f"DELETE FROM {name} WHERE {columns[0]} = ?", (number,))
            for row in _rows(increment, table):
                _insert(copy, table, row)
        for stream, length in increment.execute("SELECT stream, length FROM archived"):
            copy.execute("DELETE FROM records WHERE stream = ? AND number < ?", (stream, length))
        copy.execute("COMMIT")
    if _digest(copy) != after:
        raise StoreFailed(f"{file} is damaged: the streams after it are not those that were backed up")


def _digest(connection: sqlite3.Connection) -> bytes:
    """Return the digest of a state: of the names, lengths and last hashes of all streams."""
    digest = sha256()
    for row in _rows(connection, "streams"):
        digest.update(repr(row).encode())
    return digest.digest()
