"""The directory of a store: made if missing, private, and held by one process at a time."""

import fcntl
import os
from pathlib import Path

from tilth_server.store.errors import StoreFailed, StoreInUse

DATABASE = "tilth.db"
LOCK = "tilth.lock"


class Directory:
    """A data directory while this process holds it."""

    def __init__(self, path: Path) -> None:
        """Make it if it is missing, lock it, and see that the database file can be written."""
        self.path = path
        self.database = path / DATABASE
        try:
            self._is_new = not path.exists()
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise self._unusable(error) from error
        try:
            self._hold()
            self._make_database_file()
        except BaseException:
            os.close(self._lock)
            raise

    def release(self) -> None:
        """Let another process have it. A killed process lets go by itself."""
        os.close(self._lock)

    def _hold(self) -> None:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.pread(self._lock, 32, 0).decode(errors="replace").strip() or "unknown"
            raise StoreInUse(
                f"{self.path} is in use by another server (process {holder}): stop that one first,"
                " or choose another data directory"
            ) from error
        except OSError as error:
            raise self._unusable(error) from error
        try:
            os.ftruncate(self._lock, 0)
            os.pwrite(self._lock, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            raise self._unusable(error) from error

    def _make_database_file(self) -> None:
        """Made here rather than by SQLite, for its mode; the files that SQLite adds take the same mode."""
        try:
            os.close(os.open(self.database, os.O_RDWR | os.O_CREAT, 0o600))
            sync_directory(self.path)
            if self._is_new:
                sync_directory(self.path.parent)
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: OSError) -> StoreFailed:
        return StoreFailed(
            f"cannot write {error.filename or self.path} ({error.strerror}): let the server's user write there,"
            " or choose another data directory"
        )


def sync_directory(path: Path) -> None:
    """Make the names of new files durable."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
