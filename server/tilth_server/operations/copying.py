"""A copy of the whole store, told piece by piece to an operator who is elsewhere."""

import asyncio
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import BinaryIO

from tilth.v1.operations_pb2 import BackUpResponse
from tilth_server.store.backup import back_up, database_of

PIECE_BYTES = 256 << 10
PREFIX = ".tilth-copy-"
"""Of the folders that copies are made in. Nobody else's begin like this: what is left of them is removed."""


def clear(data: Path) -> None:
    """Remove what a server left that was killed meanwhile. None runs in this directory now."""
    for left in data.glob(f"{PREFIX}*"):
        rmtree(left, ignore_errors=True)


async def copied(data: Path) -> AsyncIterator[BackUpResponse]:
    """The pieces of the copy; with the first its size, with the last its SHA-256.

    It is made beside the store first, as fast as the disk can, so that a slow reader does not hold the store's log up.
    """
    with TemporaryDirectory(dir=data, prefix=PREFIX) as folder:
        copy = Path(folder) / "copy"
        file, size = await asyncio.to_thread(_copied, data, copy)
        with file:
            hashed = sha256()
            done = 0
            while piece := await asyncio.to_thread(file.read, PIECE_BYTES):
                hashed.update(piece)
                done += len(piece)
                yield BackUpResponse(
                    piece=piece,
                    bytes=size if done == len(piece) else 0,
                    sha256=hashed.digest() if done == size else b"",
                )


def _copied(data: Path, copy: Path) -> tuple[BinaryIO, int]:
    """The copy, open, and its size."""
    back_up(database_of(data), copy)
    return copy.open("rb"), copy.stat().st_size
