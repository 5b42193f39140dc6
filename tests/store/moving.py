"""Streams moved into bundles, as `tilth-server archive` does it, and everything that a store holds, to compare."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from tilth.v1.archive_pb2 import ExportHeader
from tilth_server.archive.bundle_file import BundleWriter
from tilth_server.store import MovedRecords, RecordMover, StoredRecord
from tilth_server.store.sqlite import SqliteEngine
from tilth_server.store.sqlite.reader import Reader

Content = dict[str, list[StoredRecord]]


def move_streams(data: Path, streams: Sequence[str]) -> MovedRecords:
    """Move these streams into one bundle."""
    with SqliteEngine(data).mover() as mover:
        mover.resume()
        left = [stream for stream in streams if not mover.is_moved(stream)]
        return move_with(mover, left) if left else MovedRecords(0, 0, 0)


def move_with(mover: RecordMover, streams: Sequence[str]) -> MovedRecords:
    """Move these streams into one bundle with an open mover."""
    writer = BundleWriter()
    with mover.draft() as draft:
        draft.write(writer.cut())
        for stream in streams:
            bodies = mover.reader.bodies(stream)
            assert bodies is not None
            packed = b"".join(writer.add(ExportHeader(match_id=stream), bodies)) + writer.cut()
            draft.add(stream, bodies, packed)
        draft.write(writer.finish())
    return mover.move(draft)


def content_of(data: Path) -> Content:
    """Return all streams of a store with their records, verified."""
    reader = Reader(data / "tilth.db")
    try:
        return {name: whole(reader, name) for name, _ in reader.names("", "", 1_000_000)}
    finally:
        reader.close()


def whole(reader: Reader, stream: str) -> list[StoredRecord]:
    """Return all records of a stream, read page by page."""
    records: list[StoredRecord] = []
    link = None
    while True:
        page = reader.page(stream, len(records), None, link)
        if page.broken is not None:
            raise page.broken
        records += page.records
        link = page.link
        if len(records) >= page.length:
            return records


def count(data: Path, sql: str) -> Any:
    """Return the one value that a statement selects from the database."""
    with closing(sqlite3.connect(data / "tilth.db")) as database:
        return database.execute(sql).fetchone()[0]
