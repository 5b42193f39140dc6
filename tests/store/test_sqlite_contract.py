"""The embedded store keeps the contracts of `Streams` and of `StreamIndex`."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.contracts.stream_index import StreamIndexContract
from tests.contracts.streams import StreamsContract
from tilth_server.store.sqlite import SqliteStreams

OF_STREAM = "stream = (SELECT id FROM streams WHERE name = ?) AND number = ?"


class SqliteEngine:
    """A data directory."""

    def __init__(self, path: Path) -> None:
        self.path = path

    async def open(self) -> SqliteStreams:
        return await SqliteStreams.open(self.path)

    def alter(self, stream: str, number: int, body: bytes) -> None:
        self._change(f"UPDATE records SET body = ? WHERE {OF_STREAM}", body, stream, number)

    def remove(self, stream: str, number: int) -> None:
        self._change(f"DELETE FROM records WHERE {OF_STREAM}", stream, number)

    def harm_row(self, index: str, key: str, body: bytes) -> None:
        self._change("UPDATE index_rows SET body = ? WHERE name = ? AND key = ?", body, index, key)

    def lose_entry(self, index: str, key: str, tag: str) -> None:
        of_tag = "(SELECT id FROM index_tags WHERE name = ? AND tag = ?)"
        self._change(f"DELETE FROM index_entries WHERE tag = {of_tag} AND key = ?", index, tag, key)

    def _change(self, sql: str, *parameters: str | int | bytes) -> None:
        with closing(sqlite3.connect(self.path / "tilth.db")) as database, database:
            assert database.execute(sql, parameters).rowcount == 1


class TestSqliteStreams(StreamsContract):
    @pytest.fixture
    def engine(self, tmp_path: Path) -> SqliteEngine:
        return SqliteEngine(tmp_path / "data")


class TestSqliteIndex(StreamIndexContract):
    @pytest.fixture
    def engine(self, tmp_path: Path) -> SqliteEngine:
        return SqliteEngine(tmp_path / "data")
