"""A process that works on a store and is killed, at many moments in turn: `tests.store.dying WORK FOLDER MANY`.

A moment is the beginning or the end of what may change a file: a statement of SQLite, a write, a rename. Each death is
one of a child, on a copy of the store of its own. The next process finds what the dead one left. A child dies at every
moment of a file's own, and at MANY of those of SQLite.
"""

import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from tests.store.moving import content_of, count, move_streams
from tilth_server.store import StoreFailed
from tilth_server.store.sqlite import SqliteEngine, mover
from tilth_server.store.sqlite.restoring import restore

OF_FILES = ("fsync", "rename", "replace", "unlink", "backup")
OF_SQLITE = ("execute", "executemany", "executescript", "write")
"""The calls, by name, before and after which a process dies."""
MOVED = ("match/0", "match/1", "match/2")


class Work:
    """Work to be killed in, on the store of a folder, and what has to be true after the death and the next try."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"

    def run(self) -> None:
        """Do the work."""
        raise NotImplementedError

    def look(self) -> list[str]:
        """Return what is wrong after a death."""
        raise NotImplementedError

    def look_at_end(self) -> list[str]:
        """Return what is wrong after the work was done again."""
        raise NotImplementedError


class Move(Work):
    """The move of streams into a bundle."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.before = content_of(self.data)

    def run(self) -> None:
        move_streams(self.data, MOVED)

    def look(self) -> list[str]:
        found = content_of(self.data)
        return [] if found == self.before else ["the streams differ"]

    def look_at_end(self) -> list[str]:
        wrong = self.look()
        bundles = "SELECT count(*) || '/' || sum(is_emptied) FROM bundles"
        if count(self.data, bundles) != "1/1":
            wrong.append("the streams are not moved into one bundle")
        left = "SELECT count(*) FROM records JOIN archived USING (stream) WHERE number < length"
        if count(self.data, left):
            wrong.append("records stayed in the database")
        if [*self.data.glob("archive/*.part")]:
            wrong.append("an unfinished file stayed")
        return wrong


class Increment(Work):
    """A backup of what is new. It is looked at by restoring it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.before = content_of(self.data)
        self.earlier = self._restored() if (folder / "backups").exists() else None

    def run(self) -> None:
        SqliteEngine(self.data).back_up_into(self.folder / "backups")

    def look(self) -> list[str]:
        try:
            found = self._restored()
        except (StoreFailed, FileNotFoundError):
            found = None
        return [] if found in (self.earlier, self.before) else ["the backups hold neither state"]

    def look_at_end(self) -> list[str]:
        wrong = [] if self._restored() == self.before else ["the backups do not hold the store"]
        if [*self.folder.rglob("*.part*")]:
            wrong.append("an unfinished file stayed")
        return wrong

    def _restored(self) -> object:
        """Return what a store restored from the backups holds."""
        there = self.folder / "there"
        try:
            restore(self.folder / "backups", there)
            return content_of(there)
        finally:
            shutil.rmtree(there, ignore_errors=True)


WORKS: dict[str, Callable[[Path], Work]] = {"move": Move, "increment": Increment}


def die(work: Work, death: int) -> list[str]:
    """Do the work in a child, which is killed at the moment of this number; at -1: never. Return the names of the
    moments that passed, none after a death."""
    read, write = os.pipe()
    child = os.fork()
    if child:
        os.close(write)
        with os.fdopen(read) as names:
            passed = names.read().split()
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) != (0 if death == -1 else -signal.SIGKILL):
            raise RuntimeError(f"the child ended otherwise at moment {death}")
        return passed
    moments: list[str] = []

    def pass_a_moment(_: FrameType, event: str, called: object) -> None:
        name = getattr(called, "__name__", "")
        if event in ("c_call", "c_return") and name in OF_FILES + OF_SQLITE:
            if len(moments) == death:
                os.kill(os.getpid(), signal.SIGKILL)
            moments.append(name)

    mover.POSITIONS_AT_ONCE = mover.MAX_AT_ONCE = 8  # type: ignore[misc]
    threading.setprofile(pass_a_moment)
    sys.setprofile(pass_a_moment)
    work.run()
    sys.setprofile(None)
    os.write(write, " ".join(moments).encode())
    os._exit(0)


def main() -> None:
    """Die at the moments that are chosen, and print what is wrong afterwards."""
    make, folder, many = WORKS[sys.argv[1]], Path(sys.argv[2]), int(sys.argv[3])
    copy = folder.with_name("copy")

    def copied() -> Work:
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(folder, copy)
        return make(copy)

    moments = die(copied(), -1)
    of_files = {number for number, name in enumerate(moments) if name in OF_FILES}
    others = [number for number in range(len(moments)) if number not in of_files]
    spread = min(many, len(others))
    chosen = of_files | {others[number * len(others) // spread] for number in range(spread)}
    for death in sorted(chosen):
        work = copied()
        die(work, death)
        found = [f"{wrong} after a death at {death}" for wrong in work.look()]
        work.run()
        found += [f"{wrong} after a death at {death} and another try" for wrong in work.look_at_end()]
        for line in found:
            print(line)
    print(f"died {len(chosen)} times of {len(moments)}")


if __name__ == "__main__":
    main()
