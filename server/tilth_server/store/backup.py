"""Copies of a store: taken while it is written to, and put in its place again.

A copy is one SQLite file with the store as it was at one moment. It holds everything there is: matches with their
seeds, the register with hashes of tokens. Whoever has it can run the server.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tilth_server.store.directory import DATABASE, Directory, sync_directory
from tilth_server.store.errors import BrokenChain, StoreFailed
from tilth_server.store.reader import Reader
from tilth_server.store.schema import failure, prepare

PAGES_AT_ONCE = 256
"""Copied before others get a turn: a megabyte."""
NAMES_AT_ONCE = 1000

Progress = Callable[[int, int], object]
"""Told how much is done, and of how much."""


def back_up(database: Path, file: Path, progress: Progress | None = None) -> None:
    """Copy the store to a new file. Servers may read and write it meanwhile: they are not held up.

    The copy is of the moment it began, for it reads within one transaction; what is written since waits in the log
    of the database until it is done.
    """
    if not database.exists():
        raise StoreFailed(f"there is no store in {database.parent}")
    part = _new_file(file)
    try:
        with (
            closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(part, isolation_level=None)) as copy,
        ):
            source.isolation_level = None
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_schema").fetchone()

            def told(_: int, remaining: int, total: int) -> None:
                if progress is not None:
                    progress(total - remaining, total)

            source.backup(copy, pages=PAGES_AT_ONCE, progress=told, sleep=0)
            # One file, without the log beside it that the store's own mode would make.
            copy.execute("PRAGMA journal_mode = DELETE")
        _put_in_place(part, file)
    except sqlite3.Error as error:
        raise failure(database, error) from error
    except OSError as error:
        raise _unwritable(file, error) from error
    finally:
        part.unlink(missing_ok=True)


def restore(file: Path, data: Path, progress: Progress | None = None) -> int:
    """Make the copy the store of a data directory that has none, and say how many streams it has.

    Every record is verified first: nothing is put in place unless all of it is what was written.
    """
    if not file.is_file():
        raise StoreFailed(f"there is no file {file}")
    directory = Directory(data)
    try:
        if directory.database.stat().st_size:
            raise StoreFailed(
                f"{data} holds a store already: restore into another directory, or move it away"
            )
        part = _new_file(directory.database)
        try:
            shutil.copyfile(file, part)
            streams = _verified(part, progress)
            _put_in_place(part, directory.database)
        finally:
            for each in (part, *(part.with_name(part.name + suffix) for suffix in ("-wal", "-shm"))):
                each.unlink(missing_ok=True)
        return streams
    except OSError as error:
        raise _unwritable(data, error) from error
    finally:
        directory.release()


def _verified(database: Path, progress: Progress | None) -> int:
    """How many streams there are, every record of them being what was written."""
    prepare(database)
    with closing(sqlite3.connect(database)) as connection:
        try:
            wrong = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            total = connection.execute("SELECT count(*) FROM streams").fetchone()[0]
        except sqlite3.Error as error:
            raise failure(database, error) from error
    if wrong != "ok":
        raise StoreFailed(f"the copy is damaged: {wrong}")
    reader = Reader(database)
    try:
        done, after = 0, ""
        while names := reader.names("", after, NAMES_AT_ONCE):
            for name, _ in names:
                _verify(reader, name)
                done += 1
                if progress is not None:
                    progress(done, total)
            after = names[-1][0]
    finally:
        reader.close()
    return done


def _verify(reader: Reader, stream: str) -> None:
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
    """An empty file beside it, for nobody else's eyes."""
    part = beside.with_name(f"{beside.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise _unwritable(beside, error) from error
    return part


def _put_in_place(part: Path, file: Path) -> None:
    """All of it or nothing is there, whenever the machine stops."""
    handle = os.open(part, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    part.replace(file)
    sync_directory(file.absolute().parent)


def _unwritable(file: Path, error: OSError) -> StoreFailed:
    return StoreFailed(f"cannot write {error.filename or file} ({error.strerror})")


def database_of(data: Path) -> Path:
    """The file of a data directory's store."""
    return data / DATABASE
