"""Files that a command reads and writes; a written file appears whole or not at all."""

import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from tilth_cli.errors import UserError
from tilth_cli.messages import tr
from tilth_cli.output import Bar

CHUNK_SIZE = 64 * 1024
UNFINISHED = "tilth-part"
"""The last part of the name of a file that is being written. Other programs do not use it."""


@contextmanager
def open_input(file: Path) -> Iterator[BinaryIO]:
    """Open a file to read; `-` is stdin."""
    if str(file) == "-":
        yield sys.stdin.buffer
        return
    try:
        with open(file, "rb") as source:
            yield source
    except OSError as error:
        raise UserError(tr("error-unreadable", path=file, error=error.strerror), "FILE_UNUSABLE") from error


@contextmanager
def open_output(path: Path, *, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Open a file to write; `-` is stdout. The file appears whole or not at all; the umask is applied to `mode`."""
    if str(path) == "-":
        if sys.stdout.isatty():
            raise UserError(tr("export-terminal"), "OUTPUT_IS_TERMINAL")
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    _clear_leftovers(path.absolute().parent)
    beside = path.with_name(f".{path.name}.{os.getpid()}.{UNFINISHED}")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            yield file
        beside.replace(path)
    except OSError as error:
        raise UserError(tr("error-unwritable", path=path, error=error.strerror), "FILE_UNUSABLE") from error
    finally:
        beside.unlink(missing_ok=True)


def _clear_leftovers(folder: Path) -> None:
    """Remove files that killed commands did not finish."""
    with suppress(OSError):
        for left in folder.glob(f".*.{UNFINISHED}"):
            process = left.name.split(".")[-2]
            if process.isascii() and process.isdigit() and not _lives(int(process)):
                left.unlink(missing_ok=True)


def _lives(process: int) -> bool:
    """Return whether a process has this number. (The server has a function like this one, which no client imports.)"""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


async def chunks_of(source: BinaryIO, bar: Bar) -> AsyncIterator[bytes]:
    """Yield a file's bytes in pieces, and move the progress bar."""
    size = os.fstat(source.fileno()).st_size
    done = 0
    while piece := source.read(CHUNK_SIZE):
        done += len(piece)
        bar.move_to(done, size)
        yield piece
