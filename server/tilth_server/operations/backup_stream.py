"""A backup of the whole store, sent in chunks to an operator on another machine."""

import asyncio
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import BinaryIO

from tilth.v1.operations_pb2 import CreateBackupResponse
from tilth_server.store import Engine

PIECE_BYTES = 256 << 10
PREFIX = ".tilth-copy-"
"""Prefix of the folders in which the server makes backups. Folders that a killed server left are removed."""


def remove_left_copies(data: Path) -> None:
    """Remove the backups that a killed server left in its data directory. No server may run on the directory."""
    for left in data.glob(f"{PREFIX}*"):
        rmtree(left, ignore_errors=True)


async def backup_chunks(engine: Engine, data: Path) -> AsyncIterator[CreateBackupResponse]:
    """Yield the chunks of a backup: the first with the backup's size, the last with its SHA-256.

    The whole backup is made beside the store first, as fast as the disk can, so that a slow reader does not keep the
    store's write-ahead log from shrinking.
    """
    with TemporaryDirectory(dir=data, prefix=PREFIX) as folder:
        copy = Path(folder) / "copy"
        file, size = await asyncio.to_thread(_make_copy, engine, copy)
        with file:
            hashed = sha256()
            done = 0
            while piece := await asyncio.to_thread(file.read, PIECE_BYTES):
                hashed.update(piece)
                done += len(piece)
                yield CreateBackupResponse(
                    chunk=piece,
                    size=size if done == len(piece) else 0,
                    sha256=hashed.digest() if done == size else b"",
                )


def _make_copy(engine: Engine, copy: Path) -> tuple[BinaryIO, int]:
    """Write a backup of the store to the path `copy`. Return the file, open for reading, and its size."""
    engine.back_up(copy)
    return copy.open("rb"), copy.stat().st_size
