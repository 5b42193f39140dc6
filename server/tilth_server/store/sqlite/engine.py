"""The engine of a store in a data directory: it opens, holds, reads, copies and restores the store."""

import shutil
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, closing
from pathlib import Path
from typing import Final

from tilth_server.store.disk_use import DiskUse
from tilth_server.store.engine import HeldStore, LogReader, Progress
from tilth_server.store.errors import NotOffered, OlderStore, StoreFailed
from tilth_server.store.members import Members
from tilth_server.store.sqlite import mark
from tilth_server.store.sqlite.backup import back_up, verify_copy
from tilth_server.store.sqlite.data_directory import DATABASE, DataDirectory
from tilth_server.store.sqlite.increments import back_up_into, verify_folder
from tilth_server.store.sqlite.index import SqliteIndex
from tilth_server.store.sqlite.mover import SqliteMover
from tilth_server.store.sqlite.reader import Reader
from tilth_server.store.sqlite.restoring import restore
from tilth_server.store.sqlite.schema import count_archived, prepare
from tilth_server.store.sqlite.streams import SqliteStreams
from tilth_server.store.streams import Store, TransactionObserver


class SqliteEngine:
    """The engine of the store in one data directory."""

    files: Final = f"{DATABASE} (with its -wal)"
    """The name of the database's file, as text for people: error messages name the file to put back."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._database = data / DATABASE
        self.url = f"sqlite:{data}"

    async def open(self, observed: TransactionObserver | None = None, *, accept_older: bool = False) -> Store:
        """Open the store in the data directory, or create one there; `observed` is called for every transaction.

        Raise OlderStore if the store lacks records that the directory once had, unless `accept_older` is true;
        StoreInUse or StoreFailed if it cannot be opened.
        """
        return await SqliteStreams.open(self._data, observed, accept_older=accept_older)

    def members(self) -> Members:
        """Raise NotOffered: one process at a time has this store open."""
        raise NotOffered(
            "a store in a data directory is served by one process; several nodes need --store postgresql://..."
        )

    def is_missing(self) -> bool:
        """Return whether the directory has no database, or an empty one, and no file beside it that shows that one was
        lost.
        """
        if (self._data / mark.FILE).exists():
            return False
        return not self._database.exists() or not self._database.stat().st_size

    def reader(self) -> LogReader:
        """Open a read-only reader of the database, also while a server has it open."""
        return Reader(self._database, read_only=True)

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[HeldStore]:
        """Lock the directory and yield its store for reading; while it is held no server opens it. Raise StoreFailed if
        there is none.
        """
        if not self._database.is_file():
            raise StoreFailed(f"there is no store in {self._data}")
        directory = DataDirectory(self._data)
        try:
            lacks = _missing_records(self._database)
            prepare(self._database)
            # Open as long as other processes read: they can't make what SQLite keeps beside the file.
            reader, index = Reader(self._database), SqliteIndex(self._database)
            try:
                yield HeldStore(reader, index, lacks)
            finally:
                await index.close()
                reader.close()
        finally:
            directory.release()

    def mover(self) -> AbstractContextManager[SqliteMover]:
        """Open a mover of records into bundles, also while a server has the database open."""
        return closing(SqliteMover.open(self._data))

    def back_up(self, file: Path, progress: Progress | None = None) -> None:
        """Copy the database to a file, as it is at one moment; also while a server has it open."""
        back_up(self._database, file, progress)

    def back_up_into(self, folder: Path, progress: Progress | None = None) -> Path | None:
        """Copy what is new since the last backup in the folder, into a file there; everything, if it has none. Return
        the file, None if nothing is new. Also while a server has the database open."""
        return back_up_into(self._database, folder, progress)

    def disk_use(self) -> DiskUse:
        """Return the bytes that the database takes on its disk, and those that are free."""
        return DiskUse(
            _size(self._database),
            _size(self._database.with_name(f"{DATABASE}-wal")),
            shutil.disk_usage(self._data).free,
            *count_archived(self._database),
        )

    def verify_backup(self, file: Path, progress: Progress | None = None) -> int:
        """Verify every record of a copy, or of a folder of backups, and return its number of streams. Raise StoreFailed
        if it is damaged.
        """
        return (verify_folder if file.is_dir() else verify_copy)(file, progress)

    def restore(self, file: Path, progress: Progress | None = None) -> int:
        """Make a copy, or the newest state in a folder of backups, the store of the directory, which has none. Verify
        all streams and return their number.
        """
        return restore(file, self._data, progress)


def _size(file: Path) -> int:
    """Return the bytes of a file; 0 if it is not there."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def _missing_records(database: Path) -> str:
    """Return a sentence that says what the database lacks; an empty one if it lacks nothing."""
    try:
        mark.prepare_checked(database)
    except OlderStore as older:
        return str(older)
    return ""
