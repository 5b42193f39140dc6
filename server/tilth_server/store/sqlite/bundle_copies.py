"""Copies of bundles: into the one file of a backup, out of it, and from folder to folder."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from tilth_server.store.errors import StoreFailed
from tilth_server.store.sqlite.archived import PIECE_BYTES
from tilth_server.store.sqlite.data_directory import sync_directory
from tilth_server.store.sqlite.leftovers import unfinished_path

SELECT_BUNDLES = "SELECT id, name, size, digest FROM bundles ORDER BY id"
INSERT_PIECE = "INSERT INTO bundle_pieces (bundle, number, body) VALUES (?, ?, ?)"
SELECT_PIECES = "SELECT body FROM bundle_pieces WHERE bundle = ? ORDER BY number"

Bundle = tuple[int, str, int, bytes]
"""The number, the name, the size and the SHA-256 of a bundle."""


def bundles_of(connection: sqlite3.Connection) -> list[Bundle]:
    """Return the bundles that a database names; none for one that an earlier build wrote."""
    has_table = "SELECT 1 FROM sqlite_schema WHERE name = 'bundles'"
    if connection.execute(has_table).fetchone() is None:
        return []
    return connection.execute(SELECT_BUNDLES).fetchall()


def pack_bundles(copy: sqlite3.Connection, folder: Path) -> None:
    """Write the bundles that a copy names into the copy itself. Raise StoreFailed if one is not what it was."""
    for number, name, _, digest in bundles_of(copy):
        copy.execute("BEGIN")
        for piece, body in enumerate(_checked(pieces_of(folder / name), digest, folder / name)):
            copy.execute(INSERT_PIECE, (number, piece, body))
        copy.execute("COMMIT")


def unpack_bundles(copy: sqlite3.Connection, folder: Path) -> bool:
    """Write the bundles that a copy holds into a folder, and remove them from the copy; return whether it held any."""
    found = bundles_of(copy)
    if not found or copy.execute("SELECT 1 FROM bundle_pieces LIMIT 1").fetchone() is None:
        return False
    for number, name, _, digest in found:
        bodies = (body for (body,) in copy.execute(SELECT_PIECES, (number,)))
        write_bundle(bodies, digest, folder / name)
    copy.execute("DELETE FROM bundle_pieces")
    return True


def copy_bundles(bundles: Iterable[Bundle], source: Path, target: Path) -> None:
    """Copy the bundles that are not in the target folder yet."""
    for _, name, size, digest in bundles:
        file = target / name
        if not file.exists() or file.stat().st_size != size:
            write_bundle(pieces_of(source / name), digest, file)


def write_bundle(pieces: Iterable[bytes], digest: bytes, file: Path) -> None:
    """Write a bundle into its place, whole or not at all. Raise StoreFailed if the pieces are not what was archived, or
    another file has the name."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if file.exists():
        for _ in _checked(pieces_of(file), digest, file):
            pass
        return
    part = unfinished_path(file)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            for piece in _checked(pieces, digest, file):
                out.write(piece)
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
        sync_directory(file.parent)
    finally:
        part.unlink(missing_ok=True)


def pieces_of(file: Path) -> Iterator[bytes]:
    """Yield a bundle in pieces. Raise StoreFailed if it can't be read."""
    try:
        with file.open("rb") as opened:
            while piece := opened.read(PIECE_BYTES):
                yield piece
    except OSError as error:
        raise StoreFailed(f"cannot read {file} ({error.strerror}): put a good copy in its place") from error


def _checked(pieces: Iterable[bytes], digest: bytes, file: Path) -> Iterator[bytes]:
    """Yield the pieces. Raise StoreFailed after the last one if they are not the bundle with this SHA-256."""
    found = sha256()
    for piece in pieces:
        found.update(piece)
        yield piece
    if found.digest() != digest:
        raise StoreFailed(f"the bundle {file} is damaged: put a good copy in its place")
