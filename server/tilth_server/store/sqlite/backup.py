"""Backups of a store, made while it is written to, and their restoration.

A copy is one SQLite file with the store as it was at one moment. It holds everything: the matches with their
seeds, and the players with the hashes of their tokens. A person who has the copy can run the server.
"""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from tilth_server.store.engine import Progress
from tilth_server.store.errors import BrokenChain, StoreFailed
from tilth_server.store.sqlite.data_directory import DATABASE, DataDirectory, sync_directory
from tilth_server.store.sqlite.leftovers import companions, remove_copy, remove_leftovers, unfinished_path
from tilth_server.store.sqlite.mark import Mark, stored_size
from tilth_server.store.sqlite.reader import Reader
from tilth_server.store.sqlite.schema import APPLICATION, failure, prepare

PAGES_AT_ONCE = 256
"""Pages that are copied before other users of the database get a turn: a megabyte."""
NAMES_AT_ONCE = 1000


def back_up(database: Path, file: Path, progress: Progress | None = None) -> None:
    """Copy the store to a new file. Servers may read and write the store at the same time.

    The copy shows the store at the moment it began, because it reads within one transaction. Later writes stay in the
    log of the database until the copy is done.
    """
    if not database.exists():
        raise StoreFailed(f"there is no store in {database.parent}")
    remove_leftovers(file.absolute().parent, file.name)
    part = _new_file(file)
    try:
        with (
            closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(part, isolation_level=None)) as copy,
        ):
            # So that a copy left by a kill is recognised as ours, however early the kill comes.
            copy.execute(f"PRAGMA application_id = {APPLICATION}")
            source.isolation_level = None
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_schema").fetchone()

            def report_progress(_: int, remaining: int, total: int) -> None:
                if progress is not None:
                    progress(total - remaining, total)

            source.backup(copy, pages=PAGES_AT_ONCE, progress=report_progress, sleep=0)
            # In this mode the copy is one file; the store's own mode would add a log beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
        _put_in_place(part, file)
    except sqlite3.Error as error:
        raise failure(database, error) from error
    except OSError as error:
        raise _unwritable(file, error) from error
    finally:
        remove_copy(part)


def restore(file: Path, data: Path, progress: Progress | None = None) -> int:
    """Make the copy the store of a data directory that has none; return its number of streams.

    Every record is verified first. If one is damaged, the directory gets no store.
    """
    if not file.is_file():
        raise StoreFailed(f"there is no file {file}")
    if not file.stat().st_size:
        raise StoreFailed(f"{file} is empty: it is no copy of a store")
    directory = DataDirectory(data, makes_database=False)
    try:
        streams = _restore_copy(file, directory, progress)
    except OSError as error:
        directory.withdraw()
        raise _unwritable(data, error) from error
    except BaseException:
        directory.withdraw()
        raise
    directory.release()
    return streams


def verify_copy(database: Path, progress: Progress | None = None) -> int:
    """Verify every record of a copy and return its number of streams. Raise StoreFailed if the copy is damaged.

    The file stays as it is.
    """
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            wrong = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            total = connection.execute("SELECT count(*) FROM streams").fetchone()[0]
        except sqlite3.Error as error:
            raise failure(database, error) from error
    if wrong != "ok":
        raise StoreFailed(f"the copy is damaged: {wrong}")
    reader = Reader(database, read_only=True)
    try:
        done, after = 0, ""
        while names := reader.names("", after, NAMES_AT_ONCE):
            for name, _ in names:
                _verify_stream(reader, name)
                done += 1
                if progress is not None:
                    progress(done, total)
            after = names[-1][0]
    finally:
        reader.close()
    return done


def _restore_copy(file: Path, directory: DataDirectory, progress: Progress | None) -> int:
    """Copy the file into the locked directory, verify it, and put it in place. Return its number of streams."""
    database = directory.database
    if database.exists() and database.stat().st_size:
        raise StoreFailed(
            f"{directory.path} holds a store already: restore into another directory, or move it away"
        )
    remove_leftovers(directory.path, DATABASE)
    part = _new_file(database)
    try:
        shutil.copyfile(file, part)
        prepare(part)
        streams = verify_copy(part, progress)
        for stale in companions(database):
            # SQLite would take a log left beside a lost database for the log of this one.
            stale.unlink(missing_ok=True)
        _put_in_place(part, database)
        Mark(stored_size(database), clean=True).write(directory.path, durable_name=True)
    finally:
        remove_copy(part)
    return streams


def _verify_stream(reader: Reader, stream: str) -> None:
    """Verify every record of a stream; raise StoreFailed if one is damaged."""
    start, link = 0, None
    while True:
        page = reader.page(stream, start, None, link)
        if page.broken is not None:
            broken: BrokenChain = page.broken
            raise StoreFailed(f"the copy is damaged: {broken}")
        start, link = start + len(page.records), page.link
        if start >= page.length:
            return


def _new_file(beside: Path) -> Path:
    """Make an empty file beside this one that only its owner may read; return its path."""
    part = unfinished_path(beside)
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise _unwritable(beside, error) from error
    return part


def _put_in_place(part: Path, file: Path) -> None:
    """Rename the finished copy to its final name. If the machine stops, the file is there as a whole or not at all."""
    handle = os.open(part, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    part.replace(file)
    sync_directory(file.absolute().parent)


def _unwritable(file: Path, error: OSError) -> StoreFailed:
    """Return the error to raise if a file of a copy cannot be written."""
    return StoreFailed(f"cannot write {error.filename or file} ({error.strerror})")


def database_of(data: Path) -> Path:
    """Return the database file of a data directory."""
    return data / DATABASE
