"""The restoration of a backup, from its one file or from a folder of increments."""

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from tilth_server.store.engine import Progress
from tilth_server.store.errors import StoreFailed
from tilth_server.store.sqlite.archived import FOLDER
from tilth_server.store.sqlite.backup import new_file, put_in_place, unwritable, verify_copy
from tilth_server.store.sqlite.bundle_copies import bundles_of, copy_bundles, unpack_bundles
from tilth_server.store.sqlite.data_directory import DATABASE, DataDirectory
from tilth_server.store.sqlite.increments import assemble
from tilth_server.store.sqlite.leftovers import companions, remove_copy, remove_leftovers, unfinished_path
from tilth_server.store.sqlite.mark import Mark, stored_size
from tilth_server.store.sqlite.schema import failure, prepare


def restore(file: Path, data: Path, progress: Progress | None = None) -> int:
    """Make the copy the store of a data directory that has none; return its number of streams.

    Every record is verified first. If one is damaged, the directory gets no store.
    """
    if not file.exists():
        raise StoreFailed(f"there is no file {file}")
    if file.is_file() and not file.stat().st_size:
        raise StoreFailed(f"{file} is empty: it is no copy of a store")
    directory = DataDirectory(data, makes_database=False)
    try:
        streams = _restore_copy(file, directory, progress)
    except BaseException as error:
        directory.withdraw()
        if isinstance(error, OSError):
            raise unwritable(data, error) from error
        raise
    directory.release()
    return streams


def _restore_copy(file: Path, directory: DataDirectory, progress: Progress | None) -> int:
    """Copy the file into the locked directory, verify it, and put it in place. Return its number of streams."""
    database = directory.database
    if database.exists() and database.stat().st_size:
        raise StoreFailed(
            f"{directory.path} holds a store already: restore into another directory, or move it away"
        )
    remove_leftovers(directory.path, DATABASE)
    part = new_file(database)
    before = set(_bundles_in(directory.path))
    try:
        _assemble(file, part, directory.path / FOLDER)
        prepare(part)
        streams = verify_copy(part, progress)
        for stale in companions(database):
            # SQLite would take a log left beside a lost database for the log of this one.
            stale.unlink(missing_ok=True)
        put_in_place(part, database)
        Mark(stored_size(database), clean=True).write(directory.path, durable_name=True)
    except BaseException:
        for bundle in set(_bundles_in(directory.path)) - before:
            bundle.unlink()
        with suppress(OSError):
            (directory.path / FOLDER).rmdir()
        raise
    finally:
        remove_copy(part)
    return streams


def _bundles_in(data: Path) -> list[Path]:
    """Return the files of bundles in a data directory."""
    return [*(data / FOLDER).glob("bundle-*")]


def _assemble(source: Path, part: Path, bundles: Path) -> None:
    """Make the file `part` the database of a backup, which is a file or a folder; write its bundles into a folder."""
    if source.is_dir():
        assemble(source, part)
    else:
        shutil.copyfile(source, part)
    small = unfinished_path(part.with_name(f"{DATABASE}-small"))
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            if source.is_dir():
                copy_bundles(bundles_of(copy), source / FOLDER, bundles)
            elif not unpack_bundles(copy, bundles):
                return
            # The archived records, and the copies of the bundles, have left much room in the file.
            copy.execute("VACUUM INTO ?", (str(small),))
        small.chmod(0o600)
        small.replace(part)
    except sqlite3.Error as error:
        raise failure(part, error) from error
    finally:
        small.unlink(missing_ok=True)
