"""The mark beside the database: the numbers of streams and records stored, and if the store was closed cleanly.

SQLite notices no loss of whole transactions: a deleted log file, an empty file or an older copy opens without an
error. So the directory keeps, outside of the database, how many streams and records it held. The mark is written after
the commits it counts are durable, so it never claims more than the disk has. A running store writes it in a thread of
its own, at once after a pause and at most once a second: no commit waits for it.
"""

import json
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, Self

import structlog

from tilth_server.private_file import write_private
from tilth_server.store.errors import OlderStore
from tilth_server.store.sqlite.data_directory import sync_directory
from tilth_server.store.sqlite.schema import connect, count_stored, failure, prepare

log = structlog.get_logger()

FILE: Final = "store.mark"
SECONDS_BETWEEN: Final = 1.0
MAX_BYTES: Final = 1000
FLAG: Final = "--accept-older-store"


class StoreSize(NamedTuple):
    """The numbers of streams and records in a store. Both only grow."""

    streams: int
    records: int


NOTHING: Final = StoreSize(0, 0)


class Mark(NamedTuple):
    """The content of the mark's file: the numbers of durable streams and records, and if the store was closed."""

    size: StoreSize
    clean: bool
    """True if the store was closed, and nothing was written since."""

    @classmethod
    def read(cls, directory: Path) -> Self | None:
        """Return the mark of a data directory; None if there is no mark: an earlier build made none."""
        path = directory / FILE
        try:
            with path.open("rb") as file:
                content = json.loads(file.read(MAX_BYTES))
            return cls(StoreSize(int(content["streams"]), int(content["records"])), bool(content["clean"]))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise OlderStore(
                f"{path} cannot be read ({error}), so nobody knows if the database beside it is whole:"
                f" verify it, then start with {FLAG}, which writes the mark again"
            ) from error

    def write(self, directory: Path, *, durable_name: bool = False) -> None:
        """Replace the file, whole or not at all; with `durable_name`, a power cut does not bring back the old one."""
        content = {"streams": self.size.streams, "records": self.size.records, "clean": self.clean}
        write_private(directory / FILE, json.dumps(content) + "\n", arriving=directory / f"{FILE}.new")
        if durable_name:
            sync_directory(directory)

    def check(self, database: Path, found: StoreSize) -> None:
        """Raise OlderStore if the database, whose size is `found`, has fewer streams or records than this mark says."""
        missing = StoreSize(
            max(0, self.size.streams - found.streams), max(0, self.size.records - found.records)
        )
        if not any(missing):
            return
        cause = (
            "it was closed cleanly then, so the file was replaced by an older or empty one"
            if self.clean
            else f"the server was killed then, so the file was replaced by an older one or {database.name}-wal is gone"
        )
        raise OlderStore(
            f"{database} is older than {FILE} beside it says:"
            f" {_counted(missing.records, 'record')} and {_counted(missing.streams, 'stream')} are missing"
            f" (it holds {found.records:,} of {self.size.records:,} records"
            f" in {found.streams:,} of {self.size.streams:,} streams); {cause}:"
            f" put the newer files back, or start with {FLAG} to continue without the missing records"
        )


def prepare_checked(database: Path, *, accept_older: bool = False) -> None:
    """Check the file against the mark beside it and make it a store of this version; OlderStore if it lacks records.

    An empty file is refused before SQLite opens it, which would throw away the log that may hold every record.
    """
    try:
        mark = Mark.read(database.parent)
        if mark is not None and not database.stat().st_size:
            mark.check(database, NOTHING)
        prepare(database)
        if mark is not None:
            mark.check(database, stored_size(database))
    except OlderStore as older:
        if not accept_older:
            raise
        log.warning("older store accepted", error=str(older))
        prepare(database)


def stored_size(database: Path) -> StoreSize:
    """Return the numbers of streams and records in a prepared store."""
    connection = connect(database)
    try:
        return StoreSize(*count_stored(connection))
    except sqlite3.Error as error:
        raise failure(database, error) from error
    finally:
        connection.close()


def _counted(number: int, thing: str) -> str:
    """Return a number with its noun: "1 record", "2 records"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


class MarkWriter:
    """The writer that keeps the mark of an open store up to date."""

    def __init__(self, directory: Path, durable_size: Callable[[], StoreSize]) -> None:
        """`durable_size` returns the durable numbers of streams and records; it may be called in any thread."""
        self._directory = directory
        self._durable_size = durable_size
        self._written: Mark | None = None
        self._is_behind = threading.Event()
        self._stopped = threading.Event()
        self._failing = False
        self._write(clean=False, durable_name=True)
        self._thread = threading.Thread(target=self._run, name="tilth-store-mark", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Wake the thread, because more is durable now. It is called after every commit, so it has to be cheap."""
        if not self._is_behind.is_set():
            self._is_behind.set()

    def finish(self) -> None:
        """End the thread and mark the store as closed cleanly. Nothing may be written to the store after that."""
        self._stopped.set()
        self._is_behind.set()
        self._thread.join()
        self._write(clean=True, durable_name=True)

    def _run(self) -> None:
        """Write the mark whenever it is behind, at most once a second, until `finish`. Runs in the thread."""
        while self._is_behind.wait() and not self._stopped.is_set():
            self._is_behind.clear()
            self._write(clean=False)
            if self._stopped.wait(SECONDS_BETWEEN):
                return

    def _write(self, *, clean: bool, durable_name: bool = False) -> None:
        """Write the mark. If that fails, log it: the old mark claims less, so the server may continue."""
        mark = Mark(self._durable_size(), clean)
        if mark == self._written:
            return
        try:
            mark.write(self._directory, durable_name=durable_name)
        except OSError as error:
            if not self._failing:
                log.warning("store mark unwritable", file=FILE, error=str(error))
            self._failing = True
            self.wake()
        else:
            self._written = mark
            self._failing = False
