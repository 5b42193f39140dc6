"""Files that a command reads, and files it writes: whole, or not at all."""

import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from tilth_cli.output import Bar
from tilth_cli.troubles import Trouble
from tilth_cli.words import say

PIECE = 64 * 1024


@contextmanager
def opened(file: Path) -> Iterator[BinaryIO]:
    """To be read; `-` is stdin."""
    if str(file) == "-":
        yield sys.stdin.buffer
        return
    try:
        with open(file, "rb") as source:
            yield source
    except OSError as error:
        raise Trouble(say("trouble.unreadable", path=file, said=error.strerror), "file") from error


@contextmanager
def written(path: Path, *, mode: int = 0o666) -> Iterator[BinaryIO]:
    """To be written; `-` is stdout. A file is there whole, or not at all; `mode` is what the umask takes from."""
    if str(path) == "-":
        if sys.stdout.isatty():
            raise Trouble(say("export.terminal"), "terminal")
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    beside = path.with_name(path.name + ".part")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            yield file
        beside.replace(path)
    except OSError as error:
        raise Trouble(say("trouble.unwritable", path=path, said=error.strerror), "file") from error
    finally:
        beside.unlink(missing_ok=True)


async def pieces_of(source: BinaryIO, bar: Bar) -> AsyncIterator[bytes]:
    """A file's bytes, as they are wanted."""
    size = os.fstat(source.fileno()).st_size
    done = 0
    while piece := source.read(PIECE):
        done += len(piece)
        bar.at(done, size)
        yield piece
