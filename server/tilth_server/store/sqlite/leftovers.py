"""The unfinished copies that a killed backup or restore left behind."""

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tilth_server.store.sqlite.schema import APPLICATION

UNFINISHED: Final = re.compile(r"(?P<name>.+)\.(?P<process>[0-9]{1,10})\.part", re.DOTALL)
HEADER: Final = b"SQLite format 3\0"
HEADER_BYTES: Final = 100
APPLICATION_AT: Final = slice(68, 72)
PRIVATE: Final = 0o600


def unfinished_path(file: Path) -> Path:
    """Return the path at which this process writes the file until it is complete."""
    return file.with_name(f"{file.name}.{os.getpid()}.part")


def companions(database: Path) -> list[Path]:
    """Return the files that SQLite may keep beside a database."""
    return [database.with_name(database.name + suffix) for suffix in ("-wal", "-shm", "-journal")]


def remove_copy(part: Path) -> None:
    """Remove an unfinished copy, with SQLite's files beside it."""
    for each in (*companions(part), part):
        each.unlink(missing_ok=True)


def remove_leftovers(folder: Path, name: str) -> list[Path]:
    """Remove the unfinished copies that ended processes left in the folder; return them.

    Only a file that is certainly ours is removed: a private file of this user under such a name, with the header of
    a store. A copy without a first page is recognised by the `name` of the file that it was to become.
    """
    removed = []
    for part in _leftovers_in(folder, name):
        remove_copy(part)
        removed.append(part)
    return removed


def _leftovers_in(folder: Path, name: str) -> Iterator[Path]:
    """Yield the unfinished copies of ended processes in a folder."""
    try:
        found = sorted(folder.iterdir())
    except OSError:
        return
    for path in found:
        named = UNFINISHED.fullmatch(path.name)
        if (
            named is not None
            and not _is_running(int(named["process"]))
            and _is_ours(path, named["name"] == name)
        ):
            yield path


def _is_ours(path: Path, expected: bool) -> bool:
    """Return whether a file is certainly a copy of a store; `expected`: its name is that of a copy to be made."""
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid():
            return False
        if stat.S_IMODE(status.st_mode) != PRIVATE:
            return False
        with path.open("rb") as file:
            header = file.read(HEADER_BYTES)
    except OSError:
        return False
    if header.startswith(HEADER):
        return header[APPLICATION_AT] == APPLICATION.to_bytes(4, "big")
    return expected and not header.strip(b"\0")


def _is_running(process: int) -> bool:
    """Return whether another process has this number; this one writes no copy while it looks for those of others.

    The terminal client, which may not import the server, has a function like this one.
    """
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
