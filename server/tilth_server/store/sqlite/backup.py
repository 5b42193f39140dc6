"""Backups of a store, made while it is written to.

A copy is one SQLite file with the store as it was at one moment. It holds everything: the matches with their
seeds, and the players with the hashes of their tokens. A person who has the copy can run the server.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from tilth_server.store.engine import Progress
from tilth_server.store.errors import BrokenChain, StoreFailed
from tilth_server.store.sqlite.archived import FOLDER
from tilth_server.store.sqlite.bundle_copies import bundles_of, copy_bundles, pack_bundles
from tilth_server.store.sqlite.data_directory import DATABASE, sync_directory
from tilth_server.store.sqlite.leftovers import remove_copy, remove_leftovers, unfinished_path
from tilth_server.store.sqlite.reader import Reader
from tilth_server.store.sqlite.schema import APPLICATION, failure

PAGES_AT_ONCE = 256
"""Pages that are copied before other users of the database get a turn: a megabyte."""
NAMES_AT_ONCE = 1000


def back_up(
    database: Path, file: Path, progress: Progress | None = None, bundles: Path | None = None
) -> None:
    """Copy the store to a new file. Servers may read and write the store at the same time.

    The bundles are copied into the folder `bundles`; without one, into the file itself.

    The copy shows the store at the moment it began, because it reads within one transaction. Later writes stay in the
    log of the database until the copy is done.
    """
    if not database.exists():
        raise StoreFailed(f"there is no store in {database.parent}")
    remove_leftovers(file.absolute().parent, file.name)
    part = new_file(file)
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
            source.execute("ROLLBACK")
            folder = database.parent / FOLDER
            if bundles is None:
                pack_bundles(copy, folder)
            else:
                copy_bundles(bundles_of(copy), folder, bundles)
        put_in_place(part, file)
    except sqlite3.Error as error:
        raise failure(database, error) from error
    except OSError as error:
        raise unwritable(file, error) from error
    finally:
        remove_copy(part)


def verify_copy(database: Path, progress: Progress | None = None, bundles: Path | None = None) -> int:
    """Verify every record of a copy and return its number of streams. Raise StoreFailed if the copy is damaged.

    The file stays as it is. `bundles` is the folder of the bundles that it does not hold.
    """
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            wrong = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            total = connection.execute("SELECT count(*) FROM streams").fetchone()[0]
        except sqlite3.Error as error:
            raise failure(database, error) from error
    if wrong != "ok":
        raise StoreFailed(f"the copy is damaged: {wrong}")
    reader = Reader(database, read_only=True, bundles=bundles)
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


def new_file(beside: Path) -> Path:
    """Make an empty file beside this one that only its owner may read; return its path."""
    part = unfinished_path(beside)
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise unwritable(beside, error) from error
    return part


def put_in_place(part: Path, file: Path) -> None:
    """Rename the finished copy to its final name. If the machine stops, the file is there as a whole or not at all."""
    handle = os.open(part, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    part.replace(file)
    sync_directory(file.absolute().parent)


def unwritable(file: Path, error: OSError) -> StoreFailed:
    """Return the error to raise if a file of a copy cannot be written."""
    return StoreFailed(f"cannot write {error.filename or file} ({error.strerror})")


def database_of(data: Path) -> Path:
    """Return the database file of a data directory."""
    return data / DATABASE
