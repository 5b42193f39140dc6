"""The directory of a store: made if missing, private, and held by one process at a time."""

import errno
import fcntl
import os
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import structlog

from tilth_server.store.errors import StoreFailed, StoreInUse

DATABASE = "tilth.db"
LOCK = "tilth.lock"
SECRET: Final = (LOCK, "operator.token", "signing.key")
FOR_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
LOCK_SECONDS: Final = 1.0
"""Time for which a locked directory is tried again. A process that a killed server was just starting has its lock for a
moment, until it runs its own program."""
LOCK_PAUSE_SECONDS: Final = 0.02
NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)

log = structlog.get_logger()


class DataDirectory:
    """A data directory that this process holds by a lock, from the constructor until `release`."""

    def __init__(self, path: Path, *, makes_database: bool = True) -> None:
        """Make the directory if it is missing, lock it, and see that its owner alone has access and may write to it."""
        self.path = path
        self.database = path / DATABASE
        try:
            self._made = [each for each in (path, *path.parents) if not each.exists()]
            self._is_new = bool(self._made)
            self._makes_lock = not (path / LOCK).exists()
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise self._unusable(error) from error
        try:
            self._acquire()
            self._make_private()
            if makes_database:
                self._make_database_file()
        except BaseException:
            os.close(self._lock)
            raise

    def release(self) -> None:
        """Release the directory for other processes. A killed process releases it by itself."""
        os.close(self._lock)

    def withdraw(self) -> None:
        """Release the directory after a failure, and remove the lock file and directories that this process made."""
        if self._makes_lock:
            (self.path / LOCK).unlink(missing_ok=True)
        self.release()
        for each in self._made:
            with suppress(OSError):  # it is no longer empty
                each.rmdir()

    def _make_private(self) -> None:
        """Remove the access of other users to the files, which hold tokens and seeds, and log it."""
        files = (self.database, *(self.path / (DATABASE + suffix) for suffix in ("-wal", "-shm")))
        for each in (self.path, *files, *(self.path / name for name in SECRET)):
            if not each.exists():
                continue
            mode = stat.S_IMODE(each.stat().st_mode)
            if not mode & FOR_OTHERS:
                continue
            try:
                each.chmod(mode & ~FOR_OTHERS)
                log.warning("data access restricted", path=str(each), mode=f"{mode:04o}")
            except OSError as error:
                raise StoreFailed(
                    f"others have access to {each} (mode {mode:04o}), which can't be changed ({error.strerror}):"
                    f" chmod go= {each}"
                ) from error

    def _acquire(self) -> None:
        """Lock the directory for this process; raise StoreInUse if another process keeps it locked."""
        until = time.monotonic() + LOCK_SECONDS
        while not self._try_to_lock():
            if time.monotonic() < until:
                time.sleep(LOCK_PAUSE_SECONDS)
                continue
            holder = os.pread(self._lock, 32, 0).decode(errors="replace").strip() or "unknown"
            raise StoreInUse(
                f"{self.path} is in use by another server (process {holder}): stop that one first,"
                " or choose another data directory"
            )
        try:
            os.ftruncate(self._lock, 0)
            os.pwrite(self._lock, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            raise self._unusable(error) from error

    def _try_to_lock(self) -> bool:
        """Lock the directory unless another process holds it; return whether it is locked for this one now."""
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            raise self._unusable(error) from error
        return True

    def _make_database_file(self) -> None:
        """Make the database file before SQLite does, for its mode: the files that SQLite adds take the same mode."""
        try:
            os.close(os.open(self.database, os.O_RDWR | os.O_CREAT, 0o600))
            sync_directory(self.path)
            if self._is_new:
                sync_directory(self.path.parent)
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: OSError) -> StoreFailed:
        """Return the error to raise if the directory cannot be written, with advice."""
        advice = (
            "make room on the disk"
            if error.errno in NO_ROOM
            else "let the server's user write there, or choose another data directory"
        )
        return StoreFailed(f"cannot write {error.filename or self.path} ({error.strerror}): {advice}")


def lock_file(path: Path) -> int | None:
    """Lock a file, which is made if it is missing; return its handle, None if another process has locked it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    return handle


def is_held(path: Path) -> bool:
    """Return whether a process, which may be a server, holds the data directory now."""
    handle = lock_file(path / LOCK)
    if handle is not None:
        os.close(handle)
    return handle is None


def sync_directory(path: Path) -> None:
    """Flush a directory to the disk, so that the names of files that were made or renamed in it survive a power cut."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
