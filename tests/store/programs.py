"""Programs that the tests start as processes of their own: `python -m tests.store.programs NAME ARGUMENTS`.

What a process can't undo or share with others (its user, its limits, its death) is tried in one of these.
"""

import asyncio
import os
import resource
import subprocess
import sys
from pathlib import Path

from tests.contracts.streams import set_outcome_of
from tilth_server import logs
from tilth_server.settings import LogFormat
from tilth_server.store import Append, IndexRow, StoreError, StoreFailed
from tilth_server.store.sqlite import SqliteStreams

ROOT = Path(__file__).parents[2]
NOBODY = 65534
STREAMS = 8
AT_ONCE = 4


def start(name: str, *arguments: str | Path, before: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    """Start one of these programs, by way of the command `before` if one is given."""
    command = [*before, sys.executable, "-u", "-m", "tests.store.programs", name, *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def run(name: str, *arguments: str | Path, before: tuple[str, ...] = ()) -> list[str]:
    """Run one to its end; the lines it printed."""
    process = start(name, *arguments, before=before)
    printed, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    return printed.splitlines()


async def append_for_ever(path: Path) -> None:
    """Append to two streams in one put, with a row of the index, and print every number once it is acknowledged."""
    streams = await SqliteStreams.open(path)

    async def write(which: int) -> None:
        names = (f"match/{which}", f"shadow/{which}")
        number = (await streams.head(names[0])).length
        while True:
            durable: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
            bodies = [b"%d.%d" % (which, number + more) for more in range(AT_ONCE)]
            row = IndexRow("match", str(which), number + AT_ONCE, (f"length:{number + AT_ONCE}", "all"))
            put = [Append(name, number, bodies, rows=(row,)) for name in names]
            streams.put(put, set_outcome_of(durable))
            if error := await durable:
                raise error
            number += AT_ONCE
            print(which, number)

    print("open")
    await asyncio.gather(*(write(which) for which in range(STREAMS)))


async def open_as_nobody(path: Path) -> None:
    """Open as a user who owns nothing, as file modes don't bind the superuser."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    try:
        streams = await SqliteStreams.open(path)
        await streams.close()
    except StoreFailed as failed:
        print(failed)
    else:
        print("opened")


async def fill_up_to_a_file_size(path: Path) -> None:
    """Let no file grow beyond half a megabyte, and later allow it again."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limit(size: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))

    await fill(path, lambda: limit(500_000), lambda: limit(hard))


async def fill_a_disk(path: Path) -> None:
    """`path` is to be on a disk of a megabyte or two; a part of it is filled by something else at first."""
    ballast = path.with_name("ballast")
    await fill(path, lambda: ballast.write_bytes(b"x" * 500_000) and None, ballast.unlink)


async def fill(path: Path, restrict: object, relieve: object) -> None:
    """Append until there is no room, see what is reported and still served, make room, append more, and open again."""
    assert callable(restrict)
    assert callable(relieve)
    streams = await SqliteStreams.open(path)
    restrict()
    body = b"x" * 20_000
    stored = {"match/0": 0, "match/1": 0}
    failed: list[StoreFailed] = []
    while not failed and stored["match/0"] < 1000:
        outcomes = await asyncio.gather(
            *(streams.append(name, length, [body]) for name, length in stored.items()), return_exceptions=True
        )
        failed = [outcome for outcome in outcomes if isinstance(outcome, StoreFailed)]
        if not failed:
            stored = {name: length + 1 for name, length in stored.items()}
    print(len(failed))
    print(failed[0])
    print([(await streams.verify(name)).length - length for name, length in stored.items()])
    relieve()
    for name, length in stored.items():
        await streams.append(name, length, [body])
    await streams.close()
    streams = await SqliteStreams.open(path)
    print([(await streams.verify(name)).length - length for name, length in stored.items()])
    await streams.close()


PROGRAMS = {
    "append": append_for_ever,
    "open-as-nobody": open_as_nobody,
    "fill-file-size": fill_up_to_a_file_size,
    "fill-disk": fill_a_disk,
}

if __name__ == "__main__":
    logs.configure(LogFormat.JSON)
    asyncio.run(PROGRAMS[sys.argv[1]](Path(sys.argv[2])))
